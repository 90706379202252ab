# SPDX-License-Identifier: Apache-2.0
"""damage.py TOOL FILE N [PROGRAM]: N times FILE, a program or JSON, is damaged, and TOOL must show it or say where it is
damaged. With a program FILE is a record of its run, that is checked: there may be differences, too."""
import os
import random
import re
import subprocess
import sys
import tempfile

tool, path, count, program = sys.argv[1], sys.argv[2], int(sys.argv[3]), (sys.argv + [None])[4]
with open(path, "rb") as f:
    whole = f.read()
begin = whole.find(b"hpcc-graph ") if whole[:4] == b"\x7fELF" else 0
end = whole.rfind(b"}\n") + 2
if begin < 0:  # compressed
    begin, end = 0, len(whole)
WORDS = [b"99999999999999999999", b"-1", b"2147483647", b"2147483648", b"1e999", b"null", b"true", b'""', b"[]", b"{}", b"[[[[", b'"\\u0000"',
         b'"\xff"', b"\x00", b"0.5", b'"id": 1, "id": 1', b"1" * 400, b"[" * 3000]


def cut(data, random):
    at = random.randrange(begin, end)
    return data[:at] if random.random() < 0.3 else data[:at] + data[min(len(data), at + random.randrange(1, 200)):]


def bytes_changed(data, random):
    data = bytearray(data)
    for _ in range(random.randrange(1, 6)):
        data[random.randrange(len(data)) if random.random() < 0.3 else random.randrange(begin, end)] = random.randrange(256)
    return bytes(data)


def value_changed(data, random):
    values = list(re.finditer(rb'(?<=[:\[,] )(?:-?\d+|"[^"]*"|true|null)', data[begin:end]))
    if not values:
        return bytes_changed(data, random)
    value, word = random.choice(values), random.choice(WORDS)
    at, behind = begin + value.start(), begin + value.end()
    if data[:4] == b"\x7fELF":  # of the same length, so that all behind it stays where it is
        word = word[:behind - at].ljust(behind - at)
    return data[:at] + word + data[behind:]


def name_changed(data, random):
    names = list(re.finditer(rb'"[a-z_-]+"(?=: )', data[begin:end]))
    if not names:
        return bytes_changed(data, random)
    name = random.choice(names)
    at = begin + name.start() + 1
    return data[:at] + bytes([random.choice(b"abcxyz_")]) + data[at + 1:]


def head_changed(data, random):
    data = bytearray(data)
    for _ in range(random.randrange(1, 4)):
        at = random.randrange(64) if random.random() < 0.5 else len(data) - random.randrange(1, min(len(data), 64 * 40))
        data[at] = random.randrange(256)
    return bytes(data)


EVALUATES = ["-Dn=64", "-DP=6"]
ways = [cut, bytes_changed, value_changed, name_changed, head_changed]
outcomes = {0: 0, 1: 0, 2: 0} if program else {0: 0, 2: 0}
with tempfile.TemporaryDirectory() as folder:
    victim = os.path.join(folder, "victim")
    for seed in range(count):
        chance = random.Random(seed)
        with open(victim, "wb") as f:
            f.write(chance.choice(ways)(whole, chance))
        output = chance.choice([[], ["--condensed"], ["--dot"], ["--json"], EVALUATES, [*EVALUATES, "--json"],
                                [*EVALUATES, "--matrix"]])
        command = [tool, "--check", victim, program] if program else [tool, *output, victim]
        run = subprocess.run(command, capture_output=True, timeout=60)
        message = run.stderr.decode(errors="replace")
        # A program that is given what was damaged may give up by itself: it says so before.
        last = message.splitlines()[-1] if program and message else message
        anything = output[:2] == EVALUATES and not program
        told = last.startswith("hpcc-graph: " if anything else
                               (f"hpcc-graph: {victim}", f"hpcc-graph: {program}")) and last.count("\n") <= 1
        if run.returncode not in outcomes or (run.returncode == 2) != told or (run.returncode != 2) != (not message):
            sys.exit(f"seed {seed}, {output}: status {run.returncode}: {message}")
        outcomes[run.returncode] += 1
print(f"{outcomes[2]} refused, {count - outcomes[2]} shown")
if outcomes[2] < count // 4 or not outcomes[0]:
    sys.exit("the damage is not of the right kind")
