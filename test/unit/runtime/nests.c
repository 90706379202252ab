// SPDX-License-Identifier: Apache-2.0
//
// Random arrays, mappings and nests, run as generated code would run them and compared with the sequential result after
// each step. Elements are long, so that results are exact.
#include "harness.h"

enum { MOST_RANK = 3, MOST_OFFSETS = 6, N_ARRAYS = 4, PRIME = 1000003 };

// ---- arrays -----------------------------------------------------------------------------------

typedef struct array_t {
	hpcc_array_info info;
	int rank, reserved;
	long extent[MOST_RANK], n;
	long *base;     // mapped
	long *expected; // the sequential program's
	char text[120]; // how it is mapped
} array_t;

static array_t arrays[N_ARRAYS];
static int step_number, case_number;
static const char *step_name = "";

static void make_memory(array_t *a, int rank, const long *extent)
{
	*a = (array_t){.rank = rank, .n = 1, .reserved = random_in(0, 3) > 0};
	a->info = (hpcc_array_info){.name = "a", .where = "nests.c:1", .rank = rank, .element = sizeof(long)};
	a->info.whole_rows = random_in(0, 5) == 0;
	for (int d = 0; d < rank; d++) a->n *= a->extent[d] = extent[d];
	size_t bytes = (size_t)a->n * sizeof(long);
	a->base = a->reserved ? hpcc_reserve(&a->info, bytes) : malloc(bytes);
	a->expected = calloc((size_t)a->n, sizeof(long));
	for (long i = 0; i < a->n; i++) a->expected[i] = a->reserved ? 0 : 1000 + i;
	if (!a->reserved) memcpy(a->base, a->expected, bytes);
}

static void free_array(array_t *a)
{
	if (a->reserved) {
		hpcc_release(a->base);
	} else {
		hpcc_forget(a->base);
		free(a->base);
	}
	free(a->expected);
}

static long place_of(const array_t *a, const long *index)
{
	long at = 0;
	for (int d = 0; d < a->rank; d++) at = at * a->extent[d] + index[d];
	return at;
}

static void index_of(const array_t *a, long at, long *index)
{
	for (int d = a->rank - 1; d >= 0; d--) {
		index[d] = at % a->extent[d];
		at /= a->extent[d];
	}
}

// What this process owns must be right, wherever it keeps it.
static void check_owned(const array_t *a)
{
	const desc_t *desc = hpcc_find(a->base);
	CHECK(desc, "array %ld is mapped", (long)(a - arrays));
	if (!desc || !desc->owns) return;
	for (long i = 0; i < a->n; i++) {
		long index[MOST_RANK];
		int owned = 1;
		index_of(a, i, index);
		for (int d = 0; d < a->rank; d++)
			owned = owned && index[d] >= desc->own.d[d].lo && index[d] <= desc->own.d[d].hi;
		if (!owned) continue;
		long value = *(long *)hpcc_place_at(&desc->place, a->rank, index);
		if (value == a->expected[i]) continue;
		CHECK(value == a->expected[i], "case %d step %d (%s): array %ld [%ld][%ld][%ld] is %ld, not %ld: %s",
		        case_number, step_number, step_name, (long)(a - arrays), index[0], a->rank > 1 ? index[1] : 0,
		        a->rank > 2 ? index[2] : 0, value, a->expected[i], a->text);
		return;
	}
}

static void check_gathered(const array_t *a)
{
	hpcc_gather(a->base, (size_t)a->n * sizeof(long));
	CHECK(memcmp(a->base, a->expected, (size_t)a->n * sizeof(long)) == 0, "case %d: gathered array %ld: %s",
	        case_number, (long)(a - arrays), a->text);
}

// ---- mappings ---------------------------------------------------------------------------------

