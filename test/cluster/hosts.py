# SPDX-License-Identifier: Apache-2.0
"""Hosts and routers as namespaces, the links between them, and how all of it goes away again.

A namespace is held by a process that sleeps and whose name (argv[0]) is hpcc-cluster:CLUSTER:HOST. All devices are inside of
namespaces, switches in their site's router, so they end with the holders. What `down` has to find, it finds by these names and
by namespaces, not by what `up` wrote down: that works after any end of `up`.
"""
import json
import os
import shutil
import signal
import subprocess
import sys
import time

import machine

HERE = os.path.dirname(os.path.abspath(__file__))
PROBE = os.path.join(HERE, "probe.py")
MARK = "hpcc-cluster"
MTU = 1500

HOLD = """
import os, socket, sys
socket.sethostname(sys.argv[1])
print("ready", flush=True)
null = os.open(os.devnull, os.O_RDWR)
for number in range(3):
    os.dup2(null, number)
os.execvp("sleep", [sys.argv[2], "infinity"])
"""

AGENT = """#!/bin/sh
# agent HOST COMMAND...: runs a command on a host of this cluster, as ssh would.
state={state}
while :; do
	case $1 in -*) shift ;; *) break ;; esac
done
host=$1
shift
if ! read -r pid <"$state/hosts/$host"; then
	echo "cluster: there is no host '$host'" >&2
	exit 255
fi
if [ -f "$state/cores/$host" ]; then taskset -p -c "$(cat "$state/cores/$host")" $$ >/dev/null || exit 255; fi
while read -r group; do echo $$ >"$group/cgroup.procs" || exit 255; done <"$state/groups/$host"
# What mpirun starts should have a process group of its own, or a signal to the group ends mpirun's callers, too. mpirun comes too late
# to make one when the machine is busy.
read -r _ _ _ _ leader _ </proc/$$/stat
alone=
[ "$leader" = $$ ] || alone=setsid
exec $alone nsenter -t "$pid" --net --uts -- /bin/sh -c "$*"
"""


class ClusterError(Exception):
    pass


def state_base():
    """Where clusters that are up are described. A user who seems to be root in a namespace says where it was before."""
    fallback = "/run/hpcc-cluster" if os.geteuid() == 0 else f"/tmp/hpcc-cluster-{os.geteuid()}"
    return os.environ.get("HPCC_CLUSTER_STATE", fallback)


def state_folder(name):
    return os.path.join(state_base(), name)


def names():
    base = state_base()
    return sorted(os.listdir(base)) if os.path.isdir(base) else []


# ---- processes --------------------------------------------------------------------------------------------------------


