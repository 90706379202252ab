// What there is to say of the node that is pointed at or kept.

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
	const sums = model.task(task);
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
				`imbalance ${imbalance(sums.executed).toFixed(3)}` +
					`${sums.estimated ? " (an estimate)" : ""}, process 0 to ${model.P - 1}:`,
			),
			bars(sums.executed),
		);
	} else {
		out.push(make("div", {}, "no closed forms for what is executed"));
	}
	assumedDetails(sums, out);
}

// Behind what is said in numbers: closed forms are long.
function formDetails(task, events, out) {
	const words = model.renamed(task),
		axis = new Map();
	for (const a of (task || {}).axes || [])
		(axis.set(a.lo, `lo(${a.array},${a.dim})`), axis.set(a.hi, `hi(${a.array},${a.dim})`));
	const rename = name => axis.get(name) || words.get(name) || name,
		parts = [];
	if (task && task.iterations && task.iterations.pieces)
		parts.push(make("pre", {}, `iterations of a process:\n${formText(task.iterations, rename)}`));
	for (const event of events)
		for (const map of event.maps || []) {
			const size = `elements of ${map.element_bytes || "?"} bytes`,
				most = map.exact === false ? ", at most" : "";
			const text = `${map.map}\n${formText(map.elements, x => x)} ${size}${most}`;
			parts.push(make("pre", {}, `${event.array || event.text}: ${text}`));
		}
	if (parts.length) out.push(make("details", {}, make("summary", {}, "closed forms"), ...parts));
}

function assumedDetails(sums, out) {
	if (sums.assumed) out.push(make("div", { class: "assumed" }, assumedText(sums.assumed).trim()));
}

// What is different in later steps of the cycle.
function stepWords(node, event) {
	const phase = hasCycle() && model.phaseOf.get(node);
	if (!phase) return "";
	if (!phase.sent.has(event.id)) return "in later steps of the cycle it is there already, and not sent";
	if (phase.pointed.has(event.id)) return "in later steps nothing, if pointers stay where they lead";
	if (phase.may) return "under a condition: in a step at most this";
	return phase.again ? "perhaps more than once in a step" : "";
}

function eventDetails(node, event, out) {
	const sums = model.event(event);
	out.push(make("div", {}, make("b", {}, event.text), sums.collective ? " (collective)" : ""));
	if (sums.why || !sums.known) out.push(make("div", {}, sums.why || "no map"));
	assumedDetails(sums, out);
	const words = stepWords(node, event);
	if (words) out.push(make("div", {}, words));
	if (sums.from.length)
		out.push(
			table(
				["one run", "pairs", "bytes", "most of a pair"],
				[["sent", sums.from.length, sumOf(sums.bytes), most(sums.bytes)]],
			),
		);
}

// By closed forms, for a task that is run so often: in the cycle all of it in the first step, then what is not there.
// null: not known.
function sentInRuns(node, runs) {
	const nodes = model.taskNodes(node).map(k => model.byKey.get(k)),
		inStep = hasCycle() && model.phaseOf.has(node),
		first = model.messages(nodes),
		later = inStep ? model.messages(nodes, { step: true }) : first;
	if (first.unknown.length) return { messages: null, bytes: null };
	const sum = (sent, what) => sumOf([...sent.pairs.values()].map(pair => pair[what]));
	const all = what => sum(first, what) + Math.max(runs - 1, 0) * sum(later, what);
	return { messages: all("messages"), bytes: all("bytes") };
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
		const runs = same[1].sums.runs,
			sent = sentInRuns(node, runs);
		rows.runs.push(runs);
		rows.executed.push(sumOf(model.task(task).executed) * runs);
		rows.messages.push(sent.messages);
		rows.bytes.push(sent.bytes);
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

// What the program's own code did with MPI, which is recorded only, and belongs to no line.
function ownWords(e) {
	const calls = sumOf((e.calls || []).map(c => c[1])),
		s = e.sums;
	return (
		`${e.name}, the program's own calls: ${short(calls)}` +
		(s.messages ? `, ${short(s.messages)} messages, ${short(s.bytes)} bytes` : "") +
		(s.collectives ? `, ${short(s.collectives)} operations` : "") +
		(s.nanoseconds ? `, time of the slowest process: ${seconds(s.nanoseconds)}` : "")
	);
}

function showDetails() {
	const node = model.byKey.get(state.kept || state.hover[0]),
		out = [];
	if (!node) {
		const c = data.program.cycle,
			own = model.runs.find(run => !run.predicted)?.events.filter(e => e.for === "mpi") || [],
			loop = c && model.byKey.get(`${c.unit}.${c.node}`);
		out.push(
			make("h2", {}, data.program.program.split("/").pop()),
			make(
				"div",
				{},
				`${model.tasks().length} tasks, ${model.events().length} events, ` +
					`${model.nodes.length} nodes`,
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
		for (const e of own) out.push(make("div", { class: "own" }, ownWords(e)));
		out.push(
			make(
				"p",
				{ style: "color:var(--dim)" },
				"Point at a line, a node, a pair of processes or a task in the roofline to see it " +
					"everywhere; click to keep it. ? shows the keys.",
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
	for (const event of model.eventsOf(node)) eventDetails(node, event, out);
	runDetails(node, out);
	formDetails(task, model.eventsOf(node), out);
	$("details").replaceChildren(...out);
}

function link(words, go) {
	const b = make("button", { class: "link" }, words);
	b.addEventListener("click", go);
	return b;
}
