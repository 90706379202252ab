# SPDX-License-Identifier: Apache-2.0
"""spoil.py TOOL GRAPH.json: closed forms that are none are refused, and the place is said."""
import copy
import json
import subprocess
import sys

tool, path = sys.argv[1:3]
with open(path) as f:
    program = json.load(f)
failures = []
DEEP = 0
for _ in range(200):
    DEEP = ["+", DEEP]


def run(spoilt, *options):
    with open("spoilt.json", "w") as f:
        json.dump(spoilt, f)
    return subprocess.run([tool, *options, "spoilt.json"], capture_output=True, text=True, timeout=20)


def refused(place, words, value):
    """The value is put at a place of the first task's iterations."""
    spoilt = copy.deepcopy(program)
    task = spoilt["units"][0]["tasks"][1]
    at = task
    for key in place[:-1]:
        at = at[key]
    at[place[-1]] = value
    done = run(spoilt)
    if done.returncode != 2 or words not in done.stderr or "spoilt.json, unit 1: " not in done.stderr:
        failures.append(f"{place} = {str(value)[:40]}: status {done.returncode}: {done.stderr or done.stdout[:80]}")


PIECE = ["iterations", "pieces", 0]
refused(["iterations"], "tasks[1].iterations is no object", 3)
refused(["iterations"], "tasks[1].iterations has neither pieces nor been omitted", {})
refused(["iterations", "pieces"], "tasks[1].iterations.pieces is no array", {})
refused(PIECE, "tasks[1].iterations.pieces[0] is no object", [])
refused(PIECE, "tasks[1].iterations.pieces[0].value is missing", {})
refused(PIECE + ["value"], "value is no expression", None)
refused(PIECE + ["value"], "value is no expression", 0.5)
refused(PIECE + ["value"], "is nested too deeply", DEEP)
refused(PIECE + ["value"], "begins with no operation", ["^", "n", 2])
refused(PIECE + ["value"], "begins with no operation", [])
refused(PIECE + ["value"], "wrong number of operands", ["+"])
refused(PIECE + ["value"], "wrong number of operands", ["+"] + [1] * 5000)
refused(PIECE + ["value"], "wrong number of operands", ["floor", "n"])
refused(PIECE + ["value"], "divides by something else", ["floor", "n", 0])
refused(PIECE + ["value"], "divides by something else", ["/", "n", -2])
refused(PIECE + ["value"], "divides by something else", ["/", "n", "n"])
refused(PIECE + ["if"], "if is no array", "n")
refused(PIECE + ["if"], "if[0] is no expression", [None])
refused(PIECE + ["value"], "value[1][1].pieces is no array", ["+", ["*", {}]])
refused(PIECE + ["value"], "value.pieces[0] is no object", {"pieces": [3]})
refused(PIECE + ["value"], "value.pieces[0].value is no expression", {"pieces": [{}]})
refused(PIECE + ["value"], "value.pieces[0].if is no array", {"pieces": [{"if": 3, "value": 1}]})
refused(PIECE + ["value"], "value.pieces[0].eq[0] is no expression", {"pieces": [{"eq": [0.5], "value": 1}]})
refused(PIECE + ["value"], "wrong number of operands", ["sum", "i", 0, "n"])
refused(PIECE + ["value"], "value[1] is no string", ["sum", 1, 0, "n", "i"])
refused(PIECE + ["value"], "value[4] is no expression", ["sum", "i", 0, "n", None])
refused(["work", 0, "operations", "fadd"], "operations.fadd is no number", -1)
refused(["arrays", 0, "layout"], "layout.split is missing", {})
refused(["arrays", 0, "layout", "split", 0, "blocks"], "blocks[1] is no number", [3, -1])
refused(["arrays", 0, "layout", "split", 0, "sizes"], "sizes.pieces is no array", {})

# What is well formed, and cannot be evaluated.
for value, words in ((["*"] + ["n"] * 30, "numbers become too large"), (["/", "n", 7], "numbers become too large"),
                     ("zzz", "'zzz' has no value"),
                     (["sum", "i", 0, ["*", "n", "n", "n"], "i"], "a sum has too many terms"),
                     (["+", ["sum", "i", 0, 2, "i"], "i"], "'i' has no value")):
    spoilt = copy.deepcopy(program)
    for piece in spoilt["units"][0]["tasks"][1]["iterations"]["pieces"]:
        piece["value"] = value
    done = run(spoilt, "-Dn=1000", "-DP=2")
    if done.returncode != 2 or words not in done.stderr:
        failures.append(f"{str(value)[:40]}: status {done.returncode}: {done.stderr}")
print(*failures, sep="\n")
sys.exit(bool(failures))
