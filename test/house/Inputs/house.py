# SPDX-License-Identifier: Apache-2.0
"""house.py FOLDER [broken]: the folders of a translator with empty rooms, or with includes that go wrong."""
import os
import sys

FILES = {
    "analysis/unit/facts.c": "../split/split.h",
    "analysis/model/walk.h": None,
    "analysis/unit/liveness.h": "../model/walk.h",
    "frontend/clang/places.h": "../rewrites/rewrites.h",
    "frontend/rewrites/rewrites.h": None,
    "codegen/text.c": "../analysis/unit/unit.h",
    "machine/machine.c": "../codegen/text.h",
    "codegen/text.h": None,
    "runtime/arrays/arrays.h": "../nests/nests.h",
    "runtime/arrays/store.c": "../record/ledger.h",
    "runtime/arrays/remap.c": "../nests/nests.h",
    "runtime/record/ledger.h": None,
    **{f"analysis/graph/{k}.h": f"{(k + 1) % 13}.h" for k in range(13)},
}

folder, broken = sys.argv[1], "broken" in sys.argv[2:]
for room in ("model", "unit", "nest", "numbers", "build", "split", "graph"):
    os.makedirs(f"{folder}/analysis/{room}", exist_ok=True)
    open(f"{folder}/analysis/{room}/{room}.h", "w").close()
for other in ("directives", "clang", "rewrites", "parse", "driver"):
    os.makedirs(f"{folder}/frontend/{other}", exist_ok=True)
for room in ("libc", "planning", "record", "program", "arrays", "nests", "check", "trace"):
    os.makedirs(f"{folder}/runtime/{room}", exist_ok=True)
    open(f"{folder}/runtime/{room}/{room}.h", "w").close()
for other in ("codegen", "machine"):
    os.makedirs(f"{folder}/{other}", exist_ok=True)
if broken:
    with open(f"{folder}/analysis/nest/sets.h", "w") as file:
        file.write("isl_set *taken(\n        __isl_take isl_set *set);\n__isl_give isl_set *kept(__isl_keep isl_set *set);\n")
for name, other in FILES.items() if broken else ():
    with open(f"{folder}/{name}", "w") as file:
        file.write(f'#include "{other}"\n' if other else "\n")
