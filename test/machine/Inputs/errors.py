# SPDX-License-Identifier: Apache-2.0
"""errors.py TOOL FOLDER: all that can be wrong with a machine file, with the lines of the errors: these and no others."""
import os
import subprocess
import sys

tool, folder = sys.argv[1:3]

# What the file says, and what is said of it. Each text begins in line 1; "hpcc-machine" is put in front of it, in the same line.
HOST = '"hosts": [{"name": "h"}]'
TWO = '"clusters": [{"name": "a", "hosts": [{"name": "x"}]}, {"name": "b", "clusters": [{"name": "c", "hosts": [{"name": "y"}]}]}]'
WORDS = "unknown, bus, ring, mesh, torus, hypercube, switch or fat-tree"
NAME = "the host's name, as in a hostfile, letters, digits, '.', '-' and '_', or a pattern of such as node[01-16]"
CASES = [
    # Values.
    ('"latency_us": true,\n' + HOST, ["1: latency_us: it is a truth value; expected: the latency between two of its hosts or clusters in microseconds, "
                                      "a number from 0 to 1000000000"]),
    ('\n\n"latency_us": -0.5', ["3: latency_us: it is -0.5; expected: the latency between two of its hosts or clusters in microseconds, "
                                "a number from 0 to 1000000000"]),
    ('"types": [{"name": "t",\n"cores": 1.5}]', ["2: types[0].cores: it is 1.5; expected: the cores of a host, a whole number from 1 to 4096"]),
    ('"types": [{"name": "t",\n"cores": null}]', ["2: types[0].cores: it is null; expected: the cores of a host, a whole number from 1 to 4096"]),
    ('"interconnect": "rings"', [f"1: interconnect: it is 'rings'; expected: how its hosts or clusters are connected, {WORDS}"]),
    ('"interconnect": 1', [f"1: interconnect: it is a number; expected: how its hosts or clusters are connected, {WORDS}"]),
    ('"note": {}', ["1: note: it is an object; expected: a note for those who read the file, a text"]),
    ('"name": ""', ["1: name: it is ''; expected: the cluster's name, a text of 1 to 255 bytes without control characters"]),
    ('"name": "a\\u001b[31m"', ["1: name: it is 'a?[31m'; expected: the cluster's name, a text of 1 to 255 bytes without control characters"]),
    ('"name": "\\u007f"', ["1: name: it is '?'; expected: the cluster's name, a text of 1 to 255 bytes without control characters"]),
    ('"hosts": [{"name":\n"a b"}]', [f"2: hosts[0].name: it is 'a b'; expected: {NAME}"]),
    ('"hosts": [{"name": "a"},\n{"name": "b[2-1]"}]', [f"2: hosts[1].name: it is 'b[2-1]'; expected: {NAME}"]),
    ('"hosts": {}', ["1: hosts: it is an object; expected: the hosts of a processor cluster, a list of at most 65536"]),
    ('"hosts": ["a",\n[]]', ["1: hosts[0]: it is a text; expected: a host, an object", "2: hosts[1]: it is a list; expected: a host, an object"]),
    ('"types": [{"name": "t", "core_speed": []}]', ["1: types[0].core_speed: it is a list of 0; expected: the speed of each core, relative to speed, "
                                                     "a list of 1 to 4096 numbers"]),
    ('"types": [{"name": "t", "core_speed": [1,\n0]}]', ["2: types[0].core_speed[1]: it is 0; expected: the speed of each core, relative to speed, "
                                                          "a number from 1e-06 to 1000000"]),
    ('"types": [{"name": "t", "operation_ns": {"fadd": 1,\n"fadd ": 1}}]',
     ["2: types[0].operation_ns.fadd : it is no key of the operation_ns of a type; expected: fadd, fmul, fdiv, fsqrt, flibm, iops, loads, load_bytes, "
      "stores, store_bytes or calls"]),
    ('"types": [\n{}]', ["2: types[0].name: it is missing; expected: the type's name"]),
    ('"communication": [\n{"form": "linear"}], ' + HOST, ["2: communication[0].topology: it is missing; expected: who exchanges with whom"]),
    ('"a\\u0007b": 1', ["1: a?b: it is no key of the machine; expected: name, note, type, interconnect, latency_us, bandwidth_bytes_per_s, "
                        "overlap, eager_bytes, total_bandwidth_bytes_per_s, communication, hosts, clusters, hpcc-machine, types or links"]),
    # What does not fit together.
    ('"types": [{"name": "t"},\n{"name": "t"}]', ["2: types[1].name: 't' is the name of another type, too; expected: different names"]),
    ('"clusters": [{"name": "a", "hosts": [{"name": "x"}]},\n{"name": "a", "hosts": [{"name": "y"}]}]',
     ["2: clusters[1].name: 'a' is the name of another cluster, too; expected: different names"]),
    ('"name": "a", "clusters": [{"name": "b", "clusters": [\n{"name": "a",' + HOST + "}]}]",
     ["2: clusters[0].clusters[0].name: 'a' is the name of another cluster, too; expected: different names"]),
    ('"hosts": [{"name": "n[1-3]"},\n{"name": "n2"}]', ["2: hosts[1].name: 'n2' is the name of another host, too; expected: different names"]),
    ('"type": "t", ' + HOST, ["1: type: there is no type 't'; expected: the name of one that is in the file"]),
    ('"hosts": [{"name": "h[1-2]",\n"type": "t"}]', ["2: hosts[0].type: there is no type 't'; expected: the name of one that is in the file"]),
    ('"types": [{"name": "s"}, {"name": "t"}],\n' + HOST,
     ["2: hosts[0].type: neither the host nor a cluster around it has a type; expected: one of the 2 types"]),
    ('"types": [{"name": "t", "cores": 2,\n"core_speed": [1]}]', ["2: types[0].core_speed: it has 1 numbers; expected: one for each of 2 cores"]),
    ('"types": [{"name": "t", "memory_bandwidth_bytes_per_s": [1, 2]}]',
     ["1: types[0].memory_bandwidth_bytes_per_s: it has 2 numbers; expected: at most one for each of 1 cores"]),
    ('"types": [{"name": "t", "core_speed": [1, 2]}], "hosts": [{"name": "h",\n"cores": 3}]',
     ["2: hosts[0].cores: it is 3; expected: the 2 of its type, which says how fast each is"]),
    ('"hosts": [{"name": "h", "cores_available": 2}]', ["1: hosts[0].cores_available: it is 2; expected: at most the host's 1"]),
    ('"hosts": [{"name": "h", "memory_bytes": 5, "memory_available_bytes": 6}]',
     ["1: hosts[0].memory_available_bytes: it is 6; expected: at most the host's 5"]),
    (HOST + ',\n"clusters": [{"name": "c", "hosts": [{"name": "g"}]}]', ["1: hosts: there are clusters beside; expected: either hosts or clusters"]),
    ('"clusters": [{"name": "c"}]', ["1: clusters[0].hosts: there are none, nor clusters; expected: at least one host or cluster"]),
    ('"communication": [{"topology": "tree", "bytes_from": 9,\n"bytes_to": 8}]',
     ["2: communication[0].bytes_to: it is 8; expected: at least those of bytes_from, 9"]),
    ('"communication": [{"topology": "tree",\n"processes_to": 1}]', ["2: communication[0].processes_to: it is 1; expected: at least those of processes_from, 2"]),
    ('"communication": [{"topology": "tree", "c4_us_per_byte": 1}]',
     ["1: communication[0].form: f(p) is constant, so that c2_us and c4_us_per_byte mean nothing; expected: another form, or neither of them"]),
    ('"communication": [{"topology": "tree", "bytes_to": 8}, {"topology": "tree", "bytes_from": 8},\n{"topology": "tree", "bytes_from": 7}]',
     ["2: communication[2].topology: communication[0] is for 'tree' and messages of these sizes, too; expected: ranges from bytes_from to bytes_to "
      "that do not overlap"]),
    ('"types": [{"name": "t", "communication": [{"topology": "tree"},\n{"topology": "tree"}]}]',
     ["2: types[0].communication[1].topology: communication[0] is for 'tree' and messages of these sizes, too; expected: ranges from bytes_from to "
      "bytes_to that do not overlap"]),
    (TWO + ', "links": [{"from": "a",\n"to": "z"}]', ["2: links[0].to: there is no cluster 'z'; expected: the name of one that is in the file"]),
    (TWO + ', "links": [{"from": "z", "to": "a"}]', ["1: links[0].from: there is no cluster 'z'; expected: the name of one that is in the file"]),
    (TWO + ', "links": [{"from": "c", "to": "b"}]', ["1: links[0].to: 'b' is in 'c', or that in it; expected: two clusters apart"]),
    (TWO + ', "links": [{"from": "a", "to": "a"}]', ["1: links[0].to: 'a' is in 'a', or that in it; expected: two clusters apart"]),
    (TWO + ', "links": [{"from": "a", "to": "c"}, {"from": "c", "to": "a"},\n{"from": "a", "to": "c"}]',
     ["2: links[2].to: links[0] is from 'a' to 'c', too; expected: one for each direction"]),
    # Of what is wrong already no more is said.
    ('"types": [{"name": 5}], "type": "t", ' + HOST,
     ["1: types[0].name: it is a number; expected: the type's name, a text of 1 to 255 bytes without control characters"]),
    # What is no JSON.
    ('"latency_us": 1\n"name": "a"', ["2: '}' expected near '\"name\"'; expected: JSON"]),
    ('"latency_us": 1,\n"latency_us": 2,\n"name": 1',
     ["2: duplicate object key near '\"latency_us\"'; expected: JSON that has each key of an object once",
      "3: name: it is a number; expected: the cluster's name, a text of 1 to 255 bytes without control characters"]),
    ('"name": "a\\"}",\n"name": 1',
     ["2: duplicate object key near '\"name\"'; expected: JSON that has each key of an object once",
      "2: name: it is a number; expected: the cluster's name, a text of 1 to 255 bytes without control characters"]),
    ('"latency_us": 1e999', ["1: real number overflow near '1e999'; expected: JSON"]),
]
WHOLE = {
    b"": ["1: '[' or '{' expected near end of file; expected: JSON"],
    b"[]": ["1: it is a list; expected: the machine, an object"],
    b"{}": ["1: hpcc-machine: it is missing; expected: the version of the format"],
    b'{"hpcc-machine": 2}': ["1: hpcc-machine: it is 2; expected: the version of the format, 1"],
    b'\n{"hpcc-machine": 1} x': ["2: end of file expected near 'x'; expected: JSON"],
    b'{"hpcc-machine": 1,\n"name": "\xff"}': ["2: unable to decode byte 0xff near '\"'; expected: JSON"],
    b'{"hpcc-machine": 1,\n"name': ["2: premature end of input near '\"name'; expected: JSON"],
}

path = os.path.join(folder, "m")
failed = False
for text, wanted in [*((b'{"hpcc-machine": 1, ' + t.encode() + b"}\n", w) for t, w in CASES), *WHOLE.items()]:
    with open(path, "wb") as f:
        f.write(text)
    ran = subprocess.run([tool, "check", "m"], capture_output=True, text=True, cwd=folder)
    if ran.returncode != 1 or ran.stdout or ran.stderr != "".join(f"m:{line}\n" for line in wanted):
        print(f"{text.decode(errors='replace')}\nstatus {ran.returncode}: {ran.stdout}{ran.stderr}")
        failed = True
sys.exit(failed)
