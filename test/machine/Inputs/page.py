# SPDX-License-Identifier: Apache-2.0
"""page.py SOURCE TOOL FOLDER: docs/machine.md has each key of the format in its tables, with what `TOOL keys` says of it,
and each word; its example has each key; what it shows is what TOOL prints. The manual page has all commands."""
import json
import os
import re
import subprocess
import sys

source, tool, folder = sys.argv[1:4]
with open(f"{source}/docs/machine.md") as f:
    page = f.read()
with open(f"{source}/machine/machine_keys.c") as f:
    tables = f.read()
TITLES = {"the machine": "The machine", "a type": "A type", "the operation_ns of a type": "`operation_ns` of a type", "a cluster": "A cluster",
          "a host": "A host", "a cost function": "A cost function", "a link": "A link"}
wrong = []


def run(*arguments):
    return subprocess.run([tool, *arguments], capture_output=True, text=True, cwd=folder)


keys = json.loads(run("keys", "--json").stdout)
for section, rows in keys.items():
    chapter = re.search(rf"^### {re.escape(TITLES[section])}$(.*?)(?=^##|\Z)", page, re.M | re.S)
    lines = re.findall(r"^\| `.*$", chapter.group(1), re.M) if chapter else []
    wanted = [f"| `{r['key']}` | {r['value']} | {r['otherwise']} | {r['expects']} |" for r in rows]
    wrong += [f"{section}: this row is missing: {row}" for row in wanted if row not in lines]
    wrong += [f"{section}: this row is too many: {row}" for row in lines if row not in wanted]

for word in re.findall(r'^\s+\[MACHINE_\w+\] = "(.*)",', tables, re.M):
    if f"`{word}`" not in page:
        wrong.append(f"the word {word} is missing")

# The blocks that stand behind one another: a machine and what is shown, gaps; a wrong one and its errors.
blocks = re.findall(r"^```(json|text)\n(.*?)^```$", page, re.M | re.S)
if [kind for kind, _ in blocks] != ["json", "json", "text", "text", "json", "text"]:
    sys.exit("docs/machine.md: other blocks than this test knows")
smallest, example, shown, gaps, bad, errors = (text for _, text in blocks)
for name, text in ("smallest.json", smallest), ("machine.json", example), ("wrong.json", bad):
    with open(os.path.join(folder, name), "w") as f:
        f.write(text)
for command, expected in ((("show", "machine.json"), shown), (("check", "machine.json"), gaps), (("check", "wrong.json"), errors)):
    ran = run(*command)
    if ran.stdout + ran.stderr != expected:
        wrong.append(f"{command} prints:\n{ran.stdout}{ran.stderr}")
if run("check", "smallest.json").returncode != 0:
    wrong.append("the smallest file is none")


def used(value):
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from used(inner)


in_example = set(used(json.loads(example)))
for section, rows in keys.items():
    wrong += [f"the example has no {r['key']} of {section}" for r in rows if r["key"] not in in_example]

with open(f"{source}/docs/man/hpcc-machine.1") as f:
    manual = re.sub(r"\\f[BIRP]|\\", "", f.read())
for word in re.findall(r"^  (\S+)", run("--help").stdout, re.M):
    if not re.search(rf"^\.B[RI]? .*{re.escape(word)}", manual, re.M):
        wrong.append(f"docs/man/hpcc-machine.1: {word} is missing")

print("\n".join(wrong))
if sum(map(len, keys.values())) < 60:
    sys.exit("only few keys were found")
sys.exit(bool(wrong))
