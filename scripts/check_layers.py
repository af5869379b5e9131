#!/usr/bin/env python3
"""Checks every #include "..." in lib/ and kernels/ against lib/layers.txt.

Prints file:line of each that reaches where it may not, and then exits with 1.
An optional argument is the root of the tree to check.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"]+)"')
GENERATED = {"wire"}  # headers that flatc makes out of schema/

allowed = {}
for row in (root / "lib/layers.txt").read_text().splitlines():
    name, colon, uses = row.split("#")[0].partition(":")
    if colon:
        allowed[name.strip()] = set(uses.split()) - {"-"}
modules = set(allowed) | {"kernels"}
for name, uses in allowed.items():
    if "all" in uses:
        allowed[name] = uses = set(modules)
    for unknown in sorted(uses - modules):
        sys.exit(f"lib/layers.txt: {name} uses {unknown}, which is no module")
    uses.update(GENERATED, {name})
allowed["kernels"] = {"kernels"}

problems = []
sources = [*(root / "lib").glob("*/**/*"), *(root / "kernels").glob("**/*")]
for path in sorted(p for p in sources if p.suffix in {".hpp", ".cpp", ".cu", ".cuh", ".h"}):
    parts = path.relative_to(root).parts
    module = parts[1] if parts[0] == "lib" else "kernels"
    for number, line in enumerate(path.read_text().splitlines(), 1):
        found = INCLUDE.match(line)
        if not found:
            continue
        target, slash, _ = found[1].partition("/")
        where = f"{path.relative_to(root)}:{number}"
        if module not in allowed:
            problems.append(f"{where}: {module} is not in lib/layers.txt")
        elif not slash or target not in modules | GENERATED:
            problems.append(f'{where}: "{found[1]}" does not begin with a module\'s name')
        elif target not in allowed[module]:
            problems.append(f"{where}: {module} may not use {target}")
print("\n".join(problems) or f"{len(allowed)} modules keep to lib/layers.txt")
sys.exit(bool(problems))
