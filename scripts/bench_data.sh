#!/usr/bin/env bash
# Makes the inputs of benchmarks in one folder: TPC-H lineitem and orders, rows of uuids, flights.
#
#   scripts/bench_data.sh OUT [--scale-factor F]      1 by default: lineitem has 6 million rows, 1.4 GB in all
set -euo pipefail
here=$(dirname "$0")
"$here/setup.sh" --bench
exec "$here/../build/venv-bench/bin/python" "$here/bench_data.py" "$@"
