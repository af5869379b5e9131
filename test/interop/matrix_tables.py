"""Small tables of every type that the reference can hand over: one table for each type, one column for each pattern of nulls."""
import decimal
import random

import pyarrow as pa

ROWS = 5000

Case = tuple[str, int, pa.Table]  # name, minor of the first release that reads it, table


def integers(low: int, high: int):
    """Constants, rising, small, and full-range numbers, a stretch of each."""
    def value(rng: random.Random, row: int) -> int:
        kind = row * 4 // ROWS
        if kind == 0:
            return rng.randrange(low, high + 1)
        if kind == 1:
            return min(high, max(low, 3 * row % 120))
        return row % 7 if kind == 2 else 5
    return value


def floats(rng: random.Random, row: int) -> float:
    special = (0.0, -0.0, float("inf"), float("-inf"), float("nan"))
    kind = row * 3 // ROWS
    if kind == 0:
        return rng.choice(special) if row % 10 == 0 else rng.gauss(0, 100)
    return round(rng.uniform(-500, 500), 2) if kind == 1 else row * 0.5


def decimals(precision: int, scale: int):
    def value(rng: random.Random, row: int) -> decimal.Decimal:
        digits = precision if row % 3 == 0 else min(precision, 3)
        number = rng.randrange(-10**digits + 1, 10**digits)
        return decimal.Decimal(number).scaleb(-scale, decimal.Context(prec=80))
    return value


def texts(rng: random.Random, row: int) -> str:
    kind = row * 4 // ROWS
    if kind == 0:
        return rng.choice(("", "a", "żółw", "a word", "thirteen byte"))
    if kind == 1:
        return f"https://example.org/some/longer/path/{rng.randrange(10**6)}?query=ünïcode&page={row}"
    if kind == 2:
        return "".join(rng.choice("abcdefghij klmnop") for _ in range(rng.randrange(200)))
    return "always the same"


def moments(factor: int):
    def value(rng: random.Random, row: int) -> int:
        return (rng.randrange(-2_000_000_000, 2_000_000_000) if row % 2 else 86_400 * row) * factor
    return value


def lists(element, most: int = 4):
    return lambda rng, row: [element(rng, row) for _ in range(rng.randrange(most))]


def fixed_lists(element, size: int):
    return lambda rng, row: [element(rng, row) for _ in range(size)]


def structs(**fields):
    return lambda rng, row: {
name: value(rng, row) for name, value in fields.items()
}

def some_null(value):
    return lambda rng, row: None if rng.random() < 0.2 else value(rng, row)


def column(dtype: pa.DataType, value, pattern: str) -> pa.Array:
    rng = random.Random(f"{dtype} {pattern}")
    nulls = {"none": lambda row: False, "some": lambda row: rng.random() < 0.3, "runs": lambda row: row // 700 % 2 == 1,
             "all": lambda row: True}[pattern]
    return pa.array([None if nulls(row) else value(rng, row) for row in range(ROWS)], dtype)


def table(dtype: pa.DataType, value, patterns=("none", "some", "runs", "all")) -> pa.Table:
    columns = {pattern: column(dtype, value, pattern) for pattern in patterns}
    fields = [pa.field(pattern, dtype, nullable=pattern != "none") for pattern in patterns]
    return pa.table(list(columns.values()), schema=pa.schema(fields))


