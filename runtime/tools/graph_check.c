// SPDX-License-Identifier: Apache-2.0
//
// Whether a unit's graph is what the schema says, by tables of its fields. Fields that are not in them are let be:
// later versions of the compiler may say more.
#include "graph.h"
#include "graph_form.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

typedef enum field_kind {
	STRING,
	NUMBER, // an integer from 0 to INT_MAX
	SIGNED, // any integer
	FLAG,
	OBJECT,
	OBJECTS, // an array of objects
	STRINGS, // an array of strings; null stands for one that has no name
	NUMBERS,
	STRING_OR_NULL,
	NUMBER_OR_NULL,
	OBJECT_OR_NULL,
	FORM, // a closed form, {"omitted": true} or null
	EXPRESSION,
	EXPRESSIONS,          // an array of them
	EXPRESSIONS_OR_NULLS, // null stands for one that there is not
} field_kind;

typedef struct field {
	const char *name; // NULL: behind the last one
	field_kind kind;
	bool needed;
	const struct field *inside; // of OBJECT and OBJECTS
} field;

static const field place[] = {{"file", NUMBER, true, NULL}, {"line", NUMBER, true, NULL}, {0}};

static const field node[] = {
        {"id", NUMBER, true, NULL},
        {"kind", STRING, true, NULL},
        {"file", NUMBER, false, NULL},
        {"line", NUMBER, false, NULL},
        {"last_line", NUMBER, false, NULL},
        {"task", NUMBER, false, NULL},
        {"function", STRING, false, NULL},
        {"processes", STRING, false, NULL},
        {"text", STRING, false, NULL},
        {"reads", FLAG, false, NULL},
        {"writes", FLAG, false, NULL},
        {"events", STRINGS, false, NULL},
        {"cycle", FLAG, false, NULL},
        {"body", OBJECTS, false, node},
        {"otherwise", OBJECTS, false, node},
        {0},
};

static const field function[] = {
        {"name", STRING, true, NULL},
        {"file", NUMBER, false, NULL},
        {"line", NUMBER, false, NULL},
        {"last_line", NUMBER, false, NULL},
        {"main", FLAG, false, NULL},
        {"static", FLAG, false, NULL},
        {"in_nests", FLAG, false, NULL},
        {"serial", FLAG, false, NULL},
        {"local", FLAG, false, NULL},
        {"nodes", OBJECTS, true, node},
        {0},
};

static const field parameter[] = {
        {"name", STRING, true, NULL}, {"number", NUMBER, true, NULL}, {"text", STRING, false, NULL}, {0}};

static const field axis[] = {
        {"lo", STRING, true, NULL},
        {"hi", STRING, true, NULL},
        {"array", STRING, true, NULL},
        {"dim", NUMBER, true, NULL},
        {"like", NUMBER, false, NULL},
        {0},
};

static const field condition[] = {{"if", EXPRESSIONS, false, NULL}, {"eq", EXPRESSIONS, false, NULL}, {0}};

static const field piece[] = {
        {"if", EXPRESSIONS, false, NULL}, {"eq", EXPRESSIONS, false, NULL}, {"value", EXPRESSION, true, NULL}, {0}};

static const field form[] = {
        {"vars", STRINGS, false, NULL},
        {"pieces", OBJECTS, false, piece},
        {"estimated", FLAG, false, NULL},
        {"omitted", FLAG, false, NULL},
        {0},
};

static const field operations[] = {
        {"fadd", NUMBER, false, NULL},
        {"fmul", NUMBER, false, NULL},
        {"fdiv", NUMBER, false, NULL},
        {"fsqrt", NUMBER, false, NULL},
        {"flibm", NUMBER, false, NULL},
        {"iops", NUMBER, false, NULL},
        {"loads", NUMBER, false, NULL},
        {"load_bytes", NUMBER, false, NULL},
        {"stores", NUMBER, false, NULL},
        {"store_bytes", NUMBER, false, NULL},
        {"calls", NUMBER, false, NULL},
        {"estimated", FLAG, false, NULL},
        {0},
};

static const field split[] = {
        {"dim", NUMBER, false, NULL},
        {"coef", SIGNED, false, NULL},
        {"all", FLAG, false, NULL},
        {"offset", EXPRESSION, false, NULL},
        {"extent", EXPRESSION, true, NULL},
        {"block", EXPRESSION, false, NULL},
        {"sizes", EXPRESSION, false, NULL},
        {"blocks", NUMBERS, false, NULL},
        {0},
};

