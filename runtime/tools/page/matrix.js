// Who sends how much to whom, as a heat map.

const MOST_CELLS = 256;
const heat = { size: 1, bins: 1, cells: new Map(), most: 0, pick: null };

function runOf(value) {
	return value.startsWith("run") ? model.runs[Number(value.slice(3))] : null;
}

// Phases are those of main where no loop is the cycle.
const hasCycle = () => !!data.program.cycle && Number.isInteger(data.program.cycle.node);

function scopeNodes() {
	const scope = $("scope").value,
		kept = state.kept && model.byKey.get(state.kept);
	if (scope === "selected" && kept) return relatedOf(kept).map(k => model.byKey.get(k));
	return scope === "cycle" ? model.phases() : model.nodes;
}

function countMatrix() {
	const run = runOf($("origin").value),
		nodes = $("scope").value === "all" && run ? null : scopeNodes();
	const scope = $("scope").value,
		manner = { collectives: scope === "selected", step: scope === "cycle" && hasCycle() };
	heat.sums = run ? recorded(model, run, nodes) : model.messages(nodes, manner);
	heat.size = run ? run.processes : model.P;
	heat.bins = Math.min(heat.size, MOST_CELLS);
	heat.cells = new Map();
	const unit = $("unit").value,
		bin = p => Math.floor((p * heat.bins) / heat.size);
	heat.most = 0;
	for (const pair of heat.sums.pairs.values()) {
		const key = bin(pair.from) * heat.bins + bin(pair.to);
		if (!heat.cells.has(key)) heat.cells.set(key, { value: 0, pairs: [] });
		const cell = heat.cells.get(key);
		cell.value += pair[unit];
		if (cell.pairs.length < 8) cell.pairs.push(pair);
		heat.most = Math.max(heat.most, cell.value);
	}
}

function colours() {
	const style = getComputedStyle(document.documentElement);
	return ["--heat0", "--heat1", "--heat2"].map(name => style.getPropertyValue(name).split(",").map(Number));
}

function drawMatrix() {
	const canvas = $("heat"),
		plot = canvas.parentNode,
		side = Math.max(60, Math.min(plot.clientHeight - 14, plot.clientWidth * 0.62));
	const cell = side / heat.bins,
		ratio = window.devicePixelRatio || 1;
	canvas.width = canvas.height = Math.round(side * ratio);
	canvas.style.width = canvas.style.height = `${side}px`;
	const g = canvas.getContext("2d"),
		ramp = colours(),
		gap = cell > 6 ? 1 : 0;
	g.scale(ratio, ratio);
	g.fillStyle = `rgb(${ramp[0]})`;
	g.fillRect(0, 0, side, side);
	for (const [key, { value }] of heat.cells) {
		const t = heat.most > 0 ? 0.15 + (0.85 * Math.log1p(value)) / Math.log1p(heat.most) : 0,
			half = t * 2,
			k = half >= 1 ? 1 : 0,
			u = half - k;
		g.fillStyle = `rgb(${ramp[k].map((a, j) => Math.round(a + (ramp[k + 1][j] - a) * Math.min(u, 1)))})`;
		g.fillRect(
			(key % heat.bins) * cell,
			Math.floor(key / heat.bins) * cell,
			Math.max(cell - gap, 1),
			Math.max(cell - gap, 1),
		);
	}
	if (heat.pick) {
		g.strokeStyle = getComputedStyle(document.documentElement).getPropertyValue("--send-edge");
		g.lineWidth = 2;
		g.strokeRect(heat.pick[1] * cell, heat.pick[0] * cell, Math.max(cell, 3), Math.max(cell, 3));
	}
}

function pairWords(row, column) {
	const cell = heat.cells.get(row * heat.bins + column),
		first = b => Math.ceil((b * heat.size) / heat.bins),
		last = b => Math.ceil(((b + 1) * heat.size) / heat.bins) - 1;
	const span = b => (first(b) === last(b) ? String(first(b)) : `${first(b)}-${last(b)}`);
	return `${span(row)} \u2192 ${span(column)}: ${cell ? whole(cell.value) : 0} ${$("unit").value}`;
}

