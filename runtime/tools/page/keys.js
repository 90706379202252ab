// Keys, and what is looked for.

function step(by) {
	const now = model.byKey.get(state.kept || state.hover[0]),
		at = now ? now.index + by : by > 0 ? 0 : model.nodes.length - 1;
	const node = model.nodes[at];
	if (node) keep(node.key);
}

function find(again) {
	const text = $("search").value.toLowerCase(),
		now = model.byKey.get(state.kept),
		n = model.nodes.length;
	if (!text) return;
	for (let k = 0; k < n; k++) {
		const node = model.nodes[((now ? now.index : -1) + (again || !now ? 1 : 0) + k) % n];
		if (
			node &&
			`${node.title} ${node.words} ${node.text || ""} ${node.owner.name}`.toLowerCase().includes(text)
		)
			return void keep(node.key);
	}
	const found = source.lines.find(([, words]) => words.toLowerCase().includes(text));
	if (found) rowAt(found[0]).scrollIntoView({ block: "center" });
}

function setTheme(theme) {
	document.documentElement.dataset.theme = theme;
	drawMatrix();
}

const keys = {
	j: () => step(1),
	ArrowDown: () => step(1),
	k: () => step(-1),
	ArrowUp: () => step(-1),
	Enter: () => {
		const picked = document.activeElement === $("matrix") && state.hover[0];
		if (picked && picked !== state.kept) keep(picked);
		else if (state.kept) follow(state.kept);
		else if (state.hover[0]) keep(state.hover[0]);
	},
	Escape: () => {
		keep(null);
		hover([]);
	},
	"+": () => setProcesses(model.P * 2),
	"=": () => setProcesses(model.P * 2),
	"-": () => setProcesses(Math.floor(model.P / 2)),
	t: () => setTheme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
	"/": () => $("search").focus(),
	n: () => find(true),
	"?": () => $("help").showModal(),
	s: () => $("lines").focus(),
	g: () => $("functions").focus(),
	m: () => $("matrix").focus(),
	r: () => $("roofline").focus(),
	d: () => $("details").focus(),
};

function makeKeys() {
	document.addEventListener("keydown", event => {
		if (event.ctrlKey || event.metaKey || event.altKey || $("help").open) return;
		const inField = /^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName);
		if (inField && event.key === "Escape") event.target.blur();
		if (inField || (event.target.tagName === "BUTTON" && event.key === "Enter")) return;
		if (event.target.id === "matrix" && moveInMatrix(event.key)) return void event.preventDefault();
		if (!Object.hasOwn(keys, event.key)) return;
		keys[event.key]();
		event.preventDefault();
	});
	$("search").addEventListener("keydown", event => {
		if (event.key === "Enter") find(true);
	});
	$("search").addEventListener("input", () => find(false));
	$("theme").addEventListener("click", keys.t);
	$("help-button").addEventListener("click", keys["?"]);
}
