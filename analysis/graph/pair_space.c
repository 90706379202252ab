// SPDX-License-Identifier: Apache-2.0
#include "pair_space.h"

#include "../model/model.h"

#include <isl/constraint.h>
#include <isl/local_space.h>
#include <isl/space.h>

#include <ctype.h>
#include <stdio.h>
#include <string.h>

// ---- names ------------------------------------------------------------------------------------

static const char *const value_name[PAIR_VALUES] = {"lo", "hi", "plo", "phi", "B", "extent", "hlo", "hhi", "hB"};

// Coordinates, and what they are compared with.
typedef enum place { SENDER, RECEIVER, COUNT, OWNER, TARGET, PLACES } place;
static const char *const place_name[PLACES] = {"p", "q", "P", "r", "s"};

static isl_id *numbered_id(isl_ctx *ctx, const char *name, int k, int n)
{
	char text[24];
	snprintf(text, sizeof text, n == 1 ? "%s" : "%s%d", name, k);
	return isl_id_alloc(ctx, text, NULL);
}

isl_id *pair_id(isl_ctx *ctx, pair_value v, int k, int n) { return numbered_id(ctx, value_name[v], k, n); }

static bool is_numbered(const char *text, const char *name)
{
	size_t length = strlen(name);
	if (strncmp(text, name, length) != 0) return false;
	for (text += length; isdigit((unsigned char)*text); text++) continue;
	return !*text;
}

bool pair_name_is_free(const char *name)
{
	// Words of isl's notation.
	static const char *const words[] = {"and", "or", "not", "exists", "mod", "floor", "ceild", "floord", "min",
	        "max", "true", "false", "implies", "infty", "infinity", "nan", "rat", "exist"};
	bool word = isalpha((unsigned char)*name) || *name == '_';
	for (const char *c = name; *c; c++) word &= isalnum((unsigned char)*c) || *c == '_';
	for (size_t k = 0; k < sizeof words / sizeof *words; k++) word &= strcmp(name, words[k]) != 0;
	for (int v = 0; v < PAIR_VALUES; v++) word &= !is_numbered(name, value_name[v]);
	for (int v = 0; v < PLACES; v++) word &= !is_numbered(name, place_name[v]);
	return word && !is_numbered(name, "par");
}

int pair_find(isl_set *set, pair_value v, int k, int n)
{
	isl_id *id = pair_id(isl_set_get_ctx(set), v, k, n);
	int at = isl_set_find_dim_by_id(set, isl_dim_param, id);
	isl_id_free(id);
	return at;
}

isl_set *pair_with(isl_set *set, pair_value v, int k, int n)
{
	isl_space *one = isl_space_params_alloc(isl_set_get_ctx(set), 0);
	one = isl_space_add_param_id(one, pair_id(isl_set_get_ctx(set), v, k, n));
	return isl_set_align_params(set, one);
}

isl_set *pair_without(isl_set *set, pair_value v, int k, int n)
{
	int at = set ? pair_find(set, v, k, n) : -1;
	return at < 0 ? set : isl_set_project_out(set, isl_dim_param, (unsigned)at, 1);
}

// ---- blocks -----------------------------------------------------------------------------------

// A sum that is 0, or at least 0.
enum { MOST_TERMS = PAIR_VALUES };
typedef struct row {
	bool used, equal;
	int term[MOST_TERMS], constant;
} row;
enum { MOST_ROWS = 8 };

#define ZERO(...)                                                                                                      \
	{                                                                                                              \
		.used = true, .equal = true, .term = { __VA_ARGS__ }                                                   \
	}
#define ZERO_LESS_ONE(...) {.used = true, .equal = true, .term = {__VA_ARGS__}, .constant = -1}
#define POSITIVE(...) {.used = true, .term = {__VA_ARGS__}, .constant = -1}
#define AT_LEAST_ZERO(...)                                                                                             \
	{                                                                                                              \
		.used = true, .term = { __VA_ARGS__ }                                                                  \
	}
#define LO(c) [PAIR_LO] = (c)
#define HI(c) [PAIR_HI] = (c)
#define PLO(c) [PAIR_PLO] = (c)
#define PHI(c) [PAIR_PHI] = (c)
#define B(c) [PAIR_WIDTH] = (c)
#define N(c) [PAIR_EXTENT] = (c)

static const row blocks[MOST_ROWS] = {
        AT_LEAST_ZERO(LO(1)),
        POSITIVE(N(1), HI(-1)),
        {.used = true, .term = {HI(1), LO(-1), B(-1)}, .constant = 1},
        AT_LEAST_ZERO(PLO(1)),
        POSITIVE(N(1), PHI(-1)),
        {.used = true, .term = {PHI(1), PLO(-1), B(-1)}, .constant = 1},
        POSITIVE(B(1)),
};

