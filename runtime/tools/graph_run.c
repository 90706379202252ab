// SPDX-License-Identifier: Apache-2.0
#include "graph_run.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- errors -----------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static json_t *fails(char **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (vasprintf(error, format, args) < 0) *error = NULL;
	va_end(args);
	return NULL;
}

// ---- what a record must have ------------------------------------------------------------------

enum { MOST_PROCESSES = 1 << 20 };

// Whether `row` is an array of so many integers, the first `n_processes` of which are processes. A word may stand first.
static bool is_row(const json_t *row, size_t n, size_t n_processes, bool word, long processes)
{
	if (!json_is_array(row) || json_array_size(row) != n) return false;
	for (size_t k = 0; k < n; k++) {
		const json_t *x = json_array_get(row, k);
		if (word && k == 0 ? !json_is_string(x) : !json_is_integer(x)) return false;
		json_int_t value = word && k == 0 ? 0 : json_integer_value(x);
		if (k < n_processes && (value < 0 || value >= processes)) return false;
	}
	return true;
}

static const struct field {
	const char *name;
	size_t n, n_processes;
	bool word;
} fields[] = {{"runs", 2, 0, false}, {"messages", 5, 2, false}, {"collectives", 5, 0, true},
        {"iterations", 4, 1, false}, {"nanoseconds", 3, 1, false}};

static json_t *bad(json_t *run, const char *path, const char *where, long k, const char *expected, char **error)
{
	json_decref(run);
	return k < 0 ? fails(error, "%s: %s: %s is expected", path, where, expected)
	             : fails(error, "%s: events[%ld].%s: %s is expected", path, k, where, expected);
}

static json_t *checked(json_t *run, const char *path, char **error)
{
	const json_t *version = json_object_get(run, "hpcc-run"), *events = json_object_get(run, "events");
	json_int_t n = json_integer_value(json_object_get(run, "processes"));
	if (!json_is_integer(version) || json_integer_value(version) != 1)
		return bad(run, path, "hpcc-run", -1, "version 1", error);
	if (n < 1 || n > MOST_PROCESSES) return bad(run, path, "processes", -1, "a number of processes", error);
	if (!json_is_array(events)) return bad(run, path, "events", -1, "an array", error);
	for (size_t k = 0; k < json_array_size(events); k++) {
		const json_t *e = json_array_get(events, k);
		if (!json_is_string(json_object_get(e, "for"))) return bad(run, path, "for", (long)k, "a word", error);
		for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
			const json_t *rows = json_object_get(e, fields[f].name);
			if (rows && !json_is_array(rows))
				return bad(run, path, fields[f].name, (long)k, "an array", error);
			for (size_t i = 0; i < json_array_size(rows); i++)
				if (!is_row(json_array_get(rows, i), fields[f].n, fields[f].n_processes, fields[f].word,
				            (long)n))
					return bad(run, path, fields[f].name, (long)k,
					        "rows of numbers, of processes that there are", error);
		}
	}
	return run;
}

json_t *run_load(const char *path, char **error)
{
	json_error_t where;
	json_t *run = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
	if (!run && where.line > 0) return fails(error, "%s:%d:%d: %s", path, where.line, where.column, where.text);
	if (!run) return fails(error, "%s: %s", path, where.text);
	return checked(run, path, error);
}

// ---- reading ----------------------------------------------------------------------------------

static long at(const json_t *row, size_t k) { return (long)json_integer_value(json_array_get(row, k)); }

static const char *text_of(const json_t *event, const char *key)
{
	const char *text = json_string_value(json_object_get(event, key));
	return text ? text : "";
}

static long number_of(const json_t *event, const char *key)
{
	return (long)json_integer_value(json_object_get(event, key));
}

// What the runtime tells itself when the program begins, which is the launcher's environment: no event of the program.
static bool is_start(const json_t *event)
{
	return !strcmp(text_of(event, "for"), "library") && !strcmp(text_of(event, "name"), "start");
}

// Before the cycle, its first and second step, later ones, after it: as runtime/ledger.h has them.
enum { FIRST_STEP = 1, LATER_STEP = 3, N_WHEN = 5 };

// ---- predicting -------------------------------------------------------------------------------

// The environment with some variables set (NAME=value, NULL behind the last), others as they are. The caller frees the
// array.
static char **environment_with(char *const *more)
{
	size_t n = 0, m = 0;
	while (environ[n]) n++;
	while (more[m]) m++;
	char **all = malloc((n + m + 1) * sizeof *all);
	if (!all) return NULL;
	size_t kept = 0;
	for (size_t k = 0; k < n; k++) {
		bool is_set = false;
		for (size_t j = 0; j < m; j++) is_set |= !strncmp(environ[k], more[j], strcspn(more[j], "=") + 1);
		if (!is_set) all[kept++] = environ[k];
	}
	for (size_t j = 0; j < m; j++) all[kept++] = more[j];
	all[kept] = NULL;
	return all;
}

