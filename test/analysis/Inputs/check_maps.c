// SPDX-License-Identifier: Apache-2.0
//
// The maps of communication events that -fdist-emit=graph prints, from stdin, against those that a test has derived by
// hand: compared as sets, maps and polynomials. Tests say of each event
//
//     EVENT array pattern [P] -> { map }
//     SECTION [lo] -> { what goes from one process to the other }
//     SIZE [lo] -> { elements }
//     BYTES of an element
//     IF [B] -> { : what is assumed }
//     WHERE [lo, hi] -> { : with which blocks section and size are compared }
//
// (pattern is `shift`, `broadcast` ...; with `?` behind it the map is what is possible at most). All events are told; or none are, and
// only tried.
//
//     TRY task array dims 0 1 axes 0 1 extents 100 60 [home 64 | home 64 times 2 | home 98 shift 1]
//         [k=3 ...]
//
// cuts the array into blocks at random, as wide as the events assume, and asks for each two processes whether what the
// events say goes from one to the other is what the receiver needs of what the sender owns. `home`: the nest's axes are
// those of another array, which is cut by itself; `times`: so that the array's blocks are so many times as wide; `shift`: as the array is,
// whose index i + 1 is the other one's i.
#include <isl/aff.h>
#include <isl/ctx.h>
#include <isl/ilp.h>
#include <isl/map.h>
#include <isl/polynomial.h>
#include <isl/set.h>
#include <isl/val.h>

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256, LINE = 1 << 16, DIMS = 3, MOST_PROCESSES = 5 };

typedef struct event {
	int task;
	char array[64], pattern[32];
	bool at_most, met;
	isl_map *map;
	isl_set *section, *assumes, *where;
	isl_pw_qpolynomial *size;
	isl_pw_aff *root[DIMS], *target[DIMS];
	long bytes;
} event;

typedef struct need {
	int task;
	char array[64];
	isl_set *set;
} need;

typedef struct events {
	int n;
	event list[MOST];
} events;

static isl_ctx *ctx;
static events found, expected;
static need needs[MOST];
static int n_needs, failures;

static void fail(const char *what, const char *about)
{
	fprintf(stderr, "%s: %s\n", what, about);
	failures++;
}

// ---- reading ------------------------------------------------------------------------------------

static event *add(events *to)
{
	if (to->n == MOST) exit(2);
	return &to->list[to->n++];
}

static const char *behind(const char *line, const char *prefix)
{
	const char *at = strstr(line, prefix);
	return at ? at + strlen(prefix) : NULL;
}

static char name_of_par[64][64];

// hpcc_own[0].lo is own0lo, hpcc_par[0] the name of the variable that it is, or par0.
static void spell(const char *from, char *to)
{
	int k = 0, length = 0;
	char end = 0;
	while (*from) {
		if (sscanf(from, "hpcc_own[%d].%c%*c%n", &k, &end, &length) == 2) {
			to += sprintf(to, "own%d%s", k, end == 'l' ? "lo" : "hi");
			from += strlen("hpcc_own[].lo") + (k > 9 ? 2 : 1);
		} else if (!strncmp(from, "hpcc_par[", 9)) {
			k = atoi(from + 9);
			to += sprintf(to, "%s", name_of_par[k]);
			from = strchr(from, ']') + 1;
		} else {
			*to++ = *from++;
		}
	}
	*to = 0;
}

