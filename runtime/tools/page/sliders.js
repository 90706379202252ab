// The number of processes and the parameters, as sliders.

const SLIDER_STEPS = 1000,
	MOST_PROCESSES = 4096,
	MOST_VALUE = 1000000;
const sliders = new Map(); // by name: shows a number

// A range that is even in the logarithm, and the number beside it.
function addSlider(name, least, most, value, title) {
	const id = name === "P" ? "P" : `parameter-${[...model.values.keys()].indexOf(name)}`;
	const number = make("input", {
		type: "number",
		id,
		min: least,
		max: most,
		"aria-label": name,
		"data-name": name,
	});
	const range = make("input", {
		type: "range",
		id: `${id}-range`,
		min: 0,
		max: SLIDER_STEPS,
		"aria-label": `${name}, slider`,
	});
	const place = v => {
		range.value = Math.round((SLIDER_STEPS * Math.log(Math.max(v, 1))) / Math.log(most));
	};
	const take = text => {
		const v = text.trim() === "" ? NaN : Number(text),
			fits = Number.isInteger(v) && v >= least && v <= most;
		number.setAttribute("aria-invalid", String(!fits));
		if (!fits) return;
		place(v);
		model.set(name, v);
		showCounts();
	};
	const show = v => {
		number.value = v;
		place(v);
	};
	range.addEventListener("input", () => {
		number.value = Math.round(Math.exp((Math.log(most) * range.value) / SLIDER_STEPS));
		model.set(name, Number(number.value));
		showCounts();
	});
	number.addEventListener("input", () => take(number.value));
	show(value);
	sliders.set(name, show);
	$("sliders").append(make("label", { title }, name, range, number));
}

// "10, 20, 30"; null: it is no list of sizes.
function sizesIn(text) {
	const words = text.split(",").map(word => word.trim());
	return words.every(word => /^\d{1,9}$/.test(word)) ? words.map(Number) : null;
}

// Sizes of blocks that the program computes: a list, empty where they are taken as equal.
function addSizes(key, name) {
	const list = make("input", {
		type: "text",
		value: (model.sizes.get(key) || []).join(", "),
		placeholder: "equal",
		"aria-label": `sizes of the blocks of ${name}`,
		title: `sizes of the blocks of ${name}, as 10, 20, 30; empty: equal ones`,
		"data-sizes": key,
	});
	list.addEventListener("input", () => {
		const sizes = list.value.trim() ? sizesIn(list.value) : [];
		list.setAttribute("aria-invalid", String(!sizes));
		if (!sizes) return;
		model.setSizes(key, sizes.length ? sizes : null);
		showCounts();
	});
	$("sliders").append(make("label", {}, `blocks of ${name}`, list));
}

function makeSliders() {
	$("sliders").replaceChildren();
	sliders.clear();
	addSlider("P", 1, MOST_PROCESSES, model.P, "the number of processes: + and - double and halve it");
	for (const [name, value] of model.values) {
		const several = model.varying.has(name) ? ": the first of several values that it had in the run" : "";
		addSlider(name, Math.min(value, 0), Math.max(value, MOST_VALUE), value, name + several);
	}
	for (const [key, name] of model.sizesAsked()) addSizes(key, name);
}

function setProcesses(P) {
	model.set("P", Math.min(MOST_PROCESSES, Math.max(1, P)));
	sliders.get("P")(model.P);
	showCounts();
}