static hpcc_grid *random_grid(int rank)
{
	long extent[HPCC_MAX_GRID] = {0}, left = hpcc_size_;
	if (rank == 0 || random_in(0, 2) > 0) return NULL;
	for (int d = 0; d < rank; d++) {
		if (random_in(0, 2) == 0) continue;
		extent[d] = MAX_OF(random_in(1, MIN_OF(left, 4)), random_in(1, MIN_OF(left, 4)));
		left /= extent[d];
	}
	return hpcc_grid_new("P", "nests.c:2", rank, extent);
}

static void random_weights(hpcc_dist *dist, long n, int parts, long *weights)
{
	for (int p = 0; p < parts; p++) {
		weights[p] = p == parts - 1 ? n : random_in(0, n);
		n -= weights[p];
	}
	*dist = (hpcc_dist){
	        .format = HPCC_GEN_BLOCK, .weights = weights, .weight_size = sizeof *weights, .n_weights = parts};
}

static hpcc_grid *random_dist(int rank, const long *extent, hpcc_dist *dist, char *text)
{
	static long weights[HPCC_MAX_RANK][64];
	int split = 0;
	for (int d = 0; d < rank; d++) {
		dist[d] = (hpcc_dist){.format = split < 3 && random_in(0, 9) < 6 ? HPCC_BLOCK : HPCC_NONE};
		split += dist[d].format != HPCC_NONE;
	}
	hpcc_grid *grid = random_grid(split);
	for (int d = 0, g = 0; d < rank; d++) {
		text += sprintf(text, dist[d].format ? "[block" : "[*");
		if (dist[d].format && grid) {
			int parts = grid->extent[g++];
			if (random_in(0, 2) == 0) {
				random_weights(&dist[d], extent[d], parts, weights[d]);
				text += sprintf(text, " gen");
			} else if (random_in(0, 2) == 0) {
				dist[d].block = (extent[d] + parts - 1) / parts + random_in(0, 2);
				text += sprintf(text, "(%ld)", dist[d].block);
			}
			text += sprintf(text, "/%d", parts);
		}
		text += sprintf(text, "]");
	}
	return grid;
}

// Aligns all arrays (of one shape) with a template, dimensions permuted, offset, reversed, stretched, replicated.
static void map_by_template(int rank, const long *extent)
{
	long shape[HPCC_MAX_RANK] = {0}, coef[HPCC_MAX_RANK];
	int of[HPCC_MAX_RANK], n = rank + (int)random_in(0, 1);
	hpcc_align align[HPCC_MAX_RANK];
	hpcc_dist dist[HPCC_MAX_RANK];
	char text[120];
	for (int k = 0; k < n; k++) of[k] = k < rank ? k : -1;
	for (int k = n - 1; k > 0; k--) {
		int j = (int)random_in(0, k), t = of[k];
		of[k] = of[j], of[j] = t;
	}
	for (int k = 0; k < n; k++) {
		coef[k] = random_in(0, 2) ? 1 : random_in(0, 1) ? -1 : 2;
		shape[k] = of[k] < 0 ? random_in(1, 6) : labs(coef[k]) * extent[of[k]] + random_in(0, 4);
	}
	hpcc_grid *grid = random_dist(n, shape, dist, text);
	hpcc_template *t = hpcc_template_new("T", "nests.c:3", n, shape, dist, grid);
	for (int k = 0; k < n; k++) {
		align[k] = (hpcc_align){.dim = of[k], .coef = coef[k]};
		if (of[k] < 0)
			align[k] =
			        (hpcc_align){.dim = -1, .star = random_in(0, 1), .offset = random_in(0, shape[k] - 1)};
		else if (coef[k] < 0)
			align[k].offset = extent[of[k]] - 1 + random_in(0, shape[k] - extent[of[k]]);
		else
			align[k].offset = random_in(0, shape[k] - 1 - coef[k] * (extent[of[k]] - 1));
	}
	for (int i = 0; i < N_ARRAYS; i++) {
		make_memory(&arrays[i], rank, extent);
		hpcc_map_align(&arrays[i].info, arrays[i].base, extent, t, align);
		int at = snprintf(arrays[i].text, sizeof arrays[i].text, "T%s", text);
		for (int k = 0; k < n; k++)
			at += snprintf(arrays[i].text + at, sizeof arrays[i].text - (size_t)at, " %d:%ld*%ld%s",
			        align[k].dim, align[k].coef, align[k].offset, align[k].star ? "*" : "");
	}
}

