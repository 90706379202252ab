// SPDX-License-Identifier: Apache-2.0
//
// hpcc-probe: measured and fitted costs as a picture, by gnuplot. It reads what to draw from a pipe, and draws into a
// file that we have opened: names go through no shell and no quotes.
#include "probe.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static const fit_piece *piece_of(const probe_result *x, double bytes)
{
	for (int k = 0; k + 1 < x->n_pieces; k++)
		if (bytes < x->piece[k].bytes_to) return &x->piece[k];
	return &x->piece[x->n_pieces - 1];
}

// Blocks of lines "bytes measured fitted": one for each number of processes.
static int print_points(FILE *to, const probe_result *x)
{
	int blocks = 0;
	for (int k = 0; k < x->n_points; k++) {
		const fit_point *p = &x->point[k];
		if (k == 0 || x->point[k - 1].processes != p->processes) {
			if (blocks++ > 0) fputs("\n\n", to);
			fprintf(to, "\"%.0f processes\"\n", p->processes);
		}
		fprintf(to, "%.9g %.9g %.9g\n", p->bytes, p->us,
		        probe_fit_value(piece_of(x, p->bytes), p->bytes, p->processes));
	}
	return blocks;
}

// In gnuplot's single quotes nothing but these ends.
static void print_quoted(FILE *to, const char *text)
{
	fputc('\'', to);
	for (; *text; text++) fputs(*text == '\'' ? "''" : (char[]){*text, 0}, to);
	fputc('\'', to);
}

static void print_commands(FILE *to, const probe_places *p, const probe_plan *plan, const probe_results *r)
{
	const int columns = r->n < 4 ? r->n : 4, rows = (r->n + columns - 1) / columns;
	fprintf(to, "set terminal svg size %d,%d dynamic background rgb 'white' noenhanced\n", 420 * columns,
	        340 * rows + 30);
	for (int k = 0; k < r->n; k++) {
		fprintf(to, "$points%d << END_OF_POINTS\n", k);
		print_points(to, &r->result[k]);
		fputs("\nEND_OF_POINTS\n", to);
	}
	fprintf(to, "set multiplot layout %d,%d title 'Measured (points) and fitted (lines) costs'\n", rows, columns);
	fputs("set logscale xy\nset format y '%g'\nset xlabel 'bytes'\nset ylabel 'us'\nset key top left\n", to);
	for (int k = 0; k < r->n; k++) {
		const probe_result *x = &r->result[k];
		char name[400], title[500];
		probe_group_name(name, sizeof name, &plan->group[x->group], p);
		snprintf(title, sizeof title, "%s, f: %s (%.60s)", hpcc_machine_topology_word(x->topology),
		        hpcc_machine_form_word(x->piece[0].form), name);
		int blocks = 1;
		for (int i = 1; i < x->n_points; i++) blocks += x->point[i].processes != x->point[i - 1].processes;
		fputs("set title ", to);
		print_quoted(to, title);
		fprintf(to,
		        "\nplot for [i=0:%d] $points%d index i using 1:2 with points pt 7 ps 0.5 lc i+1 title "
		        "columnheader(1), for [i=0:%d] '' index i using 1:3 with lines lc i+1 notitle\n",
		        blocks - 1, k, blocks - 1);
	}
	fputs("unset multiplot\n", to);
}

static int start(int in, int out, pid_t *child)
{
	posix_spawn_file_actions_t actions;
	char *arguments[] = {"gnuplot", "-", NULL};
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_adddup2(&actions, in, 0);
	posix_spawn_file_actions_adddup2(&actions, out, 1);
	const int status = posix_spawnp(child, "gnuplot", &actions, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&actions);
	return status;
}

// gnuplot reads all before it draws: a pipe could be closed by it, but a file cannot.
static char *draw(int out, const probe_places *p, const probe_plan *plan, const probe_results *r)
{
	FILE *commands = tmpfile();
	pid_t child;
	int status = 0;
	if (!commands) return probe_message("no temporary file: %s", strerror(errno));
	print_commands(commands, p, plan, r);
	const bool good = fflush(commands) == 0 && fseek(commands, 0, SEEK_SET) == 0;
	if (!good) {
		fclose(commands);
		return probe_message("what gnuplot is to draw cannot be written");
	}
	const int failed = start(fileno(commands), out, &child);
	char *error = failed ? probe_message("gnuplot cannot be started: %s", strerror(failed)) : NULL;
	while (!failed && waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
	if (!failed && status != 0) error = probe_message("gnuplot has failed");
	fclose(commands);
	return error;
}

bool probe_plot(const char *path, const probe_places *p, const probe_plan *plan, const probe_results *r, char **error)
{
	if (r->n == 0) {
		*error = probe_message("%s: there is nothing to draw: one process measures no communication", path);
		return false;
	}
	char *name = probe_message("%s.XXXXXX", path);
	const int out = mkostemp(name, O_CLOEXEC);
	if (out < 0) {
		*error = probe_message("%s: it cannot be written: %s", path, strerror(errno));
		free(name);
		return false;
	}
	char *wrong = draw(out, p, plan, r);
	fchmod(out, 0644);
	close(out);
	if (!wrong && rename(name, path) != 0) wrong = probe_message("it cannot be written: %s", strerror(errno));
	if (wrong) {
		unlink(name);
		*error = probe_message("%s: %s", path, wrong);
	}
	free(wrong);
	free(name);
	return !*error;
}
