// SPDX-License-Identifier: Apache-2.0
//
// What a program says of its phases (HPCC_PHASES), as the planner wants it.
#include "run.h"

#include "graph_run.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

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

static void take_numbers(const json_t *list, double *to)
{
	for (size_t k = 0; k < HPCC_N_OPERATIONS; k++) to[k] = json_number_value(json_array_get(list, k));
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

static void take_work(plan_work *w, const json_t *p)
{
	*w = (plan_work){.name = text(p, "name"),
	        .file = text(p, "file"),
	        .line = (int)number(p, "line"),
	        .touched_bytes = number(p, "touched_bytes")};
	take_numbers(json_object_get(p, "fixed"), w->fixed);
	take_numbers(json_object_get(p, "split"), w->split);
	w->measured_us = number(p, "measured_ns") / 1000;
	take_numbers(json_object_get(p, "measured"), w->measured);
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

static void take_phases(run_phases *all, const json_t *phases)
{
	const size_t n = json_array_size(phases);
	plan_work *work = run_memory(n, sizeof *work);
	plan_exchange *exchange = run_memory(n, sizeof *exchange);
	bool *rough_exchange = run_memory(n, sizeof *rough_exchange);
	int works = 0, exchanges = 0;
	all->topology = run_memory(n, sizeof *all->topology);
	all->is_rough = run_memory(n, sizeof *all->is_rough);
	for (size_t k = 0; k < n; k++) {
		const json_t *p = json_array_get(phases, k);
		const bool rough = is_true(p, "estimated") || is_true(p, "unknown");
		if (!strcmp(text(p, "kind"), "computation")) {
			all->is_rough[works] = rough;
			take_work(&work[works++], p);
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

static void take(run_phases *p)
{
	const json_t *j = p->json;
	p->reason = json_string_value(json_object_get(j, "reason"));
	p->mpi = text(j, "mpi");
	if (p->reason) return;
	take_phases(p, json_object_get(j, "phases"));
	take_blocks(p, json_object_get(j, "blocks"));
	p->program.units = (long)number(j, "units");
	p->program.steps = number(json_object_get(j, "cycle"), "steps");
	p->program.memory_bytes = number(j, "memory_bytes");
	p->program.memory_per_unit = number(j, "memory_bytes_per_unit");
	if (p->program.units < 1 || p->program.n_works < 1) p->reason = "it does not say what its cycle computes";
}

void run_phases_free(run_phases *p)
{
	for (int k = 0; k < p->program.n_works; k++) free((void *)p->program.work[k].before);
	free((void *)p->program.work);
	free((void *)p->program.exchange);
	free(p->topology);
	free(p->is_rough);
	free(p->block);
	free(p->said);
	json_decref(p->json);
	*p = (run_phases){0};
}

// ---- asking -------------------------------------------------------------------------------------

// The program must find its input again when it is run in earnest. What is no file cannot be read twice.
static off_t place_of_input(bool *is_file)
{
	struct stat file;
	const off_t at = lseek(STDIN_FILENO, 0, SEEK_CUR);
	*is_file = at >= 0 && fstat(STDIN_FILENO, &file) == 0 && S_ISREG(file.st_mode);
	return at;
}

// The first line of what the program has written to standard error; NULL: nothing.
static char *first_line(const char *path)
{
	FILE *f = fopen(path, "r");
	char line[512] = "";
	if (f && !fgets(line, sizeof line, f)) line[0] = 0;
	if (f) fclose(f);
	line[strcspn(line, "\n")] = 0;
	return line[0] ? strdup(line) : NULL;
}

static void load(run_phases *p, const char *path, const char *messages, const char *error)
{
	json_error_t where;
	*p = (run_phases){.json = json_load_file(path, JSON_REJECT_DUPLICATES, &where)};
	if (p->json) {
		take(p);
		return;
	}
	p->said = first_line(messages);
	if (!p->said && error) p->said = strdup(error);
	p->reason = p->said ? p->said : "it does not say why";
}

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

void run_ask(const run_request *r, int processes, const char *layout, long cycles, run_phases *phases, json_t **run)
{
	paths path;
	bool is_file;
	const char *mpi;
	char *error = NULL;
	const bool tells = tells_phases(r->program, &mpi);
	if (run) *run = NULL;
	*phases = (run_phases){.mpi = mpi, .reason = "it is no program of hpcc -fdist"};
	if (!tells) return;
	if (!make_paths(&path)) {
		phases->reason = "there is no folder for temporary files (TMPDIR)";
		return;
	}
	const off_t at = place_of_input(&is_file);
	const run_wish wish = {.program = r->program,
	        .processes = processes,
	        .arguments = r->arguments,
	        .layout = layout,
	        .cycles = cycles,
	        .phases = path.phases,
	        .messages = path.messages,
	        .no_input = !is_file};
	json_t *found = run_predict(&wish, &error);
	load(phases, path.phases, path.messages, error);
	if (!phases->mpi) phases->mpi = mpi;
	if (is_file) lseek(STDIN_FILENO, at, SEEK_SET);
	remove_paths(&path);
	free(error);
	if (run)
		*run = found;
	else
		json_decref(found);
}
