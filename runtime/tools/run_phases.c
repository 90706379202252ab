// SPDX-License-Identifier: Apache-2.0
//
// What a program says of its phases (HPCC_PHASES), as the planner wants it.
#include "run.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static double number(const json_t *object, const char *key)
{
	const double x = json_number_value(json_object_get(object, key));
	return x == x && x > -1e300 && x < 1e300 ? x : 0;
}

static const char *text(const json_t *object, const char *key)
{
	const char *t = json_string_value(json_object_get(object, key));
	return t ? t : "";
}

static bool is_true(const json_t *object, const char *key) { return json_is_true(json_object_get(object, key)); }

// ---- phases -------------------------------------------------------------------------------------

static void take_numbers(const json_t *list, size_t n, double *to)
{
	for (size_t k = 0; k < n; k++) to[k] = json_number_value(json_array_get(list, k));
}

// Units that are alike need no profile.
static void take_profile(plan_work *w, const json_t *p)
{
	const json_t *rows = json_object_get(p, "profile");
	const size_t n = json_array_size(rows), points = json_array_size(json_array_get(rows, 0));
	if (is_true(p, "linear") || n == 0 || points < 2) return;
	double *before = run_memory(n * points, sizeof *before);
	for (size_t s = 0; s < n; s++)
		for (size_t k = 0; k < points; k++)
			before[s * points + k] = json_number_value(json_array_get(json_array_get(rows, s), k));
	w->n_steps = (int)n;
	w->n_points = (int)points - 1;
	w->before = before;
}

// Who was asked: its processes and their hosts.
typedef struct asked_processes {
	int n;
	const machine_host *const *host;
} asked_processes;

// Rows of a process, nanoseconds, and operations. Room for so many is at w->measured.
static void take_measured(plan_work *w, plan_measured *to, const json_t *p, const asked_processes *asked)
{
	size_t k;
	json_t *row;
	w->measured = to;
	json_array_foreach(json_object_get(p, "measured"), k, row)
	{
		const json_int_t q = json_integer_value(json_array_get(row, 0));
		const double ns = json_number_value(json_array_get(row, 1));
		if (q < 0 || q >= asked->n || w->n_measured == asked->n || !(ns > 0)) continue;
		plan_measured *m = &to[w->n_measured++];
		*m = (plan_measured){.host = asked->host[q], .us = ns / 1000};
		for (int i = 0; i < asked->n; i++) m->at_work += asked->host[i] == m->host;
		for (size_t i = 0; i < HPCC_N_OPERATIONS; i++)
			m->operations[i] = json_number_value(json_array_get(row, i + 2));
	}
}

static void take_work(plan_work *w, const json_t *p)
{
	*w = (plan_work){.name = text(p, "name"),
	        .file = text(p, "file"),
	        .line = (int)number(p, "line"),
	        .touched_bytes = number(p, "touched_bytes")};
	take_numbers(json_object_get(p, "fixed"), HPCC_N_OPERATIONS, w->fixed);
	take_numbers(json_object_get(p, "split"), HPCC_N_OPERATIONS, w->split);
	take_profile(w, p);
}

static machine_topology topology_of(const json_t *p)
{
	static const struct row {
		const char *topology, *pattern; // NULL: any
		machine_topology is;
	} rows[] = {{"1-D", NULL, MACHINE_1D}, {"grid", NULL, MACHINE_1D}, {"ring", NULL, MACHINE_RING},
	        {"tree", "broadcast", MACHINE_BROADCAST}, {"tree", "reduction", MACHINE_ALLREDUCE},
	        {"tree", NULL, MACHINE_TREE}, {"all-to-all", NULL, MACHINE_ALL_TO_ALL},
	        {"pairwise", NULL, MACHINE_PAIRWISE}};
	for (size_t k = 0; k < sizeof rows / sizeof *rows; k++)
		if (!strcmp(rows[k].topology, text(p, "topology")) &&
		        (!rows[k].pattern || !strcmp(rows[k].pattern, text(p, "pattern"))))
			return rows[k].is;
	return MACHINE_PAIRWISE;
}

static int work_number(const json_t *phases, int phase)
{
	int n = 0;
	if (phase < 0 || (size_t)phase >= json_array_size(phases)) return -1;
	for (int k = 0; k < phase; k++) n += !strcmp(text(json_array_get(phases, (size_t)k), "kind"), "computation");
	return strcmp(text(json_array_get(phases, (size_t)phase), "kind"), "computation") ? -1 : n;
}

// In a step the bytes of all executions; a message is one of them.
static void take_exchange(plan_exchange *x, const json_t *p, const json_t *phases)
{
	const double runs = number(p, "runs") >= 1 ? number(p, "runs") : 1;
	*x = (plan_exchange){.name = text(p, "name"),
	        .file = text(p, "file"),
	        .line = (int)number(p, "line"),
	        .topology = topology_of(p),
	        .bytes = number(p, "bytes") / runs,
	        .bytes_per_unit = number(p, "bytes_per_unit") / runs,
	        .times = runs,
	        .overlap = work_number(phases, (int)number(p, "overlap"))};
}

