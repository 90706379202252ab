// SPDX-License-Identifier: Apache-2.0
//
// hpcc-machine: checks, shows and merges descriptions of machines. See docs/man/hpcc-machine.1 and docs/machine.md.
#include "machine.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

// How the tool ends.
enum { FINE = 0, WRONG = 1, TROUBLE = 2 };

typedef struct request {
	bool as_json;
	int n_files;
	char **file;
} request;

typedef struct command {
	const char *name, *arguments, *help;
	int fewest, most; // files; -1: any number
	int (*run)(const request *r);
} command;

static int trouble(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int trouble(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	fputs("hpcc-machine: ", stderr);
	vfprintf(stderr, format, list);
	fputc('\n', stderr);
	va_end(list);
	return TROUBLE;
}

// ---- check ------------------------------------------------------------------------------------

// As a string of JSON; what is no UTF-8 cannot be there.
static void print_string(const char *text, size_t n)
{
	putchar('"');
	for (size_t k = 0; k < n; k++) {
		const unsigned char c = (unsigned char)text[k];
		if (c == '"' || c == '\\')
			printf("\\%c", c);
		else if (c < ' ')
			printf("\\u%04x", c);
		else
			putchar(c);
	}
	putchar('"');
}

static void print_errors(const char *errors)
{
	for (const char *line = errors; *line;) {
		const size_t n = strcspn(line, "\n");
		if (line != errors) fputs(", ", stdout);
		print_string(line, n);
		line += n + (line[n] == '\n');
	}
}

static void check_as_json(const char *path, const machine *m, const char *errors, bool first)
{
	fputs(first ? "[" : ",\n ", stdout);
	fputs("{\"file\": ", stdout);
	print_string(path, strlen(path));
	fputs(", \"errors\": [", stdout);
	print_errors(errors ? errors : "");
	fputs("]", stdout);
	if (m) printf(", \"hosts\": %d, \"clusters\": %d, \"types\": %d", m->n_hosts, m->n_clusters, m->n_types);
	fputs("}", stdout);
}

static int run_check(const request *r)
{
	int status = FINE;
	for (int k = 0; k < r->n_files; k++) {
		char *errors = NULL;
		machine *m = hpcc_machine_read(r->file[k], &errors);
		if (r->as_json)
			check_as_json(r->file[k], m, errors, k == 0);
		else if (m)
			machine_show_gaps(m, r->file[k], stdout);
		else
			fputs(errors, stderr);
		if (!m) status = WRONG;
		free(errors);
		hpcc_machine_free(m);
	}
	if (r->as_json) puts("]");
	return status;
}

// ---- the other commands -----------------------------------------------------------------------

static int print_machine(const machine *m, const char *title, bool as_json)
{
	char *text = as_json ? hpcc_machine_text(m) : NULL;
	if (as_json)
		fputs(text, stdout);
	else
		machine_show(m, title, stdout);
	free(text);
	return FINE;
}

static int run_show(const request *r)
{
	machine *m = hpcc_machine_read_or_tell(r->file[0]);
	if (!m) return TROUBLE;
	const int status = print_machine(m, r->file[0], r->as_json);
	hpcc_machine_free(m);
	return status;
}

static int run_here(const request *r)
{
	machine *m = hpcc_machine_here();
	const int status = print_machine(m, "this host", r->as_json);
	hpcc_machine_free(m);
	return status;
}

// The machine of all files from the second one on; NULL: it has been said what is wrong.
static machine *merge(const request *r)
{
	machine *all = hpcc_machine_read_or_tell(r->file[1]);
	for (int k = 2; all && k < r->n_files; k++) {
		char *errors = NULL;
		machine *m = hpcc_machine_read_or_tell(r->file[k]);
		if (m && hpcc_machine_merge(&all, m, r->file[0], &errors)) {
			hpcc_machine_free(m);
			continue;
		}
		if (m) fprintf(stderr, "%s%s", errors, "hpcc-machine: these files do not fit together\n");
		free(errors);
		hpcc_machine_free(m);
		hpcc_machine_free(all);
		all = NULL;
	}
	return all;
}

static int run_merge(const request *r)
{
	char *error = NULL;
	machine *m = merge(r);
	if (!m) return TROUBLE;
	const bool good = hpcc_machine_write(m, r->file[0], &error);
	if (!good) fputs(error, stderr);
	free(error);
	if (good) print_machine(m, r->file[0], r->as_json);
	hpcc_machine_free(m);
	return good ? FINE : TROUBLE;
}

static int run_keys(const request *r)
{
	machine_show_keys(r->as_json, stdout);
	return FINE;
}

// ---- the command line -------------------------------------------------------------------------

static const command commands[] = {
        {"check", "FILE...", "Say what is wrong with machine files: file:line: key: what, and what is expected", 1, -1,
                run_check},
        {"show", "FILE", "Hosts and clusters as a tree, speeds, costs and links", 1, 1, run_show},
        {"merge", "OUT FILE...", "Write one file of several; where they differ the last one holds", 2, -1, run_merge},
        {"here", "", "This host as hwloc sees it: what is used where there is no file", 0, 0, run_here},
        {"keys", "", "All keys of the format", 0, 0, run_keys},
};
enum { N_COMMANDS = sizeof commands / sizeof *commands };

static int print_help(void)
{
	puts("Usage: hpcc-machine COMMAND [--json] [FILE...]\n\nDescriptions of machines, for hpcc's planner.\n");
	for (int k = 0; k < N_COMMANDS; k++) {
		const int width = printf("  %s %s", commands[k].name, commands[k].arguments);
		printf("%*s%s\n", 22 - width, "", commands[k].help);
	}
	puts("  --json              The output as JSON\n  --help              Print this\n  --version           Print "
	     "the "
	     "version");
	return FINE;
}

static const command *find_command(const char *name)
{
	for (int k = 0; k < N_COMMANDS; k++)
		if (!strcmp(commands[k].name, name)) return &commands[k];
	return NULL;
}

static int run(const command *c, request *r)
{
	if (r->n_files < c->fewest || (c->most >= 0 && r->n_files > c->most))
		return trouble("%s wants %s; hpcc-machine --help says more", c->name,
		        *c->arguments ? c->arguments : "no file");
	const int status = c->run(r);
	if (fflush(stdout) != 0 || ferror(stdout)) return trouble("cannot write the output: %s", strerror(errno));
	return status;
}

int main(int argc, char **argv)
{
	request r = {.file = argv};
	const command *c = NULL;
	bool options = true;
	for (int k = 1; k < argc; k++) {
		char *word = argv[k];
		if (options && !strcmp(word, "--help")) return print_help();
		if (options && !strcmp(word, "--version")) return printf("hpcc-machine %s\n", HPCC_VERSION) < 0;
		if (options && !strcmp(word, "--json"))
			r.as_json = true;
		else if (options && !strcmp(word, "--"))
			options = false;
		else if (options && word[0] == '-' && word[1])
			return trouble("unknown option '%s'; hpcc-machine --help lists them", word);
		else if (c)
			r.file[r.n_files++] = word; // in front of the words that are still to be read
		else if (!(c = find_command(word)))
			return trouble("unknown command '%s'; hpcc-machine --help lists them", word);
	}
	return c ? run(c, &r) : trouble("which command? hpcc-machine --help lists them");
}
