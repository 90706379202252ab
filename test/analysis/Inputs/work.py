# SPDX-License-Identifier: Apache-2.0
"""Compares what `-fdist-emit=graph` says of the work of tasks with what a source says in its comments.

    hpcc -fdist -fdist-emit=graph x.c | work.py x.c [least most]

A comment `// WORK 2 iterations: size(max(lo0, 1), min(hi0, n - 2))` says that the iterations of task 2 are that
function of the interval that a process owns along axis 0, and of the nest's parameters, which are named as in the
source. So do `// WORK 2 times 1:` of the first group of statements that is executed another number of times, and
`// WORK 2 bytes u:` of memory. `// WORK 2 each 0: 3 add, 1 multiply` is compared as text. Functions are compared at
values from `least` to `most`.
"""
import random
import re
import sys


def size(lo, hi):
    return max(0, hi - lo + 1)


def in_python(text):
    """isl's text of a function as a list of (value, condition)."""
    text = re.sub(r"hpcc_own\[(\d+)\]\.(lo|hi)", r"\2\1", text)
    text = re.sub(r"hpcc_par\[(\d+)\]", r"par\1", text)
    body = text[text.index("{") + 1:text.rindex("}")]
    pieces = []
    for piece in body.split(";"):
        value, _, condition = piece.partition(" : ")
        value = re.sub(r"floor\(\((.*?)\)/(\d+)\)", r"((\1)//\2)", value.replace("^", "**"))
        condition = re.sub(r"(?<![<>=!])=(?!=)", "==", condition or "True").replace("mod", "%")
        both = [re.sub(r"(\d)(lo|hi|par)", r"\1*\2", part) for part in (value, condition)]
        pieces.append(tuple(compile(part.strip(), part, "eval") for part in both))
    return pieces


def evaluate(pieces, names):
    found = [eval(value, names) for value, condition in pieces if eval(condition, names)]
    if len(found) > 1:
        sys.exit("pieces overlap")
    return found[0] if found else 0


def read_graph(lines):
    """[task][label]: what is said; [task]["names"]: of parameters."""
    tasks, label, group = {}, None, 0
    for line in lines:
        if match := re.match(r"task (\d+):", line):
            task = tasks.setdefault(int(match[1]), {"names": {}})
            group = -1
        elif match := re.match(r"  hpcc_par\[(\d+)\] = (?:\(long\))?\(?(\w+)\)?$", line):
            task["names"][match[2]] = int(match[1])
        elif line.startswith("  executes"):
            group += 1
        elif match := re.match(r"  touches (\w+)", line):
            label = match[1]
        elif match := re.match(r"    (iterations|times|bytes|each:?) (.*)", line):
            key = match[1].rstrip(":")
            key += {"times": f" {group}", "each": f" {group}", "bytes": f" {label}"}.get(key, "")
            task[key] = match[2]
    return tasks


def differs(said, expected, names, least, most):
    pieces, by = in_python(said), compile(expected, expected, "eval")
    for _ in range(3000):
        values = {f"{end}{k}": random.randint(least, most) for k in range(4) for end in ("lo", "hi")}
        values |= {f"par{k}": random.randint(least, most) for k in range(8)}
        values |= {"size": size}
        values |= {name: values[f"par{k}"] for name, k in names.items()}
        here, there = evaluate(pieces, dict(values)), eval(by, dict(values))
        if here != there:
            return f"{here}, not {there} at " + str({k: v for k, v in values.items() if isinstance(v, int)})
    return None


def main():
    random.seed(1)
    least, most = (int(text) for text in sys.argv[2:4]) if len(sys.argv) > 2 else (-3, 14)
    tasks, wrong, n = read_graph(sys.stdin), 0, 0
    with open(sys.argv[1], encoding="utf-8") as source:
        said = [re.search(r"// WORK (\d+) ([\w ]+): (.*)", line) for line in source]
    for match in filter(None, said):
        task, key, expected = int(match[1]), match[2], match[3]
        n += 1
        found = tasks.get(task, {}).get(key)
        if found is None:
            problem = "nothing is said"
        elif key.startswith("each"):
            problem = None if found == expected else f"'{found}'"
        else:
            problem = differs(found, expected, tasks[task]["names"], least, most)
        if problem:
            print(f"task {task}, {key}: {problem}")
            wrong += 1
    sys.exit(1 if wrong or not n else 0)


main()
