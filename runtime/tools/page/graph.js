// The task graph, a card for each function: as Graphviz has laid it out, or as a list.

const MARGIN = 5,
	BAND = 1500,
	ROW = 26,
	INDENT = 18,
	LIST_WIDTH = 330,
	LEAST_SCALE = 0.82; // smaller words are not read; wider functions are scrolled
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
		wordRoom = Math.floor((w - 22) / 5.5);
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
			text = make("svg:text", { x: left, y: y + 4 }),
			behind = Math.floor((w - 34 - head.length * 6.8) / 5.4);
		text.append(
			make("svg:tspan", { class: "title" }, head),
			make(
				"svg:tspan",
				{ class: "words", dx: 6 },
				clip(node.words, Math.max(4, behind)),
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
		f.scale = Math.max(Math.min(1, room / (f.width + 2 * MARGIN)), LEAST_SCALE);
		f.body = make("div", { style: `min-height:${Math.ceil(f.height * f.scale)}px` });
		f.head = make(
			"button",
			{ "aria-expanded": "true" },
			f.name,
			" ",
			make(
				"span",
				{},
				`${model.fileOf(f) || ""}${f.line ? `:${f.line}` : ""}, ` +
					`${f.all.length} node${f.all.length === 1 ? "" : "s"}`,
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
	$("function").value = f.index;
	const left = node.at[0] * f.scale;
	if (left < f.body.scrollLeft || left > f.body.scrollLeft + f.body.clientWidth)
		f.body.scrollLeft = left - f.body.clientWidth / 2;
	drawSeen();
}
