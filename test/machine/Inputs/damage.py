# SPDX-License-Identifier: Apache-2.0
"""damage.py TOOL FILE N: N times FILE, a machine's description, is damaged, in its bytes or in what it says. TOOL must
name what is wrong, with line and key, or take the file; what it takes it must write such that it reads the same again."""
import copy
import json
import os
import random
import re
import subprocess
import sys
import tempfile

tool, path, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
with open(path, "rb") as f:
    whole = f.read()
machine = json.loads(whole)
BATCH = 125

WORDS = [b"99999999999999999999", b"-1", b"2147483648", b"1e999", b"-1e999", b"1e308", b"NaN", b"Infinity", b"null", b"true", b'""', b"[]",
         b"{}", b"[[[[", b'"\\u0000"', b'"\xff"', b"\x00", b"0.5", b'"name": 1, "name": 1', b"1" * 400, b"[" * 3000, b'{"clusters":[' * 700]
VALUES = [None, True, -1, 0, 0.5, -0.0, 1e308, 5e-324, 2**53, 2**63, 10**25, "", "x", "suns", "n[0-99999]", "n[1-", "a b", "\x1b[31m", "\u0085",
          "\U0001f5a5" * 90, [], {}, [1, [2]], {"name": "suns"}, [{"name": "sun01"}], "a" * 300]


def cut(data, chance):
    at = chance.randrange(len(data))
    return data[:at] if chance.random() < 0.3 else data[:at] + data[min(len(data), at + chance.randrange(1, 200)):]


def bytes_changed(data, chance):
    data = bytearray(data)
    for _ in range(chance.randrange(1, 6)):
        data[chance.randrange(len(data))] = chance.randrange(256)
    return bytes(data)


def word_changed(data, chance):
    value = chance.choice(list(re.finditer(rb'-?\d[\d.e]*|"[^"]*"', data)))
    return data[:value.start()] + chance.choice(WORDS) + data[value.end():]


def places(value):
    """Each (container, key) in it."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else []:
        yield value, key
        yield from places(inner)


def said_otherwise(_, chance):
    """What it says is changed: values, keys, whole parts that go somewhere else."""
    data = copy.deepcopy(machine)
    for _ in range(chance.randrange(1, 4)):
        every = list(places(data))
        if not every:
            break
        (where, key), (other, other_key) = chance.choice(every), chance.choice(every)
        way = chance.randrange(5)
        if way == 0:
            where[key] = copy.deepcopy(chance.choice(VALUES))
        elif way == 1:
            where[key] = copy.deepcopy(other[other_key])
        elif way == 2:
            del where[key]
        elif way == 3 and isinstance(where, dict):
            where[chance.choice(["name", "type", "hosts", "clusters", "cores", "speed", "no such key"])] = where.pop(key)
        elif isinstance(where, list):
            where.append(copy.deepcopy(where[key]))
    return json.dumps(data, indent=1, ensure_ascii=chance.random() < 0.5).encode()


def deep(_, chance):
    data = copy.deepcopy(machine)
    for k in range(chance.randrange(1, 60)):
        data = {"hpcc-machine": 1, "types": data.pop("types", []),
                "clusters": [{"name": f"level{k}", **{key: v for key, v in data.items() if key in ("hosts", "clusters", "latency_us")}}]}
    return json.dumps(data).encode()


WAYS = [cut, bytes_changed, word_changed, said_otherwise, said_otherwise, said_otherwise, deep]


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, timeout=120)


def fail(name, text):
    with open(name, "rb") as file:
        sys.stderr.write(file.read().decode(errors="replace")[:20000] + "\n")
    sys.exit(f"{name}: {text}")


def check_lines(name, errors):
    for error in errors:
        if not error.startswith(name) or re.search(r"[\x00-\x1f\x7f-\x9f]", error):
            fail(name, f"what is this? {error!r}")
        if not re.match(r":\d+: .*expected|: and \d+ more$", error[len(name):]):
            fail(name, f"no line, or nothing expected: {error!r}")


def check_batch(names):
    ran = run("check", "--json", *names)
    if ran.returncode not in (0, 1) or ran.stderr:
        for name in names:
            one = run("check", name)
            if one.returncode not in (0, 1):
                fail(name, f"status {one.returncode}: {one.stderr.decode(errors='replace')}")
        sys.exit(f"status {ran.returncode}: {ran.stderr.decode(errors='replace')}")
    told = json.loads(ran.stdout.decode(errors="replace"))
    for name, one in zip(names, told, strict=True):
        if one["file"] != name or ("hosts" in one) != (not one["errors"]):
            fail(name, f"{one}")
        check_lines(name, one["errors"])
    return [one["file"] for one in told if not one["errors"]]


def check_again(name):
    """What is written is read as the same, and is shown."""
    first = run("show", "--json", name)
    with open(name + ".again", "wb") as file:
        file.write(first.stdout)
    second = run("show", "--json", name + ".again")
    shown = run("show", name)
    if first.returncode or second.returncode or shown.returncode or first.stdout != second.stdout:
        fail(name, f"is not the same again: {second.stderr.decode(errors='replace')}")


good = 0
with tempfile.TemporaryDirectory() as folder:
    for begin in range(0, count, BATCH):
        names = []
        for seed in range(begin, min(count, begin + BATCH)):
            chance = random.Random(seed)
            names.append(os.path.join(folder, f"machine{seed}.json"))
            with open(names[-1], "wb") as file:
                file.write(chance.choice(WAYS)(whole, chance))
        taken = check_batch(names)
        good += len(taken)
        for name in taken[:6]:
            check_again(name)
print(f"{count - good} refused, {good} taken")
if good < count // 50 or good > count // 2:
    sys.exit("the damage is not of the right kind")
