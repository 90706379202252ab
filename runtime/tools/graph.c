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
        {"--procs", "N PROGRAM [-- ARGUMENTS]",
                "What N processes would send and execute: the program runs as one process that keeps the books of all",
                1, graph_print_prediction},
        {"--check", "RUN.json PROGRAM",
                "A recorded run (HPCC_STATS=RUN.json) against the prediction; status 1 if they differ", 1,
                graph_print_check},
        {"-D", "NAME=VALUE",
                "A parameter of the program's (P: the processes): closed forms are evaluated, nothing is run", 0, NULL},
        {"--matrix", "", "With --procs: from,to,messages,bytes as CSV, then operation,root,bytes,count", 0, NULL},
        {"--layout", "TEXT", "With --procs or -D: other sizes of blocks, as 'u=gen_block(10,20,30)'", 0, NULL},
        {"--cycles", "N", "With --procs: only N steps of the phase cycle", 0, NULL},
        {"--html", "FILE PROGRAM",
                "A page for a browser: source, graph, who sends to whom, roofline, for any number of processes", 0,
                NULL},
        {"--run", "RUN.json", "With --html: a recorded run (HPCC_STATS=RUN.json), beside what is predicted", 0, NULL},
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

static void print_option(const option_row *o)
{
	enum { COLUMN = 24 };
	int width = printf("  %s%s%s", o->name, *o->name && *o->value ? " " : "", o->value);
	printf("%s%*s%s\n", width >= COLUMN ? "\n" : "", width >= COLUMN ? COLUMN + 1 : COLUMN + 1 - width, "",
	        o->help);
}

static int print_help(void)
{
	puts("Usage: hpcc-graph [options] PROGRAM\n\nShows the task graph of a program that hpcc -fdist has made, or "
	     "of a "
	     "file of JSON with one.\n");
	for (int k = 0; k < N_OPTIONS; k++) print_option(&options[k]);
	return GRAPH_FINE;
}

static const option_row *find_option(const char *name)
{
	for (int k = 1; k < N_OPTIONS; k++)
		if (!strcmp(options[k].name, name)) return &options[k];
	return NULL;
}

static bool is_option(const option_row *o, const char *name) { return o && !strcmp(o->name, name); }

// A number of at least 1; 0: it is none.
static long number_of(const char *word)
{
	char *end;
	long n = strtol(word, &end, 10);
	return *word && !*end && n >= 1 ? n : 0;
}

// Options whose value is the next word. False: it has been said what is wrong.
static bool take_value(const option_row *o, const char *value, graph_request *r)
{
	const long n = value ? number_of(value) : 0;
	if (!value) return graph_trouble("%s wants %s", o->name, o->value), false;
	if (is_option(o, "-o")) return r->output = value, true;
	if (is_option(o, "--html")) return r->output = value, r->html = true;
	if (is_option(o, "--run")) return r->run = value, true;
	if (is_option(o, "--layout")) return r->layout = value, true;
	if (is_option(o, "--check")) return r->record = value, true;
	const bool procs = is_option(o, "--procs");
	if (n == 0 || (procs && n > GRAPH_MOST_PROCESSES))
		return graph_trouble(
		               "%s %s: a number from 1 %sis expected", o->name, value, procs ? "to 1048576 " : ""),
		       false;
	if (procs)
		r->processes = (int)n;
	else
		r->cycles = n;
	return true;
}

static bool has_value(const option_row *o)
{
	static const char *const names[] = {"-o", "--layout", "--check", "--procs", "--cycles", "--html", "--run"};
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (is_option(o, names[k])) return true;
	return false;
}

static bool take_flag(const option_row *o, graph_request *r)
{
	if (is_option(o, "--condensed")) return r->condensed = true;
	if (is_option(o, "--matrix")) return r->matrix = true;
	return false;
}

static bool take_output(const option_row *o, const option_row **output)
{
	if (*output != &options[0]) return graph_trouble("'%s' and '%s': one of them", (*output)->name, o->name), false;
	*output = o;
	return true;
}

