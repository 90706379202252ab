# SPDX-License-Identifier: Apache-2.0
"""language.py PAGE HPCC: translates each example of C in the page; errors and warnings of hpcc's are failures."""
import re
import subprocess
import sys

page, hpcc = sys.argv[1:3]
with open(page) as f:
    examples = re.findall(r"^```c\n(.*?)^```", f.read(), re.M | re.S)
failures = 0
for example in examples:
    # Examples of directives need no loops.
    command = [hpcc, "-fdist", "-c", "-Wall", "-Wno-dist-mapping-unused", "-o", "/dev/null", "-x", "c", "-"]
    run = subprocess.run(command, input=example, capture_output=True, text=True, timeout=60)
    if run.returncode or "[-Wdist" in run.stderr:
        failures += 1
        print(example + run.stderr)
print(f"{len(examples)} examples, {failures} failures")
sys.exit(not examples or failures != 0)
