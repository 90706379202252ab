// SPDX-License-Identifier: Apache-2.0
//
// HPCC_PHASES=FILE: behind the first steps of its phase cycle (HPCC_CYCLES: behind so many), what the program says of
// its phases is written as JSON, and it ends. It is run as one process that predicts (predict.c), which has the arrays
// of all, or by a launcher: then all processes say how long their parts took. `-`: standard output, which has nothing
// else then. HPCC_PHASES_MEMORY: the bytes that a process which predicts may have; arrays that are larger end it,
// before they are filled. hpcc-run reads the file and plans; docs/machine.md has its schema.
#define _GNU_SOURCE
#include "../internal.h"
#include "../libc/libc.h"
#include "../nests/nests.h"
#include "phases.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *path; // NULL: nobody has asked
static int to;           // where process 0 writes it, if that is no file
// Where several run: the time of all steps but the first one, and how many these are. It is added up where processes
// meet, since when `began` is, behind so many steps (`met`). They do not meet in each step: they would wait for one
// another where the program does not.
static struct {
	double ns;
	long n, began, met, meet;
} step;
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

// Rows of a process, its time, and its operations.
static void write_measured(FILE *out, const phase_measured_t *m, int n_processes)
{
	const char *before = ",\n     \"measured\": [";
	for (int q = 0; q < n_processes; q++) {
		if (m[q].ns <= 0) continue;
		fprintf(out, "%s[%d, %.17g", before, q, m[q].ns);
		for (int k = 0; k < HPCC_N_OPERATIONS; k++) fprintf(out, ", %.17g", m[q].operations[k]);
		fputc(']', out);
		before = ",\n       ";
	}
	if (strchr(before, ':') == NULL) fputc(']', out);
}

