// What tasks execute and events send, on a number of processes and with values of the parameters, from closed forms;
// and what a run has recorded. Nothing here knows of the page.

const FLOPS = ["fadd", "fmul", "fdiv", "fsqrt", "flibm"];
// Operations that all processes take part in stand beside the pairs.
const COLLECTIVE = new Set(["broadcast", "gather", "reduction", "allgather", "element", "last_value", "join"]);
const LEFT_OUT = "left out: hpcc -fdist-graph=full puts it into the program";
const MOST_PAIRS = 1 << 20; // of an event that are looked at one by one

const sumOf = list => {
	let s = 0;
	for (const x of list) s += x;
	return s;
};

const sizesKey = (name, k) => `${name}, ${k}`;
const replaced = (list, k, x) => list.map((old, j) => (j === k ? x : old));

// Who sends to whom; events of which not all is known, those that are collective, those under conditions,
// those that are there already unless pointers are moved, and those that may be sent more often than once.
const newMatrix = pairs => ({
	pairs,
	unknown: [],
	collective: [],
	atMost: [],
	pointed: [],
	again: [],
	sampled: false,
	assumed: new Set(),
});

// Of a row of a task's work: how often it is executed, and what it does each time.
function costsOf(row) {
	const operations = row.operations || {};
	return {
		times: compileForm(row.times),
		statements: row.statements.length,
		flops: sumOf(FLOPS.map(f => operations[f] || 0)),
		memory: (operations.load_bytes || 0) + (operations.store_bytes || 0),
		estimated:
			!!operations.estimated ||
			!!(row.times && row.times.estimated) ||
			row.statements.some(s => s.may),
	};
}

class Model {
	constructor(data) {
		this.program = data.program;
		this.runs = data.runs || [];
		this.P = 4;
		this.values = new Map(); // parameters, by the source's words
		this.varying = new Set(); // those of which a run had several values
		this.sizes = new Map(); // of blocks, by the array's or template's name and the dimension of the grid
		this.version = 0;
		this.cache = new Map();
		this.arrays = new Map();
		this.nodes = [];
		this.byKey = new Map();
		this.functions = [];
		this.program.units.forEach((unit, number) => this.readUnit(unit, number));
		this.readPhases();
		this.findParameters();
		readRuns(this);
	}

	// ---- the graph ----

	readUnit(unit, number) {
		unit.taskById = new Map(unit.tasks.map(t => [t.id, t]));
		unit.eventById = new Map(unit.events.map(e => [e.id, e]));
		for (const task of unit.tasks) {
			task.unit = unit;
			task.key = `${number}.t${task.id}`;
			for (const a of task.arrays || [])
				if (a.layout && !this.arrays.has(a.name)) this.arrays.set(a.name, a);
		}
		for (const event of unit.events) ((event.unit = unit), (event.key = `${number}.e${event.id}`));
		for (const f of unit.functions) {
			if (!f.nodes.length) continue;
			f.unit = unit;
			f.index = this.functions.length;
			f.all = [];
			this.functions.push(f);
			this.readNodes(f.nodes, f, number, null, 0);
		}
	}

	readNodes(list, f, number, parent, depth) {
		for (const node of list) {
			Object.assign(node, {
				key: `${number}.${node.id}`,
				owner: f,
				unit: f.unit,
				parent,
				depth,
				index: this.nodes.length,
			});
			this.nodes.push(node);
			f.all.push(node);
			this.byKey.set(node.key, node);
			this.readNodes(node.body || [], f, number, node, depth + 1);
			this.readNodes(node.otherwise || [], f, number, node, depth + 1);
		}
	}

	fileOf(placed) {
		return placed.file === undefined
			? null
			: placed.owner || placed.unit
				? placed.unit.files[placed.file]
				: null;
	}
	taskOf(node) {
		return node.kind === "task" ? node.unit.taskById.get(node.task) : undefined;
	}
	eventsOf(node) {
		return (node.events || []).map(id => node.unit.eventById.get(id)).filter(Boolean);
	}
	functionOf(node) {
		if (!node.function) return null;
		return (
			this.functions.find(f => f.unit === node.unit && f.name === node.function) ||
			this.functions.find(f => f.name === node.function && !f.static) ||
			null
		);
	}

	tasks() {
		return this.program.units.flatMap(u => u.tasks);
	}
	events() {
		return this.program.units.flatMap(u => u.events);
	}
	// Nodes of the phases of the cycle, if there is one.
	phases() {
		return [...this.phaseOf.keys()];
	}
	// By nodes: phases, with `may`, `again` and `sent` (docs/graph.md, graph_html.c).
	readPhases() {
		this.phaseOf = new Map();
		for (const phase of (this.program.cycle || { phases: [] }).phases) {
			const node = this.byKey.get(`${phase.unit}.${phase.node}`);
			if (node) this.phaseOf.set(node, {
					...phase,
					sent: new Set(phase.sent),
					pointed: new Set(phase.pointed),
				});
		}
	}
	// What is sent at the node in each step of the cycle: not what still is valid from the step before.
	sentInStep(node) {
		const phase = this.phaseOf.get(node);
		return phase ? this.eventsOf(node).filter(event => phase.sent.has(event.id)) : [];
	}

