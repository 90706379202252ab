# SPDX-License-Identifier: Apache-2.0
"""html_page.py PAGE RUN N [alone]: what the page shows of stencil.c, after its sliders have been moved to the run's
number of processes and to n = N, is what the run has counted; source, graph, matrix and roofline point at each other;
keys do what they say."""
import json
import sys

import browser

page, run_file, n, with_run = sys.argv[1], sys.argv[2], int(sys.argv[3]), "alone" not in sys.argv[4:]
with open(run_file) as f:
    run = json.load(f)
P = run["processes"]
seen = browser.look(page, """
const P = %d, N = %d, seen = {};
const find = s => document.querySelector(s), all = s => [...document.querySelectorAll(s)];
const fire = (e, type, more) => e.dispatchEvent(new (type.startsWith('key') ? KeyboardEvent : type === 'input' || type === 'change' ? Event : MouseEvent)(type, {bubbles: true, ...more}));
const press = (key, at) => fire(at || document.body, 'keydown', {key});
const wait = ms => new Promise(done => setTimeout(done, ms));
const value = e => (e && e.dataset.value !== undefined && e.dataset.value !== '' ? Number(e.dataset.value) : null);
const row = line => find(`.row[data-line="${line}"]`);
const lineOf = words => Number(all('.row').find(r => r.textContent.includes(words)).dataset.line);
const on = () => all('.node.on').map(g => g.getAttribute('aria-label').split(' ').slice(0, 2).join(' ')).sort();
const lines = mark => all(`.row.${mark}`).map(r => Number(r.dataset.line));

for (let k = 0; k < 50 && !find('.node.send'); k++) await wait(100); // what is seen is drawn

// The sliders, which are even in the logarithm.
const slide = (id, to) => { const range = find(`#${id}-range`), most = Number(find(`#${id}`).max); range.value = Math.round(1000 * Math.log(to) / Math.log(most)); fire(range, 'input'); };
const n = find('#sliders input[data-name="n"]');
seen.parameters = all('#sliders input[type=number]').map(i => i.dataset.name);
slide('P', P);
slide(n.id, N);
await wait(400);
seen.P = Number(find('#P').value);
seen.n = Number(n.value);
seen.summary = ['executed', 'bytes', 'messages'].map(id => value(find('#' + id)));
seen.imbalance = value(find('#imbalance-all'));
const halo = lineOf('for (int i = 1; i < n - 1; i++)');
seen.line = {executed: value(row(halo + 2).querySelector('.executed')), sent: value(row(halo).querySelector('.sent'))};

// The matrix, cell by cell, with the arrows.
const matrix = find('#matrix');
seen.matrix = {};
for (const unit of ['bytes', 'messages']) {
  find('#unit').value = unit;
  fire(find('#unit'), 'change');
  for (let k = 0; k < P; k++) press('ArrowLeft', matrix), press('ArrowUp', matrix);
  for (let from = 0; from < P; from++) {
    for (let to = 0; to < P; to++) {
      const words = find('#pair').textContent.replaceAll('\u202f', ''), [a, b, x] = words.match(/\\d+/g).map(Number);
      if (a === from && b === to && x > 0) (seen.matrix[`${a},${b}`] ||= []).push(x);
      press('ArrowRight', matrix);
    }
    for (let k = 0; k < P; k++) press('ArrowLeft', matrix);
    press('ArrowDown', matrix);
  }
}
press('Escape');

// By hover: from a line, a node, the matrix, the roofline.
fire(row(halo + 2), 'mouseover');
seen.fromLine = {nodes: on(), roof: all('.point.on').length, rows: lines('on')};
fire(find('#lines'), 'mouseleave');
seen.left = on().length + lines('on').length;
const send = all('.node.send').find(g => g.getAttribute('aria-label').includes('1 row from below'));
fire(send, 'mouseover');
seen.fromNode = {nodes: on(), rows: lines('on')};
const box = find('#heat').getBoundingClientRect();
fire(find('#functions'), 'mouseleave');
fire(find('#heat'), 'mousemove', {clientX: box.left + box.width * 1.5 / P, clientY: box.top + box.height * 0.5 / P});
seen.fromMatrix = {nodes: on(), rows: lines('on'), tip: find('#tip').textContent};
fire(find('#heat'), 'mouseleave');
fire(find('.point'), 'mouseover');
seen.fromRoof = {nodes: on(), rows: lines('on')};
fire(find('#roof'), 'mouseleave');

// A click keeps; what is kept is explained, the recorded run beside it.
fire(row(halo + 2), 'click');
await wait(300);
const cells = name => [...(find(`#details tr[data-row="${name}"]`) || {querySelectorAll: () => []}).querySelectorAll('td[data-value]')].map(value);
seen.kept = {nodes: all('.node.kept').length, rows: lines('kept'), executed: cells('executed'), flop: cells('flop'),
  tables: all('#details table').map(t => [...t.querySelectorAll('tr')].map(r => [...r.children].map(c => c.dataset.value || c.textContent))),
  scope: find('#scope').value, intensity: all('.point.kept').map(c => Number(c.dataset.intensity)), differs: all('#details .differs').length};

// Keys.
press('Escape');
seen.escaped = all('.kept').length;
press('j'), press('j');
await wait(100);
seen.second = all('.node.kept')[0].getAttribute('aria-label');
press('k');
seen.first = all('.node.kept')[0].getAttribute('aria-label');
const theme = document.documentElement.dataset.theme;
press('t');
seen.theme = [theme, document.documentElement.dataset.theme];
press('+');
seen.doubled = Number(find('#P').value);
press('/');
seen.focus = document.activeElement.id;
find('#search').blur();
press('m');
seen.focused = document.activeElement.id;
return seen;
""" % (P, n))