static const row related[PAIR_RELATIONS][MOST_ROWS] = {
        [PAIR_SAME] = {ZERO(LO(1), PLO(-1)), ZERO(HI(1), PHI(-1))},
        [PAIR_UP] = {ZERO_LESS_ONE(LO(1), PHI(-1))},
        [PAIR_DOWN] = {ZERO_LESS_ONE(PLO(1), HI(-1))},
        [PAIR_LAST_TO_FIRST] = {ZERO(LO(1)), ZERO_LESS_ONE(N(1), PHI(-1)), POSITIVE(PLO(1), HI(-1))},
        [PAIR_FIRST_TO_LAST] = {ZERO(PLO(1)), ZERO_LESS_ONE(N(1), HI(-1)), POSITIVE(LO(1), PHI(-1))},
        [PAIR_ALONE] = {ZERO(LO(1)), ZERO(PLO(1)), ZERO_LESS_ONE(N(1), HI(-1)), ZERO_LESS_ONE(N(1), PHI(-1))},
        [PAIR_FAR_UP] = {POSITIVE(LO(1), PHI(-1), B(-1))},
        [PAIR_FAR_DOWN] = {POSITIVE(PLO(1), HI(-1), B(-1))},
};

static isl_constraint *constraint_of(isl_local_space *space, const row *r)
{
	isl_constraint *c = r->equal ? isl_constraint_alloc_equality(space) : isl_constraint_alloc_inequality(space);
	return isl_constraint_set_constant_si(c, r->constant);
}

// The parameters that satisfy all rows.
static isl_set *satisfying(isl_ctx *ctx, const row *rows, int k, int n)
{
	isl_space *space = isl_space_params_alloc(ctx, 0);
	for (int v = 0; v < PAIR_VALUES; v++) space = isl_space_add_param_id(space, pair_id(ctx, v, k, n));
	isl_set *set = isl_set_universe(isl_space_set_from_params(space));
	for (int j = 0; j < MOST_ROWS && rows[j].used; j++) {
		isl_constraint *c = constraint_of(isl_local_space_from_space(isl_set_get_space(set)), &rows[j]);
		for (int v = 0; v < PAIR_VALUES; v++)
			c = isl_constraint_set_coefficient_si(
			        c, isl_dim_param, pair_find(set, v, k, n), rows[j].term[v]);
		set = isl_set_add_constraint(set, c);
	}
	return isl_set_params(set);
}

isl_set *pair_blocks(isl_ctx *ctx, int k, int n) { return satisfying(ctx, blocks, k, n); }

isl_set *pair_related(isl_ctx *ctx, pair_relation r, int k, int n) { return satisfying(ctx, related[r], k, n); }

isl_set *pair_home(isl_ctx *ctx, long extent, int k, int n)
{
	const row home[MOST_ROWS] = {
	        AT_LEAST_ZERO([PAIR_HOME_LO] = 1),
	        {.used = true,
	                .term = {[PAIR_HOME_HI] = 1, [PAIR_HOME_LO] = -1, [PAIR_HOME_WIDTH] = -1},
	                .constant = 1},
	        POSITIVE([PAIR_HOME_WIDTH] = 1),
	        {.used = extent > 0, .term = {[PAIR_HOME_HI] = -1}, .constant = (int)extent - 1},
	};
	isl_set *set = satisfying(ctx, home, k, n);
	for (int v = 0; v < PAIR_HOME_LO; v++) set = pair_without(set, v, k, n);
	return set;
}

isl_set *pair_tiled(isl_ctx *ctx, int k, int n)
{
	static const row either[][2][MOST_ROWS] = {
	        {{ZERO(LO(1))}, {AT_LEAST_ZERO(LO(1), B(-1))}},
	        {{ZERO(PLO(1))}, {AT_LEAST_ZERO(PLO(1), B(-1))}},
	        {{ZERO_LESS_ONE(N(1), HI(-1))}, {POSITIVE(N(1), HI(-1), B(-1))}},
	        {{ZERO_LESS_ONE(N(1), PHI(-1))}, {POSITIVE(N(1), PHI(-1), B(-1))}},
	};
	isl_set *all = isl_set_universe(isl_space_params_alloc(ctx, 0));
	for (size_t j = 0; j < sizeof either / sizeof *either; j++) {
		isl_set *one = satisfying(ctx, either[j][0], k, n), *other = satisfying(ctx, either[j][1], k, n);
		all = isl_set_intersect(all, isl_set_union(one, other));
	}
	return all;
}

static isl_set *at_least(isl_ctx *ctx, pair_value which, int least, int k, int n)
{
	row wide[MOST_ROWS] = {{.used = true, .constant = -least}};
	wide[0].term[which] = 1;
	isl_set *set = satisfying(ctx, wide, k, n);
	for (int v = 0; v < PAIR_VALUES; v++)
		if (v != (int)which) set = pair_without(set, v, k, n);
	return set;
}

isl_set *pair_wide(isl_ctx *ctx, int width, int k, int n) { return at_least(ctx, PAIR_WIDTH, width, k, n); }