static void write_computation(FILE *out, const hpcc_phase *p, const phase_measured_t *measured, int n_processes)
{
	const phase_work_t w = hpcc_phase_work(p);
	fprintf(out, ", \"linear\": %s, \"pdus\": %.17g, \"touched_bytes\": %.17g", p->linear ? "true" : "false",
	        hpcc_phase_num_pdus(p, now->par), w.bytes);
	write_numbers(out, "fixed", HPCC_N_OPERATIONS, w.fixed);
	write_numbers(out, "split", HPCC_N_OPERATIONS, w.split);
	write_measured(out, measured, n_processes);
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

static void write_phase(FILE *out, const hpcc_phase *p, const phase_measured_t *measured, int n_processes)
{
	fprintf(out, "    {\"kind\": \"%s\", ", p->kind == HPCC_COMPUTATION ? "computation" : "communication");
	write_member(out, "name", p->name);
	fputs(", ", out);
	write_member(out, "file", p->file);
	fprintf(out, ", \"line\": %d, \"runs\": %ld, \"estimated\": %s, \"unknown\": %s", p->line, hpcc_phase_runs(p),
	        p->flags & HPCC_ESTIMATED ? "true" : "false", p->flags & HPCC_UNKNOWN ? "true" : "false");
	if (p->kind == HPCC_COMPUTATION)
		write_computation(out, p, measured, n_processes);
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

static void write_all(FILE *out, const phase_measured_t *measured)
{
	const int n = hpcc_mpi_on ? hpcc_size_ : 1;
	write_parameters(out);
	write_axes(out);
	write_blocks(out);
	write_cycle(out);
	fprintf(out, ",\n  \"phases\": [\n");
	for (int k = 0; k < now->table->n_phases; k++) {
		write_phase(out, &now->table->phases[k], measured + (size_t)k * (size_t)n, n);
		fprintf(out, "%s\n", k + 1 < now->table->n_phases ? "," : "");
	}
	fprintf(out, "  ]");
}

// What this process gets of its core while all compute and nobody waits: of a wall clock's time the part in which a
// processor was its own. As long as a few periods of a control group's quota.
static double part_while_spinning(void)
{
	const long enough = 300000000;
	HPCC_COLLECTIVE(MPI_Barrier, MPI_Ibarrier, hpcc_comm);
	const long began = hpcc_nanoseconds(), had = hpcc_process_time();
	while (hpcc_nanoseconds() - began < enough);
	return MIN_OF((double)(hpcc_process_time() - had) / (double)(hpcc_nanoseconds() - began), 1);
}

// The same of each process in the loops that it was asked for; where these of some were too short, without any. The
// list, process by process, on process 0; NULL: elsewhere.
static double *parts_of_cores(void)
{
	double own = hpcc_phases_part_of_core(), *all = hpcc_alloc((size_t)hpcc_size_ * sizeof *all);
	int known = own > 0;
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &known, 1, MPI_INT, MPI_MIN, hpcc_comm);
	if (!known) own = part_while_spinning();
	HPCC_COLLECTIVE(MPI_Gather, MPI_Igather, &own, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, 0, hpcc_comm);
	if (hpcc_rank_ == 0) return all;
	free(all);
	return NULL;
}

static void write_text(const char *reason, double too_large, const phase_measured_t *measured, const double *available)
{
	FILE *out = to > 0 ? fdopen(to, "w") : fopen(path, "w");
	if (!out) hpcc_die(NULL, "HPCC_PHASES: %s cannot be written: %s", path, strerror(errno));
	fprintf(out, "{\n  \"hpcc-phases\": 2,\n  ");
	write_member(out, "mpi", mpi);
	fprintf(out, ",\n  \"processes\": %d", hpcc_size_);
	if (available) write_numbers(out, "available", hpcc_size_, available);
	if (too_large > 0) fprintf(out, ",\n  \"too_large\": %.17g", too_large);
	if (step.n > 0)
		fprintf(out, ",\n  \"step_ns\": %.17g, \"steps_run\": %ld", step.ns / (double)step.n, step.n + 1);
	if (reason) {
		fputs(",\n  ", out);
		write_member(out, "reason", reason);
	} else {
		write_all(out, measured);
	}
	fprintf(out, "\n}\n");
	if (ferror(out) | fclose(out)) hpcc_die(NULL, "HPCC_PHASES: %s is not complete: %s", path, strerror(errno));
}

// With the phases, or the reason why there are none; then the program ends, all of its processes.
static _Noreturn void write_file(const char *reason, double too_large)
{
	phase_measured_t *measured = reason ? NULL : hpcc_phases_measured();
	double *available = hpcc_mpi_on && !reason ? parts_of_cores() : NULL;
	if (hpcc_rank_ == 0) write_text(reason, too_large, measured, available);
	if (hpcc_mpi_on) {
		HPCC_COLLECTIVE(MPI_Barrier, MPI_Ibarrier, hpcc_comm);
		HPCC_UNNOTED(MPI_Finalize());
	} else if (!reason) {
		hpcc_ledger_write();
	}
	_exit(0);
}

// ---- begin and end ----------------------------------------------------------------------------

static double most_bytes, bytes; // that arrays may have (0: no limit), and have

void hpcc_phases_array(long more)
{
	bytes += (double)more;
	if (path && hpcc_predicting && most_bytes > 0 && bytes > most_bytes)
		write_file("its arrays do not fit into the memory of this host", bytes);
}

static void read_limit(void)
{
	const char *text = getenv("HPCC_PHASES_MEMORY");
	char *end;
	if (!text || !*text) return;
	most_bytes = strtod(text, &end);
	if (*end || !(most_bytes >= 0)) hpcc_die(NULL, "HPCC_PHASES_MEMORY=%s: a number of bytes is expected", text);
}

// What the program itself prints goes nowhere then.
static void take_output(void)
{
	const int nowhere = strcmp(path, "-") == 0 ? open("/dev/null", O_WRONLY | O_CLOEXEC) : -1;
	if (nowhere < 0) return;
	to = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
	if (to < 0 || dup2(nowhere, STDOUT_FILENO) < 0)
		hpcc_die(NULL, "HPCC_PHASES: there is no standard output: %s", strerror(errno));
	close(nowhere);
}

void hpcc_phases_file_start(void)
{
	const char *asked = getenv("HPCC_PHASES");
	if (!(hpcc_predicting || hpcc_mpi_on) || !asked || !*asked) return;
	path = asked;
	hpcc_phases_on = 1;
	take_output();
	read_limit();
	const hpcc_callbacks *table = now->table;
	if (!table) write_file("it has no callbacks (-fno-dist-callbacks, or the compiler has found none)", 0);
	if (!table->cycle_line) write_file("it has no phase cycle", 0);
	if (table->n_axes > PHASES_MOST_AXES) write_file("its callbacks have too many axes", 0);
}

// When a program has done enough: behind so many steps, behind a few if its processors took `enough` for them, behind
// any if they took `most`. Nanoseconds. A trial lasts longer: the processors of a host that has other work, too, change
// their speed within a second, and the hosts are compared with one another.
typedef struct sufficient {
	long few_steps, many_steps, enough, most;
} sufficient;
static const sufficient for_one_process = {3, 1000, 500000000, 1000000000},
                        for_trial = {3, 10000, 2000000000, 3000000000};

// All processes must stop in the same step: they meet behind the first ones, and then whenever a quarter more are done.
static int together(long steps, long *time)
{
	if (hpcc_predicting) return 1;
	if (hpcc_depth > 0 || hpcc_apart_now || steps < step.meet) return 0;
	long most[] = {*time, step.began ? hpcc_nanoseconds() - step.began : 0};
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, most, 2, MPI_LONG, MPI_MAX, hpcc_comm);
	*time = most[0];
	if (step.met > 0) step.ns += (double)most[1], step.n += steps - step.met;
	step.met = steps;
	step.meet = MIN_OF(steps + MAX_OF(steps / 4, 1), MAX_OF(for_trial.many_steps, steps + 1));
	step.began = hpcc_nanoseconds();
	return 1;
}

int hpcc_phases_suffice(long steps, long time)
{
	if (!path || hpcc_cycles_wanted() > 0 || !together(steps, &time)) return 0;
	const sufficient *is = hpcc_predicting ? &for_one_process : &for_trial;
	return steps >= is->many_steps || (steps >= is->few_steps && time > is->enough) ||
	       (steps > 0 && time > is->most);
}

void hpcc_phases_end(void)
{
	if (!path) return;
	hpcc_phases_on = 0;
	hpcc_phases_step(hpcc_the_cycle.steps);
	if (!hpcc_the_cycle.file || hpcc_the_cycle.steps == 0)
		write_file("it ended before the first step of its cycle", 0);
	write_file(hpcc_phases_evaluate(), 0);
}