failures = []


def same(what, found, expected):
    if found != expected:
        failures.append(f"{what}: the page has {found}, expected is {expected}")


if "error" in seen:
    raise SystemExit(seen["error"])
nests = {e["id"]: {**e, "runs": sum(n for n, _ in e["runs"])} for e in run["events"] if e["for"] == "nest"}


def each(nest):
    """How many statements each process executes in one run of a nest."""
    done = [0] * P
    for p, split, by_all, _ in nests[nest]["iterations"]:
        done[p] += split + by_all
    return [x // nests[nest]["runs"] for x in done]


pairs = {}
for a, b, messages, size, _ in nests[2]["messages"]:
    pair = pairs.setdefault(f"{a},{b}", [0, 0])
    pair[0] += size / nests[2]["runs"]
    pair[1] += messages / nests[2]["runs"]
step = [a + b for a, b in zip(each(2), each(3))]
same("P", seen["P"], P)
same("n", seen["n"], n)
same("parameters", seen["parameters"], ["P", "n"])
same("the summary", seen["summary"], [sum(step), sum(p[0] for p in pairs.values()), sum(p[1] for p in pairs.values())])
same("imbalance", round(seen["imbalance"], 9), round(max(step) * P / sum(step), 9))
same("the nest's line", seen["line"], {"executed": sum(each(2)), "sent": sum(p[0] for p in pairs.values())})
same("the matrix", seen["matrix"], pairs)
halo, nest = nests[2]["line"], [nests[2]["line"] + k for k in range(3)]
with_halo = {"nodes": ["communication 1", "task 2"], "rows": nest}
same("hover on a line", seen["fromLine"], {**with_halo, "roof": 1})
same("nothing under the mouse", seen["left"], 0)
same("hover on a node", seen["fromNode"], with_halo)
same("hover on the roofline", seen["fromRoof"], with_halo)
tip = seen["fromMatrix"].pop("tip")
same("hover on the matrix", seen["fromMatrix"], with_halo)
same("its words", tip, "0 \u2192 1: 1 messages")
kept = seen["kept"]
same("kept", [kept["nodes"], kept["rows"], kept["scope"]], [2, nest, "selected"])
same("executed by processes", kept["executed"][:4], [sum(each(2)), min(each(2)), sum(each(2)) / P, max(each(2))])
same("operations", kept["flop"][:1], [4 * sum(each(2))])
same("operations per byte", kept["intensity"], [4 / 40])
same("beside the run", kept["differs"], 0)
recorded = [t for t in kept["tables"] if t[0][0] == "in the whole run"]
runs = nests[2]["runs"]
same("the run's table", with_run and recorded and [r[1:] for r in recorded[0] if r[0] in ("executed", "bytes")],
     with_run and [[str(sum(each(2)) * runs)] * 2, [str(int(sum(p[0] for p in pairs.values()) * runs))] * 2])
same("escaped", seen["escaped"], 0)
same("the second node, and back", [seen["second"].startswith("task 1"), seen["first"].startswith("code")], [True, True])
same("theme", sorted(seen["theme"]), ["dark", "light"])
same("twice as many", seen["doubled"], 2 * P)
same("focus", [seen["focus"], seen["focused"]], ["search", "matrix"])
print(*failures, sep="\n")
sys.exit(bool(failures))
