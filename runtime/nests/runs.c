// SPDX-License-Identifier: Apache-2.0
//
// Statistics of nests' runs. A run of a few iterations takes less time than noting what it did: runs like the last one
// of the plan are counted, and noted together.
#include "nests.h"

hpcc_nest *hpcc_quick_nest;

static void settle(plan_t *plan)
{
	const long times = plan->given - plan->quick;
	if (times == 0) return;
	plan->given = plan->quick;
	plan->sample.skipped += times;
	hpcc_note_entered(plan, times);
	if (hpcc_plan_is_latest(plan)) hpcc_note_parameters(plan, plan->par);
	hpcc_stats_alike(plan, times);
}

void hpcc_run_begins(plan_t *plan)
{
	settle(plan);
	if (hpcc_stats_level) hpcc_stats_entered(plan->nest, 1);
	if (hpcc_ledger_on) hpcc_note_entered(plan, 1), hpcc_note_parameters(plan, plan->par_now);
	plan->counted = 0;
}

// Whether each run of the plan executes the same, which is known. Of nests that are owned in pieces a way out may leave
// some; where nothing is spread parameters may differ.
static int are_alike(const plan_t *plan)
{
	const int in_pieces = plan->mode == RUN_PARTITIONED && plan->piece_axis >= 0;
	const int is_planned = plan->mode == RUN_PARTITIONED || plan->mode == RUN_REPLICATED;
	return is_planned && !in_pieces && !hpcc_predicting && (plan->work_known || !plan->nest->work);
}

void hpcc_run_was_event(plan_t *plan)
{
	if (!are_alike(plan)) return;
	plan->quick = plan->given = plan->sample.skip;
	plan->sample.skip = 0;
}

void hpcc_runs_end(plan_t *plan)
{
	settle(plan);
	hpcc_note_untimed(plan);
}

void hpcc_runs_settle(void) { hpcc_plans_each(hpcc_runs_end); }