static void read_graph(void)
{
	static char line[LINE], spelled[LINE];
	int task = 0, k = 0;
	event *e = NULL;
	need *at = NULL;
	while (fgets(line, sizeof line, stdin)) {
		const char *rest;
		char name[64];
		line[strcspn(line, "\n")] = 0;
		sscanf(line, "task %d:", &task);
		if (!strncmp(line, "task", 4)) e = NULL, at = NULL;
		if (sscanf(line, "  hpcc_par[%d] = ", &k) == 1) {
			sprintf(name_of_par[k], "par%d", k);
			if (sscanf(line, "  hpcc_par[%*d] = (long)(%63[A-Za-z_0-9])", name) == 1)
				strcpy(name_of_par[k], name);
		}
		if (!strncmp(line, "  event", 7) && (rest = behind(line, "needs of "))) {
			at = &needs[n_needs++];
			at->task = task;
			sscanf(rest, "%63[^,]", at->array);
		} else if (!strncmp(line, "  sends ", 8)) {
			e = add(&found);
			e->task = task;
			e->at_most = strstr(line, ", at most") != NULL;
			sscanf(line, "  sends %63[^:]: %31[a-z]", e->array, e->pattern);
		} else if (strncmp(line, "    ", 4) != 0) {
			at = NULL;
		} else if (at && (rest = behind(line, "    section "))) {
			spell(rest, spelled);
			isl_set *set = isl_set_read_from_str(ctx, spelled);
			at->set = at->set ? isl_set_union(at->set, set) : set;
		} else if (e && (rest = behind(line, "    map "))) {
			e->map = isl_map_read_from_str(ctx, rest);
		} else if (e && (rest = behind(line, "    each pair "))) {
			e->section = isl_set_read_from_str(ctx, rest);
		} else if (e && (rest = behind(line, "    elements "))) {
			e->size = isl_pw_qpolynomial_read_from_str(ctx, rest);
		} else if (e && sscanf(line, "    root of dimension %d owns", &k) == 1) {
			e->root[k] = isl_pw_aff_read_from_str(ctx, behind(line, " owns "));
		} else if (e && sscanf(line, "    target of dimension %d owns", &k) == 1) {
			e->target[k] = isl_pw_aff_read_from_str(ctx, behind(line, " owns "));
		} else if (e && sscanf(line, "    of %d byte", &k) == 1) {
			e->bytes = k;
		} else if (e && (rest = behind(line, "    if [")) && strchr(rest, '{')) {
			e->assumes = isl_set_read_from_str(ctx, rest - 1);
		}
	}
}

static void read_expected(FILE *file)
{
	static char line[LINE];
	event *e = NULL;
	while (fgets(line, sizeof line, file)) {
		const char *rest;
		line[strcspn(line, "\n")] = 0;
		if ((rest = behind(line, "// EVENT "))) {
			e = add(&expected);
			sscanf(rest, "%63s %31[a-z]", e->array, e->pattern);
			const char *map = strchr(rest, '{'), *params = strstr(rest, " [");
			e->at_most = strchr(rest, '?') && strchr(rest, '?') < map;
			e->map = isl_map_read_from_str(ctx, params && params < map ? params : map);
		} else if (e && (rest = behind(line, "// SECTION "))) {
			e->section = isl_set_read_from_str(ctx, rest);
		} else if (e && (rest = behind(line, "// SIZE "))) {
			e->size = isl_pw_qpolynomial_read_from_str(ctx, rest);
		} else if (e && (rest = behind(line, "// BYTES "))) {
			e->bytes = atol(rest);
		} else if (e && (rest = behind(line, "// IF "))) {
			e->assumes = isl_set_read_from_str(ctx, rest);
		} else if (e && (rest = behind(line, "// WHERE "))) {
			e->where = isl_set_params(isl_set_read_from_str(ctx, rest));
		}
	}
}

// ---- comparing ----------------------------------------------------------------------------------

static bool same_set(isl_set *a, isl_set *b, isl_set *where)
{
	if (!a || !b) return !a && !b;
	a = isl_set_copy(a), b = isl_set_copy(b);
	if (where) a = isl_set_intersect_params(a, isl_set_copy(where));
	if (where) b = isl_set_intersect_params(b, isl_set_copy(where));
	bool same = isl_set_is_equal(a, b) == isl_bool_true;
	isl_set_free(a);
	isl_set_free(b);
	return same;
}

