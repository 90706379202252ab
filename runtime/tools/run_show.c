// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run: the plan as tables, and as JSON.
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void print_us(FILE *out, double us)
{
	if (!(us < INFINITY))
		fputs("does not fit", out);
	else if (us >= 1e6)
		fprintf(out, "%.4g s", us / 1e6);
	else if (us >= 1e3)
		fprintf(out, "%.4g ms", us / 1e3);
	else
		fprintf(out, "%.4g us", us);
}

static void print_us_right(FILE *out, double us)
{
	if (us < INFINITY)
		fprintf(out, "%12.1f", us);
	else
		fprintf(out, "%12s", "does not fit");
}

static int hosts_of(const plan *p)
{
	int n = 0;
	for (int q = 0; q < p->n; q++) {
		bool is_first = true;
		for (int k = 0; k < q; k++) is_first = is_first && p->process[k].host != p->process[q].host;
		n += is_first;
	}
	return n;
}

static void print_head(const run_shown *s, FILE *out)
{
	const plan *p = s->plan;
	const int hosts = hosts_of(p);
	fprintf(out, "%s on %s: %d process%s on %d host%s", s->request->program, s->machine, p->n,
	        p->n == 1 ? "" : "es", hosts, hosts == 1 ? "" : "s");
	if (p->program) {
		fputs("; a step of the cycle takes ", out);
		print_us(out, p->step_us);
		if (p->program->steps > 0) {
			fprintf(out, ", %.0f of them ", p->program->steps);
			print_us(out, p->step_us * p->program->steps);
		}
	}
	fputc('\n', out);
	for (int k = 0; k < s->n_notes; k++) fprintf(out, "  %s\n", s->note[k]);
}

// ---- processes ------------------------------------------------------------------------------------

static void print_bytes(FILE *out, double bytes)
{
	static const char *const unit[] = {"B", "KB", "MB", "GB", "TB"};
	int k = 0;
	while (bytes >= 1000 && k < 4) bytes /= 1000, k++;
	fprintf(out, "%8.4g %-2s", bytes, unit[k]);
}

static int name_width(const plan *p)
{
	size_t most = 4;
	for (int q = 0; q < p->n; q++)
		if (strlen(p->process[q].host->name) > most) most = strlen(p->process[q].host->name);
	return (int)most;
}

static void print_processes(const plan *p, FILE *out)
{
	const int width = name_width(p);
	fprintf(out, "\n%5s  %-*s  core", "rank", width, "host");
	if (p->program) fprintf(out, "  %10s  %7s  %12s  %11s", "units", "share", "computes/us", "memory");
	fputc('\n', out);
	for (int q = 0; q < p->n; q++) {
		const plan_process *x = &p->process[q];
		fprintf(out, "%5d  %-*s  %4d", q, width, x->host->name, x->core);
		if (p->program) {
			fprintf(out, "  %10ld  %6.2f%%  %12.1f  ", x->units,
			        100 * (double)x->units / (double)p->program->units, x->compute_us);
			print_bytes(out, x->memory_bytes);
		}
		fputc('\n', out);
	}
}

// ---- phases and choices -----------------------------------------------------------------------------

static void print_phases(const run_shown *s, FILE *out)
{
	const plan_program *g = s->plan->program;
	fprintf(out, "\n%12s  phase of a step\n", "us");
	for (int k = 0; k < g->n_works; k++)
		fprintf(out, "%12.1f%s  %s:%d: %s\n", s->plan->work_us[k], s->phases->is_rough[k] ? "?" : "",
		        g->work[k].file, g->work[k].line, g->work[k].name);
	for (int k = 0; k < g->n_exchanges; k++) {
		const plan_exchange *x = &g->exchange[k];
		fprintf(out, "%12.1f%s  %s:%d: %s", s->plan->exchange_us[k],
		        s->phases->is_rough[g->n_works + k] ? "?" : "", x->file, x->line, x->name);
		if (x->overlap >= 0) fprintf(out, " (while line %d computes)", g->work[x->overlap].line);
		fputc('\n', out);
	}
	if (g->beside_us > 0 && s->plan->n > 1) fprintf(out, "%12.1f  beside that, as in the trial\n", g->beside_us);
	if (g->hidden > 0 && s->plan->n > 1)
		fprintf(out,
		        "%13s of the messages' time that cannot overlap by the machine file, %.0f %% does, as in the "
		        "trial\n",
		        "", 100 * g->hidden);
}

static void print_choices(const plan *p, FILE *out)
{
	fprintf(out, "\n%12s  processes  considered\n", "us");
	for (int k = 0; k < p->n_choices; k++) {
		print_us_right(out, p->choice[k].step_us);
		fprintf(out, "  %9d  %s\n", p->choice[k].processes, p->choice[k].what);
	}
}

// ---- why ------------------------------------------------------------------------------------------