def command_line(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return [word.decode(errors="replace") for word in file.read().split(b"\0")]
    except OSError:
        return []


def spaces_of(pid):
    try:
        return os.readlink(f"/proc/{pid}/ns/net"), os.readlink(f"/proc/{pid}/ns/uts")
    except OSError:
        return None


def all_processes():
    return [int(word) for word in os.listdir("/proc") if word.isdigit()]


def holders(name):
    """Processes that hold parts of a cluster, by the part's name. On their way there it is their last argument."""
    found = {}
    for pid in all_processes():
        words = command_line(pid)[:-1]
        for word in words[:1] + words[-1:]:
            if word.startswith(f"{MARK}:{name}:"):
                found.setdefault(word.split(":", 2)[2], []).append(pid)
                break
    return found


def processes_in(spaces):
    """Those in given pairs of namespaces, but for the holders and this process."""
    found = {}
    own = spaces_of("self")
    for pid in all_processes():
        space = spaces_of(pid)
        if space in spaces and space != own and not (command_line(pid) or [""])[0].startswith(MARK + ":"):
            found[pid] = space
    return found


def spaces_of_cluster(name):
    return {spaces_of(pid): part for part, pids in holders(name).items() if part not in ("relay", "user")
            for pid in pids if spaces_of(pid)}


def send(pids, number):
    for pid in pids:
        try:
            os.kill(pid, number)
        except ProcessLookupError:
            pass


def is_alive(pid):
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def end_processes(find):
    """Asks the processes to end, then makes them. New ones may appear meanwhile."""
    for number, patience in ((signal.SIGTERM, 2), (signal.SIGKILL, 2), (signal.SIGKILL, 5)):
        send(find(), number)
        if until(lambda: not any(map(is_alive, find())), patience):
            return
    raise ClusterError(f"processes that do not end: {' '.join(map(str, find()))}")


# ---- building ---------------------------------------------------------------------------------------------------------


def run_in(pid, script):
    """Runs shell commands in the network namespace of a process."""
    done = subprocess.run(["nsenter", "-t", str(pid), "--net", "--uts", "--", "/bin/sh", "-e"], input=script.encode(), check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode:
        raise ClusterError(f"{done.stderr.decode(errors='replace').strip()}\nwhile doing\n{script}")


class End:
    """One end of a link: a device in the namespace of a process."""

    def __init__(self, pid, device, setup):
        self.pid, self.device, self.setup = pid, device, setup


def limits(device, bandwidth, latency):
    """Commands that make a device as slow as described. latency: 0 where somebody else makes it."""
    lines, parent = [], "root handle 1:"
    if latency:
        # netem holds back what is under way: as much as a fast link takes in that time.
        lines.append(f"tc qdisc add dev {device} {parent} netem delay {latency * 1e6:.0f}us limit 100000")
        parent = "parent 1:1 handle 2:"
    if bandwidth:
        burst = max(16384, int(bandwidth / 8 * 0.001))
        queue = max(65536, int(bandwidth / 8 * 0.05))
        lines.append(f"tc qdisc add dev {device} {parent} tbf rate {bandwidth:.0f}bit burst {burst} limit {queue + burst}")
    return lines


class Builder:
    def __init__(self, description):
        self.description, self.name = description, description.name
        self.state = state_folder(self.name)
        self.notes, self.pids, self.groups, self.relayed = [], {}, {}, []
        self.use_netem, self.use_relay, self.use_tbf = False, False, True

    def build(self):
        self.choose()
        for folder in ("hosts", "groups", "cores", "tmp"):
            os.mkdir(os.path.join(self.state, folder))
        for site in self.description.sites:
            self.hold(site.router)
            for host in site.hosts:
                self.hold(host.name)
        self.connect()
        self.limit_hosts()
        self.write_files()

    def choose(self):
        """What is asked for, and how this machine does it."""
        ends = self.description.hosts() + self.description.between
        if any(end.latency for end in ends):
            self.use_netem = machine.has_netem()
            reason = "" if self.use_netem else machine.why_no_relay()
            self.use_relay = not self.use_netem and not reason
            if self.use_relay:
                self.notes.append("latency: no netem in this kernel, a relay process delays the packets")
            elif reason:
                self.notes.append(f"latency: none is added: {reason}")
        if any(end.bandwidth for end in ends):
            self.use_tbf = machine.has_tbf()
            if not self.use_tbf:
                self.notes.append("bandwidth: not limited, no tbf in this kernel")
        wanted = sum(host.cpu or 0 for host in self.description.hosts())
        if wanted > (os.cpu_count() or 1):
            self.notes.append(f"processor speed: the hosts may use {wanted:g} processors together, this machine has "
                              f"{os.cpu_count()}: when all are busy, they are slower than described")

    def hold(self, part):
        process = subprocess.Popen(["unshare", "--net", "--uts", sys.executable, "-S", "-c", HOLD, part, f"{MARK}:{self.name}:{part}"],
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, start_new_session=True)
        if process.stdout.readline() != b"ready\n":
            raise ClusterError(f"no namespaces for {part}")
        process.stdout.close()
        self.pids[part] = process.pid
        if not until(lambda: command_line(process.pid)[0].startswith(MARK), 5):
            raise ClusterError(f"no process holds {part}")

    def link(self, one, other, bandwidth, latency):
        bandwidth = bandwidth if self.use_tbf else None
        if latency and self.use_relay:
            self.relayed.append((one, other, latency))
        else:
            run_in(one.pid, f"ip link add name {one.device} mtu {MTU} type veth peer name {other.device} mtu {MTU} netns {other.pid}\n")
        for end in (one, other):
            end.setup = limits(end.device, bandwidth, latency if self.use_netem else 0) + end.setup

    def start_relay(self):
        program = os.path.join(self.state, "relay")
        said = machine.quietly([machine.c_compiler(), "-O2", os.path.join(HERE, "relay.c"), "-o", program])
        if said:
            raise ClusterError(f"relay.c: {said}")
        words = [f"{MARK}:{self.name}:relay"]
        for one, other, latency in self.relayed:
            words += [f"{one.pid}:{one.device}", f"{other.pid}:{other.device}", f"{latency * 1e6:.0f}"]
        process = subprocess.Popen(words, executable=program, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, start_new_session=True)
        if process.stdout.readline() != b"ready\n":
            raise ClusterError(process.stderr.read().decode(errors="replace").strip() or "the relay does not start")
        process.stdout.close()
        process.stderr.close()

    def connect(self):
        ends = []

        def connect(one, other, like):
            self.link(one, other, like.bandwidth, like.latency)
            ends.extend((one, other))

        for site in self.description.sites:
            router = self.pids[site.router]
            run_in(router, f"ip link add name lan type bridge\nip addr add 10.77.{site.number}.254/24 dev lan\nip link set dev lan up\n"
                           "echo 1 >/proc/sys/net/ipv4/ip_forward\n")
            for host in site.hosts:
                at_host = End(self.pids[host.name], "eth0", [f"ip addr add {host.address}/24 dev eth0", "ip link set dev eth0 up",
                                                             f"ip route add 10.77.0.0/16 via 10.77.{site.number}.254"])
                at_switch = End(router, host.name, [f"ip link set dev {host.name} master lan up"])
                connect(at_switch, at_host, host)
        for pair in self.description.between:
            sides = []
            for own, there, last in ((pair.one, pair.other, 1), (pair.other, pair.one, 2)):
                device = f"wan_{there.number}"
                sides.append(End(self.pids[own.router], device, [
                    f"ip addr add 10.78.{pair.number}.{last}/24 dev {device}", f"ip link set dev {device} up",
                    f"ip route add 10.77.{there.number}.0/24 via 10.78.{pair.number}.{3 - last}"]))
            connect(*sides, pair)
        if self.relayed:
            self.start_relay()
        for pid in self.pids.values():
            lines = ["for file in /proc/sys/net/ipv6/conf/*/disable_ipv6; do [ ! -w $file ] || echo 1 >$file; done", "ip link set dev lo up"]
            for end in ends:
                lines += end.setup if end.pid == pid else []
            run_in(pid, "\n".join(lines) + "\n")

    def limit_hosts(self):
        groups = machine.Groups(self.name, self.notes)
        for host in self.description.hosts():
            made = [groups.limit_cpu(host.name, host.cpu) if host.cpu else None,
                    groups.limit_disk(host.name, host.disk) if host.disk else None]
            self.groups[host.name] = list(dict.fromkeys(path for path in made if path))

    def write_files(self):
        def write(name, text):
            machine.write(os.path.join(self.state, name), text)

        for host in self.description.hosts():
            write(f"hosts/{host.name}", f"{self.pids[host.name]}\n")
            write(f"groups/{host.name}", "".join(path + "\n" for path in self.groups[host.name]))
            if host.core is not None:
                write(f"cores/{host.name}", f"{host.core}\n")
        for site in self.description.sites:  # for those who want to look at a router
            write(f"hosts/{site.router}", f"{self.pids[site.router]}\n")
            write(f"groups/{site.router}", "")
        in_order = self.description.in_order()
        write("hostfile", "".join(f"{host.name} slots={host.slots}\n" for host in in_order))
        write("hostfile.mpich", "".join(f"{host.name}:{host.slots}\n" for host in in_order))
        write("notes.json", json.dumps(self.notes))
        write("agent", AGENT.format(state=self.state))
        os.chmod(os.path.join(self.state, "agent"), 0o755)


# ---- taking down ------------------------------------------------------------------------------------------------------


def remove_groups(name):
    def remove():
        for path in machine.groups_left(name):
            try:
                os.rmdir(path)
            except OSError:
                pass  # a process is still ending there
        return not machine.groups_left(name)

    if not until(remove, 5):
        raise ClusterError(f"control groups that cannot be removed: {' '.join(machine.groups_left(name))}")


def remove_state(name):
    """The compiler of a relay may outlive an `up` that was killed, and write there while the folder is removed."""
    state = state_folder(name)

    def remove():
        shutil.rmtree(state, ignore_errors=True)
        return not os.path.exists(state)

    if not until(remove, 5):
        raise ClusterError(f"a folder that cannot be removed: {state}")


def take_down(name):
    """Whatever there is of a cluster. May be called at any time, again and again."""
    spaces = spaces_of_cluster(name)
    end_processes(lambda: list(processes_in(spaces)))
    hosts = [part for part in spaces.values()]
    # The process that holds a user's namespace comes last: nothing else can be reached without it.
    end_processes(lambda: [pid for part, pids in holders(name).items() if part != "user" for pid in pids if is_alive(pid)])
    remove_groups(name)
    remove_shared_memory(hosts)
    remove_state(name)
    try:
        os.rmdir(state_base())
    except OSError:
        pass  # other clusters are up
    end_processes(lambda: [pid for pid in holders(name).get("user", []) if is_alive(pid)])


def remove_shared_memory(hosts):
    """What Open MPI leaves of processes that were killed; its names begin with the host's."""
    for file in os.listdir("/dev/shm") if os.path.isdir("/dev/shm") else []:
        if any(file.startswith(f"vader_segment.{host}.") for host in hosts):
            try:
                os.unlink(os.path.join("/dev/shm", file))
            except OSError:
                pass