static void map_each(int rank, const long *extent, int alike)
{
	hpcc_dist dist[HPCC_MAX_RANK];
	char text[120];
	hpcc_grid *grid = NULL;
	for (int i = 0; i < N_ARRAYS; i++) {
		if (i == 0 || !alike) grid = random_dist(rank, extent, dist, text);
		make_memory(&arrays[i], rank, extent);
		hpcc_map_distribute(&arrays[i].info, arrays[i].base, extent, dist, grid);
		strcpy(arrays[i].text, text);
	}
}

// ---- nests ------------------------------------------------------------------------------------

// Parameters of a nest: loops `first..last` in steps, and the offsets at which the source is read.
typedef struct loops_t {
	long rank, n_offsets, first[MOST_RANK], last[MOST_RANK], step[MOST_RANK], offset[MOST_OFFSETS][MOST_RANK];
} loops_t;
enum { N_PAR = sizeof(loops_t) / sizeof(long) };

static hpcc_range limited(const loops_t *l, int d, const hpcc_range *own)
{
	return (hpcc_range){hpcc_first(l->first[d], l->step[d], own[d].lo), MIN_OF(l->last[d], own[d].hi), l->step[d]};
}

static void need_source(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	const loops_t *l = (const loops_t *)par;
	for (int k = 0; k < l->n_offsets; k++) {
		hpcc_range box[MOST_RANK];
		for (int d = 0; d < l->rank; d++) {
			box[d] = limited(l, d, own);
			box[d].lo += l->offset[k][d];
			box[d].hi += l->offset[k][d];
		}
		hpcc_box(sink, box);
	}
}

static void wrote_home(const long *par, const hpcc_range *own, hpcc_sink *sink)
{
	const loops_t *l = (const loops_t *)par;
	hpcc_range box[MOST_RANK];
	for (int d = 0; d < l->rank; d++) box[d] = limited(l, d, own);
	hpcc_box(sink, box);
}

// Loops over part of an index space of the given extents, so that all offsets stay inside.
static loops_t random_loops(int rank, const long *extent, int n_offsets)
{
	loops_t l = {.rank = rank, .n_offsets = n_offsets};
	long reach = random_in(0, 3) == 0 ? 3 : 1, low[MOST_RANK] = {0}, high[MOST_RANK] = {0};
	int star = random_in(0, 1) == 1;
	for (int k = 0; k < n_offsets; k++)
		for (int d = 0; d < rank; d++) {
			long most = MIN_OF(reach, (extent[d] - 1) / 2);
			l.offset[k][d] = k == 0 || (star && d != k % rank) ? 0 : random_in(-most, most);
			low[d] = MIN_OF(low[d], l.offset[k][d]);
			high[d] = MAX_OF(high[d], l.offset[k][d]);
		}
	for (int d = 0; d < rank; d++) {
		l.first[d] = -low[d] + (random_in(0, 3) ? 0 : random_in(0, 2));
		l.last[d] = extent[d] - 1 - high[d] - (random_in(0, 3) ? 0 : random_in(0, 2));
		l.step[d] = random_in(0, 3) ? 1 : random_in(2, 3);
	}
	return l;
}

