// SPDX-License-Identifier: Apache-2.0
//
// Boxes of indices: in each dimension lo, lo+step, ... hi. Lists of them stand for sections of arrays.
#include "arrays.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

// ---- ranges -----------------------------------------------------------------------------------

static hpcc_range make_range(long lo, long hi, long step)
{
	if (hi < lo) return (hpcc_range){0, -1, 1};
	hi = lo + (hi - lo) / step * step;
	return (hpcc_range){lo, hi, hi == lo ? 1 : step};
}

long hpcc_range_count(const hpcc_range *r) { return r->hi < r->lo ? 0 : (r->hi - r->lo) / r->step + 1; }

// s and g with a * s = g (mod b), g the greatest common divisor.
static long gcd_inverse(long a, long b, long *s)
{
	long s0 = 1, s1 = 0;
	while (b != 0) {
		long q = a / b, r = a % b, t = s0 - q * s1;
		a = b, b = r, s0 = s1, s1 = t;
	}
	*s = s0;
	return a;
}

// First common element of two progressions at or after both of their starts; 0: none.
static int first_common(const hpcc_range *a, const hpcc_range *b, long *first, long *step)
{
	long inverse, gcd = gcd_inverse(a->step, b->step, &inverse), distance = b->lo - a->lo;
	if (distance % gcd != 0) return 0;
	long period = b->step / gcd;
	long k = hpcc_mod((long)(((__int128)(distance / gcd) * inverse) % period), period);
	*step = a->step * period;
	*first = a->lo + k * a->step;
	if (*first < b->lo) *first += (b->lo - *first + *step - 1) / *step * *step;
	return 1;
}

int hpcc_range_and(const hpcc_range *a, const hpcc_range *b, hpcc_range *out)
{
	long first = MAX_OF(a->lo, b->lo), last = MIN_OF(a->hi, b->hi), step;
	if (last < first) return 0;
	if (a->step == 1 && b->step == 1) {
		*out = (hpcc_range){first, last, 1};
		return 1;
	}
	if (!first_common(a, b, &first, &step)) return 0;
	*out = make_range(first, last, step);
	return out->lo <= out->hi;
}

static long moved(long end, int sign, long offset)
{
	int infinite = end <= -HPCC_INF || end >= HPCC_INF;
	return infinite ? sign * end : sign * end + offset;
}

hpcc_range hpcc_range_moved(hpcc_range r, int sign, long offset)
{
	long lo = moved(r.lo, sign, offset), hi = moved(r.hi, sign, offset);
	return (hpcc_range){sign > 0 ? lo : hi, sign > 0 ? hi : lo, r.step};
}

// ---- boxes ------------------------------------------------------------------------------------

// Whether the hulls of two boxes meet. Most boxes that are compared lie apart, and this says so at once.
static int hulls_meet(int rank, const box_t *a, const box_t *b)
{
	for (int d = 0; d < rank; d++)
		if (a->d[d].lo > b->d[d].hi || b->d[d].lo > a->d[d].hi) return 0;
	return 1;
}

int hpcc_box_and(int rank, const box_t *a, const box_t *b, box_t *out)
{
	if (!hulls_meet(rank, a, b)) return 0;
	box_t both = {0};
	for (int d = 0; d < rank; d++)
		if (!hpcc_range_and(&a->d[d], &b->d[d], &both.d[d])) return 0;
	*out = both;
	return 1;
}

long hpcc_box_count(int rank, const box_t *b)
{
	long count = 1;
	for (int d = 0; d < rank; d++) {
		long n = hpcc_range_count(&b->d[d]);
		if (n == 0) return 0;
		// Of ranges without ends there are more than can be said.
		if (__builtin_mul_overflow(count, n, &count)) count = LONG_MAX;
	}
	return count;
}

int hpcc_box_first(int rank, const box_t *b, long *index)
{
	for (int d = 0; d < rank; d++) {
		if (b->d[d].lo > b->d[d].hi) return 0;
		index[d] = b->d[d].lo;
	}
	return 1;
}

int hpcc_box_next(int rank, const box_t *b, long *index)
{
	for (int d = rank - 1; d >= 0; d--) {
		index[d] += b->d[d].step;
		if (index[d] <= b->d[d].hi) return 1;
		index[d] = b->d[d].lo;
	}
	return 0;
}

static void push_with(boxes_t *out, const box_t *b, int d, hpcc_range r)
{
	if (r.hi < r.lo) return;
	box_t piece = *b;
	piece.d[d] = r;
	hpcc_boxes_push(out, &piece);
}

