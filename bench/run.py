#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Measures programs that hpcc translated against the sequential ones and against MPI written by hand.

    run.py --hpcc build/bin/hpcc [--only heat5,tomcatv] [--repeats 7] [--json result.json] [--plot result.png]

Each variant of a case is run in turn (interleaved, so that what disturbs the machine disturbs all), a median is taken,
and the ratio is the median of the ratios of the runs of one round, with its quartiles. Counts of messages are taken
by test/pmpi in a run of their own, as the difference between two numbers of steps. Prints a table, and JSON
beside it. Waits until the machine is idle, and says so where it is not.
"""
import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1", OMPI_MCA_pml="ob1",
                   OMPI_MCA_btl="self,vader")
FLAGS = ["-O3", "-march=native", "-std=gnu17", "-w"]


class Case:
    """One program in one mapping; `steps` take about a second on one core."""

    def __init__(self, name, source, steps, flags=()):
        self.name, self.source, self.steps, self.flags = name, source, steps, list(flags)


CASES = [
    Case("heat5-rows", "heat2d", 50, ["-DPOINTS=5"]),
    Case("heat5-grid", "heat2d", 50, ["-DPOINTS=5", "-DGRID"]),
    Case("heat9-rows", "heat2d", 50, ["-DPOINTS=9"]),
    Case("heat9-grid", "heat2d", 50, ["-DPOINTS=9", "-DGRID"]),
    Case("heat7-planes", "heat3d", 40, []),
    Case("heat7-grid", "heat3d", 40, ["-DGRID"]),
    Case("poisson19-planes", "poisson19", 15, []),
    Case("poisson19-grid", "poisson19", 15, ["-DGRID"]),
    Case("tomcatv-columns", "tomcatv", 80, []),
]


def idle_fraction(seconds):
    """Share of the time that the cores were idle."""
    def read():
        with open("/proc/stat") as file:
            return [int(word) for word in file.readline().split()[1:9]]
    before = read()
    time.sleep(seconds)
    spent = [b - a for a, b in zip(before, read())]
    return (spent[3] + spent[4]) / max(1, sum(spent))


def wait_until_idle(limit):
    """True when the machine is idle; False where it was not within `limit` seconds."""
    end = time.time() + limit
    said = False
    while True:
        idle = idle_fraction(2)
        if idle > 0.93:
            return True
        if time.time() > end:
            print(f"note: the machine is {100 * (1 - idle):.0f} % busy; the times below are of little use", file=sys.stderr)
            return False
        if not said:
            print(f"waiting: the machine is {100 * (1 - idle):.0f} % busy", file=sys.stderr)
            said = True


def build(command, what):
    result = subprocess.run(command, capture_output=True, text=True, env=dict(ENVIRONMENT, OMPI_CC=OPTIONS.cc,
                                                                              MPICH_CC=OPTIONS.cc))
    if result.returncode:
        print(f"{what} does not build: {result.stderr.strip()[-600:]}", file=sys.stderr)
        return False
    return True


def build_case(case, work):
    """The programs of a case: seq, hand, hpcc; those that do not build are left out."""
    paths = {kind: os.path.join(work, f"{case.name}-{kind}") for kind in ("seq", "hand", "hpcc")}
    source, by_hand = os.path.join(HERE, case.source + ".c"), os.path.join(HERE, "hand", case.source + ".c")
    commands = {
        "seq": [OPTIONS.cc] + FLAGS + case.flags + [source, "-lm", "-o", paths["seq"]],
        "hand": shlex.split(OPTIONS.mpicc) + FLAGS + case.flags + [by_hand, "-lm", "-o", paths["hand"]],
        "hpcc": [OPTIONS.hpcc, "-fdist"] + FLAGS + case.flags + [source, "-lm", "-o", paths["hpcc"]],
    }
    return {kind: paths[kind] for kind in commands if build(commands[kind], f"{case.name} ({kind})")}


def launcher(n):
    binding = ["--bind-to", "core"] if n <= os.cpu_count() else ["--oversubscribe", "--bind-to", "none"]
    return shlex.split(OPTIONS.mpirun) + binding + ["-n", str(n)]


def run(command, environment=ENVIRONMENT):
    """Seconds of the loop, and the output; None where the program fails."""
    try:
        result = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=OPTIONS.timeout)
    except subprocess.TimeoutExpired:
        return None
    found = re.search(r"^bench: ([\d.]+) seconds", result.stderr, re.M)
    return (float(found.group(1)), result.stdout) if result.returncode == 0 and found else None


def count(program, n, steps, work):
    """For each process what the counter saw."""
    library = os.path.join(work, "libcount.so")
    if not os.path.exists(library):
        source = os.path.join(HERE, "..", "test", "pmpi", "count.c")
        if not build(shlex.split(OPTIONS.mpicc) + ["-O1", "-fPIC", "-shared", source, "-o", library], "test/pmpi"):
            return None
    folder = tempfile.mkdtemp(dir=work)
    command = launcher(n) + ["env", "LD_PRELOAD=" + library, program, str(steps)]
    if run(command, dict(ENVIRONMENT, MPI_COUNT_DIR=folder)) is None:
        return None
    counts = []
    for rank in range(n):
        with open(os.path.join(folder, str(rank))) as file:
            words = file.read().split()
        counts.append({words[k]: int(words[k + 1]) for k in range(0, len(words), 2)})
    return counts


def per_step(program, n, work):
    few, many = count(program, n, 2, work), count(program, n, 7, work)
    if not few or not many:
        return None
    most = {key: max((b[key] - a[key]) / 5 for a, b in zip(few, many)) for key in ("messages", "bytes", "collectives")}
    most["rss_mb"] = round(max(each["rss_kb"] for each in many) / 1024, 1)
    return most


def quartiles(values):
    if len(values) < 2:
        return values[0], values[0]
    cuts = statistics.quantiles(values, n=4, method="inclusive")
    return cuts[0], cuts[2]


def near(a, b):
    """Equal but for the order of additions in a printed sum."""
    x, y = a.split(), b.split()
    return len(x) == len(y) and all(abs(float(p) - float(q)) <= 1e-9 * max(abs(float(p)), abs(float(q))) for p, q in zip(x, y))


def measure(case, programs, n):
    """Interleaved runs at n processes; the sequential program is a part of it at one process."""
    steps = str(max(1, round(case.steps * OPTIONS.scale)))
    kinds = [kind for kind in ("seq", "hand", "hpcc") if kind in programs and (kind != "seq" or n == 1)]
    times, outputs = {kind: [] for kind in kinds}, {}
    for turn in range(OPTIONS.repeats + 1):
        # Each first in turn; round 0 warms up.
        for kind in kinds[turn % len(kinds):] + kinds[:turn % len(kinds)]:
            command = [programs[kind], steps]
            got = run((launcher(n) if kind != "seq" else ["taskset", "-c", "0"]) + command)
            if got is None:
                print(f"{case.name} ({kind}) fails at {n} processes", file=sys.stderr)
                return None
            outputs[kind] = got[1]
            if turn:
                times[kind].append(got[0])
    result = {"case": case.name, "processes": n, "steps": int(steps), "idle": IDLE,
              "oversubscribed": n > os.cpu_count(), "same_output": all(near(outputs[kinds[0]], text) for text in outputs.values())}
    for kind in kinds:
        result[kind] = {"median": statistics.median(times[kind]), "times": times[kind]}
    for other in ("seq", "hand"):
        if other in kinds and "hpcc" in kinds:
            ratios = [a / b for a, b in zip(times["hpcc"], times[other])]
            low, high = quartiles(ratios)
            result["to_" + other] = {"median": statistics.median(ratios), "low": low, "high": high,
                                     "of_medians": result["hpcc"]["median"] / result[other]["median"]}
    return result


def print_row(result):
    def seconds(kind):
        return f"{result[kind]['median']:8.3f}" if kind in result else " " * 8

    def ratio(key):
        return f"{result[key]['median']:6.3f} [{result[key]['low']:.3f} {result[key]['high']:.3f}]" if key in result else " " * 20

    counts = ""
    for kind in ("hand", "hpcc"):
        seen = result.get(kind, {}).get("counts")
        if seen:
            counts += f"  {seen['messages']:g} msg {seen['bytes'] / 1000:g} kB {seen['collectives']:g} coll {seen['rss_mb']:.0f} MB"
    print(f"{result['case']:18s} {result['processes']:2d}{'*' if result['oversubscribed'] else ' '} {seconds('seq')} {seconds('hand')} "
          f"{seconds('hpcc')}  {ratio('to_seq')}  {ratio('to_hand')}{counts}{'' if result['same_output'] else '  OUTPUT DIFFERS'}",
          flush=True)


def plot(results, path):
    rows = [r for r in results if "to_hand" in r]
    data = "\n".join(f"\"{r['case']} {r['processes']}\" {r['to_hand']['median']} {r['to_hand']['low']} {r['to_hand']['high']}" for r in rows)
    script = f"""set terminal svg size 900,420
