# SPDX-License-Identifier: Apache-2.0
"""Programs whose cost is known (catalogue.py): is each as parallel as a person would write it with MPI?

Each program runs three times in one start: once to get everything ready, then twice, with numbers of steps that
differ. What the third run sends beyond the second is what the steps cost. It is counted by the profiling interface of
MPI (test/pmpi), and the executions of each statement by the back end's coverage counters: neither knows what hpcc
thinks of the program.
"""
import bisect
import hashlib
import itertools
import json
import os
import random
import re
import shlex
import shutil
import subprocess
import tempfile
import threading

import catalogue
import harness
import reduce as reducer

HERE = os.path.dirname(os.path.abspath(__file__))
COUNTS = [2, 4, 7]
COVERAGE = ["-fprofile-instr-generate", "-fcoverage-mapping"]
MARK = re.compile(r"/\*@(\d+):(\w+)\*/")
# From the loss that explains the others to what it may cause.
KINDS = ["slow", "iterations", "collectives", "messages", "bytes", "memory"]
# One of so many programs is run with large arrays, too, on so many processes.
LARGE_EVERY, LARGE_COUNT, LARGE_STEPS = 10, 4, 2
MARKER = """
#include <dlfcn.h>
void fuzz_mark(void)
{
	void (*mark)(void) = (void (*)(void))dlsym(RTLD_DEFAULT, "mpi_count_mark");
	if (mark) mark();
}
"""


class Program(harness.Program):
    def __init__(self, composer, text=None):
        super().__init__(composer.label, text or composer.program(), composer.arguments(catalogue.STEPS[0])[1:],
                         composer.features(), COUNTS)
        self.composer = composer
        self.losses = {}    # number of processes: [(kind, text)]
        self.marks = {}     # mark: what varies it
        self.places = {}    # mark: [(file, line, column)] in the translated text
        self.executed = {}  # mark: how often, sequentially
        self.measured = None
        self.is_sample = self.seed % LARGE_EVERY == 0
        self.resident_kb = 0    # with small arrays


class Measured:
    """What one run counted."""

    def __init__(self, counts, executions, said):
        self.counts = counts            # for each process: what each mark of the time counted
        self.executions = executions    # for each process: (file, line, column) -> count
        self.said = said