// Calls body(index) for all iterations within bounds, in order.
#define FOR_ALL(l, low, high, i)                                                                                       \
	for (long i[MOST_RANK] = {hpcc_first((l)->first[0], (l)->step[0], (low)[0])};                                  \
	        i[0] <= MIN_OF((l)->last[0], (high)[0]); i[0] += (l)->step[0])                                         \
		for (i[1] = (l)->rank > 1 ? hpcc_first((l)->first[1], (l)->step[1], (low)[1]) : 0;                     \
		        i[1] <= ((l)->rank > 1 ? MIN_OF((l)->last[1], (high)[1]) : 0);                                 \
		        i[1] += (l)->rank > 1 ? (l)->step[1] : 1)                                                      \
			for (i[2] = (l)->rank > 2 ? hpcc_first((l)->first[2], (l)->step[2], (low)[2]) : 0;             \
			        i[2] <= ((l)->rank > 2 ? MIN_OF((l)->last[2], (high)[2]) : 0);                         \
			        i[2] += (l)->rank > 2 ? (l)->step[2] : 1)

static const long no_low[MOST_RANK] = {-HPCC_INF, -HPCC_INF, -HPCC_INF},
                  no_high[MOST_RANK] = {HPCC_INF, HPCC_INF, HPCC_INF};

static long *element(const hpcc_run *run, int a, int rank, const long *i, const long *offset)
{
	long at = 0;
	for (int d = 0; d < rank; d++) at += (i[d] + (offset ? offset[d] : 0)) * hpcc_stride(run, a, d);
	return (long *)run->origin[a] + at;
}

typedef struct nest_t {
	hpcc_nest nest;
	hpcc_arg args[4];
	hpcc_axis axes[MOST_RANK];
} nest_t;

// Nests of each kind live as long as the program, like generated ones. `flags` of argument 0 (home) and 1.
static nest_t *new_nest(int rank, int nest_flags, int home_flags, int other_flags, int third_flags)
{
	nest_t *n = calloc(1, sizeof *n);
	n->nest = (hpcc_nest){.file = "nests.c",
	        .line = 1,
	        .flags = nest_flags,
	        .args = n->args,
	        .axes = n->axes,
	        .n_axes = rank,
	        .n_par = N_PAR};
	int flags[3] = {home_flags, other_flags, third_flags};
	for (int a = 0; a < 3 && flags[a]; a++) {
		n->nest.n_args++;
		n->args[a] = (hpcc_arg){.name = "a",
		        .rank = rank,
		        .element = sizeof(long),
		        .flags = flags[a],
		        .may_split = ~0U,
		        .like = a == 2 ? 0 : -1};
		// Reads at home are no needs.
		int at_home = a == 0 && !(nest_flags & HPCC_REPLICATED);
		if ((flags[a] & HPCC_READS) && !at_home) n->args[a].need = a == 0 ? wrote_home : need_source;
		if (flags[a] & HPCC_WRITES) n->args[a].wrote = wrote_home;
	}
	for (int d = 0; d < rank; d++) n->axes[d] = (hpcc_axis){0, d};
	return n;
}

static const long *rows_of(const array_t *a, int rank, int n_args)
{
	static long rows[4 * MOST_RANK];
	int n = 0;
	for (int k = 0; k < n_args; k++)
		for (int d = 1; d < rank; d++) rows[n++] = a->extent[a->rank - rank + d];
	return rows;
}

// dst[i] = sum of src at offsets; third[i] = dst[i] + 1 where there is a third.
static void run_stencil(
        nest_t *n, const loops_t *l, array_t *dst, long dst_at, array_t *src, long src_at, array_t *third, int assumed)
{
	void *base[3] = {dst->base + dst_at, src->base + src_at, third ? (void *)third->base : NULL};
	int rank = (int)l->rank;
	hpcc_run *r = hpcc_enter(&n->nest, (const long *)l, base, rows_of(dst, rank, n->nest.n_args), assumed);
	while (hpcc_next(r)) FOR_ALL(l, r->lo, r->hi, i)
		{
			long sum = 7;
			for (int k = 0; k < l->n_offsets; k++)
				sum = (3 * sum + *element(r, 1, rank, i, l->offset[k])) % PRIME;
			*element(r, 0, rank, i, NULL) = sum;
			if (third) *element(r, 2, rank, i, NULL) = sum + 1;
		}
	hpcc_leave(r);
}

