// SPDX-License-Identifier: Apache-2.0
//
// A program is run for what it says of its phases: by itself, as one process that has everything, or as the processes
// of a plan, on their hosts.
#include "graph_run.h"
#include "probe_limits.h"
#include "run.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

// ---- which program -------------------------------------------------------------------------------

static bool has(const char *file, size_t n, const char *word) { return memmem(file, n, word, strlen(word)) != NULL; }

// Whether a runtime that tells phases is linked with it. A program that is none of hpcc's must not be run to find out.
// `mpi`: that of the libraries it names.
static bool tells_phases(const char *program, const char **mpi)
{
	struct stat about;
	const int f = open(program, O_RDONLY | O_CLOEXEC);
	*mpi = "";
	if (f < 0) return false;
	char *file = fstat(f, &about) == 0 && about.st_size > 0
	                     ? mmap(NULL, (size_t)about.st_size, PROT_READ, MAP_PRIVATE, f, 0)
	                     : MAP_FAILED;
	close(f);
	if (file == MAP_FAILED) return false;
	const size_t n = (size_t)about.st_size;
	const bool tells = has(file, n, "HPCC_PHASES");
	*mpi = has(file, n, "libmpich") ? "mpich" : "openmpi";
	munmap(file, n);
	return tells;
}

typedef struct paths {
	char folder[4096], phases[4096 + 32], messages[4096 + 32];
} paths;

static bool make_paths(paths *p)
{
	const char *folder = getenv("TMPDIR");
	snprintf(p->folder, sizeof p->folder, "%s/hpcc-run-XXXXXX", folder && *folder ? folder : "/tmp");
	if (!mkdtemp(p->folder)) return false;
	snprintf(p->phases, sizeof p->phases, "%s/phases.json", p->folder);
	snprintf(p->messages, sizeof p->messages, "%s/messages", p->folder);
	return true;
}

static void remove_paths(const paths *p)
{
	unlink(p->phases);
	unlink(p->messages);
	rmdir(p->folder);
}

// ---- here ----------------------------------------------------------------------------------------

// The program must find its input again when it is run in earnest. What is no file cannot be read twice.
static off_t place_of_input(bool *is_file)
{
	struct stat file;
	const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
	*is_file = at >= 0 && fstat(STDIN_FILENO, &file) == 0 && S_ISREG(file.st_mode);
	return at;
}

// False: it cannot be asked, and `phases` has the reason.
static bool begin(const run_request *r, paths *path, run_phases *phases)
{
	const char *mpi;
	const bool tells = tells_phases(r->program, &mpi);
	*phases = (run_phases){.mpi = mpi, .reason = "it is no program of hpcc -fdist"};
	if (!tells) return false;
	phases->reason = "there is no folder for temporary files (TMPDIR)";
	return make_paths(path);
}

void run_ask(const run_request *r, const machine_host *here, int processes, const char *layout, long cycles,
        run_phases *phases, json_t **run)
{
	paths path;
	bool is_file;
	char *error = NULL;
	if (run) *run = NULL;
	if (!begin(r, &path, phases)) return;
	const char *mpi = phases->mpi;
	const off_t at = place_of_input(&is_file);
	const run_wish wish = {.program = r->program,
	        .processes = processes,
	        .arguments = r->arguments,
	        .layout = layout,
	        .cycles = cycles,
	        .phases = path.phases,
	        .memory_bytes = probe_limits_read("").memory_bytes,
	        .messages = path.messages,
	        .no_input = !is_file};
	json_t *found = run_predict(&wish, &error);
	run_phases_load(phases, path.phases, 1, &here, path.messages, error);
	if (!phases->mpi) phases->mpi = mpi;
	if (is_file) lseek(STDIN_FILENO, at, SEEK_SET);
	remove_paths(&path);
	free(error);
	if (run)
		*run = found;
	else
		json_decref(found);
}

// ---- on its hosts --------------------------------------------------------------------------------

// What the run in earnest shall do, and this one shall not.
static const char *const for_later[] = {"HPCC_STATS", "HPCC_PLAN", "HPCC_SPEEDS", "HPCC_TRACE", "HPCC_PREDICT"};
enum { N_FOR_LATER = sizeof for_later / sizeof *for_later };

static void set_aside(char **value)
{
	for (int k = 0; k < N_FOR_LATER; k++) {
		const char *text = getenv(for_later[k]);
		value[k] = text ? strdup(text) : NULL;
		unsetenv(for_later[k]);
	}
	setenv("HPCC_PHASES", "-", 1);
}

static void set_again(char **value)
{
	unsetenv("HPCC_PHASES");
	for (int k = 0; k < N_FOR_LATER; k++) {
		if (value[k]) setenv(for_later[k], value[k], 1);
		free(value[k]);
	}
}

static char *launch(
        const run_request *r, const plan *p, const char *layout, const char *mpi, const paths *path, bool no_input)
{
	run_launch l;
	char *error = NULL;
	if (run_prepare(r, p, mpi, layout, &l, &error)) {
		l.output = path->phases;
		l.messages = path->messages;
		l.no_input = no_input;
		const int status = run_start(&l, layout);
		if (status &&
		        asprintf(&error, "%s ended with status %d when the program was asked", l.word[0], status) < 0)
			abort();
	}
	if (layout) unsetenv("HPCC_LAYOUT");
	run_launch_free(&l);
	return error;
}

void run_try(const run_request *r, const plan *p, const char *layout, run_phases *phases)
{
	paths path;
	bool is_file;
	char *value[N_FOR_LATER];
	if (!begin(r, &path, phases)) return;
	const char *mpi = phases->mpi;
	const machine_host **host = run_memory((size_t)p->n, sizeof *host);
	const off_t at = place_of_input(&is_file);
	for (int q = 0; q < p->n; q++) host[q] = p->process[q].host;
	set_aside(value);
	char *error = launch(r, p, layout, mpi, &path, !is_file);
	set_again(value);
	run_phases_load(phases, path.phases, p->n, host, path.messages, error);
	if (!phases->mpi) phases->mpi = mpi;
	if (is_file) lseek(STDIN_FILENO, at, SEEK_SET);
	remove_paths(&path);
	free(error);
	free(host);
}
