"use strict";
// The page: source, graph, matrix, roofline and details of one program. Text of files gets into it as text only.

const data = JSON.parse(document.getElementById("data").textContent);
const model = new Model(data);
const $ = id => document.getElementById(id);
const state = { hover: [], kept: null, process: null, file: null, search: "" };
const SVG = "http://www.w3.org/2000/svg";

// ---- small things -----------------------------------------------------------------------------

const escape = text => String(text).replace(/[&<>"']/g, c => `&#${c.charCodeAt(0)};`);

function make(tag, attributes, ...children) {
	const e = tag.startsWith("svg:") ? document.createElementNS(SVG, tag.slice(4)) : document.createElement(tag);
	for (const [name, value] of Object.entries(attributes || {}))
		if (value !== undefined && value !== null) e.setAttribute(name, value);
	e.append(...children.filter(c => c !== null && c !== undefined));
	return e;
}

// 12 345 678 as 12.3M; all of it where it is short.
function short(n) {
	if (n === null || n === undefined) return "";
	if (Number.isNaN(n)) return "?";
	if (Math.abs(n) < 10000)
		return Number.isInteger(n) || Math.abs(n) >= 100
			? n.toFixed(0)
			: n.toPrecision(3).replace(/\.?0+$/, "");
	const units = ["", "k", "M", "G", "T", "P", "E"];
	const k = Math.min(units.length - 1, Math.floor(Math.log10(Math.abs(n)) / 3));
	return (n / 10 ** (3 * k)).toPrecision(3) + units[k];
}
const whole = n =>
	Number.isNaN(n)
		? "not known"
		: Number.isInteger(n)
			? n.toLocaleString("en").replace(/,/g, "\u202f")
			: n.toPrecision(6);
const seconds = ns =>
	ns >= 1e9
		? `${(ns / 1e9).toPrecision(3)} s`
		: ns >= 1e6
			? `${(ns / 1e6).toPrecision(3)} ms`
			: `${(ns / 1e3).toPrecision(3)} us`;
const clip = (text, n) => (text.length > n ? `${text.slice(0, n - 1)}\u2026` : text);

// After so long without another call.
function later(f, ms) {
	let timer = 0;
	return () => {
		clearTimeout(timer);
		timer = setTimeout(f, ms);
	};
}

const isSend = node => ["communication", "reduction", "remap", "element"].includes(node.kind);
function lookOf(node) {
	const task = model.taskOf(node);
	if (task) return task.kind === "by_all" ? "all" : "task";
	return isSend(node) ? "send" : node.kind;
}

// ---- sliders ----------------------------------------------------------------------------------

const SLIDER_STEPS = 1000,
	MOST_PROCESSES = 4096;

// A range that is even in the logarithm, and the number beside it.
function addSlider(name, label, most, value, step) {
	const id = name === "P" ? "P" : `parameter-${[...model.values.keys()].indexOf(name)}`;
	const number = make("input", {
		type: "number",
		id,
		min: 1,
		max: most,
		value,
		"aria-label": label,
		"data-name": name,
	});
	const range = make("input", {
		type: "range",
		id: `${id}-range`,
		min: 0,
		max: SLIDER_STEPS,
		"aria-label": `${label}, slider`,
	});
	const place = v => {
		range.value = Math.round((SLIDER_STEPS * Math.log(v)) / Math.log(most));
	};
	const take = v => {
		if (v >= 1 && Number.isInteger(v)) {
			step(v);
		}
	};
	range.addEventListener("input", () => {
		number.value = Math.round(Math.exp((Math.log(most) * range.value) / SLIDER_STEPS));
		take(Number(number.value));
	});
	number.addEventListener("input", () => {
		const v = Math.min(Number(number.value), most);
		if (v >= 1) place(v);
		take(v);
	});
	place(value);
	$("sliders").append(make("label", { title: label }, label, range, number));
}

function setNumber(name, value) {
	model.set(name, value);
	showCounts();
}

function makeSliders() {
	addSlider("P", "P", MOST_PROCESSES, model.P, v => setNumber("P", v));
	for (const [name, value] of model.values) addSlider(name, name, 1000000, value, v => setNumber(name, v));
}

function setProcesses(P) {
	const number = $("P");
	number.value = Math.min(MOST_PROCESSES, Math.max(1, P));
	number.dispatchEvent(new Event("input"));
}

// ---- source -----------------------------------------------------------------------------------

const CHUNK = 200,
	LINE = 17;
let marked = new Set(),
	kept = new Set(); // keys of nodes that are pointed at, and the one that is kept with what belongs to it
const source = { rows: new Map(), nodesAt: new Map(), lineCounts: new Map(), most: {} };
const KEYWORDS =
	/^(auto|break|case|char|const|continue|default|do|double|else|enum|extern|float|for|goto|if|inline|int|long|register|restrict|return|short|signed|sizeof|static|struct|switch|typedef|union|unsigned|void|volatile|while|_Bool|_Complex)$/;

// One line in colours; `inside`: a comment has begun before. Gives [markup, whether it goes on].
function coloured(line, inside) {
	if (!inside && /^\s*#/.test(line)) return [`<span class="p">${escape(line)}</span>`, false];
	const token = /\/\*|\/\/.*|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|[A-Za-z_]\w*|[^A-Za-z_"'/]+|./g;
	let html = "",
		at = 0;
	for (;;) {
		if (inside) {
			const end = line.indexOf("*/", at),
				stop = end < 0 ? line.length : end + 2;
			html += `<span class="c">${escape(line.slice(at, stop))}</span>`;
			at = stop;
			inside = end < 0;
			if (inside) return [html, true];
		}
		token.lastIndex = at;
		const m = token.exec(line);
		if (!m) return [html, false];
		const word = m[0];
		if (word === "/*") {
			inside = true;
			continue;
		}
		const kind = word.startsWith("//")
			? "c"
			: /^["']/.test(word) && word.length > 1
				? "s"
				: KEYWORDS.test(word)
					? "k"
					: "";
		html += kind ? `<span class="${kind}">${escape(word)}</span>` : escape(word);
		at = token.lastIndex;
	}
}

// By file and line: the nodes that are there, innermost ones last.
function findLines() {
	for (const node of model.nodes) {
		const file = model.fileOf(node);
		if (!file || !node.line) continue;
		if (!source.nodesAt.has(file)) source.nodesAt.set(file, new Map());
		const lines = source.nodesAt.get(file),
			last = Math.min(Math.max(node.last_line || node.line, node.line), node.line + 100000);
		const isOuter = node.body || node.otherwise;
		for (let line = node.line; line <= (isOuter ? node.line : last); line++) {
			if (!lines.has(line)) lines.set(line, []);
			lines.get(line).push(node);
		}
	}
}

// The file's text, or the lines that the graph has words for.
function linesOf(file) {
	const text = data.sources[file];
	if (typeof text === "string")
		return text
			.replace(/\r/g, "")
			.split("\n")
			.map((words, k) => [k + 1, words]);
	const known = new Map();
	for (const [line, nodes] of source.nodesAt.get(file) || []) {
		const first = nodes.find(n => n.line === line && n.text);
		if (first) known.set(line, first.text);
		for (const node of nodes)
			for (const row of (model.taskOf(node) || {}).work || [])
				for (const s of row.statements)
					if (s.line && s.text && node.unit.files[s.file] === file)
						known.set(s.line, s.text);
	}
	return [...known].sort((a, b) => a[0] - b[0]);
}

function showFile(file) {
	if (state.file === file || !file) return;
	state.file = file;
	$("file").value = file;
	source.lines = linesOf(file);
	source.chunks = [];
	source.chunkOf = new Map();
	source.rows = new Map();
	seenChunks.disconnect();
	const parts =
		typeof data.sources[file] === "string"
			? []
			: [
					make(
						"div",
						{ class: "note" },
						`${file} is not where the program names it: only the lines that the graph has words for.`,
					),
				];
	for (let first = 0, inside = false; first < source.lines.length; first += CHUNK) {
		const rows = Math.min(CHUNK, source.lines.length - first),
			div = make("div", { class: "chunk", style: `height:${rows * LINE}px` });
		source.chunks.push({ first, inside, div });
		for (let k = first; k < first + rows; k++) {
			source.chunkOf.set(source.lines[k][0], source.chunks.length - 1);
			inside = goesOn(source.lines[k][1], inside);
		}
		div.dataset.chunk = source.chunks.length - 1;
		seenChunks.observe(div);
		parts.push(div);
	}
	$("lines").replaceChildren(...parts);
	const known = Math.min(2, source.chunks.length);
	for (let k = 0; k < known; k++) fillChunk(source.chunks[k]);
	showMarks();
}

// Whether a comment goes on behind the line.
function goesOn(line, inside) {
	return line.includes(inside ? "*/" : "/*") ? coloured(line, inside)[1] : inside;
}

// Lines are made when they come near: a file may have very many.
const seenChunks = new IntersectionObserver(
	entries => {
		for (const entry of entries)
			if (entry.isIntersecting) fillChunk(source.chunks[entry.target.dataset.chunk]);
	},
	{ root: $("lines"), rootMargin: "1500px" },
);

function fillChunk(chunk) {
	if (!chunk || chunk.div.childNodes.length) return;
	const here = source.nodesAt.get(state.file) || new Map(),
		columns = shownColumns()
			.map(c => `<i class="count ${c}"></i>`)
			.join("");
	const last = Math.min(chunk.first + CHUNK, source.lines.length);
	let html = "",
		inside = chunk.inside;
	for (let k = chunk.first; k < last; k++) {
		const [line, words] = source.lines[k];
		let code;
		[code, inside] = coloured(words, inside);
		const nodes = here.get(line),
			has = nodes ? ` has${nodes.some(n => n.line === line && isSend(n)) ? " sends" : ""}` : "";
		html += `<div class="row${has}" data-line="${line}"><i class="n">${line}</i>${columns}<code>${code}</code></div>`;
	}
	chunk.div.innerHTML = html;
	for (const row of chunk.div.children) {
		const line = Number(row.dataset.line);
		source.rows.set(line, row);
		showRowCounts(line, row);
	}
	for (const [keys, word] of [
		[marked, "on"],
		[kept, "kept"],
	])
		for (const key of keys) markLines(model.byKey.get(key), word);
}

function rowAt(line) {
	const chunk = source.chunks && source.chunks[source.chunkOf.get(line)];
	if (chunk) fillChunk(chunk);
	return source.rows.get(line);
}

// Columns of counts of which there may be any.
function shownColumns() {
	const has = {
		executed: model.tasks().some(t => (t.work || []).some(row => row.times)),
		sent: model.events().some(e => e.maps),
		time: model.runs.some(run => !run.predicted),
	};
	return Object.keys(has).filter(column => has[column]);
}

function addLine(counts, file, line, what, n) {
	if (!file || !line) return;
	const key = `${file}:${line}`;
	if (!counts.has(key)) counts.set(key, {});
	const at = counts.get(key);
	at[what] = (at[what] || 0) + n;
}

function countLines() {
	const counts = new Map();
	for (const node of model.nodes) {
		const task = model.taskOf(node),
			file = model.fileOf(node);
		if (task) {
			const sums = model.task(task);
			(task.work || []).forEach((row, k) => {
				if (row.times)
					for (const s of row.statements)
						addLine(
							counts,
							task.unit.files[s.file],
							s.line,
							"executed",
							sums.rows[k],
						);
			});
		}
		for (const event of model.eventsOf(node)) {
			const sums = model.event(event);
			if (sums.known || sums.bytes.length)
				addLine(counts, file, node.line, "sent", sumOf(sums.bytes));
		}
		for (const run of model.runs) {
			const e = run.byNode.get(node.key);
			if (e && e.sums.nanoseconds && !run.predicted)
				addLine(counts, file, node.line, "time", e.sums.nanoseconds);
		}
	}
	return counts;
}

function showRowCounts(line, row) {
	const at = source.lineCounts.get(`${state.file}:${line}`);
	for (const what of ["executed", "sent", "time"]) {
		const n = at && at[what],
			cell = n !== undefined || row.dataset.counted ? row.querySelector(`.${what}`) : null;
		if (!cell || (n === undefined && !cell.dataset.value)) continue;
		row.dataset.counted = 1;
		cell.replaceChildren();
		cell.style.setProperty(
			"--part",
			n > 0 ? Math.max(0.04, Math.log1p(n) / Math.log1p(source.most[what])) : 0,
		);
		cell.dataset.value = n === undefined ? "" : n;
		cell.title =
			n === undefined
				? ""
				: what === "time"
					? `${seconds(n)}, the slowest process`
					: what === "sent"
						? `${whole(n)} bytes, from all to all`
						: `${whole(n)} times, by all processes`;
		if (n !== undefined) cell.append(make("span", {}, what === "time" ? seconds(n) : short(n)));
	}
}

function showLineCounts() {
	source.most = {};
	for (const at of source.lineCounts.values())
		for (const [what, n] of Object.entries(at)) if (n > (source.most[what] || 0)) source.most[what] = n;
	for (const [line, row] of source.rows) showRowCounts(line, row);
}

// ---- the graph --------------------------------------------------------------------------------

const MARGIN = 5,
	BAND = 1500,
	ROW = 26,
	INDENT = 18,
	LIST_WIDTH = 330;
const drawn = new Map(); // by key: the elements of nodes that are drawn

// Where Graphviz has not laid it out: a line for each node, by depth.
function layOutAsList(f) {
	f.edges = [];
	f.width = 0;
	f.all.forEach((node, k) => {
		const x = 12 + node.depth * INDENT;
		node.at = [x + LIST_WIDTH / 2, ROW * k + ROW / 2 + 4, LIST_WIDTH, ROW - 5];
		f.width = Math.max(f.width, x + LIST_WIDTH + 8);
		if (node.parent) {
			const px = node.parent.at[0] - LIST_WIDTH / 2 + 6,
				py = node.parent.at[1] + ROW / 2 - 3;
			f.edges.push({
				points: [px, py, px, node.at[1], node.at[0] - LIST_WIDTH / 2, node.at[1]],
				line: true,
			});
		}
	});
	f.height = ROW * f.all.length + 8;
}

function layOut(f) {
	if (f.edges) return;
	if (!f.drawn) return void layOutAsList(f);
	f.width = f.drawn.width;
	f.height = f.drawn.height;
	f.edges = f.drawn.edges.map(([from, to, points]) => ({
		points,
		back: f.unitNode(from).index > f.unitNode(to).index,
	}));
}

function pathOf(edge) {
	const p = edge.points;
	let d = `M${p[0]} ${p[1]}`;
	if (edge.line) for (let k = 2; k < p.length; k += 2) d += `L${p[k]} ${p[k + 1]}`;
	else for (let k = 2; k + 5 < p.length; k += 6) d += `C${p.slice(k, k + 6).join(" ")}`;
	return d;
}

// The frame around the nodes of a loop.
function frameOf(node) {
	let [x0, y0, x1, y1] = [Infinity, Infinity, -Infinity, -Infinity];
	const add = n => {
		const [x, y, w, h] = n.at;
		[x0, y0, x1, y1] = [
			Math.min(x0, x - w / 2),
			Math.min(y0, y - h / 2),
			Math.max(x1, x + w / 2),
			Math.max(y1, y + h / 2),
		];
		[...(n.body || []), ...(n.otherwise || [])].forEach(add);
	};
	(node.body || []).forEach(add);
	return [x0 - 7, y0 - 7, x1 + 7, y1 + 7];
}

function shapeOf(node, x, y, w, h) {
	const box = { class: "box" },
		[l, r, t, b] = [x - w / 2, x + w / 2, y - h / 2, y + h / 2];
	if (isSend(node)) return make("svg:rect", { ...box, x: l, y: t, width: w, height: h, rx: h / 2 });
	if (node.kind === "loop")
		return make("svg:polygon", {
			...box,
			points: `${l},${y} ${l + 9},${t} ${r - 9},${t} ${r},${y} ${r - 9},${b} ${l + 9},${b}`,
		});
	if (node.kind === "branch")
		return make("svg:polygon", {
			...box,
			points: `${l},${y} ${l + 16},${t} ${r - 16},${t} ${r},${y} ${r - 16},${b} ${l + 16},${b}`,
		});
	if (node.kind === "call")
		return make("svg:polygon", {
			...box,
			points: `${l},${t} ${r - 8},${t} ${r},${y} ${r - 8},${b} ${l},${b}`,
		});
	return make("svg:rect", { ...box, x: l, y: t, width: w, height: h, rx: 3 });
}

function drawNode(node) {
	const [x, y, w, h] = node.at,
		room = Math.floor((w - 22) / 5.6),
		two = h > 27,
		wordRoom = Math.floor((w - 16) / 5.1);
	const g = make("svg:g", {
		class: `node ${lookOf(node)}${node.inCycle ? " cycle" : ""}`,
		"data-key": node.key,
		role: "button",
		"aria-label": `${node.title} ${node.words}`,
	});
	g.append(shapeOf(node, x, y, w, h));
	const head = node.line ? `${node.title} \u00b7 ${node.line}` : node.title;
	if (two) {
		g.append(make("svg:text", { x, y: y - 3, "text-anchor": "middle", class: "title" }, clip(head, room)));
		g.append(
			make(
				"svg:text",
				{ x, y: y + 10, "text-anchor": "middle", class: "words" },
				clip(node.words, wordRoom),
			),
		);
	} else {
		const left = x - w / 2 + 14,
			text = make("svg:text", { x: left, y: y + 4 });
		text.append(
			make("svg:tspan", { class: "title" }, head),
			make(
				"svg:tspan",
				{ class: "words", dx: 6 },
				clip(node.words, Math.max(4, room - head.length - 2)),
			),
		);
		g.append(text);
	}
	g.append(make("svg:title", {}, `${head}\n${node.words}`));
	return g;
}

// What of the function lies between two heights.
function drawBand(f, svg, y0, y1) {
	const meets = (a, b) => a <= y1 && b >= y0;
	for (const node of f.all) {
		if (node.kind !== "loop" || !f.drawn) continue;
		const [l, t, r, b] = frameOf(node);
		if (meets(t, b))
			svg.append(
				make("svg:rect", {
					class: `frame${node.inCycle && node.isCycle ? " cycle" : ""}`,
					x: l,
					y: t,
					width: r - l,
					height: b - t,
					rx: 6,
				}),
			);
	}
	for (const edge of f.edges) {
		const ys = edge.points.filter((_, k) => k % 2);
		if (!meets(Math.min(...ys), Math.max(...ys))) continue;
		svg.append(
			make("svg:path", {
				class: `edge${edge.back ? " back" : ""}`,
				d: pathOf(edge),
				"marker-end": edge.line ? null : "url(#arrow)",
			}),
		);
	}
	for (const node of f.all) {
		if (!meets(node.at[1] - node.at[3] / 2, node.at[1] + node.at[3] / 2)) continue;
		const g = drawNode(node);
		svg.append(g);
		if (!drawn.has(node.key)) drawn.set(node.key, []);
		drawn.get(node.key).push(g);
		mark(g, node.key);
	}
}

const nearby = new IntersectionObserver(
	entries => {
		for (const entry of entries) {
			if (!entry.isIntersecting) continue;
			nearby.unobserve(entry.target);
			entry.target.draw();
		}
	},
	{ root: $("functions"), rootMargin: "400px" },
);

function openFunction(f) {
	if (f.body.childNodes.length) return;
	const scale = f.scale;
	for (let y = 0; y < f.height; y += BAND) {
		const height = Math.min(BAND, f.height - y);
		const svg = make("svg:svg", {
			class: "band",
			viewBox: `${-MARGIN} ${y} ${f.width + 2 * MARGIN} ${height}`,
			width: (f.width + 2 * MARGIN) * scale,
			height: height * scale,
		});
		svg.draw = () => {
			if (!svg.childNodes.length) drawBand(f, svg, y, y + height);
		};
		f.body.append(svg);
		nearby.observe(svg);
	}
}

// So that a function of one node does not draw any of another one's: each has a card, which is filled when it is seen.
function makeGraph() {
	const arrow = make(
		"svg:svg",
		{ width: 0, height: 0, style: "position:absolute" },
		make(
			"svg:defs",
			{},
			make(
				"svg:marker",
				{
					id: "arrow",
					viewBox: "0 0 8 8",
					refX: 7,
					refY: 4,
					markerWidth: 6,
					markerHeight: 6,
					orient: "auto",
				},
				make("svg:path", { class: "arrow", d: "M0 0L8 4L0 8z" }),
			),
		),
	);
	const cards = document.createDocumentFragment(),
		room = $("functions").clientWidth - 16 || 400;
	cards.append(arrow);
	for (const f of model.functions) {
		const byId = new Map(f.all.map(n => [n.id, n]));
		f.unitNode = id => byId.get(id) || { index: 0 };
		layOut(f);
		f.scale = Math.max(Math.min(1, room / (f.width + 2 * MARGIN)), 0.62);
		f.body = make("div", { style: `min-height:${Math.ceil(f.height * f.scale)}px` });
		f.head = make(
			"button",
			{ "aria-expanded": "true" },
			f.name,
			" ",
			make(
				"span",
				{},
				`${model.fileOf(f) || ""}${f.line ? `:${f.line}` : ""}, ${f.all.length} node${f.all.length === 1 ? "" : "s"}`,
			),
		);
		f.card = make("div", { class: "function" }, f.head, f.body);
		f.head.addEventListener("click", () => {
			f.body.hidden = !f.body.hidden;
			f.head.setAttribute("aria-expanded", String(!f.body.hidden));
		});
		f.body.draw = () => openFunction(f);
		nearby.observe(f.body);
		cards.append(f.card);
		$("function").append(make("option", { value: f.index }, f.name));
	}
	$("functions").append(cards);
	$("function").addEventListener("change", () => goToFunction(model.functions[Number($("function").value)]));
	for (const [look, word] of [
		["task", "split"],
		["all", "by all"],
		["send", "sent"],
		["call", "call"],
	])
		$("legend").append(make("span", { class: look }, word));
}

// Now, not when the browser says that it is near.
function drawSeen() {
	const pane = $("functions").getBoundingClientRect(),
		isSeen = e => {
			const r = e.getBoundingClientRect();
			return r.bottom >= pane.top && r.top <= pane.bottom && !e.parentNode.hidden;
		};
	for (const f of model.functions) {
		if (!isSeen(f.body)) continue;
		openFunction(f);
		for (const svg of f.body.children) if (isSeen(svg)) svg.draw();
	}
}

function goToFunction(f) {
	if (!f) return;
	f.body.hidden = false;
	f.card.scrollIntoView({ block: "start" });
	$("function").value = f.index;
	drawSeen();
}

function showNode(node) {
	const f = node.owner,
		pane = $("functions");
	f.body.hidden = false;
	f.body.draw();
	const top = f.body.offsetTop + node.at[1] * f.scale;
	if (top < pane.scrollTop + 40 || top > pane.scrollTop + pane.clientHeight - 40)
		pane.scrollTop = top - pane.clientHeight / 2;
	const left = node.at[0] * f.scale;
	if (left < f.body.scrollLeft || left > f.body.scrollLeft + f.body.clientWidth)
		f.body.scrollLeft = left - f.body.clientWidth / 2;
	drawSeen();
}

// ---- the matrix -------------------------------------------------------------------------------

const MOST_CELLS = 256;
const heat = { size: 1, bins: 1, cells: new Map(), most: 0, pick: null };

function runOf(value) {
	return value.startsWith("run") ? model.runs[Number(value.slice(3))] : null;
}

function scopeNodes() {
	const scope = $("scope").value,
		kept = state.kept && model.byKey.get(state.kept);
	if (scope === "selected" && kept) return relatedOf(kept).map(k => model.byKey.get(k));
	return scope === "cycle" ? model.phases() : model.nodes;
}

function countMatrix() {
	const run = runOf($("origin").value),
		nodes = $("scope").value === "all" && run ? null : scopeNodes();
	const one = $("scope").value === "selected";
	heat.sums = run ? model.recorded(run, nodes) : model.messages(nodes, one);
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
			`0 \u2013 ${short(heat.most)} ${heat.bins < heat.size ? `in ${heat.bins} \u00d7 ${heat.bins} groups` : "for a pair"}`,
		),
	);
	list.push(make("div", { id: "pair" }, heat.pick ? pairWords(...heat.pick) : "from: down, to: right"));
	if (sums.sampled) list.push(make("div", {}, "of very many pairs some stand for all"));
	if (sums.unknown.length)
		list.push(
			make("div", {}, make("b", {}, "only in part known:")),
			...often(sums.unknown.map(e => `${e.text}: ${model.event(e).why || "no closed form"}`)),
		);
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
	for (const id of ["scope", "origin", "unit"]) $(id).addEventListener("change", showMatrix);
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

// ---- roofline ---------------------------------------------------------------------------------

const roofValue = id => 10 ** (6 + Number($(id).value) / 40); // 1 M to 10 P
let roofPoints = [];

function countRoofline() {
	roofPoints = [];
	for (const node of model.nodes) {
		const task = model.taskOf(node);
		if (!task || !(task.work || []).some(r => r.operations)) continue;
		const sums = model.task(task),
			flops = sumOf(sums.flops),
			bytes = sumOf(sums.memory);
		if (!(flops > 0 && bytes > 0)) continue;
		roofPoints.push({ node, flops, bytes, intensity: flops / bytes, measured: measuredSpeed(node, flops) });
	}
	if (roofPoints.length > MOST_POINTS)
		roofPoints = roofPoints.sort((a, b) => b.flops - a.flops).slice(0, MOST_POINTS);
}

const MOST_POINTS = 500; // those with the most operations

// Operations per second of one process, where a run has been recorded.
function measuredSpeed(node, flops) {
	const run = model.runs.find(r => !r.predicted),
		e = run && run.byNode.get(node.key);
	return e && e.sums.nanoseconds && run.processes === model.P
		? ((flops / model.P) * e.sums.runs) / (e.sums.nanoseconds * 1e-9)
		: null;
}

function showRoofline() {
	const svg = $("roof"),
		w = Math.max(svg.clientWidth, 200),
		h = Math.max(svg.clientHeight, 100),
		peak = roofValue("peak"),
		bandwidth = roofValue("bandwidth");
	const left = 40,
		bottom = h - 20,
		attainable = i => Math.min(peak, i * bandwidth);
	$("peak-text").textContent = short(peak);
	$("bandwidth-text").textContent = `${short(bandwidth)}B/s`;
	const xs = roofPoints.map(p => p.intensity).concat([peak / bandwidth]),
		x0 = Math.min(...xs) / 4,
		x1 = Math.max(...xs) * 4;
	const ys = roofPoints.flatMap(p => [attainable(p.intensity), p.measured || peak]).concat([peak]),
		y0 = Math.min(...ys, attainable(x0)) / 2,
		y1 = Math.max(...ys) * 2;
	const X = v => left + ((w - left - 8) * Math.log(v / x0)) / Math.log(x1 / x0),
		Y = v => bottom - ((bottom - 8) * Math.log(v / y0)) / Math.log(y1 / y0);
	const parts = [make("svg:path", { class: "axis", d: `M${left} 4V${bottom}H${w - 4}`, fill: "none" })];
	for (let k = Math.ceil(Math.log10(x0)); 10 ** k < x1; k++)
		parts.push(
			make("svg:path", { class: "axis", d: `M${X(10 ** k)} 4V${bottom}` }),
			make("svg:text", { x: X(10 ** k), y: bottom + 11, "text-anchor": "middle" }, short(10 ** k)),
		);
	for (let k = Math.ceil(Math.log10(y0)); 10 ** k < y1; k++)
		parts.push(
			make("svg:path", { class: "axis", d: `M${left} ${Y(10 ** k)}H${w - 4}` }),
			make("svg:text", { x: left - 3, y: Y(10 ** k) + 3, "text-anchor": "end" }, short(10 ** k)),
		);
	parts.push(
		make("svg:text", { x: w - 6, y: bottom - 4, "text-anchor": "end" }, "operations per byte"),
		make("svg:text", { x: left + 4, y: 13 }, "flop/s"),
	);
	parts.push(
		make("svg:path", {
			class: "roof",
			d: `M${X(x0)} ${Y(attainable(x0))}L${X(peak / bandwidth)} ${Y(peak)}L${X(x1)} ${Y(peak)}`,
		}),
	);
	const most = Math.max(...roofPoints.map(p => p.flops), 1);
	roofParts.clear();
	for (const p of roofPoints) {
		const dot = (y, measured) => {
			const c = make("svg:circle", {
				class: `point${measured ? " measured" : ""}`,
				cx: X(p.intensity),
				cy: Y(y),
				r: 3 + 5 * Math.sqrt(p.flops / most),
				"data-key": p.node.key,
				"data-intensity": p.intensity,
			});
			c.append(
				make(
					"svg:title",
					{},
					`${p.node.title}, line ${p.node.line}: ${p.intensity.toPrecision(3)} operations per byte, ${measured ? "measured" : "at most"} ${short(y)}flop/s`,
				),
			);
			if (!roofParts.has(p.node.key)) roofParts.set(p.node.key, []);
			roofParts.get(p.node.key).push(c);
			mark(c, p.node.key);
			parts.push(c);
		};
		dot(attainable(p.intensity), false);
		if (p.measured) dot(p.measured, true);
	}
	if (!roofPoints.length)
		parts.push(
			make(
				"svg:text",
				{ x: w / 2, y: h / 2, "text-anchor": "middle" },
				"no task has floating-point operations with closed forms",
			),
		);
	svg.setAttribute("viewBox", `0 0 ${w} ${h}`);
	svg.replaceChildren(...parts);
}
const roofParts = new Map();

// ---- details ----------------------------------------------------------------------------------

const mean = list => sumOf(list) / list.length;
function most(list) {
	let m = -Infinity;
	for (const x of list) if (x > m) m = x;
	return m;
}
function least(list) {
	let m = Infinity;
	for (const x of list) if (x < m) m = x;
	return m;
}
const imbalance = list => (mean(list) > 0 ? most(list) / mean(list) : 1);

function table(head, rows) {
	return make(
		"table",
		{},
		make("tr", {}, ...head.map(h => make("th", {}, h))),
		...rows.map(r =>
			make(
				"tr",
				{ "data-row": r[0] },
				...r.map(c =>
					c instanceof Node
						? c
						: typeof c === "number"
							? make("td", { title: whole(c), "data-value": c }, short(c))
							: make("td", {}, c === null || c === undefined ? "" : c),
				),
			),
		),
	);
}

// What each process executes, as bars; of very many the most of each group.
function bars(list) {
	const n = Math.min(list.length, 128),
		top = most(list),
		svg = make("svg:svg", {
			viewBox: `0 0 ${n} 40`,
			preserveAspectRatio: "none",
			role: "img",
			"aria-label": "for each process",
		});
	for (let k = 0; k < n; k++) {
		const from = Math.floor((k * list.length) / n),
			part = Array.from(list).slice(
				from,
				Math.max(from + 1, Math.floor(((k + 1) * list.length) / n)),
			);
		const h = top > 0 ? (40 * most(part)) / top : 0;
		const bar = make("svg:rect", { x: k + 0.06, y: 40 - h, width: 0.88, height: h });
		bar.append(make("svg:title", {}, `process ${from}: ${whole(part[0])}`));
		svg.append(bar);
	}
	return svg;
}

function taskDetails(node, task, out) {
	const sums = model.task(task),
		words = model.renamed(task),
		axis = new Map();
	for (const a of task.axes || [])
		(axis.set(a.lo, `lo(${a.array},${a.dim})`), axis.set(a.hi, `hi(${a.array},${a.dim})`));
	const rename = name => axis.get(name) || words.get(name) || name;
	const of = list => [sumOf(list), least(list), mean(list), most(list)];
	if (sums.known) {
		const rows = [["executed", ...of(sums.executed)]];
		if (sums.iterations) rows.push(["iterations", ...of(sums.iterations)]);
		if (sumOf(sums.flops)) rows.push(["flop", ...of(sums.flops)]);
		if (sumOf(sums.memory)) rows.push(["bytes of memory", ...of(sums.memory)]);
		out.push(table(["one run", "in all", "least", "mean", "most"], rows));
		out.push(
			make(
				"div",
				{ id: "imbalance", "data-value": imbalance(sums.executed) },
				`imbalance ${imbalance(sums.executed).toFixed(3)}${sums.estimated ? " (an estimate)" : ""}, process 0 to ${model.P - 1}:`,
			),
			bars(sums.executed),
		);
	} else {
		out.push(make("div", {}, "no closed forms for what is executed"));
	}
	if (task.iterations && task.iterations.pieces)
		out.push(make("pre", {}, `iterations of a process:\n${formText(task.iterations, rename)}`));
}

function eventDetails(event, out) {
	const sums = model.event(event);
	out.push(make("div", {}, make("b", {}, event.text), sums.collective ? " (collective)" : ""));
	if (sums.why || !sums.known) out.push(make("div", {}, sums.why || "no map"));
	if (sums.from.length)
		out.push(
			table(
				["one run", "pairs", "bytes", "most of a pair"],
				[["sent", sums.from.length, sumOf(sums.bytes), most(sums.bytes)]],
			),
		);
	for (const map of event.maps || [])
		out.push(
			make(
				"pre",
				{},
				`${map.map}\n${formText(map.elements, x => x)} elements of ${map.element_bytes || "?"} bytes${map.exact === false ? ", at most" : ""}`,
			),
		);
}

// Measured beside predicted: of the node in each run, and by closed forms as often as it ran.
function runDetails(node, out) {
	const entries = model.runs
		.map(run => [
			run,
			run.byNode.get(node.key) ||
				run.byNode.get(
					(
						model.nodes.find(
							n =>
								n.kind === "task" &&
								n.task === node.task &&
								n.unit === node.unit &&
								node.task !== undefined,
						) || {}
					).key,
				),
		])
		.filter(([, e]) => e);
	if (!entries.length) return;
	const task = model.taskOf(node),
		head = ["in the whole run"],
		get = key => entries.map(([, e]) => e.sums[key]);
	const rows = {
		runs: get("runs"),
		executed: get("executed"),
		messages: get("messages"),
		bytes: get("bytes"),
		collectives: get("collectives"),
	};
	for (const [run] of entries) head.push(`${run.predicted ? "predicted" : "recorded"} P=${run.processes}`);
	const same = entries.find(([run]) => run.processes === model.P);
	if (same && task && model.task(task).known) {
		head.push(["closed forms", ...[...model.values].map(([name, n]) => `${name} = ${n}`)].join(", "));
		const sent = model.messages(
				model.taskNodes(node).map(k => model.byKey.get(k)),
				false,
			),
			runs = same[1].sums.runs;
		const sum = what =>
			sent.unknown.length ? null : runs * [...sent.pairs.values()].reduce((s, p) => s + p[what], 0);
		rows.runs.push(runs);
		rows.executed.push(sumOf(model.task(task).executed) * runs);
		rows.messages.push(sum("messages"));
		rows.bytes.push(sum("bytes"));
		rows.collectives.push(null);
	}
	out.push(
		table(
			head,
			Object.entries(rows).map(([name, list]) => [
				name,
				...list.map((n, k) => {
					const guess =
						name === "executed" &&
						k === entries.length &&
						model.task(task).estimated; // of what depends on data
					return make(
						"td",
						{
							class:
								typeof n === "number" && n !== list[0] && !guess
									? "differs"
									: null,
							title: n === null ? "" : whole(n),
							"data-value": n,
						},
						`${guess ? "~" : ""}${short(n)}`,
					);
				}),
			]),
		),
	);
	const timed = entries.filter(([run, e]) => !run.predicted && e.sums.nanoseconds);
	for (const [, e] of timed)
		out.push(make("div", {}, `time of the slowest process: ${seconds(e.sums.nanoseconds)}`));
}

function showDetails() {
	const node = model.byKey.get(state.kept || state.hover[0]),
		out = [];
	if (!node) {
		const c = data.program.cycle,
			loop = c && model.byKey.get(`${c.unit}.${c.node}`);
		out.push(
			make("h2", {}, data.program.program.split("/").pop()),
			make(
				"div",
				{},
				`${model.tasks().length} tasks, ${model.events().length} events, ${model.nodes.length} nodes`,
			),
		);
		if (loop)
			out.push(
				make(
					"div",
					{},
					"The cycle: ",
					link(`${loop.text}, line ${loop.line}`, () => keep(loop.key)),
				),
			);
		out.push(
			make(
				"p",
				{ style: "color:var(--dim)" },
				"Point at a line, a node, a pair of processes or a task in the roofline to see it everywhere; click to keep it. ? shows the keys.",
			),
		);
		$("details").replaceChildren(...out);
		return;
	}
	const task = model.taskOf(node),
		file = model.fileOf(node);
	out.push(
		make(
			"h2",
			{},
			`${node.title}${node.line ? `, ${file ? file.split("/").pop() : ""}:${node.line}` : ""}`,
		),
		make("div", {}, node.words),
	);
	if (node.text && node.text !== node.words) out.push(make("pre", {}, node.text));
	const called = model.functionOf(node);
	if (called) out.push(link(`to ${called.name}`, () => goToFunction(called)));
	if (task) taskDetails(node, task, out);
	for (const event of model.eventsOf(node)) eventDetails(event, out);
	runDetails(node, out);
	$("details").replaceChildren(...out);
}

function link(words, go) {
	const b = make("button", { class: "link" }, words);
	b.addEventListener("click", go);
	return b;
}

// ---- what is hovered and kept -----------------------------------------------------------------

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

// ---- keyboard ---------------------------------------------------------------------------------

function step(by) {
	const now = model.byKey.get(state.kept || state.hover[0]),
		at = now ? now.index + by : by > 0 ? 0 : model.nodes.length - 1;
	const node = model.nodes[at];
	if (node) keep(node.key);
}

function find(again) {
	const text = $("search").value.toLowerCase(),
		now = model.byKey.get(state.kept),
		n = model.nodes.length;
	if (!text) return;
	for (let k = 0; k < n; k++) {
		const node = model.nodes[((now ? now.index : -1) + (again || !now ? 1 : 0) + k) % n];
		if (
			node &&
			`${node.title} ${node.words} ${node.text || ""} ${node.owner.name}`.toLowerCase().includes(text)
		)
			return void keep(node.key);
	}
	const found = source.lines.find(([, words]) => words.toLowerCase().includes(text));
	if (found) rowAt(found[0]).scrollIntoView({ block: "center" });
}

function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
	drawMatrix();
}

const keys = {
	j: () => step(1),
	ArrowDown: () => step(1),
	k: () => step(-1),
	ArrowUp: () => step(-1),
	Enter: () => {
		if (state.kept) follow(state.kept);
		else if (state.hover[0]) keep(state.hover[0]);
	},
	Escape: () => {
		keep(null);
		hover([]);
	},
	"+": () => setProcesses(model.P * 2),
	"=": () => setProcesses(model.P * 2),
	"-": () => setProcesses(Math.floor(model.P / 2)),
	t: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
	"/": () => $("search").focus(),
	n: () => find(true),
	"?": () => $("help").showModal(),
	s: () => $("source").focus(),
	g: () => $("graph").focus(),
	m: () => $("matrix").focus(),
	r: () => $("roofline").focus(),
	d: () => $("details").focus(),
};

function makeKeys() {
	document.addEventListener("keydown", event => {
		if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
		const inField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
		if (inField && event.key === "Escape") event.target.blur();
		if (inField || (event.target.tagName === "BUTTON" && event.key === "Enter")) return;
		if (event.target.id === "matrix" && moveInMatrix(event.key)) return void event.preventDefault();
		if (!Object.hasOwn(keys, event.key)) return;
		keys[event.key]();
		event.preventDefault();
	});
	$("search").addEventListener("keydown", event => {
		if (event.key === "Enter") find(true);
	});
	$("search").addEventListener("input", () => find(false));
	$("theme").addEventListener("click", keys.t);
	$("help-button").addEventListener("click", keys["?"]);
}

// ---- everything -------------------------------------------------------------------------------

function showSummary() {
	const phases = model.phases(),
		nodes = phases.length ? phases : model.nodes,
		executed = new Float64Array(model.P);
	let known = true;
	for (const node of nodes) {
		const task = model.taskOf(node);
		if (!task) continue;
		const sums = model.task(task);
		known = known && sums.known;
		for (let p = 0; p < model.P; p++) executed[p] += sums.executed[p];
	}
	const sent = model.messages(nodes, false);
	let bytes = 0,
		messages = 0;
	for (const pair of sent.pairs.values()) ((bytes += pair.bytes), (messages += pair.messages));
	const value = (id, n, text) =>
		make("b", { id, "data-value": n, title: Number.isFinite(n) ? whole(n) : null }, text || short(n));
	$("summary").replaceChildren(
		phases.length ? "a step of the cycle: " : "each task once: ",
		value(
			"executed",
			sumOf(executed),
			known ? undefined : sumOf(executed) ? `at least ${short(sumOf(executed))}` : "?",
		),
		" executed, imbalance ",
		value("imbalance-all", imbalance(executed), known ? imbalance(executed).toFixed(2) : "?"),
		"; ",
		value("bytes", bytes, sent.unknown.length ? `at least ${short(bytes)}` : undefined),
		" bytes in ",
		value("messages", messages),
		" messages",
	);
}

// All that depends on P and the parameters. What takes long waits until a slider rests.
function showAllCounts() {
	source.lineCounts = countLines();
	showLineCounts();
	countRoofline();
	showRoofline();
	showDetails();
}
const showSlowly = later(showAllCounts, 120);

const MANY_TASKS = 1000;
const MOST_AT_ONCE = 2e6; // evaluations of closed forms that a hand on a slider does not feel

function showCounts() {
	showSummary();
	showMatrix();
	if (model.P * model.tasks().length < MOST_AT_ONCE / 10) showAllCounts();
	else showSlowly();
}

// page.html?P=64&n=4096&theme=dark
function takeAddress() {
	for (const [name, text] of new URLSearchParams(location.search)) {
		const n = Number(text);
		if (Number.isInteger(n) && n >= 1 && (name === "P" ? n <= MOST_PROCESSES : model.values.has(name)))
			model.set(name, n);
	}
}

function start() {
	const theme = new URLSearchParams(location.search).get("theme");
	document.documentElement.dataset.theme =
		theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	const cycle = data.program.cycle,
		loop = cycle && model.byKey.get(`${cycle.unit}.${cycle.node}`);
	for (const node of model.phases()) node.inCycle = true;
	if (loop) loop.inCycle = loop.isCycle = true;
	if (model.runs.length) model.P = model.runs[0].processes;
	takeAddress();
	findLines();
	makeSliders();
	makeGraph();
	makeMatrix();
	makeLinks();
	makeKeys();
	const files = [...new Set([...(loop ? [model.fileOf(loop)] : []), ...Object.keys(data.sources)])].filter(
		Boolean,
	);
	for (const file of files) $("file").append(make("option", { value: file }, file));
	$("file").addEventListener("change", () => showFile($("file").value));
	const names = { executed: "executed", sent: "bytes sent", time: "time" };
	$("columns").textContent = shownColumns()
		.map(c => names[c])
		.join(" \u00b7 ");
	for (const id of ["peak", "bandwidth"]) $(id).addEventListener("input", showRoofline);
	window.addEventListener(
		"resize",
		later(() => {
			drawMatrix();
			showRoofline();
		}, 100),
	);
	showFile(files[0]);
	if (loop) {
		showNode(loop);
		showLine(loop);
		$("function").value = loop.owner.index;
	}
	drawSeen();
	showSummary();
	showMatrix();
	const large = model.tasks().length > MANY_TASKS; // what is seen first does not wait for all counts
	setTimeout(
		() => {
			showAllCounts();
			document.documentElement.dataset.ready = Math.round(performance.now());
		},
		large ? 30 : 0,
	);
	document.documentElement.dataset.open = Math.round(performance.now());
}

start();
