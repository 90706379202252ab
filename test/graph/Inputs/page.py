# SPDX-License-Identifier: Apache-2.0
"""page.py PAGE HPCC TOOL SOURCE MAN: the page's example prints what the page shows; its tables have each name that the
JSON has, and its manual page each option."""
import os
import re
import subprocess
import sys
import tempfile

page, hpcc, tool, source, man = sys.argv[1:6]
with open(page) as f:
    text = f.read()
failures = []


def block(kind, number=0):
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.M | re.S)[number]


def run(command, folder):
    words = [{"hpcc": hpcc, "hpcc-graph": tool}.get(command.split()[0]), *command.split()[1:]]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True, timeout=60)
    if done.returncode or done.stderr:
        failures.append(f"{command}: status {done.returncode}: {done.stderr}")
    return done.stdout


commands = re.findall(r"^    (hpcc.*)$", text, re.M)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "heat.c"), "w") as f:
        f.write(block("c"))
    printed = {command: run(command, folder) for command in commands
               if not any(word in command for word in ("svg", "diff", "html", "run.json"))}
shown = printed["hpcc-graph heat"]
if shown != block("text"):
    failures.append("the example prints:\n" + shown)
for command, wanted in (("hpcc-graph --procs 4 heat -- 400", block("text", 1)),
                        ("hpcc-graph --procs 4 --matrix heat -- 400", block("csv"))):
    if printed[command] != wanted:
        failures.append(f"{command} prints:\n" + printed[command])
if block("json").rstrip("\n") not in printed["hpcc -fdist -fdist-emit=graph-json heat.c"]:
    failures.append("the JSON is:\n" + printed["hpcc -fdist -fdist-emit=graph-json heat.c"])

with open(f"{source}/codegen/graph_json.c") as f:
    writer = f.read()
names = set(re.findall(r'(?:json_\w+|write_\w+)\((?:w->)?\w+, "([\w-]+)"', writer))
names |= set(re.findall(r'\] = "([\w-]+)"', writer))
names |= set(re.findall(r'(?:graph_form_\w+|write_\w+)\((?:\w+, )?(?:&?\w+, )?(?:w->)?out, "([\w-]+)"', writer))
failures += [f"the tables do not say what `{name}` is" for name in sorted(names) if f"`{name}`" not in text]
if len(names) < 40:
    failures.append(f"only {names} found in graph_json.c")
with open(man) as f:
    manual = f.read().replace("\\-", "-")
options = re.findall(r"^  (-\S+)", subprocess.run([tool, "--help"], capture_output=True, text=True, check=True).stdout, re.M)
failures += [f"the manual page does not have {option}" for option in options if option not in manual]
print(*failures, sep="\n")
sys.exit(bool(failures) or len(options) < 7)
