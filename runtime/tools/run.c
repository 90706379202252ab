// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run: plans where a program runs and how much each process gets, shows the plan, and starts mpirun or srun. See
// docs/man/hpcc-run.1 and docs/machine.md.
#include "run_session.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int run_trouble(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fputs("hpcc-run: ", stderr);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
	va_end(list);
	return RUN_TROUBLE;
}

void *run_memory(size_t n, size_t size)
{
	void *memory = calloc(n ? n : 1, size);
	if (!memory) exit(run_trouble("out of memory"));
	return memory;
}

// ---- notes ----------------------------------------------------------------------------------------

char *run_words(const char *format, ...)
{
	va_list list;
	char *text;
	va_start(list, format);
	if (vasprintf(&text, format, list) < 0) exit(run_trouble("out of memory"));
	va_end(list);
	return text;
}

void run_note(session *s, char *text)
{
	if (s->shown.n_notes < RUN_MOST_NOTES)
		s->shown.note[s->shown.n_notes++] = text;
	else
		free(text);
}

// ---- the machine ------------------------------------------------------------------------------------

// The hosts of an allocation of Slurm, as it names them. NULL: there is none, or what it says is not understood.
static machine *allocated(void)
{
	const char *hosts = getenv("SLURM_JOB_NODELIST"), *cores = getenv("SLURM_CPUS_ON_NODE");
	char *text, *errors = NULL;
	if (!getenv("SLURM_JOB_ID") || !hosts || strpbrk(hosts, "\"\\")) return NULL;
	// Names stand side by side there, each perhaps a pattern with commas of its own.
	text = run_words("{\"hpcc-machine\": 1, \"hosts\": [{\"cores\": %d, \"name\": \"", cores ? atoi(cores) : 1);
	for (int depth = 0; *hosts; hosts++) {
		depth += (*hosts == '[') - (*hosts == ']');
		const bool ends = *hosts == ',' && depth == 0;
		char *more = ends ? run_words("%s\"}, {\"cores\": %d, \"name\": \"", text, cores ? atoi(cores) : 1)
		                  : run_words("%s%c", text, *hosts);
		free(text);
		text = more;
	}
	char *all = run_words("%s\"}]}", text);
	machine *m = hpcc_machine_parse(all, strlen(all), "SLURM_JOB_NODELIST", &errors);
	free(errors);
	free(all);
	free(text);
	return m;
}

static bool find_machine(session *s)
{
	s->shown.machine = s->request->machine;
	if (s->request->machine) {
		s->machine = hpcc_machine_read_or_tell(s->request->machine);
		return s->machine != NULL;
	}
	s->machine = allocated();
	s->shown.machine = s->machine ? "the hosts of the Slurm job" : "this host";
	if (!s->machine) s->machine = hpcc_machine_here();
	run_note(s,
	        run_words(
	                "no machine file: all cores are taken to be equally fast, and costs are assumed (--machine)"));
	return true;
}

// Slurm itself knows which hosts are there.
static void find_down(session *s)
{
	const machine *m = s->machine;
	if (!s->request->automatic || getenv("SLURM_JOB_ID")) return;
	s->down = run_memory((size_t)m->n_hosts, sizeof *s->down);
	if (run_find_down(m, s->down) == 0) return;
	s->down_note = run_words("does not answer, and is left out:");
	for (int h = 0; h < m->n_hosts; h++) {
		if (!s->down[h]) continue;
		char *more = run_words("%s %s", s->down_note, m->host[h]->name);
		free(s->down_note);
		s->down_note = more;
	}
	s->wish.leave_out = s->down;
	run_note(s, run_words("%s", s->down_note));
}

static int all_slots(const session *s)
{
	long n = 0;
	for (int h = 0; h < s->machine->n_hosts; h++)
		if (!s->down || !s->down[h]) n += hpcc_machine_slots(s->machine->host[h]);
	return n > 1 << 20 ? 1 << 20 : (int)n;
}

// ---- the program ------------------------------------------------------------------------------------

// The processes that the program is asked with: what depends on their number in it depends on this one.
static int asked_with(const session *s)
{
	enum { MANY = 64 };
	int n = s->wish.processes ? s->wish.processes : all_slots(s);
	if (!s->wish.processes && n > MANY) n = MANY;
	return n < 2 ? 2 : n;
}