static bool same_size(isl_pw_qpolynomial *a, isl_pw_qpolynomial *b, isl_set *where)
{
	if (!a || !b) return !a && !b;
	isl_pw_qpolynomial *away = isl_pw_qpolynomial_sub(isl_pw_qpolynomial_copy(a), isl_pw_qpolynomial_copy(b));
	if (where) away = isl_pw_qpolynomial_intersect_params(away, isl_set_copy(where));
	bool same = isl_pw_qpolynomial_is_zero(away) == isl_bool_true;
	isl_pw_qpolynomial_free(away);
	return same;
}

static bool same_map(const event *a, const event *b)
{
	return !strcmp(a->array, b->array) && !strcmp(a->pattern, b->pattern) && a->map && b->map &&
	       isl_map_is_equal(a->map, b->map) == isl_bool_true;
}

// NULL: they are the same.
static const char *difference(const event *a, const event *b)
{
	if (a->at_most != b->at_most) return "whether it is exact";
	if (!same_set(a->section, b->section, a->where)) return "the section";
	if (!same_size(a->size, b->size, a->where)) return "the number of elements";
	if (!same_set(a->assumes, b->assumes, NULL)) return "what is assumed";
	return a->bytes != b->bytes ? "the size of an element" : NULL;
}

static void compare(void)
{
	for (int k = 0; k < expected.n; k++) {
		event *e = &expected.list[k];
		const char *why = "no such map";
		for (int j = 0; j < found.n && why; j++) {
			event *f = &found.list[j];
			if (f->met || !same_map(e, f)) continue;
			why = difference(e, f);
			f->met = !why;
		}
		if (!why) continue;
		char *map = isl_map_to_str(e->map);
		fprintf(stderr, "expected of %s: %s\n  %s\n", e->array, why, map);
		free(map);
		failures++;
	}
	for (int k = 0; k < found.n; k++)
		if (!found.list[k].met) {
			char *map = isl_map_to_str(found.list[k].map);
			fprintf(stderr, "not expected: task %d sends %s\n  %s\n", found.list[k].task,
			        found.list[k].array, map);
			free(map);
			failures++;
		}
}

// ---- trying -------------------------------------------------------------------------------------

typedef struct interval {
	long lo, hi;
} interval;

typedef struct trial {
	int task, n;
	char array[64];
	int dim[DIMS], axis[DIMS];
	long extent[DIMS], home, times, shift;
	bool shifted;
	int n_given;
	char given[8][32];
	long value[8];
	int processes[DIMS];
	interval block[DIMS][MOST_PROCESSES], home_block[MOST_PROCESSES];
} trial;

static unsigned long state = 1;

static long any(long n)
{
	state = state * 6364136223846793005ul + 1442695040888963407ul;
	return (long)((state >> 33) % (unsigned long)n);
}

static isl_set *fix(isl_set *set, const char *name, long value)
{
	int at = isl_set_find_dim_by_name(set, isl_dim_param, name);
	return at < 0 ? set : isl_set_fix_val(set, isl_dim_param, (unsigned)at, isl_val_int_from_si(ctx, value));
}

static const char *numbered(const char *name, int k, int n)
{
	static char text[32];
	snprintf(text, sizeof text, n == 1 ? "%s" : "%s%d", name, k);
	return text;
}

// The least that blocks must be.
static long width(const trial *t, int k)
{
	long least = 1;
	for (int j = 0; j < found.n; j++) {
		const event *e = &found.list[j];
		if (e->task != t->task || strcmp(e->array, t->array) != 0 || !e->assumes) continue;
		int at = isl_set_find_dim_by_name(e->assumes, isl_dim_param, numbered("B", k, t->n));
		if (at < 0) continue;
		isl_set *one = isl_set_from_params(isl_set_copy(e->assumes));
		one = isl_set_move_dims(one, isl_dim_set, 0, isl_dim_param, (unsigned)at, 1);
		isl_val *v = isl_set_dim_min_val(one, 0);
		if (isl_val_is_int(v) == isl_bool_true && isl_val_get_num_si(v) > least) least = isl_val_get_num_si(v);
		isl_val_free(v);
	}
	return least;
}

