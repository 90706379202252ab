// What tasks execute and events send, on a number of processes and with values of the parameters, from closed forms;
// and what a run has recorded. Nothing here knows of the page.

const FLOPS = ["fadd", "fmul", "fdiv", "fsqrt", "flibm"];
// Operations that all processes take part in stand beside the pairs.
const COLLECTIVE = new Set(["broadcast", "gather", "reduction", "allgather", "element", "last_value", "join"]);
const LEFT_OUT = "left out: hpcc -fdist-graph=full puts it into the program";
const MOST_PAIRS = 1 << 20; // of an event that are looked at one by one

// Splits `total` into n factors, as equal as they get, largest first, as the runtime does.
function balance(total, n) {
	if (n <= 1) return n === 1 ? [total] : [];
	let best = Infinity,
		factors = [];
	for (let f = 1; f <= total; f++) {
		if (total % f) continue;
		const rest = balance(total / f, n - 1),
			sum = rest.reduce((a, b) => a + b, f);
		if (f < rest[0] || sum >= best) continue;
		best = sum;
		factors = [f, ...rest];
	}
	return factors;
}

function coordinates(grid, p) {
	const c = new Array(grid.length);
	for (let d = grid.length - 1; d >= 0; d--) {
		c[d] = p % grid[d];
		p = Math.floor(p / grid[d]);
	}
	return c;
}

const processAt = (grid, c) => c.reduce((p, x, d) => p * grid[d] + x, 0);
const countOf = grid => grid.reduce((a, b) => a * b, 1);
const sumOf = list => {
	let s = 0;
	for (const x of list) s += x;
	return s;
};

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
		this.version = 0;
		this.cache = new Map();
		this.arrays = new Map();
		this.nodes = [];
		this.byKey = new Map();
		this.functions = [];
		this.program.units.forEach((unit, number) => this.readUnit(unit, number));
		this.findParameters();
		this.readRuns();
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
		const c = this.program.cycle;
		return c ? c.phases.map(p => this.byKey.get(`${p.unit}.${p.node}`)).filter(Boolean) : [];
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
				for (const s of (a.layout && a.layout.split) || [])
					for (const e of [s.extent, s.block, s.offset, ...(a.layout.grid || [])])
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

	// The layout of an array: that of the task's own row, or of the program's array of this name, or blocks along
	// `dim` of an extent that is a parameter.
	layoutOf(task, name, arg, dim, names) {
		const rows = (task && task.arrays) || [];
		const row =
			rows.find(a => a.name === name && (arg === null || arg === undefined || a.arg === arg)) ||
			rows.find(a => a.name === name);
		const known = row && row.layout ? row : this.arrays.get(name);
		if (known && known.layout) return known.layout;
		const extents = (row && row.extents) || [];
		const extent = extents[dim] !== undefined ? extents[dim] : `extent ${dim} of ${name}`;
		if (names) namesOfExpr(extent, names);
		return { split: [{ dim, extent }] };
	}

	// {grid, split: [{dim, lo: [coordinate], hi: [coordinate], n}]}
	intervals(layout) {
		layout.text = layout.text || JSON.stringify(layout); // most arrays lie as others do
		return this.memo(layout.text, () => {
			const env = this.environment(null),
				value = (e, otherwise) => (e === undefined ? otherwise : compileExpr(e)(env));
			const fixed = layout.split.map((_, k) => value(layout.grid && layout.grid[k], 0));
			let left = this.P;
			for (const f of fixed) if (f) left = Math.floor(left / f);
			const free = balance(Math.max(left, 1), fixed.filter(f => !f).length);
			const grid = fixed.map(f => f || free.shift());
			const split = layout.split.map((s, k) => {
				const n = value(s.extent),
					block = value(s.block, Math.max(1, Math.ceil(n / grid[k])));
				const coef = s.coef || 1,
					offset = value(s.offset, 0),
					aligned = s.coef !== undefined || s.offset !== undefined;
				const lo = [],
					hi = [];
				for (let c = 0; c < grid[k]; c++) {
					let a = Math.min(c * block, n),
						b = Math.min((c + 1) * block, n) - 1;
					if (aligned && s.dim !== undefined && b >= a) {
						const ends = [(a - offset) / coef, (b - offset) / coef];
						a = Math.max(0, Math.ceil(Math.min(...ends)));
						b = Math.floor(Math.max(...ends));
					}
					lo.push(a);
					hi.push(Math.max(b, a - 1));
				}
				return { dim: s.dim, lo, hi, n, block };
			});
			return { grid, split, count: countOf(grid) };
		});
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
			const k = lies.split.findIndex(s => s.dim === axis.dim);
			return { axis, lies, k: Math.max(k, 0) };
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
			const sums = {
				from: [],
				to: [],
				bytes: [],
				known: Array.isArray(event.maps) && event.maps.length > 0,
				why: event.omitted ? LEFT_OUT : "",
				collective: COLLECTIVE.has(event.pattern),
				sampled: false,
			};
			for (const map of event.maps || []) this.addMap(sums, event, map);
			return sums;
		});
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

	// Point to point, of one run of each of these nodes: what one task sends from one process to another is one
	// message.
	messages(nodes, collectives) {
		const pairs = new Map(),
			result = { pairs, unknown: [], collective: [], sampled: false };
		const seen = new Map();
		for (const node of nodes) {
			for (const event of this.eventsOf(node)) {
				const sums = this.event(event),
					own = event.task === undefined ? event : event.task;
				if (sums.collective && !(collectives && sums.from.length)) {
					result.collective.push(event);
					continue;
				}
				if (!sums.known) {
					result.unknown.push(event);
				}
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

	// ---- runs ----

	readRuns() {
		const places = new Map();
		for (const node of this.nodes) {
			const task = this.taskOf(node),
				file = this.fileOf(node);
			if (task) places.set(`${this.fileOf(task)}:${task.line}:${task.id}`, node);
			else if (this.eventsOf(node).length && file)
				for (const e of this.eventsOf(node))
					if (!places.has(`${file}:${node.line}:${e.array}`))
						places.set(`${file}:${node.line}:${e.array}`, node);
		}
		for (const run of this.runs) {
			run.byNode = new Map();
			for (const e of run.events) {
				if (e.for === "library" && e.name === "start") continue;
				const node = places.get(`${e.file}:${e.line}:${e.for === "nest" ? e.id : e.name}`);
				e.node = node || null;
				e.sums = Model.sumsOf(e);
				if (node) run.byNode.set(node.key, e);
			}
		}
	}

	static sumsOf(e) {
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
	recorded(run, nodes) {
		const keys = nodes && new Set(nodes.map(n => n.key)),
			pairs = new Map();
		for (const e of run.events) {
			if (!e.sums || (keys && !(e.node && this.taskNodes(e.node).some(k => keys.has(k))))) continue;
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
		return { pairs, unknown: [], collective: [], sampled: false };
	}

	// The node, and, of a task, those of what is sent for it.
	taskNodes(node) {
		if (node.task === undefined) return [node.key];
		return node.owner.all.filter(n => n.task === node.task).map(n => n.key);
	}
}