// Appends what is in `b` with range `all` in dimension d but not in `part` of it; 0 where that is too fine.
static int push_rest(boxes_t *out, const box_t *b, int d, hpcc_range part)
{
	enum { FINEST = 8 };
	hpcc_range all = b->d[d];
	long n = part.hi > part.lo ? part.step / all.step : 1;
	if (n > FINEST) return 0;
	push_with(out, b, d, make_range(all.lo, part.lo - all.step, all.step));
	push_with(out, b, d, make_range(part.hi + all.step, all.hi, all.step));
	for (long k = 1; k < n; k++) push_with(out, b, d, make_range(part.lo + k * all.step, part.hi, part.step));
	return 1;
}

void hpcc_box_minus(const box_t *a, const box_t *b, boxes_t *out)
{
	box_t common, rest = *a;
	if (!hpcc_box_and(out->rank, a, b, &common)) {
		hpcc_boxes_push(out, a);
		return;
	}
	for (int d = 0; d < out->rank; d++) {
		if (!push_rest(out, &rest, d, common.d[d])) {
			hpcc_boxes_push(out, &rest);
			return;
		}
		rest.d[d] = common.d[d];
	}
}

// ---- lists ------------------------------------------------------------------------------------

boxes_t *hpcc_boxes_new(int rank)
{
	boxes_t *list = hpcc_alloc(sizeof *list);
	list->refs = 1;
	list->rank = rank;
	return list;
}

boxes_t *hpcc_boxes_keep(boxes_t *list)
{
	list->refs++;
	return list;
}

void hpcc_boxes_drop(boxes_t *list)
{
	if (!list || --list->refs > 0) return;
	free(list->box);
	free(list);
}

void hpcc_boxes_push(boxes_t *list, const box_t *b)
{
	if (list->n == list->capacity) {
		list->capacity = list->capacity ? 2 * list->capacity : 4;
		list->box = hpcc_grow(list->box, (size_t)list->capacity * sizeof *list->box);
	}
	list->box[list->n++] = *b;
}

static int ranges_equal(const hpcc_range *a, const hpcc_range *b)
{
	return a->lo == b->lo && a->hi == b->hi && a->step == b->step;
}

// Joins two disjoint ranges where one continues the other.
static int join_ranges(const hpcc_range *a, const hpcc_range *b, hpcc_range *out)
{
	if (b->lo < a->lo) return join_ranges(b, a, out);
	long step = a->hi > a->lo ? a->step : b->step;
	if ((b->hi > b->lo && b->step != step) || b->lo != a->hi + step) return 0;
	*out = make_range(a->lo, b->hi, step);
	return 1;
}

// Joins two disjoint boxes that differ in one dimension only and continue each other there.
static int join_boxes(int rank, box_t *a, const box_t *b)
{
	int differs = -1;
	for (int d = 0; d < rank; d++) {
		if (ranges_equal(&a->d[d], &b->d[d])) continue;
		if (differs >= 0) return 0;
		differs = d;
	}
	return differs >= 0 && join_ranges(&a->d[differs], &b->d[differs], &a->d[differs]);
}

// Joins the last box of a list with others as often as that works. Long lists are looked at only near their end.
static void join_last(boxes_t *list)
{
	enum { NEAR = 64 };
	for (int k = list->n - 2; k >= 0 && k >= list->n - NEAR; k--) {
		if (!join_boxes(list->rank, &list->box[k], &list->box[list->n - 1])) continue;
		box_t joined = list->box[k];
		list->n--;
		list->box[k] = list->box[list->n - 1];
		list->box[list->n - 1] = joined;
		k = list->n - 1;
	}
}

static void remove_covered(boxes_t *list, const box_t *b)
{
	int kept = 0;
	for (int k = 0; k < list->n; k++) {
		box_t common;
		if (hpcc_box_and(list->rank, &list->box[k], b, &common) &&
		        hpcc_box_count(list->rank, &common) == hpcc_box_count(list->rank, &list->box[k]))
			continue;
		list->box[kept++] = list->box[k];
	}
	list->n = kept;
}

void hpcc_boxes_unite(boxes_t *list, const box_t *b)
{
	if (hpcc_box_count(list->rank, b) == 0) return;
	int touched = 0;
	for (int k = 0; k < list->n && !touched; k++) touched = hulls_meet(list->rank, &list->box[k], b);
	if (!touched) {
		hpcc_boxes_push(list, b);
		join_last(list);
		return;
	}
	boxes_t fresh = {.rank = list->rank};
	remove_covered(list, b);
	hpcc_boxes_push(&fresh, b);
	for (int k = 0; k < list->n && fresh.n > 0; k++) hpcc_boxes_minus(&fresh, &list->box[k]);
	for (int k = 0; k < fresh.n; k++) {
		hpcc_boxes_push(list, &fresh.box[k]);
		join_last(list);
	}
	free(fresh.box);
}

