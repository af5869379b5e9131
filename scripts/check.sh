#!/usr/bin/env bash
# What the code must pass besides its tests. Runs all checks and names those that failed.
#
#   scripts/check.sh                  format, layers, spelling, sizes
#   scripts/check.sh NAME...          only these
#   scripts/check.sh --tidy [FILE..]  clang-tidy over the .cpp files (all of them: minutes), after configuring `dev`
set -euo pipefail
cd "$(dirname "$0")/.."

check_format() { scripts/format --check; }

check_layers() { python3 scripts/check_layers.py; }

our_files() {
  find . \( -path ./build -o -path ./testdata -o -path ./.git -o -path ./LICENSE -o -name __pycache__ \) -prune \
    -o -type f -print0
}

check_spelling() {
  our_files | xargs -0 build/venv/bin/codespell --ignore-words-list=abd,ans,ba,crate,fo,inout,nd,primitiv,te,ue
}

check_sizes() {
  our_files | xargs -0 stat -c '%s %n' | awk '$1 > 500000 {print $2 ": more than 500 kB"; bad = 1} END {exit bad}'
}

check_tidy() {
  [ -f build/dev/compile_commands.json ] || cmake --preset dev >/dev/null
  cmake --build --preset dev --target gyre_wire_headers >/dev/null
  if [ $# -gt 0 ]; then printf '%s\n' "$@"; else find lib apps -name '*.cpp'; fi |
    xargs -P "$(nproc)" -n 1 build/venv/bin/clang-tidy -p build/dev --quiet --warnings-as-errors='*'
}

if [ "${1:-}" = --tidy ]; then
  shift
  check_tidy "$@"
  exit
fi
[ $# -gt 0 ] || set -- format layers spelling sizes
failed=()
for name in "$@"; do
  (set -e; "check_$name") || failed+=("$name")
done
if [ ${#failed[@]} -gt 0 ]; then
  echo "check.sh: failed: ${failed[*]}" >&2
  exit 1
fi
echo "check.sh: passed: $*"
