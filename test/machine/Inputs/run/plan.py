#!/usr/bin/env python3
"""plan.py FILE: what hpcc-run --json has written has all keys, and its numbers fit together."""
import json
import sys

with open(sys.argv[1]) as f:
    plan = json.load(f)
processes = plan["processes"]
assert plan["hpcc-plan"] == 1 and plan["machine"] == "two_speeds.json" and plan["notes"] == []
assert [p["rank"] for p in processes] == list(range(len(processes)))
assert [p["units"] for p in processes] == [1000, 1000, 500, 500]
assert [p["first"] for p in processes] == [0, 1000, 2000, 2500] and plan["units"] == 3000
assert sorted(p["host"] for p in processes[:2]) == ["f1", "f2"]
assert plan["layout"] == "*=gen_block(1000,1000,500,500)"
computed = [phase for phase in plan["phases"] if phase["kind"] == "computation"]
sent = [phase for phase in plan["phases"] if phase["kind"] == "communication"]
assert len(computed) == 2 and len(sent) == 1 and sent[0]["overlaps_with"] == 0
# A unit of the fast hosts: 2998 times 4 additions, a division, 5 loads and a store; then a load and a store.
assert abs(computed[0]["us"] - 2998 * 2998 * (4 + 4 + 2.5 + .5) / 3000) < .01, computed
assert abs(computed[1]["us"] - 2998 * 2998 * 1 / 3000) < .01, computed
# Two messages of a row, one after the other.
assert abs(sent[0]["us"] - 2 * (1 + 2998 * 4 * 1e-4)) < .01, sent
assert abs(plan["step_us"] - computed[0]["us"] - computed[1]["us"]) < .01
considered = {c["what"]: c for c in plan["considered"]}
assert abs(considered["all processors, equal blocks"]["step_us"] / plan["step_us"] - 1.5) < .001
assert considered["one host, the best"]["processes"] == 1
assert abs(considered["one host, the best"]["step_us"] / plan["step_us"] - 3) < .001
assert plan["steps"] == 50 and plan["program_says"]["hpcc-phases"] == 2
assert plan["command"][0].startswith("mpirun") and plan["command"][-3:] == ["./stencil", "2998", "50"]