static void equal(session *s, char *why)
{
	free(s->why);
	s->why = run_words("equal blocks: %s", why);
	free(why);
	s->wish.why_equal = s->why;
	run_note(s, run_words("%s", s->why));
}

// A grid with a number of processes of its own.
static void heed_grid(session *s, int asked)
{
	for (int k = 0; k < s->phases.n_blocks; k++) {
		const run_block *b = &s->phases.block[k];
		if (b->processes == asked) continue;
		if (!s->wish.processes) s->wish.processes = b->processes;
		if (s->wish.processes != b->processes)
			equal(s, run_words("'%s' is distributed over %d processes, whatever there are", b->of,
			                 b->processes));
		return;
	}
}

// The host of the machine that this one is.
static const machine_host *host_here(const machine *m)
{
	for (int h = 0; h < m->n_hosts; h++)
		if (run_is_here(m->host[h]->name)) return m->host[h];
	return NULL;
}

// Where one process cannot have its arrays all of its processes may; a plan alone starts nothing on other hosts.
static int ask(session *s)
{
	int asked = asked_with(s);
	if (run_wants_trial(s)) {
		const int n = run_ask_everywhere(s);
		if (n) return n;
	}
	run_ask(s->request, host_here(s->machine), asked, NULL, 0, &s->phases, NULL);
	if (s->phases.too_large <= 0) return asked;
	if (!s->request->plan_only) {
		const int n = run_ask_everywhere(s);
		return n ? n : asked;
	}
	equal(s, run_words("one process is asked, and has not the memory of this host for its arrays, %.4g MB; --trial "
	                   "asks "
	                   "all",
	                 s->phases.too_large / 1e6));
	return asked;
}

static bool ask_program(session *s)
{
	if (access(s->request->program, X_OK) != 0)
		return run_trouble("%s: cannot be run: %s", s->request->program, strerror(errno)), false;
	const int asked = ask(s);
	if (s->wish.why_equal) return true;
	if (s->phases.reason)
		equal(s, run_words("nothing is known of the program's work: %s", s->phases.reason));
	else if (getenv("HPCC_LAYOUT"))
		equal(s, run_words("HPCC_LAYOUT is set, and holds"));
	else
		heed_grid(s, asked);
	return true;
}

// ---- the plan ---------------------------------------------------------------------------------------

// Sizes for each extent once; arrays that are not met before the cycle get them, too, where they fit.
char *run_layout_of(const session *s, const plan *p)
{
	long *size = run_memory((size_t)p->n, sizeof *size);
	char *all = NULL;
	size_t bytes;
	FILE *out = open_memstream(&all, &bytes);
	if (!out) exit(run_trouble("out of memory"));
	for (int k = 0; k < s->phases.n_blocks; k++) {
		const run_block *b = &s->phases.block[k];
		bool is_first = b->grid_rank == 1;
		for (int j = 0; j < k; j++) is_first = is_first && s->phases.block[j].elements != b->elements;
		if (!is_first) continue;
		plan_sizes(p, b->elements, size);
		fprintf(out, "%s*=gen_block(", ftell(out) > 0 ? ";" : "");
		for (int q = 0; q < p->n; q++) fprintf(out, "%s%ld", q ? "," : "", size[q]);
		fputc(')', out);
	}
	fclose(out);
	free(size);
	return all;
}

static bool spans_hosts(const plan *p)
{
	for (int q = 1; q < p->n; q++)
		if (p->process[q].host != p->process[0].host) return true;
	return false;
}

// The program is run once more, a few steps, to see who sends what to whom with these blocks.
static void place(session *s)
{
	run_phases again;
	json_t *run;
	if (!s->plan->program || !spans_hosts(s->plan)) return;
	run_ask(s->request, host_here(s->machine), s->plan->n, s->layout, 3, &again, &run);
	if (run)
		s->shown.placed = run_place(s->plan, run);
	else
		s->shown.placed = "in order: what is sent could not be predicted";
	json_decref(run);
	run_phases_free(&again);
}

