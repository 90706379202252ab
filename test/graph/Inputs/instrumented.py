# SPDX-License-Identifier: Apache-2.0
"""What a sequential program does, counted in LLVM's code for it: floating-point operations by kind, and memory operands
with their bytes, by line of the source.

Each basic block of the program, as Clang makes it before any optimisation but with variables in registers, gets a counter.
A run gives how often each was executed; what is in it is read off its instructions. `once`: what a block loads twice
counts once."""
import collections
import os
import re
import subprocess

KINDS = ("fadd", "fmul", "fdiv", "fsqrt", "flibm", "loads", "load_bytes", "stores", "store_bytes")
MOST = {"float": 4, "double": 8, "i8": 1, "i16": 2, "i32": 4, "i64": 8, "ptr": 8, "x86_fp80": 16, "i1": 1}
# As the task graph counts: minima and maxima are additions; a sign, or an absolute value, is nothing.
INTRINSICS = {"fmax": "fadd", "fmin": "fadd", "fmaxf": "fadd", "fminf": "fadd", "llvm.maxnum": "fadd",
              "llvm.minnum": "fadd", "sqrt": "fsqrt", "sqrtf": "fsqrt", "llvm.sqrt": "fsqrt", "fabs": None,
              "fabsf": None, "llvm.fabs": None}
LIBM = {"sin", "cos", "tan", "exp", "log", "pow", "atan2", "sinh", "cosh", "tanh", "asin", "acos", "atan", "log10", "exp2"}

HELPER = """
#include <stdio.h>
#include <stdlib.h>
extern unsigned long long hpcc_block_count[];
extern int hpcc_n_blocks;
static void dump(void)
{
	FILE *out = fopen(getenv("HPCC_BLOCKS"), "w");
	for (int k = 0; out && k < hpcc_n_blocks; k++) fprintf(out, "%llu\\n", hpcc_block_count[k]);
	if (out) fclose(out);
}
__attribute__((constructor)) static void start(void) { atexit(dump); }
"""


def kinds_of(line):
    """What one instruction does: (kind, how often)."""
    found = re.match(r"\s+(?:%[\w.]+ = )?(?:tail |notail )?(\w+)(.*)", line)
    word, rest = (found.group(1), found.group(2)) if found else ("", "")
    if word in ("fadd", "fsub"):
        return [("fadd", 1)]
    if word in ("fmul", "fdiv"):
        return [(word, 1)]
    if word == "load":
        kind = re.match(r"(?: volatile)? ([\w]+),", rest)
        return [("loads", 1), ("load_bytes", MOST[kind.group(1)])] if kind and kind.group(1) in MOST else []
    if word == "store":
        kind = re.match(r"(?: volatile)? ([\w]+) ", rest)
        return [("stores", 1), ("store_bytes", MOST[kind.group(1)])] if kind and kind.group(1) in MOST else []
    if word == "call":
        if re.search(r"@llvm\.fmuladd", rest):
            return [("fmul", 1), ("fadd", 1)]
        called = re.search(r"@([\w.]+)\(", rest)
        name = re.sub(r"\.(f32|f64)$", "", called.group(1)) if called else ""
        if name in INTRINSICS:
            return [(INTRINSICS[name], 1)] if INTRINSICS[name] else []
        if name.removeprefix("llvm.").rstrip("f") in LIBM or name.removeprefix("llvm.") in LIBM:
            return [("flibm", 1)]
    return []


def instrument(text):
    """The text with counters; for each counter {line: {kind: n}}."""
    places = {m.group(1): int(m.group(2)) for m in re.finditer(r"^!(\d+) = (?:distinct )?!DILocation\(line: (\d+)", text, re.M)}
    out, blocks, inside, fresh = [], [], False, False
    for line in text.splitlines():
        if line.startswith("define "):
            inside = fresh = True
            out.append(line)
            continue
        if line == "}":
            inside = False
        elif inside and re.match(r"[\w.]+:|\d+:", line):
            fresh = True
            out.append(line)
            continue
        elif inside and fresh and line.strip() and not re.match(r"\s+%[\w.]+ = phi ", line):
            k = len(blocks)
            blocks.append(collections.defaultdict(collections.Counter))
            at = f"ptr getelementptr ([0 x i64], ptr @hpcc_block_count, i64 0, i64 {k})"
            out += [f"  %hpcc.a{k} = load i64, {at}", f"  %hpcc.b{k} = add i64 %hpcc.a{k}, 1",
                    f"  store i64 %hpcc.b{k}, {at}"]
            fresh = False
        if inside and blocks:
            where = re.search(r"!dbg !(\d+)", line)
            for kind, n in kinds_of(line):
                blocks[-1][places.get(where.group(1), 0) if where else 0][kind] += n
        out.append(line)
    whole = "\n".join(out) + "\n"
    head = f"@hpcc_block_count = global [{len(blocks)} x i64] zeroinitializer\n@hpcc_n_blocks = global i32 {len(blocks)}\n"
    at = whole.index("define ")
    return whole[:at] + head + whole[at:].replace("[0 x i64]", f"[{len(blocks)} x i64]"), blocks


def counts(clang, source, flags, arguments, folder, once=False):
    """{line: {kind: executions}} of a run."""
    opt = os.path.join(os.path.dirname(clang), "opt")
    raw, plain, counted = (os.path.join(folder, name) for name in ("raw.ll", "plain.ll", "counted.ll"))
    helper, program, blocks = (os.path.join(folder, name) for name in ("helper.c", "program", "blocks"))
    with open(helper, "w") as file:
        file.write(HELPER)
    subprocess.run([clang, "-std=gnu17", "-g", "-O1", "-ffp-contract=off", "-Xclang", "-disable-llvm-passes", "-S", "-emit-llvm",
                    "-w", *flags, source, "-o", raw], check=True)
    subprocess.run([opt, "-S", "-passes=function(sroa,mem2reg" + (",early-cse" if once else "") + ")", raw, "-o", plain], check=True)
    with open(plain) as file:
        text, known = instrument(file.read())
    with open(counted, "w") as file:
        file.write(text)
    subprocess.run([clang, "-O1", "-w", counted, helper, "-lm", "-o", program], check=True)
    subprocess.run([program, *arguments], check=True, stdout=subprocess.DEVNULL, cwd=folder,
                   env=dict(os.environ, HPCC_BLOCKS=blocks))
    with open(blocks) as file:
        executed = [int(line) for line in file]
    total = collections.defaultdict(collections.Counter)
    for times, block in zip(executed, known):
        for line, kinds in block.items():
            for kind, n in kinds.items():
                total[line][kind] += n * times
    return total
