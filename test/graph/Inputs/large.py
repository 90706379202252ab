# SPDX-License-Identifier: Apache-2.0
"""large.py NODES FUNCTIONS OUT: a program's graph of so many nodes, evenly in so many functions, with closed forms."""
import json
import sys

nodes, functions = int(sys.argv[1]), int(sys.argv[2])
form = {"vars": ["lo0", "hi0", "n"], "pieces": [{"if": [["+", "hi0", ["*", -1, "lo0"]]], "value": ["*", "n", ["+", "hi0", 1, ["*", -1, "lo0"]]]}]}
array = {"name": "u", "arg": 0, "element_bytes": 8, "rank": 2, "reads": True, "writes": True, "home": True,
         "extents": ["n", "n"], "layout": {"split": [{"dim": 0, "extent": "n"}]}}
tasks, events, made, line = [], [], [], 1
number = 0


def new(kind, **more):
    global number, line
    number += 1
    line += 1
    return {"id": number, "kind": kind, "file": 0, "line": line, **more}


for f in range(functions):
    body, here = [], 1
    while here < nodes // functions - 1:
        inner = []
        for _ in range(8):
            t = len(tasks) + 1
            send, run = new("communication", task=t, events=[f"{t}.0"]), new("task", task=t, text="for (int i = 0; i < n; i++)")
            inner += [send, run]
            events.append({"id": f"{t}.0", "node": send["id"], "task": t, "file": 0, "line": line, "array": "u", "arg": 0,
                           "pattern": "halo", "dim": 0, "below": 1, "above": 0, "element_bytes": 8, "text": "1 row from below of 'u'",
                           "maps": [{"map": "", "exact": True, "pattern": "shift", "distance": [1], "element_bytes": 8,
                                     "elements": {"vars": ["n"], "pieces": [{"value": "n"}]}}]})
            tasks.append({"id": t, "kind": "split", "file": 0, "line": line, "processes": "[P] -> { [p] : 0 <= p < P }",
                          "parameters": [{"name": "n", "number": 0, "text": "n"}], "function": f"f{f}", "node": run["id"],
                          "axes": [{"lo": "lo0", "hi": "hi0", "array": "u", "dim": 0}], "arrays": [array], "iterations": form,
                          "work": [{"loops": ["i"], "times": form, "operations": {"fadd": 4, "fmul": 1, "load_bytes": 40, "store_bytes": 8},
                                    "statements": [{"file": 0, "line": line, "text": "u[i][j] = f(u[i - 1][j])"}]}]})
        loop = new("loop", text="for (int t = 0; t < steps; t++)", body=inner)
        body.append(loop)
        here += 17
    made.append({"name": f"f{f}" if f else "main", "main": not f, "file": 0, "line": 1, "nodes": body})
unit = {"hpcc-graph": 1, "hpcc": "0", "unit": "large.c", "functions": made, "tasks": tasks, "events": events,
        "cycle": None, "files": ["large.c"]}
with open(sys.argv[3], "w") as out:
    json.dump(unit, out)
print(number, "nodes")
