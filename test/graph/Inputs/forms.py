# SPDX-License-Identifier: Apache-2.0
"""forms.py IN OUT: adds closed forms, derived by hand, to the graph of stencil.c, where it has none."""
import json
import sys


def minus(a, b):
    return ["+", a, ["*", -1, b]]


def inside(first, last, count):
    """What a process has of rows `first` to `last`, `count` of each."""
    lo, hi = "lo0", "hi0"
    rows = [(lo, hi, [minus(lo, first), minus(last, hi), minus(hi, lo)]),
            (first, hi, [minus(minus(first, 1), lo), minus(last, hi), minus(hi, first)]),
            (lo, last, [minus(lo, first), minus(minus(hi, 1), last), minus(last, lo)]),
            (first, last, [minus(minus(first, 1), lo), minus(minus(hi, 1), last), minus(last, first)])]
    return {"vars": ["lo0", "hi0", "n"],
            "pieces": [{"if": c, "eq": [], "value": ["*", count, ["+", b, 1, ["*", -1, a]]]} for a, b, c in rows]}


with open(sys.argv[1]) as f:
    program = json.load(f)
unit = program["units"][0]
inner = minus("n", 2)
for task in unit["tasks"]:
    whole = task["id"] == 1
    form = inside(0, minus("n", 1), "n") if whole else inside(1, inner, inner)
    task.setdefault("iterations", form)
    for row in task["work"]:
        row.setdefault("times", form)
        adds, muls = (3, 1) if task["id"] == 2 else (0, 0)
        loads = 4 if task["id"] == 2 else 0 if whole else 1
        row.setdefault("operations", {
            "fadd": adds, "fmul": muls, "fdiv": 0, "fsqrt": 0, "flibm": 0, "iops": 0, "calls": 0, "loads": loads,
            "load_bytes": 8 * loads, "stores": 1 + whole, "store_bytes": 8 * (1 + whole), "estimated": False})
elements = {"vars": ["n"], "pieces": [{"if": [minus(inner, 1)], "eq": [], "value": inner}]}
for event in unit["events"]:
    if event["pattern"] == "halo":
        event.setdefault("maps", [
            {"map": "[P] -> { [p] -> [1 + p] : 0 <= p <= -2 + P }", "exact": True, "pattern": "shift", "distance": [1],
             "elements": elements, "element_bytes": 8},
            {"map": "[P] -> { [p] -> [-1 + p] : 0 < p < P }", "exact": True, "pattern": "shift",
             "pairs": [{"if": [minus("p", 1), minus(minus("P", 1), "p")], "eq": [["+", "q", 1, ["*", -1, "p"]]]}], "elements": elements, "element_bytes": 8}])
with open(sys.argv[2], "w") as f:
    json.dump(program, f)
