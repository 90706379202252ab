// Which indices of an array each process owns, by its layout in the graph, as the runtime decides (runtime/layout.c).

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

const valueOf = (e, env, otherwise) => (e === undefined || e === null ? otherwise : compileExpr(e)(env));

// Extents that are fixed, and those of the others, among P processes.
function gridOf(layout, env, P) {
	const fixed = layout.split.map((_, k) => valueOf(layout.grid && layout.grid[k], env, 0));
	let left = P;
	for (const f of fixed) if (f) left = Math.floor(left / f);
	const free = balance(Math.max(left, 1), fixed.filter(f => !f).length);
	return fixed.map(f => f || free.shift());
}

// Where blocks begin, one more than there are: of equal size, of a given one, or of given sizes.
function endsOfBlocks(parts, n, block, sizes) {
	const ends = [0];
	for (let c = 0; c < parts; c++) ends.push(Math.min(sizes ? ends[c] + sizes[c] : (c + 1) * block, n));
	return ends;
}

// "" where the blocks take all n indices, each process one.
function misfit(name, parts, n, sizes) {
	const sum = sumOf(sizes.slice(0, parts)),
		what = `the sizes of the blocks of '${name}'`;
	if (sizes.length < parts) return `${what} are ${sizes.length}, too few for ${parts} processes`;
	return sum >= n ? "" : `${what} add up to ${sum}, not ${n}`;
}

// Indices i of the array, which has n of them, with lo <= coef * i + offset <= hi.
function preimage(lo, hi, coef, offset, n) {
	if (hi < lo) return [lo, lo - 1];
	const ends = [(lo - offset) / coef, (hi - offset) / coef];
	const first = Math.max(0, Math.ceil(Math.min(...ends))),
		last = Math.min(n - 1, Math.floor(Math.max(...ends)));
	return [first, Math.max(last, first - 1)];
}

// Those that own nothing stand between their neighbours, so that what several in a row own is an interval.
function placeEmpty(lo, hi, falls) {
	const put = (c, at) => ((lo[c] = at), (hi[c] = at - 1));
	for (let c = 1; c < lo.length; c++) if (lo[c] > hi[c]) put(c, falls ? lo[c - 1] : hi[c - 1] + 1);
	for (let c = lo.length - 2; c >= 0; c--) if (lo[c] > hi[c]) put(c, falls ? hi[c + 1] + 1 : lo[c + 1]);
}

// A dimension of the grid. `given`: sizes that were asked for; `extent`: of the array's dimension there.
function splitOf(layout, k, parts, env, given, extent) {
	const s = layout.split[k],
		n = valueOf(s.extent, env),
		name = layout.of || "an array";
	let sizes = given || s.blocks,
		assumed = sizes ? misfit(name, parts, n, sizes) : "";
	if (!sizes && s.sizes !== undefined) assumed = `the program computes the sizes of the blocks of '${name}'`;
	if (assumed) sizes = null;
	const block = valueOf(s.block, env, Math.max(1, Math.ceil(n / parts)));
	if (!sizes && block * parts < n) assumed = `${parts} blocks of ${block} are too few for ${n} indices`;
	const ends = endsOfBlocks(parts, n, block, sizes),
		lo = [],
		hi = [];
	for (let c = 0; c < parts; c++) {
		const own = [ends[c], ends[c + 1] - 1],
			[a, b] =
				s.dim === undefined
					? own
					: preimage(...own, s.coef || 1, valueOf(s.offset, env, 0), extent);
		lo.push(a);
		hi.push(b);
	}
	placeEmpty(lo, hi, s.coef < 0);
	return { dim: s.dim, lo, hi, n, block, assumed };
}

// {grid, split: [{dim, lo: [coordinate], hi: [coordinate], n}], count, assumed}: `assumed`: why it is not how the
// array lies, but blocks of equal size; "": it is. `sizesOf`: sizes that were asked for, of a layout's dimension.
function intervalsOf(layout, extents, env, P, sizesOf) {
	const grid = gridOf(layout, env, P);
	const split = layout.split.map((s, k) => {
		const extent = s.dim === undefined ? undefined : extents[s.dim];
		return splitOf(layout, k, grid[k], env, sizesOf(layout, k), valueOf(extent, env, Infinity));
	});
	const assumed = split.map(s => s.assumed).find(Boolean) || layout.assumed || "";
	return { grid, split, count: countOf(grid), assumed };
}

// What a layout, and the extents of its array where it is split, are computed from.
function expressionsOf(layout, extents) {
	const of = split => [split.extent, split.block, split.offset, extents[split.dim]];
	return [...(layout.grid || []), ...layout.split.flatMap(of)];
}

// Who sends to whom, by `gets`: what a process gets from those that own an interval along each axis. The coordinates of
// possible senders are halved where it gets something of them. `own` puts what the receiver owns into `env`. False: a
// name has no value, or there are too many pairs.
function askSenders(axes, env, gets, own, add) {
	const { grid, count } = axes[0].lies;
	let left = 200 * count + 20000;
	const ask = (to, first, last) => {
		if (--left < 0) return false;
		axes.forEach(({ lies, k }, number) => {
			const { lo, hi } = lies.split[k];
			env[`plo${number}`] = Math.min(lo[first[k]], lo[last[k]]);
			env[`phi${number}`] = Math.max(hi[first[k]], hi[last[k]]);
		});
		const n = gets(env);
		if (!(n > 0)) return !Number.isNaN(n);
		const widths = grid.map((_, k) => last[k] - first[k]),
			k = widths.indexOf(Math.max(...widths)),
			half = first[k] + Math.floor(widths[k] / 2);
		if (widths[k] > 0)
			return ask(to, first, replaced(last, k, half)) && ask(to, replaced(first, k, half + 1), last);
		const from = processAt(grid, first);
		if (from !== to) add(from, to, n);
		return true;
	};
	const least = grid.map(() => 0),
		most = grid.map(extent => extent - 1);
	for (let to = 0; to < count; to++) {
		own(to);
		if (!ask(to, least, most)) return false;
	}
	return true;
}
