# SPDX-License-Identifier: Apache-2.0
"""html_more.py WHAT PAGE: what the page does with runs, without Graphviz, without its source, with text that looks like
markup, with very many nodes."""
import sys

import browser

NODES = "const nodes = [...document.querySelectorAll('.node')].map(g => g.getAttribute('aria-label'));"
SCRIPTS = {
    "runs": """
const numbers = () => [...document.querySelectorAll('#sliders input[type=number]')];
const values = () => numbers().map(i => [i.dataset.name, Number(i.value)]);
const seen = [values()], origin = document.querySelector('#origin');
origin.value = 'run1';
origin.dispatchEvent(new Event('change'));
seen.push(values());
return [[...origin.options].map(o => o.textContent),
        [...document.querySelectorAll('.head .count')].map(i => i.textContent), ...seen];""",
    "own": """
const own = [...document.querySelectorAll('#details .own')].map(line => line.textContent);
return [own.length > 20, own.find(words => words.startsWith('MPI_Send,')).split(', time')[0]];""",
    "list": NODES + """
return [nodes.length, document.querySelectorAll('.node rect, .node polygon').length > 8,
        document.querySelectorAll('.frame').length];""",
    "gone": NODES + """
const lines = document.querySelector('#lines').textContent;
return [document.querySelector('.note').textContent.includes('stencil.c is not where'), nodes.length,
        document.querySelectorAll('#lines .row').length > 4, lines.includes('next[i * n + j] = 0.25')];""",
    "given": """
const sizes = document.querySelector('#sliders input[type=text]').value;
return [sizes, model.P, model.values.get('n'), document.querySelectorAll('.assumed').length,
        [...heat.sums.pairs.values()].map(p => [p.from, p.to, p.bytes]).sort()];""",
    "same": """
let compared = 0, differ = [];
for (const node of model.nodes.filter(n => model.taskOf(n))) {
  keep(node.key);
  compared += document.querySelectorAll('#details tr[data-row="messages"] td[data-value]').length === 2;
  differ.push(...[...document.querySelectorAll('#details .differs')].map(c => c.parentNode.textContent));
}
return [compared, differ];""",
    "sizes": """
const sizes = document.querySelector('#sliders input[type=text]'), seen = [sizes.getAttribute('aria-label')];
const parameter = document.querySelector('#sliders input[data-name=n]');
const put = (field, text) => { field.value = text; field.dispatchEvent(new Event('input')); };
const told = () => [...heat.sums.pairs.values()].map(p => [p.from, p.to, p.bytes]).sort();
const marks = () => document.querySelectorAll('#beside .assumed').length;
const marked = () => [marks(), document.querySelector('#executed').textContent[0]];
put(parameter, 100);
seen.push(told().length, marked());
put(sizes, '50, 0, 20, 30');
seen.push(told(), marked(), document.querySelector('#imbalance-all').textContent);
put(sizes, '50, 0, x');
seen.push(sizes.getAttribute('aria-invalid'), told().length);
put(sizes, '50, 20, 30');
seen.push(marked());
return seen;""",
    "step": """
const beside = [...document.querySelectorAll('#beside > div')].map(d => d.textContent);
const lines = beside.filter(t => /at most|once/.test(t)), only = model.events().find(e => e.text.includes("'c'"));
const node = model.nodes.find(n => (n.events || []).includes(only.id));
const pairs = [...heat.sums.pairs.values()].map(p => [p.from, p.to, p.messages, p.bytes]).sort();
keep(node.key);
const first = document.querySelector('#details').textContent.includes('it is there already');
keep(model.nodes.find(n => n.kind === 'task' && n.task === node.task).key);
const cells = name => [...document.querySelectorAll(`#details tr[data-row=${name}] td[data-value]`)];
const rows = ['messages', 'bytes'].map(name => cells(name).map(cell => Number(cell.dataset.value)));
return [pairs, lines, first, rows];""",
    "text": NODES + """
return [document.title, document.querySelector('#bold') || document.querySelector('img'),
        document.querySelector('#lines').textContent.includes('</script><script>document.title'),
        document.querySelector('.function button').textContent.startsWith('</script><img')];""",
}
EXPECTED = {
    "runs": [["closed forms", "recorded, P = 4", "predicted, P = 3"], "time",
             [["P", 4], ["n", 100]], [["P", 3], ["n", 60]]],
    "own": [True, "MPI_Send, the program's own calls: 2, 1 messages, 8 bytes"],
    "list": [9, True, 0],
    "gone": [True, 9, True, True],
    "given": ["50, 0, 20, 30", 4, 100, 0, [[0, 2, 784], [2, 0, 784], [2, 3, 784], [3, 2, 784]]],
    "sizes": ["sizes of the blocks of u", 6, [1, "~"], [[0, 2, 784], [2, 0, 784], [2, 3, 784], [3, 2, 784]],
              [0, "1"], "2.00", "true", 4, [1, "~"]],
    "step": [[[0, 1, 3, 2352], [1, 0, 1, 784], [1, 2, 3, 2352], [2, 1, 1, 784]],
             ["at most: under a condition:", "once, though it may be sent more often:"], True, [[2, 2], [1568, 1568]]],
    "text": ["named.json", None, True, True],
}
what, page = sys.argv[1:3]
if what == "large":
    script = ("document.body.getBoundingClientRect();"
              "return [performance.now(), model.nodes.length, document.querySelectorAll('.node').length];")
    took, nodes, drawn = browser.look(page, script, False)
    print(f"{page}: {took:.0f} ms")
    sys.exit(0 if nodes >= 10000 and 0 < drawn < 2000 else f"{nodes} nodes, {drawn} are drawn")
seen = browser.look(page, SCRIPTS[what])
if what == "runs":
    seen[1] = seen[1][-1]
expected = EXPECTED.get(what)
if what == "same":
    expected = [int(sys.argv[3]), []]  # so many tasks are compared
if seen != expected:
    sys.exit(f"the page has {seen}, expected is {expected}")
