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

// What is available of the cores of the processes' hosts was measured just now: the file may be older. A small difference
// is none, and values are rounded, so that hosts which are alike stay so.
static void take_available(session *s, const plan *p, const double *of_process)
{
	bool noted = false;
	for (int h = 0; h < s->machine->n_hosts; h++) {
		const machine_host *host = s->machine->host[h];
		int n = 0;
		double all = 0;
		for (int q = 0; q < p->n; q++)
			if (p->process[q].host == host) n++, all += of_process[q];
		if (n == 0 || n > hpcc_machine_slots(host) || fabs(all / n / host->available - 1) < 0.05) continue;
		hpcc_machine_set_available(s->machine, h, fmax(round(50 * all / n), 1) / 50);
		note_once(s, &noted, run_words("'%s' has %.0f %% of its cores now", host->name, 100 * host->available));
	}
}

// Hosts of one type are not equally fast at all times: what else runs on the same processor, and heat, no file knows.
// Values are rounded here, too.
static void take_speeds(session *s)
{
	machine *m = s->machine;
	bool noted = false;
	double *now = run_memory((size_t)m->n_hosts, sizeof *now);
	for (int h = 0; h < m->n_hosts; h++) now[h] = plan_host_speed(&s->phases.program, m->host[h]);
	for (int h = 0; h < m->n_hosts; h++) {
		if (fabs(now[h] - 1) < 0.04) continue;
		now[h] = fmax(round(50 * now[h]), 1) / 50;
		hpcc_machine_set_speed(m, h, m->host[h]->speed * now[h]);
		note_once(s, &noted,
		        run_words("'%s' computes at %.0f %% of the speed that the machine file says, among its type's "
		                  "hosts",
		                m->host[h]->name, 100 * now[h]));
	}
	free(now);
}

// ---- in equal blocks --------------------------------------------------------------------------------

// What steps of these processes took beside what a plan explains. units NULL: equal blocks.
static void learn_steps(session *s, const plan *p, const long *units, const run_phases *said)
{
	const machine_host **host = run_memory((size_t)p->n, sizeof *host);
	for (int q = 0; q < p->n; q++) host[q] = p->process[q].host;
	plan_learn(&s->phases.program, s->machine, p->n, host, units, said->step_us, said->steps_run);
	free(host);
}

static void note_trial(session *s, int n, const char *blocks, const run_phases *said)
{
	if (said->step_us > 0)
		run_note(s, run_words("trial: %d processes in %s blocks, %.0f steps; a step took %.1f us", n, blocks,
		                    said->steps_run, said->step_us));
	else
		run_note(s, run_words("trial: %d process%s", n, n == 1 ? "" : "es"));
}

static void learn(session *s, const plan *p)
{
	run_phases *said = &s->phases;
	note_trial(s, p->n, "equal", said);
	if (said->available) take_available(s, p, said->available);
	if (said->reason) return;
	take_speeds(s);
	if (said->step_us > 0) learn_steps(s, p, NULL, said);
}

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
	run_phases_free(&s->phases);
	run_try(s->request, p, NULL, &s->phases);
	learn(s, p);
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

// Whether the trial in equal blocks was one of these processes.
static bool was_tried(const session *s, const plan *p)
{
	const double small = 0.02;
	const double equal = (double)s->phases.program.units / p->n;
	for (int q = 0; q < p->n; q++)
		if (fabs((double)p->process[q].units / equal - 1) > small) return false;
	return p->n == s->trial;
}

bool run_try_plan(session *s)
{
	run_phases said;
	plan *made;
	const bool learns = s->trial > 1 && !s->phases.reason && s->phases.step_us > 0 && !s->wish.why_equal;
	const plan *p = learns ? plan_of_several(s, &made) : NULL;
	if (!p) return false;
	bool learned = false;
	if (!was_tried(s, p)) {
		char *layout = run_layout_of(s, p);
		long *units = run_memory((size_t)p->n, sizeof *units);
		for (int q = 0; q < p->n; q++) units[q] = p->process[q].units;
		run_try(s->request, p, layout, &said);
		learned = said.step_us > 0;
		if (learned) {
			note_trial(s, p->n, "planned", &said);
			learn_steps(s, p, units, &said);
		}
		run_phases_free(&said);
		free(units);
		free(layout);
	}
	plan_free(made);
	return learned;
}
