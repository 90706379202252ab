// The source, with what each line costs.

const CHUNK = 200,
	LINE = 17; // pixels, as in page.css
let marked = new Set(),
	kept = new Set(); // keys of nodes that are pointed at, and the one that is kept with what belongs to it
const source = { rows: new Map(), nodesAt: new Map(), lineCounts: new Map(), most: {} };
const KEYWORDS = new Set(
	(
		"auto break case char const continue default do double else enum extern float for goto if inline int " +
		"long register restrict return short signed sizeof static struct switch typedef union unsigned void " +
		"volatile while _Bool _Complex"
	).split(" "),
);

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
				: KEYWORDS.has(word)
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

const COLUMNS = {
	executed: ["executed", "how often a line is executed, by all processes together"],
	sent: ["bytes", "bytes that are sent there, from all processes to all"],
	time: ["time", "of a recorded run: time that the slowest process spent there"],
};

// Above the lines, whose columns these are.
function columnHeads() {
	const heads = shownColumns().map(c => make("i", { class: `count ${c}`, title: COLUMNS[c][1] }, COLUMNS[c][0]));
	return make("div", { class: "head" }, make("i", { class: "n" }), ...heads);
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
						`${file} is not where the program names it: ` +
							"only the lines that the graph has words for.",
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
	$("lines").replaceChildren(columnHeads(), ...parts);
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
		html +=
			`<div class="row${has}" data-line="${line}"><i class="n">${line}</i>${columns}` +
			`<code>${code}</code></div>`;
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

// `assumed`: why the count is one of blocks of equal size; "": it is not.
function addLine(counts, file, line, what, n, assumed) {
	if (!file || !line) return;
	const key = `${file}:${line}`;
	if (!counts.has(key)) counts.set(key, {});
	const at = counts.get(key);
	at[what] = (at[what] || 0) + n;
	if (assumed) at.assumed = assumed;
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
							sums.assumed,
						);
			});
		}
		for (const event of model.eventsOf(node)) {
			const sums = model.event(event);
			if (sums.known || sums.bytes.length)
				addLine(counts, file, node.line, "sent", sumOf(sums.bytes), sums.assumed);
		}
		for (const run of model.runs) {
			const e = run.byNode.get(node.key);
			if (e && e.sums.nanoseconds && !run.predicted)
				addLine(counts, file, node.line, "time", e.sums.nanoseconds);
		}
	}
	return counts;
}

const titleOfCount = {
	executed: (n, assumed) => `${whole(n)} times, by all processes${assumedText(assumed)}`,
	sent: (n, assumed) => `${whole(n)} bytes, from all to all${assumedText(assumed)}`,
	time: n => `${seconds(n)}, the slowest process`,
};
const textOfCount = (what, n, assumed) => (what === "time" ? seconds(n) : (assumed ? "~" : "") + short(n));

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
		cell.title = n === undefined ? "" : titleOfCount[what](n, at.assumed);
		if (n !== undefined) cell.append(make("span", {}, textOfCount(what, n, at.assumed)));
	}
}

function showLineCounts() {
	source.most = {};
	for (const at of source.lineCounts.values())
		for (const what of Object.keys(titleOfCount))
			if (at[what] > (source.most[what] || 0)) source.most[what] = at[what];
	for (const [line, row] of source.rows) showRowCounts(line, row);
}
