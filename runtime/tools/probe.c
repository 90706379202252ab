// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: measures the machine that it is started on, and writes a machine file. See docs/man/hpcc-probe.1.
#include "probe.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// How the tool ends.
enum { FINE = 0, WRONG = 1, TROUBLE = 2 };

static const char help[] =
        "Usage: mpirun -n P hpcc-probe [OPTION]...\n"
        "Measures hosts, processors, memory and communication, and writes a machine file.\n\n"
        "  -o, --output FILE          The file; one that is there is merged with (machine.json)\n"
        "      --machine FILE         A machine file that says which host is in which cluster, and of which type\n"
        "      --cluster NAME=HOST,...  Hosts that are a cluster; once for each\n"
        "      --quick                Seconds rather than a minute or two\n"
        "      --plot FILE.svg        A picture of measured and fitted costs (gnuplot)\n"
        "      --verify FILE          Measure a ping-pong and a halo exchange, and compare with the file's costs\n"
        "      --compare FILE FILE    Do two files say the same of costs? (without mpirun)\n"
        "      --progress, --no-progress  A line that says where it is; on a terminal if nothing is said\n"
        "      --help, --version\n";

// ---- the command line -------------------------------------------------------------------------

static const char *value_of(int argc, char **argv, int *k, char **error)
{
	if (*k + 1 < argc) return argv[++*k];
	*error = probe_message("%s wants a value; hpcc-probe --help says more", argv[*k]);
	return NULL;
}

static char *read_options(probe_options *o, int argc, char **argv)
{
	char *error = NULL;
	*o = (probe_options){.out = "machine.json", .progress = -1};
	o->cluster = probe_memory((size_t)argc, sizeof *o->cluster);
	for (int k = 1; k < argc && !error; k++) {
		const char *word = argv[k];
		if (!strcmp(word, "-o") || !strcmp(word, "--output"))
			o->out = value_of(argc, argv, &k, &error);
		else if (!strcmp(word, "--machine"))
			o->machine = value_of(argc, argv, &k, &error);
		else if (!strcmp(word, "--cluster"))
			o->cluster[o->n_clusters++] = value_of(argc, argv, &k, &error);
		else if (!strcmp(word, "--plot"))
			o->plot = value_of(argc, argv, &k, &error);
		else if (!strcmp(word, "--quick"))
			o->quick = true;
		else if (!strcmp(word, "--progress"))
			o->progress = 1;
		else if (!strcmp(word, "--no-progress"))
			o->progress = 0;
		else if (!strcmp(word, "--help"))
			o->help = true;
		else if (!strcmp(word, "--version"))
			o->version = true;
		else if (!strcmp(word, "--verify")) {
			o->verify = true;
			o->file[0] = value_of(argc, argv, &k, &error);
		} else if (!strcmp(word, "--compare")) {
			o->compare = true;
			o->file[0] = value_of(argc, argv, &k, &error);
			if (!error) o->file[1] = value_of(argc, argv, &k, &error);
		} else
			error = probe_message("unknown option '%s'; hpcc-probe --help lists them", word);
	}
	return error;
}

static int trouble(char *message)
{
	fprintf(stderr, "hpcc-probe: %s\n", message);
	free(message);
	return TROUBLE;
}

// ---- files ------------------------------------------------------------------------------------

// Minutes of measurement are not to end in a file that cannot be written.
static char *why_not_writable(const char *path)
{
	char *folder = strdup(path), *slash = strrchr(folder, '/'), *error = NULL;
	if (slash == folder)
		slash[1] = 0;
	else if (slash)
		*slash = 0;
	if (access(slash ? folder : ".", W_OK | X_OK) != 0)
		error = probe_message("%s: it cannot be written: %s", path, strerror(errno));
	free(folder);
	return error;
}

static bool merge_or_tell(machine **into, const machine *from, const char *name)
{
	char *errors = NULL;
	if (hpcc_machine_merge(into, from, name, &errors)) return true;
	fprintf(stderr, "%shpcc-probe: what was measured does not fit to this file\n", errors);
	free(errors);
	return false;
}

// What is known before: the file that is to be written, if it is there, and --machine. False: it has been said why not.
static bool read_known(const probe_options *o, machine **known)
{
	*known = NULL;
	char *error = why_not_writable(o->out);
	if (!error && o->plot) error = why_not_writable(o->plot);
	if (error) return trouble(error) == FINE;
	if (access(o->out, F_OK) == 0 && !(*known = hpcc_machine_read_or_tell(o->out))) return false;
	if (!o->machine) return true;
	machine *m = hpcc_machine_read_or_tell(o->machine);
	if (!m) return false;
	if (!*known) {
		*known = m;
		return true;
	}
	const bool good = merge_or_tell(known, m, o->out);
	hpcc_machine_free(m);
	return good;
}

