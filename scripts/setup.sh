#!/usr/bin/env bash
# Installs what the project needs: Debian or Ubuntu packages, and Python packages into build/venv.
# What is there already is left alone, so running it again costs a moment.
#
#   scripts/setup.sh            enough to build and use
#   scripts/setup.sh --tests    also what tests and checks need
#   scripts/setup.sh --fuzz     also what scripts/fuzz.sh needs
#   scripts/setup.sh --bench    also what scripts/bench_data.sh needs
#
# GYRE_PYTHON names the interpreter (3.11 or later) to make the environments from; default python3.
set -euo pipefail
cd "$(dirname "$0")/.."

packages=(
  build-essential cmake ninja-build ccache pkg-config git ca-certificates python3
  libfmt-dev libspdlog-dev libcli11-dev libflatbuffers-dev flatbuffers-compiler libprotozero-dev libzstd-dev zlib1g-dev
)
tests=no bench=no
for argument in "$@"; do
  case $argument in
    --tests) tests=yes packages+=(catch2 protobuf-compiler) ;;
    --fuzz) packages+=(catch2 clang-19 libclang-rt-19-dev) ;;
    --bench) bench=yes ;;
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    *) echo "setup.sh: unknown argument: $argument" >&2; exit 2 ;;
  esac
done

as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

install_packages() {
  local missing=() package
  for package in "${packages[@]}"; do
    [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing+=("$package")
  done
  # A Python from elsewhere brings its own venv; only the distribution's is split.
  "${GYRE_PYTHON:-python3}" -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
  [ ${#missing[@]} = 0 ] && return
  echo "setup.sh: installing ${missing[*]}"
  local install=(env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}")
  mkdir -p build
  # A package list that is absent or out of date is the one failure worth a second try.
  as_root "${install[@]}" </dev/null >build/apt.log 2>&1 ||
    { as_root apt-get update -q && as_root "${install[@]}"; } </dev/null >build/apt.log 2>&1 ||
    { cat build/apt.log >&2; return 1; }
}

# make_venv FOLDER REQUIREMENTS...: a virtual environment that holds these, remembered by their hash.
make_venv() {
  local venv=$1 stamp
  shift
  stamp=$(cat "$@" | sha256sum | cut -d' ' -f1)
  [ -x "$venv/bin/python" ] && grep -qsx "$stamp" "$venv/.requirements" && return
  echo "setup.sh: installing $(grep -hv '^#' "$@" | paste -sd' ') into $venv"
  [ -x "$venv/bin/pip" ] || "${GYRE_PYTHON:-python3}" -m venv "$venv"
  "$venv/bin/pip" install -q --disable-pip-version-check "${@/#/-r}"
  echo "$stamp" >>"$venv/.requirements"
}

if command -v apt-get >/dev/null; then
  install_packages
else
  echo "setup.sh: not Debian or Ubuntu; expecting to find: ${packages[*]}" >&2
fi
make_venv build/venv scripts/requirements.txt
if [ $tests = yes ]; then
  make_venv build/venv scripts/requirements.txt scripts/requirements-tests.txt
  for release in 0.36 0.50 0.60 0.76; do
    make_venv "build/venv-$release" "scripts/requirements-tests-$release.txt"
  done
fi
if [ $bench = yes ]; then
  make_venv build/venv-bench scripts/requirements-bench.txt
fi
