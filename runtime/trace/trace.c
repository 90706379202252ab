// SPDX-License-Identifier: Apache-2.0
#include "trace.h"
#include "parts.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hpcc_tracing;

// Of process 0: the trace, and the elements beside it; those of another run that is followed (HPCC_TRACE_FROM).
static FILE *file, *elements, *other, *other_elements;
static int follows; // there is another run; all processes know
static long step;
static long *dump; // steps, n_dump of them
static int n_dump, dumps_sums;
static int n_apart; // within code that is in no trace

// The nest at hand, or the one that was left last.
static plan_t *plan_now;
static const long *par_now;
static int assumed_now;

// ---- beginning --------------------------------------------------------------------------------

static FILE *open_beside(const char *path, const char *mode)
{
	char name[4096];
	snprintf(name, sizeof name, "%s.elements", path);
	return fopen(name, mode);
}

static void open_files(const char *path, int with_elements)
{
	file = fopen(path, "we");
	if (file && with_elements) elements = open_beside(path, "we");
	if (!file || (with_elements && !elements)) hpcc_die(NULL, "the trace '%s' cannot be written: %m", path);
	setvbuf(file, NULL, _IOLBF, BUFSIZ);
	fputs("hpcc-trace 2\n", file);
}

static void open_other(const char *path)
{
	char line[64];
	other = fopen(path, "re");
	if (!other || !fgets(line, sizeof line, other)) hpcc_die(NULL, "the trace '%s' cannot be read: %m", path);
	other_elements = open_beside(path, "re");
	follows = 1;
}

static void read_steps(const char *text)
{
	static const char sums[] = "sums";
	for (char *end; *text; text = *end ? end + 1 : end) {
		if (!strncmp(text, sums, strlen(sums))) {
			dumps_sums = 1;
			end = (char *)text + strlen(sums);
			continue;
		}
		dump = hpcc_grow(dump, (size_t)(n_dump + 1) * sizeof *dump);
		dump[n_dump++] = strtol(text, &end, 10);
		if (end == text) break;
	}
}

void hpcc_trace_start(void)
{
	enum { MOST = 1024 };
	char text[MOST] = "";
	const char *path = getenv("HPCC_TRACE"), *steps = getenv("HPCC_TRACE_DUMP"), *from = getenv("HPCC_TRACE_FROM");
	int wanted = path && *path;
	if (wanted && hpcc_rank_ == 0) {
		snprintf(text, sizeof text, "%s", steps ? steps : "");
		open_files(path, *text != 0);
		if (from && *from) open_other(from);
	}
	// Launchers do not always hand the environment on.
	hpcc_bcast_for("start", &wanted, sizeof wanted);
	if (!(hpcc_tracing = wanted)) return;
	hpcc_bcast_for("start", text, sizeof text);
	hpcc_bcast_for("start", &follows, sizeof follows);
	read_steps(text);
}

void hpcc_trace_apart(int change) { n_apart += change; }

static int is_dumped(void)
{
	for (int k = 0; k < n_dump; k++)
		if (dump[k] == step) return 1;
	return 0;
}

// ---- lines ------------------------------------------------------------------------------------

// Where an event is.
typedef struct where_t {
	char place[300];
	long executions;
} where_t;

static where_t where_now(void)
{
	where_t w = {.executions = plan_now->nest->executions};
	snprintf(w.place, sizeof w.place, "%s:%d", plan_now->nest->file, plan_now->nest->line);
	return w;
}

// The same line of the other run, from its value on; NULL where it has another one, and is not followed from here on.
static char *line_of_other(const char *head)
{
	static char *line;
	static size_t room;
	size_t length = strlen(head);
	ssize_t n = other ? getline(&line, &room, other) : 0;
	if (n > 0 && !strncmp(line, head, length)) return line + length;
	if (other) fclose(other);
	other = NULL;
	return NULL;
}

// Process 0 writes a line: of the step, but for its value and its scale. Gives what the other run has there.
static char *write_line(const char *what, const where_t *w, const char *name, const char *value, double scale)
{
	char head[1024];
	step++;
	if (!file) return NULL;
	snprintf(head, sizeof head, "%ld\t%s\t%s\t%ld\t%s\t", step, what, w->place, w->executions, name);
	fprintf(file, "%s%s\t%.3g\n", head, value, scale);
	return line_of_other(head);
}

// ---- elements ---------------------------------------------------------------------------------

static void write_elements(const desc_t *desc, const char *memory)
{
	const char *holds = desc->info->holds ? desc->info->holds : "";
	fprintf(elements, "%ld\t%s\t%s\t%zu\t%d", step, desc->info->name, holds, desc->element, desc->rank);
	for (int d = 0; d < desc->rank; d++) fprintf(elements, "\t%ld", desc->extent[d]);
	fputc('\n', elements);
	if (fwrite(memory, 1, desc->bytes, elements) != desc->bytes || fflush(elements))
		hpcc_die(NULL, "the trace cannot be written: %m");
}