// False: `*status` is what the tool ends with.
static bool take_options(int n, char **word, graph_request *r, const option_row **output, int *status)
{
	*status = GRAPH_TROUBLE;
	for (int k = 1; k < n; k++) {
		if (!strcmp(word[k], "--")) {
			r->arguments = word + k + 1;
			break;
		}
		if (!strncmp(word[k], "-D", 2)) {
			if (!word[k][2] && k + 1 == n) return graph_trouble("-D wants NAME=VALUE"), false;
			r->definition[r->n_definitions++] = word[k][2] ? word[k] + 2 : word[++k];
			continue;
		}
		const option_row *o = word[k][0] == '-' && word[k][1] ? find_option(word[k]) : NULL;
		if (word[k][0] == '-' && word[k][1] && !o)
			return graph_trouble("unknown option '%s'; hpcc-graph --help lists them", word[k]), false;
		if (is_option(o, "--help")) return *status = print_help(), false;
		if (is_option(o, "--version")) return *status = printf("hpcc-graph %s\n", HPCC_VERSION) < 0, false;
		if (has_value(o) && !take_value(o, k + 1 < n ? word[k + 1] : NULL, r)) return false;
		k += has_value(o);
		if (is_option(o, "--json")) r->as_json = true;
		if (o && !take_flag(o, r) && o->print && !(is_option(o, "--json") && r->processes) &&
		        !take_output(o, output))
			return false;
		if (o) continue;
		if (r->n_files == 2) return graph_trouble("too many files: '%s'", word[k]), false;
		r->file[r->n_files++] = word[k];
	}
	if (r->n_files == (*output)->n_files) return true;
	return graph_trouble("%s%swants %s; hpcc-graph --help says more", (*output)->name, *(*output)->name ? " " : "",
	               (*output)->n_files == 2 ? "two programs" : "one program"),
	       false;
}

// What only says more of a prediction needs one.
static bool fits(const graph_request *r)
{
	const bool evaluates = r->n_definitions > 0;
	const bool predicts = (r->processes > 0 && !evaluates) || r->record, of_one = predicts && !r->record;
	if (((r->matrix && !evaluates) || r->cycles) && !of_one)
		return graph_trouble("%s wants --procs", r->cycles ? "--cycles" : "--matrix"), false;
	if (r->layout && !predicts && !evaluates) return graph_trouble("--layout wants --procs, -D or --check"), false;
	if (r->arguments && !predicts) return graph_trouble("arguments of the program want --procs or --check"), false;
	if (r->run && !r->html) return graph_trouble("--run wants --html"), false;
	if (r->html && (r->matrix || r->as_json || r->record || r->n_files != 1))
		return graph_trouble("--html is an output of its own"), false;
	if (r->as_json && r->matrix) return graph_trouble("'--json' and '--matrix': one of them"), false;
	return true;
}

typedef int (*printer)(const graph_request *r, const json_t *const *program);

// What is printed without a run.
static printer evaluated(const graph_request *r, printer how)
{
	if (r->matrix) return graph_print_steady_matrix;
	if (r->as_json) return graph_print_evaluated;
	return how == graph_print_prediction ? graph_print_text : how;
}

static int print(const option_row *output, graph_request *r, json_t **program)
{
	r->out = r->output ? fopen(r->output, "w") : stdout;
	if (!r->out) return graph_trouble("cannot write '%s': %s", r->output, strerror(errno));
	printer how = r->html ? graph_print_html : r->matrix ? graph_print_matrix : output->print;
	if (r->n_definitions) how = evaluated(r, how);
	int status = how(r, (const json_t *const *)program);
	bool bad = ferror(r->out) != 0;
	if ((r->output ? fclose(r->out) : fflush(r->out)) != 0 || bad)
		status = graph_trouble("cannot write %s: %s", r->output ? r->output : "the output", strerror(errno));
	if (r->output && status == GRAPH_TROUBLE) remove(r->output);
	return status;
}

int main(int argc, char **argv)
{
	graph_request r = {.definition = graph_memory(NULL, (size_t)argc * sizeof *r.definition)};
	const option_row *output = &options[0];
	json_t *program[2] = {NULL, NULL};
	char *error = NULL;
	int status;
	if (!take_options(argc, argv, &r, &output, &status)) return status;
	if (!fits(&r)) return GRAPH_TROUBLE;
	for (int k = 0; k < r.n_files; k++)
		if (!graph_load(r.file[k], &program[k], &error)) {
			status = graph_trouble("%s", error);
			free(error);
			json_decref(program[0]);
			return status;
		}
	status = print(output, &r, program);
	free(r.definition);
	json_decref(program[0]);
	json_decref(program[1]);
	return status;
}
