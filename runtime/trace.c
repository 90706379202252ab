// SPDX-License-Identifier: Apache-2.0
#include "trace.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int hpcc_tracing;

static FILE *file, *elements; // of process 0
static long step;
static long *dump; // steps, n_dump of them
static int n_dump;

// The nest at hand, or the one that was left last.
static plan_t *plan_now;
static const long *par_now;
static int assumed_now;

// ---- beginning --------------------------------------------------------------------------------

static void open_files(const char *path, int with_elements)
{
	char name[4096];
	file = fopen(path, "we");
	snprintf(name, sizeof name, "%s.elements", path);
	if (file && with_elements) elements = fopen(name, "we");
	if (!file || (with_elements && !elements)) hpcc_die(NULL, "the trace '%s' cannot be written: %m", path);
	setvbuf(file, NULL, _IOLBF, BUFSIZ);
	fputs("hpcc-trace 1\n", file);
}

static void read_steps(const char *text)
{
	for (char *end; *text; text = *end ? end + 1 : end) {
		dump = hpcc_grow(dump, (size_t)(n_dump + 1) * sizeof *dump);
		dump[n_dump++] = strtol(text, &end, 10);
		if (end == text) break;
	}
}

void hpcc_trace_start(void)
{
	enum { MOST = 1024 };
	char text[MOST] = "";
	const char *path = getenv("HPCC_TRACE"), *steps = getenv("HPCC_TRACE_DUMP");
	int wanted = path && *path;
	if (wanted && hpcc_rank_ == 0) {
		snprintf(text, sizeof text, "%s", steps ? steps : "");
		open_files(path, *text != 0);
	}
	// Launchers do not always hand the environment on.
	hpcc_bcast_bytes(&wanted, sizeof wanted);
	if (!(hpcc_tracing = wanted)) return;
	hpcc_bcast_bytes(text, sizeof text);
	read_steps(text);
}

static int is_dumped(void)
{
	for (int k = 0; k < n_dump; k++)
		if (dump[k] == step) return 1;
	return 0;
}

// ---- hashes -----------------------------------------------------------------------------------

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

static uint64_t hash_element(size_t at, const void *element, size_t size)
{
	uint64_t h = mix(at + 0x9e3779b97f4a7c15), word;
	const char *byte = element;
	for (size_t k = 0; k < size; k += sizeof word) {
		word = 0;
		memcpy(&word, byte + k, size - k < sizeof word ? size - k : sizeof word);
		h = mix(h ^ word) + k;
	}
	return h;
}

static uint64_t hash_box(const desc_t *desc, const box_t *box)
{
	uint64_t sum = 0;
	long index[HPCC_MAX_RANK];
	int d;
	for (d = 0; d < desc->rank; d++) {
		if (box->d[d].lo > box->d[d].hi) return 0;
		index[d] = box->d[d].lo;
	}
	do {
		size_t at = 0;
		for (d = 0; d < desc->rank; d++) at = at * (size_t)desc->extent[d] + (size_t)index[d];
		sum += hash_element(at, hpcc_place_at(&desc->place, desc->rank, index), desc->element);
		for (d = desc->rank - 1; d >= 0; d--) {
			index[d] += box->d[d].step;
			if (index[d] <= box->d[d].hi) break;
			index[d] = box->d[d].lo;
		}
	} while (d >= 0);
	return sum;
}

// What this process counts of an array: of copies one does.
static int counted_part(const desc_t *desc, int process, box_t *own)
{
	if (desc->layout->everywhere) {
		for (int d = 0; d < desc->rank; d++) own->d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
		return process == 0;
	}
	return hpcc_layout_first_copy(desc->layout, process) && hpcc_layout_own(desc->layout, process, own);
}

static uint64_t hash_of(const desc_t *desc, const boxes_t *boxes)
{
	box_t own;
	uint64_t mine = 0, all;
	if (counted_part(desc, hpcc_rank_, &own)) {
		boxes_t *part = hpcc_boxes_and(boxes, &own);
		for (int k = 0; k < part->n; k++) mine += hash_box(desc, &part->box[k]);
		hpcc_boxes_drop(part);
	}
	if (hpcc_size_ == 1) return mine;
	HPCC_MPI(MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, hpcc_comm));
	return all;
}

// ---- elements ---------------------------------------------------------------------------------

static void send_bytes(char *bytes, size_t n, int from)
{
	for (size_t at = 0; at < n; at += INT_MAX / 2) {
		int part = (int)(n - at < INT_MAX / 2 ? n - at : INT_MAX / 2);
		if (from == hpcc_rank_)
			HPCC_MPI(MPI_Send(bytes + at, part, MPI_BYTE, 0, 0, hpcc_comm));
		else
			HPCC_MPI(MPI_Recv(bytes + at, part, MPI_BYTE, from, 0, hpcc_comm, MPI_STATUS_IGNORE));
	}
}

// Brings the part of process `p` to `whole`, which process 0 has.
static void bring_part(const desc_t *desc, int p, const place_t *whole)
{
	box_t own;
	if (!counted_part(desc, p, &own) || (hpcc_rank_ != 0 && hpcc_rank_ != p)) return;
	boxes_t part = {.rank = desc->rank, .n = 1, .box = &own};
	size_t size = (size_t)hpcc_boxes_count(&part) * desc->element;
	char *bytes = hpcc_alloc(size);
	if (hpcc_rank_ == p) hpcc_pack(&part, &desc->place, desc->element, bytes);
	if (p != 0) send_bytes(bytes, size, p);
	if (hpcc_rank_ == 0) hpcc_unpack(&part, whole, desc->element, bytes);
	free(bytes);
}