static const field layout[] = {
        {"of", STRING, false, NULL}, {"grid", EXPRESSIONS, false, NULL}, {"split", OBJECTS, true, split}, {0}};

static const field map[] = {
        {"pattern", STRING, true, NULL},
        {"map", STRING_OR_NULL, true, NULL},
        {"exact", FLAG, false, NULL},
        {"distance", EXPRESSIONS_OR_NULLS, false, NULL},
        {"pairs", OBJECTS, false, condition},
        {"holds", OBJECTS, false, condition},
        {"root", EXPRESSIONS_OR_NULLS, false, NULL},
        {"target", EXPRESSIONS_OR_NULLS, false, NULL},
        {"elements", FORM, true, NULL},
        {"element_bytes", NUMBER, false, NULL},
        {"section", STRING_OR_NULL, false, NULL},
        {"assumes", STRING_OR_NULL, false, NULL},
        {"only_usual", FLAG, false, NULL},
        {"like", STRING, false, NULL},
        {"home", STRING, false, NULL},
        {0},
};

static const field array[] = {
        {"name", STRING, true, NULL},
        {"arg", NUMBER, true, NULL},
        {"element", STRING, false, NULL},
        {"element_bytes", NUMBER, true, NULL},
        {"rank", NUMBER, true, NULL},
        {"reads", FLAG, false, NULL},
        {"writes", FLAG, false, NULL},
        {"home", FLAG, false, NULL},
        {"whole", FLAG, false, NULL},
        {"pointer", FLAG, false, NULL},
        {"needs", STRINGS, false, NULL},
        {"wrote", STRINGS, false, NULL},
        {"extents", EXPRESSIONS_OR_NULLS, false, NULL},
        {"layout", OBJECT, false, layout},
        {"footprint", FORM, false, NULL},
        {0},
};

static const field statement[] = {
        {"file", NUMBER, false, NULL},
        {"line", NUMBER, false, NULL},
        {"text", STRING, false, NULL},
        {"home", STRING, false, NULL},
        {"may", FLAG, false, NULL},
        {0},
};

static const field work[] = {
        {"loops", STRINGS, true, NULL},
        {"set", STRING, false, NULL},
        {"statements", OBJECTS, true, statement},
        {"times", FORM, false, NULL},
        {"operations", OBJECT, false, operations},
        {0},
};

static const field task[] = {
        {"id", NUMBER, true, NULL},
        {"kind", STRING, true, NULL},
        {"file", NUMBER, false, NULL},
        {"line", NUMBER, false, NULL},
        {"last_line", NUMBER, false, NULL},
        {"function", STRING, false, NULL},
        {"node", NUMBER, false, NULL},
        {"version", FLAG, false, NULL},
        {"slow", FLAG, false, NULL},
        {"alternative", FLAG, false, NULL},
        {"overlap", FLAG, false, NULL},
        {"why", STRING, false, NULL},
        {"why_at", OBJECT, false, place},
        {"assumes", STRING, false, NULL},
        {"owner", STRING, false, NULL},
        {"processes", STRING, true, NULL},
        {"parameters", OBJECTS, false, parameter},
        {"axes", OBJECTS, false, axis},
        {"iterations", FORM, false, NULL},
        {"arrays", OBJECTS, false, array},
        {"work", OBJECTS, false, work},
        {0},
};

static const field event[] = {
        {"id", STRING, true, NULL},
        {"node", NUMBER, true, NULL},
        {"task", NUMBER, false, NULL},
        {"file", NUMBER, false, NULL},
        {"line", NUMBER, false, NULL},
        {"array", STRING, false, NULL},
        {"arg", NUMBER, false, NULL},
        {"pattern", STRING, true, NULL},
        {"operation", STRING, false, NULL},
        {"dim", NUMBER, false, NULL},
        {"below", NUMBER, false, NULL},
        {"above", NUMBER, false, NULL},
        {"way", SIGNED, false, NULL},
        {"section", STRING_OR_NULL, false, NULL},
        {"element_bytes", NUMBER, false, NULL},
        {"text", STRING, true, NULL},
        {"gets", FORM, false, NULL},
        {"maps", OBJECTS, false, map},
        {"omitted", FLAG, false, NULL},
        {0},
};

static const field cycle[] = {
        {"function", STRING, true, NULL}, {"node", NUMBER_OR_NULL, true, NULL}, {"phases", NUMBERS, true, NULL}, {0}};

