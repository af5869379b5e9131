#!/usr/bin/env python3
"""Runs command transcripts and compares what is printed.

    run_transcripts.py --bin FOLDER TRANSCRIPT...            runs them, prints what differs, exit 1 if anything does
    run_transcripts.py --bin FOLDER --update TRANSCRIPT...   writes what is printed into those that differ

A transcript is a text file:

    # a remark
    data: interop/v0.93.0/bools.vortex nycflights13    what of testdata/ (or below the folder beside the transcript) is copied
    $ gyre inspect bools.vortex                        a line for bash, run in a folder of its own with the data
    what goes to standard output
    ! what goes to standard error
    ? 2                                                the exit status, where it is not 0

Lines without a command before them that are neither are remarks, and so are empty lines at the end of an output. In an
expected line "[...]" stands for any text; a line of its own, for any lines.
"""
import argparse
import difflib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
TESTDATA = HERE.parent.parent / "testdata"
ANY = "[...]"
LIMIT_S = 60


def parse(text):
    """The folders and files wanted, and blocks: (line number of the command or None, command, expected lines)."""
    data, blocks, current = [], [], None
    for number, line in enumerate(text.split("\n"), 1):
        if line.startswith("$ "):
            current = (number, line[2:], [])
            blocks.append(current)
        elif line.startswith("data: ") and current is None:
            data += line[6:].split()
        elif line.startswith("# ") and (current is None or not current[2] or current[2][-1] == ""):
            continue
        elif current is not None:
            current[2].append(line)
    for _, _, lines in blocks:
        while lines and lines[-1] == "":
            lines.pop()
    return data, blocks


def line_matches(expected, got):
    if ANY not in expected:
        return expected == got
    return re.fullmatch(".*".join(re.escape(part) for part in expected.split(ANY)), got) is not None


def matches(expected, got):
    """Whether lines match; a line of ANY stands for any number of lines."""
    if not expected:
        return not got
    if expected[0] == ANY:
        return any(matches(expected[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and line_matches(expected[0], got[0]) and matches(expected[1:], got[1:])


def lines_of(output, prefix):
    text = output.decode("utf-8", "backslashreplace")
    lines = [prefix + line for line in text.split("\n")]
    if lines[-1] == prefix:
        lines.pop()
    elif text:
        lines[-1] += "\\"  # no line end at the end
    return lines


def run(command, folder, environment):
    done = subprocess.run(["bash", "-c", command], cwd=folder, env=environment, stdin=subprocess.DEVNULL,
                          capture_output=True, timeout=LIMIT_S)
    status = [] if done.returncode == 0 else [f"? {done.returncode}"]
    return lines_of(done.stdout, "") + lines_of(done.stderr, "! ") + status


def copy_data(names, to):
    for name in names:
        source = next((base / name for base in (HERE, TESTDATA) if (base / name).exists()), None)
        if source is None:
            sys.exit(f"run_transcripts.py: no {name} in testdata/ or test/cli/")
        (shutil.copytree if source.is_dir() else shutil.copy)(source, to / source.name)


def run_transcript(path, bin_folder, update):
    """How many commands print something else."""
    text = path.read_text(encoding="utf-8")
    data, blocks = parse(text)
    wrong = []
    with tempfile.TemporaryDirectory(prefix="gyre-transcript-") as temp:
        folder, home = pathlib.Path(temp) / "work", pathlib.Path(temp) / "home"
        folder.mkdir(), home.mkdir()
        copy_data(data, folder)
        kept = ("LD_LIBRARY_PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS", "TSAN_OPTIONS")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {"PATH": f"{bin_folder}:/usr/bin:/bin", "HOME": str(home), "TMPDIR": temp, "TZ": "UTC",
                        "LANG": "C.UTF-8", "COLUMNS": "100", "TERM": "xterm"}
        for number, command, expected in blocks:
            got = run(command, folder, environment)
            if not matches(expected, got):
                wrong.append((number, expected, got))
                if not update:
                    print(f"{path.name}:{number}: $ {command}")
                    print("\n".join(difflib.unified_diff(expected, got, "expected", "printed", lineterm="")))
    if update and wrong:
        lines = text.split("\n")
        for number, expected, got in reversed(wrong):
            lines[number:number + len(expected)] = got
        path.write_text("\n".join(lines), encoding="utf-8")
    print(f"{path.name}: {len(blocks) - len(wrong)} of {len(blocks)} commands print what they should")
    return len(wrong)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bin", required=True, type=pathlib.Path, help="the folder of the programs")
    parser.add_argument("--update", action="store_true", help="write what is printed into the transcripts")
    parser.add_argument("transcripts", nargs="+", type=pathlib.Path)
    options = parser.parse_args()
    if not (options.bin / "gyre").exists():
        sys.exit(f"run_transcripts.py: no gyre in {options.bin}")
    wrong = sum(run_transcript(path, options.bin.resolve(), options.update) for path in options.transcripts)
    sys.exit(1 if wrong and not options.update else 0)


if __name__ == "__main__":
    main()
