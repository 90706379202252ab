"""run_pages.py SOURCE HELP PLAN: docs/man/hpcc-run.1 has each option that HELP lists; docs/machine.md each key of what
the program says in PLAN."""
import json
import re
import sys

source, help_file, plan_file = sys.argv[1:4]
with open(f"{source}/docs/man/hpcc-run.1") as f:
    manual = f.read().replace("\\-", "-")
with open(f"{source}/docs/machine.md") as f:
    page = f.read().split("## Running a program")[1].split("## All keys")[0]
with open(help_file) as f:
    options = re.findall(r"^  (-\S+)", f.read(), re.M)
with open(plan_file) as f:
    says = json.load(f)["program_says"]


def keys(value):
    if isinstance(value, dict):
        yield from value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else []:
        yield from keys(inner)


wrong = [f"hpcc-run.1: {o} is missing" for o in options if not re.search(rf"^\.BI? {re.escape(o)}( |$)", manual, re.M)]
wrong += [f"machine.md: `{k}` is missing" for k in sorted(set(keys(says))) if f"`{k}`" not in page]
sys.exit("\n".join(wrong) if wrong or len(options) < 10 else 0)