void hpcc_boxes_minus(boxes_t *list, const box_t *b)
{
	boxes_t rest = {.rank = list->rank};
	box_t common;
	int touched = 0;
	for (int k = 0; k < list->n && !touched; k++) touched = hpcc_box_and(list->rank, &list->box[k], b, &common);
	if (!touched) return;
	for (int k = 0; k < list->n; k++) hpcc_box_minus(&list->box[k], b, &rest);
	free(list->box);
	list->box = rest.box;
	list->n = rest.n;
	list->capacity = rest.capacity;
}

boxes_t *hpcc_boxes_and(const boxes_t *list, const box_t *b)
{
	boxes_t *out = hpcc_boxes_new(list->rank);
	box_t common;
	for (int k = 0; k < list->n; k++)
		if (hpcc_box_and(list->rank, &list->box[k], b, &common)) hpcc_boxes_push(out, &common);
	return out;
}

boxes_t *hpcc_boxes_common(const boxes_t *a, const boxes_t *b)
{
	boxes_t *out = hpcc_boxes_new(a->rank);
	box_t common;
	for (int i = 0; i < a->n; i++)
		for (int k = 0; k < b->n; k++)
			if (hpcc_box_and(a->rank, &a->box[i], &b->box[k], &common)) hpcc_boxes_push(out, &common);
	return out;
}

int hpcc_boxes_meet(const boxes_t *a, const boxes_t *b)
{
	box_t common;
	for (int i = 0; i < a->n; i++)
		for (int k = 0; k < b->n; k++)
			if (hpcc_box_and(a->rank, &a->box[i], &b->box[k], &common)) return 1;
	return 0;
}

int hpcc_boxes_covered(const boxes_t *list, boxes_t *const *by, int n)
{
	for (int i = 0; i < n; i++)
		if (by[i] == list) return 1;
	boxes_t rest = {.rank = list->rank};
	for (int k = 0; k < list->n; k++) hpcc_boxes_push(&rest, &list->box[k]);
	for (int i = 0; i < n && rest.n > 0; i++)
		for (int k = 0; k < by[i]->n && rest.n > 0; k++) hpcc_boxes_minus(&rest, &by[i]->box[k]);
	free(rest.box);
	return rest.n == 0;
}

int hpcc_boxes_equal(const boxes_t *a, const boxes_t *b)
{
	if (a->n != b->n) return 0;
	for (int k = 0; k < a->n; k++)
		for (int d = 0; d < a->rank; d++)
			if (!ranges_equal(&a->box[k].d[d], &b->box[k].d[d])) return 0;
	return 1;
}

long hpcc_boxes_count(const boxes_t *list)
{
	long count = 0;
	for (int k = 0; k < list->n; k++) count += hpcc_box_count(list->rank, &list->box[k]);
	return count;
}

int hpcc_boxes_hull(const boxes_t *list, box_t *hull)
{
	for (int k = 0; k < list->n; k++)
		for (int d = 0; d < list->rank; d++) {
			const hpcc_range *r = &list->box[k].d[d];
			hpcc_range *h = &hull->d[d];
			*h = k == 0 ? (hpcc_range){r->lo, r->hi, 1}
			            : (hpcc_range){MIN_OF(h->lo, r->lo), MAX_OF(h->hi, r->hi), 1};
		}
	return list->n > 0;
}

// Appends the longest box that begins at element `first` and ends at or before `last`; returns how many it has.
static long push_flat_piece(boxes_t *list, const long *extent, long first, long last)
{
	int rank = list->rank, d = rank - 1;
	long stride = 1, index[HPCC_MAX_RANK] = {0}, rest = first;
	for (int k = rank - 1; k >= 0; k--) {
		index[k] = k == 0 ? rest : rest % extent[k];
		rest /= extent[k];
	}
	while (d > 0 && index[d] == 0 && last - first + 1 >= stride * extent[d]) stride *= extent[d--];
	long count = MIN_OF((last - first + 1) / stride, extent[d] - index[d]);
	box_t b = {0};
	for (int k = 0; k < rank; k++)
		b.d[k] = k < d    ? (hpcc_range){index[k], index[k], 1}
		         : k == d ? (hpcc_range){index[k], index[k] + count - 1, 1}
		                  : (hpcc_range){0, extent[k] - 1, 1};
	hpcc_boxes_push(list, &b);
	return count * stride;
}

void hpcc_boxes_flat(boxes_t *list, const long *extent, long first, long last)
{
	while (first <= last) first += push_flat_piece(list, extent, first, last);
}
