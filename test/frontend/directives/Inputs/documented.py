# SPDX-License-Identifier: Apache-2.0
"""documented.py SOURCE HPCC: compares docs/diagnostics.md with analysis/model/diagnostics.def and with what the compiler says."""
import re
import subprocess
import sys

source, hpcc = sys.argv[1:3]
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text)


def compile_text(text):
    command = [hpcc, "-fdist", "-fsyntax-only", "-x", "c", "-"]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=60)
    return run.returncode, run.stderr


def pattern(text):
    """A printf text as a regular expression: a last %s is a suggestion, or nothing."""
    text = text.encode().decode("unicode_escape")
    parts = re.split(r"(%l?[sd])", text)
    return "".join(".*" if p == "%s" else r"-?\d+" if p in ("%d", "%ld") else re.escape(p) for p in parts)


with open(f"{source}/analysis/model/diagnostics.def") as f:
    rows = re.findall(r'^DIAG\((\w+), (\w+), "((?:[^"\\]|\\.)*)"\)', f.read(), re.M)
with open(f"{source}/docs/diagnostics.md") as f:
    sections = dict(re.findall(r"^### (\w+)\n(.*?)(?=^###? |\Z)", f.read(), re.M | re.S))

# Notes that say why: each comes for its own cause, and with no other one.
first, last = (next(k for k, row in enumerate(rows) if row[0] == name) for name in ("base_changes", "large_nest"))
reasons = {row[0]: row[2] for row in rows[first:last + 1]}


def check_reason(name, said):
    notes = re.findall(r": note: (.*)", said)
    for other, text in reasons.items():
        if other != name and any(re.fullmatch(pattern(text), note) for note in notes):
            fail(f"{name}: the wrong example gives {other}, too\n{said}")


for name, severity, text in rows:
    if name not in sections:
        fail(f"{name}: not in docs/diagnostics.md")
        continue
    example = re.search(r"^Wrong:\n\n```c\n(.*?)```\n\nRight:\n\n```c\n(.*?)```", sections[name], re.M | re.S)
    if not example:
        # A note that goes with an error has its example there; one needs a second file.
        if name not in ("first_is_here", "declared_here", "accessed_elsewhere", "aligned_here",
                        "mapped_here", "read_beyond", "mark_as", "in_macro", "pragma_dropped"):
            fail(f"{name}: no example in docs/diagnostics.md")
        continue
    status, said = compile_text(example[1])
    if (severity == "DIAG_ERROR") != (status != 0) or not re.search(pattern(text), said, re.S):
        fail(f"{name}: the wrong example gives\n{said}")
    if name in reasons:
        check_reason(name, said)
    status, said = compile_text(example[2])
    if status != 0 or re.search(pattern(text), said, re.S):
        fail(f"{name}: the right example gives\n{said}")

for name in sections.keys() - {row[0] for row in rows}:
    fail(f"{name}: no such diagnostic")
sys.exit(failures != 0)