static const char *const operation_words[HPCC_N_OPERATIONS] = {[HPCC_FADD] = "additions",
        [HPCC_FMUL] = "multiplications",
        [HPCC_FDIV] = "divisions",
        [HPCC_FSQRT] = "square roots",
        [HPCC_FLIBM] = "functions of <math.h>",
        [HPCC_IOPS] = "integer operations",
        [HPCC_LOADS] = "loads",
        [HPCC_LOAD_BYTES] = "bytes loaded",
        [HPCC_STORES] = "stores",
        [HPCC_STORE_BYTES] = "bytes stored",
        [HPCC_CALLS] = "calls"};

static void explain_operations(const char *head, const double *n, FILE *out)
{
	const char *before = "";
	fprintf(out, "    %s: ", head);
	for (int k = 0; k < HPCC_N_OPERATIONS; k++) {
		if (n[k] <= 0) continue;
		fprintf(out, "%s%.6g %s", before, n[k], operation_words[k]);
		before = ", ";
	}
	fprintf(out, "%s\n", *before ? "" : "nothing");
}

// By each process, or all that were on a host together.
static void explain_measured(const plan_program *g, int work, FILE *out)
{
	const plan_work *w = &g->work[work];
	for (int k = 0; k < w->n_measured; k++) {
		const plan_measured *m = &w->measured[k];
		bool is_first = true;
		double us = 0;
		int n = 0;
		for (int j = 0; j < w->n_measured; j++) {
			if (w->measured[j].host != m->host) continue;
			is_first = is_first && j >= k;
			us += w->measured[j].us;
			n++;
		}
		if (!is_first) continue;
		fprintf(out, "    measured: %.6g us for a step on", us / n);
		if (m->host)
			fprintf(out, " %s, %.3g times what the operations take by the file\n", m->host->name,
			        plan_longer(g, work, m->host->kind));
		else
			fputs(" this host, which is none of the machine's: it is not used\n", out);
	}
}

static void explain_work(const plan_program *g, int work, FILE *out)
{
	const plan_work *w = &g->work[work];
	fprintf(out, "  %s:%d: %s\n", w->file, w->line, w->name);
	explain_operations("all units of a step", w->split, out);
	explain_operations("each process beside", w->fixed, out);
	fprintf(out, "    %.6g bytes of arrays are touched; ", w->touched_bytes);
	if (!w->before)
		fputs("units are alike\n", out);
	else
		fprintf(out, "units differ: their work at %d points, in %d step%s\n", w->n_points + 1, w->n_steps,
		        w->n_steps == 1 ? "" : "s");
	explain_measured(g, work, out);
}

static void explain_cost(const plan *p, int exchange, int group, FILE *out)
{
	const plan_origin o = plan_cost_of(p, exchange, group);
	const machine_host *host = NULL;
	for (int q = 0; q < p->n && !host; q++)
		if (p->process[q].group == group) host = p->process[q].host;
	if (!host) return;
	fprintf(out, "    among %s of '%s': %.4g + %.4g f(p) + b (%.4g + %.4g f(p)) us, f(p) %s, ",
	        o.inside ? "processes of a host" : "hosts",
	        o.inside              ? host->kind->name ? host->kind->name : "no type"
	        : host->cluster->name ? host->cluster->name
	                              : "the machine",
	        o.cost.c1, o.cost.c2, o.cost.c3, o.cost.c4, hpcc_machine_form_word((int)o.cost.form));
	if (o.from)
		fputs("from the file\n", out);
	else
		fprintf(out, "made of %.4g us and %.4g MB/s\n", o.latency_us, o.bandwidth_bytes_per_s / 1e6);
}

static void explain_exchange(const run_shown *s, int k, FILE *out)
{
	const plan_exchange *x = &s->plan->program->exchange[k];
	int last = -1;
	fprintf(out, "  %s:%d: %s\n    %s (%s): %.4g times %.6g bytes, and %.6g for each unit of a process\n", x->file,
	        x->line, x->name, s->phases->topology[k], hpcc_machine_topology_word(x->topology), x->times, x->bytes,
	        x->bytes_per_unit);
	for (int q = 0; q < s->plan->n; q++)
		if (s->plan->process[q].group > last) explain_cost(s->plan, k, last = s->plan->process[q].group, out);
}

static void explain_values(const run_shown *s, FILE *out)
{
	size_t k;
	json_t *p;
	fputs("\nParameters at the cycle:", out);
	json_array_foreach(json_object_get(s->phases->json, "parameters"), k, p)
	{
		const json_t *value = json_object_get(p, "value");
		fprintf(out, "%s %s = ", k ? "," : "", json_string_value(json_object_get(p, "name")));
		if (value)
			fprintf(out, "%lld", (long long)json_integer_value(value));
		else
			fputs("not known (1 is taken)", out);
	}
	fputc('\n', out);
}

