// SPDX-License-Identifier: Apache-2.0
//
// The page: its own text (runtime/tools/page), with the program's graph, the sources that it names and runs as one
// block of JSON in it. Whatever comes from files gets into it as strings of that block, and as its title, escaped.
#include "graph.h"
#include "graph_cycle.h"
#include "graph_run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

extern const char graph_page_html[], graph_page_css[], graph_page_js[];

enum { MOST_SOURCE = 8 << 20 }; // bytes of a file that the page shows

// ---- what the page is told --------------------------------------------------------------------

// Bytes that are no UTF-8 are taken as Latin-1.
static json_t *text_json(const char *bytes, size_t n)
{
	json_t *text = json_stringn(bytes, n);
	if (text) return text;
	char *wide = graph_memory(NULL, 2 * n + 1);
	size_t size = 0;
	for (size_t k = 0; k < n; k++) {
		const unsigned char c = (unsigned char)bytes[k];
		if (c < 0x80)
			wide[size++] = c ? (char)c : ' ';
		else
			wide[size++] = (char)(0xc0 | c >> 6), wide[size++] = (char)(0x80 | (c & 0x3f));
	}
	text = json_stringn(wide, size);
	free(wide);
	return text;
}

// null: the file is not there, is none, or is too large.
static json_t *source_json(const char *path)
{
	struct stat about;
	FILE *file = stat(path, &about) == 0 && S_ISREG(about.st_mode) ? fopen(path, "r") : NULL;
	json_t *text = NULL;
	if (file && about.st_size <= MOST_SOURCE) {
		char *bytes = graph_memory(NULL, (size_t)about.st_size + 1);
		text = text_json(bytes, fread(bytes, 1, (size_t)about.st_size, file));
		free(bytes);
	}
	if (file) fclose(file);
	return text ? text : json_null();
}

// The sources of what is placed in the unit: files in which nothing is are not named.
static void add_sources(json_t *sources, const json_t *unit, const json_t *placed)
{
	const char *key;
	json_t *value;
	size_t k;
	const char *file = json_is_object(placed) ? graph_file(unit, placed) : "";
	if (*file && !json_object_get(sources, file)) json_object_set_new(sources, file, source_json(file));
	json_object_foreach((json_t *)placed, key, value) if (json_is_object(value) || json_is_array(value))
	        add_sources(sources, unit, value);
	json_array_foreach((json_t *)placed, k, value) if (json_is_object(value) || json_is_array(value))
	        add_sources(sources, unit, value);
}

static void add_words(const json_t *unit, json_t *list)
{
	size_t k;
	json_t *node;
	json_array_foreach(list, k, node)
	{
		json_t *row = json_pack("[O]", node);
		char *title = graph_title(row), *words = graph_words(unit, row);
		json_object_set_new(node, "title", text_json(title, strlen(title)));
		json_object_set_new(node, "words", text_json(words, strlen(words)));
		free(title);
		free(words);
		json_decref(row);
		add_words(unit, json_object_get(node, "body"));
		add_words(unit, json_object_get(node, "otherwise"));
	}
}

// Adds to the phases of the cycle the ids of the events at which something is sent in each step; `pointed`: of those
// that may be there already.
static bool add_sent(void *phases, const graph_sent *sent)
{
	json_t *phase = json_array_get(phases, sent->phase), *id = json_object_get(sent->event, "id");
	for (int k = 0; k <= sent->pointed; k++) {
		const char *name = k == 0 ? "sent" : "pointed";
		if (!json_object_get(phase, name)) json_object_set_new(phase, name, json_array());
		json_array_append(json_object_get(phase, name), id);
	}
	return true;
}

// Sets are long, and the page has closed forms of them.
static void leave_out_sets(json_t *unit)
{
	size_t t, k;
	json_t *task, *row;
	json_array_foreach(json_object_get(unit, "tasks"), t, task)
	{
		json_array_foreach(json_object_get(task, "arrays"), k, row)
		{
			json_object_del(row, "needs");
			json_object_del(row, "wrote");
		}
		json_array_foreach(json_object_get(task, "work"), k, row) json_object_del(row, "set");
	}
	json_array_foreach(json_object_get(unit, "events"), k, row) json_object_del(row, "section");
}

// Takes `runs`. NULL: it has been said why.
static json_t *data_json(const json_t *program, json_t *runs)
{
	size_t u, k;
	json_t *copy = json_deep_copy(program), *sources = json_object(), *unit, *function;
	graph_cycle_walk(copy, add_sent, json_object_get(json_object_get(copy, "cycle"), "phases"));
	json_array_foreach(json_object_get(copy, "units"), u, unit)
	{
		leave_out_sets(unit);
		add_sources(sources, unit, unit);
		json_array_foreach(json_object_get(unit, "functions"), k, function)
		        add_words(unit, json_object_get(function, "nodes"));
	}
	json_t *data = json_pack("{sososo}", "program", copy, "sources", sources, "runs", runs);
	if (data && graph_place(copy) == GRAPH_FINE) return data;
	json_decref(data);
	return NULL;
}

// A recorded run, then a predicted one: those of the two that are asked for. NULL: it has been said why.
static json_t *runs_json(const graph_request *r)
{
	char *error = NULL;
	json_t *runs = json_array(), *run = NULL;
	if (r->run && !(run = run_load(r->run, &error))) {
		graph_trouble("%s", error ? error : "out of memory");
		free(error);
		json_decref(runs);
		return NULL;
	}
	if (run) json_array_append_new(runs, run);
	if (r->processes == 0) return runs;
	run = graph_predict(r);
	if (run) return json_array_append_new(runs, run), runs;
	json_decref(runs);
	return NULL;
}

// ---- the page's text --------------------------------------------------------------------------

// No `<` in it: neither `</script` nor `<!--` ends the block. In JSON it stands in strings only.
static int put_json(const char *text, size_t n, void *out)
{
	for (size_t k = 0; k < n; k++)
		if (text[k] == '<')
			fputs("\\u003c", out);
		else
			putc(text[k], out);
	return 0;
}

static void put_escaped(FILE *out, const char *text)
{
	for (const char *s = text; *s; s++)
		if (strchr("<>&\"'", *s))
			fprintf(out, "&#%d;", *s);
		else
			putc(*s, out);
}

static void put_title(FILE *out, const json_t *data)
{
	const char *path = graph_string(json_object_get(data, "program"), "program"), *slash = strrchr(path, '/');
	put_escaped(out, slash ? slash + 1 : path);
}

static void put_page(FILE *out, const json_t *data)
{
	const char *rest = graph_page_html, *mark;
	for (; (mark = strchr(rest, '@')); rest = mark) {
		fwrite(rest, 1, (size_t)(mark - rest), out);
		if (!strncmp(mark, "@TITLE@", 7))
			put_title(out, data), mark += 7;
		else if (!strncmp(mark, "@STYLE@", 7))
			fputs(graph_page_css, out), mark += 7;
		else if (!strncmp(mark, "@SCRIPT@", 8))
			fputs(graph_page_js, out), mark += 8;
		else if (!strncmp(mark, "@DATA@", 6))
			json_dump_callback(data, put_json, out, JSON_COMPACT), mark += 6;
		else
			putc(*mark++, out);
	}
	fputs(rest, out);
}

int graph_print_html(const graph_request *r, const json_t *const *program)
{
	json_t *runs = runs_json(r), *data = runs ? data_json(program[0], runs) : NULL;
	if (!data) return GRAPH_TROUBLE;
	put_page(r->out, data);
	json_decref(data);
	return GRAPH_FINE;
}
