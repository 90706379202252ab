# SPDX-License-Identifier: Apache-2.0
"""Starts by hpcc-run, or with HPCC_PLAN, on random machines: this host, with cores whose speeds, costs of operations and messages are drawn at
random, so that blocks are of any sizes, and some processes have none."""
import hashlib
import json
import os
import random
import shlex


def log_uniform(r, low, high):
    return low * (high / low) ** r.random()


def cost(r, topology):
    form = r.choice(["constant", "linear", "log2"])
    function = {"topology": topology, "form": form, "c1_us": log_uniform(r, 0.01, 1000),
                "c3_us_per_byte": log_uniform(r, 1e-5, 1)}
    if form != "constant":
        function |= {"c2_us": log_uniform(r, 0.01, 100), "c4_us_per_byte": log_uniform(r, 1e-5, 1)}
    return function


def machine(r, n):
    cores = n + r.choice([0, 0, 1, 3])
    kind = {"name": "any", "cores": cores,
            "core_speed": [r.choice([1, 1, log_uniform(r, 0.001, 1)]) for _ in range(cores)],
            "latency_us": log_uniform(r, 0.01, 100), "bandwidth_bytes_per_s": log_uniform(r, 1e6, 1e10)}
    if r.random() < 0.5:
        kind["operation_ns"] = {name: log_uniform(r, 0.01, 100) for name in ("fadd", "fmul", "fdiv", "loads", "stores", "iops")}
    if r.random() < 0.3:
        kind["memory_bandwidth_bytes_per_s"] = [log_uniform(r, 1e7, 1e11)]
    if r.random() < 0.5:
        kind["communication"] = [cost(r, topology) for topology in ("1-D", "ring", "tree", "allreduce") if r.random() < 0.5]
    return {"hpcc-machine": 1, "types": [kind], "hosts": [{"name": "localhost"}]}


def launcher(options, n, work):
    seed = hashlib.sha256(f"{options.planned} {options.source} {n}".encode()).hexdigest()
    path = os.path.join(work, f"machine{n}.json")
    with open(path, "w") as out:
        json.dump(machine(random.Random(seed), n), out, indent=1)
    if seed < "8":  # the program plans by itself, in its cycle
        return shlex.split(options.mpirun) + ["-n", str(n), "-x", f"HPCC_PLAN={path}"]
    tool = os.path.join(os.path.dirname(options.hpcc), "hpcc-run")
    return [tool, "--machine", path, "--quiet", "-n", str(n)]
