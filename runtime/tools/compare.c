// SPDX-License-Identifier: Apache-2.0
//
// hpcc-compare: runs a program sequentially and on many processes, and names the first element at which they differ.
// See docs/man/hpcc-compare.1. What nests leave behind it reads from traces (runtime/trace.h).
#include "../trace/parts.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAME = 0, DIFFERENT = 1, TROUBLE = 2 };

static char work[4096]; // a folder of ours

// ---- ends -------------------------------------------------------------------------------------

static void remove_work(void)
{
	static const char *const names[] = {"sequential", "parallel", "input", "out.0", "out.1", "out.n", "log",
	        "trace.1", "trace.n", "trace.1.elements", "trace.n.elements"};
	// A handler of signals may be here, too: nothing that formats.
	char path[sizeof work + 64];
	for (size_t k = 0; *work && k < sizeof names / sizeof *names; k++) {
		strcpy(stpcpy(stpcpy(path, work), "/"), names[k]);
		unlink(path);
	}
	if (*work) rmdir(work);
}

static _Noreturn void give_up(const char *format, ...) __attribute__((format(printf, 1, 2)));
static _Noreturn void give_up(const char *format, ...)
{
	va_list args;
	fflush(stdout);
	va_start(args, format);
	fputs("hpcc-compare: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	remove_work();
	exit(TROUBLE);
}

static void on_signal(int number)
{
	remove_work();
	_exit(128 + number);
}

static void *grow(void *old, size_t bytes)
{
	void *memory = realloc(old, bytes ? bytes : 1);
	if (!memory) give_up("out of memory");
	return memory;
}

static const char *in_work(const char *name)
{
	static char path[8][4200];
	static int next;
	char *p = path[next++ % 8];
	snprintf(p, sizeof path[0], "%s/%s", work, name);
	return p;
}

// ---- words ------------------------------------------------------------------------------------

typedef struct words {
	int n;
	const char **word; // with NULL behind the last
} words;

static void add(words *list, const char *word)
{
	enum { MOST = 1 << 20 };
	if (list->n >= MOST) give_up("more than %d words", MOST);
	list->word = grow(list->word, (size_t)(list->n + 2) * sizeof *list->word);
	list->word[list->n++] = word;
	list->word[list->n] = NULL;
}

static void add_all(words *list, const words *more)
{
	for (int k = 0; k < more->n; k++) add(list, more->word[k]);
}

// Blanks divide words; nothing is quoted.
static void add_split(words *list, const char *text)
{
	static const char blanks[] = " \t";
	for (const char *at = text + strspn(text, blanks); *at; at += strspn(at, blanks)) {
		size_t length = strcspn(at, blanks);
		char *word = strndup(at, length);
		if (!word) give_up("out of memory");
		add(list, word);
		at += length;
	}
}

typedef struct options {
	int processes;
	double tolerance;
	bool verbose;
	words compiler; // what the compilers are given
	words arguments;
	words launcher;
} options;

// ---- running ----------------------------------------------------------------------------------

static void redirect(int to, const char *path, int flags)
{
	int descriptor = open(path, flags, 0600);
	if (descriptor < 0 || dup2(descriptor, to) < 0) _exit(127);
	close(descriptor);
}

// As the shell says it.
static int exit_status(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

// Waits for the command; its status as waitpid says it. out, err NULL: ours.
static int run(const words *command, const char *in, const char *out, const char *err)
{
	int status;
	pid_t child = fork();
	if (child < 0) give_up("cannot start a process: %s", strerror(errno));
	if (child == 0) {
		if (in) redirect(0, in, O_RDONLY);
		if (out) redirect(1, out, O_WRONLY | O_CREAT | O_TRUNC);
		if (err) redirect(2, err, O_WRONLY | O_CREAT | O_TRUNC);
		execvp(command->word[0], (char *const *)command->word);
		dprintf(2, "hpcc-compare: cannot run '%s': %s\n", command->word[0], strerror(errno));
		_exit(127);
	}
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) give_up("%s", strerror(errno));
	return status;
}

static void show_file(const char *path)
{
	char line[4096];
	FILE *file = fopen(path, "r");
	while (file && fgets(line, sizeof line, file)) fputs(line, stderr);
	if (file) fclose(file);
}

static void compile(const words *command, const char *what)
{
	if (run(command, "/dev/null", NULL, in_work("log")) == 0) return;
	show_file(in_work("log"));
	give_up("the %s does not compile", what);
}

// The folder of this program, with the compiler beside it.
static void own_folder(char *path, size_t size)
{
	ssize_t n = readlink("/proc/self/exe", path, size - 1);
	if (n < 0) give_up("cannot find where it is installed: %s", strerror(errno));
	path[n] = 0;
	*strrchr(path, '/') = 0;
}

static bool is_ours(const char *flag)
{
	return !strncmp(flag, "-fdist", 6) || !strncmp(flag, "-Wdist", 6) || !strncmp(flag, "-Wno-dist", 9) ||
	       !strncmp(flag, "-Werror=dist", 12);
}

static void compile_both(const options *o)
{
	static char folder[4096], hpcc[4200], include[4200];
	words sequential = {0}, parallel = {0};
	const char *clang = getenv("HPCC_CLANG");
	own_folder(folder, sizeof folder);
	snprintf(hpcc, sizeof hpcc, "%s/hpcc", folder);
	snprintf(include, sizeof include, "-I%s/../include", folder);
	add(&sequential, clang && *clang ? clang : HPCC_CLANG);
	add(&sequential, "-Wno-unknown-pragmas");
	for (int k = 0; k < o->compiler.n; k++)
		if (!is_ours(o->compiler.word[k])) add(&sequential, o->compiler.word[k]);
	add(&sequential, include);
	add(&sequential, "-I" HPCC_SOURCE_INCLUDE);
	add(&sequential, "-o");
	add(&sequential, strdup(in_work("sequential")));
	add(&parallel, hpcc);
	add(&parallel, "-fdist");
	add_all(&parallel, &o->compiler);
	add(&parallel, "-o");
	add(&parallel, strdup(in_work("parallel")));
	compile(&sequential, "sequential program");
	compile(&parallel, "translated program");
	free(sequential.word);
	free(parallel.word);
}

typedef struct side {
	const char *name; // "1", "n": of its files
	bool launched;
	int status;
} side;

// Runs the translated program; `steps` are those whose elements are wanted, NULL: none but of arrays that processes
// combine. Many processes go on with the sums of the one, which has run before: so what is rounded otherwise has no
// consequences.
static void run_traced(const options *o, side *s, const char *steps)
{
	words command = {0};
	char count[16], name[16], wanted[1100];
	snprintf(count, sizeof count, "%d", o->processes);
	snprintf(name, sizeof name, "trace.%s", s->name);
	setenv("HPCC_TRACE", in_work(name), 1);
	snprintf(wanted, sizeof wanted, "sums,%s", steps ? steps : "");
	setenv("HPCC_TRACE_DUMP", wanted, 1);
	if (s->launched) {
		setenv("HPCC_TRACE_FROM", in_work("trace.1"), 1);
		add_all(&command, &o->launcher);
		add(&command, "-n");
		add(&command, count);
	}
	add(&command, strdup(in_work("parallel")));
	add_all(&command, &o->arguments);
	snprintf(name, sizeof name, "out.%s", s->name);
	s->status = exit_status(run(&command, in_work("input"), in_work(name), o->verbose ? NULL : in_work("log")));
	unsetenv("HPCC_TRACE");
	unsetenv("HPCC_TRACE_DUMP");
	unsetenv("HPCC_TRACE_FROM");
	free(command.word);
}

static int run_sequential(const options *o)
{
	words command = {0};
	add(&command, strdup(in_work("sequential")));
	add_all(&command, &o->arguments);
	int status = run(&command, in_work("input"), in_work("out.0"), o->verbose ? NULL : in_work("log"));
	free(command.word);
	return status;
}

// Both runs read the same input.
static void keep_input(void)
{
	char bytes[65536];
	ssize_t n;
	int to = open(in_work("input"), O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (to < 0) give_up("cannot write in '%s': %s", work, strerror(errno));
	while (!isatty(0) && (n = read(0, bytes, sizeof bytes)) > 0)
		if (write(to, bytes, (size_t)n) != n) give_up("cannot keep the input: %s", strerror(errno));
	close(to);
}

// ---- traces -----------------------------------------------------------------------------------

// A line; its fields stand in `line`.
typedef struct event {
	long step;
	char *line;
	const char *what, *place, *executions, *name, *type, *value; // an array's hash is its value
	double scale;
} event;

typedef struct trace {
	int n;
	event *list;
} trace;

static const char *field(char **rest)
{
	char *begin = *rest, *end = begin + strcspn(begin, "\t\n");
	if (*end) *end++ = 0;
	*rest = end;
	return begin;
}

static trace read_trace(const char *name)
{
	trace t = {0};
	char *line = NULL;
	size_t size = 0;
	FILE *file = fopen(in_work(name), "r");
	if (!file || getline(&line, &size, file) < 0 || strcmp(line, "hpcc-trace 2\n") != 0)
		give_up("the translated program has written no trace");
	while (getline(&line, &size, file) > 0 && strchr(line, '\n')) {
		event e = {.line = strdup(line)};
		char *rest = e.line;
		if (!rest) give_up("out of memory");
		e.step = atol(field(&rest));
		e.what = field(&rest);
		e.place = field(&rest);
		e.executions = field(&rest);
		e.name = field(&rest);
		e.type = strcmp(e.what, "result") ? "" : field(&rest);
		e.value = field(&rest);
		e.scale = atof(field(&rest));
		t.list = grow(t.list, (size_t)(t.n + 1) * sizeof *t.list);
		t.list[t.n++] = e;
	}
	free(line);
	fclose(file);
	return t;
}

// An array whose elements processes combine, each in its order.
static bool is_sums(const event *e) { return !strcmp(e->what, "sums"); }

static bool is_array(const event *e) { return !strcmp(e->what, "array") || is_sums(e); }

static bool same_event(const event *a, const event *b)
{
	return !strcmp(a->what, b->what) && !strcmp(a->place, b->place) && !strcmp(a->executions, b->executions) &&
	       !strcmp(a->name, b->name);
}

static bool is_real(const char *type)
{
	return strstr(type, "float") || strstr(type, "double") || strstr(type, "complex");
}

// That of numbers of single precision is larger: these have seven digits.
static double tolerance_of(bool is_single, double tolerance)
{
	static const double single = 1e-5;
	return is_single && tolerance > 0 ? fmax(tolerance, single) : tolerance;
}

static bool close_to(double x, double y, double scale, double tolerance)
{
	if (x == y || (isnan(x) && isnan(y))) return true;
	return fabs(x - y) <= tolerance * fmax(scale, fmax(fabs(x), fabs(y)));
}

// Values of a reduction, of one or two numbers.
static bool close_values(const char *a, const char *b, double scale, double tolerance)
{
	char *rest_a, *rest_b;
	double x = strtod(a, &rest_a), y = strtod(b, &rest_b);
	return close_to(x, y, scale, tolerance) && (!*rest_a || close_values(rest_a, rest_b, scale, tolerance));
}

// ---- elements ---------------------------------------------------------------------------------

typedef struct dump {
	long step;
	char name[256];
	size_t element, bytes;
	int rank, n_parts;
	long extent[8];
	hpcc_part part[HPCC_MOST_PARTS];
	char *memory;
} dump;

// A number in an element.
typedef struct spot {
	size_t element;
	int part;
	size_t index; // where there are several side by side
} spot;

static bool read_dump_line(FILE *file, dump *d)
{
	static char line[HPCC_TRACE_LINE];
	if (!fgets(line, sizeof line, file)) return false;
	size_t bytes = hpcc_trace_bytes(line);
	char *rest = line;
	d->step = atol(field(&rest));
	snprintf(d->name, sizeof d->name, "%s", field(&rest));
	const char *holds = field(&rest);
	long element = atol(field(&rest)), rank = atol(field(&rest));
	static const size_t most = (size_t)1 << 46; // of memory that a process can have
	if (element <= 0 || rank < 0 || rank > 8 || bytes > most) return false;
	d->element = (size_t)element;
	d->bytes = bytes;
	d->rank = (int)rank;
	for (int k = 0; k < d->rank; k++) d->extent[k] = atol(field(&rest));
	d->n_parts = hpcc_parts_read(holds, d->element, d->part);
	return d->n_parts > 0;
}

// Goes on to the elements of the step; false: there are none.
static bool read_dump(FILE *file, dump *d, long step)
{
	while (read_dump_line(file, d)) {
		if (d->step > step) return false;
		if (d->step == step) {
			d->memory = grow(d->memory, d->bytes);
			return fread(d->memory, 1, d->bytes, file) == d->bytes;
		}
		if (fseek(file, (long)d->bytes, SEEK_CUR)) return false;
	}
	return false;
}

static const char *bytes_at(const dump *d, spot at)
{
	const hpcc_part *p = &d->part[at.part];
	return d->memory + at.element * d->element + p->offset + at.index * p->size;
}

static bool number_at(const dump *d, spot at, double *value)
{
	long double number;
	if (!hpcc_part_number(&d->part[at.part], bytes_at(d, at), &number)) return false;
	*value = (double)number;
	return true;
}

static void value_text(const dump *d, spot at, char *text, size_t size)
{
	const hpcc_part *p = &d->part[at.part];
	const char *byte = bytes_at(d, at);
	long integer = 0;
	long double number;
	if (hpcc_part_number(p, byte, &number)) {
		snprintf(text, size, "%.*Lg", p->kind == 'x' ? 21 : p->size == sizeof(float) ? 9 : 17, number);
	} else if (p->kind != 'b') {
		int unused = (int)(8 * (sizeof integer - p->size));
		memcpy(&integer, byte, p->size);
		if (p->kind == 'i' && unused) integer = (long)((unsigned long)integer << unused) >> unused;
		snprintf(text, size, p->kind == 'i' ? "%ld" : "%lu", integer);
	} else {
		size_t n = (size_t)snprintf(text, size, "the bytes");
		for (size_t k = 0; k < p->size && n + 4 < size; k++)
			n += (size_t)snprintf(text + n, size - n, " %02x", (unsigned char)byte[k]);
	}
}

// The largest number that an array has there in its elements: what differences are small against.
static double scale_of(const dump *d, int part)
{
	double scale = 0, x;
	for (spot at = {.part = part}; at.element < d->bytes / d->element; at.element++)
		for (at.index = 0; at.index < d->part[part].count && number_at(d, at, &x); at.index++)
			if (isfinite(x)) scale = fmax(scale, fabs(x));
	return scale;
}

static bool same_at(const dump *a, const dump *b, spot at, double scale, double tolerance)
{
	double x, y;
	if (!memcmp(bytes_at(a, at), bytes_at(b, at), hpcc_part_bytes(&a->part[at.part]))) return true;
	if (!number_at(a, at, &x) || !number_at(b, at, &y)) return false;
	return (isnan(x) && isnan(y)) || (tolerance > 0 && close_to(x, y, scale, tolerance));
}

// Whether some element differs, and which is the first one. norm: the largest number that the array has had so far.
static bool find_difference(const dump *a, const dump *b, double norm, double tolerance, spot *first)
{
	bool found = false;
	for (int part = 0; part < a->n_parts; part++) {
		const hpcc_part *p = &a->part[part];
		double scale = tolerance > 0 ? scale_of(a, part) : 0;
		double most = tolerance_of(p->kind == 'f' && p->size == sizeof(float), tolerance);
		if (a->n_parts == 1) scale = fmax(scale, norm);
		size_t n = found ? first->element : a->bytes / a->element;
		for (spot at = {.part = part}; at.element < n; at.element++)
			for (at.index = 0; at.index < p->count; at.index++)
				if (!same_at(a, b, at, scale, most)) {
					*first = at;
					found = true;
					n = 0;
					break;
				}
	}
	return found;
}

// ---- the first difference ---------------------------------------------------------------------

typedef struct comparison {
	const options *o;
	side one, many;
	trace a, b;
	FILE *one_elements, *many_elements; // of the first runs: of arrays that processes combine
	bool rounding;                      // elements may differ by rounding from here on
	int other_way; // the programs did not do the same nests from this step on, which rounding may be the cause of; -1
} comparison;

static void say_element(const comparison *c, const event *e, const dump *a, const dump *b, spot at)
{
	char x[512], y[512], member[128], index[256] = "";
	const hpcc_part *p = &a->part[at.part];
	long rest = (long)at.element, subscript[8] = {0};
	for (int d = a->rank - 1; d >= 0; d--) {
		subscript[d] = rest % a->extent[d];
		rest /= a->extent[d];
	}
	for (int d = 0; d < a->rank; d++)
		snprintf(index + strlen(index), sizeof index - strlen(index), "[%ld]", subscript[d]);
	value_text(a, at, x, sizeof x);
	value_text(b, at, y, sizeof y);
	if (p->count > 1)
		snprintf(member, sizeof member, "%s[%zu]", p->name, at.index);
	else
		snprintf(member, sizeof member, "%s", p->name);
	printf("%s: `%s%s%s` is %s on one process and %s on %d processes, after execution %s of these loops "
	       "(step %ld)\n",
	        e->place, a->name, index, member, x, y, c->o->processes, e->executions, e->step);
}

// What the array of an event has had as its largest number so far: where it becomes small the differences do not.
static double norm_until(const comparison *c, int k)
{
	double norm = 0;
	for (int i = 0; i <= k; i++)
		if (is_array(&c->a.list[i]) && !strcmp(c->a.list[i].name, c->a.list[k].name))
			norm = fmax(norm, c->a.list[i].scale);
	return norm;
}

// Runs both again with the elements of these events. The first of them with an element that differs by more than
// rounding is said if `says`; gives its number in the list, n: none.
static int compare_elements(comparison *c, const int *events, int n, double tolerance, bool says)
{
	char steps[1024] = "";
	dump a = {0}, b = {0};
	int found = n;
	for (int k = 0; k < n; k++)
		snprintf(steps + strlen(steps), sizeof steps - strlen(steps), "%s%ld", k ? "," : "",
		        c->a.list[events[k]].step);
	run_traced(c->o, &c->one, steps);
	run_traced(c->o, &c->many, steps);
	FILE *first = fopen(in_work("trace.1.elements"), "r"), *second = fopen(in_work("trace.n.elements"), "r");
	if (!first || !second) give_up("the translated program has written no elements");
	for (int k = 0; k < n && found == n; k++) {
		long step = c->a.list[events[k]].step;
		spot at;
		if (!read_dump(first, &a, step) || !read_dump(second, &b, step))
			give_up("the elements of step %ld are missing", step);
		if (a.bytes != b.bytes) give_up("`%s` has another size on %d processes", a.name, c->o->processes);
		if (!find_difference(&a, &b, norm_until(c, events[k]), tolerance, &at)) continue;
		found = k;
		if (says) say_element(c, &c->a.list[events[k]], &a, &b, at);
	}
	fclose(first);
	fclose(second);
	free(a.memory);
	free(b.memory);
	return found;
}

enum { AT_ONCE = 16 }; // events whose elements are asked for in one run

// Among events whose arrays differ, if only by rounding, the first with an element that differs by more: differences
// are taken to grow, so that some are looked at and then those between. n: none.
static int search(comparison *c, const int *events, int n, double tolerance)
{
	int low = 0, high = n; // none before `low` differs, that at `high` does, or is the end
	while (low < high) {
		int at[AT_ONCE], sample[AT_ONCE], count = high - low < AT_ONCE ? high - low : AT_ONCE;
		for (int k = 0; k < count; k++) {
			at[k] = low + (int)((long)(k + 1) * (high - low) / count) - 1;
			sample[k] = events[at[k]];
		}
		int found = compare_elements(c, sample, count, tolerance, false);
		if (found == count) return high;
		high = at[found];
		if (found > 0) low = at[found - 1] + 1;
		if (count < AT_ONCE || high == low) break;
	}
	return high;
}

static int say_other_way(const comparison *c, int k)
{
	const event *a = k < c->a.n ? &c->a.list[k] : NULL, *b = k < c->b.n ? &c->b.list[k] : NULL;
	printf("the programs go different ways after step %d: ", k);
	if (a)
		printf("one process runs the loops at %s (execution %s), ", a->place, a->executions);
	else
		printf("one process ends, ");
	if (b)
		printf("%d processes run those at %s (execution %s)\n", c->o->processes, b->place, b->executions);
	else
		printf("%d processes end with status %d\n", c->o->processes, c->many.status);
	return DIFFERENT;
}

static int say_result(const comparison *c, const event *a, const event *b)
{
	printf("%s: the result of `%s` is %s on one process and %s on %d processes, after execution %s of these loops "
	       "(step %ld)\n",
	        a->place, a->name, a->value, b->value, c->o->processes, a->executions, a->step);
	return DIFFERENT;
}

// An array that processes combine, which differs: many go on with the elements of one, where these were written. Then
// they may differ as a sum may; else there will be rounding in what follows.
static bool sums_differ(comparison *c, int k)
{
	static dump a, b;
	const event *e = &c->a.list[k];
	spot at;
	if (!c->one_elements || !c->many_elements || !read_dump(c->one_elements, &a, e->step) ||
	        !read_dump(c->many_elements, &b, e->step)) {
		c->rounding = true;
		return false;
	}
	if (a.bytes != b.bytes) give_up("`%s` has another size on %d processes", a.name, c->o->processes);
	if (!find_difference(&a, &b, norm_until(c, k), c->o->tolerance, &at)) return false;
	say_element(c, e, &a, &b, at);
	return true;
}

// Of two values of a result that are not the same text.
static bool results_differ(const comparison *c, const event *a, const event *b)
{
	bool adds = !strcmp(a->name, "+") || !strcmp(a->name, "*");
	bool is_truth = !strcmp(a->name, "&&") || !strcmp(a->name, "||");
	double tolerance = tolerance_of(strstr(a->type, "float"), adds || c->rounding ? c->o->tolerance : 0);
	if (!strcmp(a->type, "bytes")) return !c->rounding;
	if (is_truth) return !strtod(a->value, NULL) != !strtod(b->value, NULL);
	if (!is_real(a->type)) return true;
	return !close_values(a->value, b->value, fmax(a->scale, b->scale), tolerance);
}

// The first event whose array has an element that differs; n: none. What a nest may set can be known more closely on
// one process than on many, and then the hash alone differs.
static int first_unequal(comparison *c, const int *list, int n)
{
	int some = n < AT_ONCE ? n : AT_ONCE;
	int at = some > 0 ? compare_elements(c, list, some, 0, false) : 0;
	return at < some ? at : some + search(c, list + some, n - some, 0);
}

// The first array that differs, or by more than rounding where that may be, from number `exact` of the list on; list:
// those that may differ. false: none.
static bool say_arrays(comparison *c, const int *list, int n, int exact)
{
	int at = first_unequal(c, list, exact);
	if (at == exact) at += search(c, list + exact, n - exact, c->o->tolerance);
	if (at == n) return false;
	if (compare_elements(c, &list[at], 1, at < exact ? 0 : c->o->tolerance, true) == 1)
		give_up("two runs on the same number of processes differ: the program is not repeatable");
	return true;
}

static int compare_traces(comparison *c)
{
	int *events = NULL, n = 0, exact = 0, k = 0, other = -1;
	bool differs = false;
	for (; k < c->a.n && k < c->b.n && !differs && other < 0; k++) {
		const event *a = &c->a.list[k], *b = &c->b.list[k];
		if (!same_event(a, b)) break;
		if (is_sums(a) && !strcmp(a->value, "?")) c->rounding |= c->o->tolerance > 0;
		if (!strcmp(a->value, b->value)) continue;
		if (is_sums(a) && !c->rounding && c->o->tolerance > 0) {
			differs = sums_differ(c, k);
			if (differs) return DIFFERENT;
			if (!c->rounding) continue;
		}
		if (is_array(a)) {
			events = grow(events, (size_t)(n + 1) * sizeof *events);
			events[n++] = k;
			if (!c->rounding) exact = n;
		} else if (results_differ(c, a, b)) {
			other = k;
		}
	}
	if (n > 0) differs = say_arrays(c, events, n, exact);
	free(events);
	if (differs) return DIFFERENT;
	if (other >= 0) return say_result(c, &c->a.list[other], &c->b.list[other]);
	if (k == c->a.n && k == c->b.n) return SAME;
	// How often a solver iterates may hang on rounding: then what is printed tells.
	c->other_way = k;
	return c->rounding ? SAME : say_other_way(c, k);
}

// ---- output -----------------------------------------------------------------------------------

// Numbers that differ by rounding are equal, if `tolerance` is not 0.
static bool same_line(const char *a, const char *b, double tolerance)
{
	while (*a && *b) {
		char *end_a, *end_b;
		double x, y;
		if (*a == *b && !(tolerance > 0 && strchr("+-.0123456789", *a))) {
			a++, b++;
			continue;
		}
		if (tolerance == 0) return false;
		x = strtod(a, &end_a), y = strtod(b, &end_b);
		if (end_a == a || end_b == b) {
			if (*a++ != *b++) return false;
			continue;
		}
		if (!close_to(x, y, 0, tolerance)) return false;
		a = end_a, b = end_b;
	}
	return *a == *b;
}

static int compare_output(
        const char *first, const char *second, const char *who_first, const char *who_second, double tolerance)
{
	FILE *a = fopen(in_work(first), "r"), *b = fopen(in_work(second), "r");
	char *x = NULL, *y = NULL;
	size_t room_x = 0, room_y = 0;
	int status = SAME;
	if (!a || !b) give_up("the output is missing: %s", strerror(errno));
	for (long line = 1; status == SAME; line++) {
		ssize_t n = getline(&x, &room_x, a), m = getline(&y, &room_y, b);
		if (n < 0 && m < 0) break;
		if (n >= 0 && m >= 0 && same_line(x, y, tolerance)) continue;
		printf("line %ld of the output is %.*s%s (%s) and %.*s%s (%s)\n", line,
		        n < 0 ? 8 : (int)strcspn(x, "\n"), n < 0 ? "missing" : x, "", who_first,
		        m < 0 ? 8 : (int)strcspn(y, "\n"), m < 0 ? "missing" : y, "", who_second);
		status = DIFFERENT;
	}
	free(x);
	free(y);
	fclose(a);
	fclose(b);
	return status;
}

// Of numbers that are printed, a last digit may change by rounding.
static const double printed_digits = 1e-5;

// ---- the command ------------------------------------------------------------------------------

static void usage(FILE *to)
{
	fputs("Usage: hpcc-compare [-n processes] [-t tolerance] [-r launcher] [-c] [-v] file... [compiler's options] "
	      "[-- argument...]\n"
	      "Runs a program sequentially and on many processes, and names the first element of an array at which "
	      "they differ.\n"
	      "  -n N           number of processes (4)\n"
	      "  -t TOLERANCE   what may differ, relatively, once a sum of real numbers was rounded otherwise (1e-9)\n"
	      "  -r LAUNCHER    how processes are started, with its options (mpirun of $HPCC_MPI)\n"
	      "  -c             compile with -fdist-check\n"
	      "  -v             show what the programs and compilers say\n"
	      "  -h             print this\n"
	      "Exit status: 0 where nothing differs, 1 where something does, 2 if there was trouble, or both are ended "
	      "by a "
	      "signal.\n",
	        to);
}

static const char *value_of(int argc, char **argv, int *k)
{
	if (argv[*k][2]) return argv[*k] + 2;
	if (++*k >= argc) give_up("'%s' needs a value", argv[*k - 1]);
	return argv[*k];
}

static void default_launcher(options *o)
{
	static char name[64] = "mpirun";
	const char *mpi = getenv("HPCC_MPI");
	if (mpi && *mpi) snprintf(name, sizeof name, "mpirun.%.40s", mpi);
	add(&o->launcher, name);
}

static options read_options(int argc, char **argv)
{
	options o = {.processes = 4, .tolerance = 1e-9};
	int k = 1;
	char *end;
	for (; k < argc && strcmp(argv[k], "--") != 0; k++) {
		const char *arg = argv[k];
		if (!strcmp(arg, "-h") || !strcmp(arg, "--help")) {
			usage(stdout);
			exit(SAME);
		} else if (!strncmp(arg, "-n", 2) && (!arg[2] || strspn(arg + 2, "0123456789") == strlen(arg + 2))) {
			const char *value = value_of(argc, argv, &k);
			o.processes = (int)strtol(value, &end, 10);
			if (*end || o.processes < 1) give_up("'-n %s' is no number of processes", value);
		} else if (!strcmp(arg, "-t")) {
			const char *value = value_of(argc, argv, &k);
			o.tolerance = strtod(value, &end);
			if (*end || end == value || !(o.tolerance >= 0)) give_up("'-t %s' is no tolerance", value);
		} else if (!strcmp(arg, "-r")) {
			add_split(&o.launcher, value_of(argc, argv, &k));
		} else if (!strcmp(arg, "-c")) {
			add(&o.compiler, "-fdist-check");
		} else if (!strcmp(arg, "-v")) {
			o.verbose = true;
		} else {
			add(&o.compiler, arg);
		}
	}
	for (k++; k < argc; k++) add(&o.arguments, argv[k]);
	if (o.compiler.n == 0) {
		usage(stderr);
		exit(TROUBLE);
	}
	if (o.launcher.n == 0) default_launcher(&o);
	return o;
}

// As many processes as the user says, however many cores there are.
static void allow_many(void)
{
	setenv("OMPI_MCA_rmaps_base_oversubscribe", "1", 0);
	setenv("OMPI_MCA_mpi_yield_when_idle", "1", 0);
	setenv("PRTE_MCA_rmaps_default_mapping_policy", ":oversubscribe", 0);
}

static void make_work(void)
{
	const char *folder = getenv("TMPDIR");
	snprintf(work, sizeof work, "%s/hpcc-compare-XXXXXX", folder && *folder ? folder : "/tmp");
	if (!mkdtemp(work)) {
		int error = errno;
		*work = 0;
		give_up("cannot make a folder in '%s': %s", folder && *folder ? folder : "/tmp", strerror(error));
	}
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	signal(SIGHUP, on_signal);
}

static int compare_status(int a, int b, const char *who_a, const char *who_b)
{
	if (a == b) return SAME;
	printf("the exit status is %d (%s) and %d (%s)\n", a, who_a, b, who_b);
	return DIFFERENT;
}

// A crash is nothing that programs agree on: what they would have done after it is not known.
static int conclude(const comparison *c, int sequential)
{
	if (!WIFSIGNALED(sequential)) {
		printf("no difference: %d steps\n", c->a.n);
		return SAME;
	}
	printf("both programs are ended by a signal (%s), after the same steps (%d)\n", strsignal(WTERMSIG(sequential)),
	        c->a.n);
	return TROUBLE;
}

int main(int argc, char **argv)
{
	options o = read_options(argc, argv);
	comparison c = {.o = &o, .other_way = -1, .one = {.name = "1"}, .many = {.name = "n", .launched = true}};
	char many[64];
	snprintf(many, sizeof many, "%d processes", o.processes);
	make_work();
	allow_many();
	keep_input();
	compile_both(&o);
	int sequential = run_sequential(&o), status = exit_status(sequential);
	run_traced(&o, &c.one, NULL);
	run_traced(&o, &c.many, NULL);
	if (c.many.status && c.many.status != status) show_file(in_work("log"));
	c.a = read_trace("trace.1");
	c.b = read_trace("trace.n");
	c.one_elements = fopen(in_work("trace.1.elements"), "r");
	c.many_elements = fopen(in_work("trace.n.elements"), "r");
	int one_status = c.one.status, many_status = c.many.status;
	int result = compare_output("out.0", "out.1", "sequential program", "translated program on one process", 0) |
	             compare_status(status, one_status, "sequential program", "translated program on one process");
	// What steps say comes first: everything else follows from it.
	result |= compare_traces(&c);
	result |= compare_output(
	        "out.1", "out.n", "one process", many, c.rounding ? fmax(o.tolerance, printed_digits) : 0);
	result |= compare_status(one_status, many_status, "one process", many);
	if (result != SAME && c.rounding && c.other_way >= 0) say_other_way(&c, c.other_way);
	if (result == SAME) result = conclude(&c, sequential);
	remove_work();
	return result;
}