static void expect_stencil(const loops_t *l, const array_t *shape, long *dst, const long *src, long *third)
{
	array_t view = {.rank = (int)l->rank};
	for (int d = 0; d < view.rank; d++) view.extent[d] = shape->extent[shape->rank - view.rank + d];
	FOR_ALL(l, no_low, no_high, i)
	{
		long sum = 7, at = place_of(&view, i);
		for (int k = 0; k < l->n_offsets; k++) {
			long j[MOST_RANK];
			for (int d = 0; d < view.rank; d++) j[d] = i[d] + l->offset[k][d];
			sum = (3 * sum + src[place_of(&view, j)]) % PRIME;
		}
		dst[at] = sum;
		if (third) third[at] = sum + 1;
	}
}

// ---- steps ------------------------------------------------------------------------------------

static nest_t *stencils[MOST_RANK + 1][2], *three[MOST_RANK + 1], *updates[MOST_RANK + 1], *shown[MOST_RANK + 1],
        *sums[MOST_RANK + 1];

static void make_nests(void)
{
	for (int rank = 1; rank <= MOST_RANK; rank++) {
		stencils[rank][0] = new_nest(rank, 0, HPCC_WRITES | HPCC_HOME, HPCC_READS, 0);
		stencils[rank][1] = new_nest(rank, HPCC_OVERLAP, HPCC_WRITES | HPCC_HOME, HPCC_READS, 0);
		three[rank] = new_nest(rank, HPCC_OVERLAP, HPCC_WRITES | HPCC_HOME, HPCC_READS, HPCC_WRITES);
		updates[rank] = new_nest(rank, HPCC_OVERLAP, HPCC_WRITES | HPCC_READS | HPCC_HOME, 0, 0);
		shown[rank] = new_nest(rank, HPCC_REPLICATED, HPCC_READS, 0, 0);
		sums[rank] = new_nest(rank, HPCC_OVERLAP, HPCC_READS | HPCC_HOME, 0, 0);
	}
}

static array_t *random_array(void) { return &arrays[random_in(0, N_ARRAYS - 1)]; }

static array_t *other_than(const array_t *a)
{
	array_t *b = random_array();
	while (b == a) b = random_array();
	return b;
}

static loops_t kept_loops[3]; // used again and again, so that schedules are

static void step_stencil(void)
{
	array_t *dst = random_array(), *src = other_than(dst);
	loops_t fresh = random_loops(dst->rank, dst->extent, (int)random_in(2, MOST_OFFSETS)),
	        *l = &kept_loops[random_in(0, 2)];
	if (random_in(0, 3) == 0) l = &fresh;
	run_stencil(stencils[dst->rank][random_in(0, 1)], l, dst, 0, src, 0, NULL, random_in(0, 9) > 0);
	expect_stencil(l, dst, dst->expected, src->expected, NULL);
}

static void step_three(void)
{
	array_t *dst = random_array(), *src = other_than(dst), *third = other_than(dst);
	if (third == src) return;
	run_stencil(three[dst->rank], &kept_loops[1], dst, 0, src, 0, third, 1);
	expect_stencil(&kept_loops[1], dst, dst->expected, src->expected, third->expected);
}

// One row of a higher-dimensional array from a row of another (or another row of the same).
static void step_rows(void)
{
	array_t *dst = random_array(), *src = random_array();
	if (dst->rank < 2) return;
	int rank = (int)random_in(1, dst->rank - 1);
	long row = 1;
	for (int d = dst->rank - rank; d < dst->rank; d++) row *= dst->extent[d];
	long to = random_in(0, dst->n / row - 1) * row, from = random_in(0, dst->n / row - 1) * row;
	if (dst == src && to == from) return;
	loops_t l = random_loops(rank, dst->extent + dst->rank - rank, (int)random_in(1, 3));
	run_stencil(stencils[rank][0], &l, dst, to, src, from, NULL, 1);
	expect_stencil(&l, dst, dst->expected + to, src->expected + from, NULL);
}