static void cut(interval *block, int processes, long extent, long least)
{
	long rest = extent - processes * least, at = 0;
	for (int p = 0; p < processes; p++) {
		long more = p + 1 < processes ? any(any(3) ? rest + 1 : 1) : rest;
		block[p] = (interval){at, at + least + more - 1};
		at += least + more;
		rest -= more;
	}
}

static void cut_all(trial *t)
{
	for (int k = 0; k < t->n; k++) {
		long least = width(t, k);
		t->processes[k] = 1 + (int)any(MOST_PROCESSES);
		while (t->processes[k] * least > t->extent[k] || (t->home && !t->shifted && t->processes[k] > t->home))
			t->processes[k]--;
		cut(t->block[k], t->processes[k], t->extent[k], least);
	}
	if (t->home && !t->shifted) cut(t->home_block, t->processes[0], t->home, 1);
	for (int p = 0; p < t->processes[0] && t->times; p++) {
		interval *b = &t->home_block[p];
		if (t->times > 0)
			t->block[0][p] = (interval){t->times * b->lo, t->times * (b->hi + 1) - 1};
		else // the home's blocks are so many times those of the array
			*b = (interval){-t->times * t->block[0][p].lo, -t->times * (t->block[0][p].hi + 1) - 1};
	}
	if (t->times > 0) t->block[0][t->processes[0] - 1].hi = t->extent[0] - 1;
}

static isl_set *with_given(const trial *t, isl_set *set)
{
	for (int k = 0; k < t->n_given; k++) set = fix(set, t->given[k], t->value[k]);
	return set;
}

static isl_set *bounded(isl_set *set, int dim, interval by)
{
	set = isl_set_lower_bound_si(set, isl_dim_set, (unsigned)dim, (int)by.lo);
	return isl_set_upper_bound_si(set, isl_dim_set, (unsigned)dim, (int)by.hi);
}

static isl_set *without_params(isl_set *set)
{
	unsigned n = (unsigned)isl_set_dim(set, isl_dim_param);
	return isl_set_project_out(set, isl_dim_param, 0, n);
}

// What the receiver needs of what the sender owns.
static isl_set *needed(const trial *t, const int *p, const int *q)
{
	isl_set *all = NULL;
	for (int j = 0; j < n_needs; j++) {
		if (needs[j].task != t->task || strcmp(needs[j].array, t->array) != 0) continue;
		isl_set *set = with_given(t, isl_set_copy(needs[j].set));
		for (int k = 0; k < t->n; k++) {
			interval own = t->home && !t->shifted ? t->home_block[q[k]] : t->block[k][q[k]];
			if (t->shifted) own.lo = own.lo > t->shift ? own.lo - t->shift : 0;
			if (t->shifted) own.hi = own.hi - t->shift < t->home ? own.hi - t->shift : t->home - 1;
			if (t->shifted && t->block[k][q[k]].hi == t->extent[k] - 1) own.hi = t->home - 1;
			char name[32];
			snprintf(name, sizeof name, "own%dlo", t->axis[k]);
			set = fix(set, name, own.lo);
			snprintf(name, sizeof name, "own%dhi", t->axis[k]);
			set = bounded(fix(set, name, own.hi), t->dim[k], t->block[k][p[k]]);
		}
		set = without_params(set);
		all = all ? isl_set_union(all, set) : set;
	}
	return all;
}

static int owner(const trial *t, isl_pw_aff *of, int k)
{
	isl_set *index = isl_set_from_pw_aff(isl_pw_aff_copy(of));
	index = with_given(t, index);
	isl_val *v = isl_set_dim_min_val(index, 0);
	long at = isl_val_get_num_si(v);
	isl_val_free(v);
	int p = 0;
	while (p + 1 < t->processes[k] && t->block[k][p].hi < at) p++;
	return p;
}

