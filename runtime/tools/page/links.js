// What is pointed at or kept is marked in source, graph, matrix and roofline alike.

// A node with what belongs to it: a task and what is sent for it.
function relatedOf(node) {
	return node.task === undefined ? [node.key] : model.taskNodes(node);
}

function mark(element, key) {
	element.classList.toggle("on", marked.has(key));
	element.classList.toggle("kept", kept.has(key));
}

function showMarks() {
	const before = new Set([...marked, ...kept]);
	marked = new Set(state.hover.flatMap(k => relatedOf(model.byKey.get(k))));
	kept = new Set(state.kept ? relatedOf(model.byKey.get(state.kept)) : []);
	for (const key of new Set([...before, ...marked, ...kept]))
		for (const e of [...(drawn.get(key) || []), ...(roofParts.get(key) || [])]) mark(e, key);
	for (const row of $("lines").querySelectorAll(".row.on, .row.kept")) row.classList.remove("on", "kept");
	for (const [keys, word] of [
		[marked, "on"],
		[kept, "kept"],
	])
		for (const key of keys) markLines(model.byKey.get(key), word);
}

function markLines(node, word) {
	if (model.fileOf(node) !== state.file || !node.line) return;
	const outer = node.body || node.otherwise,
		last = outer ? node.line : Math.min(Math.max(node.last_line || 0, node.line), node.line + 5000);
	for (let line = node.line; line <= last; line++)
		if (source.rows.has(line)) source.rows.get(line).classList.add(word);
}

function hover(keys, quiet) {
	if (keys.length === state.hover.length && keys.every((k, i) => k === state.hover[i])) return;
	state.hover = keys;
	showMarks();
	if (!state.kept) showDetails();
	if (!quiet && keys.length && !state.kept) heat.pick = null;
}

function showLine(node) {
	const file = model.fileOf(node);
	if (!file || !node.line) return;
	showFile(file);
	const row = rowAt(node.line),
		pane = $("lines");
	if (!row) return;
	const top = row.offsetTop,
		r = row.getBoundingClientRect(),
		b = pane.getBoundingClientRect();
	if (r.top < b.top + 20 || r.bottom > b.bottom - 20 || !top) row.scrollIntoView({ block: "center" });
}

function keep(key, from) {
	state.kept = key;
	if (key) $("scope").value = "selected";
	else $("scope").value = $("scope").options[0].value;
	const node = key && model.byKey.get(key);
	if (node) {
		if (from !== "source") showLine(node);
		if (from !== "graph") showNode(node);
	}
	showMarks();
	showMatrix();
	showDetails();
}

function tip(event, words) {
	const t = $("tip");
	t.hidden = !words;
	if (!words) return;
	t.textContent = words;
	t.style.left = `${Math.min(event.clientX + 14, window.innerWidth - 220)}px`;
	t.style.top = `${event.clientY + 14}px`;
}

const keyOf = target => {
	const e = target.closest && target.closest("[data-key]");
	return e ? e.dataset.key : null;
};

function nodesOfLine(target) {
	const row = target.closest && target.closest(".row");
	if (!row) return [];
	const nodes = (source.nodesAt.get(state.file) || new Map()).get(Number(row.dataset.line)) || [];
	const inner = nodes.filter(n => model.taskOf(n) || isSend(n));
	return (inner.length ? inner : nodes).map(n => n.key);
}

function makeLinks() {
	for (const [id, find, from] of [
		["lines", nodesOfLine, "source"],
		["functions", t => [keyOf(t)].filter(Boolean), "graph"],
		["roof", t => [keyOf(t)].filter(Boolean), "roofline"],
	]) {
		$(id).addEventListener("mouseover", event => hover(find(event.target)));
		$(id).addEventListener("mouseleave", () => hover([]));
		$(id).addEventListener("click", event => {
			const keys = find(event.target),
				best = keys.find(k => model.taskOf(model.byKey.get(k))) || keys[0];
			if (!best) return;
			if (best === state.kept && follow(best)) return;
			keep(best, from);
		});
	}
}

// From a call to what is called.
function follow(key) {
	const called = model.functionOf(model.byKey.get(key));
	if (called) goToFunction(called);
	return !!called;
}
