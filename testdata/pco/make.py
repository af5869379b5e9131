"""Writes the pco vectors of this folder: python3 make.py, with the packages pcodec 1.1.0 and numpy."""
import struct
from pathlib import Path

import numpy as np
from pcodec import ChunkConfig, DeltaSpec, ModeSpec, PagingSpec
from pcodec.wrapped import FileCompressor

PTYPES = "u16 u32 u64 i16 i32 i64 f16 f32 f64".split()
NUMBERS = dict(zip(PTYPES, (1, 2, 3, 5, 6, 7, 8, 9, 10)))
random = np.random.default_rng(20)


def block(data):
    return struct.pack("<I", len(data)) + bytes(data)


def write(name, chunks, mode=ModeSpec.classic(), delta=DeltaSpec.no_op(), pages=300, level=8):
    """`chunks` are arrays; pages hold at most `pages` values, or exactly as a list says."""
    paging = (PagingSpec.exact_page_sizes(pages) if isinstance(pages, list)
              else PagingSpec.equal_pages_up_to(pages))
    config = ChunkConfig(compression_level=level, mode_spec=mode, delta_spec=delta,
                         paging_spec=paging)
    file = FileCompressor()
    kind = chunks[0].dtype
    out = struct.pack("<I", NUMBERS[kind.kind + str(8 * kind.itemsize)])
    out += block(file.write_header()) + struct.pack("<I", len(chunks))
    for values in chunks:
        chunk = file.chunk_compressor(values, config)
        counts = chunk.n_per_page()
        out += block(chunk.write_meta()) + struct.pack("<I", len(counts))
        for index, count in enumerate(counts):
            out += struct.pack("<I", count) + block(chunk.write_page(index))
    out += b"".join(values.tobytes() for values in chunks)
    Path(__file__).with_name(name + ".bin").write_bytes(out)


def skewed(kind, rows):
    """Numbers of several sizes, of both signs where there are any."""
    wide = random.integers(0, 2**63, rows, dtype="u8") >> random.integers(30, 62, rows, dtype="u8")
    if kind[0] == "f":
        return (random.normal(size=rows) * 10.0 ** random.integers(-2, 3, rows)).astype(kind)
    return (wide * (random.integers(0, 2, rows) * 2 - 1).astype("u8")).astype(kind)


for ptype in PTYPES:
    kind = np.dtype(f"<{ptype[0]}{int(ptype[1:]) // 8}")
    write(f"classic_{ptype}", [skewed(ptype[0] + str(kind.itemsize), rows) for rows in (700, 257)])
write("constant_i32", [np.full(600, -7, "<i4")])
write("one_value_u16", [np.array([9], "<u2")])
write("all_bits_u64", [random.integers(0, 2**64 - 1, 600, dtype="u8")])
write("special_f32", [np.array([0.0, -0.0, np.inf, -np.inf, np.nan, 1e-45, -1e-45, 3.4e38] * 40, "<f4")])
write("level_0_i64", [skewed("i8", 300)], level=0)

steps = np.cumsum(random.integers(0, 50, 700))
smooth = np.cumsum(np.cumsum(random.integers(-3, 4, 700)))
for order in (1, 2, 7):
    write(f"consecutive_{order}_i64", [smooth.astype("<i8")], delta=DeltaSpec.try_consecutive(order))
write("consecutive_1_u16", [steps.astype("<u2")], delta=DeltaSpec.try_consecutive(1))
write("consecutive_2_f32", [(smooth / 8).astype("<f4")], delta=DeltaSpec.try_consecutive(2))
write("consecutive_7_short_pages_i32", [smooth[:300].astype("<i4")],
      delta=DeltaSpec.try_consecutive(7), pages=[1, 6, 7, 8, 278])
repeats = np.concatenate([random.integers(0, 2**31, 40)[np.arange(150) % 40] for _ in range(5)])
for ptype in ("u16", "i32", "u64"):
    kind = np.dtype(f"<{ptype[0]}{int(ptype[1:]) // 8}")
    write(f"lookback_{ptype}", [repeats.astype(kind)], delta=DeltaSpec.try_lookback())
waves = (1000 * np.sin(np.arange(700) / 9) + 400 * np.sin(np.arange(700) / 4)
         + random.integers(0, 9, 700) + 2000)
for order, ptype in ((1, "u16"), (4, "i16"), (6, "i32"), (12, "u32")):
    kind = np.dtype(f"<{ptype[0]}{int(ptype[1:]) // 8}")
    write(f"conv1_{order}_{ptype}", [waves.astype(kind)], delta=DeltaSpec.try_conv1(order))

for ptype in ("u16", "i32", "i64"):
    kind = np.dtype(f"<{ptype[0]}{int(ptype[1:]) // 8}")
    write(f"int_mult_{ptype}", [(random.integers(-150, 300, 700) * 97 + random.integers(0, 3, 700)).astype(kind)],
          mode=ModeSpec.try_int_mult(97))
write("int_mult_consecutive_i64", [(steps * 1000 + random.integers(0, 3, 700)).astype("<i8")],
      mode=ModeSpec.try_int_mult(1000), delta=DeltaSpec.try_consecutive(1))
for ptype, base, most in (("f16", 0.1, 900), ("f32", 0.1, 2**20), ("f64", 0.01, 2**40)):
    kind = f"<f{int(ptype[1:]) // 8}"
    tenths = (random.integers(-most, most, 700) * np.array(base, kind).astype("f8")).astype(kind)
    tenths[::50] = random.normal(size=14).astype(kind) * np.array(1000, kind)
    write(f"float_mult_{ptype}", [tenths], mode=ModeSpec.try_float_mult(base))
for ptype, low in (("f16", 4), ("f32", 16), ("f64", 29)):
    kind = np.dtype(f"<f{int(ptype[1:]) // 8}")
    word = f"<u{kind.itemsize}"
    coarse = random.normal(size=700).astype(kind).view(word)
    coarse = (coarse >> coarse.dtype.type(low)) << coarse.dtype.type(low)
    coarse[::40] |= coarse.dtype.type(3)
    write(f"float_quant_{ptype}", [coarse.view(kind)], mode=ModeSpec.try_float_quant(low))
few = random.integers(0, 2**31, 20)[random.integers(0, 20, 700)]
for ptype in ("u16", "i64", "f32"):
    kind = np.dtype(f"<{ptype[0]}{int(ptype[1:]) // 8}")
    write(f"dictionary_{ptype}", [few.astype(kind)], mode=ModeSpec.try_dict())