static void dump_elements(const desc_t *desc)
{
	char *memory = hpcc_rank_ == 0 ? hpcc_alloc(desc->bytes) : NULL;
	place_t whole = desc->range;
	whole.origin = (uintptr_t)memory;
	for (int p = 0; p < hpcc_size_; p++) bring_part(desc, p, &whole);
	if (!memory) return;
	const char *type = desc->info->type ? desc->info->type : "";
	fprintf(elements, "%ld\t%s\t%s\t%zu\t%d", step, desc->info->name, type, desc->element, desc->rank);
	for (int d = 0; d < desc->rank; d++) fprintf(elements, "\t%ld", desc->extent[d]);
	fputc('\n', elements);
	if (fwrite(memory, 1, desc->bytes, elements) != desc->bytes || fflush(elements))
		hpcc_die(NULL, "the trace cannot be written: %m");
	free(memory);
}

// ---- what a nest leaves -----------------------------------------------------------------------

void hpcc_trace_enter(plan_t *plan, const long *par, int assumed)
{
	if (!hpcc_tracing) return;
	plan_now = plan;
	par_now = par;
	assumed_now = assumed;
	plan->nest->executions++;
}

static void begin_line(const char *what)
{
	step++;
	if (file)
		fprintf(file, "%ld\t%s\t%s:%d\t%ld", step, what, plan_now->nest->file, plan_now->nest->line,
		        plan_now->nest->executions);
}

static int is_seen_before(int a)
{
	for (int b = 0; b < a; b++)
		if (plan_now->view[b].desc == plan_now->view[a].desc && (plan_now->nest->args[b].flags & HPCC_WRITES))
			return 1;
	return 0;
}

static void trace_array(int a)
{
	const hpcc_arg *arg = &plan_now->nest->args[a];
	const view_t *view = &plan_now->view[a];
	hpcc_range own[HPCC_MAX_AXES];
	if (!(arg->flags & HPCC_WRITES) || !view->desc || is_seen_before(a)) return;
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	begin_line(arg->flags & HPCC_REDUCED ? "sums" : "array");
	boxes_t *boxes = view->whole || !assumed_now || !arg->wrote ? hpcc_view_all(view)
	                                                            : hpcc_view_section(view, arg->wrote, par_now, own);
	uint64_t hash = hash_of(view->desc, boxes);
	hpcc_boxes_drop(boxes);
	if (file) fprintf(file, "\t%s\t%016lx\n", view->desc->info->name, (unsigned long)hash);
	if (is_dumped()) dump_elements(view->desc);
}

static void check_written(void)
{
	if (file && (ferror(file) || fflush(file))) hpcc_die(NULL, "the trace cannot be written: %m");
}

void hpcc_trace_leave(void)
{
	for (int a = 0; hpcc_tracing && a < plan_now->nest->n_args; a++) trace_array(a);
	check_written();
}

// ---- results ----------------------------------------------------------------------------------

typedef struct result_t {
	hpcc_op op;
	hpcc_type type;
	const void *value;
} result_t;

static result_t *results;
static int n_results;

static void print_value(hpcc_type type, const void *value)
{
	switch (type) {
	case HPCC_TYPE_FLOAT: fprintf(file, "float\t%.9g\n", (double)*(const float *)value); break;
	case HPCC_TYPE_DOUBLE: fprintf(file, "double\t%.17g\n", *(const double *)value); break;
	case HPCC_TYPE_LDOUBLE: fprintf(file, "long double\t%.21Lg\n", *(const long double *)value); break;
	case HPCC_TYPE_CFLOAT: {
		const float *part = value;
		fprintf(file, "complex\t%.9g %.9g\n", (double)part[0], (double)part[1]);
		break;
	}
	case HPCC_TYPE_CDOUBLE: {
		const double *part = value;
		fprintf(file, "complex\t%.17g %.17g\n", part[0], part[1]);
		break;
	}
	case HPCC_TYPE_CHAR:
	case HPCC_TYPE_SCHAR:
	case HPCC_TYPE_UCHAR:
	case HPCC_TYPE_BOOL: fprintf(file, "integer\t%d\n", *(const signed char *)value); break;
	case HPCC_TYPE_SHORT:
	case HPCC_TYPE_USHORT: fprintf(file, "integer\t%d\n", *(const short *)value); break;
	case HPCC_TYPE_INT:
	case HPCC_TYPE_UINT: fprintf(file, "integer\t%d\n", *(const int *)value); break;
	default: fprintf(file, "integer\t%ld\n", *(const long *)value);
	}
}

void hpcc_trace_reduction(hpcc_op op, hpcc_type type, const void *value, int more)
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
	if (!hpcc_tracing || hpcc_depth > 0) return;
	results = hpcc_grow(results, (size_t)(n_results + 1) * sizeof *results);
	results[n_results++] = (result_t){op, type, value};
	for (int k = 0; !more && k < n_results; k++) {
		begin_line("result");
		if (!file) continue;
		fprintf(file, "\t%s\t", names[results[k].op]);
		print_value(results[k].type, results[k].value);
	}
	if (!more) n_results = 0;
}

void hpcc_trace_value(const char *what, const void *value, size_t size)
{
	const unsigned char *byte = value;
	if (!hpcc_tracing || hpcc_depth > 0) return;
	begin_line("result");
	if (!file) return;
	fprintf(file, "\t%s\tbytes\t", what);
	for (size_t k = 0; k < size; k++) fprintf(file, "%02x", byte[k]);
	fputc('\n', file);
}
