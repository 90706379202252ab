# SPDX-License-Identifier: Apache-2.0
"""wrong_programs.py TABLE HPCC FOLDER: each program of the table is refused at its line, with its text, with status 1 and without an output file."""
import os
import re
import subprocess
import sys

table, hpcc, folder = sys.argv[1:4]
MARK = " //! "
failures = 0
with open(table) as f:
    parts = re.split(r"^=== (.*)\n", f.read(), flags=re.M)[1:]
programs = list(zip(parts[::2], parts[1::2]))
output = os.path.join(folder, "wrong.o")
for name, text in programs:
    number, line = next((k, line) for k, line in enumerate(text.splitlines(), 1) if MARK in line)
    command = [hpcc, "-fdist", "-std=gnu17", "-x", "c", "-c", "-", "-o", output]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    found = re.search(r"^<stdin>:(\d+):\d+: error: (.*)$", run.stderr, re.M)
    got = (int(found[1]), found[2]) if found else None
    if got != (number, line.split(MARK)[1]) or run.returncode != 1 or os.path.exists(output):
        failures += 1
        print(f"{name}: status {run.returncode}\n{run.stderr}")
if len(programs) < 40:
    sys.exit(f"only {len(programs)} programs")
sys.exit(failures != 0)
