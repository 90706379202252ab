# SPDX-License-Identifier: Apache-2.0
"""What this machine can do for a cluster: namespaces, delays, control groups."""
import glob
import os
import shutil
import subprocess

TOOLS = ("ip", "tc", "unshare", "nsenter", "setsid")
PARENT_GROUP = "hpcc-cluster-"


def quietly(command):
    """Does a command succeed? Returns "" or the last line of what it said."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False)
    lines = done.stderr.decode(errors="replace").strip().splitlines()
    return "" if done.returncode == 0 else (lines[-1] if lines else f"{command[0]}: status {done.returncode}")


def as_user():
    """How unshare is told to let someone who is not root make namespaces."""
    return [] if os.geteuid() == 0 else ["--user", "--map-root-user"]


def why_not():
    """Why no cluster can be brought up here; "" if one can."""
    missing = [tool for tool in TOOLS if not shutil.which(tool)]
    if missing:
        return f"{', '.join(missing)} missing (packages iproute2 and util-linux)"
    said = quietly(["unshare", *as_user(), "--net", "--uts", "ip", "link", "add", "name", "veth0", "type", "veth", "peer", "name", "veth1"])
    if said:
        return said + ("" if os.geteuid() == 0 else " (not root, and no user namespaces)")
    said = quietly(["unshare", *as_user(), "--net", "ip", "link", "add", "name", "lan", "type", "bridge"])
    return said and "no bridges: " + said


def in_scratch_network(*command):
    return quietly(["unshare", *as_user(), "--net", *command])


def has_netem():
    return not in_scratch_network("tc", "qdisc", "add", "dev", "lo", "root", "netem", "delay", "1ms")


def has_tbf():
    return not in_scratch_network("tc", "qdisc", "add", "dev", "lo", "root", "tbf", "rate", "1mbit", "burst", "16kb", "latency", "1s")


def c_compiler():
    return next((path for path in map(shutil.which, ("cc", "gcc", "clang", "clang-19")) if path), None)


def why_no_relay():
    if not os.access("/dev/net/tun", os.R_OK | os.W_OK):
        return "no netem in this kernel, and /dev/net/tun cannot be opened"
    return "" if c_compiler() else "no netem in this kernel, and no C compiler for the relay"


# ---- control groups ---------------------------------------------------------------------------------------------------


def write(path, text):
    with open(path, "w") as file:
        file.write(text)


def mounts():
    with open("/proc/self/mounts") as file:
        return [line.split() for line in file]


def controller_v1(name):
    """Where version 1 of the control groups has a controller; None: nowhere."""
    return next((where for _, where, kind, options, *_ in mounts() if kind == "cgroup" and name in options.split(",")), None)


def tree_v2(controller):
    """Where version 2 has a controller; None: nowhere."""
    for _, where, kind, *_ in mounts():
        if kind == "cgroup2":
            with open(os.path.join(where, "cgroup.controllers")) as file:
                if controller in file.read().split():
                    return where
    return None


def disks():
    """major:minor of the disks that are not made of memory or of files."""
    found = []
    for path in sorted(glob.glob("/sys/block/*")):
        if not os.path.basename(path).startswith(("ram", "zram", "loop", "sr", "fd")):
            with open(os.path.join(path, "dev")) as file:
                found.append(file.read().strip())
    return found


def quota(cpu):
    """Microseconds of processor time and the period that they are for. The kernel wants at least 1 ms of each; the shorter the
    period, the more the host looks slow rather than stopped from time to time."""
    period = min(max(1000, round(1000 / cpu)), 1000000)
    return round(cpu * period), period


class Groups:
    """The control groups of a cluster's hosts. Where a controller is not there, notes say so and nothing is done."""

    def __init__(self, name, notes):
        self.parent, self.notes = PARENT_GROUP + name, notes
        self.made = []  # all folders, parents before children

    def note(self, text):
        if text not in self.notes:
            self.notes.append(text)

    def make(self, path):
        if not os.path.isdir(path):
            os.mkdir(path)
        if path not in self.made:
            self.made.append(path)

    def group_v1(self, root, host):
        self.make(os.path.join(root, self.parent))
        path = os.path.join(root, self.parent, host)
        self.make(path)
        return path

    def group_v2(self, root, controller, host):
        parent = os.path.join(root, self.parent)
        write(os.path.join(root, "cgroup.subtree_control"), "+" + controller)
        self.make(parent)
        write(os.path.join(parent, "cgroup.subtree_control"), "+" + controller)
        self.make(os.path.join(parent, host))
        return os.path.join(parent, host)

    def limit(self, host, controllers, what, set_v1, set_v2):
        """Returns the group that limits the host, None if there can be none. controllers: the names in both versions."""
        try:
            root = controller_v1(controllers[0])
            if root:
                path = self.group_v1(root, host)
                set_v1(path)
                return path
            root = tree_v2(controllers[1])
            if root:
                path = self.group_v2(root, controllers[1], host)
                set_v2(path)
                return path
            self.note(f"{what}: not limited, no control groups with '{controllers[1]}' here")
        except OSError as error:
            self.note(f"{what}: not limited: {error}")
        return None

    def limit_cpu(self, host, cpu):
        amount, period = quota(cpu)

        def v1(path):
            write(os.path.join(path, "cpu.cfs_quota_us"), "-1")  # whatever the period is now, it may be changed
            write(os.path.join(path, "cpu.cfs_period_us"), str(period))
            write(os.path.join(path, "cpu.cfs_quota_us"), str(amount))

        return self.limit(host, ("cpu", "cpu"), "processor speed", v1,
                          lambda path: write(os.path.join(path, "cpu.max"), f"{amount} {period}"))

    def limit_disk(self, host, rate):
        def v1(path):
            for disk in disks():
                for direction in ("read", "write"):
                    write(os.path.join(path, f"blkio.throttle.{direction}_bps_device"), f"{disk} {int(rate)}")
            self.note("disk speed: control groups of version 1 limit reading, and writing with O_DIRECT or O_SYNC; "
                      "what goes to the page cache first is not limited")

        def v2(path):
            for disk in disks():
                write(os.path.join(path, "io.max"), f"{disk} rbps={int(rate)} wbps={int(rate)}")

        if not disks():
            self.note("disk speed: not limited, this machine shows no disk")
            return None
        return self.limit(host, ("blkio", "io"), "disk speed", v1, v2)


def groups_left(name):
    """Folders of a cluster's control groups that exist, children first."""
    found = []
    for _, where, kind, *_ in mounts():
        if kind in ("cgroup", "cgroup2"):
            parent = os.path.join(where, PARENT_GROUP + name)
            found += [path.rstrip("/") for path in glob.glob(parent + "/*/")] + glob.glob(parent)
    return found
