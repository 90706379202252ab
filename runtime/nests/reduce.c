// SPDX-License-Identifier: Apache-2.0
//
// Results of partitioned nests that every process needs. Everything is combined in the order of the processes, so that
// all have the same bits.
#include "../trace/trace.h"
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

// ---- types and operations ---------------------------------------------------------------------

#define INTEGER_TYPES(X)                                                                                               \
	X(CHAR, char)                                                                                                  \
	X(SCHAR, signed char)                                                                                          \
	X(UCHAR, unsigned char)                                                                                        \
	X(SHORT, short)                                                                                                \
	X(USHORT, unsigned short)                                                                                      \
	X(INT, int)                                                                                                    \
	X(UINT, unsigned)                                                                                              \
	X(LONG, long)                                                                                                  \
	X(ULONG, unsigned long)                                                                                        \
	X(LLONG, long long)                                                                                            \
	X(ULLONG, unsigned long long)

#define FLOAT_TYPES(X)                                                                                                 \
	X(FLOAT, float)                                                                                                \
	X(DOUBLE, double)                                                                                              \
	X(LDOUBLE, long double)

#define COMPLEX_TYPES(X)                                                                                               \
	X(CFLOAT, float complex)                                                                                       \
	X(CDOUBLE, double complex)

// && and || keep an operand where no iteration combined anything: then all processes still have the value from before.
#define LOGICAL_CASES                                                                                                  \
	case HPCC_OP_LAND: *a = *a == 0 || b == 0 ? 0 : *a == b ? b : 1; break;                                        \
	case HPCC_OP_LOR: *a = *a == b ? b : 1; break;

#define COMBINE_INTEGER(NAME, type)                                                                                    \
	static void combine_##NAME(hpcc_op op, void *into, const void *from)                                           \
	{                                                                                                              \
		type *a = into, b = *(const type *)from;                                                               \
		switch (op) {                                                                                          \
		case HPCC_OP_SUM: *a = (type)((unsigned long long)*a + (unsigned long long)b); break;                  \
		case HPCC_OP_PROD: *a = (type)((unsigned long long)*a * (unsigned long long)b); break;                 \
		case HPCC_OP_MIN: *a = b < *a ? b : *a; break;                                                         \
		case HPCC_OP_MAX: *a = b > *a ? b : *a; break;                                                         \
		case HPCC_OP_BAND: *a = (type)(*a & b); break;                                                         \
		case HPCC_OP_BOR: *a = (type)(*a | b); break;                                                          \
		case HPCC_OP_BXOR:                                                                                     \
			*a = (type)(*a ^ b);                                                                           \
			break;                                                                                         \
			LOGICAL_CASES                                                                                  \
		}                                                                                                      \
	}

#define COMBINE_FLOAT(NAME, type)                                                                                      \
	static void combine_##NAME(hpcc_op op, void *into, const void *from)                                           \
	{                                                                                                              \
		type *a = into, b = *(const type *)from;                                                               \
		switch (op) {                                                                                          \
		case HPCC_OP_SUM: *a += b; break;                                                                      \
		case HPCC_OP_PROD: *a *= b; break;                                                                     \
		case HPCC_OP_MIN: *a = b < *a ? b : *a; break;                                                         \
		case HPCC_OP_MAX:                                                                                      \
			*a = b > *a ? b : *a;                                                                          \
			break;                                                                                         \
			LOGICAL_CASES                                                                                  \
		default: break;                                                                                        \
		}                                                                                                      \
	}

#define COMBINE_COMPLEX(NAME, type)                                                                                    \
	static void combine_##NAME(hpcc_op op, void *into, const void *from)                                           \
	{                                                                                                              \
		type *a = into, b = *(const type *)from;                                                               \
		switch (op) {                                                                                          \
		case HPCC_OP_SUM: *a += b; break;                                                                      \
		case HPCC_OP_PROD:                                                                                     \
			*a = *a == 1 ? b : b == 1 ? *a : *a * b;                                                       \
			break;                                                                                         \
			LOGICAL_CASES                                                                                  \
		default: break;                                                                                        \
		}                                                                                                      \
	}

