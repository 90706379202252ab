# SPDX-License-Identifier: Apache-2.0
"""forms.py TOOL PROGRAM FIRST LAST NAMES P... [sizes=ARRAY]: closed forms of the graph against what the tool makes of
them, and against predicted runs.

NAMES are parameters, `n=FIRST` for example; the same numbers are the program's arguments. For each P, and each value from
FIRST to LAST (of all names), iterations and bytes of each pair are evaluated here, by `TOOL -D`, and counted by
`TOOL --procs P`: the cycle's first step against all events in it, later ones against `TOOL --matrix -D`, which counts
what the cycle never sets each time: where blocks of one index are at an edge that is not compared, and nothing
where forms say that more may be sent. With `sizes=ARRAY` the array, whose dimension 0 has as many indices, has blocks
of random sizes, some of which are 0."""
import json
import random
import subprocess
import sys
from fractions import Fraction

tool, program, first, last = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
names, counts = sys.argv[5].split(","), [int(word) for word in sys.argv[6:] if word.isdigit()]
uneven = next((word[len("sizes="):] for word in sys.argv[6:] if word.startswith("sizes=")), None)
sizes = {}  # of the blocks of `uneven`, now
failures = []


def tell(*words):
    run = subprocess.run([tool, *map(str, words)], capture_output=True, text=True, timeout=100)
    if run.returncode or run.stderr:
        sys.exit(f"{words}: status {run.returncode}: {run.stderr}")
    return run.stdout


# ---- closed forms -----------------------------------------------------------------------------