// A flat loop over all of an array.
static void step_flat(void)
{
	array_t *dst = random_array(), *src = other_than(dst), flat = {.rank = 1, .extent = {dst->n}};
	loops_t l = random_loops(1, &dst->n, (int)random_in(1, 3));
	run_stencil(stencils[1][1], &l, dst, 0, src, 0, NULL, 1);
	expect_stencil(&l, &flat, dst->expected, src->expected, NULL);
}

// The same array on both sides: all offsets are 0, so that it is no race, but the runtime must take care.
static void step_alias(void)
{
	array_t *a = random_array();
	loops_t l = random_loops(a->rank, a->extent, 1);
	run_stencil(stencils[a->rank][1], &l, a, 0, a, 0, NULL, 1);
	expect_stencil(&l, a, a->expected, a->expected, NULL);
}

static void step_update(void)
{
	array_t *a = random_array();
	loops_t l = random_loops(a->rank, a->extent, 1);
	void *base[1] = {a->base};
	hpcc_run *r = hpcc_enter(&updates[a->rank]->nest, (const long *)&l, base, rows_of(a, a->rank, 1), 1);
	while (hpcc_next(r)) FOR_ALL(&l, r->lo, r->hi, i)
		{
			long *x = element(r, 0, a->rank, i, NULL);
			*x = *x * 5 % PRIME;
		}
	hpcc_leave(r);
	FOR_ALL(&l, no_low, no_high, i) a->expected[place_of(a, i)] = a->expected[place_of(a, i)] * 5 % PRIME;
}

static void step_show(void)
{
	array_t *a = random_array();
	loops_t l = random_loops(a->rank, a->extent, 1);
	void *base[1] = {a->base};
	long wrong = 0;
	hpcc_run *r = hpcc_enter(&shown[a->rank]->nest, (const long *)&l, base, rows_of(a, a->rank, 1), 1);
	while (hpcc_next(r))
		FOR_ALL(&l, r->lo, r->hi, i) wrong += *element(r, 0, a->rank, i, NULL) != a->expected[place_of(a, i)];
	hpcc_leave(r);
	CHECK(wrong == 0, "case %d step %d: %ld elements shown wrong: %s", case_number, step_number, wrong, a->text);
}

typedef struct found_t {
	unsigned long sum;
	long least, at, last, xor, count;
} found_t;

static void find_in(found_t *f, long value, long at, const long *i, long *order, int *stored, long *last_order)
{
	f->sum += (unsigned long)value;
	f->xor ^= value;
	if (value % 4 < f->least) {
		f->least = value % 4;
		f->at = at;
		*stored = 1;
		memcpy(order, i, MOST_RANK * sizeof *i);
	}
	if (value % 3 == 0) {
		f->last = value;
		f->count = 1;
		memcpy(last_order, i, MOST_RANK * sizeof *i);
	}
}

