# SPDX-License-Identifier: Apache-2.0
"""remarks.py PAGE HPCC ROWS: the page's example says what the compiler says, and its tables have a row for each remark."""
import os
import re
import subprocess
import sys
import tempfile

page, hpcc, rows = sys.argv[1:4]
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
if re.search(r"^```yaml\n(.*?)^```", text, re.M | re.S).group(1) not in record:
    failures.append("the record is:\n" + record)

for name, kind in remarks:
    if f"| `{name}` | {kind} |" not in text:
        failures.append(f"no row for {name} of kind {kind}")
print(*failures, sep="\n")
sys.exit(bool(failures) or not remarks)
