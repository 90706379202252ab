// SPDX-License-Identifier: Apache-2.0
//
// The algebra of boxes, against sets of points; sums of how often loops run, against sums of all values.
#include "harness.h"

enum { RANK = 2, SIDE = 24, POINTS = SIDE * SIDE };

typedef struct set_t {
	char in[POINTS];
} set_t;

static box_t random_box(void)
{
	box_t b = {0};
	for (int d = 0; d < RANK; d++) {
		long lo = random_in(0, SIDE - 1), step = random_in(0, 2) ? 1 : random_in(2, 5);
		long hi = random_in(lo, SIDE - 1);
		hi = lo + (hi - lo) / step * step;
		b.d[d] = (hpcc_range){lo, hi, lo == hi ? 1 : step};
	}
	return b;
}

static int has(const box_t *b, long i, long j)
{
	const hpcc_range *r = b->d;
	return i >= r[0].lo && i <= r[0].hi && (i - r[0].lo) % r[0].step == 0 && j >= r[1].lo && j <= r[1].hi &&
	       (j - r[1].lo) % r[1].step == 0;
}

static int count_in(const boxes_t *list, long i, long j)
{
	int n = 0;
	for (int k = 0; k < list->n; k++) n += has(&list->box[k], i, j);
	return n;
}

static void check_pair(void)
{
	box_t a = random_box(), b = random_box(), common;
	int meet = hpcc_box_and(RANK, &a, &b, &common);
	boxes_t *rest = hpcc_boxes_new(RANK);
	hpcc_box_minus(&a, &b, rest);
	for (long i = 0; i < SIDE; i++)
		for (long j = 0; j < SIDE; j++) {
			int both = has(&a, i, j) && has(&b, i, j), left = count_in(rest, i, j);
			CHECK(both == (meet && has(&common, i, j)), "intersection at %ld %ld", i, j);
			CHECK(left <= 1 && left == (has(&a, i, j) && !has(&b, i, j)), "difference at %ld %ld", i, j);
		}
	hpcc_boxes_drop(rest);
}

static void check_union(void)
{
	boxes_t *list = hpcc_boxes_new(RANK), *half = hpcc_boxes_new(RANK);
	set_t expected = {{0}};
	long n = 0;
	for (int k = 0; k < 8; k++) {
		box_t b = random_box();
		hpcc_boxes_unite(list, &b);
		if (k < 4) hpcc_boxes_unite(half, &b);
		for (long p = 0; p < POINTS; p++) expected.in[p] |= (char)has(&b, p / SIDE, p % SIDE);
	}
	for (long p = 0; p < POINTS; p++) {
		CHECK(count_in(list, p / SIDE, p % SIDE) == expected.in[p], "union at %ld", p);
		n += expected.in[p];
	}
	CHECK(hpcc_boxes_count(list) == n, "count");
	CHECK(hpcc_boxes_covered(half, &list, 1), "a part is covered");
	CHECK(hpcc_boxes_covered(list, &half, 1) == (hpcc_boxes_count(half) == n), "the whole by a part");
	box_t window = random_box();
	boxes_t *seen = hpcc_boxes_and(list, &window);
	for (long p = 0; p < POINTS; p++)
		CHECK(count_in(seen, p / SIDE, p % SIDE) == (expected.in[p] && has(&window, p / SIDE, p % SIDE)),
		        "window at %ld", p);
	hpcc_boxes_drop(seen);
	hpcc_boxes_drop(list);
	hpcc_boxes_drop(half);
}

