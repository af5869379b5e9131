#!/usr/bin/env python3
"""Holds `gyre inspect --verify full` against files that are sound: it must find no fault, and leave nothing out.

    verify_test.py --gyre PROGRAM --root FOLDER    the files that FOLDER/MANIFEST.json names
"""
import argparse
import json
import pathlib
import subprocess
import sys

LIMIT_S = 60


def complaint(gyre, path):
    """What the program says against a file, or nothing."""
    done = subprocess.run([gyre, "inspect", path, "--verify", "full", "--quiet"], capture_output=True, text=True,
                          timeout=LIMIT_S)
    return None if done.returncode == 0 else (done.stdout + done.stderr).strip() or f"exit status {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gyre", required=True)
    parser.add_argument("--root", required=True, type=pathlib.Path)
    options = parser.parse_args()
    files = [entry["file"] for entry in json.loads((options.root / "MANIFEST.json").read_text())]
    sound = 0
    for file in files:
        said = complaint(options.gyre, str(options.root / file))
        if said:
            print(f"FAIL {file}: {said}")
        else:
            sound += 1
    print(f"{sound} of {len(files)} files are sound")
    sys.exit(0 if files and sound == len(files) else 1)


if __name__ == "__main__":
    main()
