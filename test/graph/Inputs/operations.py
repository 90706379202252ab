# SPDX-License-Identifier: Apache-2.0
"""operations.py HPCC TOOL CLANG SOURCE MOST [-D...] -- ARGUMENTS: what the task graph says that the loops of a program
do, floating-point operations and memory operands by kind, is what its sequential run does, counted in LLVM's code
(instrumented.py), but for MOST per cent. Loads are those of a statement that loads each element once: as many as LLVM
has for each mention of an element, or for each element in a block, or between."""
import collections
import json
import os
import subprocess
import sys
import tempfile

import instrumented

hpcc, tool, clang, source, most = sys.argv[1:6]
at = sys.argv.index("--")
flags, arguments, most = sys.argv[6:at], sys.argv[at + 1:], float(most)


def value(e, names):
    if isinstance(e, (int, float)):
        return e
    if isinstance(e, str):
        return names[e]
    parts = [value(x, names) for x in e[1:]]
    if e[0] == "+":
        return sum(parts)
    if e[0] == "*":
        product = 1
        for part in parts:
            product *= part
        return product
    return parts[0] // parts[1] if e[0] == "floor" else parts[0] / parts[1]


def closed_form(form, names):
    for piece in form["pieces"]:
        if all(value(e, names) >= 0 for e in piece.get("if", [])) and all(value(e, names) == 0 for e in piece.get("eq", [])):
            return value(piece["value"], names)
    return 0


def everything(task):
    """The intervals of one process that owns all."""
    return {name: end for axis in task.get("axes", []) for name, end in ((axis["lo"], 0), (axis["hi"], 1 << 20))}


with tempfile.TemporaryDirectory() as folder:
    program = os.path.join(folder, "program")
    subprocess.run([hpcc, "-fdist", "-fdist-graph=full", "-w", "-O1", *flags, source, "-lm", "-o", program], check=True)
    graph = json.loads(subprocess.run([tool, "--json", program], check=True, capture_output=True).stdout)
    run = json.loads(subprocess.run([tool, "--procs", "1", "--json", program, "--", *arguments], check=True,
                                    capture_output=True, cwd=folder).stdout)
    done = instrumented.counts(clang, source, flags, arguments, folder)
    least = instrumented.counts(clang, source, flags, arguments, folder, once=True)

runs = {e["id"]: sum(n for n, _ in e["runs"]) for e in run["events"] if e["for"] == "nest"}
bad, compared = [], 0
for task in graph["units"][0]["tasks"]:
    if not runs.get(task["id"]):
        continue
    said = collections.Counter()
    for row in task["work"]:
        form = row.get("times") or task["iterations"]
        times = closed_form(form, everything(task)) * runs[task["id"]]
        for kind, n in row.get("operations", {}).items():
            if kind in instrumented.KINDS:
                said[kind] += n * times
    lines = set(range(task["line"], task["last_line"] + 1))
    lines |= {s["line"] for row in task["work"] for s in row["statements"]}
    counted, once = collections.Counter(), collections.Counter()
    for line in lines:
        counted.update(done.get(line, {}))
        once.update(least.get(line, {}))
    for kind in instrumented.KINDS:
        a, b = said[kind], counted[kind]
        low = once[kind] if kind.startswith("load") else b
        compared += 1
        if not low * (1 - most / 100) <= a <= b * (1 + most / 100):
            bad.append(f"task {task['id']}, line {task['line']}: {kind}: {a:g} by the graph, {b:g} executed")
print(f"{compared} numbers compared")
print(*bad, sep="\n")
sys.exit(bool(bad) or not compared)
