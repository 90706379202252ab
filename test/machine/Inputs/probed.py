# SPDX-License-Identifier: Apache-2.0
"""probed.py ONE TWO BOTH: BOTH has what TWO had of communication, and ONE's kinds of measurement.
probed.py --named FILE: FILE with another name of its type, and its cluster in another one.
probed.py --slower FILE: FILE with costs that are far higher, and said to be exact."""
import json
import sys


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def named(m):
    kind, cluster = m["types"][0], m["clusters"][0]
    kind["name"] = "blade"
    for host in cluster["hosts"]:
        host["type"] = "blade"
    m["clusters"] = [{"name": "hall", "clusters": [cluster]}]
    return m


def slower(m):
    for cost in m["types"][0]["communication"]:
        for key in cost:
            if key.startswith("c") and "error" not in key and "_us" in key:
                cost[key] *= 1000
            elif "error" in key:
                cost[key] = 0
    return m


if sys.argv[1] == "--named":
    print(json.dumps(named(read(sys.argv[2]))))
elif sys.argv[1] == "--slower":
    print(json.dumps(slower(read(sys.argv[2]))))
else:
    one, two, both = (read(path)["types"][0] for path in sys.argv[1:])
    assert "communication" not in one and len(one["memory_bandwidth_bytes_per_s"]) == 1, one
    assert {cost["topology"] for cost in two["communication"]} == {
        "1-D", "ring", "tree", "broadcast", "allreduce", "all-to-all", "pairwise"}, two
    for cost in two["communication"]:
        assert cost["processes_from"] == cost["processes_to"] == 2 and cost["samples"] > 0, cost
        assert cost["worst_error"] >= cost["error"] > 0, cost
    assert both["communication"] == two["communication"]
    assert both["memory_bandwidth_bytes_per_s"][1:] == two["memory_bandwidth_bytes_per_s"][1:]
    assert both["operation_ns"] != two["operation_ns"] and both["operation_ns"].keys() == two["operation_ns"].keys()
    for kind in ("fadd", "fmul", "fdiv", "fsqrt", "flibm", "iops", "loads", "stores", "calls"):
        assert both["operation_ns"][kind] > 0, kind
    host = read(sys.argv[3])["hosts"][0]
    assert 0 < host["available"] <= 1 and host["memory_available_bytes"] > 0, host