function showBeside() {
	const unit = $("unit").value,
		sums = heat.sums,
		list = [];
	let total = 0;
	for (const pair of sums.pairs.values()) total += pair[unit];
	list.push(
		make(
			"div",
			{ id: "matrix-total", "data-value": total, "data-pairs": sums.pairs.size },
			make("b", {}, `${short(total)} ${unit}`),
			` in ${short(sums.pairs.size)} pairs`,
		),
	);
	list.push(
		make("div", { class: "scale" }),
		make(
			"div",
			{},
			`0 \u2013 ${short(heat.most)} ` +
				(heat.bins < heat.size ? `in ${heat.bins} \u00d7 ${heat.bins} groups` : "for a pair"),
		),
	);
	const nothing = !sums.pairs.size && !sums.unknown.length && "nothing goes from one process to another";
	list.push(
		make("div", { id: "pair" }, nothing || (heat.pick ? pairWords(...heat.pick) : "from: down, to: right")),
	);
	if (sums.assumed.size)
		list.push(
			make("div", { class: "assumed" }, make("b", {}, "with blocks of equal size:")),
			...often([...sums.assumed]),
		);
	if (sums.sampled) list.push(make("div", {}, "of very many pairs some stand for all"));
	if (sums.unknown.length)
		list.push(
			make("div", {}, make("b", {}, "only in part known:")),
			...often(sums.unknown.map(e => `${e.text}: ${model.event(e).why || "no closed form"}`)),
		);
	const lists = [
		["at most: under a condition", sums.atMost],
		["at most: nothing if pointers stay where they lead", sums.pointed],
		["once, though it may be sent more often", sums.again],
	];
	for (const [words, events] of lists)
		if (events.length)
			list.push(make("div", {}, make("b", {}, `${words}:`)), ...often(events.map(e => e.text)));
	if (sums.collective.length)
		list.push(make("div", {}, make("b", {}, "collective:")), ...often(sums.collective.map(e => e.text)));
	$("beside").replaceChildren(...list);
}

const MOST_LISTED = 20;

// Each text once, with how often it is there.
function often(texts) {
	const counts = new Map();
	for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
	return [...counts]
		.slice(0, MOST_LISTED)
		.map(([text, n]) => make("div", {}, n > 1 ? `${text} (${n} times)` : text));
}

function showMatrix() {
	countMatrix();
	if (heat.pick && (heat.pick[0] >= heat.bins || heat.pick[1] >= heat.bins)) heat.pick = null;
	drawMatrix();
	showBeside();
}

function pickCell(row, column) {
	heat.pick = [row, column];
	drawMatrix();
	const pair = document.getElementById("pair");
	if (pair) pair.textContent = pairWords(row, column);
	const cell = heat.cells.get(row * heat.bins + column),
		keys = new Set();
	for (const p of (cell && cell.pairs) || []) for (const k of p.nodes) keys.add(k);
	hover([...keys], true);
}

function makeMatrix() {
	const options = [];
	if (model.phases().length) options.push(["cycle", "cycle, a step"]);
	options.push(["all", "each task"], ["selected", "selected"]);
	for (const [value, words] of options) $("scope").append(make("option", { value }, words));
	$("origin").append(make("option", { value: "forms" }, "closed forms"));
	model.runs.forEach((run, k) =>
		$("origin").append(
			make(
				"option",
				{ value: `run${k}` },
				`${run.predicted ? "predicted" : "recorded"}, P = ${run.processes}`,
			),
		),
	);
	if (model.runs.length === 0) $("origin").hidden = true;
	else if (!model.events().some(e => e.maps)) $("origin").value = "run0";
	for (const id of ["scope", "unit"]) $(id).addEventListener("change", showMatrix);
	$("origin").addEventListener("change", () => {
		const run = runOf($("origin").value);
		if (run) (takeRun(model, run), makeSliders(), showCounts());
		else showMatrix();
	});
	const canvas = $("heat");
	canvas.addEventListener("mousemove", event => {
		const r = canvas.getBoundingClientRect(),
			at = (x, size) => Math.min(heat.bins - 1, Math.max(0, Math.floor((x / size) * heat.bins)));
		pickCell(at(event.clientY - r.top, r.height), at(event.clientX - r.left, r.width));
		tip(event, pairWords(...heat.pick));
	});
	canvas.addEventListener("mouseleave", () => {
		hover([]);
		tip(null);
	});
	canvas.addEventListener("click", () => {
		if (state.hover.length) keep(state.hover[0]);
	});
}

function moveInMatrix(key) {
	const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[key];
	if (!step) return false;
	const at = heat.pick || [0, -step[1]],
		inside = x => Math.min(heat.bins - 1, Math.max(0, x));
	pickCell(inside(at[0] + step[0]), inside(at[1] + step[1]));
	return true;
}
