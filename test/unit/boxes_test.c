// SPDX-License-Identifier: Apache-2.0
//
// Sets of indices as boxes: whether a set is exactly what the boxes around its parts hold, with parameters by cases that
// are known, and without by counting the elements of random sets.
#include "../../analysis/numbers/numbers.h"

#include <stdio.h>
#include <stdlib.h>

static int failures;

static void expect(isl_ctx *ctx, const char *text, bool exact)
{
	isl_set *set = isl_set_read_from_str(ctx, text);
	if (!set || boxes_are_exact(set) != exact) {
		printf("%s: %s its boxes\n", text, exact ? "is not taken for" : "is taken for");
		failures++;
	}
	isl_set_free(set);
}

static void known_sets(isl_ctx *ctx)
{
	expect(ctx, "[lo, hi] -> { [i, j] : lo <= i <= hi and 0 <= j < 10 }", true);
	expect(ctx, "[lo, hi, n] -> { [i, j] : lo - 1 <= i <= hi + 1 and 0 <= i < n and 0 <= j < n }", true);
	expect(ctx, "[n] -> { [i, j] : 0 <= i < n and 0 <= j <= i }", false);
	expect(ctx, "[n] -> { [i, j] : 0 <= i < n and j = i }", false);
	expect(ctx, "[lo] -> { [i] : 2 * i >= lo and i < 10 }", false); // a quotient of what is owned
	expect(ctx, "{ [i] : 0 <= i < 10 and i mod 2 = 0 }", true);
	expect(ctx, "{ [i, j] : (0 <= i < 4 and 0 <= j < 4) or (9 <= i < 12 and 7 <= j < 9) }", true);
	expect(ctx, "{ [i, j] : 0 <= i < 8 and 0 <= j < 8 and not (i = 3 and j = 3) }",
	        true); // four boxes around a hole
	expect(ctx, "[n] -> { [i, j] : 0 <= i < n and 0 <= j < 5 and i + j > 0 }", true);
}

// More points than there may be boxes: what is told is a hull.
static void many_points(isl_ctx *ctx)
{
	isl_set *all = isl_set_read_from_str(ctx, "{ [i, j] : false }");
	for (int k = 0; k < 40; k++) {
		char point[64];
		snprintf(point, sizeof point, "{ [%d, %d] }", 3 * k, k * k % 41);
		all = isl_set_union(all, isl_set_read_from_str(ctx, point));
	}
	if (boxes_are_exact(all)) {
		printf("forty points are taken for a box\n");
		failures++;
	}
	isl_set_free(all);
}

static int random_below(int n) { return rand() % n; }

static isl_set *random_set(isl_ctx *ctx)
{
	isl_set *all = isl_set_read_from_str(ctx, "{ [i, j] : false }");
	for (int k = random_below(3); k >= 0; k--) {
		char part[160];
		int i = random_below(6), j = random_below(6), kind = random_below(4);
		snprintf(part, sizeof part, "{ [i, j] : %d <= i <= %d and %d <= j <= %d%s }", i, i + random_below(4), j,
		        j + random_below(4),
		        kind == 0   ? " and i <= j"
		        : kind == 1 ? " and (i + j) mod 2 = 0"
		                    : "");
		all = isl_set_union(all, isl_set_read_from_str(ctx, part));
	}
	return all;
}

static isl_stat add_box(isl_basic_set *part, void *user)
{
	isl_set **boxes = user;
	isl_set *set = isl_set_from_basic_set(part), *box = boxes_around(set);
	for (unsigned d = 0; d < 2; d++) box = isl_set_intersect(box, boxes_on_stride(set, d));
	*boxes = isl_set_union(*boxes, box);
	isl_set_free(set);
	return isl_stat_ok;
}

// The boxes around the parts hold the set; and nothing else where it is said to be exactly that.
static void random_sets(isl_ctx *ctx, int n)
{
	for (int k = 0; k < n; k++) {
		isl_set *set = random_set(ctx), *parts = boxes_parts(isl_set_copy(set));
		isl_set *boxes = isl_set_empty(isl_set_get_space(set));
		isl_set_foreach_basic_set(parts, add_box, &boxes);
		bool holds = isl_set_is_subset(set, boxes) == isl_bool_true, exact = boxes_are_exact(set);
		bool same = isl_set_is_subset(boxes, set) == isl_bool_true;
		if (!holds || (exact && !same)) {
			char *text = isl_set_to_str(set);
			printf("%s: %s\n", text, holds ? "is taken for its boxes" : "is not in its boxes");
			free(text);
			failures++;
		}
		isl_set_free(set);
		isl_set_free(parts);
		isl_set_free(boxes);
	}
}

int main(void)
{
	isl_ctx *ctx = isl_ctx_alloc();
	known_sets(ctx);
	many_points(ctx);
	random_sets(ctx, 1000);
	isl_ctx_free(ctx);
	return failures != 0;
}