static void explain(const run_shown *s, FILE *out)
{
	const plan_program *g = s->plan->program;
	if (g) {
		explain_values(s, out);
		fprintf(out, "%ld units; a process needs %.6g bytes, and %.6g for each unit\n\nWhat is computed\n",
		        g->units, g->memory_bytes, g->memory_per_unit);
		for (int k = 0; k < g->n_works; k++) explain_work(g, k, out);
		if (g->n_exchanges) fputs("\nWhat is sent\n", out);
		for (int k = 0; k < g->n_exchanges; k++) explain_exchange(s, k, out);
		fprintf(out, "\n%ld configurations were evaluated\n", s->plan->evaluations);
	}
	if (s->placed) fprintf(out, "Processes are placed %s\n", s->placed);
	if (s->layout) fprintf(out, "HPCC_LAYOUT='%s'\n", s->layout);
	fputs("Command:", out);
	for (int k = 0; s->command && s->command[k]; k++) fprintf(out, " %s", s->command[k]);
	fputc('\n', out);
}

void run_show(const run_shown *s, FILE *out)
{
	print_head(s, out);
	print_processes(s->plan, out);
	if (s->plan->program) {
		print_phases(s, out);
		print_choices(s->plan, out);
	}
	if (s->request->explain) explain(s, out);
}

// ---- JSON -----------------------------------------------------------------------------------------

static json_t *json_us(double us) { return us < INFINITY ? json_real(us) : json_null(); }

static json_t *json_processes(const plan *p)
{
	json_t *list = json_array();
	for (int q = 0; q < p->n; q++) {
		const plan_process *x = &p->process[q];
		json_t *o = json_pack("{s:i, s:s, s:i}", "rank", q, "host", x->host->name, "core", x->core);
		if (p->program) {
			json_object_set_new(o, "first", json_integer(x->first));
			json_object_set_new(o, "units", json_integer(x->units));
			json_object_set_new(o, "compute_us", json_real(x->compute_us));
			json_object_set_new(o, "memory_bytes", json_real(x->memory_bytes));
		}
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_phase(const char *kind, const char *name, const char *file, int line, double us)
{
	return json_pack("{s:s, s:s, s:s, s:i, s:f}", "kind", kind, "name", name, "file", file, "line", line, "us", us);
}

static json_t *json_phases(const plan *p)
{
	json_t *list = json_array();
	for (int k = 0; k < p->program->n_works; k++) {
		const plan_work *w = &p->program->work[k];
		json_array_append_new(list, json_phase("computation", w->name, w->file, w->line, p->work_us[k]));
	}
	for (int k = 0; k < p->program->n_exchanges; k++) {
		const plan_exchange *x = &p->program->exchange[k];
		json_t *o = json_phase("communication", x->name, x->file, x->line, p->exchange_us[k]);
		json_object_set_new(o, "overlaps_with", x->overlap < 0 ? json_null() : json_integer(x->overlap));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_choices(const plan *p)
{
	json_t *list = json_array();
	for (int k = 0; k < p->n_choices; k++) {
		const plan_choice *c = &p->choice[k];
		json_t *o = json_pack("{s:s, s:i}", "what", c->what, "processes", c->processes);
		json_object_set_new(o, "step_us", json_us(c->step_us));
		json_array_append_new(list, o);
	}
	return list;
}

static json_t *json_words(char *const *word)
{
	json_t *list = json_array();
	for (int k = 0; word && word[k]; k++) json_array_append_new(list, json_string(word[k]));
	return list;
}

static json_t *json_notes(const run_shown *s)
{
	json_t *list = json_array();
	for (int k = 0; k < s->n_notes; k++) json_array_append_new(list, json_string(s->note[k]));
	return list;
}

void run_show_json(const run_shown *s, FILE *out)
{
	const plan *p = s->plan;
	json_t *all = json_pack("{s:i, s:s, s:s, s:o, s:o}", "hpcc-plan", 1, "program", s->request->program, "machine",
	        s->machine, "notes", json_notes(s), "processes", json_processes(p));
	if (p->program) {
		json_object_set_new(all, "units", json_integer(p->program->units));
		json_object_set_new(all, "step_us", json_us(p->step_us));
		if (p->program->steps > 0) json_object_set_new(all, "steps", json_real(p->program->steps));
		json_object_set_new(all, "beside_us", json_us(p->n > 1 ? p->program->beside_us : 0));
		json_object_set_new(all, "hidden", json_real(p->n > 1 ? p->program->hidden : 0));
		json_object_set_new(all, "phases", json_phases(p));
		json_object_set_new(all, "considered", json_choices(p));
		json_object_set(all, "program_says", s->phases->json);
	}
	if (s->layout) json_object_set_new(all, "layout", json_string(s->layout));
	json_object_set_new(all, "command", json_words(s->command));
	json_dumpf(all, out, JSON_INDENT(1) | JSON_REAL_PRECISION(10));
	fputc('\n', out);
	json_decref(all);
}
