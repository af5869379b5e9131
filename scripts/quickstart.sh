#!/usr/bin/env bash
# From a fresh clone to a first answer: installs what is missing, builds, converts a real CSV file of 336,776
# flights, looks into the result and asks it a question. Each command is shown before it runs.
set -euo pipefail
cd "$(dirname "$0")/.."
work=build/quickstart

show() {
  printf '\n$'
  for word in "$@"; do
    case $word in
      *[!a-zA-Z0-9_./=-]*) printf ' "%s"' "$word" ;;
      *) printf ' %s' "$word" ;;
    esac
  done
  printf '\n'
  "$@"
}

show scripts/setup.sh
show cmake --preset release -DBUILD_TESTING=OFF
show cmake --build --preset release

mkdir -p $work
rm -f $work/flights.vortex
build/venv/bin/python scripts/flights.py $work/flights.csv

export PATH=$PWD/build/release/bin:$PATH
cd $work
show gyre convert flights.csv flights.vortex --null NA
show ls -l flights.csv flights.vortex
show gyre inspect flights.vortex
show gyre scan flights.vortex --where "carrier = 'UA' and arr_delay > 120" --limit 10 --format table
