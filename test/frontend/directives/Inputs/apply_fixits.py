# SPDX-License-Identifier: Apache-2.0
"""apply_fixits.py HPCC SOURCE NEW: applies what hpcc offers for the source, and translates the result."""
import re
import subprocess
import sys

hpcc, source, new = sys.argv[1:4]
changed = 0
command = [hpcc, "-fdist", "-fsyntax-only", "-fdiagnostics-parseable-fixits"]
with open(source) as f:
    lines = f.read().split("\n")
for turn in range(3):  # some errors are looked for where there are no others
    with open(new, "w") as f:
        f.write("\n".join(lines))
    run = subprocess.run([*command, new], capture_output=True, text=True, timeout=60)
    fixits = re.findall(r'^fix-it:"[^"]*":\{(\d+):(\d+)-(\d+):(\d+)\}:"(.*)"$', run.stderr, re.M)
    changed += len(fixits)
    for line, begin, end_line, end, text in sorted(fixits, key=lambda x: (int(x[0]), int(x[1])), reverse=True):
        assert line == end_line
        old = lines[int(line) - 1]
        text = text.replace("\\n", "\n").replace("\\t", "\t")
        lines[int(line) - 1] = old[: int(begin) - 1] + text + old[int(end) - 1 :]
    lines = "\n".join(lines).split("\n")
print(run.stderr)
sys.exit(not changed or run.returncode != 0)
