# SPDX-License-Identifier: Apache-2.0
"""graph.py FILE: what a unit's graph names by a number or an id is there, each once, and in its file."""
import json
import sys

with open(sys.argv[1]) as f:
    graph = json.load(f)


def walk(nodes):
    for node in nodes:
        yield node
        yield from walk(node.get("body", []))
        yield from walk(node.get("otherwise", []))


nodes = [node for function in graph["functions"] for node in walk(function["nodes"])]
tasks = {task["id"]: task for task in graph["tasks"]}
events = {event["id"]: event for event in graph["events"]}
by_id = {node["id"]: node for node in nodes}
assert [node["id"] for node in nodes] == list(range(1, len(nodes) + 1)), "nodes are numbered in their order"
assert len(tasks) == len(graph["tasks"]) and len(events) == len(graph["events"]), "ids are unique"
assert sorted(id for node in nodes for id in node.get("events", [])) == sorted(events), "each event is a node's"
for event in events.values():
    assert event["id"] in by_id[event["node"]]["events"], event
    assert event.get("task", 0) in [*tasks, 0], event
for task in tasks.values():
    if "node" not in task:  # nobody comes to it
        assert task.get("version") or not any(f["name"] == task["function"] and not f.get("in_nests") for f in graph["functions"]), task
        continue
    assert by_id[task["node"]]["task"] == task["id"] and by_id[task["node"]]["line"] == task["line"], task
    assert task["kind"] in ("split", "by_all", "turns"), task
for placed in [*nodes, *tasks.values(), *events.values()]:
    assert 0 <= placed.get("file", 0) < len(graph["files"]) and placed.get("line", 1) > 0, placed
    assert placed.get("last_line", placed.get("line", 1)) >= placed.get("line", 1), placed
for id in (graph["cycle"] or {"phases": []})["phases"]:
    assert by_id[id]["kind"] == "task" or by_id[id]["events"], id
