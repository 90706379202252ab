# SPDX-License-Identifier: Apache-2.0
"""What a program predicts of a run (HPCC_PREDICT) against what that run has counted: the messages and bytes of each
ordered pair of processes, counted by MPI's profiling interface (test/pmpi), and what each process executed of each loop
(HPCC_STATS=2)."""
import json
import os
import re

LOOPS = re.compile(r"hpcc-stats-loop: (.*?:\d+): rank (\d+) runs \d+ split (\d+) by_all (\d+) output (\d+)")


def add(table, key, first, second):
    before = table.get(key, (0, 0))
    table[key] = (before[0] + first, before[1] + second)


def without_nothing(table):
    return {key: value for key, value in table.items() if value != (0, 0)}


def counted_pairs(folder, n):
    """{(from, to): (messages, bytes)}; None: some process has left no counts."""
    pairs = {}
    for rank in range(n):
        path = os.path.join(folder, f"{rank}.to")
        if not os.path.exists(path):
            return None
        with open(path) as file:
            for line in file:
                to, messages, size = map(int, line.split())
                pairs[rank, to] = (messages, size)
    return pairs


def counted_iterations(err):
    """{(place, process): (split, by all)} from what HPCC_STATS=2 says."""
    table = {}
    for place, rank, split, by_all, output in LOOPS.findall(err.decode(errors="replace")):
        add(table, (place, int(rank)), int(split), int(by_all) + int(output))
    return without_nothing(table)


class Predicted:
    def __init__(self, path):
        with open(path) as file:
            record = json.load(file)
        self.pairs, self.iterations = {}, {}
        for event in record["events"]:
            for sender, receiver, messages, size, _ in event.get("messages", []):
                add(self.pairs, (sender, receiver), messages, size)
            for process, split, by_all, _ in event.get("iterations", []):
                add(self.iterations, (f"{event['file']}:{event['line']}", process), split, by_all)
        self.iterations = without_nothing(self.iterations)


def first_difference(what, predicted, counted):
    keys = [key for key in sorted(set(predicted) | set(counted)) if predicted.get(key) != counted.get(key)]
    if not keys:
        return None
    return (f"{len(keys)} {what} differ from the prediction, first {keys[0]}: predicted {predicted.get(keys[0])}, "
            f"counted {counted.get(keys[0])}")