static void combine_BOOL(hpcc_op op, void *into, const void *from)
{
	bool *a = into, b = *(const bool *)from;
	switch (op) {
	case HPCC_OP_PROD:
	case HPCC_OP_MIN:
	case HPCC_OP_BAND:
	case HPCC_OP_LAND: *a = *a && b; break;
	case HPCC_OP_SUM:
	case HPCC_OP_MAX:
	case HPCC_OP_BOR:
	case HPCC_OP_LOR: *a = *a || b; break;
	case HPCC_OP_BXOR: *a = *a != b; break;
	}
}

#define BOOL_TYPES(X) X(BOOL, bool)

INTEGER_TYPES(COMBINE_INTEGER)
FLOAT_TYPES(COMBINE_FLOAT)
COMPLEX_TYPES(COMBINE_COMPLEX)

static void combine(hpcc_op op, hpcc_type type, void *into, const void *from)
{
	switch (type) {
#define CASE(NAME, type)                                                                                               \
	case HPCC_TYPE_##NAME: combine_##NAME(op, into, from); break;
		INTEGER_TYPES(CASE)
		BOOL_TYPES(CASE)
		FLOAT_TYPES(CASE)
		COMPLEX_TYPES(CASE)
#undef CASE
	}
}

static size_t size_of(hpcc_type type)
{
	switch (type) {
#define CASE(NAME, type)                                                                                               \
	case HPCC_TYPE_##NAME: return sizeof(type);
		INTEGER_TYPES(CASE)
		BOOL_TYPES(CASE)
		FLOAT_TYPES(CASE)
		COMPLEX_TYPES(CASE)
#undef CASE
	}
	return 0;
}

size_t hpcc_size_of(hpcc_type type) { return size_of(type); }

int hpcc_is_real(hpcc_type type)
{
	switch (type) {
#define CASE(NAME, type) case HPCC_TYPE_##NAME:
		FLOAT_TYPES(CASE)
		COMPLEX_TYPES(CASE)
#undef CASE
		return 1;
	default: return 0;
	}
}

// Operations that count every contribution: the value from before must be in one of them only.
static int counts_each(hpcc_op op) { return op == HPCC_OP_SUM || op == HPCC_OP_PROD || op == HPCC_OP_BXOR; }

// The value that does not change another one when they are combined.
#define NEUTRAL_INTEGER(NAME, type)                                                                                    \
	static void neutral_##NAME(hpcc_op op, void *value)                                                            \
	{                                                                                                              \
		const int is_signed = (type) - 1 < (type)1;                                                            \
		const type most =                                                                                      \
		        is_signed ? (type)(((unsigned long long)1 << (8 * sizeof(type) - 1)) - 1) : (type) - 1;        \
		type *v = value;                                                                                       \
		switch (op) {                                                                                          \
		case HPCC_OP_PROD: *v = 1; break;                                                                      \
		case HPCC_OP_MIN: *v = most; break;                                                                    \
		case HPCC_OP_MAX: *v = is_signed ? (type)(-most - 1) : 0; break;                                       \
		case HPCC_OP_BAND: *v = (type) - 1; break;                                                             \
		default: *v = 0;                                                                                       \
		}                                                                                                      \
	}

// -0.0 is the neutral element of floating-point addition: 0.0 + -0.0 is 0.0.
#define NEUTRAL_FLOAT(NAME, type)                                                                                      \
	static void neutral_##NAME(hpcc_op op, void *value)                                                            \
	{                                                                                                              \
		type *v = value;                                                                                       \
		switch (op) {                                                                                          \
		case HPCC_OP_PROD: *v = 1; break;                                                                      \
		case HPCC_OP_MIN: *v = (type)INFINITY; break;                                                          \
		case HPCC_OP_MAX: *v = -(type)INFINITY; break;                                                         \
		default: *v = (type) - 0.0;                                                                            \
		}                                                                                                      \
	}