static bool make_blocks(session *s)
{
	char *errors = NULL;
	plan_free(s->plan);
	s->plan = plan_make(s->phases.reason ? NULL : &s->phases.program, s->machine, &s->wish, &errors);
	if (s->plan) return true;
	errors[strcspn(errors, "\n")] = 0;
	if (s->down_note)
		run_trouble("%s; %s", errors, s->down_note);
	else
		run_trouble("%s", errors);
	free(errors);
	return false;
}

static bool make_plan(session *s)
{
	enum { TRIALS = 2 }; // with planned blocks
	if (!make_blocks(s)) return false;
	for (int k = 0; k < TRIALS && !run_was_told() && run_try_plan(s); k++)
		if (!make_blocks(s)) return false;
	if (!s->wish.why_equal) s->layout = run_layout_of(s, s->plan);
	place(s);
	return true;
}

// ---- showing it, and running it ---------------------------------------------------------------------

static bool show(session *s, const run_launch *l)
{
	const run_request *r = s->request;
	FILE *out = r->plan_only ? stdout : stderr, *svg;
	s->shown.request = r;
	s->shown.plan = s->plan;
	s->shown.phases = &s->phases;
	s->shown.layout = s->layout;
	s->shown.command = l->word;
	if (r->as_json)
		run_show_json(&s->shown, out);
	else if (!r->quiet)
		run_show(&s->shown, out);
	if (fflush(out) != 0 || ferror(out)) return run_trouble("cannot write the plan: %s", strerror(errno)), false;
	if (!r->svg) return true;
	svg = fopen(r->svg, "w");
	if (svg) run_show_svg(&s->shown, svg);
	if (!svg || ferror(svg) | fclose(svg))
		return run_trouble("cannot write %s: %s", r->svg, strerror(errno)), false;
	return true;
}

static int show_and_run(session *s)
{
	run_launch l;
	char *error = NULL;
	int status = RUN_TROUBLE;
	if (!run_prepare(s->request, s->plan, s->phases.mpi, s->layout, &l, &error))
		run_trouble("%s", error);
	else if (show(s, &l))
		status = s->request->plan_only ? RUN_FINE : run_start(&l, s->layout);
	free(error);
	run_launch_free(&l);
	return status;
}

static int run(const run_request *r)
{
	session s = {.request = r, .wish = {.processes = r->processes, .oversubscribe = r->oversubscribe}};
	int status = RUN_TROUBLE;
	run_watch_signals();
	if (find_machine(&s)) {
		find_down(&s);
		if (ask_program(&s) && !run_was_told() && make_plan(&s) && !run_was_told()) status = show_and_run(&s);
		if (run_was_told() && status == RUN_TROUBLE) status = 128 + run_was_told();
	}
	plan_free(s.plan);
	run_phases_free(&s.phases);
	hpcc_machine_free(s.machine);
	free(s.down);
	free(s.layout);
	free(s.why);
	free(s.down_note);
	free(s.tried);
	free(s.asked);
	for (int k = 0; k < s.shown.n_notes; k++) free(s.shown.note[k]);
	return status;
}

// ---- the command line ---------------------------------------------------------------------------------

typedef struct option_row {
	const char *name, *value, *help;
} option_row;

static const option_row options[] = {
        {"--machine", "FILE", "What is known of the machine (docs/machine.md); else this host, or the Slurm job's"},
        {"-n", "N", "Exactly so many processes"},
        {"--auto", "", "As many as is best, on hosts that answer; without -n that is so, but hosts are not asked"},
        {"--trial", "", "Ask the program by running its first steps on all hosts, not as one process here"},
        {"--plan-only", "", "Show the plan on standard output, and run nothing"},
        {"--explain", "", "Show where its numbers come from, too"},
        {"--json", "", "Show it as JSON"},
        {"--svg", "FILE", "Draw it"},
        {"--quiet", "", "Show nothing"},
        {"--oversubscribe", "", "Allow -n to be more than there are cores"},
        {"--launcher", "PROGRAM", "Start this one: an mpirun of the program's MPI"},
        {"--launcher-arg", "WORD", "Hand the launcher this word, too; may be given several times"},
        {"--help", "", "Print this"},
        {"--version", "", "Print the version"},
};
enum { N_OPTIONS = sizeof options / sizeof *options };

