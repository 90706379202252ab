"use strict";
// Closed forms and conditions, as the graph's JSON has them (docs/graph.md), made into functions of an environment: an
// object without prototype that has a number for each name. Nothing of a file becomes code.

const listOf = x => (Array.isArray(x) ? x : []);

// A function of the environment; NaN where a name has no value.
function compileExpr(e) {
	if (typeof e === "number") return () => e;
	if (typeof e === "string") return env => (e in env ? env[e] : NaN);
	if (e && Array.isArray(e.pieces)) return compilePieces(e);
	if (!Array.isArray(e)) return () => NaN;
	const [operation, ...rest] = e;
	if (operation === "sum") return compileSum(...rest);
	const parts = rest.map(compileExpr);
	switch (operation) {
		case "+":
			return env => {
				let sum = 0;
				for (const part of parts) sum += part(env);
				return sum;
			};
		case "*":
			return env => {
				let product = 1;
				for (const part of parts) product *= part(env);
				return product;
			};
		// Quotients of integers may have been rounded a little below an integer.
		case "floor":
			return env => Math.floor(parts[0](env) / parts[1](env) + 1e-9);
		case "/":
			return env => parts[0](env) / parts[1](env);
		default:
			return () => NaN;
	}
}

// What would take longer than a slider may has no value.
const mostTerms = 1e6;

function compileSum(name, first, last, term) {
	const from = compileExpr(first),
		to = compileExpr(last),
		each = compileExpr(term);
	return env => {
		const inner = Object.assign(Object.create(null), env),
			end = nearInteger(to(env));
		let sum = 0;
		const begin = nearInteger(from(env));
		if (!(end - begin < mostTerms)) return NaN;
		for (let i = begin; i <= end; i++) {
			inner[name] = i;
			sum += each(inner);
		}
		return sum;
	};
}

// Counts are integers; what is computed with quotients is one but for rounding.
function nearInteger(x) {
	const n = Math.round(x);
	return Math.abs(x - n) <= 1e-6 * Math.max(1, Math.abs(x)) ? n : x;
}

function compileConditions(piece) {
	const atLeast = listOf(piece.if).map(compileExpr),
		equal = listOf(piece.eq).map(compileExpr);
	return env => {
		for (const f of atLeast) {
			const v = f(env);
			if (!(v >= -1e-9)) return Number.isNaN(v) ? NaN : 0;
		}
		for (const f of equal) {
			const v = f(env);
			if (!(Math.abs(v) <= 1e-9)) return Number.isNaN(v) ? NaN : 0;
		}
		return 1;
	};
}

// One of several conditions; NaN where that cannot be said.
function compileAny(list) {
	const each = list.map(compileConditions);
	return env => {
		let result = 0;
		for (const c of each) {
			const holds = c(env);
			if (holds === 1) return 1;
			result += holds;
		}
		return result;
	};
}

// null: there is no closed form. 0 where no piece applies.
function compileForm(form) {
	if (!form || !Array.isArray(form.pieces)) return null;
	if (!compiled.has(form)) compiled.set(form, compilePieces(form));
	return compiled.get(form);
}
const compiled = new WeakMap();

function compilePieces(form) {
	const pieces = form.pieces.map(p => ({ holds: compileConditions(p), value: compileExpr(p.value) }));
	return env => {
		for (const p of pieces) {
			const holds = p.holds(env);
			if (Number.isNaN(holds)) return NaN;
			if (holds) return nearInteger(p.value(env));
		}
		return 0;
	};
}

function namesOfExpr(e, into) {
	if (typeof e === "string") into.add(e);
	if (Array.isArray(e) && e[0] === "sum") {
		const inner = new Set();
		namesOfExpr(e[4], inner);
		inner.delete(e[1]);
		for (const name of inner) into.add(name);
		for (const bound of e.slice(2, 4)) namesOfExpr(bound, into);
	} else if (Array.isArray(e)) {
		for (const part of e.slice(1)) namesOfExpr(part, into);
	} else if (e && typeof e === "object") {
		namesOfForm(e, into);
	}
}

function namesOfForm(form, into) {
	for (const p of listOf(form && form.pieces)) {
		namesOfExpr(p.value, into);
		for (const e of [...listOf(p.if), ...listOf(p.eq)]) namesOfExpr(e, into);
	}
}

// As text for people.
function exprText(e, rename, within) {
	const inner = (x, w) => exprText(x, rename, w);
	if (e && Array.isArray(e.pieces)) return casesText(e, rename);
	if (!Array.isArray(e)) return typeof e === "string" ? rename(e) : String(e);
	if (e[0] === "sum")
		return `\u2211[${e[1]} = ${inner(e[2], "+")} .. ${inner(e[3], "+")}] ${inner(e[4], "*")}`;
	if (e[0] === "+") {
		let text = "";
		for (const part of e.slice(1)) {
			const minus =
				(typeof part === "number" && part < 0) ||
				(Array.isArray(part) && part[0] === "*" && part[1] < 0);
			const positive = !minus
				? part
				: typeof part === "number"
					? -part
					: part[1] === -1 && part.length > 2
						? part.length === 3
							? part[2]
							: ["*", ...part.slice(2)]
						: ["*", -part[1], ...part.slice(2)];
			text += !text ? (minus ? "-" : "") : minus ? " - " : " + ";
			text += inner(positive, minus ? "*" : "+");
		}
		return within === "*" ? `(${text})` : text;
	}
	if (e[0] === "*" && e[1] === -1 && e.length > 2)
		return `-${inner(e.length === 3 ? e[2] : ["*", ...e.slice(2)], "*")}`;
	if (e[0] === "*")
		return e
			.slice(1)
			.map(x => inner(x, "*"))
			.join("\u00b7");
	if (e[0] === "floor") return `\u230a${inner(e[1], "*")}/${inner(e[2], "*")}\u230b`;
	if (e[0] === "/") return `${inner(e[1], "*")}/${inner(e[2], "*")}`;
	return "?";
}

function conditionText(piece, rename) {
	return [
		...listOf(piece.if).map(e => `${exprText(e, rename)} \u2265 0`),
		...listOf(piece.eq).map(e => `${exprText(e, rename)} = 0`),
	].join(", ");
}

function pieceText(piece, rename, between) {
	const condition = conditionText(piece, rename);
	return exprText(piece.value, rename) + (condition ? `${between}if ${condition}` : "");
}

// In an expression.
function casesText(form, rename) {
	return `(${form.pieces.map(p => pieceText(p, rename, " ")).join("; ") || "0"})`;
}

function formText(form, rename) {
	if (!form || !Array.isArray(form.pieces)) return "no closed form";
	return form.pieces.map(p => pieceText(p, rename, "   ")).join("\n") || "0";
}
