# SPDX-License-Identifier: Apache-2.0
"""manual.py SOURCE HPCC: the manual page has each option and variable that `hpcc --help` lists and the sources ask for, and the names of all warnings; the language page has the words of the statistics."""
import glob
import re
import subprocess
import sys

source, hpcc = sys.argv[1:3]
with open(f"{source}/docs/man/hpcc.1") as f:
    page = re.sub(r"\\f[BIRP]|^\.\S+ |[\" ]", "", f.read().replace("\\-", "-"), flags=re.M)
said = subprocess.run([hpcc, "--help"], capture_output=True, text=True, check=True).stdout

wanted = []
for option in re.findall(r"^  (\S+)  ", said, re.M):
    name, _, values = option.partition("=")
    wanted.append(name.replace("<name>", "").replace("<file>", ""))
    wanted += [] if "<" in values else values.split("|")
for path in glob.glob(f"{source}/runtime/*/*.c") + glob.glob(f"{source}/frontend/*/*.cc"):
    with open(path) as f:
        # HPCC_TRACE is between hpcc-compare and the programs that it starts.
        wanted += [name for name in re.findall(r'[gG]et[eE]nv\("(HPCC_[A-Z_]+)"', f.read()) if not name.startswith("HPCC_TRACE")]

missing = sorted({word for word in wanted if word and word not in page})
for word in missing:
    print(f"docs/man/hpcc.1: {word} is missing")

# What HPCC_STATS prints has a row in docs/language.md.
with open(f"{source}/runtime/record/stats.c") as f:
    table = re.search(r"word\[\] = \{([^}]*)\};\s*enum", f.read()).group(1)
with open(f"{source}/docs/language.md") as f:
    rows = re.findall(r"^\| (`.*?`) \|", f.read(), re.M)
words = re.findall(r'"(\w+)"', table)
for word in words:
    if not any(f"`{word}`" in row for row in rows):
        print(f"docs/language.md: the statistics' word {word} is missing")
        missing.append(word)
if len(words) < 10:
    sys.exit(f"only {words} found in runtime/record/stats.c")
if len(wanted) < 15:
    sys.exit(f"only {len(wanted)} options and variables found")
sys.exit(bool(missing))
