# SPDX-License-Identifier: Apache-2.0
"""tested.py SOURCE: each row of analysis/model/diagnostics.def is expected by a test, at a place and with all its text."""
import os
import re
import sys

source = sys.argv[1]
place = r"[:\]]\d+: "
severities = {"DIAG_ERROR": "error", "DIAG_WARNING": "warning", "DIAG_NOTE": "note"}


def pattern(severity, text):
    """What a line that expects a diagnostic has: the place, the severity, and the text with something for each %s and %d."""
    parts = re.split(r"(%l?[sd])", text.encode().decode("unicode_escape"))
    return place + severities[severity] + ": " + "".join(".*" if p.startswith("%") else re.escape(p) for p in parts)


def expectations():
    for folder, _, names in os.walk(os.path.join(source, "test")):
        for name in names:
            if not name.endswith((".c", ".test", ".def")):
                continue
            with open(os.path.join(folder, name)) as f:
                # CASE lines of the table of directives are C strings.
                yield from (line.replace('\\"', '"') for line in f if re.search(place + r"(error|warning|note): ", line))


with open(f"{source}/analysis/model/diagnostics.def") as f:
    rows = re.findall(r'^DIAG\((\w+), (\w+), "((?:[^"\\]|\\.)*)"\)', f.read(), re.M)
lines = list(expectations())
missing = [name for name, severity, text in rows if not any(re.search(pattern(severity, text), line) for line in lines)]
for name in missing:
    print(f"{name}: no test expects it")
sys.exit(not rows or missing != [])