static void take_phases(run_phases *all, const json_t *phases, const asked_processes *asked)
{
	const size_t n = json_array_size(phases);
	plan_work *work = run_memory(n, sizeof *work);
	plan_exchange *exchange = run_memory(n, sizeof *exchange);
	bool *rough_exchange = run_memory(n, sizeof *rough_exchange);
	int works = 0, exchanges = 0;
	all->measured = run_memory(n * (size_t)asked->n, sizeof *all->measured);
	all->topology = run_memory(n, sizeof *all->topology);
	all->is_rough = run_memory(n, sizeof *all->is_rough);
	for (size_t k = 0; k < n; k++) {
		const json_t *p = json_array_get(phases, k);
		const bool rough = is_true(p, "estimated") || is_true(p, "unknown");
		if (!strcmp(text(p, "kind"), "computation")) {
			all->is_rough[works] = rough;
			take_work(&work[works], p);
			take_measured(&work[works], all->measured + (size_t)works * (size_t)asked->n, p, asked);
			works++;
		} else {
			all->topology[exchanges] = text(p, "topology");
			rough_exchange[exchanges] = rough;
			take_exchange(&exchange[exchanges++], p, phases);
		}
	}
	memcpy(all->is_rough + works, rough_exchange, (size_t)exchanges * sizeof *rough_exchange);
	free(rough_exchange);
	all->program.work = work;
	all->program.exchange = exchange;
	all->program.n_works = works;
	all->program.n_exchanges = exchanges;
}

static void take_blocks(run_phases *all, const json_t *blocks)
{
	all->n_blocks = (int)json_array_size(blocks);
	all->block = run_memory((size_t)all->n_blocks, sizeof *all->block);
	for (int k = 0; k < all->n_blocks; k++) {
		const json_t *b = json_array_get(blocks, (size_t)k);
		all->block[k] = (run_block){.of = text(b, "of"),
		        .elements = (long)number(b, "elements"),
		        .processes = (int)number(b, "processes"),
		        .grid_rank = (int)number(b, "grid_rank")};
	}
}

static double *available_of(const json_t *list, int n)
{
	double *available = NULL;
	if (json_array_size(list) != (size_t)n) return NULL;
	available = run_memory((size_t)n, sizeof *available);
	take_numbers(list, (size_t)n, available);
	return available;
}

static void take(run_phases *p, const asked_processes *asked)
{
	enum { VERSION = 2 };
	const json_t *j = p->json;
	p->reason = json_string_value(json_object_get(j, "reason"));
	p->mpi = text(j, "mpi");
	p->too_large = number(j, "too_large");
	p->step_us = number(j, "step_ns") / 1000;
	p->steps_run = number(j, "steps_run");
	if (number(j, "hpcc-phases") != VERSION) p->reason = "it is linked with the runtime of another version of hpcc";
	if (p->reason) return;
	take_phases(p, json_object_get(j, "phases"), asked);
	take_blocks(p, json_object_get(j, "blocks"));
	p->program.units = (long)number(j, "units");
	p->program.steps = number(json_object_get(j, "cycle"), "steps");
	p->program.memory_bytes = number(j, "memory_bytes");
	p->program.memory_per_unit = number(j, "memory_bytes_per_unit");
	p->available = available_of(json_object_get(j, "available"), asked->n);
	if (p->program.units < 1 || p->program.n_works < 1) p->reason = "it does not say what its cycle computes";
}

void run_phases_free(run_phases *p)
{
	for (int k = 0; k < p->program.n_works; k++) free((void *)p->program.work[k].before);
	free((void *)p->program.work);
	free((void *)p->program.exchange);
	free(p->measured);
	free(p->available);
	free(p->topology);
	free(p->is_rough);
	free(p->block);
	free(p->said);
	json_decref(p->json);
	*p = (run_phases){0};
}

// The first line with words of what was written to standard error, by the program or its launcher; NULL: nothing.
static char *first_line(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[512] = "";
	bool found = false;
	while (f && !found && fgets(line, sizeof line, f)) {
		line[strcspn(line, "\n")] = 0;
		for (const char *c = line; *c; c++) found |= isalpha((unsigned char)*c) != 0;
	}
	if (f) fclose(f);
	return found ? strdup(line) : NULL;
}

void run_phases_load(run_phases *p, const char *path, int n, const machine_host *const host[], const char *messages,
        const char *error)
{
	json_error_t where;
	*p = (run_phases){.json = json_load_file(path, JSON_REJECT_DUPLICATES, &where)};
	if (p->json) {
		take(p, &(asked_processes){n, host});
		return;
	}
	p->said = first_line(messages);
	if (!p->said && error) p->said = strdup(error);
	p->reason = p->said ? p->said : "it does not say why";
}
