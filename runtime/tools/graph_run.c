// SPDX-License-Identifier: Apache-2.0
#include "graph_run.h"
#include "graph_record.h"
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

// ---- errors -----------------------------------------------------------------------------------

__attribute__((format(printf, 2, 3))) static json_t *fails(char **error, const char *format, ...)
{
	va_list args;
	va_start(args, format);
	if (vasprintf(error, format, args) < 0) *error = NULL;
	va_end(args);
	return NULL;
}

// ---- what a record must have ------------------------------------------------------------------

enum { MOST_PROCESSES = 1 << 20 };

// Whether `row` is an array of so many integers, the first `n_processes` of which are processes. A word may stand first.
static bool is_row(const json_t *row, size_t n, size_t n_processes, bool word, long processes)
{
	if (!json_is_array(row) || json_array_size(row) != n) return false;
	for (size_t k = 0; k < n; k++) {
		const json_t *x = json_array_get(row, k);
		if (word && k == 0 ? !json_is_string(x) : !json_is_integer(x)) return false;
		json_int_t value = word && k == 0 ? 0 : json_integer_value(x);
		if (k < n_processes && (value < 0 || value >= processes)) return false;
	}
	return true;
}

static const struct field {
	const char *name;
	size_t n, n_processes;
	bool word;
} fields[] = {{"parameters", 2, 0, false}, {"runs", 2, 0, false}, {"messages", 5, 2, false},
        {"collectives", 5, 0, true}, {"iterations", 4, 1, false}, {"nanoseconds", 3, 1, false}, {"calls", 3, 1, false}};

static json_t *bad(json_t *run, const char *path, const char *where, long k, const char *expected, char **error)
{
	json_decref(run);
	return k < 0 ? fails(error, "%s: %s: %s is expected", path, where, expected)
	             : fails(error, "%s: events[%ld].%s: %s is expected", path, k, where, expected);
}

static bool are_blocks(const json_t *list)
{
	size_t k, i;
	json_t *row, *size;
	json_array_foreach((json_t *)list, k, row)
	{
		const json_t *sizes = json_object_get(row, "sizes");
		if (!json_is_string(json_object_get(row, "of")) || !json_is_integer(json_object_get(row, "split")) ||
		        !json_is_array(sizes))
			return false;
		json_array_foreach((json_t *)sizes, i,
		        size) if (!json_is_integer(size) || json_integer_value(size) < 0) return false;
	}
	return true;
}

static json_t *checked(json_t *run, const char *path, char **error)
{
	const json_t *version = json_object_get(run, "hpcc-run"), *events = json_object_get(run, "events");
	json_int_t n = json_integer_value(json_object_get(run, "processes"));
	if (!json_is_integer(version) || json_integer_value(version) != 1)
		return bad(run, path, "hpcc-run", -1, "version 1", error);
	if (n < 1 || n > MOST_PROCESSES) return bad(run, path, "processes", -1, "a number of processes", error);
	if (!json_is_array(events)) return bad(run, path, "events", -1, "an array", error);
	if (!are_blocks(json_object_get(run, "blocks")))
		return bad(run, path, "blocks", -1, "rows of 'of', 'split' and 'sizes'", error);
	for (size_t k = 0; k < json_array_size(events); k++) {
		const json_t *e = json_array_get(events, k);
		if (!json_is_string(json_object_get(e, "for"))) return bad(run, path, "for", (long)k, "a word", error);
		for (size_t f = 0; f < sizeof fields / sizeof *fields; f++) {
			const json_t *rows = json_object_get(e, fields[f].name);
			if (rows && !json_is_array(rows))
				return bad(run, path, fields[f].name, (long)k, "an array", error);
			for (size_t i = 0; i < json_array_size(rows); i++)
				if (!is_row(json_array_get(rows, i), fields[f].n, fields[f].n_processes, fields[f].word,
				            (long)n))
					return bad(run, path, fields[f].name, (long)k,
					        "rows of numbers, of processes that there are", error);
		}
	}
	return run;
}

json_t *run_load(const char *path, char **error)
{
	json_error_t where;
	json_t *run = json_load_file(path, JSON_REJECT_DUPLICATES, &where);
	if (!run && where.line > 0) return fails(error, "%s:%d:%d: %s", path, where.line, where.column, where.text);
	if (!run) return fails(error, "%s: %s", path, where.text);
	return checked(run, path, error);
}

// ---- predicting -------------------------------------------------------------------------------

// The environment with some variables set (NAME=value, NULL behind the last), others as they are. The caller frees the
// array.
static char **environment_with(char *const *more)
{
	size_t n = 0, m = 0;
	while (environ[n]) n++;
	while (more[m]) m++;
	char **all = malloc((n + m + 1) * sizeof *all);
	if (!all) return NULL;
	size_t kept = 0;
	for (size_t k = 0; k < n; k++) {
		bool is_set = false;
		for (size_t j = 0; j < m; j++) is_set |= !strncmp(environ[k], more[j], strcspn(more[j], "=") + 1);
		if (!is_set) all[kept++] = environ[k];
	}
	for (size_t j = 0; j < m; j++) all[kept++] = more[j];
	all[kept] = NULL;
	return all;
}

volatile sig_atomic_t run_child;

// One process has the memory of all in a prediction: where that is too much it is the one to go, and nobody else's.
static void may_be_killed(pid_t child)
{
	char path[64];
	snprintf(path, sizeof path, "/proc/%ld/oom_score_adj", (long)child);
	FILE *f = fopen(path, "w");
	if (!f) return;
	fputs("1000", f);
	fclose(f);
}