def marks_in(text):
    """Where marks stand: {mark: (dimensions, [(line, column)])}."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        for m in MARK.finditer(line):
            found.setdefault(m.group(1), (m.group(2), []))[1].append((number, m.start() + 1))
    return found


class Profile:
    """Counts of one process, by place."""

    def __init__(self, data):
        self.segments = {os.path.basename(file["filename"]): [(s[0], s[1], s[2], s[3]) for s in file["segments"]]
                         for file in data["data"][0]["files"]}

    def count(self, name, line, column):
        segments = self.segments.get(name, [])
        at = bisect.bisect_right(segments, (line, column, float("inf"), True)) - 1
        return segments[at][2] if at >= 0 and segments[at][3] else 0


def files_of(work, seed):
    """The files that a program has written, as lines of output."""
    found = ""
    for name in sorted(os.listdir(work)):
        if re.match(rf"{seed}\D", name) and not name.endswith((".profraw", ".marks", ".to")):
            with open(os.path.join(work, name), "rb") as file:
                text = file.read()
            found += f"file {name}: {len(text)} bytes, {hashlib.sha256(text).hexdigest()[:16]}\n"
    return found


class ParallelFuzzer(harness.Fuzzer):
    sequential_flags = harness.SANITIZED + COVERAGE
    # The driver calls a program's main, and names nothing else in it.
    parallel_flags = ["-O1", "-w", "-fwhole-program"] + COVERAGE

    def __init__(self, options):
        super().__init__(options)
        self.lock = threading.Lock()
        self.causes = []

    # ---- programs -------------------------------------------------------------------------------

    def new(self, seed):
        if self.options.alone:
            choices = catalogue.Choice.alone()
            return Program(self.composer(seed, choices[(seed - 1) % len(choices)]))
        # A seed whose pieces are left out stands for the next one that has none of them.
        composer = next(c for c in (self.composer(seed, catalogue.Choice.of(seed + 1000000 * k))
                                    for k in itertools.count())
                        if not any(some.items() <= c.pieces.items() for some in self.options.without))
        return Program(composer)

    def composer(self, seed, pieces):
        return catalogue.Composer(seed, dict(pieces, **dict(self.options.pieces, plant=self.options.plant)))

    def changed(self, p, text):
        return Program(p.composer, text)

    def driver_text(self, programs):
        text = "#include <stdio.h>\nvoid fuzz_mark(void);\n#pragma dist local(fuzz_mark)\n"
        text += "".join(f"int program_{p.seed}(int argc, char **argv);\n" for p in programs)
        text += "int main(void)\n{\n"
        for p in programs:
            text += f"\tprintf(\"== {p.seed}\\n\");\n\tfuzz_mark();\n"
            for steps in (catalogue.STEPS[0],) + catalogue.STEPS:
                words = ", ".join(f'"{word}"' for word in ["program", str(steps)] + p.arguments)
                text += (f"\t{{\n\t\tchar *argv[] = {{{words}, 0}};\n"
                         f"\t\tprintf(\"%d\\n\", program_{p.seed}({len(p.arguments) + 2}, argv));\n\t}}\n")
                text += "\tfuzz_mark();\n"
            text += "\tprintf(\"-- 0\\n\");\n"
        return text + "\treturn 0;\n}\n"

    # ---- building -------------------------------------------------------------------------------

    def link(self, compiler, programs, objects, folder, name):
        with open(os.path.join(folder, "marker.c"), "w") as file:
            file.write(MARKER)
        marker = self.tool("marker.o", folder, [self.options.cc, "-O1", "-c", os.path.join(folder, "marker.c")])
        return super().link(compiler, programs, objects + [marker], folder, name)

    def compile_parallel(self, p, folder):
        """Files of a program are translated together. Notes where the marks are in the translated text."""
        parts = [1, 2] if "#if PART" in p.text else [0]
        saved = os.path.join(folder, f"saved{p.seed}")
        os.mkdir(saved)
        how = ["-c"] if parts == [0] else ["-r", "-noprofilelib"]
        target = self.compile(p, [self.source(p, part, folder) for part in parts] + how +
                              [f"-fdist-save-temps={saved}"],
                              os.path.join(folder, f"{p.seed}.o"))
        # The text has `#line` lines, which its coverage does not look at.
        for name in sorted(os.listdir(saved)) if target else []:
            with open(os.path.join(saved, name)) as file:
                for mark, (_, places) in marks_in(file.read()).items():
                    source = name.replace(".hpcc.c", ".c")
                    p.places.setdefault(mark, []).extend((source, line, column) for line, column in places)
        return [target] if target else None

    # ---- running --------------------------------------------------------------------------------

    def work_folder(self, folder, n):
        """An empty folder with the file that programs read."""
        work = os.path.join(folder, f"run{n}")
        shutil.rmtree(work, ignore_errors=True)
        os.mkdir(work)
        numbers = random.Random(1)
        with open(os.path.join(work, "input.txt"), "w") as file:
            file.write(" ".join(f"{numbers.uniform(0, 4):.4f}" for _ in range(10000)))
        return work

    def launch(self, command, programs, n, folder):
        work = self.work_folder(folder, n)
        environment = dict(harness.ENVIRONMENT, OMPI_MCA_orte_tmpdir_base=folder,
                           LLVM_PROFILE_FILE=os.path.join(work, "%p.profraw"),
                           MPI_COUNT_DIR=work)
        if n == 0:
            result = harness.run(command, 60, environment, work)
        else:
            whole = self.launcher + ["-n", str(n), "env", f"LD_PRELOAD={self.counter(folder)}"] + command
            result = harness.run(whole, 20 + 3 * n + 3 * len(programs), environment, work)
        status, out, said = result
        profiles = self.profiles(command[0], work)
        if n == 0:
            self.note_sequential(programs, profiles)
        measured = Measured(self.counts(work, n), profiles, said)
        for k, p in enumerate(programs):
            p.measured = measured, k
        for p in programs:
            out = out.replace(f"== {p.seed}\n", f"== {p.seed}\n" + files_of(work, p.seed), 1)
        return status, out, said

    def profiles(self, program, work):
        found = []
        for name in sorted(os.listdir(work)):
            if not name.endswith(".profraw"):
                continue
            path = os.path.join(work, name)
            subprocess.run([os.path.join(self.options.llvm, "llvm-profdata"), "merge", "-sparse", path, "-o",
                            path + ".data"], capture_output=True)
            told = subprocess.run([os.path.join(self.options.llvm, "llvm-cov"), "export", "-format=text",
                                   "-skip-functions", "-skip-expansions", "-instr-profile", path + ".data", program],
                                  capture_output=True, text=True)
            os.unlink(path)
            if told.returncode == 0:
                found.append(Profile(json.loads(told.stdout)))
        return found

    def note_sequential(self, programs, profiles):
        for p in programs:
            for mark, (vary, places) in marks_in(p.text).items():
                p.marks[mark] = vary
                p.executed[mark] = sum(profile.count(f"{p.seed}.c", *place) for profile in profiles for place in places)

    def counts(self, work, n):
        """For each process the lines of its marks."""
        found = []
        for rank in range(n):
            try:
                with open(os.path.join(work, f"{rank}.marks")) as file:
                    rows = [line.split() for line in file]
            except FileNotFoundError:
                return []
            found.append([{row[k]: int(row[k + 1]) for k in range(0, len(row), 2)} for row in rows])
        return found

    # ---- judging --------------------------------------------------------------------------------

    def looked_at(self, p, n, part, said):
        if part != p.expected:
            return False
        measured, index = p.measured
        p.losses[n] = self.losses_of(p, n, measured, index)
        return True

    def losses_of(self, p, n, measured, index):
        losses = self.slow_loops(p, measured.said)
        losses += self.iterations_lost(p, n, measured.executions)
        if measured.counts:
            p.resident_kb = max(row[-1]["rss_kb"] for row in measured.counts)
            losses += self.communication_lost(p, n, measured.counts, 4 * index)
        return losses

    def slow_loops(self, p, said):
        lines = p.text.splitlines()
        found = []
        for part, line, text in re.findall(rf"^hpcc-stats-at: \S*/{p.seed}(\.[12])?\.c:(\d+): (slow .*)$", said, re.M):
            # Files of a part begin with the line that says so.
            source = lines[int(line) - (2 if part else 1)].strip()
            if not source.endswith("//in order"):
                found.append(("slow", f"{source}: {text}"))
        return found

    def iterations_lost(self, p, n, profiles):
        losses = []
        lines = {m.group(1): line.strip() for line in p.text.splitlines() for m in MARK.finditer(line)}
        for mark, places in p.places.items():
            if mark not in p.marks or len(profiles) != n:
                continue
            counts = [sum(profile.count(*place) for place in places) for profile in profiles]
            share = p.composer.share(p.marks[mark], n)
            if max(counts) > share * p.executed[mark] + 2:
                losses.append(("iterations", f"{lines[mark]}: {p.executed[mark]} sequentially, here {counts}, "
                               f"at most {share * p.executed[mark]:.0f}"))
        return losses

    def communication_lost(self, p, n, counts, first):
        def of_steps(row, key):
            return row[first + 3][key] - 2 * row[first + 2][key] + row[first + 1][key]
        bound = p.composer.bound(n)
        losses = []
        for kind, keys, most in (("collectives", ["collectives"], bound.collectives),
                                 ("messages", ["messages"], bound.messages),
                                 ("bytes", ["bytes", "received"],
                                  1.25 * bound.bytes + 64 * n * (1 + bound.collectives))):
            sent = [sum(of_steps(row, key) for key in keys) for row in counts]
            if max(sent) > most:
                losses.append((kind, f"{sent} for {catalogue.STEPS[1] - catalogue.STEPS[0]} steps, at most {most:.0f}"))
        return losses

    def memory_lost(self, p):
        """Is more memory touched than what a process owns? Asked of the program with large arrays."""
        pieces = dict(p.composer.pieces, start="closed form")
        large = catalogue.Composer(p.composer.seed, pieces, p.seed, large=True)
        with tempfile.TemporaryDirectory(prefix="hpcc-fuzz-") as folder:
            text, sources = large.program(), []
            for part in ([1, 2] if large.two_files else [0]):
                sources.append(os.path.join(folder, f"{p.seed}.{part}.c"))
                with open(sources[-1], "w") as file:
                    file.write((f"#define PART {part}\n" if part else "") + text)
            program = os.path.join(folder, "large")
            command = [self.options.hpcc, "-fdist", "-O1", "-w"] + sources + ["-lm", "-o", program]
            status, _, err = harness.run(command, 120)
            if status == 0:
                environment = dict(harness.ENVIRONMENT, OMPI_MCA_orte_tmpdir_base=folder, MPI_COUNT_DIR=folder)
                command = self.launcher + ["-n", str(LARGE_COUNT), "env", f"LD_PRELOAD={self.counter(folder)}", program]
                status, _, err = harness.run(command + large.arguments(LARGE_STEPS), 120, environment, folder)
            if status:
                return [("memory", f"with large arrays: status {status}\n{err}")]
            resident = []
            for rank in range(LARGE_COUNT):
                if not os.path.exists(os.path.join(folder, str(rank))):
                    return [("memory", f"with large arrays: process {rank} has written no counts")]
                with open(os.path.join(folder, str(rank))) as file:
                    words = file.read().split()
                resident.append(int(words[words.index("rss_kb") + 1]) - p.resident_kb)
        most = large.resident(LARGE_COUNT) / 1024
        if max(resident) <= most:
            return []
        return [("memory", f"{resident} kB resident more than with small arrays, at most {most:.0f}")]

    def try_batch(self, programs):
        super().try_batch(programs)
        for p in programs:
            if p.is_sample and LARGE_COUNT in p.losses and not p.losses[LARGE_COUNT]:
                p.losses[LARGE_COUNT] = self.memory_lost(p)
            lost = [(n, kind, text) for n, losses in sorted(p.losses.items()) for kind, text in losses]
            if p.failure or not lost:
                continue
            worst = min(lost, key=lambda loss: KINDS.index(loss[1]))
            p.failing_count = worst[0]
            p.failure = f"{worst[1]} at {worst[0]} processes: {worst[2]}\n"
            p.failure += "".join(f"{n} processes: {kind}: {text}\n" for n, kind, text in lost)

    # ---- what failed ----------------------------------------------------------------------------

    def is_defined(self, text, arguments):
        return super().is_defined(text, [str(catalogue.STEPS[0])] + arguments)

    def guilty(self, p):
        """A program that fails like this one with as few pieces as possible besides the simplest ones."""
        simplest = dict(catalogue.SIMPLEST)
        more = {name: value for name, value in p.composer.pieces.items() if value != simplest[name]}
        for size in (1, 2, 3):
            found = self.first_alike(p, [dict(simplest, **dict(some))
                                         for some in itertools.combinations(more.items(), size)])
            if found:
                return found
        return p

    def first_alike(self, p, choices):
        tried, programs = [], []
        for pieces in choices:
            label = 1000000 + 1000 * p.seed + len(programs)
            composer = catalogue.Composer(p.composer.seed, pieces, label)
            if composer.pieces not in tried:
                tried.append(composer.pieces)
                programs.append(Program(composer))
                programs[-1].is_sample = p.kind() == "memory"
        for at in range(0, len(programs), harness.BATCH):
            some = programs[at:at + harness.BATCH]
            self.with_counts([p.failing_count]).try_batch(some)
            for q in some:
                if q.kind() == p.kind():
                    return q
        return None

    def keep(self, p):
        """Small where it is the first of its cause."""
        p.cause = self.known_cause(p)
        if p.failure.startswith("generator") or not hasattr(p, "failing_count") or p.cause or not self.options.reduce:
            return self.keep_text(p, p.text)
        small = self.guilty(p)
        simplest = dict(catalogue.SIMPLEST)
        p.cause = {"kind": p.kind(),
                   "pieces": {name: value for name, value in small.composer.pieces.items() if value != simplest[name]},
                   "seed": p.seed, "said": small.failure.splitlines()[0][:300]}
        with self.lock:
            is_new = not any(c["kind"] == p.cause["kind"] and c["pieces"] == p.cause["pieces"] for c in self.causes)
            if is_new:
                self.causes.append(p.cause)
        if is_new:
            self.keep_text(p, reducer.reduce(small.text, self.fails_alike(small), self.options.reduce), small)
        return None

    def known_cause(self, p):
        with self.lock:
            for cause in self.causes:
                if cause["kind"] == p.kind() and cause["pieces"].items() <= p.composer.pieces.items():
                    return cause
        return None


class State(harness.State):
    """With the pieces of each program, to see which fail."""

    def __init__(self, path, seed, fuzzer):
        super().__init__(path, seed)
        self.fuzzer = fuzzer
        self.data.update(rows=[], causes=[])

    def load(self):
        super().load()
        self.fuzzer.causes = self.data["causes"]

    def add(self, p):
        super().add(p)
        self.data["rows"].append([p.seed, p.features, p.kind() or ("refused" if p.refused else "")])
        cause = getattr(p, "cause", None)
        if cause:
            cause["programs"] = cause.get("programs", 0) + 1
        self.data["causes"] = self.fuzzer.causes


def failing_pieces(rows, least=3):
    """Pieces, alone or in pairs, with which most programs fail: [(failed, programs, names)]."""
    found, left = [], rows
    for size in (1, 2):
        failed, total = {}, {}
        for _, features, kind in left:
            for names in itertools.combinations(sorted(features), size):
                total[names] = total.get(names, 0) + 1
                failed[names] = failed.get(names, 0) + bool(kind)
        bad = [(failed[names], total[names], names)
               for names in total if failed[names] >= least and failed[names] >= .8 * total[names]]
        found += sorted(bad, reverse=True)
        left = [row for row in left if not any(set(names) <= set(row[1]) for _, _, names in bad)]
    return found


def report(data, options):
    harness.print_totals(data, options)
    if data["causes"]:
        print("what fails, by the fewest pieces with which it does:")
        for cause in sorted(data["causes"], key=lambda c: -c.get("programs", 0)):
            pieces = ", ".join(f"{name}: {value or 'nothing'}" for name, value in cause["pieces"].items()) or "(any)"
            print(f"  {cause.get('programs', 0):4} {cause['kind']}: {pieces} (seed {cause['seed']})")
    if not options.quiet:
        rows = failing_pieces(data["rows"])
        if rows:
            print("pieces, alone and in pairs, with which programs fail:")
        for failed, total, names in rows:
            print(f"  {failed:4} of {total:4}  {' with '.join(names)}")
    return 1 if data["failures"] or data["refusals"] else 0


def fuzz(options):
    if options.alone and not options.seconds:
        options.programs = len(catalogue.Choice.alone())
    fuzzer = ParallelFuzzer(options)
    return harness.fuzz_programs(fuzzer, options,
                                 State(os.path.join(options.keep, "parallel.json"), options.seed, fuzzer), report)
