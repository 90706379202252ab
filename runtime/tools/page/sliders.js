// The number of processes and the parameters, as sliders.

const SLIDER_STEPS = 1000,
	MOST_PROCESSES = 4096;

// A range that is even in the logarithm, and the number beside it.
function addSlider(name, label, most, value, step) {
	const id = name === "P" ? "P" : `parameter-${[...model.values.keys()].indexOf(name)}`;
	const number = make("input", {
		type: "number",
		id,
		min: 1,
		max: most,
		value,
		"aria-label": label,
		"data-name": name,
	});
	const range = make("input", {
		type: "range",
		id: `${id}-range`,
		min: 0,
		max: SLIDER_STEPS,
		"aria-label": `${label}, slider`,
	});
	const place = v => {
		range.value = Math.round((SLIDER_STEPS * Math.log(v)) / Math.log(most));
	};
	const take = v => {
		if (v >= 1 && Number.isInteger(v)) {
			step(v);
		}
	};
	range.addEventListener("input", () => {
		number.value = Math.round(Math.exp((Math.log(most) * range.value) / SLIDER_STEPS));
		take(Number(number.value));
	});
	number.addEventListener("input", () => {
		const v = Math.min(Number(number.value), most);
		if (v >= 1) place(v);
		take(v);
	});
	place(value);
	$("sliders").append(make("label", { title: label }, label, range, number));
}

function setNumber(name, value) {
	model.set(name, value);
	showCounts();
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
	addSlider("P", "P", MOST_PROCESSES, model.P, v => setNumber("P", v));
	for (const [name, value] of model.values) addSlider(name, name, 1000000, value, v => setNumber(name, v));
	for (const [key, name] of model.sizesAsked()) addSizes(key, name);
}

function setProcesses(P) {
	const number = $("P");
	number.value = Math.min(MOST_PROCESSES, Math.max(1, P));
	number.dispatchEvent(new Event("input"));
}
