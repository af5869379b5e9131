#!/usr/bin/env bash
# Builds the harnesses of test/fuzz with clang 19 and lets libFuzzer run them, one after another.
#
#   scripts/fuzz.sh [--seconds N] [NAME...]
#
#   --seconds N   how long each runs, default 60
#   NAME          container, array_tree, csv, expression, ndjson, rows; default all
#
# Inputs that found something new are kept in build/fuzz/corpus/NAME for the next run, inputs that a harness ended with in
# build/fuzz/finds/NAME. Exit code 1: there were finds in this run.
set -euo pipefail
cd "$(dirname "$0")/.."

seconds=60 names=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=$2; shift ;;
    -h | --help) sed -n '2,/^set/{s/^# \{0,1\}//p}' "$0"; exit 0 ;;
    container | array_tree | csv | expression | ndjson | rows) names+=("$1") ;;
    *) echo "fuzz.sh: unknown argument: $1" >&2; exit 2 ;;
  esac
  shift
done
[ ${#names[@]} -gt 0 ] || names=(container array_tree csv expression ndjson rows)
declare -A longest=([container]=20000 [array_tree]=8000 [csv]=4000 [expression]=1000 [ndjson]=4000 [rows]=4000)

scripts/setup.sh --fuzz
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1
cmake --preset fuzz >build/fuzz-configure.log 2>&1 || { cat build/fuzz-configure.log >&2; exit 2; }
cmake --build --preset fuzz || exit 2
bin=build/fuzz/bin
find testdata test/cases test/fuzz/expressions.txt \( -name '*.vortex' -o -name '*.csv' -o -name '*.txt' \) -print0 |
  sort -z | xargs -0 $bin/gyre_fuzz_seeds build/fuzz/seeds

# run NAME: prints one line; fails on a find.
run() {
  local name=$1 log=build/fuzz/$1.log finds=build/fuzz/finds/$1 corpus=build/fuzz/corpus/$1 status=0 dictionary=()
  mkdir -p "$finds" "$corpus" "testdata/fuzz/$name" "build/fuzz/seeds/$name"
  [ ! -f "test/fuzz/$name.dict" ] || dictionary=("-dict=test/fuzz/$name.dict")
  $bin/gyre_fuzz_"$name" "${dictionary[@]}" -max_len="${longest[$name]}" -max_total_time="$seconds" -timeout=10 \
    -rss_limit_mb=2048 -malloc_limit_mb=512 -print_final_stats=1 -artifact_prefix="$finds/" \
    "$corpus" "testdata/fuzz/$name" "build/fuzz/seeds/$name" >"$log" 2>&1 || status=1
  printf '%-11s %9s runs, %5s/s, %s' "$name" \
    "$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")" \
    "$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log")" \
    "$(grep -oE 'cov: [0-9]+ ft: [0-9]+ corp: [0-9]+' "$log" | tail -1)"
  if [ $status = 0 ]; then echo; else
    echo ", a find: $(grep -oE "$finds/[a-z]+-[0-9a-f]+" "$log" | tail -1)"
    grep -E '^find:|ERROR: |runtime error:|broken promise|^SUMMARY' "$log" | head -5 | sed 's/^/  /'
  fi
  return $status
}

result=0
for name in "${names[@]}"; do
  run "$name" || result=1
done
exit $result