static bool has_pair(const trial *t, const event *e, const int *p, const int *q)
{
	isl_set *pair = isl_map_wrap(isl_map_copy(e->map));
	pair = isl_set_flatten(pair);
	for (int k = 0; k < t->n; k++) {
		pair = fix(pair, numbered("P", k, t->n), t->processes[k]);
		if (e->root[k]) pair = fix(pair, numbered("r", k, t->n), owner(t, e->root[k], k));
		if (e->target[k]) pair = fix(pair, numbered("s", k, t->n), owner(t, e->target[k], k));
		pair = isl_set_fix_si(pair, isl_dim_set, (unsigned)k, p[k]);
		pair = isl_set_fix_si(pair, isl_dim_set, (unsigned)(t->n + k), q[k]);
	}
	bool has = isl_set_is_empty(pair) == isl_bool_false;
	isl_set_free(pair);
	return has;
}

// Whether an event has the pair and says no section.
static bool is_open(const trial *t, const int *p, const int *q)
{
	for (int j = 0; j < found.n; j++) {
		const event *e = &found.list[j];
		if (e->task == t->task && !strcmp(e->array, t->array) && !e->section && has_pair(t, e, p, q))
			return true;
	}
	return false;
}

// What the events say; counts how many elements they say.
static isl_set *told(const trial *t, const int *p, const int *q, long *elements)
{
	isl_set *all = NULL;
	for (int j = 0; j < found.n; j++) {
		const event *e = &found.list[j];
		if (e->task != t->task || strcmp(e->array, t->array) != 0 || !has_pair(t, e, p, q)) continue;
		isl_set *set = with_given(t, isl_set_copy(e->section));
		for (int k = 0; k < t->n; k++) {
			interval from = t->block[k][p[k]], to = t->block[k][q[k]];
			set = fix(set, numbered("lo", k, t->n), to.lo);
			set = fix(set, numbered("hi", k, t->n), to.hi);
			set = fix(set, numbered("plo", k, t->n), from.lo);
			set = fix(set, numbered("phi", k, t->n), from.hi);
			if (!t->home) continue;
			set = fix(set, numbered("hlo", k, t->n), t->home_block[q[k]].lo);
			set = fix(set, numbered("hhi", k, t->n), t->home_block[q[k]].hi);
		}
		set = without_params(set);
		isl_val *n = isl_set_count_val(set);
		*elements += isl_val_get_num_si(n);
		isl_val_free(n);
		all = all ? isl_set_union(all, set) : set;
	}
	return all;
}

static void try_pair(const trial *t, const int *p, const int *q)
{
	long elements = 0;
	isl_set *need = needed(t, p, q), *events_tell = told(t, p, q, &elements);
	isl_val *n = isl_set_count_val(need);
	bool same = events_tell ? isl_set_is_equal(need, events_tell) == isl_bool_true
	                        : isl_set_is_empty(need) == isl_bool_true;
	if (!same || elements != isl_val_get_num_si(n)) {
		char *a = isl_set_to_str(need), *b = events_tell ? isl_set_to_str(events_tell) : NULL;
		fprintf(stderr, "task %d, %s, from %d %d to %d %d:\n  needs %s\n  told %s (%ld)\n", t->task, t->array,
		        p[0], t->n > 1 ? p[1] : 0, q[0], t->n > 1 ? q[1] : 0, a, b ? b : "nothing", elements);
		for (int k = 0; k < t->n; k++)
			for (int j = 0; j < t->processes[k]; j++)
				fprintf(stderr, "  block %d of dimension %d: %ld .. %ld\n", j, k, t->block[k][j].lo,
				        t->block[k][j].hi);
		free(a);
		free(b);
		failures++;
	}
	isl_val_free(n);
	isl_set_free(need);
	isl_set_free(events_tell);
}