// Of a product, 1 + 0i changes infinities: it is left out where values are combined.
#define NEUTRAL_COMPLEX(NAME, type)                                                                                    \
	static void neutral_##NAME(hpcc_op op, void *value)                                                            \
	{                                                                                                              \
		__typeof__(__real__(*(type *)value)) *part = value;                                                    \
		part[0] = op == HPCC_OP_PROD ? 1 : -0.0f;                                                              \
		part[1] = op == HPCC_OP_PROD ? 0 : -0.0f;                                                              \
	}

static void neutral_BOOL(hpcc_op op, void *value)
{
	*(bool *)value = op == HPCC_OP_PROD || op == HPCC_OP_MIN || op == HPCC_OP_BAND;
}

INTEGER_TYPES(NEUTRAL_INTEGER)
FLOAT_TYPES(NEUTRAL_FLOAT)
COMPLEX_TYPES(NEUTRAL_COMPLEX)

void hpcc_set_neutral(hpcc_op op, hpcc_type type, void *value, long n)
{
	if (n < 1) return;
	switch (type) {
#define CASE(NAME, type)                                                                                               \
	case HPCC_TYPE_##NAME:                                                                                         \
		neutral_##NAME(op, value);                                                                             \
		for (long k = 1; k < n; k++) ((type *)value)[k] = *(const type *)value;                                \
		break;
		INTEGER_TYPES(CASE)
		BOOL_TYPES(CASE)
		FLOAT_TYPES(CASE)
		COMPLEX_TYPES(CASE)
#undef CASE
	}
}

void hpcc_combine(hpcc_op op, hpcc_type type, void *into, const void *from, long n)
{
	if (op == HPCC_OP_SUM && type == HPCC_TYPE_DOUBLE) {
		for (long k = 0; k < n; k++) ((double *)into)[k] += ((const double *)from)[k];
	} else if (op == HPCC_OP_SUM && type == HPCC_TYPE_FLOAT) {
		for (long k = 0; k < n; k++) ((float *)into)[k] += ((const float *)from)[k];
	} else {
		size_t size = size_of(type);
		for (long k = 0; k < n; k++)
			combine(op, type, (char *)into + (size_t)k * size, (const char *)from + (size_t)k * size);
	}
}

// What the values of processes that count are combined to.
typedef struct counting_t {
	int counts;
	_Alignas(16) char value[32];
} counting_t;

static char *gather_all(const void *mine, size_t bytes);

void hpcc_combine_counting(hpcc_op op, hpcc_type type, void *value, int counts)
{
	counting_t mine = {.counts = counts}, result;
	size_t bytes = size_of(type);
	if (hpcc_size_ == 1) return;
	memcpy(mine.value, value, bytes);
	char *all = gather_all(&mine, sizeof mine);
	memcpy(&result, all, sizeof result);
	for (int p = 1; p < hpcc_size_; p++) {
		counting_t next;
		memcpy(&next, all + (size_t)p * sizeof next, sizeof next);
		if (next.counts && result.counts)
			combine(op, type, result.value, next.value);
		else if (next.counts)
			result = next;
	}
	memcpy(value, result.value, bytes);
	free(all);
}

// What all processes do together behind a nest belongs to it, too.
static int event_behind(const hpcc_run *run) { return hpcc_event_begin_nest(((const plan_t *)run->state)->nest, NULL); }

// ---- reductions -------------------------------------------------------------------------------

typedef struct pending_t {
	hpcc_op op;
	hpcc_type type;
	void *value;
	size_t offset;
	double scale; // of a trace: what the contributions of the processes add up to without their signs
} pending_t;

static pending_t *pending;
static int n_pending;

