# SPDX-License-Identifier: Apache-2.0
"""large.py TOOL FOLDER: machines that are large in one way, with what is said of them."""
import json
import os
import resource
import subprocess
import sys

tool, folder = sys.argv[1:3]
MOST = 8 << 20


def clusters(n, hosts=1):
    return [{"name": f"c{k}", "hosts": [{"name": f"h{k}-[1-{hosts}]"}]} for k in range(n)]


def nested(n):
    inner = {"name": "inner", "hosts": [{"name": "h"}]}
    for k in range(n):
        inner = {"name": f"c{k}", "clusters": [inner]}
    return [inner]


MANY_TYPES = [{"name": f"type{k}", "cores": 1 + k % 7} for k in range(4096)]
CASES = {
    "hosts": ({"hosts": [{"name": "n[00000-65535]"}]}, None),
    "too many hosts": ({"hosts": [{"name": "n[00000-65534]"}, {"name": "a"}, {"name": "b"}]}, "hosts[2]: it makes too many hosts; expected: at most 65536"),
    "hosts of many patterns": ({"hosts": [{"name": f"n{k}-[0-65535]"} for k in range(60000)]}, "hosts[1]: it makes too many hosts"),
    "patterns that are none": ({"hosts": [{"name": "n[0-65000,x]"} for k in range(60000)]}, "expected: the host's name"),
    "clusters": ({"clusters": clusters(4095, 16)}, None),
    "too many clusters": ({"clusters": clusters(4096)}, "clusters[4095]: there are too many clusters; expected: at most 4095"),
    "deep": ({"clusters": nested(30)}, None),
    "too deep": ({"clusters": nested(31)}, "clusters: clusters are nested too deeply; expected: at most 31 levels"),
    "very deep": (b'{"hpcc-machine": 1, "clusters": ' + b'[{"name": "c", "clusters": ' * 300000, "expected: JSON"),
    "types and hosts": ({"types": MANY_TYPES, "hosts": [{"name": f"h{k}", "type": f"type{k % 4096}"} for k in range(65536)]}, None),
    "links": ({"clusters": clusters(257), "links": [{"from": f"c{a}", "to": f"c{b}"} for a in range(257) for b in range(257) if a != b][:65536]}, None),
    "too many costs": ({"communication": [{"topology": "1-D", "bytes_from": k, "bytes_to": k + 1} for k in range(257)], "hosts": [{"name": "a"}]},
                       "communication: it is a list of 257; expected: cost functions among its hosts, a list of at most 256"),
    "unknown keys": ({f"k{k}": 0 for k in range(500000)}, "and 499980 more"),
    "empty hosts": ({"hosts": [{}] * 65536}, "and 65516 more"),
    "a list of lists": (b'{"hpcc-machine": 1, "hosts": [' + b"[]," * 2000000 + b"0]}", "it is a list of 2000001; expected: the hosts"),
    "full": (b'{"hpcc-machine": 1, "note": "' + b"x" * (MOST - 31) + b'"}', None),
    "more than full": (b'{"hpcc-machine": 1, "note": "' + b"x" * (MOST - 30) + b'"}', "it is too long; expected: at most 8388608 bytes"),
}


def limits():
    resource.setrlimit(resource.RLIMIT_CPU, (60, 60))


failed = False
for name, (content, wanted) in CASES.items():
    path = os.path.join(folder, name.replace(" ", "-") + ".json")
    with open(path, "wb") as f:
        f.write(content if isinstance(content, bytes) else json.dumps({"hpcc-machine": 1, **content}).encode())
    ran = subprocess.run([tool, "check", path], capture_output=True, text=True, preexec_fn=limits)
    good = ran.returncode == 0 and not ran.stderr if wanted is None else ran.returncode == 1 and wanted in ran.stderr
    if not good:
        print(f"{name}: status {ran.returncode}: {ran.stdout[:500]}{ran.stderr[:2000]}")
        failed = True
sys.exit(failed)