static void step_reduce(void)
{
	array_t *a = random_array();
	loops_t l = random_loops(a->rank, a->extent, 1);
	void *base[1] = {a->base};
	long order[MOST_RANK], last_order[MOST_RANK];
	int stored = 0, several = (int)random_in(0, 1);
	found_t f = {.sum = 11, .least = 100, .last = -1}, e = f;
	// In order: no overlap.
	nest_t *n = sums[a->rank];
	n->nest.flags = 0;
	hpcc_run *r = hpcc_enter(&n->nest, (const long *)&l, base, rows_of(a, a->rank, 1), 1);
	hpcc_reduce_begin(r, HPCC_OP_SUM, HPCC_TYPE_ULONG, &f.sum, NULL);
	hpcc_reduce_begin(r, HPCC_OP_BXOR, HPCC_TYPE_LONG, &f.xor, NULL);
	hpcc_reduce_begin(r, HPCC_OP_MIN, HPCC_TYPE_LONG, &f.least, NULL);
	while (hpcc_next(r)) FOR_ALL(&l, r->lo, r->hi, i)
	find_in(&f, *element(r, 0, a->rank, i, NULL), place_of(a, i), i, order, &stored, last_order);
	hpcc_leave(r);
	hpcc_reduce_end(r, HPCC_OP_SUM, HPCC_TYPE_ULONG, &f.sum, several);
	hpcc_reduce_end(r, HPCC_OP_BXOR, HPCC_TYPE_LONG, &f.xor, 0);
	hpcc_reduce_place(r, HPCC_OP_MIN, HPCC_TYPE_LONG, &f.least, 0, stored, MOST_RANK, order, 1,
	        (void *const[]){&f.at}, (const size_t[]){sizeof f.at});
	hpcc_last_value(r, &f.last, sizeof f.last, f.count != 0, MOST_RANK, last_order);
	FOR_ALL(&l, no_low, no_high, i)
	find_in(&e, a->expected[place_of(a, i)], place_of(a, i), i, order, &stored, last_order);
	CHECK(f.sum == e.sum && f.xor == e.xor &&f.least == e.least && f.at == e.at && f.last == e.last,
	        "case %d step %d: sum %lu not %lu, least %ld at %ld not %ld at %ld, last %ld not %ld: %s", case_number,
	        step_number, f.sum, e.sum, f.least, f.at, e.least, e.at, f.last, e.last, a->text);
}

// A replicated array of which each process writes what its part of the home array says.
static void step_share(void)
{
	array_t *a = random_array();
	loops_t l = random_loops(a->rank, a->extent, 1);
	void *base[1] = {a->base};
	long *copy = calloc((size_t)a->n, sizeof *copy), wrong = 0;
	hpcc_run *r = hpcc_enter(&sums[a->rank]->nest, (const long *)&l, base, rows_of(a, a->rank, 1), 1);
	while (hpcc_next(r)) FOR_ALL(&l, r->lo, r->hi, i) copy[place_of(a, i)] = *element(r, 0, a->rank, i, NULL) + 1;
	hpcc_leave(r);
	hpcc_share(r, wrote_home, (const long *)&l, copy, a->rank, sizeof(long), a->extent);
	FOR_ALL(&l, no_low, no_high, i) wrong += copy[place_of(a, i)] != a->expected[place_of(a, i)] + 1;
	CHECK(wrong == 0, "case %d step %d: %ld elements shared wrong: %s", case_number, step_number, wrong, a->text);
	free(copy);
}

static void step_elements(void)
{
	array_t *a = random_array(), *b = random_array();
	for (int k = 0; k < 4; k++) {
		long i = random_in(0, a->n - 1), j = random_in(0, b->n - 1), value = random_in(1, 1000);
		CHECK(*(long *)hpcc_read(&a->base[i], sizeof(long), __FILE__, __LINE__) == a->expected[i],
		        "case %d step %d: element %ld read: %s", case_number, step_number, i, a->text);
		*(long *)hpcc_write(&a->base[i], sizeof(long), __FILE__, __LINE__) =
		        value + *(long *)hpcc_read(&b->base[j], sizeof(long), __FILE__, __LINE__);
		a->expected[i] = value + b->expected[j];
		*(long *)hpcc_update(&b->base[j], sizeof(long), __FILE__, __LINE__) += value;
		b->expected[j] += value;
		long old = (*(long *)hpcc_exchange(&a->base[i], sizeof(long), __FILE__, __LINE__))++;
		CHECK(old == a->expected[i], "case %d step %d: exchange", case_number, step_number);
		a->expected[i]++;
	}
}