	// ---- parameters ----

	renamed(task) {
		if (!task) return new Map();
		task.words = task.words || new Map((task.parameters || []).map(p => [p.name, p.text || p.name]));
		return task.words;
	}

	findParameters() {
		const names = new Set();
		for (const task of this.tasks()) {
			const own = new Set(),
				words = this.renamed(task);
			for (const row of task.work || []) namesOfForm(row.times, own);
			namesOfForm(task.iterations, own);
			this.addParameters(own, words, names);
			for (const a of task.arrays || [])
				for (const e of a.layout ? expressionsOf(a.layout, a.extents || []) : [])
					namesOfExpr(e, names);
			for (const axis of task.axes || []) this.layoutOf(task, axis.array, null, axis.dim, names);
		}
		for (const event of this.events()) {
			const own = new Set(),
				task = event.unit.taskById.get(event.task);
			for (const map of event.maps || []) namesOfForm(map.elements, own);
			this.addParameters(own, this.renamed(task), names);
		}
		for (const name of [...names].sort()) this.values.set(name, 1000);
	}

	addParameters(own, words, names) {
		for (const name of own)
			if (!/^(h?B|[pPqrs]|p?lo|p?hi|hlo|hhi|extent)\d*$/.test(name) || words.has(name))
				names.add(words.get(name) || name);
	}

	set(name, value) {
		if (name === "P") this.P = value;
		else this.values.set(name, value);
		this.version++;
		this.cache.clear();
	}

	environment(task) {
		const env = Object.create(null);
		for (const [name, value] of this.values) env[name] = value;
		for (const [name, words] of this.renamed(task))
			if (this.values.has(words)) env[name] = this.values.get(words);
		env.P = this.P;
		return env;
	}

	memo(key, make) {
		if (!this.cache.has(key)) this.cache.set(key, make());
		return this.cache.get(key);
	}

	// ---- who owns what ----

	// How an array lies: {layout, extents} of the task's own row, or of the program's array of this name, or blocks
	// along `dim` of an extent that is a parameter.
	layoutOf(task, name, arg, dim, names) {
		const rows = (task && task.arrays) || [];
		const row =
			rows.find(a => a.name === name && (arg === null || arg === undefined || a.arg === arg)) ||
			rows.find(a => a.name === name);
		const known = row && row.layout ? row : this.arrays.get(name);
		if (known && known.layout) {
			known.lies = known.lies || { layout: known.layout, extents: known.extents || [] };
			return known.lies;
		}
		const extents = (row && row.extents) || [];
		const extent = extents[dim] !== undefined ? extents[dim] : `extent ${dim} of ${name}`;
		if (names) namesOfExpr(extent, names);
		const assumed = `the graph does not say how '${name}' lies`;
		return { layout: { split: [{ dim, extent }], assumed }, extents: [] };
	}

	intervals(lies) {
		lies.text = lies.text || JSON.stringify(lies); // most arrays lie as others do
		return this.memo(lies.text, () =>
			intervalsOf(lies.layout, lies.extents, this.environment(null), this.P, (layout, k) =>
				this.sizes.get(sizesKey(layout.of, k)),
			),
		);
	}

	// By their keys: the words for sizes of blocks that the program computes, or that a run was given.
	sizesAsked() {
		const asked = new Map();
		for (const task of this.tasks())
			for (const { layout } of task.arrays || [])
				((layout && layout.split) || []).forEach((split, k) => {
					const key = sizesKey(layout.of, k);
					if (split.sizes !== undefined || this.sizes.has(key)) asked.set(key, layout.of);
				});
		return asked;
	}

	setSizes(key, sizes) {
		if (sizes) this.sizes.set(key, sizes);
		else this.sizes.delete(key);
		this.version++;
		this.cache.clear();
	}

	// Puts what process p owns along the axes of the task into the environment.
	own(env, axes, p) {
		for (const { axis, lies, k } of axes) {
			const part = lies.split[k],
				inside = p < lies.count && part;
			const c = inside ? coordinates(lies.grid, p)[k] : 0;
			env[axis.lo] = inside ? part.lo[c] : 0;
			env[axis.hi] = inside ? part.hi[c] : -1;
		}
	}

	axesOf(task) {
		return (task.axes || []).map(axis => {
			const lies = this.intervals(this.layoutOf(task, axis.array, null, axis.dim));
			const k = lies.split.findIndex(s => s.dim === axis.dim),
				none = k < 0 && `'${axis.array}' is not split along dimension ${axis.dim}`;
			return { axis, lies, k: Math.max(k, 0), assumed: none || lies.assumed };
		});
	}

