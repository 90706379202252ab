# SPDX-License-Identifier: Apache-2.0
#
# Tests of whole commands. Substitutions:
#   %hpcc %clang %mpicc      compilers; %mpirun: the launcher, with what it needs to run anywhere
#   %FileCheck %not %count   LLVM's tools
#   %check_maps               test/analysis/Inputs/check_maps.c: maps of the graph against those of a test
#   %compare                 test/run/compare: a program against its sequential run
#   with -Dcheck=1 its programs are compiled with -fdist-check, which must find nothing; with -Dsteps=1 hpcc-compare runs them
#   %probe                   hpcc-probe of that MPI
#   %cluster                 test/cluster/cluster: hosts and slow links on this machine (REQUIRES: cluster)
# -Dplanned=SEED starts programs that are compared by hpcc-run, on random machines.
# -Dmpi=mpich on lit's command line runs everything with MPICH; -Dmpirun=COMMAND is another launcher.
import os
import shutil
import sys

import lit.formats

sys.path.insert(0, os.path.dirname(__file__))
sys.dont_write_bytecode = True
import launching

config.name = "hpcc"
config.test_format = lit.formats.ShTest(execute_external=False)
config.suffixes = [".c", ".test"]
config.excludes = ["Inputs", "pmpi", "unit", "fuzz", "relay.c", "CMakeLists.txt"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.hpcc_build, "test")

mpi = lit_config.params.get("mpi", "openmpi")
wrapper, launcher = f"mpicc.{mpi}", f"mpirun.{mpi}"
if not shutil.which(wrapper) or not shutil.which(launcher):
    lit_config.fatal(f"{mpi} is not installed")
launcher = lit_config.params.get("mpirun", launcher)
config.available_features.add(mpi)
if shutil.which("mpicc.mpich") and shutil.which("mpicc.openmpi"):
    config.available_features.add("mpich-too")

hpcc = os.path.join(config.hpcc_build, "bin", "hpcc")
tools = os.path.join(config.llvm_tools, "")

# Nothing of the user's surroundings may decide how a test ends.
for name in ("HPCC_STATS", "HPCC_SPEEDS", "HPCC_YIELD", "HPCC_MPICC", "HPCC_CLANG", "HPCC_CC"):
    config.environment.pop(name, None)
config.environment["HPCC_MPI"] = mpi
config.environment["LC_ALL"] = "C"
if mpi == "mpich":
    # Other tests run beside. Open MPI is told in its own way (launching.py).
    config.environment["HPCC_YIELD"] = "1"
# python3 is the one that runs this, without a wrapper that chooses it each time.
config.environment["PATH"] = os.pathsep.join([os.path.dirname(sys.executable), os.environ["PATH"]])
chosen = {name: value for name, value in os.environ.items() if name in launching.CHOSEN}
config.environment.update(launching.environment(chosen))

if config.sanitize:
    config.available_features.add("sanitize")
    # MPI and LLVM keep memory until the end, and are not instrumented themselves.
    config.environment["ASAN_OPTIONS"] = (
        "detect_leaks=0:detect_container_overflow=0:abort_on_error=0:allocator_may_return_null=1")
    config.environment["UBSAN_OPTIONS"] = "halt_on_error=1:print_stacktrace=1"

compare = os.path.join(config.test_source_root, "run", "compare")
# The longer name stands before the one that it begins with.
config.substitutions += [
    # Generated programs, many in a test: what they print matters, not how fast they are.
    ("%compare_plainly", "%compare --flags=-O0 --hpcc-flags='-fdist-graph=none -fno-dist-callbacks'"),
    ("%compare", f"{sys.executable} {compare} --hpcc {hpcc} --cc {tools}clang --mpirun '{launcher}' --mpicc {wrapper} "
                 f"--counter {config.hpcc_build}/test/pmpi/libcount_{mpi}.so" +
                 "".join(f" --{way}" for way in ("check", "steps") if lit_config.params.get(way)) +
                 "".join(f" --planned {seed}" for seed in [lit_config.params.get("planned")] if seed)),
    ("%cluster", f"{sys.executable} {os.path.join(config.test_source_root, 'cluster', 'cluster')}"),
    ("%check_maps", os.path.join(config.hpcc_build, "test", "check_maps")),
    ("%python", sys.executable),
    ("%hpcc_source", config.hpcc_source),
    ("%hpcc_build", config.hpcc_build),
    ("%hpcc", hpcc),
    ("%clang", tools + "clang"),
    ("%probe", os.path.join(config.hpcc_build, "bin", f"hpcc-probe-{mpi}")),
    ("%mpicc", wrapper),
    ("%mpirun", launcher),
    ("%FileCheck", tools + "FileCheck"),
    ("%not", tools + "not"),
    ("%count", tools + "count"),
    ("%split-file", tools + "split-file"),
    ("%cmake", config.cmake),
]

sys.path.insert(0, os.path.join(config.test_source_root, "cluster"))
import machine

no_cluster = machine.why_not()
if no_cluster:
    lit_config.note(f"tests on a cluster are skipped: {no_cluster}")
else:
    config.available_features.add("cluster")

if lit_config.params.get("steps"):
    config.available_features.add("steps")

# Blocks are not equal, so that messages are others.
if lit_config.params.get("planned"):
    config.available_features.add("planned")

# What a busy machine fails is for an idle one, by hand.
if lit_config.params.get("timings"):
    config.available_features.add("timings")

# Tools that projects may use.
for tool in ("autoconf", "ccache", "dot", "chromium"):
    if shutil.which(tool):
        config.available_features.add(tool)

# clang finds omp.h and its library only where they are installed for its version.
if os.path.exists(os.path.join(config.llvm_tools, "..", "lib", "libomp.so")):
    config.available_features.add("libomp")