// Status as waitpid says it; -1: errno says why it did not start.
static int run_program(const run_wish *wish, char *const *environment)
{
	size_t n = 0;
	while (wish->arguments && wish->arguments[n]) n++;
	char **words = calloc(n + 2, sizeof *words);
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status;
	if (!words) return -1;
	words[0] = (char *)wish->program;
	for (size_t k = 0; k < n; k++) words[k + 1] = wish->arguments[k];
	posix_spawn_file_actions_init(&actions);
	if (wish->shows_output)
		posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
	else
		posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	int code = posix_spawn(&child, wish->program, &actions, NULL, words, environment);
	posix_spawn_file_actions_destroy(&actions);
	free(words);
	errno = code;
	if (code) return -1;
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) return -1;
	return status;
}

static json_t *load_prediction(const run_wish *wish, int status, const char *path, char **error)
{
	if (status == -1) return fails(error, "%s: cannot be run: %s", wish->program, strerror(errno));
	if (access(path, F_OK) == 0) return run_load(path, error);
	if (WIFSIGNALED(status))
		return fails(error, "%s: ended by signal %d (%s) before it could predict anything", wish->program,
		        WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fails(error,
	        "%s: ended with status %d and predicted nothing: it is no program of hpcc -fdist, or gave up (see "
	        "above)",
	        wish->program, WEXITSTATUS(status));
}

// The values of rows that a later step has once each, for `times` such steps of `steps` that were run.
static void reckon_rows(json_t *event, const char *name, size_t first, size_t n_values, long times, long steps)
{
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, name), k, row)
	{
		if (at(row, json_array_size(row) - 1) != LATER_STEP) continue;
		for (size_t i = first; i < first + n_values; i++)
			json_array_set_new(row, i,
			        json_integer((json_int_t)((double)at(row, i) / (double)steps * (double)times + .5)));
	}
}

// Where the cycle was stopped early, and it is known how often it runs, later steps stand for those that were not run.
static void reckon(json_t *run)
{
	json_t *cycle = json_object_get(run, "cycle"), *e;
	const long steps = number_of(cycle, "steps"), of = number_of(cycle, "of");
	size_t k;
	if (steps < 3 || of <= steps) return;
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		reckon_rows(e, "runs", 0, 1, of - 2, steps - 2);
		reckon_rows(e, "messages", 2, 2, of - 2, steps - 2);
		reckon_rows(e, "collectives", 3, 1, of - 2, steps - 2);
		reckon_rows(e, "iterations", 1, 2, of - 2, steps - 2);
	}
	json_object_set_new(cycle, "reckoned", json_integer(of - steps));
	json_object_set_new(cycle, "steps", json_integer(of));
}

json_t *run_predict(const run_wish *wish, char **error)
{
	const char *folder = getenv("TMPDIR");
	char path[PATH_MAX], stats[PATH_MAX + 32], processes[32], cycles[40], *layout = NULL;
	snprintf(path, sizeof path, "%s/hpcc-graph-XXXXXX", folder && *folder ? folder : "/tmp");
	if (!mkdtemp(path)) return fails(error, "%s: no folder for the prediction: %s", path, strerror(errno));
	snprintf(stats, sizeof stats, "HPCC_STATS=%s/run.json", path);
	snprintf(processes, sizeof processes, "HPCC_PREDICT=%d", wish->processes);
	snprintf(cycles, sizeof cycles, "HPCC_CYCLES=%ld", wish->cycles);
	if (wish->layout && asprintf(&layout, "HPCC_LAYOUT=%s", wish->layout) < 0) layout = NULL;
	char *more[5] = {stats, processes, cycles, layout, NULL};
	char **environment = environment_with(more);
	int status = environment ? run_program(wish, environment) : -1;
	json_t *run = load_prediction(wish, status, stats + strlen("HPCC_STATS="), error);
	if (run) reckon(run);
	unlink(stats + strlen("HPCC_STATS="));
	rmdir(path);
	free(environment);
	free(layout);
	return run;
}

