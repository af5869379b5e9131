"""Converts CSV files with gyre and compares the table, value by value, with what DuckDB reads in the CSV: as gyre reads its
own file, and as each reader (an interpreter with some release of vortex-data) reads it.

    written_test.py --gyre build/release/bin/gyre --data FOLDER --reader PYTHON [--reader PYTHON …]
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import duckdb
import pyarrow as pa

HERE = pathlib.Path(__file__).parent


def read_arrow(path: pathlib.Path) -> pa.Table:
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


def differences(expected: str, found: pa.Table) -> list[str]:
    """Columns of `found` whose values differ from those of the DuckDB relation `expected`, by row."""
    connection = duckdb.connect()
    connection.execute("set timezone = 'UTC'")
    connection.register("found", plain(found))
    connection.execute(f"create table expected as select row_number() over () as row, * from {expected}")
    connection.execute("create table got as select row_number() over () as row, * from found")
    wrong = []
    rows = [connection.execute(f"select count(*) from {table}").fetchall()[0][0] for table in ("expected", "got")]
    if rows[0] != rows[1]:
        wrong.append(f"{rows[1]} rows, expected {rows[0]}")
    columns = [row[0] for row in connection.execute("describe expected").fetchall()][1:]
    names = [row[0] for row in connection.execute("describe got").fetchall()][1:]
    if columns != names:
        return wrong + [f"columns {names}, expected {columns}"]
    types = dict(row[:2] for row in connection.execute("describe expected").fetchall())
    found_types = dict(row[:2] for row in connection.execute("describe got").fetchall())
    for name in columns:
        # DuckDB casts decimals to doubles by arithmetic, and so misses the nearest one; by way of text it does not.
        value = f'g."{name}"'
        if found_types[name].startswith("DECIMAL") and types[name] == "DOUBLE":
            value = f"cast({value} as varchar)"
        query = f"""select count(*) from expected e join got g using (row)
                    where e."{name}" is distinct from cast({value} as {types[name]})"""
        count = connection.execute(query).fetchall()[0][0]
        if count:
            wrong.append(f"column {name}: {count} values differ")
    return wrong


def plain(table: pa.Table) -> pa.Table:
    """Views of text as ordinary text, which every release of DuckDB takes."""
    fields = [pa.field(f.name, pa.large_string()) if pa.types.is_string_view(f.type) else f for f in table.schema]
    return table.cast(pa.schema(fields))


def check(gyre: str, csv: pathlib.Path, readers: list[str]) -> int:
    expected = f"read_csv('{csv}', nullstr=['NA', ''], sample_size=-1)"
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        vortex_file, arrow_file = (pathlib.Path(folder) / f"table.{kind}" for kind in ("vortex", "arrow"))
        subprocess.run([gyre, "convert", str(csv), str(vortex_file), "--null", "NA", "--quiet"], check=True)
        contenders = [("gyre", [gyre, "convert", str(vortex_file), str(arrow_file), "--force", "--quiet"])]
        contenders += [(reader, [reader, str(HERE / "read_reference.py"), str(vortex_file), str(arrow_file)])
                       for reader in readers]
        for name, command in contenders:
            subprocess.run(command, check=True)
            wrong = differences(expected, read_arrow(arrow_file))
            failures += len(wrong)
            print(f"{csv.name} by {name}: {'equal' if not wrong else '; '.join(wrong)}", flush=True)
    return failures


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--data", required=True, type=pathlib.Path, help="a CSV file, or a folder of them")
    parser.add_argument("--reader", action="append", default=[], help="an interpreter that can import vortex")
    args = parser.parse_args()
    files = sorted(args.data.glob("*.csv")) if args.data.is_dir() else [args.data]
    if not files:
        sys.exit(f"{args.data}: no CSV files")
    sys.exit(1 if sum(check(args.gyre, csv, args.reader) for csv in files) else 0)


if __name__ == "__main__":
    main()
