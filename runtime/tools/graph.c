// SPDX-License-Identifier: Apache-2.0
//
// hpcc-graph: shows the static task graph that a program carries. See docs/man/hpcc-graph.1 and docs/graph.md.
#include "graph.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

// One kind of output, or another option.
typedef struct option_row {
	const char *name, *value, *help;
	int n_files;                                                        // of an output
	int (*print)(const graph_request *r, const json_t *const *program); // NULL: it is no output
} option_row;

static const option_row options[] = {
        {"", "PROGRAM", "Who computes what, and what is sent, as text", 1, graph_print_text},
        {"--json", "PROGRAM", "The graph as JSON", 1, graph_print_json},
        {"--dot", "PROGRAM", "The graph in Graphviz's language", 1, graph_print_dot},
        {"--svg", "PROGRAM", "A picture of it (needs Graphviz)", 1, graph_print_svg},
        {"--diff", "OLD NEW", "What differs between the graphs of two programs; status 1 if anything does", 2,
                graph_print_diff},
        {"--condensed", "", "Consecutive tasks of the same processes as one", 0, NULL},
        {"-o", "FILE", "Write to a file", 0, NULL},
        {"--help", "", "Print this", 0, NULL},
        {"--version", "", "Print the version", 0, NULL},
};
enum { N_OPTIONS = sizeof options / sizeof *options };

int graph_print_json(const graph_request *r, const json_t *const *program)
{
	if (json_dumpf(program[0], r->out, JSON_INDENT(1)) != 0) return graph_trouble("cannot write the JSON");
	fputc('\n', r->out);
	return GRAPH_FINE;
}

static int print_help(void)
{
	puts("Usage: hpcc-graph [options] PROGRAM\n\nShows the task graph of a program that hpcc -fdist has made, or "
	     "of a "
	     "file of JSON with one.\n");
	for (int k = 0; k < N_OPTIONS; k++)
		printf("  %s%s%-*s %s\n", options[k].name, *options[k].name && *options[k].value ? " " : "",
		        (int)(22 - strlen(options[k].name) - (*options[k].name && *options[k].value)), options[k].value,
		        options[k].help);
	return GRAPH_FINE;
}

static const option_row *find_option(const char *name)
{
	for (int k = 1; k < N_OPTIONS; k++)
		if (!strcmp(options[k].name, name)) return &options[k];
	return NULL;
}

static bool is_option(const option_row *o, const char *name) { return o && !strcmp(o->name, name); }

// False: `*status` is what the tool ends with.
static bool take_options(int n, char **word, graph_request *r, const option_row **output, int *status)
{
	*status = GRAPH_TROUBLE;
	for (int k = 1; k < n; k++) {
		const option_row *o = word[k][0] == '-' && word[k][1] ? find_option(word[k]) : NULL;
		if (word[k][0] == '-' && word[k][1] && !o)
			return graph_trouble("unknown option '%s'; hpcc-graph --help lists them", word[k]), false;
		if (is_option(o, "--help")) return *status = print_help(), false;
		if (is_option(o, "--version")) return *status = printf("hpcc-graph %s\n", HPCC_VERSION) < 0, false;
		if (is_option(o, "--condensed")) {
			r->condensed = true;
		} else if (is_option(o, "-o")) {
			if (++k == n) return graph_trouble("-o wants a file"), false;
			r->output = word[k];
		} else if (o) {
			if (*output != &options[0])
				return graph_trouble("'%s' and '%s': one of them", (*output)->name, o->name), false;
			*output = o;
		} else if (r->n_files == 2) {
			return graph_trouble("too many files: '%s'", word[k]), false;
		} else {
			r->file[r->n_files++] = word[k];
		}
	}
	if (r->n_files == (*output)->n_files) return true;
	return graph_trouble("%s%swants %s; hpcc-graph --help says more", (*output)->name, *(*output)->name ? " " : "",
	               (*output)->n_files == 2 ? "two programs" : "one program"),
	       false;
}

static int print(const option_row *output, graph_request *r, json_t **program)
{
	r->out = r->output ? fopen(r->output, "w") : stdout;
	if (!r->out) return graph_trouble("cannot write '%s': %s", r->output, strerror(errno));
	int status = output->print(r, (const json_t *const *)program);
	bool bad = ferror(r->out) != 0;
	if ((r->output ? fclose(r->out) : fflush(r->out)) != 0 || bad)
		status = graph_trouble("cannot write %s: %s", r->output ? r->output : "the output", strerror(errno));
	if (r->output && status == GRAPH_TROUBLE) remove(r->output);
	return status;
}

int main(int argc, char **argv)
{
	graph_request r = {0};
	const option_row *output = &options[0];
	json_t *program[2] = {NULL, NULL};
	char *error = NULL;
	int status;
	if (!take_options(argc, argv, &r, &output, &status)) return status;
	for (int k = 0; k < r.n_files; k++)
		if (!graph_load(r.file[k], &program[k], &error)) {
			status = graph_trouble("%s", error);
			free(error);
			json_decref(program[0]);
			return status;
		}
	status = print(output, &r, program);
	json_decref(program[0]);
	json_decref(program[1]);
	return status;
}