	// ---- tasks ----

	// Of one run of the task: executed statements, iterations, operations and bytes of each process; rows:
	// executions by the rows of its work. `known`: there are closed forms.
	task(task) {
		return this.memo(task, () => {
			const rows = (task.work || []).map(costsOf),
				iterations = compileForm(task.iterations);
			const axes = this.axesOf(task),
				env = this.environment(task),
				all = () => new Float64Array(this.P);
			const sums = {
				known: rows.length > 0 && rows.every(r => r.times),
				executed: all(),
				flops: all(),
				memory: all(),
				iterations: iterations ? all() : null,
				rows: rows.map(() => 0),
				estimated: rows.some(r => r.estimated),
				assumed: axes.map(a => a.assumed).find(Boolean) || "",
			};
			for (let p = 0; p < this.P; p++) {
				env.p = p;
				this.own(env, axes, p);
				if (iterations) sums.iterations[p] = iterations(env);
				for (let k = 0; k < rows.length; k++) {
					const r = rows[k],
						times = r.times ? r.times(env) : 0;
					sums.rows[k] += times;
					sums.executed[p] += times * r.statements;
					sums.flops[p] += times * r.flops;
					sums.memory[p] += times * r.memory;
				}
			}
			return sums;
		});
	}

	// ---- events ----

	// Pairs of one run of the event: {from, to, bytes: [...]}; `known`: all of them; `sampled`: some stand for
	// others.
	event(event) {
		return this.memo(event, () => {
			const byMaps = this.eventByMaps(event);
			return byMaps.known ? byMaps : this.eventByGets(event) || byMaps;
		});
	}

	newSums(event) {
		const collective = COLLECTIVE.has(event.pattern);
		return { from: [], to: [], bytes: [], known: true, why: "", collective, sampled: false, assumed: "" };
	}

	eventByMaps(event) {
		const sums = this.newSums(event);
		if (!Array.isArray(event.maps) || !event.maps.length)
			this.unknown(sums, event.omitted ? LEFT_OUT : "no map");
		for (const map of event.maps || []) this.addMap(sums, event, map);
		return sums;
	}

	// By what each process gets from those that own an interval. null: there is no such form, or it is of no use,
	// or too much would have to be asked.
	eventByGets(event) {
		const gets = compileForm(event.gets),
			task = event.unit.taskById.get(event.task);
		if (!gets || !task || event.gets.estimated) return null;
		const axes = this.axesOf(task);
		if (!axes.length || axes.some(a => String(a.lies.grid) !== String(axes[0].lies.grid))) return null;
		const sums = this.newSums(event),
			env = this.environment(task);
		sums.assumed = axes.map(a => a.assumed).find(Boolean) || "";
		const add = (from, to, n) =>
			(sums.from.push(from), sums.to.push(to), sums.bytes.push(n * event.element_bytes));
		return askSenders(axes, env, gets, to => this.own(env, axes, to), add) ? sums : null;
	}

	addMap(sums, event, map) {
		const elements = compileForm(map.elements),
			task = event.unit.taskById.get(event.task);
		const bytes = map.element_bytes || event.element_bytes;
		if (COLLECTIVE.has(map.pattern)) sums.collective = true;
		if (!elements || !bytes)
			return this.unknown(
				sums,
				map.omitted || (map.elements && map.elements.omitted)
					? LEFT_OUT
					: map.pattern === "irregular"
						? "irregular: a run counts it"
						: "no closed form",
			);
		const env = this.environment(task),
			lies = this.intervals(this.layoutOf(task, event.array, event.arg, event.dim || 0));
		sums.assumed = sums.assumed || lies.assumed;
		const { grid } = lies,
			count = Math.min(lies.count, this.P);
		grid.forEach((extent, k) => {
			env[grid.length > 1 ? `P${k}` : "P"] = extent;
		});
		this.addPlaces(env, lies, map);
		if (map.holds && compileAny(map.holds)(env) !== 1)
			this.unknown(sums, "with blocks as small as these others send, too");
		const home = map.home ? this.intervals(this.layoutOf(task, map.home, null, 0)) : null;
		const admits = Array.isArray(map.pairs) ? compileAny(map.pairs) : () => 1;
		const add = (p, q, weight) => {
			const c = coordinates(grid, p),
				d = coordinates(grid, q);
			if (owns(c) && owns(d)) addOwners(p, q, c, d, weight);
		};
		const owns = at =>
			lies.split.every((part, k) => part.hi[at[k]] >= part.lo[at[k]] || Number.isNaN(part.n));
		const addOwners = (p, q, c, d, weight) => {
			this.addPair(env, lies, home, c, d);
			const admitted = admits(env),
				n = admitted === 0 ? 0 : admitted * elements(env) * weight;
			if (Number.isNaN(n)) this.unknown(sums, "it depends on what only a run knows");
			else if (n > 0) (sums.from.push(p), sums.to.push(q), sums.bytes.push(n * bytes));
		};
		if (Array.isArray(map.distance) && map.distance.length === grid.length)
			return this.addShift(grid, count, map.distance, add);
		if (!Array.isArray(map.pairs)) return this.unknown(sums, "a map that the page cannot evaluate");
		return this.addPairs(sums, count, add);
	}

