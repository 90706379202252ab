# SPDX-License-Identifier: Apache-2.0
"""remarks.py PAGE HPCC ROWS PRINTER: the page's example says what the compiler says, and its tables have a row for each remark, and for each line of the graph."""
import os
import re
import subprocess
import sys
import tempfile

page, hpcc, rows, printer = sys.argv[1:5]
with open(page) as f:
    text = f.read()
with open(rows) as f:
    remarks = re.findall(r'^REMARK\((\w+), \w+, "([^"]+)"', f.read(), re.M)
failures = []

source = re.search(r"^```c\n(.*?)^```", text, re.M | re.S).group(1)
command = re.search(r"^    hpcc (.*)$", text, re.M).group(1).split()
printed = re.search(r"^```text\n(.*?)^```", text, re.M | re.S).group(1)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "heat.c"), "w") as f:
        f.write(source)
    run = subprocess.run([hpcc, *command, "-fdist-save-record"], cwd=folder, capture_output=True, text=True, timeout=60)
    with open(os.path.join(folder, "heat.dist.yaml")) as f:
        record = f.read()
if run.stderr != printed:
    failures.append("the example prints:\n" + run.stderr)
summary = re.search(r"^```summary\n(.*?)^```", text, re.M | re.S).group(1)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "heat.c"), "w") as f:
        f.write(source)
    command = re.findall(r"^    hpcc (.*summary.*)$", text, re.M)[0].split()
    run = subprocess.run([hpcc, *command], cwd=folder, capture_output=True, text=True, timeout=60)
if run.stderr != summary:
    failures.append("the summary is:\n" + run.stderr)
graph = re.search(r"^```graph\n(.*?)^```", text, re.M | re.S).group(1)
with tempfile.TemporaryDirectory() as folder:
    with open(os.path.join(folder, "heat.c"), "w") as f:
        f.write(source)
    command = re.findall(r"^    hpcc (.*emit=graph.*)$", text, re.M)[0].split()
    run = subprocess.run([hpcc, *command], cwd=folder, capture_output=True, text=True, timeout=60)
if graph not in run.stdout:
    failures.append("the graph is:\n" + run.stdout)
legend = text[text.index("## The graph"):]
with open(printer) as f:
    words = re.findall(r'(?:fprintf\(out,|print_set\(out,|\?|:) "(?:  |, )?([a-z][^%\\":]+?)(?: %| ?\\|:|")', f.read())
failures += [f"no word of '{word}' in the graph's legend" for word in words if not re.search(rf"[` ]{word}\b", legend)]
if len(words) < 10:
    failures.append(f"only {words} found in {printer}")
if re.search(r"^```yaml\n(.*?)^```", text, re.M | re.S).group(1) not in record:
    failures.append("the record is:\n" + record)

for name, kind in remarks:
    if f"| `{name}` | {kind} |" not in text:
        failures.append(f"no row for {name} of kind {kind}")
print(*failures, sep="\n")
sys.exit(bool(failures) or not remarks)
