# SPDX-License-Identifier: Apache-2.0
"""nests.py TRANSLATED JSON: the nests of the translated program are the tasks of the graph, by number, file and line."""
import json
import re
import sys

with open(sys.argv[1]) as f:
    nests = re.findall(r"hpcc_nest hpcc_nest_\d+ = \{\.file = \"([^\"]*)\",\s*\.line = (\d+),\s*\.id = (\d+)", f.read())
with open(sys.argv[2]) as f:
    graph = json.load(f)
told = {(graph["files"][task["file"]], str(task["line"]), str(task["id"])) for task in graph["tasks"]}
if set(nests) != told or len(nests) < 2:
    sys.exit(f"nests: {nests}\ntasks: {told}")
