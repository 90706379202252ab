// SPDX-License-Identifier: Apache-2.0
//
// Loops all of which all processes run, and of which the compiler has not warned: something that it took for granted
// when it split them does not hold with the arrays or values at hand, or memory has a mapping that was not seen to get
// there, or no directive of the program has had any effect. It is said here: once for each loop, when the program ends
// well, if it matters.
#include "../libc/libc.h"
#include "nests.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// What is lost at a place in the source: versions of a function have nests of their own for one loop.
typedef struct loss_t {
	const char *file;
	int line;
	long runs;
	double work, most;          // most: of it in one run that was seen
	char *why;                  // for the run with the most; "" where it is not known
	const char *what, *instead; // what has happened, where `why` does not say that itself, and what to do about it
	struct loss_t *next;
} loss_t;

static loss_t *first;
// Of plans that are gone, since the first loss.
static double split_work;

// Work is counted in executions of statements. A run by all has a collective operation for each thing that all get,
// which takes about as long as `collective` of them. Less than `least` together, or than a part in `share` of all, is
// no loss.
static const double collective = 1e4, least = 1e5, share = 50;

static double work_of(const plan_t *plan)
{
	hpcc_range own[HPCC_MAX_AXES];
	long n[2] = {0};
	for (int k = 0; k < HPCC_MAX_AXES; k++) own[k] = hpcc_everything;
	if (plan->nest->work) plan->nest->work(plan->par, own, n);
	return (double)n[0] + (double)n[1];
}

static double collectives_of(const plan_t *plan)
{
	double cost = 0;
	for (int a = 0; a < plan->nest->n_args; a++)
		if (plan->need[a]) cost += collective;
	return cost;
}

static loss_t *loss_at(const hpcc_nest *nest)
{
	const char *file = nest->file ? nest->file : "?";
	for (loss_t *l = first; l; l = l->next)
		if (l->line == nest->line && strcmp(l->file, file) == 0) return l;
	loss_t *l = hpcc_alloc(sizeof *l);
	*l = (loss_t){.file = file, .line = nest->line, .most = -1, .next = first};
	return first = l;
}

// In turns the reason says all.
static const char *what_happened(const plan_t *plan)
{
	if (plan->mode == RUN_PARTITIONED) return NULL;
	return plan->nest->flags & HPCC_SLOW ? "all processes ran all of this loop"
	                                     : "this loop could be split, and all processes ran all of it";
}

void hpcc_lost_run(const plan_t *plan, const char *why, const char *instead)
{
	int only_shows = (plan->nest->flags & HPCC_REPLICATED) && !(plan->nest->flags & HPCC_SLOW);
	if (hpcc_rank_ != 0 || only_shows || (plan->nest->flags & HPCC_TOLD)) return;
	double work = work_of(plan);
	if (work == 0) return;
	loss_t *l = loss_at(plan->nest);
	l->runs++;
	l->work += work + collectives_of(plan);
	if (work <= l->most) return;
	free(l->why);
	if (!why) why = "";
	size_t size = strlen(why) + 1;
	l->why = hpcc_alloc(size);
	memcpy(l->why, why, size);
	l->what = what_happened(plan);
	l->instead = instead;
	l->most = work;
}

void hpcc_lost_plan_ends(plan_t *plan)
{
	if (first && plan->mode == RUN_PARTITIONED) split_work += (double)plan->uses * work_of(plan);
}

static int by_place(const void *a, const void *b)
{
	const loss_t *x = *(loss_t *const *)a, *y = *(loss_t *const *)b;
	int files = strcmp(x->file, y->file);
	return files ? files : x->line - y->line;
}

static void print(const loss_t *l)
{
	char times[40] = "";
	if (l->what && l->runs > 1) snprintf(times, sizeof times, ", %ld times", l->runs);
	dprintf(HPCC_MESSAGES, "hpcc: %s:%d: warning: %s%s%s%s%s%s\n", l->file, l->line, l->what ? l->what : "", times,
	        l->what && *l->why ? ": " : "", l->why, l->instead ? "; " : "", l->instead ? l->instead : "");
}

// ---- nothing is mapped --------------------------------------------------------------------------

// The plan with the most work of those that would have been split.
static const plan_t *largest;
static double largest_work;

static void find_largest(plan_t *plan)
{
	if (plan->mode != RUN_LOCAL || (plan->nest->flags & (HPCC_REPLICATED | HPCC_SLOW))) return;
	const double work = (double)plan->uses * work_of(plan);
	if (work > largest_work) largest = plan, largest_work = work;
}

// No directive has had an effect: memory came to what they name in a way that was not seen.
static void say_nothing_is_mapped(void)
{
	if (hpcc_size_ == 1 || hpcc_ever_mapped() || !hpcc_may_warn()) return;
	hpcc_plans_each(find_largest);
	if (largest_work < least) return;
	print(&(loss_t){.file = largest->nest->file ? largest->nest->file : "?",
	        .line = largest->nest->line,
	        .runs = largest->uses,
	        .why = "no array of the program has got a mapping",
	        .what = what_happened(largest),
	        .instead = "let `p = malloc(...)` assign to what the directive names"});
}

// -------------------------------------------------------------------------------------------------

static void forget(void)
{
	while (first) {
		loss_t *l = first;
		first = l->next;
		free(l->why);
		free(l);
	}
}

void hpcc_lost_print(void)
{
	double all = 0;
	int n = 0, most = 0;
	say_nothing_is_mapped();
	if (!first) return;
	hpcc_plans_each(hpcc_lost_plan_ends);
	for (const loss_t *l = first; l; l = l->next) all += l->work, most++;
	loss_t **list = hpcc_alloc((size_t)most * sizeof *list);
	for (loss_t *l = first; l; l = l->next)
		if (l->work >= least && l->work * share >= all + split_work) list[n++] = l;
	qsort(list, (size_t)n, sizeof *list, by_place);
	for (int k = 0; k < n && hpcc_may_warn(); k++) print(list[k]);
	free(list);
	forget();
}
