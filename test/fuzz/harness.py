# SPDX-License-Identifier: Apache-2.0
"""What fuzzers of whole programs share: batches of programs in one executable and one start of the launcher, compared
with their sequential runs; what fails is made small and kept; a long run can be gone on with."""
import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.dirname(HERE))
import launching
import reduce as reducer

ENVIRONMENT = dict(launching.environment(os.environ), ASAN_OPTIONS="detect_leaks=0:abort_on_error=0", HPCC_STATS="1")
SANITIZED = ["-O1", "-w", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer"]
BATCH = 10


def run(command, seconds, environment=ENVIRONMENT, folder=None):
    """Status (negative: signal; None: it hung), standard output, standard error."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               text=True, errors="replace", env=environment, cwd=folder, start_new_session=True)
    try:
        out, err = process.communicate(timeout=seconds)
        return process.returncode, out, err
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        return None, out, err


def by_program(output):
    """Output between the marks, by seed; of a program that did not come to its end nothing."""
    parts = {}
    for part in re.split(r"^== ", output, flags=re.M)[1:]:
        seed, _, rest = part.partition("\n")
        if re.search(r"^-- -?\d+\n\Z", rest, flags=re.M):
            parts[int(seed)] = rest
    return parts


class Program:
    """A text with its arguments, and what became of it."""

    def __init__(self, seed, text, arguments, features, counts):
        self.seed, self.text, self.arguments, self.features, self.counts = seed, text, arguments, features, counts
        self.refused, self.failure, self.expected = None, None, None

    def kind(self):
        """What is wrong, without numbers."""
        return self.failure.split(":")[0].split(" at ")[0] if self.failure else None


def refusal(err):
    """The first error without names and places."""
    found = re.search(r"error: (.*)", err)
    return re.sub(r"'[^']*'", "'...'", found.group(1)) if found else "unknown"


class Fuzzer:
    """Kinds of fuzzers say which programs there are (new, changed), how they are built, and what is looked at after a
    run."""
    sequential_flags = SANITIZED
    parallel_flags = ["-O1", "-w"]

    def __init__(self, options):
        self.options = options
        self.launcher = shlex.split(options.mpirun)

    def with_counts(self, counts):
        """The same fuzzer for these numbers of processes only."""
        return type(self)(argparse.Namespace(**dict(vars(self.options), counts=counts)))

    def new(self, seed):
        """The program of a seed."""
        raise NotImplementedError

    def changed(self, p, text):
        """The same program with another text."""
        return Program(p.seed, text, p.arguments, p.features, p.counts)

    def driver_text(self, programs):
        """A main that runs the programs one after the other, each with its own arguments."""
        text = "#include <stdio.h>\n"
        text += "".join(f"int program_{p.seed}(int argc, char **argv);\n" for p in programs)
        text += "int main(void)\n{\n"
        for p in programs:
            words = ", ".join(f'"{word}"' for word in ["program"] + p.arguments)
            text += (f"\t{{\n\t\tchar *argv[] = {{{words}, 0}};\n\t\tprintf(\"== {p.seed}\\n\");\n"
                     f"\t\tint status = program_{p.seed}({len(p.arguments) + 1}, argv);\n"
                     f"\t\tprintf(\"-- %d\\n\", status);\n\t}}\n")
        return text + "\treturn 0;\n}\n"

    def compile_sequential(self, programs, folder):
        for p in programs:
            source = os.path.join(folder, f"{p.seed}.c")
            with open(source, "w") as file:
                file.write(p.text)
            target = os.path.join(folder, f"{p.seed}.seq.o")
            status, _, err = run([self.options.cc] + self.sequential_flags +
                                 [f"-Dmain=program_{p.seed}", "-c", source, "-o", target], 120)
            if status:
                p.failure = "generator: " + err

    def compile_parallel(self, p, folder):
        """The objects, or None; notes a refusal or a failure."""
        parts = [1, 2] if "#if PART" in p.text else [0]
        targets = [self.compile_part(p, part, folder) for part in parts]
        return targets if all(targets) else None

    def source(self, p, part, folder):
        """The file of a part, or the program's only one."""
        if part == 0:
            return os.path.join(folder, f"{p.seed}.c")
        # Not by an option: of a program in two files, the link may translate both together.
        path = os.path.join(folder, f"{p.seed}.{part}.c")
        with open(path, "w") as file:
            file.write(f"#define PART {part}\n" + p.text)
        return path

    def compile_part(self, p, part, folder):
        return self.compile(p, [self.source(p, part, folder), "-c"], os.path.join(folder, f"{p.seed}.{part}.o"))

    def compile(self, p, what, target):
        """The target, or None; notes a refusal or a failure."""
        begin = time.time()
        flags = ["-fdist-check"] * self.options.check + self.parallel_flags + [f"-Dmain=program_{p.seed}"]
        status, _, err = run([self.options.hpcc, "-fdist"] + flags + what + ["-o", target], 60)
        if status == 0 and time.time() - begin < 60:
            return target
        if status == 1 and "internal error" not in err:
            p.refused = refusal(err)
        else:
            p.failure = f"compiler: status {status}\n{err}"
        return None

    def link(self, compiler, programs, objects, folder, name):
        source = os.path.join(folder, name + ".c")
        with open(source, "w") as file:
            file.write(self.driver_text(programs))
        status, _, err = run(compiler + [source] + objects + ["-lm", "-o", os.path.join(folder, name)], 120)
        return None if status == 0 else err

    def try_batch(self, programs):
        """Notes what is wrong in each program."""
        with tempfile.TemporaryDirectory(prefix="hpcc-fuzz-") as folder:
            self.compile_sequential(programs, folder)
            good = [p for p in programs if not p.failure]
            self.run_sequential(good, folder)
            good = [p for p in good if not p.failure]
            objects = {p.seed: self.compile_parallel(p, folder) for p in good}
            good = [p for p in good if objects[p.seed]]
            if good:
                self.run_parallel(good, objects, folder)

    def run_sequential(self, programs, folder):
        if not programs:
            return
        objects = [os.path.join(folder, f"{p.seed}.seq.o") for p in programs]
        err = self.link([self.options.cc] + self.sequential_flags, programs, objects, folder, "sequential")
        status, out, said = 1, "", err
        if not err:
            status, out, said = self.launch([os.path.join(folder, "sequential")], programs, 0, folder)
        parts = by_program(out)
        for p in programs:
            p.expected = parts.get(p.seed)
        missing = [p for p in programs if p.expected is None]
        if not missing:
            return
        missing[0].failure = f"generator: status {status}\n{said}"
        # What comes after the bad one has not run.
        self.run_sequential(missing[1:], folder)

    def tool(self, name, folder, command):
        """What is built once for a folder."""
        path = os.path.join(folder, name)
        if not os.path.exists(path):
            status, _, err = run(command + ["-o", path], 60)
            if status:
                raise RuntimeError(err)
        return path

    def counter(self, folder):
        """The library that counts messages, to be preloaded."""
        return self.tool("libcount.so", folder, shlex.split(self.options.mpicc) +
                         ["-O1", "-fPIC", "-shared", os.path.join(HERE, "..", "pmpi", "count.c")])

    def launch(self, command, programs, n, folder):
        """Runs the programs' executable, on n processes, or without a launcher."""
        if n == 0:
            return run(command, 60, folder=folder)
        # Launchers that end while others start remove a folder that all share.
        environment = dict(ENVIRONMENT, OMPI_MCA_orte_tmpdir_base=folder)
        return run(self.launcher + ["-n", str(n)] + command, 20 + 3 * n + 3 * len(programs), environment, folder)

    def looked_at(self, p, n, part, said):
        """Is a program's part of the output right? What else is wrong with its run may be noted in it."""
        return part == p.expected

    def unlike_predicted(self, command, n, folder, said):
        """What the run that `launch` has made last sent or executed otherwise than predicted; None: nothing."""
        return None

    def run_parallel(self, programs, objects, folder):
        err = self.link([self.options.hpcc, "-fdist"] + self.parallel_flags, programs,
                        [o for p in programs for o in objects[p.seed]], folder, "parallel")
        if err:
            if len(programs) == 1:
                programs[0].failure = "link: " + err
            else:
                for p in programs:
                    self.run_parallel([p], objects, folder)
            return
        counts = sorted({n for p in programs for n in p.counts} if not self.options.counts else self.options.counts)
        suspects = {}
        for n in counts:
            status, out, said = self.launch([os.path.join(folder, "parallel")], programs, n, folder)
            parts = by_program(out)
            for p in programs:
                if not self.looked_at(p, n, parts.get(p.seed), said):
                    suspects.setdefault(p.seed, (p, n, status, parts.get(p.seed), said))
            unlike = None if suspects else self.unlike_predicted([os.path.join(folder, "parallel")], n, folder, said)
            if unlike:
                suspects = {p.seed: (p, n, status, parts.get(p.seed), said) for p in programs}
            if suspects:
                break
        if not suspects:
            return
        if len(programs) > 1:
            # Each suspect by itself, and the rest without them, for they may have been disturbed or not reached.
            alone = [p for p in programs if p.seed in suspects]
            for p in alone:
                self.run_parallel([p], objects, folder)
            rest = [p for p in programs if p.seed not in suspects]
            if rest:
                self.run_parallel(rest, objects, folder)
            return
        p, n, status, got, said = suspects[programs[0].seed]
        p.failing_count = n
        said = "\n".join(line for line in said.splitlines() if not line.startswith("hpcc-stats"))
        if unlike:
            p.failure = f"is unlike its prediction at {n} processes: {unlike}"
            return
        what = "hangs" if status is None else f"ends with status {status}" if status else "has another output"
        p.failure = f"{what} at {n} processes\n{said}\n--- sequential\n{p.expected}\n--- here\n{got or ''}"

    # ---- what failed ---------------------------------------------------------------------------

    def is_defined(self, text, arguments):
        """No part of the program reads what was never set."""
        with tempfile.TemporaryDirectory(prefix="hpcc-fuzz-") as folder:
            source, program = os.path.join(folder, "a.c"), os.path.join(folder, "a")
            with open(source, "w") as file:
                file.write(text)
            built = run([self.options.cc, "-O1", "-w", "-fsanitize=memory", source, "-lm", "-o", program], 60)
            return built[0] == 0 and run([program] + arguments, 20, folder=folder)[0] == 0

    def fails_alike(self, p):
        """A test whether another text of the program fails at the same number of processes."""
        def fails(text):
            if not self.is_defined(text, p.arguments):
                return False
            q = self.changed(p, text)
            self.with_counts([getattr(p, "failing_count", 2)]).try_batch([q])
            return bool(q.failure) and q.kind() == p.kind()
        return fails

    def keep(self, p):
        small = p.text
        if not p.failure.startswith("generator") and self.options.reduce:
            small = reducer.reduce(p.text, self.fails_alike(p), self.options.reduce)
        self.keep_text(p, small)

    def keep_text(self, p, small, shown=None):
        """small: what was left of the program `shown`, which stands for p."""
        shown = shown or p
        name = os.path.join(self.options.keep, f"seed-{p.seed}")
        for suffix, text in ((".full.c", shown.text), (".txt", shown.failure), (".c", small)):
            with open(name + suffix, "w") as file:
                file.write(text)


# ---- a long run ---------------------------------------------------------------------------------

class State:
    """What is known so far, as JSON in the folder of what is kept."""

    def __init__(self, path, seed):
        self.path = path
        self.data = {"first": seed, "next": seed, "programs": 0, "failures": {}, "refusals": {}, "features": {}}

    def load(self):
        with open(self.path) as file:
            self.data = json.load(file)

    def save(self):
        with open(self.path + ".new", "w") as file:
            json.dump(self.data, file, indent=1)
        os.replace(self.path + ".new", self.path)

    def add(self, p):
        self.data["programs"] += 1
        if p.failure:
            self.data["failures"][str(p.seed)] = p.failure.splitlines()[0][:200]
        if p.refused:
            self.data["refusals"][p.refused] = self.data["refusals"].get(p.refused, 0) + 1
        for feature in p.features:
            self.data["features"][feature] = self.data["features"].get(feature, 0) + 1


def batches(fuzzer, options, state, end):
    """Programs that are tried together, as many as the options say."""
    seed, left = state.data["next"], None if options.seconds else options.programs
    while (left is None or left > 0) and (end is None or time.time() < end):
        size = BATCH if left is None else min(BATCH, left)
        yield [fuzzer.new(s) for s in range(seed, seed + size)]
        seed, left = seed + size, None if left is None else left - size


def fuzz_programs(fuzzer, options, state, report):
    """Tries programs from a seed on; what `report` returns."""
    if options.resume:
        state.load()
    begin = time.time()
    end = begin + options.seconds if options.seconds else None

    def work(batch):
        fuzzer.try_batch(batch)
        for p in batch:
            if p.failure:
                fuzzer.keep(p)
        return batch

    source, running, last = batches(fuzzer, options, state, end), collections.deque(), time.time()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        while True:
            while len(running) < options.jobs and not (options.stop and state.data["failures"]):
                batch = next(source, None)
                if batch is None:
                    break
                running.append(pool.submit(work, batch))
            if not running or (options.stop and state.data["failures"]):
                break
            for p in running.popleft().result():
                state.add(p)
                state.data["next"] = max(state.data["next"], p.seed + 1)
                if p.failure:
                    print(f"seed {p.seed}: {p.failure.splitlines()[0][:200]}", flush=True)
                if p.refused:
                    print(f"seed {p.seed}: refused: {p.refused}", flush=True)
            state.save()
            if time.time() - last > 30 and not options.quiet:
                last = time.time()
                print(f"{state.data['programs']} programs, {len(state.data['failures'])} failures, "
                      f"{last - begin:.0f} s", flush=True)
    return report(state.data, options)


def print_totals(data, options):
    refused = sum(data["refusals"].values())
    print(f"{data['programs']} programs from seed {data['first']}: {len(data['failures'])} failed"
          + (f" (kept in {options.keep})" if data["failures"] else "") + f", {refused} refused")
    for reason, n in sorted(data["refusals"].items(), key=lambda row: -row[1]):
        print(f"  refused {n}: {reason}")
