// SPDX-License-Identifier: Apache-2.0
//
// HPCC_PHASES=FILE, in a program that predicts (predict.c): behind the first steps of its phase cycle, three if that is
// a tenth of a second, up to twenty if it is less, a second at most (HPCC_CYCLES: behind so many), what the program
// says of its phases is written as JSON, and it ends. hpcc-run reads the file and plans; docs/machine.md has its schema.
#define _GNU_SOURCE
#include "internal.h"
#include "ledger.h"
#include "libc_internal.h"
#include "phases.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path; // NULL: nobody has asked
static const phases_t *const now = &hpcc_the_phases;

// ---- the file ---------------------------------------------------------------------------------

#ifdef OPEN_MPI
static const char mpi[] = "openmpi";
#elif defined(MPICH_VERSION)
static const char mpi[] = "mpich";
#else
static const char mpi[] = "unknown";
#endif

static const char *const topology_words[] = {[HPCC_NO_TOPOLOGY] = "none",
        [HPCC_1D] = "1-D",
        [HPCC_RING] = "ring",
        [HPCC_TREE] = "tree",
        [HPCC_ALL_TO_ALL] = "all-to-all",
        [HPCC_PAIRWISE] = "pairwise",
        [HPCC_GRID] = "grid"};
static const char *const pattern_words[] = {[HPCC_NO_EVENT] = "none",
        [HPCC_SHIFT] = "shift",
        [HPCC_BROADCAST] = "broadcast",
        [HPCC_REDUCTION] = "reduction",
        [HPCC_GATHER] = "gather",
        [HPCC_SECTION] = "section",
        [HPCC_TURNS] = "turns",
        [HPCC_REMAP] = "remap"};

static void write_member(FILE *out, const char *name, const char *value)
{
	fprintf(out, "\"%s\": ", name);
	hpcc_ledger_text(out, value ? value : "");
}

static void write_numbers(FILE *out, const char *name, int n, const double *x)
{
	fprintf(out, ", \"%s\": [", name);
	for (int k = 0; k < n; k++) fprintf(out, "%s%.17g", k ? ", " : "", x[k]);
	fputc(']', out);
}

static void write_profile(FILE *out, const phase_work_t *w)
{
	fprintf(out, ",\n     \"profile\": [");
	for (int s = 0; s < w->n_steps; s++) {
		fprintf(out, "%s[", s ? ",\n       " : "");
		for (int i = 0; i <= PHASE_POINTS; i++) fprintf(out, "%s%.9g", i ? ", " : "", w->before[s][i]);
		fputc(']', out);
	}
	fputc(']', out);
}

static void write_computation(FILE *out, const hpcc_phase *p)
{
	const phase_work_t w = hpcc_phase_work(p);
	fprintf(out, ", \"linear\": %s, \"pdus\": %.17g, \"touched_bytes\": %.17g", p->linear ? "true" : "false",
	        hpcc_phase_num_pdus(p, now->par), w.bytes);
	write_numbers(out, "fixed", HPCC_N_OPERATIONS, w.fixed);
	write_numbers(out, "split", HPCC_N_OPERATIONS, w.split);
	if (w.measured_ns > 0) {
		fprintf(out, ", \"measured_ns\": %ld", w.measured_ns);
		write_numbers(out, "measured", HPCC_N_OPERATIONS, w.measured);
	}
	if (w.has_profile) write_profile(out, &w);
}

static void write_communication(FILE *out, const hpcc_phase *p)
{
	const hpcc_comm_complexity b = hpcc_phase_comm_complexity(now->table, p, now->par);
	fputs(", ", out);
	write_member(out, "topology", topology_words[p->topology]);
	fputs(", ", out);
	write_member(out, "pattern", pattern_words[p->pattern]);
	fprintf(out, ", \"bytes\": %.17g, \"bytes_per_unit\": %.17g, \"overlap\": %d", b.non_pdu > 0 ? b.non_pdu : 0,
	        b.pdu > 0 ? b.pdu : 0, p->overlap);
}

static void write_phase(FILE *out, const hpcc_phase *p)
{
	fprintf(out, "    {\"kind\": \"%s\", ", p->kind == HPCC_COMPUTATION ? "computation" : "communication");
	write_member(out, "name", p->name);
	fputs(", ", out);
	write_member(out, "file", p->file);
	fprintf(out, ", \"line\": %d, \"runs\": %ld, \"estimated\": %s, \"unknown\": %s", p->line, hpcc_phase_runs(p),
	        p->flags & HPCC_ESTIMATED ? "true" : "false", p->flags & HPCC_UNKNOWN ? "true" : "false");
	if (p->kind == HPCC_COMPUTATION)
		write_computation(out, p);
	else
		write_communication(out, p);
	fputc('}', out);
}

