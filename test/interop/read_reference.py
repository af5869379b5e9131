"""read_reference.py IN.vortex OUT.arrow: what the vortex-data package of this interpreter reads in a file."""
import sys

import pyarrow as pa
import vortex


def main() -> None:
    source, target = sys.argv[1:]
    table = vortex.open(source).to_arrow().read_all()
    with pa.OSFile(target, "wb") as out, pa.ipc.new_file(out, table.schema) as writer:
        writer.write_table(table)


if __name__ == "__main__":
    main()
