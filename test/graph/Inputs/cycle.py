# SPDX-License-Identifier: Apache-2.0
"""cycle.py UNIT PROGRAM: of a program of one unit hpcc-graph finds the cycle that the compiler has found."""
import json
import sys

unit, program = [json.load(open(path)) for path in sys.argv[1:]]
one, all_units = unit["cycle"], program["cycle"]
if one["node"] is None or [one["node"], one["phases"]] != [all_units["node"], [phase["node"] for phase in all_units["phases"]]]:
    sys.exit(f"{one}\n{all_units}")