static void coordinates(const trial *t, int number, int *at)
{
	for (int k = 0; k < t->n; k++) {
		at[k] = number % t->processes[k];
		number /= t->processes[k];
	}
}

static void try_once(trial *t)
{
	int n = 1;
	cut_all(t);
	for (int k = 0; k < t->n; k++) n *= t->processes[k];
	for (int a = 0; a < n && !failures; a++)
		for (int b = 0; b < n && !failures; b++) {
			int p[DIMS], q[DIMS];
			coordinates(t, a, p);
			coordinates(t, b, q);
			if (a != b && !is_open(t, p, q)) try_pair(t, p, q);
		}
}

static int read_numbers(char **word, long *to)
{
	int n = 0;
	char *end;
	while (n < DIMS && *word) {
		long v = strtol(*word, &end, 10);
		if (*end) break;
		to[n++] = v;
		*word = strtok(NULL, " ");
	}
	return n;
}

static void read_trial(char *text, trial *t)
{
	char *word = strtok(text, " ");
	long numbers[DIMS];
	t->task = atoi(word);
	snprintf(t->array, sizeof t->array, "%s", strtok(NULL, " "));
	for (word = strtok(NULL, " "); word;) {
		char *what = word, *value;
		word = strtok(NULL, " ");
		if ((value = strchr(what, '='))) {
			*value = 0;
			snprintf(t->given[t->n_given], sizeof t->given[0], "%s", what);
			t->value[t->n_given++] = atol(value + 1);
		}
		int n = read_numbers(&word, numbers);
		for (int k = 0; k < n; k++) {
			if (!strcmp(what, "dims")) t->dim[k] = (int)numbers[k], t->n = n;
			if (!strcmp(what, "axes")) t->axis[k] = (int)numbers[k];
			if (!strcmp(what, "extents")) t->extent[k] = numbers[k];
			if (!strcmp(what, "home")) t->home = numbers[k];
			if (!strcmp(what, "times")) t->times = numbers[k];
			if (!strcmp(what, "shift")) t->shift = numbers[k], t->shifted = true;
		}
	}
}

static void try_all(FILE *file)
{
	enum { TIMES = 12 };
	static char line[LINE];
	while (fgets(line, sizeof line, file)) {
		char *rest = strstr(line, "// TRY ");
		trial t = {0};
		line[strcspn(line, "\n")] = 0;
		if (!rest) continue;
		read_trial(rest + strlen("// TRY "), &t);
		int before = n_needs;
		for (int k = 0; k < n_needs; k++) before -= needs[k].task == t.task && !strcmp(needs[k].array, t.array);
		if (before == n_needs) fail("nothing is needed of", t.array);
		for (int k = 0; k < TIMES && !failures; k++) try_once(&t);
	}
}

static void free_events(events *of)
{
	for (int k = 0; k < of->n; k++) {
		event *e = &of->list[k];
		isl_map_free(e->map);
		isl_set_free(e->section);
		isl_set_free(e->assumes);
		isl_set_free(e->where);
		isl_pw_qpolynomial_free(e->size);
		for (int d = 0; d < DIMS; d++) {
			isl_pw_aff_free(e->root[d]);
			isl_pw_aff_free(e->target[d]);
		}
	}
}

int main(int argc, char **argv)
{
	FILE *file = argc == 2 ? fopen(argv[1], "r") : NULL;
	if (!file) return 2;
	ctx = isl_ctx_alloc();
	read_graph();
	read_expected(file);
	if (expected.n) compare();
	rewind(file);
	if (!failures) try_all(file);
	fclose(file);
	if (!found.n && !expected.n) fail("no events", argv[1]);
	free_events(&found);
	free_events(&expected);
	for (int k = 0; k < n_needs; k++) isl_set_free(needs[k].set);
	isl_ctx_free(ctx);
	return failures ? 1 : 0;
}