// Makes contributions of processes that execute the same iterations as another one neutral.
static void leave_out_copies(const hpcc_run *run, const pending_t *p)
{
	if (!((const plan_t *)run->state)->primary && counts_each(p->op)) hpcc_set_neutral(p->op, p->type, p->value, 1);
}

static char *gather_all(const void *mine, size_t bytes)
{
	char *all = hpcc_alloc(bytes * (size_t)hpcc_size_);
	memcpy(all, mine, hpcc_predicting ? bytes : 0);
	HPCC_COLLECTIVE(
	        MPI_Allgather, MPI_Iallgather, mine, (int)bytes, MPI_BYTE, all, (int)bytes, MPI_BYTE, hpcc_comm);
	hpcc_note_collective(HPCC_ALLGATHER, -1, bytes * (size_t)hpcc_size_);
	return all;
}

static void combine_record(char *into, const char *from)
{
	for (int k = 0; k < n_pending; k++)
		combine(pending[k].op, pending[k].type, into + pending[k].offset, from + pending[k].offset);
}

// For MPI: inout = in op inout, in this order.
// NOLINTNEXTLINE(readability-non-const-parameter): MPI's type
static void combine_for_mpi(void *in, void *inout, int *count, MPI_Datatype *type)
{
	int bytes;
	MPI_Type_size(*type, &bytes);
	char *kept = hpcc_alloc((size_t)bytes);
	for (int i = 0; i < *count; i++) {
		memcpy(kept, (char *)in + (size_t)i * (size_t)bytes, (size_t)bytes);
		combine_record(kept, (char *)inout + (size_t)i * (size_t)bytes);
		memcpy((char *)inout + (size_t)i * (size_t)bytes, kept, (size_t)bytes);
	}
	free(kept);
}

// Many processes: MPI combines neighbours with neighbours, in the order of the processes, and gives all the identical
// result (MPI-3.1, 5.9.6).
static void combine_in_tree(char *record, size_t bytes)
{
	MPI_Datatype type;
	MPI_Op op;
	char *result = hpcc_alloc(bytes);
	HPCC_MPI(MPI_Type_contiguous((int)bytes, MPI_BYTE, &type));
	HPCC_MPI(MPI_Type_commit(&type));
	HPCC_MPI(MPI_Op_create(combine_for_mpi, 0, &op));
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, record, result, 1, type, op, hpcc_comm);
	HPCC_MPI(MPI_Op_free(&op));
	HPCC_MPI(MPI_Type_free(&type));
	hpcc_note_collective(HPCC_ALLREDUCE, -1, bytes);
	memcpy(record, result, bytes);
	free(result);
}

static double size_without_sign(hpcc_type type, const void *value)
{
	float f[2] = {0};
	double d[2] = {0};
	long double l;
	switch (type) {
	case HPCC_TYPE_FLOAT:
	case HPCC_TYPE_CFLOAT: memcpy(f, value, size_of(type)); return fabs((double)f[0]) + fabs((double)f[1]);
	case HPCC_TYPE_DOUBLE:
	case HPCC_TYPE_CDOUBLE: memcpy(d, value, size_of(type)); return fabs(d[0]) + fabs(d[1]);
	case HPCC_TYPE_LDOUBLE: memcpy(&l, value, sizeof l); return (double)fabsl(l);
	default: return 0;
	}
}

static void combine_in_order(char *record, size_t bytes)
{
	char *all = gather_all(record, bytes);
	for (int p = 0; hpcc_tracing && p < hpcc_size_; p++)
		for (int k = 0; k < n_pending; k++)
			pending[k].scale +=
			        size_without_sign(pending[k].type, all + (size_t)p * bytes + pending[k].offset);
	memcpy(record, all, bytes);
	for (int p = 1; p < hpcc_size_; p++) combine_record(record, all + (size_t)p * bytes);
	free(all);
}

