"""Sends rows of large texts through gyre and looks at the memory that it takes: no more than --memory-limit allows.

    memory_limit_test.py --gyre build/release/bin/gyre
"""
import argparse
import pathlib
import random
import string
import subprocess
import sys
import tempfile
import threading
import time

ROWS = 300
TEXT_BYTES = 1 << 20
LIMIT_MIB = 100
PARTITIONS = 900
SMALL_ROWS = 400_000
LEAST_LIMIT_MIB = 70


class Peak:
    """The most anonymous memory of a process, as it is seen every few milliseconds."""

    def __init__(self, process: subprocess.Popen):
        self.mebibytes = 0.0
        self.thread = threading.Thread(target=self.watch, args=(process,))
        self.thread.start()

    def watch(self, process: subprocess.Popen) -> None:
        while process.poll() is None:
            try:
                lines = pathlib.Path(f"/proc/{process.pid}/status").read_text().splitlines()
            except OSError:
                break
            for line in lines:
                if line.startswith("RssAnon:"):
                    self.mebibytes = max(self.mebibytes, int(line.split()[1]) / 1024)
            time.sleep(0.004)

    def wait(self) -> float:
        self.thread.join()
        return self.mebibytes


def text(row: int, letters: str) -> str:
    return f"{row:08}" + letters[row % 1000:row % 1000 + TEXT_BYTES]


def run(command: list[str], feed=None) -> float:
    process = subprocess.Popen(command, stdin=subprocess.PIPE if feed else None, text=True)
    peak = Peak(process)
    if feed:
        feed(process.stdin)
        process.stdin.close()
    status = process.wait()
    if status != 0:
        sys.exit(f"{' '.join(command)}: exit {status}")
    return peak.wait()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--gyre", required=True)
    gyre = parser.parse_args().gyre
    letters = "".join(random.Random(7).choices(string.ascii_letters, k=TEXT_BYTES + 1000))

    def feed(stdin) -> None:
        stdin.write("id,text\n")
        for row in range(ROWS):
            stdin.write(f"{row},{text(row, letters)}\n")

    def feed_parts(stdin) -> None:
        stdin.write("part,a,b,c,text\n")
        for row in range(SMALL_ROWS):
            stdin.write(f"{row % PARTITIONS},{row},{row * 7919 % 1000},{row / 8},a text of row {row}\n")

    with tempfile.TemporaryDirectory() as folder:
        vortex, parquet, ndjson = (f"{folder}/t.{kind}" for kind in ("vortex", "parquet", "ndjson"))
        convert = [gyre, "convert", "--quiet", "--threads", "2", "--memory-limit", f"{LIMIT_MIB}MiB"]
        peaks = {"a pipe of CSV to Vortex": run(convert + ["--from", "csv", "-", vortex], feed),
                 "Vortex to NDJSON": run(convert + [vortex, ndjson]),
                 "Vortex to Parquet": run(convert + [vortex, parquet]),
                 "Parquet to Vortex": run(convert + ["--force", parquet, vortex])}
        partition = [gyre, "convert", "--quiet", "--threads", "2", "--memory-limit", f"{LEAST_LIMIT_MIB}MiB", "--from", "csv", "-",
                     "--partition-by", "part"]
        partition_peaks = {f"many partitions of {kind}": run(partition + [f"{folder}/{kind}/", "--to", kind], feed_parts)
                           for kind in ("vortex", "parquet")}
        with open(ndjson) as lines:
            for row, line in enumerate(lines):
                if line != f'{{"id":{row},"text":"{text(row, letters)}"}}\n':
                    sys.exit(f"row {row} came back as {line[:60]}…")
        if row + 1 != ROWS:
            sys.exit(f"{row + 1} rows came back, expected {ROWS}")
    for limit, measured in ((LIMIT_MIB, peaks), (LEAST_LIMIT_MIB, partition_peaks)):
        for what, peak in measured.items():
            print(f"{what}: {peak:.0f} MiB")
        if max(measured.values()) > limit:
            sys.exit(f"more than {limit} MiB of memory were taken")


if __name__ == "__main__":
    main()
