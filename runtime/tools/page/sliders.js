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

function makeSliders() {
	addSlider("P", "P", MOST_PROCESSES, model.P, v => setNumber("P", v));
	for (const [name, value] of model.values) addSlider(name, name, 1000000, value, v => setNumber(name, v));
}

function setProcesses(P) {
	const number = $("P");
	number.value = Math.min(MOST_PROCESSES, Math.max(1, P));
	number.dispatchEvent(new Event("input"));
}
