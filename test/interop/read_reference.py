"""read_reference.py IN.vortex OUT.arrow [IN.vortex OUT.arrow …]: what the vortex-data package of this interpreter reads in
files. A file that it cannot read gives a line "IN.vortex: why", and status 1 in the end.
"""
import sys

import pyarrow as pa
import vortex


def read(source: str, target: str) -> None:
    table = vortex.open(source).to_arrow().read_all()
    with pa.OSFile(target, "wb") as out, pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


def main() -> None:
    failed = False
    for source, target in zip(sys.argv[1::2], sys.argv[2::2], strict=True):
        try:
            read(source, target)
        except BaseException as error:  # a panic inside is no Exception
            if isinstance(error, KeyboardInterrupt):
                raise
            failed = True
            print(f"{source}: {' '.join(str(error).split())[:300]}", file=sys.stderr)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
