"""Lets the reference write the tables of CSV files, in several editions, and compares what gyre reads in them, value by
value, with the table that was handed to it.

    read_test.py --gyre build/release/bin/gyre --data FOLDER [--edition NAME …]

An edition of "" is the writer's default; "compact" is its compact mode.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.csv
import vortex

from check import compare, read_arrow

EDITIONS = ["core2025.05.0", "core2025.06.0", "core2025.10.0", "core2026.08.0", "", "compact"]


def write(table: pa.Table, path: pathlib.Path, edition: str) -> None:
    if edition == "compact":
        vortex.io.VortexWriteOptions.compact().write(table, str(path))
    elif edition:
        vortex.io.write(table, str(path), edition=edition)
    else:
        vortex.io.write(table, str(path))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--data", required=True, type=pathlib.Path, help="a folder of CSV files")
    parser.add_argument("--edition", action="append")
    args = parser.parse_args()
    wrong = total = 0
    with tempfile.TemporaryDirectory() as folder:
        source, target = (pathlib.Path(folder) / f"table.{kind}" for kind in ("vortex", "arrow"))
        for csv in sorted(args.data.glob("*.csv")):
            table = pyarrow.csv.read_csv(csv, convert_options=pyarrow.csv.ConvertOptions(
                null_values=["NA", ""], strings_can_be_null=True))
            for edition in args.edition or EDITIONS:
                name = f"{csv.name}, edition {edition or 'of today'}"
                try:
                    write(table, source, edition)
                except Exception as error:  # the reference's own refusals are none of ours
                    print(f"{name}: not written by the reference: {str(error).splitlines()[0][:100]}")
                    continue
                total += 1
                ran = subprocess.run([args.gyre, "convert", str(source), str(target), "--force", "--quiet"],
                                     capture_output=True, text=True)
                problem = ran.stderr.strip() if ran.returncode else compare(table, read_arrow(target))
                wrong += problem is not None
                print(f"{name}: {problem or 'equal'}", flush=True)
    print(f"{total - wrong} of {total} files equal")
    sys.exit(1 if wrong or not total else 0)


if __name__ == "__main__":
    main()