	unknown(sums, why) {
		sums.known = false;
		sums.why = sums.why || why;
	}

	// Between processes at one distance.
	addShift(grid, count, distance, add) {
		for (let p = 0; p < count; p++) {
			const to = coordinates(grid, p).map((x, k) => x + distance[k]);
			if (to.every((x, k) => x >= 0 && x < grid[k])) add(p, processAt(grid, to), 1);
		}
	}

	// Between all; of very many every so many, each for those around it.
	addPairs(sums, count, add) {
		const step = count * count > MOST_PAIRS ? Math.ceil(count / Math.sqrt(MOST_PAIRS)) : 1;
		if (step > 1) sums.sampled = true;
		for (let p = 0; p < count; p += step)
			for (let q = 0; q < count; q += step) if (p !== q) add(p, q, step * step);
	}

	// B<k>, extent<k>, and the owners r<k> and s<k> of the indices that the map names.
	addPlaces(env, lies, map) {
		lies.split.forEach((part, k) => {
			const name = word => (lies.split.length > 1 ? word + k : word);
			env[name("B")] = Math.min(...part.lo.map((lo, c) => part.hi[c] - lo + 1));
			env[name("extent")] = part.n;
			for (const [word, indices] of [
				["r", map.root],
				["s", map.target],
			]) {
				const e = Array.isArray(indices) ? indices[k] : undefined;
				if (e === undefined || e === null) continue;
				const index = compileExpr(e)(env),
					c = part.lo.findIndex((lo, at) => lo <= index && index <= part.hi[at]);
				if (c >= 0) env[name(word)] = c;
			}
		});
	}

	addPair(env, lies, home, from, to) {
		lies.split.forEach((part, k) => {
			const n = lies.split.length > 1 ? k : "";
			env[`lo${n}`] = part.lo[to[k]];
			env[`hi${n}`] = part.hi[to[k]];
			env[`plo${n}`] = part.lo[from[k]];
			env[`phi${n}`] = part.hi[from[k]];
			env[`p${n}`] = from[k];
			env[`q${n}`] = to[k];
			const h = home && home.split[k];
			if (h && to[k] < h.lo.length) ((env[`hlo${n}`] = h.lo[to[k]]), (env[`hhi${n}`] = h.hi[to[k]]));
		});
	}

	// Point to point, of one run of each of these nodes, or of one step of the cycle: what one task sends from one
	// process to another is one message.
	messages(nodes, { collectives = false, step = false } = {}) {
		const pairs = new Map(),
			result = newMatrix(pairs);
		const seen = new Map();
		for (const node of nodes) {
			const { may, again, pointed } = (step && this.phaseOf.get(node)) || {};
			for (const event of step ? this.sentInStep(node) : this.eventsOf(node)) {
				const sums = this.event(event),
					own = event.task === undefined ? event : event.task;
				if (sums.collective && !(collectives && sums.from.length)) {
					result.collective.push(event);
					continue;
				}
				if (!sums.known) {
					result.unknown.push(event);
				}
				if (may && sums.from.length) result.atMost.push(event);
				if (pointed && pointed.has(event.id) && sums.from.length) result.pointed.push(event);
				if (again && sums.from.length) result.again.push(event);
				if (sums.assumed) result.assumed.add(sums.assumed);
				result.sampled = result.sampled || sums.sampled;
				if (!seen.has(own)) seen.set(own, new Set());
				const sent = seen.get(own);
				for (let k = 0; k < sums.from.length; k++) {
					const key = sums.from[k] * this.P + sums.to[k];
					let pair = pairs.get(key);
					if (!pair)
						pairs.set(
							key,
							(pair = {
								from: sums.from[k],
								to: sums.to[k],
								bytes: 0,
								messages: 0,
								nodes: new Set(),
							}),
						);
					pair.bytes += sums.bytes[k];
					pair.messages += sent.has(key) ? 0 : 1;
					pair.nodes.add(node.key);
					sent.add(key);
				}
			}
		}
		return result;
	}

	// The node, and, of a task, those of what is sent for it.
	taskNodes(node) {
		if (node.task === undefined) return [node.key];
		return node.owner.all.filter(n => n.task === node.task).map(n => n.key);
	}
}
