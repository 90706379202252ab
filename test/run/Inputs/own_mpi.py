# SPDX-License-Identifier: Apache-2.0
"""own_mpi.py HPCC TOOL LAUNCHER COUNTERS INPUTS: a program whose own code calls MPI. What HPCC_STATS records at 1, 2 and 3
processes is what it does by hand, and, with the runtime's own messages, what a preloaded tool counts; hpcc-graph tells what
is recorded only from what differs; without a launcher, and predicted, it runs as one process."""
import collections
import json
import os
import shlex
import subprocess
import sys
import tempfile

hpcc, tool, launcher, counters, inputs = sys.argv[1:6]
counter = f"{counters}/libcount_{os.environ['HPCC_MPI']}.so"
failures = []
DOUBLE, INT, STEPS = 8, 4, 3


def check(what, got, wanted):
    if got != wanted:
        failures.append(f"{what}: {got}, should be {wanted}")


def run(command, **environment):
    done = subprocess.run(command, env=dict(os.environ, **environment), capture_output=True, text=True, timeout=120)
    if done.returncode:
        failures.append(f"{command}: status {done.returncode}: {done.stderr}")
    return done


def pairs_of(events):
    pairs = collections.Counter()
    for event in events:
        for sender, receiver, messages, size, _ in event.get("messages", []):
            pairs[sender, receiver] += messages + 1j * size
    return dict(pairs)


def ring(n, by_step, backwards):
    """In each step 4 numbers to the right; once 2 numbers in the other order of processes."""
    pairs = collections.Counter()
    for p in range(n):
        pairs[p, (p + 1) % n] += by_step * (1 + 4j * DOUBLE)
        pairs[p, (p - 1) % n] += backwards * (1 + 2j * DOUBLE)
    return {pair: value for pair, value in pairs.items() if value}


def own_events(n, events):
    by_name = {event["name"]: event for event in events}
    for name in ("Bsend", "Isend", "Ssend", "Rsend", "Sendrecv", "Sendrecv_replace"):
        check(f"MPI_{name} at {n}", pairs_of([by_name["MPI_" + name]]), ring(n, STEPS, 1))
    for name, times in (("Startall", 2), ("Start", 1)):
        check(f"MPI_{name} at {n}", pairs_of([by_name["MPI_" + name]]),
              {(p, (p + 1) % n): times * (1 + 3j * DOUBLE) for p in range(n)})
    check(f"MPI_Send at {n}", pairs_of([by_name["MPI_Send"]]), {(0, n - 1): 1 + 2j * INT} if n > 1 else {})
    check(f"calls of MPI_Send at {n}", by_name["MPI_Send"]["calls"], [[0, 2 if n > 1 else 1, 1]])
    check(f"calls of MPI_Recv at {n}", sum(row[1] for row in by_name["MPI_Recv"]["calls"]), n * (STEPS + 1) + (n > 1))
    largest = n * DOUBLE  # of the counts 1, 2, ... of the processes
    total = n * (n + 1) // 2 * DOUBLE
    wanted = {"Bcast": ["broadcast", n - 1, 5 * DOUBLE], "Ibcast": ["broadcast", n - 1, 5 * DOUBLE],
              "Reduce": ["reduce", 0, 3 * DOUBLE], "Scan": ["scan", -1, 2 * DOUBLE],
              "Gather": ["gather", n - 1, 2 * n * DOUBLE], "Gatherv": ["gather", 0, total],
              "Scatterv": ["scatter", 0, largest], "Allgather": ["allgather", -1, n * DOUBLE],
              "Alltoall": ["alltoall", -1, n * DOUBLE], "Reduce_scatter": ["reduce_scatter", -1, largest]}
    for name, row in wanted.items():
        check(f"MPI_{name} at {n}", by_name["MPI_" + name]["collectives"], [row + [1, 1]])
    # Once by all, once by the first process, and by the others, for themselves.
    check(f"MPI_Allreduce at {n}", by_name["MPI_Allreduce"]["collectives"],
          [["allreduce", -1, 2 * INT, 2 if n > 1 else 1, 1], ["allreduce", -1, 2 * DOUBLE, 1, 1]])
    check(f"MPI_Barrier at {n}", by_name["MPI_Barrier"]["collectives"],
          [["barrier", -1, 0, 2, 1], ["barrier", -1, 0, 1, 2], ["barrier", -1, 0, 1, 3]])
    for event in events:
        for process, time, waiting in event["nanoseconds"]:
            waits = event["name"] in ("MPI_Recv", "MPI_Wait", "MPI_Barrier", "MPI_Bcast")
            if not 0 <= waiting <= time or (waits and waiting != time) or (event["name"] == "MPI_Isend" and waiting):
                failures.append(f"{event['name']} at {n}: process {process}: {time} ns, waiting {waiting}")


