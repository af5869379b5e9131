"""Makes the inputs of benchmarks; scripts/bench_data.sh brings the packages this needs.

What comes out, the same on every run:
    lineitem, orders   TPC-H as .parquet (snappy), .zstd.parquet and .csv
    rows               a million rows of a random uuid and a constant, .parquet and .csv
    flights            336,776 flights with "NA" for null, .csv
"""
import argparse
import pathlib
import random
import subprocess
import sys
import uuid

import duckdb
import duckdb_extension_tpch
import pyarrow
import pyarrow.csv
import pyarrow.parquet


def make_tpch(out: pathlib.Path, scale_factor: float) -> None:
    package = pathlib.Path(duckdb_extension_tpch.__path__[0])
    database = duckdb.connect()
    database.load_extension(str(next(package.glob("extensions/*/tpch.duckdb_extension"))))
    database.execute("CALL dbgen(sf=?)", [scale_factor])
    forms = {
        "parquet": "FORMAT parquet, COMPRESSION snappy",
        "zstd.parquet": "FORMAT parquet, COMPRESSION zstd",
        "csv": "FORMAT csv, HEADER",
    }
    for table in ("lineitem", "orders"):
        for suffix, options in forms.items():
            database.execute(f"COPY {table} TO '{out / table}.{suffix}' ({options})")


def make_rows(out: pathlib.Path, rows: int = 1_000_000) -> None:
    bits = random.Random(2022)
    ids = [str(uuid.UUID(int=bits.getrandbits(128), version=4)) for _ in range(rows)]
    table = pyarrow.table({"f1": ids, "f2": ["static"] * rows})
    pyarrow.parquet.write_table(table, out / "rows.parquet", compression="snappy")
    pyarrow.csv.write_csv(table, out / "rows.csv")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--scale-factor", type=float, default=1)
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    make_tpch(arguments.out, arguments.scale_factor)
    make_rows(arguments.out)
    flights = pathlib.Path(__file__).with_name("flights.py")
    subprocess.run([sys.executable, flights, arguments.out / "flights.csv"], check=True)
    for path in sorted(arguments.out.iterdir()):
        print(f"{path.stat().st_size / 1e6:10.1f} MB  {path.name}")


if __name__ == "__main__":
    main()
