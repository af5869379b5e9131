"""Every type, in every pattern of nulls, for every edition: the reference writes tables, gyre writes them again for an edition,
and each release that the edition promises reads the same values. What an edition cannot hold has to be refused, by the
column's name.

    write_matrix_test.py --gyre build/release/bin/gyre --reader 0.93=PYTHON [--reader 0.60=PYTHON …] [--case NAME …]

A reader is an interpreter with that release of vortex-data. Of readers that are not there, nothing is asked.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile

import pyarrow as pa
import vortex

from check import compare, read_arrow
from matrix_tables import all_cases

HERE = pathlib.Path(__file__).parent

#Editions with the minor of the release they are for.
EDITIONS = {"core2025.05.0": 36, "0.50.0": 50, "core2025.10.0": 54, "0.60.0": 60, "0.76.0": 76, "core2026.08.0": 84,
            "preview2026.08.0": 85}

#Chunks and zones of several sizes, so that there are some of each in few rows.
LAYOUTS = {"0.60.0": ["--rows-per-zone", "1000", "--rows-per-chunk", "3000"],
           "0.76.0": ["--rows-per-zone", "1024", "--rows-per-chunk", "1024"],
           "core2026.08.0": ["--rows-per-zone", "777", "--rows-per-chunk", "777"]}

#What a reader cannot hand over whoever wrote it : its release, the start of the case's name, why.
READER_FAULTS = [
    (36, "timestamp UTC", "0.36 does not hand timestamps with a zone to Arrow"),
    (36, "timestamp America", "0.36 does not hand timestamps with a zone to Arrow"),
]


class Matrix:
    def __init__(self, gyre: str, readers: dict[int, str], folder: pathlib.Path):
        self.gyre, self.readers, self.folder = gyre, readers, folder
        self.tables: dict[str, pa.Table] = {}
        self.wrong = self.checked = 0
        self.files: dict[int, list[tuple[str, str, pathlib.Path]]] = {minor: [] for minor in readers}

    def fail(self, what: str) -> None:
        self.wrong += 1
        print(f"FAIL {what}", flush=True)

    def write(self, name: str, since: int, table: pa.Table) -> None:
        """Writes a case for all editions, and notes who has to read it."""
        self.tables[name] = table
        source = self.folder / "source.vortex"
        vortex.io.write(table, str(source))
        for edition, minor in EDITIONS.items():
            target = self.folder / f"{name.replace('/', '-')} {edition}.vortex"
            ran = subprocess.run([self.gyre, "convert", str(source), str(target), "--edition", edition, "--quiet",
                                  *LAYOUTS.get(edition, [])], capture_output=True, text=True)
            what = f"{name} for {edition}"
            self.checked += 1
            if minor < since:
                refused = ran.returncode == 1 and "column " in ran.stderr and f"needs release 0.{since}.0" in ran.stderr
                if not refused or target.exists():
                    self.fail(f"{what}: not refused as it should be: {ran.returncode} {ran.stderr.strip()}")
                continue
            if ran.returncode:
                self.fail(f"{what}: {ran.stderr.strip()}")
                continue
            for reader in self.readers:
                if reader >= minor and not any(reader == r and name.startswith(n) for r, n, _ in READER_FAULTS):
                    self.files[reader].append((name, edition, target))

    def read(self, reader: int) -> None:
        """Lets one reader read all files that it has to, in one run."""
        pairs = [(str(target), str(target.with_suffix(f".{reader}.arrow"))) for _, _, target in self.files[reader]]
        ran = subprocess.run([self.readers[reader], str(HERE / "read_reference.py"), *(word for pair in pairs for word in pair)],
                             capture_output=True, text=True)
        errors = dict(line.split(".vortex: ", 1) for line in ran.stderr.splitlines() if ".vortex: " in line)
        for (name, edition, target), (_, output) in zip(self.files[reader], pairs):
            self.checked += 1
            what = f"{name} for {edition}, read by 0.{reader}"
            problem = errors.get(str(target.with_suffix("")))
            if problem is None and not pathlib.Path(output).exists():
                problem = f"nothing was read: {ran.stderr.strip()[-300:]}"
            problem = problem or compare(self.tables[name], read_arrow(output))
            if problem:
                self.fail(f"{what}: {problem}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--reader", action="append", default=[], help="0.93=PYTHON: an interpreter that can import vortex")
    parser.add_argument("--case", action="append", help="only cases whose name starts so")
    parser.add_argument("--folder", type=pathlib.Path, help="keep the files here")
    args = parser.parse_args()
    readers = {int(release.split(".")[1]): python for release, python in (word.split("=", 1) for word in args.reader)
               if pathlib.Path(python).exists()}
    with tempfile.TemporaryDirectory() as folder:
        matrix = Matrix(args.gyre, readers, args.folder or pathlib.Path(folder))
        for name, since, table in all_cases():
            if not args.case or any(name.startswith(start) for start in args.case):
                matrix.write(name, since, table)
        for reader in readers:
            matrix.read(reader)
    print(f"{matrix.checked - matrix.wrong} of {matrix.checked} right, by readers {', '.join(f'0.{r}' for r in readers)}")
    sys.exit(1 if matrix.wrong or not matrix.checked or not readers else 0)


if __name__ == "__main__":
    main()