static void check_flat(void)
{
	long extent[3] = {random_in(1, 4), random_in(1, 4), random_in(1, 4)}, n = extent[0] * extent[1] * extent[2];
	long first = random_in(0, n - 1), last = random_in(first, n - 1);
	boxes_t *list = hpcc_boxes_new(3);
	hpcc_boxes_flat(list, extent, first, last);
	for (long p = 0; p < n; p++) {
		box_t point = {0};
		long i = p / (extent[1] * extent[2]), j = p / extent[2] % extent[1], k = p % extent[2];
		point.d[0] = (hpcc_range){i, i, 1}, point.d[1] = (hpcc_range){j, j, 1};
		point.d[2] = (hpcc_range){k, k, 1};
		boxes_t one = {.rank = 3, .n = 1, .box = &point};
		CHECK(hpcc_boxes_covered(&one, &list, 1) == (p >= first && p <= last), "flat %ld..%ld at %ld", first,
		        last, p);
	}
	CHECK(hpcc_boxes_count(list) == last - first + 1, "flat count");
	hpcc_boxes_drop(list);
}

// Neighbours join: the halo of a block, united from shifted copies of it, is few boxes.
static void check_joining(void)
{
	boxes_t *list = hpcc_boxes_new(RANK);
	box_t own = {.d = {{8, 15, 1}, {8, 15, 1}}};
	for (long i = -1; i <= 1; i++)
		for (long j = -1; j <= 1; j++) {
			box_t b = own;
			b.d[0].lo += i, b.d[0].hi += i, b.d[1].lo += j, b.d[1].hi += j;
			hpcc_boxes_unite(list, &b);
		}
	CHECK(hpcc_boxes_count(list) == 100, "nine points");
	CHECK(list->n == 1, "%d boxes", list->n);
	hpcc_boxes_drop(list);
}

static void check_copies(void)
{
	long memory[SIDE][SIDE], copy[SIDE][SIDE];
	place_t from = {(uintptr_t)memory, {sizeof memory[0], sizeof(long)}};
	place_t to = {(uintptr_t)copy, {sizeof copy[0], sizeof(long)}};
	for (long p = 0; p < POINTS; p++) memory[p / SIDE][p % SIDE] = p + 1;
	memset(copy, 0, sizeof copy);
	boxes_t *list = hpcc_boxes_new(RANK);
	for (int k = 0; k < 3; k++) {
		box_t b = random_box();
		hpcc_boxes_unite(list, &b);
	}
	long *buffer = hpcc_alloc((size_t)hpcc_boxes_count(list) * sizeof(long));
	hpcc_pack(list, &from, sizeof(long), (char *)buffer);
	hpcc_unpack(list, &to, sizeof(long), (char *)buffer);
	for (long p = 0; p < POINTS; p++)
		CHECK(copy[p / SIDE][p % SIDE] == (count_in(list, p / SIDE, p % SIDE) ? p + 1 : 0), "copy at %ld", p);
	free(buffer);
	hpcc_boxes_drop(list);
}

static long polynomial(const long *factor, int degree, long i)
{
	long value = 0;
	for (int d = degree; d >= 0; d--) value = value * i + factor[d];
	return value;
}

// Sums of polynomials, with no more values than there are, and with some more than the degree asks for.
static void check_sums(void)
{
	long factor[4], value[6], expected = 0;
	const int degree = (int)random_in(0, 3), known = degree + 1 + (int)random_in(0, 2);
	const long n = random_in(0, 40);
	for (int d = 0; d <= degree; d++) factor[d] = random_in(0, 18) - 9;
	for (long i = 0; i < n; i++) expected += polynomial(factor, degree, i);
	for (int k = 0; k < known; k++) value[k] = polynomial(factor, degree, k);
	CHECK(hpcc_sum(value, (int)MIN_OF(known, n), n) == expected, "%ld values, degree %d", n, degree);
}

TEST_MAIN(boxes)

static int boxes(int argc, char **argv, char **envp)
{
	(void)argc, (void)argv, (void)envp;
	for (int k = 0; k < 300 && failures < 10; k++) {
		check_pair();
		check_union();
		check_flat();
		check_copies();
		check_sums();
	}
	check_joining();
	return failed_anywhere() != 0;
}