static void combine_pending(void)
{
	enum { FEW = 64, ALIGNMENT = 16 };
	size_t bytes = 0;
	for (int k = 0; k < n_pending; k++) {
		pending[k].offset = bytes;
		bytes += (size_of(pending[k].type) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
	}
	if (hpcc_predicting) { // what this process has is the result
		int in_order = hpcc_size_ <= FEW;
		hpcc_note_collective(
		        in_order ? HPCC_ALLGATHER : HPCC_ALLREDUCE, -1, in_order ? bytes * (size_t)hpcc_size_ : bytes);
		return;
	}
	char *record = hpcc_alloc(bytes);
	for (int k = 0; k < n_pending; k++)
		memcpy(record + pending[k].offset, pending[k].value, size_of(pending[k].type));
	if (hpcc_size_ <= FEW)
		combine_in_order(record, bytes);
	else
		combine_in_tree(record, bytes);
	for (int k = 0; k < n_pending; k++)
		memcpy(pending[k].value, record + pending[k].offset, size_of(pending[k].type));
	free(record);
}

// The process whose sums begin with the value from before: the first one that adds anything, the same on all processes.
static int first_adder(const plan_t *plan, hpcc_adder *adds)
{
	for (int p = 0; p < hpcc_size_ && adds; p++) {
		hpcc_range own[HPCC_MAX_AXES] = {{0}};
		if (hpcc_plan_is_primary(plan, p) && hpcc_plan_own(plan, p, own) && adds(plan->par, own)) return p;
	}
	return 0;
}

void hpcc_reduce_begin(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, hpcc_adder *adds)
{
	if (!run->partitioned || !counts_each(op) || hpcc_predicting) return;
	if (hpcc_rank_ != first_adder(run->state, adds)) hpcc_set_neutral(op, type, value, 1);
}

void hpcc_reduce_end(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, int more)
{
	if (!run->partitioned && !hpcc_tracing) return;
	pending = hpcc_grow(pending, (size_t)(n_pending + 1) * sizeof *pending);
	pending[n_pending] = (pending_t){.op = op, .type = type, .value = value};
	if (run->partitioned) leave_out_copies(run, &pending[n_pending]);
	n_pending++;
	if (more) return;
	if (run->partitioned) {
		int is_event = event_behind(run);
		combine_pending();
		hpcc_event_end(is_event);
	}
	for (int k = 0; k < n_pending; k++)
		hpcc_trace_reduction(pending[k].op, pending[k].type, pending[k].value, pending[k].scale);
	n_pending = 0;
}

// ---- values with their place ------------------------------------------------------------------

static int compare_orders(const long *a, const long *b, int n)
{
	for (int k = 0; k < n; k++)
		if (a[k] != b[k]) return a[k] < b[k] ? -1 : 1;
	return 0;
}

// What each process has to say: whether it stored, in which iteration, and the bytes of its variables.
typedef struct claim_t {
	int n_order;
	size_t at_bytes, bytes; // offset of the variables, size of all
} claim_t;

static claim_t claim_of(int n_order, size_t variables)
{
	claim_t c = {n_order, (size_t)(n_order + 1) * sizeof(long), 0};
	c.at_bytes = (c.at_bytes + 15) / 16 * 16;
	c.bytes = (c.at_bytes + variables + 15) / 16 * 16;
	return c;
}

static char *new_claim(const claim_t *c, int stored, const long *order)
{
	char *claim = hpcc_alloc(c->bytes);
	long flag = stored;
	memcpy(claim, &flag, sizeof flag);
	if (stored && c->n_order > 0) memcpy(claim + sizeof flag, order, (size_t)c->n_order * sizeof *order);
	return claim;
}

static int has_stored(const char *claim) { return *(const long *)(const void *)claim != 0; }

static const long *order_of(const char *claim) { return (const long *)(const void *)claim + 1; }

// Whether combining with the value at `b` changes that at `a`.
static int loses(hpcc_op op, hpcc_type type, const char *a, const char *b)
{
	_Alignas(16) char x[2 * sizeof(long double)], y[2 * sizeof(long double)];
	size_t size = size_of(type);
	memcpy(x, a, size);
	memcpy(y, b, size);
	combine(op, type, x, y);
	return memcmp(x, a, size) != 0;
}

static int beats(const claim_t *c, hpcc_op op, hpcc_type type, int last_wins, const char *a, const char *b)
{
	if (!b) return 1;
	if (loses(op, type, a + c->at_bytes, b + c->at_bytes)) return 0;
	if (loses(op, type, b + c->at_bytes, a + c->at_bytes)) return 1;
	int by_order = compare_orders(order_of(a), order_of(b), c->n_order);
	return last_wins ? by_order > 0 : by_order < 0;
}

static void take_places(const char *from, int n, void *const *place, const size_t *size)
{
	for (int k = 0; k < n; k++) {
		memcpy(place[k], from, size[k]);
		from += size[k];
	}
}

static void combine_place(hpcc_op op, hpcc_type type, void *value, int last_wins, int stored, int n_order,
        const long *order, int n, void *const *place, const size_t *size)
{
	size_t value_size = size_of(type), bytes = value_size;
	for (int k = 0; k < n; k++) bytes += size[k];
	claim_t c = claim_of(n_order, bytes);
	char *mine = new_claim(&c, stored, order), *to = mine + c.at_bytes;
	memcpy(to, value, value_size);
	to += value_size;
	for (int k = 0; k < n; to += size[k++]) memcpy(to, place[k], size[k]);
	char *all = gather_all(mine, c.bytes), *best = NULL;
	for (int p = 0; p < hpcc_size_; p++) {
		char *claim = all + (size_t)p * c.bytes;
		if (has_stored(claim) && beats(&c, op, type, last_wins, claim, best)) best = claim;
	}
	if (best) {
		memcpy(value, best + c.at_bytes, value_size);
		take_places(best + c.at_bytes + value_size, n, place, size);
	}
	free(all);
	free(mine);
}

void hpcc_reduce_place(hpcc_run *run, hpcc_op op, hpcc_type type, void *value, int last_wins, int stored, int n_order,
        const long *order, int n, void *const *place, const size_t *size)
{
	int is_event = event_behind(run);
	if (run->partitioned) combine_place(op, type, value, last_wins, stored, n_order, order, n, place, size);
	hpcc_event_end(is_event);
	hpcc_trace_reduction(op, type, value, 0);
	for (int k = 0; k < n; k++) hpcc_trace_value("place", place[k], size[k]);
}

// The process whose order is the latest, -1: none stored.
static int latest(const claim_t *c, const char *all)
{
	int best = -1;
	for (int p = 0; p < hpcc_size_; p++) {
		const char *claim = all + (size_t)p * c->bytes;
		if (has_stored(claim) && (best < 0 || compare_orders(order_of(claim),
		                                              order_of(all + (size_t)best * c->bytes), c->n_order) > 0))
			best = p;
	}
	return best;
}

int hpcc_first_exit(hpcc_run *run, int *which, int n_order, long *order, int *mine)
{
	*mine = *which != 0;
	if (!run->partitioned) return 0;
	claim_t c = claim_of(n_order, sizeof *which);
	char *own = new_claim(&c, *which != 0, order);
	memcpy(own + c.at_bytes, which, sizeof *which);
	int is_event = event_behind(run);
	char *all = gather_all(own, c.bytes);
	hpcc_event_end(is_event);
	int first = -1;
	for (int p = 0; p < hpcc_size_; p++) {
		const char *claim = all + (size_t)p * c.bytes;
		if (has_stored(claim) && (first < 0 || compare_orders(order_of(claim),
		                                               order_of(all + (size_t)first * c.bytes), n_order) < 0))
			first = p;
	}
	if (first >= 0) {
		const char *claim = all + (size_t)first * c.bytes;
		memcpy(which, claim + c.at_bytes, sizeof *which);
		memcpy(order, order_of(claim), (size_t)n_order * sizeof *order);
	}
	*mine = first == hpcc_rank_;
	free(all);
	free(own);
	hpcc_kept_end(run->state, first >= 0);
	if (first >= 0) hpcc_replicate_hold();
	return first >= 0;
}

static void combine_last(const hpcc_run *run, void *value, size_t size, int stored, int n_order, const long *order)
{
	int is_event = event_behind(run);
	enum { SMALL = 256 };
	int with_value = size <= SMALL;
	claim_t c = claim_of(n_order, with_value ? size : 0);
	char *mine = new_claim(&c, stored, order);
	if (with_value) memcpy(mine + c.at_bytes, value, size);
	char *all = gather_all(mine, c.bytes);
	int from = latest(&c, all);
	if (from >= 0 && with_value)
		memcpy(value, all + (size_t)from * c.bytes + c.at_bytes, size);
	else if (from >= 0) {
		HPCC_COLLECTIVE(MPI_Bcast, MPI_Ibcast, value, (int)size, MPI_BYTE, from, hpcc_comm);
		hpcc_note_collective(HPCC_BCAST, from, size);
	}
	hpcc_event_end(is_event);
	free(all);
	free(mine);
}

void hpcc_last_value(hpcc_run *run, void *value, size_t size, int stored, int n_order, const long *order)
{
	if (run->partitioned) combine_last(run, value, size, stored, n_order, order);
	hpcc_trace_value("last value", value, size);
}

void hpcc_last_address(hpcc_run *run, void *value, size_t size, int stored, int n_order, const long *order)
{
	if (run->partitioned) combine_last(run, value, size, stored, n_order, order);
}

// ---- replicated arrays ------------------------------------------------------------------------

// Whether later processes own lower indices: of what is aligned in reverse.
static int goes_downward(const plan_t *plan)
{
	hpcc_range own[HPCC_MAX_AXES];
	long before = -HPCC_INF;
	for (int p = 0; p < hpcc_size_ && plan->nest->n_axes > 0; p++) {
		if (!hpcc_plan_own(plan, p, own) || own[0].lo > own[0].hi) continue;
		if (own[0].lo < before) return 1;
		before = own[0].lo;
	}
	return 0;
}

// Where parts overlap the last iteration counts, which is that of the process with the highest indices. Parts are
// combined in the order of the processes: where that is the other way round each is left only what no earlier process
// gives.
static void order_parts(const plan_t *plan, boxes_t *const *part)
{
	if (!goes_downward(plan)) return;
	for (int p = hpcc_size_ - 1; p > 0; p--)
		for (int q = 0; q < p; q++)
			for (int k = 0; k < part[q]->n; k++) hpcc_boxes_minus(part[p], &part[q]->box[k]);
}

void hpcc_share(
        hpcc_run *run, hpcc_section *wrote, const long *par, void *base, int rank, size_t element, const long *extent)
{
	const plan_t *plan = run->state;
	place_t place = {.origin = (uintptr_t)base};
	long bytes = (long)element;
	if (!run->partitioned) return;
	for (int d = rank - 1; d >= 0; d--) {
		place.stride[d] = bytes;
		if (d > 0) bytes *= extent[d];
	}
	boxes_t **part = hpcc_alloc((size_t)hpcc_size_ * sizeof *part);
	for (int p = 0; p < hpcc_size_; p++) {
		hpcc_range own[HPCC_MAX_AXES];
		hpcc_sink sink = {.rank = rank, .extent = extent, .boxes = part[p] = hpcc_boxes_new(rank)};
		if (hpcc_plan_own(plan, p, own)) hpcc_plan_section(plan, p, wrote, par, &sink);
	}
	order_parts(plan, part);
	int is_event = event_behind(run);
	hpcc_exchange_all(part, &place, element);
	hpcc_event_end(is_event);
	for (int p = 0; p < hpcc_size_; p++) hpcc_boxes_drop(part[p]);
	free(part);
}