set output '{path}'
set ylabel 'time of hpcc / time by hand'
set yrange [0.8:1.3]
set grid y
set xtics rotate by -35
set boxwidth 0.6
set style fill solid 0.5
$data << EOD
{data}
EOD
plot $data using 0:2:3:4:xtic(1) with boxerrorbars notitle, 1 with lines dashtype 2 notitle
"""
    subprocess.run(["gnuplot"], input=script, text=True, check=False)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--hpcc", default=os.environ.get("HPCC", "hpcc"))
    parser.add_argument("--cc", default="clang-19", help="the back end of all three")
    parser.add_argument("--mpicc", default="mpicc.openmpi")
    parser.add_argument("--mpirun", default="mpirun.openmpi")
    parser.add_argument("--only", default="", help="beginnings of case names, with commas")
    parser.add_argument("--processes", default="1,2", help="4 is oversubscribed on two cores, and marked")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1.0, help="multiplies the numbers of steps")
    parser.add_argument("--wait", type=float, default=120, help="seconds to wait for an idle machine")
    parser.add_argument("--timeout", type=float, default=120)
    parser.add_argument("--no-counts", action="store_true")
    parser.add_argument("--json", help="file for all times and counts")
    parser.add_argument("--plot", help="SVG file for the ratios, by gnuplot")
    return parser.parse_args()


def main():
    global IDLE
    chosen = [case for case in CASES if not OPTIONS.only or any(case.name.startswith(part) for part in OPTIONS.only.split(","))]
    results = []
    with tempfile.TemporaryDirectory(prefix="hpcc-bench-") as work:
        built = [(case, build_case(case, work)) for case in chosen]
        print("seconds, medians; ratios of hpcc with quartiles; counts per step and process (the most of any), by hand | hpcc;"
              " * more processes than cores")
        print(f"{'case':18s} {'P':3s} {'seq':>8s} {'hand':>8s} {'hpcc':>8s}  {'to seq':20s}  {'to hand':20s}  counts")
        for case, programs in built:
            for n in [int(word) for word in OPTIONS.processes.split(",")]:
                IDLE = wait_until_idle(OPTIONS.wait)
                result = measure(case, programs, n)
                if result is None:
                    continue
                for kind in ("hand", "hpcc"):
                    if kind in result and not OPTIONS.no_counts:
                        result[kind]["counts"] = per_step(programs[kind], n, work)
                results.append(result)
                print_row(result)
    if OPTIONS.json:
        with open(OPTIONS.json, "w") as file:
            json.dump({"cores": os.cpu_count(), "flags": FLAGS, "results": results}, file, indent=1)
    if OPTIONS.plot:
        plot(results, OPTIONS.plot)
    return 0


if __name__ == "__main__":
    IDLE = True
    OPTIONS = arguments()
    sys.exit(main())