static void write_parameters(FILE *out)
{
	fprintf(out, ",\n  \"parameters\": [");
	for (int k = 0; k < now->table->n_parameters; k++) {
		fprintf(out, "%s{", k ? ", " : "");
		write_member(out, "name", now->table->parameters[k].name);
		fputs(", ", out);
		write_member(out, "function", now->table->parameters[k].function);
		if (now->is_known[k]) fprintf(out, ", \"value\": %ld", now->par[k]);
		fprintf(out, ", \"changes\": %s}", now->table->parameters[k].changes ? "true" : "false");
	}
	fputc(']', out);
}

static void write_axes(FILE *out)
{
	fprintf(out, ",\n  \"axes\": [");
	for (int x = 0; x < now->table->n_axes; x++) {
		fprintf(out, "%s{", x ? ", " : "");
		write_member(out, "array", now->table->axes[x].array);
		fputs(", ", out);
		write_member(out, "function", now->table->axes[x].function);
		fprintf(out, ", \"dimension\": %d, \"extent\": %ld}", now->table->axes[x].dim, now->axis_extent[x]);
	}
	fputc(']', out);
}

static void write_blocks(FILE *out)
{
	fprintf(out, ",\n  \"blocks\": [");
	for (const noted_block *b = now->blocks; b; b = b->next) {
		fprintf(out, "%s{", b == now->blocks ? "" : ", ");
		write_member(out, "of", b->name);
		fprintf(out, ", \"elements\": %ld, \"processes\": %d, \"grid_rank\": %d}", b->n, b->parts,
		        b->grid_rank);
	}
	fputc(']', out);
}

static void write_cycle(FILE *out)
{
	const double steps = hpcc_phases_steps();
	double fixed, each;
	hpcc_phases_memory(&fixed, &each);
	fprintf(out, ",\n  \"cycle\": {");
	write_member(out, "file", now->table->cycle_file);
	fprintf(out, ", \"line\": %d", now->table->cycle_line);
	if (steps > 0) fprintf(out, ", \"steps\": %.17g", steps);
	fprintf(out, "},\n  \"units\": %ld,\n  \"memory_bytes\": %.17g, \"memory_bytes_per_unit\": %.17g", now->units,
	        fixed, each);
}

static void write_all(FILE *out)
{
	write_parameters(out);
	write_axes(out);
	write_blocks(out);
	write_cycle(out);
	fprintf(out, ",\n  \"phases\": [\n");
	for (int k = 0; k < now->table->n_phases; k++) {
		write_phase(out, &now->table->phases[k]);
		fprintf(out, "%s\n", k + 1 < now->table->n_phases ? "," : "");
	}
	fprintf(out, "  ]");
}

// With the phases, or the reason why there are none; then the program ends.
static _Noreturn void write_file(const char *reason)
{
	FILE *out = fopen(path, "w");
	if (!out) hpcc_die(NULL, "HPCC_PHASES: %s cannot be written: %s", path, strerror(errno));
	fprintf(out, "{\n  \"hpcc-phases\": 1,\n  ");
	write_member(out, "mpi", mpi);
	fprintf(out, ",\n  \"processes\": %d", hpcc_size_);
	if (reason) {
		fputs(",\n  ", out);
		write_member(out, "reason", reason);
	} else {
		write_all(out);
	}
	fprintf(out, "\n}\n");
	if (ferror(out) | fclose(out)) hpcc_die(NULL, "HPCC_PHASES: %s is not complete: %s", path, strerror(errno));
	if (!reason) hpcc_ledger_write();
	_exit(0);
}

// ---- begin and end ----------------------------------------------------------------------------

void hpcc_phases_file_start(void)
{
	const char *asked = getenv("HPCC_PHASES");
	if (!hpcc_predicting || !asked || !*asked) return;
	path = asked;
	hpcc_phases_on = 1;
	const hpcc_callbacks *table = now->table;
	if (!table) write_file("it has no callbacks (-fno-dist-callbacks, or the compiler has found none)");
	if (!table->cycle_line) write_file("it has no phase cycle");
	if (table->n_axes > PHASES_MOST_AXES) write_file("its callbacks have too many axes");
}

int hpcc_phases_suffice(long steps, long time)
{
	enum { FEW = 3, MANY = 20 };
	const long second = 1000000000;
	if (!path || hpcc_cycles_wanted() > 0) return 0;
	return steps >= MANY || (steps >= FEW && time > second / 10) || (steps > 0 && time > second);
}

void hpcc_phases_end(void)
{
	if (!path) return;
	hpcc_phases_on = 0;
	hpcc_phases_step(hpcc_the_cycle.steps);
	if (!hpcc_the_cycle.file || hpcc_the_cycle.steps == 0)
		write_file("it ended before the first step of its cycle");
	write_file(hpcc_phases_evaluate());
}