isl_set *pair_home_wide(isl_ctx *ctx, int k, int n) { return at_least(ctx, PAIR_HOME_WIDTH, 1, k, n); }

// ---- coordinates ------------------------------------------------------------------------------

#define P(c) [SENDER] = (c)
#define Q(c) [RECEIVER] = (c)
#define ALL(c) [COUNT] = (c)
#define R(c) [OWNER] = (c)

static const row in_grid[MOST_ROWS] = {
        AT_LEAST_ZERO(P(1)), POSITIVE(ALL(1), P(-1)), AT_LEAST_ZERO(Q(1)), POSITIVE(ALL(1), Q(-1))};

static const row coordinates[PAIR_RELATIONS][MOST_ROWS] = {
        [PAIR_SAME] = {ZERO(P(1), Q(-1))},
        [PAIR_UP] = {ZERO_LESS_ONE(Q(1), P(-1))},
        [PAIR_DOWN] = {ZERO_LESS_ONE(P(1), Q(-1))},
        [PAIR_LAST_TO_FIRST] = {ZERO(Q(1)), ZERO_LESS_ONE(ALL(1), P(-1)), POSITIVE(P(1))},
        [PAIR_FIRST_TO_LAST] = {ZERO(P(1)), ZERO_LESS_ONE(ALL(1), Q(-1)), POSITIVE(Q(1))},
        [PAIR_ALONE] = {ZERO(P(1)), ZERO(Q(1)), ZERO_LESS_ONE(ALL(1))},
        [PAIR_FAR_UP] = {{.used = true, .term = {Q(1), P(-1)}, .constant = -2}},
        [PAIR_FAR_DOWN] = {{.used = true, .term = {P(1), Q(-1)}, .constant = -2}},
};

static const row senders[][MOST_ROWS] = {
        [PAIR_ANYWHERE] = {{0}},
        [PAIR_OWNER] = {ZERO(P(1), R(-1))},
        [PAIR_FIRST] = {ZERO(P(1))},
        [PAIR_LAST] = {ZERO_LESS_ONE(ALL(1), P(-1))},
};

static const row receivers[][MOST_ROWS] = {
        [PAIR_ANYWHERE] = {{0}},
        [PAIR_OWNER] = {ZERO(Q(1), [TARGET] = -1)},
        [PAIR_FIRST] = {ZERO(Q(1))},
        [PAIR_LAST] = {ZERO_LESS_ONE(ALL(1), Q(-1))},
};

static isl_map *restricted(isl_map *map, const row *rows, int k, int n)
{
	isl_ctx *ctx = isl_map_get_ctx(map);
	for (int j = 0; j < MOST_ROWS && rows[j].used; j++) {
		isl_space *space = isl_space_params_alloc(ctx, 0);
		for (int v = COUNT; v <= TARGET; v++)
			if (rows[j].term[v])
				space = isl_space_add_param_id(space, numbered_id(ctx, place_name[v], k, n));
		map = isl_map_align_params(map, space);
		isl_constraint *c = constraint_of(isl_local_space_from_space(isl_map_get_space(map)), &rows[j]);
		c = isl_constraint_set_coefficient_si(c, isl_dim_in, k, rows[j].term[SENDER]);
		c = isl_constraint_set_coefficient_si(c, isl_dim_out, k, rows[j].term[RECEIVER]);
		for (int v = COUNT; v <= TARGET; v++) {
			isl_id *id = numbered_id(ctx, place_name[v], k, n);
			int at = isl_map_find_dim_by_id(map, isl_dim_param, id);
			isl_id_free(id);
			if (rows[j].term[v])
				c = isl_constraint_set_coefficient_si(c, isl_dim_param, at, rows[j].term[v]);
		}
		map = isl_map_add_constraint(map, c);
	}
	return map;
}

isl_map *pair_all(isl_ctx *ctx, int n)
{
	isl_space *space = isl_space_alloc(ctx, 0, (unsigned)n, (unsigned)n);
	for (int k = 0; k < n; k++) space = isl_space_add_param_id(space, numbered_id(ctx, place_name[COUNT], k, n));
	for (int k = 0; k < n; k++)
		space = isl_space_set_dim_id(
		        space, isl_dim_in, (unsigned)k, numbered_id(ctx, place_name[SENDER], k, n));
	isl_map *map = isl_map_universe(space);
	for (int k = 0; k < n; k++) map = restricted(map, in_grid, k, n);
	return map;
}

isl_map *pair_map(isl_map *map, pair_relation r, pair_place sender, pair_place receiver, int k, int n)
{
	map = restricted(restricted(map, coordinates[r], k, n), senders[sender], k, n);
	return restricted(map, receivers[receiver], k, n);
}

isl_map *pair_others(isl_map *map)
{
	isl_map *itself = isl_map_identity(isl_map_get_space(map));
	return isl_map_subtract(map, itself);
}
