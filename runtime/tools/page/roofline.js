// Operations per second against operations per byte of each task.

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
					`${p.node.title}, line ${p.node.line}: ` +
						`${p.intensity.toPrecision(3)} operations per byte, ` +
						`${measured ? "measured" : "at most"} ${short(y)}flop/s`,
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