// "heat.c:14 nest 2", "heat.c:19 element of u".
static void print_place(const json_t *e, FILE *out)
{
	const char *file = text_of(e, "file"), *name = text_of(e, "name");
	long line = number_of(e, "line"), id = number_of(e, "id");
	if (*file) fprintf(out, "%s", file);
	if (line) fprintf(out, ":%ld", line);
	fprintf(out, "%s%s", *file ? " " : "", text_of(e, "for"));
	if (id) fprintf(out, " %ld", id);
	if (*name) fprintf(out, " %s", name);
}

// ---- for people -------------------------------------------------------------------------------

typedef struct sums {
	long messages[N_WHEN], bytes[N_WHEN], collectives[N_WHEN], collective_bytes[N_WHEN];
	long split, by_all, most; // iterations: of all processes; most: of one
} sums;

static size_t when_of(const json_t *row, size_t k)
{
	long when = at(row, k);
	return when < 0 || when >= N_WHEN ? 0 : (size_t)when;
}

static long total(const long *of)
{
	long n = 0;
	for (int k = 0; k < N_WHEN; k++) n += of[k];
	return n;
}

static sums sums_of(const json_t *event, long processes)
{
	sums s = {0};
	size_t k;
	json_t *row;
	long *done = calloc((size_t)processes, sizeof *done);
	if (!done) abort();
	json_array_foreach(json_object_get(event, "messages"), k, row)
	{
		s.messages[when_of(row, 4)] += at(row, 2);
		s.bytes[when_of(row, 4)] += at(row, 3);
	}
	json_array_foreach(json_object_get(event, "collectives"), k, row)
	{
		s.collectives[when_of(row, 4)] += at(row, 3);
		s.collective_bytes[when_of(row, 4)] += at(row, 2) * at(row, 3);
	}
	json_array_foreach(json_object_get(event, "iterations"), k, row)
	{
		s.split += at(row, 1);
		s.by_all += at(row, 2);
		done[at(row, 0)] += at(row, 1) + at(row, 2);
	}
	for (long p = 0; p < processes; p++) s.most = done[p] > s.most ? done[p] : s.most;
	free(done);
	return s;
}

static long runs_in(const json_t *event)
{
	long n = 0;
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "runs"), k, row) n += at(row, 0);
	return n;
}

static double imbalance(const sums *s, long processes)
{
	double mean = (double)(s->split + s->by_all) / (double)processes;
	return mean > 0 ? (double)s->most / mean : 1;
}

// In each of the later steps, which need not be alike.
static void print_each(FILE *out, const long *of, long steps)
{
	if (steps <= 2)
		fprintf(out, " %11s", "");
	else if (of[LATER_STEP] % (steps - 2) == 0)
		fprintf(out, " %11ld", of[LATER_STEP] / (steps - 2));
	else
		fprintf(out, " %11.1f", (double)of[LATER_STEP] / (double)(steps - 2));
}

static void print_sums(FILE *out, const sums *s, long steps)
{
	fprintf(out, " %10ld %13ld", total(s->messages), total(s->bytes));
	if (steps) {
		fprintf(out, " %11ld", s->bytes[FIRST_STEP]);
		print_each(out, s->bytes, steps);
	}
	fprintf(out, " %11ld %12ld", total(s->collectives), total(s->collective_bytes));
}

static void add_sums(sums *to, const sums *s)
{
	for (int k = 0; k < N_WHEN; k++) {
		to->messages[k] += s->messages[k];
		to->bytes[k] += s->bytes[k];
		to->collectives[k] += s->collectives[k];
		to->collective_bytes[k] += s->collective_bytes[k];
	}
}

static void print_head(const json_t *run, long steps, FILE *out)
{
	const json_t *cycle = json_object_get(run, "cycle");
	fprintf(out, "%s on %ld processes, %s", text_of(run, "program"), number_of(run, "processes"),
	        json_is_true(json_object_get(run, "predicted")) ? "predicted" : "recorded");
	if (steps)
		fprintf(out, "; %ld steps of the cycle at %s:%ld", steps, text_of(cycle, "file"),
		        number_of(cycle, "line"));
	if (number_of(cycle, "reckoned")) fprintf(out, ", %ld of them reckoned", number_of(cycle, "reckoned"));
	fprintf(out, "\n\n%9s %10s %13s", "runs", "messages", "bytes");
	if (steps) fprintf(out, " %11s %11s", "first step", "later, each");
	fprintf(out, " %11s %12s %7s  %s\n", "collectives", "bytes each", "uneven", "where");
}