// Status as waitpid says it; -1: errno says why it did not start.
static int run_program(const run_wish *wish, char *const *environment)
{
	size_t n = 0;
	while (wish->arguments && wish->arguments[n]) n++;
	char **words = calloc(n + 2, sizeof *words);
	posix_spawn_file_actions_t actions;
	pid_t child;
	int status = -1;
	if (!words) return -1;
	words[0] = (char *)wish->program;
	for (size_t k = 0; k < n; k++) words[k + 1] = wish->arguments[k];
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
	if (wish->no_input) posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
	if (wish->messages)
		posix_spawn_file_actions_addopen(
		        &actions, STDERR_FILENO, wish->messages, O_WRONLY | O_CREAT | O_TRUNC, 0600);
	int code = posix_spawn(&child, wish->program, &actions, NULL, words, environment);
	posix_spawn_file_actions_destroy(&actions);
	free(words);
	errno = code;
	if (code) return -1;
	run_child = child;
	may_be_killed(child);
	while (waitpid(child, &status, 0) < 0)
		if (errno != EINTR) break;
	run_child = 0;
	return status;
}

static json_t *load_prediction(const run_wish *wish, int status, const char *path, char **error)
{
	if (status == -1) return fails(error, "%s: cannot be run: %s", wish->program, strerror(errno));
	if (access(path, F_OK) == 0) return run_load(path, error);
	if (WIFSIGNALED(status))
		return fails(error, "%s: ended by signal %d (%s) before it could predict anything", wish->program,
		        WTERMSIG(status), strsignal(WTERMSIG(status)));
	return fails(error,
	        "%s: ended with status %d and predicted nothing: it is no program of hpcc -fdist, or gave up (see "
	        "above)",
	        wish->program, WEXITSTATUS(status));
}

// The values of rows that a later step has once each, for `times` such steps of `steps` that were run.
static void reckon_rows(json_t *event, const char *name, size_t first, size_t n_values, long times, long steps)
{
	size_t k;
	json_t *row;
	json_array_foreach(json_object_get(event, name), k, row)
	{
		if (record_at(row, json_array_size(row) - 1) != LATER_STEP) continue;
		for (size_t i = first; i < first + n_values; i++)
			json_array_set_new(row, i,
			        json_integer(
			                (json_int_t)((double)record_at(row, i) / (double)steps * (double)times + .5)));
	}
}

// Where the cycle was stopped early, and it is known how often it runs, later steps stand for those that were not run.
static void reckon(json_t *run)
{
	json_t *cycle = json_object_get(run, "cycle"), *e;
	const long steps = record_number(cycle, "steps"), of = record_number(cycle, "of");
	size_t k;
	if (steps < 3 || of <= steps) return;
	json_array_foreach(json_object_get(run, "events"), k, e)
	{
		reckon_rows(e, "runs", 0, 1, of - 2, steps - 2);
		reckon_rows(e, "calls", 1, 1, of - 2, steps - 2);
		reckon_rows(e, "messages", 2, 2, of - 2, steps - 2);
		reckon_rows(e, "collectives", 3, 1, of - 2, steps - 2);
		reckon_rows(e, "iterations", 1, 2, of - 2, steps - 2);
	}
	json_object_set_new(cycle, "reckoned", json_integer(of - steps));
	json_object_set_new(cycle, "steps", json_integer(of));
}

json_t *run_predict(const run_wish *wish, char **error)
{
	const char *folder = getenv("TMPDIR");
	char path[PATH_MAX], stats[PATH_MAX + 32], processes[32], cycles[40], memory[64];
	char *layout = NULL, *speeds = NULL, *phases = NULL;
	snprintf(path, sizeof path, "%s/hpcc-graph-XXXXXX", folder && *folder ? folder : "/tmp");
	if (!mkdtemp(path)) return fails(error, "%s: no folder for the prediction: %s", path, strerror(errno));
	snprintf(stats, sizeof stats, "HPCC_STATS=%s/run.json", path);
	snprintf(processes, sizeof processes, "HPCC_PREDICT=%d", wish->processes);
	snprintf(cycles, sizeof cycles, "HPCC_CYCLES=%ld", wish->cycles);
	if (wish->layout && asprintf(&layout, "HPCC_LAYOUT=%s", wish->layout) < 0) layout = NULL;
	if (wish->speeds && asprintf(&speeds, "HPCC_SPEEDS=%s", wish->speeds) < 0) speeds = NULL;
	if (wish->phases && asprintf(&phases, "HPCC_PHASES=%s", wish->phases) < 0) phases = NULL;
	snprintf(memory, sizeof memory, "HPCC_PHASES_MEMORY=%.0f", wish->memory_bytes);
	char *more[8] = {stats, processes, cycles, memory};
	size_t n = 4;
	if (layout) more[n++] = layout;
	if (speeds) more[n++] = speeds;
	if (phases) more[n++] = phases;
	char **environment = environment_with(more);
	int status = environment ? run_program(wish, environment) : -1;
	json_t *run = load_prediction(wish, status, stats + strlen("HPCC_STATS="), error);
	if (run) reckon(run);
	unlink(stats + strlen("HPCC_STATS="));
	rmdir(path);
	free(environment);
	free(layout);
	free(speeds);
	free(phases);
	return run;
}