def expression(e, env):
    if isinstance(e, int):
        return Fraction(e)
    if isinstance(e, str):
        return Fraction(env[e])
    if isinstance(e, dict):
        return Fraction(evaluate(e, env))
    if e[0] == "sum":
        first, last = int(expression(e[2], env)), int(expression(e[3], env))
        return sum((expression(e[4], env | {e[1]: i}) for i in range(first, last + 1)), Fraction(0))
    values = [expression(part, env) for part in e[1:]]
    if e[0] == "+":
        return sum(values)
    if e[0] == "floor":
        return Fraction(values[0] // values[1])
    if e[0] == "/":
        return values[0] / values[1]
    product = Fraction(1)
    for value in values:
        product *= value
    return product


def evaluate(form, env):
    found = [expression(piece["value"], env) for piece in form["pieces"]
             if all(expression(e, env) >= 0 for e in piece.get("if", []))
             and all(expression(e, env) == 0 for e in piece.get("eq", []))]
    if len(found) > 1:
        failures.append(f"pieces overlap at {env}")
    value = found[0] if found else Fraction(0)
    if value.denominator != 1:
        failures.append(f"{value} is no integer at {env}")
    return int(value)


# ---- who owns what ----------------------------------------------------------------------------

def balance(total, n):
    if n == 1:
        return [total]
    best = None
    for f in range(1, total + 1):
        if total % f == 0:
            rest = balance(total // f, n - 1)
            if f >= rest[0] and (best is None or f + sum(rest) < sum(best)):
                best = [f, *rest]
    return best


def layout_of(graph, task, name):
    for rows in [task["arrays"], *(other["arrays"] for other in graph["tasks"] if "arrays" in other)]:
        for row in rows:
            if row["name"] == name and "layout" in row:
                return row["layout"]
    return None


def intervals(layout, dim, procs, env):
    """Of each process along dimension `dim` of the array: (lo, hi)."""
    splits = layout["split"]
    fixed = [int(expression(e, env)) for e in layout.get("grid", [0] * len(splits))]
    left, grid = procs, fixed[:]
    for extent in fixed:
        left //= extent or 1
    free = iter(balance(left, fixed.count(0)) if 0 in fixed else [])
    grid = [extent or next(free) for extent in fixed]
    k = [split.get("dim") for split in splits].index(dim)
    split, inside = splits[k], 1
    for extent in grid:
        inside *= extent
    n = int(expression(split["extent"], env))
    block = int(expression(split["block"], env)) if "block" in split else max(-(-n // grid[k]), 1)
    ends, owned = [min(c * block, n) for c in range(grid[k] + 1)], []
    given = sizes.get(layout["of"], sizes.get("*", split.get("blocks")))
    if given:
        ends = [sum(given[:c]) for c in range(grid[k] + 1)]
    for process in range(procs):
        c = process
        for extent in grid[:k:-1]:
            c //= extent
        c %= grid[k]
        lo, hi = ends[c], ends[c + 1] - 1
        coef, offset = split.get("coef", 1), int(expression(split.get("offset", 0), env))
        own = [i for i in range(-abs(n) - abs(offset), 2 * n + abs(offset) + 1) if lo <= coef * i + offset <= hi and i >= 0]
        lo, hi = (own[0], own[-1]) if own else (0, -1)
        owned.append((lo, hi) if process < inside else (0, -1))
    return owned


def environments(graph, task, procs, env):
    """Of each process: what its intervals and the task's parameters are."""
    known = dict(env)
    for parameter in task.get("parameters", []):
        if parameter["text"] in env:
            known[parameter["name"]] = env[parameter["text"]]
    all_ = [dict(known) for _ in range(procs)]
    for axis in task.get("axes", []):
        layout = layout_of(graph, task, axis["array"])
        for own, (lo, hi) in zip(all_, intervals(layout, axis["dim"], procs, env)):
            own |= {axis["lo"]: lo, axis["hi"]: hi}
    return all_


def pairs_of(event, task, own):
    element, pairs = event["element_bytes"], {}
    for to, mine in enumerate(own):
        for sender, theirs in enumerate(own):
            env = dict(mine)
            for axis in task.get("axes", []):
                env |= {"p" + axis["lo"]: theirs[axis["lo"]], "p" + axis["hi"]: theirs[axis["hi"]]}
            n = evaluate(event["gets"], env) if sender != to else 0
            if n:
                pairs[sender, to] = n * element
    return pairs


# ---- comparisons ------------------------------------------------------------------------------

def same(what, here, there):
    if here != there:
        failures.append(f"{what}: {here}, not {there}")


def add(pairs, more):
    for pair, n in more.items():
        pairs[pair] = pairs.get(pair, 0) + n


def random_sizes(procs, n):
    ends = sorted(random.Random(procs * 1000 + n).choices(range(n + 1), k=procs - 1))
    return [b - a for a, b in zip([0, *ends], [*ends, n])]


def compare(graph, procs, value):
    env = {name: value for name in names} | {"P": procs}
    words, layout = [f"-D{name}={value}" for name in names] + [f"-DP={procs}"], []
    if uneven:
        sizes[uneven] = random_sizes(procs, value)
        layout = ["--layout", f"{uneven}=gen_block({','.join(map(str, sizes[uneven]))})"]
        words += layout
    told = json.loads(tell("--json", *words, program))
    steady = {(int(row[0]), int(row[1])): (int(row[2]), int(row[3])) for row in
              (line.split(",") for line in tell("--matrix", *words, program).splitlines()[1:] if line[0] != "#")}
    record = json.loads(tell("--procs", procs, *layout, "--json", program, "--", *[value] * len(names)))
    tasks, events = {t["id"]: t for t in told["tasks"]}, {e["id"]: e for e in told["events"]}
    executed, sent, at_first, first_step = {}, {}, {}, {}
    narrow, exact, phases = False, True, {phase["node"] for phase in program_graph["cycle"]["phases"]}
    for event in record["events"]:
        if event["for"] == "nest":
            nest = event["id"]
            runs = sum(row[0] for row in event["runs"])
            executed[nest] = (runs, {p: sum(r[1] + r[2] for r in event.get("iterations", []) if r[0] == p) for p in range(procs)})
            for row in event.get("messages", []):
                if row[-1] == 1:
                    add(at_first, {(row[0], row[1]): row[3]})
                if row[-1] == 3:
                    sent.setdefault((row[0], row[1]), [0, 0])
                    sent[row[0], row[1]][0] += row[2]
                    sent[row[0], row[1]][1] += row[3]
    for task in graph["tasks"]:
        if task.get("version") or not task.get("iterations"):
            continue
        own, where = environments(graph, task, procs, env), f"{program}, P={procs}, {value}, task {task['id']}"
        here = [evaluate(task["iterations"], each) for each in own]
        same(f"{where}, iterations", tasks[task["id"]]["iterations"], here)
        n = [sum(evaluate(row["times"], each) * len(row["statements"]) for row in task["work"]) for each in own]
        if task["id"] in executed:
            runs, counted = executed[task["id"]]
            same(f"{where}, statements of {runs} runs", [runs * k for k in n], list(counted.values()))
    for event in graph["events"]:
        if event.get("gets"):
            task = next(t for t in graph["tasks"] if t["id"] == event["task"])
            exact &= not event["gets"].get("estimated")
            own = environments(graph, task, procs, env)
            here = pairs_of(event, task, own)
            narrow |= any(each[axis["lo"]] == each[axis["hi"]] for each in own for axis in task["axes"])
            if event["node"] in phases:
                add(first_step, here)
            there = {(a, b): n for a, b, n in events[event["id"]]["pairs"]}
            same(f"{program}, P={procs}, {value}, event {event['id']}", there, here)
    if "cycle" not in record:
        return
    steps = record["cycle"]["steps"] - 2
    if exact:
        same(f"{program}, P={procs}, {value}, the first step", first_step, at_first)
    if steps > 0 and exact and not narrow:
        same(f"{program}, P={procs}, {value}, a step", {pair: [steps * n for n in row] for pair, row in steady.items()}, sent)


program_graph = json.loads(tell("--json", program))
graph = program_graph["units"][0]
for procs in counts:
    for value in range(first, last + 1):
        compare(graph, procs, value)
print(*failures[:20], sep="\n")
sys.exit(bool(failures))
