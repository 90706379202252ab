// What all parts of the page use: elements, numbers and times as text. Text of files gets into the page as text only.

const data = JSON.parse(document.getElementById("data").textContent);
const model = new Model(data);
const $ = id => document.getElementById(id);
const state = { hover: [], kept: null, file: null }; // keys of nodes; the file that is shown
const SVG = "http://www.w3.org/2000/svg";

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
			: `${(ns / 1e3).toPrecision(3)} \u00b5s`;
const clip = (text, n) => (text.length > n ? `${text.slice(0, n - 1)}\u2026` : text);

// Why counts are not of the program's own blocks.
const assumedText = assumed => (assumed ? `\nwith blocks of equal size: ${assumed}` : "");

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
