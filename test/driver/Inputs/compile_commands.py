# SPDX-License-Identifier: Apache-2.0
"""compile_commands.py FILE CLANG SOURCE...: FILE has a command for each source, and CLANG reads it with that command (`clang -fsyntax-only`, as tools
do: without options that only hpcc knows)."""
import json
import os
import shlex
import subprocess
import sys

path, clang, *sources = sys.argv[1:]
with open(path) as f:
    entries = json.load(f)
seen = []
for entry in entries:
    arguments = entry.get("arguments") or shlex.split(entry["command"])
    source = os.path.join(entry["directory"], entry["file"])
    if not os.path.exists(source) or entry["file"] not in arguments:
        sys.exit(f"{path}: {entry}")
    seen.append(os.path.basename(source))
    words = [word for word in arguments[1:] if not word.startswith("-fdist")]
    subprocess.run([clang, *words, "-fsyntax-only"], cwd=entry["directory"], check=True)
if sorted(seen) != sorted(sources):
    sys.exit(f"{path}: commands for {seen}")
