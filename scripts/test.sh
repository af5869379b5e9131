#!/usr/bin/env bash
# Installs what tests need, builds a preset and runs its tests.
#
#   scripts/test.sh [--preset NAME] [--sanitize] [ctest arguments]
#
#   --preset NAME   dev, release (the default), asan, tsan, cuda
#   --sanitize      before that, all tests under the asan preset, and those on several threads under tsan
#
# With CI set, warnings are errors in every preset and each public header is compiled alone.
set -euo pipefail
cd "$(dirname "$0")/.."

preset=release sanitize=no
while [ $# -gt 0 ]; do
  case $1 in
    --preset) preset=$2; shift ;;
    --sanitize) sanitize=yes ;;
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) break ;;
  esac
  shift
done

build_and_test() {
  local preset=$1
  shift
  local options=(-DBUILD_TESTING=ON) targets=(all)
  if [ -n "${CI:-}" ]; then
    options+=(-DGYRE_WERROR=ON -DCMAKE_VERIFY_INTERFACE_HEADER_SETS=ON)
    [ "$preset" != release ] || targets+=(all_verify_interface_header_sets)
  fi
  if [ "$preset" = tsan ]; then
    targets=(threads_tests)
    set -- -L threads "$@"
  fi
  cmake --preset "$preset" "${options[@]}"
  cmake --build --preset "$preset" --target "${targets[@]}"
  ctest --preset "$preset" -j "$(nproc)" "$@"
}

scripts/setup.sh --tests
# Objects are the same in every clone, so that ccache can hand them on.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
if [ $sanitize = yes ]; then
  build_and_test asan "$@"
  build_and_test tsan "$@"
fi
build_and_test "$preset" "$@"
