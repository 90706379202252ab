# SPDX-License-Identifier: Apache-2.0
"""tutorial.py TUTORIAL BUILD: does what the tutorial says, in one shell with nothing but PATH and HOME, and compares what comes out.

The folder of the sources is one with the finished build in it, and a `dev` that has nothing to do. The first C text is wave.c, the second is put
before its test of the allocations. Commands stand behind `$ `; a line `...` in an output stands for any lines, and at a line's end for any rest.
Root does it once more as a user: without what is said of root, and with few processes.
"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

tutorial, build = sys.argv[1:3]
NOBODY = 65534
AS_USER = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
LEAST_COMMANDS = 20


def steps_of(page):
    """What the reader does, in the page's order: ("write", text of wave.c) and ("run", command, lines that come out)."""
    with open(page) as file:
        blocks = re.findall(r"^```(c|console)\n(.*?)^```$", file.read(), re.M | re.S)
    steps, program = [], ""
    for kind, text in blocks:
        if kind == "c":
            program = program.replace("\tif (!u", text + "\tif (!u") if program else text
            steps.append(("write", program))
        else:
            commands = re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M)
            steps += [("run", command, output.splitlines()) for command, output in commands]
    return steps


def script_of(steps):
    """A shell script that says before each step which one it is."""
    lines = []
    for number, step in enumerate(steps):
        lines.append(f"echo '=== step {number}'")
        if step[0] == "write":
            lines.append(f"cat > wave.c <<'END OF WAVE'\n{step[1]}END OF WAVE")
        else:
            lines.append(step[1])
    return "\n".join(lines) + "\n"


def expected(lines):
    parts = []
    for line in lines:
        if line == "...":
            parts.append(r"(?:.*\n)*?")
        elif line.endswith(" ..."):
            parts.append(re.escape(line[:-4]) + r" .*\n")
        else:
            parts.append(re.escape(line) + r"\n")
    return "".join(parts)


def compare(steps, got, who):
    said = dict(re.findall(r"^=== step (\d+)\n((?:(?!=== step ).*\n)*)", got, re.M))
    for number, step in enumerate(steps):
        wanted = step[2] if step[0] == "run" else []
        here = said.get(str(number), "(nothing)")
        if not re.fullmatch(expected(wanted), here):
            sys.exit(f"{who}: $ {step[1]}\n--- wanted\n" + "\n".join(wanted) + f"\n--- got\n{here}")


def follow(steps, who, prefix):
    # Where a test runner has its temporary files a user may not look.
    with tempfile.TemporaryDirectory(prefix="hpcc-tutorial-", dir="/tmp") as home:
        sources = os.path.join(home, "sources")
        os.mkdir(sources)
        os.symlink(build, os.path.join(sources, "build"))
        for path, text in ((os.path.join(sources, "dev"), "#!/bin/sh\n"), (os.path.join(home, "steps.sh"), script_of(steps))):
            with open(path, "w") as file:
                file.write(text)
            os.chmod(path, 0o755)
        if prefix:
            os.chmod(home, 0o755)
            os.chown(home, NOBODY, NOBODY)
        environment = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": home}
        environment.update({name: value for name, value in os.environ.items() if name in ("ASAN_OPTIONS", "UBSAN_OPTIONS")})
        run = subprocess.run(prefix + ["bash", os.path.join(home, "steps.sh")], cwd=sources, env=environment, stdin=subprocess.DEVNULL,
                             stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=600)
        compare(steps, run.stdout, who)


def can_be_user():
    if os.getuid() != 0 or not shutil.which("setpriv"):
        return False
    return subprocess.run(AS_USER + ["test", "-x", os.path.join(build, "bin", "hpcc")]).returncode == 0


def main():
    steps = steps_of(tutorial)
    if len(steps) < LEAST_COMMANDS:
        sys.exit(f"only {len(steps)} steps found")
    follow(steps, "root" if os.getuid() == 0 else "a user", [])
    if can_be_user():
        as_user = [(step[0], step[1].replace("-n 64", "-n 6"), *step[2:]) for step in steps if "ALLOW_RUN_AS_ROOT" not in step[1]]
        follow(as_user, "a user", AS_USER)


main()
