#!/usr/bin/env python3
"""Rows that gyre writes, read by the snippet of README.md, and by protobuf's own classes where protoc and they are there.

    rows_python_test.py --gyre FILE [--protoc FILE]
"""
import argparse
import csv
import importlib
import importlib.util
import os
import pathlib
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def snippet():
    """The Python of README.md that reads a block."""
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    return next(block for block in blocks if ".index" in block)


def fields(message):
    """Numbers and values of a message's fields; varints as numbers, all else as bytes."""
    found, at = [], 0

    def varint():
        nonlocal at
        value, shift = 0, 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    while at < len(message):
        tag = varint()
        size = {0: None, 1: 8, 5: 4}[tag & 7] if tag & 7 != 2 else varint()
        if size is None:
            found.append((tag >> 3, varint()))
        else:
            found.append((tag >> 3, message[at:at + size]))
            at += size
    return found


def zigzag(value):
    return (value >> 1) ^ -(value & 1)


def check_plain(rows, expected):
    """Against the CSV: f1 is text, f2 a number or null."""
    for message, (name, number) in zip(rows, expected, strict=True):
        got = dict(fields(message))
        assert got[1].decode() == name, (got, name)
        assert (zigzag(got[2]) if 2 in got else None) == (int(number) if number else None), (got, number)


def check_protobuf(protoc, rows, expected):
    subprocess.run([protoc, "--python_out=.", "table.proto"], check=True)
    sys.path.insert(0, os.getcwd())
    row_class = importlib.import_module("table_pb2").Row
    for message, (name, number) in zip(rows, expected, strict=True):
        row = row_class.FromString(message)
        assert row.name == name and row.HasField("number") == bool(number) and row.number == int(number or 0)
    return row_class


def check_rows_of_protobuf(row_class, gyre):
    """The other way: what protobuf's classes write, gyre reads by the same .proto."""
    names = ["", "a", "\u00fc" * 300]
    with open("other.rows", "wb") as file:
        for i, name in enumerate(names):
            body = row_class(name=name, number=-i).SerializeToString()
            file.write(len(body).to_bytes(2, "little") + body)
    out = subprocess.run([gyre, "scan", "other.rows", "--schema", "table.proto", "--format", "csv"], check=True,
                         capture_output=True, text=True, encoding="utf-8").stdout
    assert list(csv.reader(out.splitlines()))[1:] == [[name, str(-i)] for i, name in enumerate(names)], out


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True, type=pathlib.Path)
    parser.add_argument("--protoc", default="")
    options = parser.parse_args()
    gyre = str(options.gyre.resolve())
    with tempfile.TemporaryDirectory(prefix="gyre-rows-") as folder:
        os.chdir(folder)
        expected = [(f"name {i}", str(i * 1_000_003 - 5) if i % 3 else "") for i in range(2500)]
        with open("table.csv", "w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("name", "number"), *expected])
        subprocess.run([gyre, "convert", "table.csv", "table.rows.gz", "--quiet"], check=True)

        scope = {}
        exec(snippet().replace("flights.rows.gz", "table.rows.gz"), scope)
        blocks = [list(scope["block"](k)) for k in range(len(scope["starts"]) - 1)]
        assert [len(block) for block in blocks] == [1000, 1000, 500]
        rows = [row for block in blocks for row in block]
        check_plain(rows, expected)
        print("README.md's snippet reads all rows")

        if not options.protoc or importlib.util.find_spec("google.protobuf") is None:
            print("no protoc, or no protobuf for Python: not compared")
            return
        check_rows_of_protobuf(check_protobuf(options.protoc, rows, expected), gyre)
        print("protobuf's classes and gyre read each other's rows")
        os.chdir("/")


if __name__ == "__main__":
    main()
