# SPDX-License-Identifier: Apache-2.0
"""What tests set for the launchers of both MPIs, where the user has not: they start anywhere, and soon. Most of a test's time goes to
starts of mpirun."""
import atexit
import os
import shutil
import tempfile

ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "OMPI_MCA_mpi_yield_when_idle": "1",
    # Tests that run side by side do not share the first cores.
    "OMPI_MCA_hwloc_base_binding_policy": "none",
    # Shared memory only: a start takes a third of the time.
    "OMPI_MCA_pml": "ob1",
    "OMPI_MCA_btl": "self,vader",
    # Nothing is loaded that is not used.
    "OMPI_MCA_coll": "^adapt,han,inter,monitoring,sync,sm",
    "OMPI_MCA_osc": "^monitoring,rdma,pt2pt,ucx",
    "OMPI_MCA_schizo": "^flux,jsm",
    "OMPI_MCA_shmem": "mmap",
    "OMPI_MCA_state": "^novm,tool",
    "OMPI_MCA_reachable": "weighted",
    # Where one process ends the job the launcher kills the others without a second's patience.
    "OMPI_MCA_odls_base_sigkill_timeout": "0",
    # What the launcher tells its processes goes by their sockets: locks in shared memory take longer to make than to use.
    "PMIX_MCA_gds": "hash",
    # The machine's devices are looked for by each process.
    "HWLOC_COMPONENTS": "-pci,-linuxio,-opencl,-gl,-cuda,-nvml,-rsmi,-levelzero,-x86",
    # Its plug-ins bring the libraries of X and of XML; the topology needs neither.
    "HWLOC_PLUGINS_PATH": "/nonexistent",
}


SESSIONS = "OMPI_MCA_orte_tmpdir_base"
CHOSEN = {*ENVIRONMENT, SESSIONS}


def sessions():
    """A directory for what the runs of Open MPI's launchers need, until this program ends. They share one in it, by the
    host's and the user's name, which the last of them removes, also when another has just found it and is about to make
    its own there: that run does not start. They leave it where it has another directory."""
    directory = tempfile.mkdtemp(prefix="hpcc-")
    atexit.register(shutil.rmtree, directory, ignore_errors=True)
    os.makedirs(os.path.join(directory, f"ompi.{os.uname().nodename.split('.')[0]}.{os.getuid()}", "kept"))
    return directory


def environment(given):
    """With that; what the user has set stays."""
    return {**ENVIRONMENT, SESSIONS: given.get(SESSIONS) or sessions(), **given}