void run_print(const json_t *run, FILE *out)
{
	const long processes = number_of(run, "processes");
	const long steps = number_of(json_object_get(run, "cycle"), "steps");
	sums all = {0};
	size_t k;
	json_t *e;
	print_head(run, steps, out);
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		if (is_start(e)) continue;
		sums s = sums_of(e, processes);
		long runs = runs_in(e);
		fprintf(out, "%9ld", runs ? runs : total(s.collectives));
		print_sums(out, &s, steps);
		if (s.most)
			fprintf(out, " %7.2f  ", imbalance(&s, processes));
		else
			fprintf(out, " %7s  ", "");
		print_place(e, out);
		if (s.by_all > s.split / 50) fprintf(out, "  (%s by all)", s.split ? "in part" : "run");
		fputc('\n', out);
		add_sums(&all, &s);
	}
	fprintf(out, "%9s", "");
	print_sums(out, &all, steps);
	fprintf(out, " %7s  in all\n", "");
}

// ---- the matrix -------------------------------------------------------------------------------

// Sums by up to three numbers, sorted.
typedef struct cell {
	long key[3], n, bytes;
} cell;

typedef struct cells {
	size_t n, room;
	cell *cell;
} cells;

static void add_cell(cells *t, cell c)
{
	if (t->n == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->cell = realloc(t->cell, t->room * sizeof *t->cell);
		if (!t->cell) abort();
	}
	t->cell[t->n++] = c;
}

static int by_key(const void *a, const void *b)
{
	const cell *x = a, *y = b;
	for (int k = 0; k < 3; k++)
		if (x->key[k] != y->key[k]) return x->key[k] < y->key[k] ? -1 : 1;
	return 0;
}

static void join_cells(cells *t)
{
	size_t kept = 0;
	if (t->n) qsort(t->cell, t->n, sizeof *t->cell, by_key);
	for (size_t k = 0; k < t->n; k++)
		if (kept && by_key(&t->cell[kept - 1], &t->cell[k]) == 0)
			t->cell[kept - 1].n += t->cell[k].n, t->cell[kept - 1].bytes += t->cell[k].bytes;
		else
			t->cell[kept++] = t->cell[k];
	t->n = kept;
}

static const char *const operations[] = {"barrier", "broadcast", "allgather", "allreduce"};
enum { N_OPERATIONS = sizeof operations / sizeof *operations };

static long operation_of(const json_t *row)
{
	const char *word = json_string_value(json_array_get(row, 0));
	long k = 0;
	while (k < N_OPERATIONS && strcmp(word, operations[k]) != 0) k++;
	return k;
}

static cells messages_of(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "messages"), k, row)
	        add_cell(&t, (cell){{at(row, 0), at(row, 1), 0}, at(row, 2), at(row, 3)});
	join_cells(&t);
	return t;
}

static cells collectives_of(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "collectives"), k, row)
	        add_cell(&t, (cell){{operation_of(row), at(row, 1), at(row, 2)}, at(row, 3), 0});
	join_cells(&t);
	return t;
}

static void add_all(cells *to, cells from)
{
	for (size_t k = 0; k < from.n; k++) add_cell(to, from.cell[k]);
	free(from.cell);
}

void run_matrix(const json_t *run, FILE *out)
{
	cells messages = {0}, collectives = {0};
	size_t k;
	json_t *e;
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		if (is_start(e)) continue;
		add_all(&messages, messages_of(e));
		add_all(&collectives, collectives_of(e));
	}
	join_cells(&messages);
	join_cells(&collectives);
	fprintf(out, "from,to,messages,bytes\n");
	for (k = 0; k < messages.n; k++) {
		const cell *c = &messages.cell[k];
		fprintf(out, "%ld,%ld,%ld,%ld\n", c->key[0], c->key[1], c->n, c->bytes);
	}
	fprintf(out, "operation,root,bytes,count\n");
	for (k = 0; k < collectives.n; k++) {
		const cell *c = &collectives.cell[k];
		const char *word = c->key[0] < N_OPERATIONS ? operations[c->key[0]] : "other";
		if (c->key[1] < 0)
			fprintf(out, "%s,all,%ld,%ld\n", word, c->key[2], c->n);
		else
			fprintf(out, "%s,%ld,%ld,%ld\n", word, c->key[1], c->key[2], c->n);
	}
	free(messages.cell);
	free(collectives.cell);
}

// ---- recorded against predicted -----------------------------------------------------------------

static bool same_event(const json_t *a, const json_t *b)
{
	static const char *const texts[] = {"for", "file", "name"}, *const numbers[] = {"line", "id"};
	for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
		if (strcmp(text_of(a, texts[k]), text_of(b, texts[k])) != 0) return false;
	for (size_t k = 0; k < sizeof numbers / sizeof *numbers; k++)
		if (number_of(a, numbers[k]) != number_of(b, numbers[k])) return false;
	return true;
}