static const field unit_fields[] = {
        {"hpcc-graph", NUMBER, true, NULL},
        {"hpcc", STRING, true, NULL},
        {"unit", STRING, true, NULL},
        {"functions", OBJECTS, true, function},
        {"tasks", OBJECTS, true, task},
        {"events", OBJECTS, true, event},
        {"cycle", OBJECT_OR_NULL, true, cycle},
        {"files", STRINGS, true, NULL},
        {0},
};

// ---- checking ---------------------------------------------------------------------------------

// Where the check is: the fields that lead there.
typedef struct way {
	const struct way *outer;
	const char *name;
	long index; // -1: none
} way;

typedef struct check {
	const char *what;
	size_t n_files;
	char **error;
} check;

static char *path_of(const way *w)
{
	if (!w) return graph_format("%s", "");
	char *outer = path_of(w->outer), *path;
	const char *dot = *outer && w->name ? "." : "";
	path = w->index < 0 ? graph_format("%s%s%s", outer, dot, w->name ? w->name : "")
	                    : graph_format("%s[%ld]", outer, w->index);
	free(outer);
	return path;
}

static bool wrong(const check *c, const way *w, const char *why)
{
	char *path = path_of(w);
	*c->error = graph_format("%s: %s%s%s", c->what, path, *path ? " " : "", why);
	free(path);
	return false;
}

static bool is_number(const json_t *v)
{
	return json_is_integer(v) && json_integer_value(v) >= 0 && json_integer_value(v) <= INT_MAX;
}

static bool check_object(const check *c, const way *w, const json_t *v, const field *fields);

// [operation, operands...]
static bool check_operation(const check *c, const way *w, const json_t *v, int depth);
static bool check_pieces(const check *c, const way *w, const json_t *v, int depth);

static bool check_expression(const check *c, const way *w, const json_t *v, int depth)
{
	if (json_is_integer(v) || json_is_string(v)) return true;
	if (!json_is_array(v) && !json_is_object(v))
		return wrong(c, w, "is no expression: a number, a name, an array, or pieces");
	if (depth == 0) return wrong(c, w, "is nested too deeply");
	return json_is_array(v) ? check_operation(c, w, v, depth) : check_pieces(c, w, v, depth);
}

static bool check_expressions(const check *c, const way *w, const json_t *v, int depth)
{
	size_t k;
	const json_t *each;
	if (v && !json_is_array(v)) return wrong(c, w, "is no array");
	json_array_foreach((json_t *)v, k, each)
	{
		way inner = {w, NULL, (long)k};
		if (!check_expression(c, &inner, each, depth)) return false;
	}
	return true;
}

// {"pieces": [...]} in an expression: as in a form, but it counts for the depth.
static bool check_pieces(const check *c, const way *w, const json_t *v, int depth)
{
	const json_t *pieces = json_object_get(v, "pieces"), *each;
	way list = {w, "pieces", -1};
	size_t k;
	if (!json_is_array(pieces)) return wrong(c, &list, "is no array");
	json_array_foreach((json_t *)pieces, k, each)
	{
		way inner = {&list, NULL, (long)k}, at_least = {&inner, "if", -1}, equal = {&inner, "eq", -1},
		    value = {&inner, "value", -1};
		if (!json_is_object(each)) return wrong(c, &inner, "is no object");
		if (!check_expressions(c, &at_least, json_object_get(each, "if"), depth - 1) ||
		        !check_expressions(c, &equal, json_object_get(each, "eq"), depth - 1) ||
		        !check_expression(c, &value, json_object_get(each, "value"), depth - 1))
			return false;
	}
	return true;
}

// ["sum", name, first, last, e]
static bool check_sum(const check *c, const way *w, const json_t *v, int depth)
{
	way name = {w, NULL, 1};
	if (json_array_size(v) != 5) return wrong(c, w, "has the wrong number of operands");
	if (!json_is_string(json_array_get(v, 1))) return wrong(c, &name, "is no string");
	for (size_t k = 2; k < 5; k++) {
		way inner = {w, NULL, (long)k};
		if (!check_expression(c, &inner, json_array_get(v, k), depth - 1)) return false;
	}
	return true;
}