def scalar_cases() -> list[Case]:
    i32 = integers(-2**31, 2**31 - 1)
    cases: list[Case] = [("bool", 36, table(pa.bool_(), lambda rng, row: rng.random() < 0.3))]
    for bits in (8, 16, 32, 64):
        cases.append((f"i{bits}", 36, table(getattr(pa, f"int{bits}")(), integers(-2**(bits - 1), 2**(bits - 1) - 1))))
        cases.append((f"u{bits}", 36, table(getattr(pa, f"uint{bits}")(), integers(0, 2**bits - 1))))
    for bits in (16, 32, 64):
        cases.append((f"f{bits}", 36, table(getattr(pa, f"float{bits}")(), floats)))
    for precision, scale in ((2, 1), (4, 2), (5, 2), (9, 3), (18, 4), (19, 0), (38, 10)):
        cases.append((f"decimal({precision},{scale})", 36, table(pa.decimal128(precision, scale), decimals(precision, scale))))
    for precision, scale in ((39, 2), (76, 20)):
        cases.append((f"decimal({precision},{scale})", 50, table(pa.decimal256(precision, scale), decimals(precision, scale))))
    cases.append(("utf8", 36, table(pa.string(), texts)))
    cases.append(("binary", 36, table(pa.binary(), lambda rng, row: texts(rng, row).encode("utf-16"))))
    cases.append(("date32", 36, table(pa.date32(), lambda rng, row: rng.randrange(-10**5, 10**5))))
    cases.append(("date64", 36, table(pa.date64(), lambda rng, row: rng.randrange(-10**5, 10**5) * 86_400_000)))
    for unit, factor in (("s", 1), ("ms", 10**3), ("us", 10**6), ("ns", 10**9)):
        time = pa.time32 if factor <= 10**3 else pa.time64
        cases.append((f"time {unit}", 36, table(time(unit), lambda rng, row, n=factor: rng.randrange(86_400 * n))))
        cases.append((f"timestamp {unit}", 36, table(pa.timestamp(unit), moments(factor))))
    for zone in ("UTC", "America/New_York"):
        cases.append((f"timestamp {zone}", 36, table(pa.timestamp("us", zone), moments(10**6))))
    cases.append(("uuid", 85, table(pa.uuid(), lambda rng, row: rng.randbytes(16))))
    cases.append(("json", 85, table(pa.json_(), lambda rng, row: f'{{"row": {row}, "word": "{rng.randrange(9)}"}}')))
    cases.append(("one value", 36, pa.table({
        "constant": pa.array([7] * ROWS, pa.int32()), "text": ["one"] * ROWS,
        "or null": pa.array([None if row % 3 else 7 for row in range(ROWS)], pa.int32()),
        "half": pa.array([1.5] * ROWS, pa.float16()), "row": pa.array(range(ROWS), pa.int64()),
        "falling": pa.array([10 * (ROWS - row) for row in range(ROWS)], pa.int64()), "true": [True] * ROWS})))
    cases.append(("runs", 36, pa.table({
        "number": pa.array([row // 300 for row in range(ROWS)], pa.int64()),
        "text": [f"run {row // 300}" for row in range(ROWS)],
        "mostly": pa.array([i32(random.Random(row), 0) if row % 97 == 0 else 3 for row in range(ROWS)], pa.int32())})))
    return cases


def nested_cases() -> list[Case]:
    i32, i64 = integers(-2**31, 2**31 - 1), integers(-2**63, 2**63 - 1)
    plain = pa.struct([pa.field("a", pa.int32(), nullable=False), pa.field("b", pa.string())])
    plain_value = structs(a=i32, b=some_null(texts))
    deep = pa.struct([pa.field("x", plain, nullable=False), pa.field("l", pa.list_(pa.float64()))])
    deep_value = structs(x=plain_value, l=some_null(lists(floats)))
    maybe = pa.struct([pa.field("x", plain), pa.field("n", pa.int64())])
    maybe_value = structs(x=some_null(plain_value), n=some_null(i64))
    record = pa.struct([("day", pa.date32()), ("at", pa.timestamp("us")), ("cost", pa.decimal128(9, 2))])
    record_value = structs(day=some_null(lambda rng, row: rng.randrange(20_000)), at=moments(10**6), cost=decimals(9, 2))
    return [
        ("struct", 36, table(plain, plain_value, ("none",))),
        ("struct of struct", 36, table(deep, deep_value, ("none",))),
        ("nullable struct", 50, table(plain, plain_value)),
        ("nullable struct of nullable struct", 50, table(maybe, maybe_value)),
        ("struct of temporals", 50, table(record, record_value)),
        ("list of i32", 36, table(pa.list_(pa.int32()), lists(some_null(i32)))),
        ("list of text", 36, table(pa.list_(pa.string()), lists(texts))),
        ("list of list", 36, table(pa.list_(pa.list_(pa.int64())), lists(some_null(lists(i64))))),
        ("list of struct", 50, table(pa.list_(plain), lists(plain_value))),
        ("fixed-size list", 54, table(pa.list_(pa.float32(), 3), fixed_lists(floats, 3))),
        ("fixed-size list of text", 54, table(pa.list_(pa.string(), 2), fixed_lists(texts, 2), ("none", "some", "all"))),
        ("map", 84, table(pa.map_(pa.string(), pa.int32()),
                          lambda rng, row: [(f"key {i}", i32(rng, row)) for i in range(row % 4)])),
        ("no rows", 36, table(plain, plain_value, ("none",)).slice(0, 0)),
        ("no rows of nullable structs", 50, table(maybe, maybe_value, ("some",)).slice(0, 0)),
        ("null", 36, pa.table({"none": pa.nulls(ROWS), "number": pa.array(range(ROWS), pa.int16())})),
    ]


def all_cases() -> list[Case]:
    return scalar_cases() + nested_cases()
