"""Writes Parquet and Arrow files of every type with every pattern of nulls, sends them through gyre to Vortex and back, and
compares types and values with what was written.

    parquet_roundtrip_test.py --gyre build/release/bin/gyre
"""
import argparse
import datetime
import decimal
import pathlib
import random
import re
import subprocess
import sys
import tempfile

import pyarrow as pa
import pyarrow.parquet as pq

ROWS = 2500
PATTERNS = ["none", "some", "all", "first", "last", "runs"]


def is_null(pattern: str, row: int, rows: int, rng: random.Random) -> bool:
    return {"none": False, "some": rng.random() < 0.3, "all": True, "first": row == 0, "last": row == rows - 1,
            "runs": row // 700 % 2 == 1}[pattern]


def samples() -> list[tuple[str, pa.DataType, object]]:
    """Name, type, and a function from a random generator to a value that is not null."""
    epoch = datetime.datetime(1970, 1, 1)

    def text(rng):
        return "".join(rng.choice("aé漢🚲 ,\"\n") for _ in range(rng.choice([0, 1, 5, 12, 13, 40])))

    def raw(rng):
        return bytes(rng.randrange(256) for _ in range(rng.choice([0, 3, 12, 13, 50])))

    def whole(low, high):
        return lambda rng: rng.choice([low, high, 0, rng.randint(low, high)])

    def real(rng):
        return rng.choice([0.0, -0.0, float("inf"), float("-inf"), 1.5, rng.gauss(0, 1e6)])

    def number(digits, scale):
        top = 10**digits - 1
        context = decimal.Context(prec=80)
        return lambda rng: decimal.Decimal(rng.choice([top, -top, 0, rng.randint(-top, top)])).scaleb(-scale, context)

    def moment(rng):
        return epoch + datetime.timedelta(microseconds=rng.randint(-(10**15), 4 * 10**15))

    found = [("bool", pa.bool_(), lambda rng: rng.random() < 0.5), ("null", pa.null(), None),
             ("f16", pa.float16(), lambda rng: rng.choice([0.5, -2.0, 65504.0])),
             ("f32", pa.float32(), lambda rng: rng.choice([0.5, -2.25, 3e38, float("inf"), -0.0])),
             ("f64", pa.float64(), real), ("utf8", pa.string(), text), ("large_utf8", pa.large_string(), text),
             ("binary", pa.binary(), raw), ("fixed", pa.binary(7), lambda rng: rng.randbytes(7)),
             ("few", pa.string(), lambda rng: rng.choice(["north of the river", "south", ""])),
             ("dict", pa.dictionary(pa.int32(), pa.string()), lambda rng: rng.choice(["north of the river", "south"])),
             ("date32", pa.date32(), lambda rng: moment(rng).date()),
             ("date64", pa.date64(), lambda rng: moment(rng).date()),
             ("uuid", pa.uuid(), lambda rng: rng.randbytes(16)),
             ("json", pa.json_(pa.string()), lambda rng: '{"a":%d}' % rng.randrange(100))]
    for bits in (8, 16, 32, 64):
        found.append((f"i{bits}", getattr(pa, f"int{bits}")(), whole(-(2**(bits - 1)), 2**(bits - 1) - 1)))
        found.append((f"u{bits}", getattr(pa, f"uint{bits}")(), whole(0, 2**bits - 1)))
    for digits, scale in [(5, 2), (9, 0), (18, 9), (38, 10), (39, 2), (76, 30)]:
        kind = pa.decimal128 if digits <= 38 else pa.decimal256
        found.append((f"dec{digits}", kind(digits, scale), number(digits, scale)))
    clock = lambda rng: (datetime.datetime.min + datetime.timedelta(seconds=rng.randrange(86400))).time()
    found += [("time_ms", pa.time32("ms"), clock), ("time_us", pa.time64("us"), clock), ("time_ns", pa.time64("ns"), clock),
              ("ts_ms", pa.timestamp("ms"), lambda rng: moment(rng).replace(microsecond=0)),
              ("ts_us", pa.timestamp("us"), moment), ("ts_ns", pa.timestamp("ns"), moment),
              ("ts_utc", pa.timestamp("us", "UTC"), moment), ("ts_berlin", pa.timestamp("ms", "Europe/Berlin"),
                                                              lambda rng: moment(rng).replace(microsecond=0))]

    def items(value, most=4, nulls=True):
        return lambda rng: [None if nulls and rng.random() < 0.2 else value(rng) for _ in range(rng.randrange(most))]

    i32 = whole(-9, 9)
    found += [("list", pa.list_(pa.int32()), items(i32)), ("texts", pa.list_(pa.string()), items(text)),
              ("lists", pa.list_(pa.list_(pa.string())), items(items(text))),
              ("large_list", pa.large_list(pa.int64()), items(i32)),
              ("pairs", pa.list_(pa.float64(), 2), lambda rng: [real(rng), None if rng.random() < 0.3 else 1.0]),
              ("struct", pa.struct([("a", pa.int32()), ("b", pa.list_(pa.string()))]),
               lambda rng: {"a": i32(rng), "b": items(text)(rng)}),
              ("structs", pa.list_(pa.struct([("x", pa.decimal128(5, 2)), ("y", pa.string())])),
               items(lambda rng: {"x": number(5, 2)(rng), "y": text(rng)})),
              ("map", pa.map_(pa.string(), pa.int32()),
               lambda rng: [(k, i32(rng)) for k in rng.sample("abcdef", rng.randrange(4))])]
    return found


def column(name: str, dtype: pa.DataType, value, pattern: str, rows: int) -> pa.Array:
    rng = random.Random(f"{name} {pattern}")
    values = [None if value is None or is_null(pattern, row, rows, rng) else value(rng) for row in range(rows)]
    if isinstance(dtype, pa.ExtensionType):
        return pa.ExtensionArray.from_storage(dtype, pa.array(values, dtype.storage_type))
    if pa.types.is_float16(dtype):
        import numpy
        return pa.array([None if v is None else numpy.float16(v) for v in values], dtype)
    return pa.array(values, dtype)


def table(pattern: str, rows: int) -> pa.Table:
    arrays, fields = [], []
    for name, dtype, value in samples():
        arrays.append(column(name, dtype, value, pattern, rows))
        # Without nulls half of the columns say so.
        fields.append(pa.field(name, dtype, nullable=pattern != "none" or len(fields) % 2 == 0 or dtype == pa.null()))
    return pa.Table.from_arrays(arrays, schema=pa.schema(fields))


def expected_type(dtype: pa.DataType) -> pa.DataType:
    """What a type comes back as: README.md, "Types of Parquet"."""
    types = pa.types
    if types.is_dictionary(dtype): return expected_type(dtype.value_type)
    if isinstance(dtype, pa.ExtensionType): return dtype
    if types.is_string(dtype) or types.is_large_string(dtype): return pa.string()
    if types.is_binary(dtype) or types.is_large_binary(dtype) or types.is_fixed_size_binary(dtype): return pa.binary()
    if types.is_date64(dtype): return pa.date32()
    if types.is_map(dtype): return pa.map_(expected_type(dtype.key_type), expected_type(dtype.item_type))
    if types.is_fixed_size_list(dtype): return pa.list_(expected_type(dtype.value_type), dtype.list_size)
    if types.is_list(dtype) or types.is_large_list(dtype): return pa.list_(expected_type(dtype.value_type))
    if types.is_struct(dtype): return pa.struct([f.with_type(expected_type(f.type)) for f in dtype])
    return dtype


def plain(array: pa.ChunkedArray) -> list:
    if isinstance(array.type, pa.ExtensionType):
        array = pa.chunked_array([c.storage for c in array.chunks], array.type.storage_type)
    if pa.types.is_temporal(array.type):
        return [None if v is None else int(v) for v in array.cast(pa.int64() if array.type.bit_width == 64 else
                                                                   pa.int32()).to_pylist()]
    return array.to_pylist()


def bits(value):
    """Values such that NaN and the two zeros are told apart."""
    if isinstance(value, float): return repr(value)
    if isinstance(value, (list, tuple)): return [bits(v) for v in value]
    if isinstance(value, dict): return {k: bits(v) for k, v in value.items()}
    return value


def differences(wanted: pa.Table, got: pa.Table) -> list[str]:
    if got.num_rows != wanted.num_rows: return [f"{got.num_rows} rows, expected {wanted.num_rows}"]
    if got.column_names != wanted.column_names: return [f"columns {got.column_names}"]
    wrong = []
    for field in wanted.schema:
        dtype, found = expected_type(field.type), got.schema.field(field.name)
        if found.type != dtype: wrong.append(f"{field.name}: type {found.type}, expected {dtype}")
        if found.nullable != field.nullable: wrong.append(f"{field.name}: nullable {found.nullable}")
        column_wanted = wanted[field.name].cast(dtype) if pa.types.is_date64(field.type) else wanted[field.name]
        a, b = bits(plain(column_wanted)), bits(plain(got[field.name]))
        if a != b:
            row = next(i for i, (x, y) in enumerate(zip(a, b)) if x != y)
            wrong.append(f"{field.name}: row {row} is {b[row]!r}, expected {a[row]!r}")
    return wrong


class Checks:
    def __init__(self, gyre: str, folder: pathlib.Path):
        self.gyre, self.folder, self.failures = gyre, folder, 0

    def run(self, *words: str, stdin=None) -> subprocess.CompletedProcess:
        return subprocess.run([self.gyre, *map(str, words)], capture_output=True, stdin=stdin)

    def report(self, what: str, wrong: list[str]):
        self.failures += bool(wrong)
        for line in wrong[:8]: print(f"{what}: {line}")

    def convert(self, source: pathlib.Path, target: pathlib.Path) -> list[str]:
        # The default release knows no uuid.
        edition = ["--edition", "preview2026.08.0"] if target.suffix == ".vortex" else []
        done = self.run("convert", source, target, "--force", "--quiet", *edition)
        return [] if done.returncode == 0 else [f"convert to {target.name} gave {done.returncode}: {done.stderr.decode()}"]

    def there_and_back(self, what: str, source: pathlib.Path, wanted: pa.Table):
        """By way of Vortex, and straight to Parquet."""
        back = self.folder / "back.parquet"
        vortex = self.folder / "there.vortex"
        for via in ([vortex, back], [back]):
            at, wrong = source, []
            for target in via:
                wrong = wrong or self.convert(at, target)
                at = target
            self.report(f"{what} by {' '.join(p.suffix for p in via)}", wrong or differences(wanted, pq.read_table(back)))


def check_types(checks: Checks):
    source = checks.folder / "in.parquet"
    options = [{}, {"compression": "zstd", "use_dictionary": False}, {"compression": "gzip", "data_page_version": "2.0"},
               {"compression": "brotli", "row_group_size": 999}, {"compression": "lz4", "store_schema": False},
               {"compression": "none", "data_page_size": 500, "row_group_size": 1700}]
    for pattern, how in zip(PATTERNS, options):
        wanted = table(pattern, ROWS)
        pq.write_table(wanted, source, **how)
        if not how.get("store_schema", True): wanted = pq.read_table(source, arrow_extensions_enabled=True)
        checks.there_and_back(f"{pattern} {how}", source, wanted)
    for rows in (0, 1, 1025):
        wanted = table("some", rows)
        pq.write_table(wanted, source)
        checks.there_and_back(f"{rows} rows", source, wanted)


def check_arrow(checks: Checks):
    for pattern in ("none", "some"):
        wanted = table(pattern, ROWS)
        for compression in (None, "lz4", "zstd"):
            options = pa.ipc.IpcWriteOptions(compression=compression)
            for form, maker in (("file", pa.ipc.new_file), ("stream", pa.ipc.new_stream)):
                source = checks.folder / f"in.{form}"
                with maker(source, wanted.schema, options=options) as writer:
                    writer.write_table(wanted, max_chunksize=1000)
                checks.there_and_back(f"arrow {form} {pattern} {compression}", source, wanted)
    back = checks.folder / "back.parquet"
    for form in ("file", "stream"):
        with open(checks.folder / f"in.{form}", "rb") as stdin:
            pipe = subprocess.Popen(["cat"], stdin=stdin, stdout=subprocess.PIPE)
            done = checks.run("convert", "-", back, "--from", "arrow", "--force", stdin=pipe.stdout)
        wrong = [done.stderr.decode()] if done.returncode else differences(wanted, pq.read_table(back))
        checks.report(f"arrow {form} by a pipe", wrong)


def check_layouts(checks: Checks):
    """Arrow layouts that Parquet never gives: views, list views, run ends, small decimals, slices."""
    rng = random.Random(4)
    texts = [None if rng.random() < 0.2 else "x" * rng.randrange(30) for _ in range(ROWS)]
    lists = [None if rng.random() < 0.2 else [rng.randrange(9) for _ in range(rng.randrange(4))] for _ in range(ROWS)]
    runs = pa.RunEndEncodedArray.from_arrays(pa.array([1, 1000, ROWS], pa.int32()), pa.array(["a", None, "b" * 20]))
    columns = {"view": pa.array(texts, pa.string_view()), "bytes": pa.array(texts, pa.string()).cast(pa.binary_view()),
               "lists": pa.array(lists, pa.list_view(pa.int32())), "large": pa.array(lists, pa.large_list_view(pa.int32())),
               "d32": pa.array([decimal.Decimal("1.25"), None] * (ROWS // 2), pa.decimal32(5, 2)),
               "d64": pa.array([decimal.Decimal("-1.25"), None] * (ROWS // 2), pa.decimal64(15, 2)), "runs": runs}
    written = pa.table(columns).slice(13, 2000)
    plain_types = {"view": pa.string(), "bytes": pa.binary(), "lists": pa.list_(pa.int32()), "large": pa.list_(pa.int32()),
                   "d32": pa.decimal128(5, 2), "d64": pa.decimal128(15, 2), "runs": pa.string()}
    decoded = {n: pa.array(written[n].to_pylist(), t) for n, t in plain_types.items()}
    source = checks.folder / "in.arrow"
    with pa.ipc.new_file(source, written.schema) as writer: writer.write_table(written)
    checks.there_and_back("layouts", source, pa.table(decoded))


def check_pieces(checks: Checks):
    """Row groups that are read in several pieces, and columns whose texts change from a dictionary to plain pages."""
    rows = 300_000
    wanted = pa.table({"id": pa.array(range(rows)), "long": pa.array(["%0180d" % (i * 7919 % rows) for i in range(rows)]),
                       "few": pa.array(["word %d of a few" % (i % 50) for i in range(rows)]),
                       "list": pa.array([[i, i + 1] if i % 3 else None for i in range(rows)])})
    source, back = checks.folder / "pieces.parquet", checks.folder / "back.parquet"
    for how in ({}, {"column_encoding": {"long": "DELTA_BYTE_ARRAY"}, "use_dictionary": ["few"]}, {"row_group_size": 70_000}):
        pq.write_table(wanted, source, **how)
        for threads in (1, 4):
            done = checks.run("convert", source, back, "--force", "--threads", threads)
            wrong = [done.stderr.decode()] if done.returncode else []
            checks.report(f"pieces {how} {threads}", wrong or ([] if pq.read_table(back).equals(wanted) else ["differs"]))


def check_open_pages(checks: Checks):
    """Row groups whose pages and dictionaries are large: read column by column, or refused where memory is limited."""
    source, back, vortex = (checks.folder / name for name in ("pages.parquet", "back.parquet", "pages.vortex"))
    rng = random.Random(5)
    rows = 8_000
    columns = {f"c{i}": pa.array([None if row % 7 == i % 7 else rng.random() for row in range(rows)]) for i in range(900)}
    columns["text"] = pa.array(["word %d" % (row * 31 % rows) for row in range(rows)])
    columns["list"] = pa.array([[row, None] if row % 3 else None for row in range(rows)])
    wanted = pa.table(columns)
    # Each value is different, so the dictionaries of all columns take more than the rows.
    pq.write_table(pa.concat_tables([wanted, wanted]), source, row_group_size=rows)
    for threads in (1, 4):
        done = checks.run("convert", source, back, "--force", "--threads", threads)
        wrong = [done.stderr.decode()] if done.returncode else []
        checks.report(f"whole columns {threads}", wrong or differences(pa.concat_tables([wanted, wanted]), pq.read_table(back)))

    wanted = pa.table({"id": pa.array(range(60)), "text": pa.array([f"{i}" + "".join(rng.choices("abcdefgh", k=1000)) * 1000 for i in range(60)])})
    pq.write_table(wanted, source)
    done = checks.run("convert", source, vortex, "--memory-limit", "100MiB")
    said = re.fullmatch(r".*: the pages of row group 0 take about \d+ MiB of memory at a time; --memory-limit (\d+MiB) lets them in\n",
                        done.stderr.decode())
    if done.returncode != 1 or not said or vortex.exists():
        checks.report("large pages", [f"{done.returncode} {done.stderr.decode()}"])
        return
    done = checks.run("convert", source, vortex, "--memory-limit", said[1])
    checks.report("large pages, let in", [done.stderr.decode()] if done.returncode else [])
    checks.report("large pages, back", checks.convert(vortex, back) or differences(wanted, pq.read_table(back)))
    # What we write has pages that the smallest limit lets in.
    done = checks.run("convert", back, vortex, "--force", "--memory-limit", "70MiB")
    checks.report("pages of ours", [done.stderr.decode()] if done.returncode else [])


def check_projection(checks: Checks):
    source = checks.folder / "in.parquet"
    wanted = pa.table({"a": [1, 2, 3], "span": pa.array([1, 2, 3], pa.duration("s")), "c": ["x", "y", "z"]})
    pq.write_table(wanted, source)
    refused = checks.run("scan", source)
    said = refused.stderr.decode()
    checks.report("a duration", [] if refused.returncode == 1 and "column span" in said and said.count("\n") == 1 else
                  [f"{refused.returncode} {said}"])
    done = checks.run("scan", source, "--select", "c, a", "--where", "a > 1", "--format", "csv")
    checks.report("beside a duration", [] if done.stdout == b"c,a\ny,2\nz,3\n" else [f"{done.stdout} {done.stderr}"])
    repeated = pa.Table.from_arrays([pa.array([1]), pa.array([2]), pa.array([3])], names=["a", "a", "a_1"])
    pq.write_table(repeated, source)
    done = checks.run("scan", source, "--format", "csv")
    checks.report("names that repeat", [] if done.stdout == b"a,a_2,a_1\n1,2,3\n" else [f"{done.stdout} {done.stderr}"])


def check_metadata(checks: Checks):
    """Key-value metadata of a file goes along between Parquet and Arrow, also through a select list and a filter."""
    own = {b"pandas": b'{"index_columns": []}', b"who": "Zoë".encode(), b"empty": b""}
    rows = pa.table({"a": [1, 2, 3], "b": ["x", "y", "z"]}).replace_schema_metadata(own)
    names = [checks.folder / f"meta.{ending}" for ending in ("parquet", "arrow", "arrows")]
    pq.write_table(rows, names[0])
    for name, make in zip(names[1:], (pa.ipc.new_file, pa.ipc.new_stream)):
        with make(name, rows.schema) as writer: writer.write_table(rows)

    def metadata_of(output: pathlib.Path, *words) -> dict:
        done = checks.run("convert", *words, output, "--force", "--quiet")
        if done.returncode: return {b"error": done.stderr}
        return (pq.read_table(output) if output.suffix == ".parquet" else pa.ipc.open_file(output).read_all()).schema.metadata

    kept = checks.folder / "kept.parquet"
    for name in names:
        for output, options in ((kept, []), (checks.folder / "kept.arrow", []), (kept, ["--select", "b", "--where", "a > 1"])):
            got = metadata_of(output, name, *options)
            checks.report(f"metadata of {name.name} in {output.name}", [] if got == own else [f"{got}"])
    stored = list(pq.read_metadata(kept).metadata)
    checks.report("metadata as stored", [] if sorted(stored) == sorted([*own, b"ARROW:schema"]) else [f"{stored}"])
    other = checks.folder / "other.parquet"
    pq.write_table(rows.replace_schema_metadata({**own, b"who": b"other"}), other)
    got = metadata_of(kept, names[0], other)
    checks.report("metadata that two files share", [] if got == {key: own[key] for key in (b"pandas", b"empty")} else [f"{got}"])
    told = checks.run("convert", names[0], checks.folder / "meta.vortex", "--force").stderr.decode()
    note = f"note: key-value metadata of {names[0]} (pandas, who, empty) has no place in a Vortex file"
    checks.report("metadata that a Vortex file has no place for", [] if note in told else [told])


def check_names(checks: Checks):
    """Names that are empty, have dots or repeat come along; repeated ones with a number where that is how they are read."""
    numbers = pa.array([1, None])
    nested = pa.StructArray.from_arrays([numbers, numbers], names=["x.y", ""])
    rows = pa.Table.from_arrays([numbers, numbers, numbers, nested, numbers], names=["a", "a", "", "s.", "p.q"])
    wanted = ["a", "a_1", "", "s.", "p.q"]
    source = checks.folder / "names.parquet"
    pq.write_table(rows, source)
    for by in ("vortex", "arrow", "parquet", "ndjson"):
        middle, back = checks.folder / f"names_by.{by}", checks.folder / "names_back.parquet"
        for first, last in ((source, middle), (middle, back)):
            done = checks.run("convert", first, last, "--force", "--quiet", "--verify")
            checks.report(f"names to {last.name}", [done.stderr.decode()] if done.returncode else [])
        got = pq.read_table(back)
        fields = [field.name for field in got.schema.field("s.").type]
        checks.report(f"names by {by}", [] if (got.column_names, fields) == (wanted, ["x.y", ""]) else [f"{got.schema}"])
    for ending, options, told in (("parquet", [], "'e'"), ("ndjson", ["--select", "e as a, e as a"], "column a ")):
        empty = pa.Table.from_arrays([pa.array([{}], pa.struct([]))], names=["e"])
        with pa.ipc.new_file(checks.folder / "empty.arrow", empty.schema) as writer: writer.write_table(empty)
        done = checks.run("convert", checks.folder / "empty.arrow", checks.folder / f"none.{ending}", "--dry-run", *options)
        fine = done.returncode and told in done.stderr.decode()
        checks.report(f"what {ending} cannot hold", [] if fine else [f"{done.returncode} {done.stderr.decode()}"])


def check_damage(checks: Checks):
    """No damaged file may end in a signal, or in more than one line of error."""
    rng = random.Random(7)
    made = table("some", 300)
    whole = {}
    source = checks.folder / "whole"
    for name, how in (("snappy", {}), ("zstd", {"compression": "zstd", "data_page_version": "2.0"})):
        pq.write_table(made, source, **how)
        whole[name + ".parquet"] = source.read_bytes()
    # With little memory, its columns are read whole.
    pq.write_table(pa.table({f"c{i}": [rng.random() for _ in range(3000)] for i in range(120)}), source)
    whole["columns.parquet"] = source.read_bytes()
    for name, maker in (("file", pa.ipc.new_file), ("stream", pa.ipc.new_stream)):
        with maker(source, made.schema) as writer: writer.write_table(made)
        whole[name + ".arrow"] = source.read_bytes()
    for name, data in whole.items():
        broken = checks.folder / ("broken." + name)
        for step in range(60):
            bytes_ = bytearray(data)
            if step % 3 == 0:
                del bytes_[rng.randrange(len(bytes_)):]
            else:
                # Near the end lies the metadata.
                low = 0 if step % 3 == 1 else max(0, len(bytes_) - 20_000)
                for _ in range(1 + step % 4): bytes_[rng.randrange(low, len(bytes_))] ^= 1 << rng.randrange(8)
            broken.write_bytes(bytes_)
            kind = name.split(".")[1]
            little = ["--memory-limit", "70MiB"] if name == "columns.parquet" else []
            done = checks.run("scan", broken, "--from", kind, "--format", "ndjson", *little)
            said = done.stderr.decode(errors="replace")
            if done.returncode not in (0, 1) or (done.returncode == 1 and said.count("\n") != 1):
                keep = pathlib.Path(tempfile.gettempdir()) / f"gyre-broken-{step}-{name}"
                keep.write_bytes(bytes_)
                checks.report(f"damage {step} of {name}, kept as {keep}", [f"exit {done.returncode}: {said}"])


def check_plain_scan_loads_no_arrow(checks: Checks):
    """Only formats that need Arrow C++ may load it."""
    source, target = checks.folder / "in.csv", checks.folder / "out.vortex"
    source.write_text("a\n1\n")
    checks.report("csv", checks.convert(source, target))
    done = subprocess.run([checks.gyre, "scan", target, "--format", "csv"], capture_output=True, env={"LD_DEBUG": "files"})
    loaded = [line for line in done.stderr.decode().splitlines() if "libarrow" in line or "gyre_formats" in line]
    checks.report("a scan of Vortex", loaded or ([] if done.stdout == b"a\n1\n" else ["no rows"]))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--only", help="one of the checks, such as check_damage")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        checks = Checks(arguments.gyre, pathlib.Path(folder))
        for check in (check_types, check_arrow, check_layouts, check_pieces, check_open_pages, check_projection,
                      check_metadata, check_names, check_damage, check_plain_scan_loads_no_arrow):
            if arguments.only in (None, check.__name__): check(checks)
    print(f"{checks.failures} failures")
    return 1 if checks.failures else 0


if __name__ == "__main__":
    sys.exit(main())