static bool check_operation(const check *c, const way *w, const json_t *v, int depth)
{
	const char *word = json_string_value(json_array_get(v, 0));
	const size_t n = json_array_size(v);
	if (word && !strcmp(word, "sum")) return check_sum(c, w, v, depth);
	const bool divides = word && (!strcmp(word, "floor") || !strcmp(word, "/"));
	if (!word || (!divides && strcmp(word, "+") != 0 && strcmp(word, "*") != 0))
		return wrong(c, w, "begins with no operation");
	if (divides ? n != 3 : n < 2 || n > GRAPH_FORM_TERMS) return wrong(c, w, "has the wrong number of operands");
	if (divides && !(is_number(json_array_get(v, 2)) && json_integer_value(json_array_get(v, 2)) > 0))
		return wrong(c, w, "divides by something else than a positive number");
	for (size_t k = 1; k < n - divides; k++) {
		way inner = {w, NULL, (long)k};
		if (!check_expression(c, &inner, json_array_get(v, k), depth - 1)) return false;
	}
	return true;
}

static bool check_form(const check *c, const way *w, const json_t *v)
{
	if (json_is_null(v)) return true;
	if (!check_object(c, w, v, form)) return false;
	return json_is_array(json_object_get(v, "pieces")) || json_is_true(json_object_get(v, "omitted")) ||
	       wrong(c, w, "has neither pieces nor been omitted");
}

static bool check_array(const check *c, const way *w, const json_t *v, const field *f)
{
	size_t k;
	const json_t *each;
	if (!json_is_array(v)) return wrong(c, w, "is no array");
	json_array_foreach((json_t *)v, k, each)
	{
		way inner = {w, NULL, (long)k};
		if (f->kind == STRINGS && !json_is_string(each) && !json_is_null(each))
			return wrong(c, &inner, "is no string");
		const bool none = f->kind == EXPRESSIONS_OR_NULLS && json_is_null(each);
		if ((f->kind == EXPRESSIONS || f->kind == EXPRESSIONS_OR_NULLS) && !none &&
		        !check_expression(c, &inner, each, GRAPH_FORM_DEPTH))
			return false;
		if (f->kind == NUMBERS && !is_number(each))
			return wrong(c, &inner, "is no number from 0 to 2147483647");
		if (f->kind == OBJECTS && !check_object(c, &inner, each, f->inside)) return false;
	}
	return true;
}

static bool check_value(const check *c, const way *w, const json_t *v, const field *f)
{
	switch (f->kind) {
	case STRING: return json_is_string(v) || wrong(c, w, "is no string");
	case STRING_OR_NULL: return json_is_string(v) || json_is_null(v) || wrong(c, w, "is no string");
	case NUMBER: return is_number(v) || wrong(c, w, "is no number from 0 to 2147483647");
	case NUMBER_OR_NULL: return is_number(v) || json_is_null(v) || wrong(c, w, "is no number");
	case SIGNED: return json_is_integer(v) || wrong(c, w, "is no integer");
	case FLAG: return json_is_boolean(v) || wrong(c, w, "is neither true nor false");
	case OBJECT: return check_object(c, w, v, f->inside);
	case FORM: return check_form(c, w, v);
	case EXPRESSION: return check_expression(c, w, v, GRAPH_FORM_DEPTH);
	case OBJECT_OR_NULL: return json_is_null(v) || check_object(c, w, v, f->inside);
	default: return check_array(c, w, v, f);
	}
}

static bool check_object(const check *c, const way *w, const json_t *v, const field *fields)
{
	if (!json_is_object(v)) return wrong(c, w, "is no object");
	for (const field *f = fields; f->name; f++) {
		const json_t *value = json_object_get(v, f->name);
		way inner = {w, f->name, -1};
		if (!value && f->needed) return wrong(c, &inner, "is missing");
		if (value && !check_value(c, &inner, value, f)) return false;
		bool is_file = value && !strcmp(f->name, "file");
		if (is_file && (size_t)json_integer_value(value) >= c->n_files)
			return wrong(c, &inner, "is none of the files");
	}
	return true;
}

bool graph_check_unit(const json_t *unit, const char *what, char **error)
{
	const json_t *version = json_object_get(unit, "hpcc-graph");
	check c = {.what = what, .n_files = json_array_size(json_object_get(unit, "files")), .error = error};
	if (is_number(version) && json_integer_value(version) != GRAPH_VERSION) {
		*error = graph_format("%s: the graph has version %ld, this is hpcc-graph for version %d", what,
		        (long)json_integer_value(version), GRAPH_VERSION);
		return false;
	}
	return check_object(&c, NULL, unit, unit_fields);
}