// The elements that the other run has written at this step, if it has.
static int read_elements(const desc_t *desc, char *memory)
{
	char line[HPCC_TRACE_LINE];
	while (other_elements && fgets(line, sizeof line, other_elements)) {
		size_t bytes = hpcc_trace_bytes(line);
		long at = atol(line);
		int is_it = at == step && bytes == desc->bytes;
		if (at >= step) return is_it && fread(memory, 1, bytes, other_elements) == bytes;
		if (fseek(other_elements, (long)bytes, SEEK_CUR)) return 0;
	}
	return 0;
}

// Processes go on with the elements that the other run has here.
static void take_elements(desc_t *desc, char *memory, int wanted)
{
	int has = wanted && read_elements(desc, memory);
	if (!follows) return;
	hpcc_bcast_bytes(&has, sizeof has);
	if (has) hpcc_trace_deal(desc, memory);
}

// What many combine in an array is rounded otherwise; there is a limit to what is written of these.
static int dumps(const desc_t *desc, int are_sums)
{
	static const size_t most = (size_t)1 << 30;
	static size_t written;
	int takes = are_sums && dumps_sums && desc->bytes <= most - written;
	if (takes) written += desc->bytes;
	return takes;
}

// ---- what a nest leaves -----------------------------------------------------------------------

void hpcc_trace_enter(plan_t *plan, const long *par, int assumed)
{
	if (!hpcc_tracing || n_apart > 0) return;
	plan_now = plan;
	par_now = par;
	assumed_now = assumed;
	plan->nest->executions++;
}

static int is_seen_before(int a)
{
	for (int b = 0; b < a; b++)
		if (plan_now->view[b].desc == plan_now->view[a].desc && (plan_now->nest->args[b].flags & HPCC_WRITES))
			return 1;
	return 0;
}

// Several processes combine real numbers in the argument.
static int is_rounded(const hpcc_arg *arg)
{
	int adds = arg->op == HPCC_OP_SUM || arg->op == HPCC_OP_PROD;
	return adds && (arg->flags & HPCC_REDUCED) && hpcc_is_real(arg->type);
}

static void dump_elements(desc_t *desc, int takes_over, int wanted)
{
	char *memory = hpcc_rank_ == 0 ? hpcc_alloc(desc->bytes) : NULL;
	hpcc_trace_bring(desc, memory);
	if (memory) write_elements(desc, memory);
	if (takes_over) take_elements(desc, memory, wanted);
	free(memory);
}

static void trace_array(int a)
{
	const hpcc_arg *arg = &plan_now->nest->args[a];
	const view_t *view = &plan_now->view[a];
	hpcc_range own[HPCC_MAX_AXES];
	where_t w = where_now();
	char value[32];
	if (!view->desc && is_rounded(arg)) write_line("sums", &w, arg->name ? arg->name : "", "?", 0);
	if (!(arg->flags & HPCC_WRITES) || !view->desc || is_seen_before(a)) return;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	boxes_t *boxes = view->whole || !assumed_now || !arg->wrote ? hpcc_view_all(view)
	                                                            : hpcc_view_section(view, arg->wrote, par_now, own);
	digest_t digest = hpcc_trace_digest(view->desc, boxes);
	hpcc_boxes_drop(boxes);
	snprintf(value, sizeof value, "%016lx", (unsigned long)digest.hash);
	int rounded = is_rounded(arg);
	int same = write_line(rounded ? "sums" : "array", &w, view->desc->info->name, value, digest.norm) != NULL;
	int sums = dumps(view->desc, rounded);
	if (sums || is_dumped()) dump_elements(view->desc, sums, same);
}

static void check_written(void)
{
	if (file && (ferror(file) || fflush(file))) hpcc_die(NULL, "the trace cannot be written: %m");
}

void hpcc_trace_undo(plan_t *plan)
{
	if (hpcc_tracing && n_apart == 0) plan->nest->executions--;
}

void hpcc_trace_leave(void)
{
	if (!hpcc_tracing || n_apart > 0) return;
	for (int a = 0; a < plan_now->nest->n_args; a++) trace_array(a);
	check_written();
}

// ---- results ----------------------------------------------------------------------------------

