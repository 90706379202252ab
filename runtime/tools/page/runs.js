// What a run has recorded, or a predicted one: by nodes of the graph, by pairs of processes; the values that it had.

function readRuns(model) {
	const places = new Map();
	for (const node of model.nodes) {
		const task = model.taskOf(node),
			file = model.fileOf(node);
		if (task) places.set(`${model.fileOf(task)}:${task.line}:${task.id}`, node);
		else if (model.eventsOf(node).length && file)
			for (const e of model.eventsOf(node))
				if (!places.has(`${file}:${node.line}:${e.array}`))
					places.set(`${file}:${node.line}:${e.array}`, node);
	}
	for (const run of model.runs) {
		run.byNode = new Map();
		for (const e of run.events) {
			if (e.for === "library" && e.name === "start") continue;
			const node = places.get(`${e.file}:${e.line}:${e.for === "nest" ? e.id : e.name}`);
			e.node = node || null;
			e.sums = sumsOfEvent(e);
			if (node) run.byNode.set(node.key, e);
		}
	}
}

function sumsOfEvent(e) {
	const s = {
		runs: sumOf((e.runs || []).map(r => r[0])),
		messages: 0,
		bytes: 0,
		executed: 0,
		collectives: 0,
		nanoseconds: 0,
	};
	for (const m of e.messages || []) ((s.messages += m[2]), (s.bytes += m[3]));
	for (const c of e.collectives || []) s.collectives += c[3];
	for (const i of e.iterations || []) s.executed += i[1] + i[2];
	for (const n of e.nanoseconds || []) s.nanoseconds = Math.max(s.nanoseconds, n[1]);
	return s;
}

// Of a run: as messages() gives it, of the whole run, or of these nodes.
function recorded(model, run, nodes) {
	const keys = nodes && new Set(nodes.map(n => n.key)),
		pairs = new Map();
	for (const e of run.events) {
		if (!e.sums || (keys && !(e.node && model.taskNodes(e.node).some(k => keys.has(k))))) continue;
		for (const [from, to, messages, bytes] of e.messages || []) {
			const key = from * run.processes + to;
			let pair = pairs.get(key);
			if (!pair)
				pairs.set(key, (pair = { from, to, bytes: 0, messages: 0, nodes: new Set() }));
			pair.bytes += bytes;
			pair.messages += messages;
			if (e.node) pair.nodes.add(e.node.key);
		}
	}
	return newMatrix(pairs);
}

// Values of parameters as the run had them, those of tasks of the cycle first. {of: by the source's words, varying:
// words whose values were not the same each time}
function valuesOf(model, run) {
	const of = new Map(),
		varying = new Set(),
		inCycle = new Set(model.phases());
	const events = run.events.filter(e => e.node && Array.isArray(e.parameters));
	for (const e of events.sort((a, b) => inCycle.has(b.node) - inCycle.has(a.node)))
		for (const { number, name, text } of (model.taskOf(e.node) || {}).parameters || []) {
			const words = text || name,
				[first, last] = e.parameters[number] || [];
			if (!Number.isInteger(first)) continue;
			if (!of.has(words)) of.set(words, first);
			if (first !== last || of.get(words) !== first) varying.add(words);
		}
	return { of, varying };
}

// The model's numbers become those of the run.
function takeRun(model, run) {
	const { of, varying } = valuesOf(model, run);
	model.set("P", run.processes);
	for (const name of model.values.keys()) if (of.has(name)) model.set(name, of.get(name));
	model.varying = varying;
	model.sizes.clear();
	for (const { of: name, split, sizes } of run.blocks || []) model.setSizes(sizesKey(name, split), sizes);
}
