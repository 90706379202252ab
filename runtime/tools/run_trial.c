// SPDX-License-Identifier: Apache-2.0
//
// Trials: the program's processes are asked on the hosts of a plan, for some steps of its cycle. First in equal blocks:
// how fast each host is, and what a step takes beside what is known of it. Then with the blocks that are planned: where
// a host's cores are shared, what is waited for is not the same with other blocks.
#include "run_session.h"

#include <math.h>
#include <stdlib.h>

// ---- what a trial says of the hosts -----------------------------------------------------------------

// Of several such notes one is enough.
static void note_once(session *s, bool *noted, char *text)
{
	if (*noted)
		free(text);
	else
		run_note(s, text);
	*noted = true;
}

// What was found now, relative to what was known: small differences are none, and values are rounded, so that hosts
// which are alike stay so. 1: it is the same.
static double changed(double now)
{
	const double small = 0.025;
	return fabs(now - 1) < small ? 1 : fmax(round(100 * now), 1) / 100;
}

// What is available of the cores of the processes' hosts was measured just now: the file may be older. The mean of all
// trials: what a host gets changes while they last.
static void take_available(session *s, const plan *p, const double *of_process)
{
	bool noted = false;
	for (int h = 0; h < s->machine->n_hosts; h++) {
		const machine_host *host = s->machine->host[h];
		int n = 0;
		double all = 0;
		for (int q = 0; q < p->n; q++)
			if (p->process[q].host == host) n++, all += of_process[q];
		if (n == 0 || n > hpcc_machine_slots(host)) continue;
		const double mean =
		        s->heeded == 1 ? all / n : host->available + (all / n - host->available) / s->heeded;
		if (changed(mean / host->available) == 1) continue;
		hpcc_machine_set_available(s->machine, h, fmin(fmax(round(100 * mean), 1) / 100, 1));
		note_once(s, &noted, run_words("'%s' has %.0f %% of its cores now", host->name, 100 * host->available));
	}
}

// Hosts of one type are not equally fast at all times: what else runs on the same processor, and heat, no file knows.
// The geometric mean of all trials: a plan by the last one alone would follow what was slow just then.
static void take_speeds(session *s)
{
	machine *m = s->machine;
	bool noted = false;
	double *now = run_memory((size_t)m->n_hosts, sizeof *now);
	for (int h = 0; h < m->n_hosts; h++)
		now[h] = changed(pow(plan_host_speed(&s->phases.program, m->host[h]), 1. / s->heeded));
	for (int h = 0; h < m->n_hosts; h++) {
		if (now[h] == 1) continue;
		hpcc_machine_set_speed(m, h, m->host[h]->speed * now[h]);
		note_once(s, &noted,
		        run_words("'%s' computes at %.0f %% of the speed that was known of it, among its type's hosts",
		                m->host[h]->name, 100 * now[h]));
	}
	free(now);
}

// ---- what a trial says of steps ---------------------------------------------------------------------

static void note_trial(session *s, int n, const char *blocks, const run_phases *said)
{
	if (said->step_us > 0)
		run_note(s, run_words("trial: %d processes in %s blocks, %.0f steps; a step took %.1f us", n, blocks,
		                    said->steps_run, said->step_us));
	else
		run_note(s, run_words("trial: %d process%s", n, n == 1 ? "" : "es"));
}

// What steps of a plan's processes took beside what a plan explains. units NULL: in equal blocks.
static void learn_steps(session *s, const plan *p, const long *units, const run_phases *said)
{
	const machine_host **host = run_memory((size_t)p->n, sizeof *host);
	for (int q = 0; q < p->n; q++) host[q] = p->process[q].host;
	plan_learn(&s->phases.program, s->machine, p->n, host, units, said->step_us, said->steps_run);
	free(host);
}

static void learn_hosts(session *s, const plan *p)
{
	s->heeded++;
	if (s->phases.available) take_available(s, p, s->phases.available);
	if (!s->phases.reason) take_speeds(s);
}

// ---- in equal blocks --------------------------------------------------------------------------------

