// The page: its parts together, and what they start with.

function showSummary() {
	const phases = model.phases(),
		nodes = phases.length ? phases : model.nodes,
		executed = new Float64Array(model.P);
	let known = true,
		assumed = "";
	for (const node of nodes) {
		const task = model.taskOf(node);
		if (!task) continue;
		const sums = model.task(task);
		known = known && sums.known;
		assumed = assumed || sums.assumed;
		for (let p = 0; p < model.P; p++) executed[p] += sums.executed[p];
	}
	const sent = model.messages(nodes, { step: hasCycle() });
	let bytes = 0,
		messages = 0;
	for (const pair of sent.pairs.values()) ((bytes += pair.bytes), (messages += pair.messages));
	assumed = assumed || [...sent.assumed][0] || "";
	const value = (id, n, text) =>
		make(
			"b",
			{ id, "data-value": n, title: Number.isFinite(n) ? whole(n) + assumedText(assumed) : null },
			(assumed ? "~" : "") + (text || short(n)),
		);
	$("summary").replaceChildren(
		phases.length ? "a step of the cycle: " : "each task once: ",
		value(
			"executed",
			sumOf(executed),
			known ? undefined : sumOf(executed) ? `at least ${short(sumOf(executed))}` : "?",
		),
		" statements executed, imbalance ",
		value("imbalance-all", imbalance(executed), known ? imbalance(executed).toFixed(2) : "?"),
		"; ",
		value("bytes", bytes, boundOf(sent) + short(bytes)),
		" bytes in ",
		value("messages", messages),
		" messages",
	);
}

// What a sum of what is sent is of all of it.
function boundOf(sent) {
	const less = sent.unknown.length + sent.again.length > 0,
		more = sent.atMost.length + sent.pointed.length > 0;
	return less && more ? "about " : less ? "at least " : more ? "at most " : "";
}

// All that depends on P and the parameters. What takes long waits until a slider rests.
function showAllCounts() {
	source.lineCounts = countLines();
	showLineCounts();
	countRoofline();
	showRoofline();
	showDetails();
}
const showSlowly = later(showAllCounts, 120);

const MANY_TASKS = 1000;
const MOST_AT_ONCE = 2e6; // evaluations of closed forms that a hand on a slider does not feel

function showCounts() {
	showSummary();
	showMatrix();
	if (model.P * model.tasks().length < MOST_AT_ONCE / 10) showAllCounts();
	else showSlowly();
}

// page.html?P=64&n=4096&theme=dark
function takeAddress() {
	for (const [name, text] of new URLSearchParams(location.search)) {
		const n = Number(text);
		if (Number.isInteger(n) && n >= 1 && (name === "P" ? n <= MOST_PROCESSES : model.values.has(name)))
			model.set(name, n);
	}
}

function start() {
	const theme = new URLSearchParams(location.search).get("theme");
	document.documentElement.dataset.theme =
		theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
	const cycle = data.program.cycle,
		loop = cycle && model.byKey.get(`${cycle.unit}.${cycle.node}`);
	for (const node of model.phases()) node.inCycle = true;
	if (loop) loop.inCycle = loop.isCycle = true;
	if (model.runs.length) takeRun(model, model.runs[0]);
	takeAddress();
	findLines();
	makeSliders();
	makeGraph();
	makeMatrix();
	makeLinks();
	makeKeys();
	const files = [...new Set([...(loop ? [model.fileOf(loop)] : []), ...Object.keys(data.sources)])].filter(
		Boolean,
	);
	for (const file of files) $("file").append(make("option", { value: file }, file));
	$("file").addEventListener("change", () => showFile($("file").value));
	for (const id of ["peak", "bandwidth"]) $(id).addEventListener("input", showRoofline);
	const resized = new ResizeObserver(
		later(() => {
			drawMatrix();
			showRoofline();
		}, 60),
	);
	for (const e of [$("heat").parentNode, $("roof")]) resized.observe(e);
	showFile(files[0]);
	if (loop) {
		showNode(loop);
		showLine(loop);
		$("function").value = loop.owner.index;
	}
	drawSeen();
	showSummary();
	showMatrix();
	const large = model.tasks().length > MANY_TASKS; // what is seen first does not wait for all counts
	setTimeout(
		() => {
			showAllCounts();
			document.documentElement.dataset.ready = Math.round(performance.now());
		},
		large ? 30 : 0,
	);
	document.documentElement.dataset.open = Math.round(performance.now());
}

start();