static int print_help(void)
{
	puts("Usage: hpcc-run [options] PROGRAM [ARGUMENT...]\n\nPlans which processes run a program of hpcc -fdist, "
	     "and "
	     "where, and starts them by mpirun or srun.\n");
	for (int k = 0; k < N_OPTIONS; k++) {
		const int width = printf("  %s %s", options[k].name, options[k].value);
		printf("%*s%s\n", width < 24 ? 24 - width : 1, "", options[k].help);
	}
	return RUN_FINE;
}

static bool take_processes(const char *text, run_request *r)
{
	enum { MOST = 1 << 20 };
	char *end;
	const long n = strtol(text, &end, 10);
	if (*end || end == text || n < 1 || n > MOST)
		return run_trouble("-n %s: a number of processes from 1 to %d is expected", text, MOST), false;
	r->processes = (int)n;
	return true;
}

static bool take_value(const char *name, char *value, run_request *r, char **arguments)
{
	if (!value) return run_trouble("%s wants a value; hpcc-run --help says more", name), false;
	if (!strcmp(name, "-n")) return take_processes(value, r);
	if (!strcmp(name, "--machine")) r->machine = value;
	if (!strcmp(name, "--svg")) r->svg = value;
	if (!strcmp(name, "--launcher")) r->launcher = value;
	if (!strcmp(name, "--launcher-arg")) arguments[r->n_launcher_arguments++] = value;
	return true;
}

static void take_flag(const char *name, run_request *r)
{
	const struct row {
		const char *name;
		bool *flag;
	} rows[] = {{"--auto", &r->automatic}, {"--plan-only", &r->plan_only}, {"--explain", &r->explain},
	        {"--json", &r->as_json}, {"--quiet", &r->quiet}, {"--oversubscribe", &r->oversubscribe},
	        {"--trial", &r->trial}};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		if (!strcmp(name, rows[k].name)) *rows[k].flag = true;
}

static const option_row *find_option(const char *name)
{
	for (int k = 0; k < N_OPTIONS; k++)
		if (!strcmp(options[k].name, name)) return &options[k];
	return NULL;
}

// Options end at the program. False: *status is what the tool ends with.
static bool take_options(int n, char **word, run_request *r, char **arguments, int *status)
{
	int k = 1;
	*status = RUN_TROUBLE;
	for (; k < n && word[k][0] == '-'; k++) {
		if (!strcmp(word[k], "--")) {
			k++;
			break;
		}
		const option_row *o = find_option(word[k]);
		if (!o) return run_trouble("unknown option '%s'; hpcc-run --help lists them", word[k]), false;
		if (!strcmp(o->name, "--help")) return *status = print_help(), false;
		if (!strcmp(o->name, "--version")) return *status = printf("hpcc-run %s\n", HPCC_VERSION) < 0, false;
		if (*o->value && !take_value(o->name, k + 1 < n ? word[k + 1] : NULL, r, arguments)) return false;
		if (*o->value)
			k++;
		else
			take_flag(o->name, r);
	}
	if (k >= n) return run_trouble("which program? hpcc-run --help says more"), false;
	if (r->automatic && r->processes) return run_trouble("'--auto' and '-n': one of them"), false;
	r->program = word[k];
	r->arguments = word + k + 1;
	return true;
}

// As a shell looks for it: a name without a slash is in PATH.
static char *found(const char *program)
{
	const char *at = strchr(program, '/') ? NULL : getenv("PATH");
	for (; at && *at; at += strcspn(at, ":"), at += *at == ':') {
		char *path = run_words("%.*s/%s", (int)strcspn(at, ":"), at, program);
		if (access(path, X_OK) == 0) return path;
		free(path);
	}
	return strdup(program);
}

int main(int argc, char **argv)
{
	run_request r = {0};
	int status;
	char **arguments = run_memory((size_t)argc, sizeof *arguments), *program = NULL;
	if (take_options(argc, argv, &r, arguments, &status)) {
		r.program = program = found(r.program);
		r.launcher_argument = arguments;
		status = run(&r);
	}
	free(arguments);
	free(program);
	return status;
}
