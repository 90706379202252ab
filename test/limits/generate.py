#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A nest that is large in one way: generate.py statements|depth|arrays|parameters|conditions N > program.c"""
import sys

HEAD = """// SPDX-License-Identifier: Apache-2.0
// ARGS: 3
#include <stdio.h>
#include <stdlib.h>
#define N 40
"""
ARRAYS = "static double a[N], b[N];\n#pragma dist distribute a[block], b[block]\n"
MAIN = "int main(int argc, char **argv)\n{\n\tint start = argc > 1 ? atoi(argv[1]) : 0;\n"
SET = "\tfor (int i = 0; i < N; i++) a[i] = i + start, b[i] = 1;\n"
SUM = "\tdouble sum = 0;\n\tfor (int i = 0; i < N; i++) sum += b[i];\n\tprintf(\"%.9g\\n\", sum);\n\treturn 0;\n}\n"


def statements(n):
    body = "".join(f"\t\tb[i] = b[i] * .5 + a[i] * {k};\n" for k in range(n))
    return HEAD + ARRAYS + MAIN + SET + f"\tfor (int i = 0; i < N; i++) {{\n{body}\t}}\n" + SUM


def depth(n):
    loops = "".join(f"\tfor (int i{k} = 0; i{k} < {2 if k < 8 else 1}; i{k}++)\n" for k in range(1, n))
    nest = f"\tfor (int i = 0; i < N; i++)\n{loops}\t\tb[i] += a[i] * (i1 + i{n - 1});\n"
    return HEAD + ARRAYS + MAIN + SET + nest + SUM


def arrays(n):
    names = [f"a{k}" for k in range(1, n)]
    declared = "".join(f"static double {a}[N];\n#pragma dist distribute {a}[block]\n" for a in names)
    first = "".join(f"\tfor (int i = 0; i < N; i++) {a}[i] = i + {k};\n" for k, a in enumerate(names))
    added = " + ".join(f"{a}[i]" for a in names)
    return HEAD + ARRAYS + declared + MAIN + SET + first + f"\tfor (int i = 0; i < N; i++) b[i] += {added};\n" + SUM


def parameters(n):
    declared = "".join(f"\tint p{k} = start + {k};\n" for k in range(n))
    added = "".join(f" + p{k} * a[i]" for k in range(n))
    shifted = "".join(f"\t\tb[i] += i >= p{k} ? a[i - p{k}] : 0;\n" for k in range(n))
    return (HEAD + ARRAYS + MAIN + declared + SET + f"\tfor (int i = 0; i < N; i++) b[i] = 1{added};\n" +
            f"\tfor (int i = 0; i < N; i++) {{\n{shifted}\t}}\n" + SUM)


def conditions(n):
    body = "".join(f"\t\tif (a[i] > {k} + b[i]) b[i] += {k};\n" for k in range(n))
    return HEAD + ARRAYS + MAIN + SET + f"\tfor (int i = 0; i < N; i++) {{\n{body}\t}}\n" + SUM


NESTS = {f.__name__: f for f in (statements, depth, arrays, parameters, conditions)}
print(NESTS[sys.argv[1]](int(sys.argv[2])), end="")