static int write_all(const probe_options *o, machine **known, const machine *measured)
{
	char *error = NULL;
	if (!*known) *known = hpcc_machine_new();
	if (!merge_or_tell(known, measured, o->out)) return TROUBLE;
	const bool good = hpcc_machine_write(*known, o->out, &error);
	if (!good) fputs(error, stderr);
	free(error);
	return good ? FINE : TROUBLE;
}

// ---- all of it --------------------------------------------------------------------------------

static int report(
        const probe_options *o, const probe_places *p, const probe_speed *s, const probe_plan *plan, machine **known)
{
	char *errors = NULL;
	probe_results r;
	probe_results_make(&r, plan);
	machine *m = probe_machine(p, s, plan, &r, *known, &errors);
	int status = TROUBLE;
	if (!m) {
		fputs(errors, stderr);
		free(errors);
	} else {
		probe_table(stdout, p, m, plan, &r);
		status = write_all(o, known, m);
		if (status == FINE) printf("\nWritten: %s\n", o->out);
		if (p->size == 1)
			puts("One process: communication, and memory of several processes, are not measured (mpirun -n "
			     "P hpcc-probe)");
		char *error = NULL;
		if (status == FINE && o->plot && !probe_plot(o->plot, p, plan, &r, &error)) status = trouble(error);
	}
	hpcc_machine_free(m);
	probe_results_free(&r);
	return status;
}

static int measure(const probe_options *o, probe_places *p, machine **known)
{
	probe_speed s;
	probe_plan plan;
	probe_buffers room = {0};
	probe_watch(p, o->quick ? .2 : 1);
	probe_speed_measure(&s, p, o->quick);
	probe_plan_make(&plan, p, o->quick, NULL, NULL);
	probe_plan_run(&plan, p, o->quick, &room, "communication");
	probe_overlap(&plan, &room);
	probe_progress_end();
	const int status = p->rank == 0 ? report(o, p, &s, &plan, known) : FINE;
	probe_plan_free(&plan);
	probe_speed_free(&s, p);
	free(room.in);
	free(room.out);
	return status;
}

// All processes know whether process 0 is content.
static bool agreed(bool good)
{
	int all = good;
	MPI_Bcast(&all, 1, MPI_INT, 0, MPI_COMM_WORLD);
	return all;
}

static int run(const probe_options *o)
{
	machine *known = NULL;
	probe_places p;
	char *error = NULL;
	int rank, status = TROUBLE;
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	bool good = true;
	if (rank == 0)
		good = o->verify ? (known = hpcc_machine_read_or_tell(o->file[0])) != NULL : read_known(o, &known);
	if (agreed(good)) {
		probe_progress_start(o, rank);
		good = probe_places_find(&p, o, known, &error);
		if (!good && rank == 0) trouble(error);
		if (good)
			status =
			        o->verify ? (probe_verify(known, &p, o->quick) ? FINE : WRONG) : measure(o, &p, &known);
		probe_places_free(&p);
	}
	hpcc_machine_free(known);
	// mpirun kills the others, and says so at length, where one of them ends with another status.
	return rank == 0 ? status : FINE;
}

static int compare(const probe_options *o)
{
	machine *a = hpcc_machine_read_or_tell(o->file[0]), *b = hpcc_machine_read_or_tell(o->file[1]);
	const int status = !a || !b ? TROUBLE : probe_compare(a, b, stdout) ? FINE : WRONG;
	hpcc_machine_free(a);
	hpcc_machine_free(b);
	return status;
}

int main(int argc, char **argv)
{
	probe_options o;
	char *error = read_options(&o, argc, argv);
	int status = FINE, rank = 0;
	// Nothing of MPI where nothing is measured.
	if (!error && o.help)
		fputs(help, stdout);
	else if (!error && o.version)
		printf("hpcc-probe %s\n", HPCC_VERSION);
	else if (!error && o.compare)
		status = compare(&o);
	else {
		if (MPI_Init(&argc, &argv) != MPI_SUCCESS) return trouble(probe_message("MPI cannot be started"));
		MPI_Comm_rank(MPI_COMM_WORLD, &rank);
		if (!error)
			status = run(&o);
		else if (rank == 0)
			status = trouble(error);
		MPI_Finalize();
	}
	free(o.cluster);
	if (fflush(stdout) != 0 || ferror(stdout))
		return trouble(probe_message("cannot write the output: %s", strerror(errno)));
	return status;
}
