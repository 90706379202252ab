// SPDX-License-Identifier: Apache-2.0
#include "planner.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *memory(size_t n, size_t size)
{
	void *m = calloc(n ? n : 1, size);
	if (!m) abort();
	return m;
}

// The host of the machine with that name, or with the first part of it, or the machine's only one, if that is this host.
static const machine_host *find_host(const machine *m, const char *name)
{
	const machine_host *found = hpcc_machine_host(m, name);
	for (int h = 0; h < m->n_hosts && !found; h++)
		if (hpcc_machine_is_short_name(name, m->host[h]->name) ||
		        hpcc_machine_is_short_name(m->host[h]->name, name))
			found = m->host[h];
	if (!found && m->n_hosts == 1 && !strcmp(m->host[0]->name, "localhost")) found = m->host[0];
	return found;
}

// ---- a machine of what processes say ------------------------------------------------------------

static int first_on_host(const planner_question *q, int process)
{
	int first = 0;
	while (strcmp(q->host[first], q->host[process]) != 0) first++;
	return first;
}

// A host and a type for each name, with the speeds of its processes as those of its cores.
static machine *made_of(const planner_question *q, char **error)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (!out) abort();
	fprintf(out, "{\"hpcc-machine\": 1, \"types\": [");
	for (int p = 0; p < q->n; p++) {
		int cores = 0;
		if (first_on_host(q, p) != p) continue;
		fprintf(out, "%s{\"name\": \"t%d\", \"core_speed\": [", p ? ", " : "", p);
		for (int k = p; k < q->n; k++)
			if (first_on_host(q, k) == p)
				fprintf(out, "%s%.9g", cores++ ? ", " : "", q->speed ? q->speed[k] : 1.0);
		fprintf(out, "], \"cores\": %d}", cores);
	}
	fprintf(out, "], \"hosts\": [");
	for (int p = 0; p < q->n; p++)
		if (first_on_host(q, p) == p)
			fprintf(out, "%s{\"name\": \"h%d\", \"type\": \"t%d\"}", p ? ", " : "", p, p);
	fprintf(out, "]}");
	fclose(out);
	machine *m = hpcc_machine_parse(text, size, "the processes' hosts", error);
	free(text);
	return m;
}

// ---- the question -------------------------------------------------------------------------------

static bool find_hosts(const planner_question *q, const machine *m, const machine_host **host, char **error)
{
	for (int p = 0; p < q->n; p++) {
		char made[32];
		snprintf(made, sizeof made, "h%d", first_on_host(q, p));
		host[p] = q->file ? find_host(m, q->host[p]) : hpcc_machine_host(m, made);
		if (host[p]) continue;
		if (asprintf(error, "%s: it has no host '%s', where process %d runs\n", q->file, q->host[p], p) < 0)
			abort();
		return false;
	}
	return true;
}

long hpcc_planner_end(long end, long units, int processes, long elements)
{
	return plan_end(end, units, processes, elements);
}

char *hpcc_planner_check(const char *file)
{
	char *error = NULL;
	machine *m = hpcc_machine_read(file, &error);
	if (!m) return error;
	free(error);
	hpcc_machine_free(m);
	return NULL;
}

static void place_measured(const plan_program *program, plan_measured *measured, int n, const machine_host **host)
{
	for (int q = 0; q < n; q++) {
		int at_work = 0;
		for (int k = 0; k < n; k++) at_work += host[k] == host[q];
		for (int w = 0; w < program->n_works; w++)
			measured[w * n + q].host = host[q], measured[w * n + q].at_work = at_work;
	}
}

bool hpcc_planner(const plan_program *program, plan_measured *measured, const planner_question *q, long *units,
        planner_answer *answer, char **error)
{
	machine *m = q->file ? hpcc_machine_read(q->file, error) : made_of(q, error);
	const machine_host **host = memory((size_t)q->n, sizeof *host);
	plan *p = NULL;
	if (m && find_hosts(q, m, host, error)) {
		place_measured(program, measured, q->n, host);
		p = plan_running(program, m, q->n, host, error);
	}
	for (int k = 0; p && k < q->n; k++) units[k] = p->process[k].units;
	if (p) *answer = (planner_answer){p->step_us, p->choice[0].step_us};
	const bool good = p != NULL;
	plan_free(p);
	free(host);
	if (m) hpcc_machine_free(m);
	return good;
}
