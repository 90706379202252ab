# SPDX-License-Identifier: Apache-2.0
"""tutorial.py TUTORIAL HPCC MPIRUN CC: does what the tutorial says, in the current folder, and compares what comes out.

The first C text is wave.c, the second is put before its test of the allocations. Commands stand behind `$ `; a line `...` in an output stands
for any lines, and at a line's end for any rest. Runs of 64 processes are runs of 6 here.
"""
import os
import re
import subprocess
import sys

tutorial, hpcc, mpirun, cc = sys.argv[1:5]


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


def run(command, wanted):
    command = command.replace("-n 64", "-n 6").replace("--oversubscribe ", "")
    got = subprocess.run(["bash", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300).stdout
    if not re.fullmatch(expected(wanted), got):
        sys.exit(f"$ {command}\n--- wanted\n" + "\n".join(wanted) + f"\n--- got\n{got}")


def put_tools():
    os.makedirs("bin", exist_ok=True)
    for name, command in (("hpcc", hpcc), ("mpirun", mpirun), ("cc", cc)):
        with open(f"bin/{name}", "w") as f:
            f.write(f'#!/bin/sh\nexec {command} "$@"\n')
        os.chmod(f"bin/{name}", 0o755)
    os.environ["PATH"] = os.path.abspath("bin") + ":" + os.environ["PATH"]


def main():
    with open(tutorial) as f:
        blocks = re.findall(r"^```(c|console)\n(.*?)^```$", f.read(), re.M | re.S)
    program, line = [text for kind, text in blocks if kind == "c"]
    put_tools()
    done = 0
    for kind, text in blocks:
        if kind == "c":
            with open("wave.c", "w") as f:
                f.write(program if text == program else program.replace("\tif (!u", line + "\tif (!u"))
            continue
        for command, output in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", text, re.M):
            run(command, output.splitlines())
            done += 1
    if done < 15:
        sys.exit(f"only {done} commands found")


main()