int run_ask_everywhere(session *s)
{
	char *errors = NULL;
	const plan_wish wish = {.processes = s->wish.processes,
	        .oversubscribe = s->wish.oversubscribe,
	        .leave_out = s->wish.leave_out,
	        .why_equal = "it is asked"};
	plan *p = plan_make(NULL, s->machine, &wish, &errors);
	free(errors);
	if (!p) return 0;
	const int n = s->trial = p->n;
	free(s->asked);
	s->asked = run_memory((size_t)n, sizeof *s->asked);
	for (int q = 0; q < n; q++) s->asked[q] = p->process[q].host;
	run_phases_free(&s->phases);
	run_try(s->request, p, NULL, &s->phases);
	note_trial(s, n, "equal", &s->phases);
	learn_hosts(s, p);
	if (!s->phases.reason && s->phases.step_us > 0) learn_steps(s, p, NULL, &s->phases);
	plan_free(p);
	return n;
}

// A host whose cores others use, too: each message waits there for their turns, and how long that is no file says.
static const machine_host *shared_host(const session *s)
{
	enum { SOME_PERCENT = 95 };
	for (int h = 0; h < s->machine->n_hosts; h++) {
		const machine_host *host = s->machine->host[h];
		if ((!s->down || !s->down[h]) && hpcc_machine_slots(host) > 0 && host->available * 100 < SOME_PERCENT)
			return host;
	}
	return NULL;
}

bool run_wants_trial(session *s)
{
	const machine_host *shared = shared_host(s);
	if (s->request->trial) return true;
	if (!shared || s->request->plan_only || s->wish.processes == 1) return false;
	run_note(s, run_words("'%s' has %.0f %% of its cores: what messages wait there for others a trial says",
	                    shared->name, 100 * shared->available));
	return true;
}

// ---- as planned ---------------------------------------------------------------------------------

// The processes that are the best but for one by itself, where these may be better after all. 0: there are none.
static int several(const plan *p)
{
	const double far = 1.5;
	const plan_choice *best = NULL;
	for (int k = 0; k < p->n_choices; k++) {
		const plan_choice *c = &p->choice[k];
		if (c->processes > 1 && (!best || c->step_us < best->step_us)) best = c;
	}
	return best && best->step_us < far * p->step_us ? best->processes : 0;
}

// A plan for several processes: the session's, or else the best one that has them. *made: to be freed.
static const plan *plan_of_several(const session *s, plan **made)
{
	char *errors = NULL;
	plan_wish wish = s->wish;
	*made = NULL;
	if (s->plan->n > 1) return s->plan;
	wish.processes = several(s->plan);
	if (wish.processes) *made = plan_make(&s->phases.program, s->machine, &wish, &errors);
	free(errors);
	return *made;
}

// Whether the trials are of as many processes on each host: what is learned of others would replace what all have
// shown.
static bool are_asked(const session *s, const plan *p)
{
	int *more = run_memory((size_t)s->machine->n_hosts, sizeof *more);
	bool same = p->n == s->trial;
	for (int q = 0; q < p->n && same; q++) more[p->process[q].host->number]++, more[s->asked[q]->number]--;
	for (int h = 0; h < s->machine->n_hosts; h++) same &= more[h] == 0;
	free(more);
	return same;
}

// Whether the last trial was with nearly these blocks.
static bool was_tried(const session *s, const plan *p)
{
	const double small = 0.02, equal = (double)s->phases.program.units / s->trial;
	for (int q = 0; q < p->n; q++)
		if (fabs((double)p->process[q].units - (s->tried ? (double)s->tried[q] : equal)) > small * equal)
			return false;
	return true;
}

// The new answers replace those before: they are with the blocks that matter.
static void learn_planned(session *s, const plan *p, const long *units, run_phases *said)
{
	note_trial(s, p->n, "planned", said);
	if (!said->reason) {
		const run_phases before = s->phases;
		s->phases = *said;
		*said = before;
		learn_hosts(s, p);
	}
	learn_steps(s, p, units, said->reason ? said : &s->phases);
}

static bool try_blocks(session *s, const plan *p)
{
	run_phases said;
	char *layout = run_layout_of(s, p);
	long *units = run_memory((size_t)p->n, sizeof *units);
	for (int q = 0; q < p->n; q++) units[q] = p->process[q].units;
	run_try(s->request, p, layout, &said);
	const bool learned = said.step_us > 0;
	if (learned) learn_planned(s, p, units, &said);
	run_phases_free(&said);
	free(s->tried);
	s->tried = units;
	free(layout);
	return learned;
}

bool run_try_plan(session *s)
{
	plan *made;
	if (s->trial < 2 || s->phases.reason || s->phases.step_us <= 0 || s->wish.why_equal) return false;
	const plan *p = plan_of_several(s, &made);
	const bool learned = p && are_asked(s, p) && !was_tried(s, p) && try_blocks(s, p);
	plan_free(made);
	return learned;
}
