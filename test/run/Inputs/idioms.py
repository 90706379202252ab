# SPDX-License-Identifier: Apache-2.0
"""idioms.py PAGE PYTHON COMPARE [OPTION...]: runs each program of the page, with test/run/compare's means and options.

A block of C is a program, or one of its files where its first line is a comment that names it; then the program ends with main.c.
What stands behind it, up to the next program, says what it costs on three processes:

    **Each step:** 2 messages, 3168 bytes; 4 collective operations.    most of a process, between runs of 3 and 5 steps
    **In turns:** 1 nest, with the warning `-Wdist-in-turns`.          else there is no warning, and nothing is slow
    **Memory:** each of 3 processes has below 120 MB, the sequential program more than 200 MB.
"""
import importlib.machinery
import importlib.util
import os
import re
import sys
import tempfile

SMALL, LARGE = 3, 5
PROCESSES = 3


def load(path):
    loader = importlib.machinery.SourceFileLoader("compare", path)
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("compare", loader))
    loader.exec_module(module)
    return module


sys.dont_write_bytecode = True
compare = load(sys.argv[3])


class Idiom:
    """A program of the page: its heading, its files by name, and what is said of it."""

    def __init__(self, heading, files, claims):
        self.heading, self.files, self.claims = heading, files, claims

    def claim(self, pattern):
        found = re.search(pattern, self.claims)
        return found and [0 if word == "no" else int(word) for word in found.groups(default="-1")]

    def write(self, folder):
        for name, text in self.files.items():
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        sources = [name for name in self.files if name.endswith(".c") and name != "main.c"]
        turns = self.claim(r"\*\*In turns:\*\* (\d+) nest")
        tags = {"ARGS": [str(LARGE), str(SMALL)], "SOURCES": sources, "MAX-SLOW": turns or [0]}
        program = compare.Program(os.path.join(folder, "main.c"), tags)
        program.name = self.heading
        program.counts = lambda index, full: [PROCESSES] if index else [4, PROCESSES]
        return program


def idioms_of(page):
    """Texts between blocks of C belong to the program before; a heading ends them."""
    with open(page) as file:
        text = file.read()
    found, heading, files = [], None, {}
    for part in re.split(r"(^```c\n.*?^```\n|^## [^\n]*\n)", text, flags=re.M | re.S):
        if part.startswith("## "):
            heading, files = part[3:].strip(), {}
        elif part.startswith("```c"):
            code = part[len("```c\n"):-len("```\n")]
            name = re.match(r"/\* (\S+) \*/\n", code)
            files[name.group(1) if name else "main.c"] = code
        elif "main.c" in files:
            found.append(Idiom(heading, files, part))
            files = {}
    return found


def sequential_megabytes(command, folder):
    child = os.fork()
    if child == 0:
        os.chdir(folder)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.execv(command[0], command)
    return os.wait4(child, 0)[2].ru_maxrss / 1024


class IdiomTester(compare.Tester):
    WARNINGS = []

    def __init__(self, options, work):
        super().__init__(options, work)
        self.counted_at_three = []

    def check_statistics(self, program, where, statistics, n):
        super().check_statistics(program, where, statistics, n)
        if n == PROCESSES:
            self.counted_at_three.append(statistics.processes)

    def test(self, idiom):
        self.counted_at_three = []
        program = idiom.write(tempfile.mkdtemp(dir=self.work))
        self.compare_all(program)
        warnings = set(re.findall(r"\[(-Wdist[-a-z]*)\]", self.said))
        if warnings != set(re.findall(r"warning `(-W[-a-z]*)`", idiom.claims)):
            self.fail(f"{program.name}: {self.said}")
        if not self.options.check:
            self.test_costs(idiom, program.name)

    def test_costs(self, idiom, name):
        step = idiom.claim(r"\*\*Each step:\*\* (\d+|no) messages?(?:, (\d+) bytes)?; (\d+|no) collective operations?")
        memory = idiom.claim(r"\*\*Memory:\*\* each of 3 processes has below (\d+) MB, the sequential program .* (\d+) MB")
        if not step:
            if "**In turns:**" not in idiom.claims:
                self.fail(f"{name}: the page does not say what it costs")
            return
        high, low = self.counted_at_three
        for key, said in zip(("messages", "bytes", "collectives"), step):
            got = max(b[key] - a[key] for a, b in zip(low, high)) / (LARGE - SMALL)
            if said not in (-1, got):
                self.fail(f"{name}: {key} per step {got}, the page says {said}")
        if memory:
            most = max(process["resident_kb"] for process in high) / 1024
            alone = sequential_megabytes([os.path.join(self.work, "sequential"), "1"], self.work)
            if most >= memory[0] or alone <= memory[1]:
                self.fail(f"{name}: {most:.0f} MB, sequentially {alone:.0f} MB")


def main():
    idioms = idioms_of(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="hpcc-idioms-") as work:
        tester = IdiomTester(compare.parse_options(sys.argv[4:] + ["-"]), work)
        for idiom in idioms:
            try:
                tester.test(idiom)
            except compare.Failure as failure:
                tester.fail(f"{idiom.heading}: {failure}")
    print(f"{len(idioms)} programs")
    return 1 if tester.failures or len(idioms) < 13 else 0


sys.exit(main())