def counted(folder, n):
    pairs = {}
    for rank in range(n):
        with open(f"{folder}/{rank}.to") as file:
            for line in file:
                to, messages, size = map(int, line.split())
                pairs[rank, to] = messages + 1j * size
    return pairs


def record_at(n, begins):
    with tempfile.TemporaryDirectory(dir=".") as folder:
        command = shlex.split(launcher) + ["-n", str(n), "env", f"LD_PRELOAD={counter}", "./own", begins]
        done = run(command, HPCC_STATS=f"run{n}.json", MPI_COUNT_DIR=os.path.abspath(folder))
        check(f"output at {n}", done.stdout, "2.5\n")
        with open(f"run{n}.json") as file:
            events = json.load(file)["events"]
        check(f"what a tool counts at {n}", pairs_of(events), counted(folder, n))
        return [event for event in events if event["for"] == "mpi"]


def compared(n):
    done = run([tool, "--check", f"run{n}.json", "./own"])
    for wanted in ("MPI_Isend: recorded only", f"MPI_Scan: recorded only, as the program calls it itself: {n} calls, 1 operations\n",
                   "\n0 of 4 events differ\n"):
        if wanted not in done.stdout:
            failures.append(f"hpcc-graph --check at {n} prints:\n{done.stdout}")
    with open(f"run{n}.json") as file:
        text = file.read()
    with open("other.json", "w") as file:
        file.write(text.replace('"messages": [[0, 1, 1, 8, 1]', '"messages": [[0, 1, 2, 8, 1]'))
    done = subprocess.run([tool, "--check", "other.json", "./own"], capture_output=True, text=True)
    if done.returncode != 1 or "\n1 of 4 events differ\n" not in done.stdout:
        failures.append(f"hpcc-graph --check of another run prints:\n{done.stdout}")


run([hpcc, "-w", "-O1", "-c", f"{inputs}/own_mpi.c", "-o", "own_mpi.o"])
run([hpcc, "-fdist", "-O1", f"{inputs}/own_mpi_main.c", "own_mpi.o", "-o", "own"])
for n in (1, 2, 3):
    own_events(n, record_at(n, "0"))
    own_events(n, record_at(n, "1"))
compared(2)
compared(3)

# As one process, which the first call starts.
for begins in ("0", "1"):
    check("output without a launcher", run(["./own", begins]).stdout, "2.5\n")
    printed = run([tool, "--procs", "5", "own", "--", begins]).stdout
    if printed.count("(own calls: not predicted)") < 20 or "mpi MPI_Isend" not in printed:
        failures.append("hpcc-graph --procs prints:\n" + printed)
matrix = run([tool, "--procs", "3", "--matrix", "own"])
check("matrix", matrix.stdout.split("\n")[1:5], ["0,1,3,24", "1,0,3,24", "1,2,3,24", "2,1,3,24"])
check("warning", matrix.stderr, "hpcc-graph: warning: the program calls MPI itself: what it sends so is not predicted\n")

# A library that is linked, and a tool in an object file, which takes the place of what takes notes.
run([hpcc, "-w", "-O1", "-fPIC", "-shared", f"{inputs}/own_mpi.c", "-o", "libown.so"])
run([hpcc, "-fdist", "-O1", f"{inputs}/own_mpi_main.c", "-L.", "-lown", "-Wl,-rpath,.", "-o", "own"])
own_events(2, record_at(2, "0"))
run([hpcc, "-w", "-O1", "-c", f"{inputs}/own_mpi_tool.c", "-o", "tool.o"])
run([hpcc, "-fdist", "-O1", f"{inputs}/own_mpi_main.c", "own_mpi.o", "tool.o", "-o", "own"])
done = run(shlex.split(launcher) + ["-n", "2", "./own"], HPCC_STATS="tool.json")
with open("tool.json") as file:
    events = json.load(file)["events"]
# Those of the rings, and the runtime's first of the nest, of process 0, whose standard error is seen.
check("what a linked tool counts", done.stderr.count("by tool"), STEPS + 1 + 1)
check("names beside a linked tool", "MPI_Isend" in [event.get("name") for event in events], False)
print(*failures, sep="\n")
sys.exit(bool(failures))