static void value_text(hpcc_type type, const void *value, char *text, size_t size)
{
	const float *f = value;
	const double *d = value;
	switch (type) {
	case HPCC_TYPE_FLOAT: snprintf(text, size, "%.9g", (double)*f); break;
	case HPCC_TYPE_DOUBLE: snprintf(text, size, "%.17g", *d); break;
	case HPCC_TYPE_LDOUBLE: snprintf(text, size, "%.21Lg", *(const long double *)value); break;
	case HPCC_TYPE_CFLOAT: snprintf(text, size, "%.9g %.9g", (double)f[0], (double)f[1]); break;
	case HPCC_TYPE_CDOUBLE: snprintf(text, size, "%.17g %.17g", d[0], d[1]); break;
	case HPCC_TYPE_CHAR:
	case HPCC_TYPE_SCHAR:
	case HPCC_TYPE_UCHAR:
	case HPCC_TYPE_BOOL: snprintf(text, size, "%d", *(const signed char *)value); break;
	case HPCC_TYPE_SHORT:
	case HPCC_TYPE_USHORT: snprintf(text, size, "%d", *(const short *)value); break;
	case HPCC_TYPE_INT:
	case HPCC_TYPE_UINT: snprintf(text, size, "%d", *(const int *)value); break;
	default: snprintf(text, size, "%ld", *(const long *)value);
	}
}

static const char *type_text(hpcc_type type)
{
	switch (type) {
	case HPCC_TYPE_FLOAT: return "float";
	case HPCC_TYPE_DOUBLE: return "double";
	case HPCC_TYPE_LDOUBLE: return "long double";
	case HPCC_TYPE_CFLOAT: return "float complex";
	case HPCC_TYPE_CDOUBLE: return "double complex";
	default: return "integer";
	}
}

// A floating-point number of the type, as value_text has written it.
static void read_value(hpcc_type type, char *text, void *value)
{
	long double first = strtold(text, &text);
	float f[2] = {(float)first};
	double d[2] = {(double)first};
	f[1] = strtof(text, NULL);
	d[1] = strtod(text, NULL);
	switch (type) {
	case HPCC_TYPE_FLOAT: memcpy(value, f, sizeof *f); break;
	case HPCC_TYPE_DOUBLE: memcpy(value, d, sizeof *d); break;
	case HPCC_TYPE_LDOUBLE: memcpy(value, &first, sizeof first); break;
	case HPCC_TYPE_CFLOAT: memcpy(value, f, sizeof f); break;
	case HPCC_TYPE_CDOUBLE: memcpy(value, d, sizeof d); break;
	default: break;
	}
}

// Processes go on with the result that the other run has here, whatever it is: who compares the traces sees both.
static void take_result(hpcc_type type, void *value, char *text)
{
	struct {
		int has;
		_Alignas(16) char value[32];
	} taken = {.has = text != NULL};
	size_t size = hpcc_size_of(type);
	if (!follows || !hpcc_is_real(type)) return;
	memcpy(taken.value, value, size);
	if (text) read_value(type, text, taken.value);
	hpcc_bcast_bytes(&taken, sizeof taken);
	if (taken.has) memcpy(value, taken.value, size);
}

static void trace_result(const where_t *w, hpcc_op op, hpcc_type type, void *value, double scale)
{
	static const char *const names[] = {[HPCC_OP_SUM] = "+",
	        [HPCC_OP_PROD] = "*",
	        [HPCC_OP_MIN] = "min",
	        [HPCC_OP_MAX] = "max",
	        [HPCC_OP_BAND] = "&",
	        [HPCC_OP_BOR] = "|",
	        [HPCC_OP_BXOR] = "^",
	        [HPCC_OP_LAND] = "&&",
	        [HPCC_OP_LOR] = "||"};
	char name[32], text[96];
	snprintf(name, sizeof name, "%s\t%s", names[op], type_text(type));
	value_text(type, value, text, sizeof text);
	take_result(type, value, write_line("result", w, name, text, scale));
}

static int is_traced(void) { return hpcc_tracing && hpcc_depth == 0 && n_apart == 0; }

void hpcc_trace_reduction(hpcc_op op, hpcc_type type, void *value, double scale)
{
	if (!is_traced()) return;
	where_t w = where_now();
	trace_result(&w, op, type, value, scale);
}

void hpcc_trace_call(const char *where, hpcc_op op, hpcc_type type, void *value)
{
	static long calls;
	if (!is_traced()) return;
	where_t w = {.executions = ++calls};
	snprintf(w.place, sizeof w.place, "%s", where);
	trace_result(&w, op, type, value, 0);
}

void hpcc_trace_value(const char *what, const void *value, size_t size)
{
	const unsigned char *byte = value;
	if (!is_traced()) return;
	char name[32], *text = hpcc_alloc(2 * size + 1);
	where_t w = where_now();
	snprintf(name, sizeof name, "%s\tbytes", what);
	for (size_t k = 0; k < size; k++) snprintf(text + 2 * k, 3, "%02x", byte[k]);
	write_line("result", &w, name, text, 0);
	free(text);
}