static void step_memory(void)
{
	array_t *a = random_array(), *b = random_array();
	long from = random_in(0, a->n - 1), to = random_in(0, a->n - 1);
	size_t n = (size_t)random_in(0, a->n - MAX_OF(from, to)) * sizeof(long);
	switch (random_in(0, 4)) {
	case 0:
		hpcc_mem_set(a->base + from, 3, n);
		memset(a->expected + from, 3, n);
		break;
	case 1:
		n -= n ? (size_t)random_in(0, 7) : 0;
		hpcc_mem_set((char *)(a->base + from) + 1, 3, n ? n - 1 : 0);
		memset((char *)(a->expected + from) + 1, 3, n ? n - 1 : 0);
		break;
	case 2:
		hpcc_mem_move(a->base + to, b->base + from, n);
		memmove(a->expected + to, b->expected + from, n);
		break;
	case 3:
		hpcc_mem_copy(a->base, other_than(a)->base, 0);
		if (a != b) hpcc_mem_copy(a->base + from, b->base + from, (size_t)(a->n - from) * sizeof(long));
		if (a != b) memcpy(a->expected + from, b->expected + from, (size_t)(a->n - from) * sizeof(long));
		break;
	default:
		for (size_t k = 0; k < n / sizeof(long); k++) a->expected[from + (long)k] = (long)k * 17;
		memcpy(a->base + from, a->expected + from, n);
		hpcc_scatter(a->base + from, n);
	}
}

static const struct {
	const char *name;
	void (*run)(void);
	int often;
} steps[] = {{"stencil", step_stencil, 8}, {"three", step_three, 3}, {"rows", step_rows, 3}, {"flat", step_flat, 2},
        {"alias", step_alias, 1}, {"update", step_update, 3}, {"show", step_show, 2}, {"reduce", step_reduce, 2},
        {"share", step_share, 1}, {"elements", step_elements, 1}, {"memory", step_memory, 2}};

static void random_step(void)
{
	enum { N = sizeof steps / sizeof *steps };
	int total = 0, k = 0;
	for (int i = 0; i < N; i++) total += steps[i].often;
	long pick = random_in(0, total - 1);
	while (pick >= steps[k].often) pick -= steps[k++].often;
	step_name = steps[k].name;
	steps[k].run();
}

static void run_case(int n_steps)
{
	int rank = (int)random_in(1, MOST_RANK);
	long extent[MOST_RANK], most = rank == 1 ? 60 : rank == 2 ? 18 : 9;
	for (int d = 0; d < rank; d++) extent[d] = random_in(0, 9) ? random_in(most / 3, most) : random_in(1, 3);
	if (random_in(0, 2) == 0)
		map_by_template(rank, extent);
	else
		map_each(rank, extent, random_in(0, 3) > 0);
	for (int k = 0; k < 3; k++) kept_loops[k] = random_loops(rank, extent, (int)random_in(2, MOST_OFFSETS));
	hpcc_overlap_least = random_in(0, 3) ? 1 : 4096;
	for (step_number = 0; step_number < n_steps; step_number++) {
		random_step();
		for (int i = 0; i < N_ARRAYS; i++) check_owned(&arrays[i]);
	}
	for (int i = 0; i < N_ARRAYS; i++) {
		check_gathered(&arrays[i]);
		free_array(&arrays[i]);
	}
}

TEST_MAIN(nests)

// nests [cases [first [steps]]]
static int nests(int argc, char **argv, char **envp)
{
	(void)envp;
	int cases = argc > 1 ? atoi(argv[1]) : 100, first = argc > 2 ? atoi(argv[2]) : 0,
	    n_steps = argc > 3 ? atoi(argv[3]) : 25;
	make_nests();
	for (case_number = 0; case_number < first + cases; case_number++) {
		seed_random((unsigned long)case_number);
		if (case_number >= first) run_case(n_steps);
		if (case_number % 10 == 9 && failed_anywhere()) break;
	}
	CHECK(hpcc_n_mapped() == 0, "%ld arrays are left", hpcc_n_mapped());
	return failed_anywhere() != 0;
}
