#!/usr/bin/env bash
# Holds the kernels on a GPU against their emulation on the host. Needs nvcc and a host compiler, nothing else.
#
#   scripts/device_check.sh [--build-only] [BUILD_FOLDER]
#
# Prints one line of JSON with a member per step: build, parity, and for compute-sanitizer's tools memcheck,
# racecheck, initcheck and synccheck. A step is {"status": "passed" | "failed" | "timeout" | "absent",
# "seconds": N, ...}; a failed step does not stop the next. Exits with 0 if no step failed.
# What the steps print is in BUILD_FOLDER/STEP.log.
#
#   ARCH      device architecture; default: that of the first GPU, else 90
#   NVCC CXX  the compilers; default nvcc and g++
set -uo pipefail
cd "$(dirname "$0")/.."

build_only=
if [[ ${1-} == --build-only ]]; then
  build_only=1
  shift
fi
folder=${1:-build/device_check}
nvcc=${NVCC:-nvcc}
cxx=${CXX:-g++}
arch=${ARCH:-$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null |
  head -n 1 | tr -dc 0-9)}
arch=${arch:-90}
mkdir -p "$folder"

json=
failures=0

# step NAME SECONDS COMMAND...: runs it with a time limit and notes how it went. A last line of JSON that the
# command prints becomes the member "result".
step() {
  local name=$1 limit=$2 started=$SECONDS status code result=
  shift 2
  timeout "$limit" "$@" >"$folder/$name.log" 2>&1
  code=$?
  case $code in
    0) status=passed ;;
    124) status=timeout ;;
    *) status=failed ;;
  esac
  ((code == 0)) || failures=$((failures + 1))
  result=$(grep '^{.*}$' "$folder/$name.log" | tail -n 1)
  json+="${json:+,}\"$name\":{\"status\":\"$status\",\"seconds\":$((SECONDS - started))"
  json+="${result:+,\"result\":$result}}"
  return $code
}

build() {
  local flags=(-std=c++20 -O2 -g -lineinfo --expt-relaxed-constexpr -fmad=false -I. -ccbin "$cxx"
    -gencode "arch=compute_$arch,code=[sm_$arch,compute_$arch]")
  local objects=() source
  for source in kernels/host/*.cpp kernels/cuda/*.cu test/kernels/device_parity.cu; do
    local object=$folder/$(basename "$source").o
    objects+=("$object")
    echo "nvcc $source"
    "$nvcc" "${flags[@]}" -c "$source" -o "$object" || return 1
  done
  "$nvcc" -ccbin "$cxx" "${objects[@]}" -o "$folder/device_parity"
}
export -f build
export nvcc cxx arch folder

if step build 300 bash -c build && [[ -z $build_only ]]; then
  step parity 120 "$folder/device_parity"
  for tool in memcheck racecheck initcheck synccheck; do
    if command -v compute-sanitizer >/dev/null; then
      step $tool 120 compute-sanitizer --tool $tool --error-exitcode 3 "$folder/device_parity"
    else
      json+=",\"$tool\":{\"status\":\"absent\"}"
    fi
  done
fi
echo "{\"arch\":\"sm_$arch\",$json}"
((failures == 0))