static const json_t *find_event(const json_t *run, const json_t *event)
{
	size_t k;
	json_t *e;
	json_array_foreach(json_object_get(run, "events"), k, e) if (same_event(e, event)) return e;
	return NULL;
}

static cells iterations_of(const json_t *event)
{
	cells t = {0};
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, "iterations"), k, row) if (at(row, 1) || at(row, 2))
	        add_cell(&t, (cell){{at(row, 0), 0, 0}, at(row, 1), at(row, 2)});
	join_cells(&t);
	return t;
}

static cells runs_of(const json_t *event)
{
	cells t = {0};
	if (runs_in(event)) add_cell(&t, (cell){{0, 0, 0}, runs_in(event), 0});
	return t;
}

// What of an event is compared, and how one entry of it is called.
static const struct aspect {
	cells (*of)(const json_t *event);
	const char *name, *n, *bytes;
} aspects[] = {{runs_of, "runs", "", NULL}, {messages_of, "from %ld to %ld", "messages", "bytes"},
        {collectives_of, NULL, "times", NULL}, {iterations_of, "process %ld", "split", "by all"}};

static void print_key(const struct aspect *a, const cell *c, FILE *out)
{
	if (a->of == messages_of)
		fprintf(out, "from %ld to %ld", c->key[0], c->key[1]);
	else if (a->of == iterations_of)
		fprintf(out, "iterations of process %ld", c->key[0]);
	else if (a->of == runs_of)
		fprintf(out, "runs");
	else
		fprintf(out, "%s of %ld bytes", c->key[0] < N_OPERATIONS ? operations[c->key[0]] : "operation",
		        c->key[2]);
}

static void print_counts(const struct aspect *a, const cell *c, FILE *out)
{
	fprintf(out, "%ld%s%s", c->n, *a->n ? " " : "", a->n);
	if (a->bytes) fprintf(out, " (%ld %s)", c->bytes, a->bytes);
}

// The first difference of two sorted lists; false: there is none.
static bool differs(const struct aspect *a, const cells *recorded, const cells *predicted, FILE *out)
{
	size_t i = 0, k = 0;
	const cell none = {{0}, 0, 0};
	while (i < recorded->n && k < predicted->n &&
	        memcmp(&recorded->cell[i], &predicted->cell[k], sizeof(cell)) == 0)
		i++, k++;
	if (i == recorded->n && k == predicted->n) return false;
	const cell *r = i < recorded->n ? &recorded->cell[i] : NULL, *p = k < predicted->n ? &predicted->cell[k] : NULL;
	int order = !r ? 1 : !p ? -1 : by_key(r, p);
	fprintf(out, ": ");
	print_key(a, order <= 0 ? r : p, out);
	fprintf(out, ": recorded ");
	print_counts(a, order <= 0 ? r : &none, out);
	fprintf(out, ", predicted ");
	print_counts(a, order >= 0 ? p : &none, out);
	return true;
}

static bool compare_events(const json_t *recorded, const json_t *predicted, FILE *out)
{
	bool any = false;
	for (size_t k = 0; k < sizeof aspects / sizeof *aspects; k++) {
		cells r = aspects[k].of(recorded), p = aspects[k].of(predicted);
		char *said = NULL;
		size_t size;
		FILE *text = open_memstream(&said, &size);
		bool other = text && differs(&aspects[k], &r, &p, text);
		if (text) fclose(text);
		if (other) {
			print_place(recorded, out);
			fprintf(out, "%s\n", said);
		}
		free(said);
		free(r.cell);
		free(p.cell);
		any |= other;
	}
	return any;
}

int run_check(const json_t *recorded, const json_t *predicted, FILE *out)
{
	json_t *nothing = json_object();
	size_t k;
	json_t *e;
	int n = 0, all = 0;
	if (number_of(recorded, "processes") != number_of(predicted, "processes")) {
		fprintf(out, "%ld processes are recorded, %ld predicted\n", number_of(recorded, "processes"),
		        number_of(predicted, "processes"));
		json_decref(nothing);
		return 1;
	}
	json_array_foreach(json_object_get(recorded, "events"), k, e)
	{
		if (is_start(e)) continue;
		const json_t *other = find_event(predicted, e);
		n += compare_events(e, other ? other : nothing, out);
		all++;
	}
	json_array_foreach(json_object_get(predicted, "events"), k, e)
	{
		if (is_start(e) || find_event(recorded, e)) continue;
		print_place(e, out);
		fprintf(out, ": predicted, and not recorded\n");
		n++, all++;
	}
	fprintf(out, "%d of %d events differ\n", n, all);
	json_decref(nothing);
	return n;
}
