// SPDX-License-Identifier: Apache-2.0
//
// What the files frontend/directive_*.c share. Nobody else includes this.
//
// A directive goes three ways: directive_parse.c makes a `directive` of tokens, without knowing any name;
// directive_bind.c finds the names in its scope and notes what the directive says (`directive_facts`);
// directive_check.c, when the file's scope ends, completes these to mappings and checks them against each other. All
// objects are in the unit's arena.
#ifndef HPCC_FRONTEND_DIRECTIVE_IMPL_H
#define HPCC_FRONTEND_DIRECTIVE_IMPL_H

#include "../../analysis/model/model.h"
#include "directive.h"

// ---- parsed directives ------------------------------------------------------------------------

typedef struct directive_name {
	const char *text; // NULL: none
	prog_loc loc;
} directive_name;

enum { DIRECTIVE_MOST_ARGS = 8 };

// An expression whose names are not looked up yet.
typedef struct directive_expr {
	enum {
		DIRECTIVE_EXPR_INT,    // value
		DIRECTIVE_EXPR_NAME,   // name
		DIRECTIVE_EXPR_MEMBER, // arg[0].name, with arrow arg[0]->name
		DIRECTIVE_EXPR_INDEX,  // arg[0][arg[1]]
		DIRECTIVE_EXPR_DEREF,  // *arg[0]
		DIRECTIVE_EXPR_UNARY,  // op arg[0]
		DIRECTIVE_EXPR_BINARY, // arg[0] op arg[1]
		DIRECTIVE_EXPR_COND,   // arg[0] ? arg[1] : arg[2]
		DIRECTIVE_EXPR_CAST,   // (name)arg[0]: the name is that of an integer type
		DIRECTIVE_EXPR_SIZEOF, // of arg[0], which may be the name of a type; without it of the type `name`
		DIRECTIVE_EXPR_CALL,   // name(arg[0], ...)
	} kind;
	prog_op op;
	long value;
	const char *name;
	bool arrow;
	int n_args;
	const struct directive_expr *arg[DIRECTIVE_MOST_ARGS];
	int depth; // of the tree, limited
	prog_loc loc;
	const char *text; // as C
} directive_expr;

// One `[...]`. Which fields are used depends on the directive.
typedef struct directive_dim {
	prog_loc loc;       // of what stands in the brackets
	bool star;          // `*`: not split, collapsed, replicated, or an extent chosen at start
	prog_format format; // distribute
	const directive_expr
	        *expr; // extent, argument of a format, subscript on align's right side, shadow below; NULL: none
	const directive_expr *high; // shadow above
	directive_name dummy;       // align's left side
} directive_dim;

// One array, template, grid, variable or function that a directive names.
typedef struct directive_item {
	directive_name name;        // of a member of an object: what is written
	const directive_expr *path; // a member of an object (d->v): all of it; NULL: a name alone
	const directive_expr *
	        offset; // array, `u + off[k] [n]`: with the extents, as long as it is not known which subscripts these are
	bool has_index; // array, `: k = first..last`
	directive_name index;
	const directive_expr *first, *last;
	int rank;
	directive_dim dim[PROG_MAX_RANK];
	directive_name other;             // onto what, with what
	const directive_expr *other_path; // as path
	int other_rank;                   // align: subscripts on the right
	directive_dim other_dim[PROG_MAX_RANK];
	const char *op; // independent: the reduction; NULL: new. callback: its kind
	struct directive_item *next;
} directive_item;

typedef enum directive_kind {
	DIRECTIVE_PROCESSORS,
	DIRECTIVE_TEMPLATE,
	DIRECTIVE_DISTRIBUTE,
	DIRECTIVE_ALIGN,
	DIRECTIVE_SHADOW,
	DIRECTIVE_ARRAY,
	DIRECTIVE_INHERIT,
	DIRECTIVE_DYNAMIC,
	DIRECTIVE_RANGE,
	DIRECTIVE_REDISTRIBUTE,
	DIRECTIVE_REALIGN,
	DIRECTIVE_INDEPENDENT,
	DIRECTIVE_RESIDENT,
	DIRECTIVE_CYCLE,
	DIRECTIVE_CALLBACK,
	DIRECTIVE_PURE,
	DIRECTIVE_SERIAL,
	DIRECTIVE_LOCAL,
	DIRECTIVE_UNSUPPORTED,
} directive_kind;

struct directive {
	directive_kind kind;
	directive_place place;
	const char *keyword;
	prog_unit *unit;
	prog_loc loc;
	prog_range range;
	directive_item *items;
};

// ---- reading tokens ---------------------------------------------------------------------------

typedef struct directive_reader {
	prog_unit *unit;
	const char *keyword; // of the directive that is read
	const directive_token *token;
	int n, at;
	prog_loc loc; // of the pragma
	int nesting;  // of expressions
	bool failed;  // an error has been reported: only the first of a directive is
} directive_reader;

const char *directive_peek(const directive_reader *r); // the next token's text, "" at the end
bool directive_at(const directive_reader *r, const char *text);
bool directive_at_word(const directive_reader *r);
prog_loc directive_here(const directive_reader *r);
bool directive_accept(directive_reader *r, const char *text);
// Accepts `text`, or reports that it was expected.
bool directive_expect(directive_reader *r, const char *text);
// Reports that `what` was expected at the next token; NULL, for convenience.
void *directive_expected(directive_reader *r, const char *what);
#define DIRECTIVE_FAIL(r, id, ...)                                                                                     \
	do {                                                                                                           \
		if (!(r)->failed) diag_report(DIAG_##id, __VA_ARGS__);                                                 \
		diag_offer_nothing();                                                                                  \
		(r)->failed = true;                                                                                    \
	} while (0)

// Parses a conditional expression; NULL after an error.
const directive_expr *directive_parse_expr(directive_reader *r);
// The same without comparisons and choices: what may stand before a `:`.
const directive_expr *directive_parse_sum(directive_reader *r);
// Parses a name, or a member of an object, without subscripts behind it. `path`: the member, NULL: a name.
bool directive_parse_target(directive_reader *r, directive_name *name, const directive_expr **path, const char *what);
// Divides `off[k][n][m]` into an integer, as far as its names say, and the subscripts behind it: extents. NULL after an
// error.
const directive_expr *directive_split_offset(
        directive_scope *scope, const directive_expr *e, int most, int *rank, directive_dim *dims);

// ---- spelling ---------------------------------------------------------------------------------

typedef struct directive_nearest {
	const char *word, *best;
	int distance;
} directive_nearest;

void directive_nearest_try(directive_nearest *n, const char *candidate);
// "; did you mean 'x'?", or "" where nothing is near; for the report that comes next, which offers to replace the word
// at `loc`.
const char *directive_nearest_text(prog_unit *unit, const directive_nearest *n, prog_loc loc);
// sprintf into the arena.
const char *directive_format(prog_unit *unit, const char *format, ...) __attribute__((format(printf, 2, 3)));

// ---- scopes -----------------------------------------------------------------------------------

// What directives say of one array or pointer, before it is complete. The fields of `mapping` that do not depend on
// other directives are set when they are bound.
typedef struct directive_facts {
	prog_mapping *mapping;
	bool bad;                                         // an error was reported; nothing more is to be said
	bool replicated;                                  // distributed with `*` only, or aligned with such
	const directive *array, *map, *shadow;            // NULL: none
	directive_name array_name, map_name, shadow_name; // where they name it
	directive_name with_name;                         // align
	bool in_block;                                    // `map` stands in a block
	int array_rank, map_rank, shadow_rank;
	const prog_expr *array_extent[PROG_MAX_RANK];
	struct directive_facts *next;
} directive_facts;

// A directive's item whose names are not all declared yet.
typedef struct directive_pending {
	const directive *d;
	const directive_item *item;
	prog_symbol *symbol; // NULL: not found yet
	struct directive_pending *next;
} directive_pending;

// Only the file's scope has facts.
struct directive_scope {
	prog_unit *unit;
	directive_scope *parent;
	directive_lookup *lookup;
	directive_constant *constant, *size;
	void *user;
	prog_symbol *index; // of the `array` that is bound at the time: visible before all others; NULL: none
	struct directive_declared {
		prog_grid *grid; // one of the two
		prog_template *template;
		directive_name distributed; // the template, by the first `distribute`
		struct directive_declared *next;
	} *declared;
	directive_pending *pending, **pending_end;
	directive_facts *facts, **facts_end;
	// `dynamic` and `range`, in any order with what maps the array.
	struct directive_moving {
		const directive *d;
		const directive_item *item;
		prog_symbol *symbol; // NULL: a template
		const prog_expr *path;
		prog_template *of_template;
		struct directive_moving *next;
	} *moving, **moving_end;
	struct directive_remap {
		const directive *d;
		const directive_item *item;
		prog_mapping *mapping; // what the array gets
		const prog_stmt *stmt;
		struct directive_remap *next;
	} *remaps, **remaps_end;
	struct directive_inherited {
		const prog_symbol *symbol;
		directive_name name;
		struct directive_inherited *next;
	} *inherited;
	struct directive_pure {
		prog_symbol *symbol;
		struct directive_pure *next;
	} *pure;
};

directive_scope *directive_file_scope(directive_scope *scope);
prog_symbol *directive_find_symbol(directive_scope *scope, const char *name);
struct directive_declared *directive_find_declared(directive_scope *scope, const char *name);
directive_facts *directive_find_facts(directive_scope *file, const prog_symbol *symbol);
// Of a member in some objects; path NULL: of the symbol itself.
directive_facts *directive_find_facts_at(directive_scope *file, const prog_symbol *symbol, const prog_expr *path);
// The same; else what is said of the member in all objects.
directive_facts *directive_find_facts_of(directive_scope *file, const prog_symbol *symbol, const prog_expr *path);
// Resolves a member of an object: the member's symbol, NULL after an error.
prog_symbol *directive_resolve_path(
        directive_scope *scope, const directive_expr *path, directive_name name, const prog_expr **resolved);
// The name that stands first.
const char *directive_root(const directive_expr *path, directive_name name);
// A suggestion among the visible names of C, for the report that comes next.
const char *directive_near_name(directive_scope *scope, directive_name name);
void directive_report_unknown(directive_scope *scope, directive_name name);

// ---- expressions with names -------------------------------------------------------------------

// Looks names up, folds constants. NULL after an error.
const prog_expr *directive_resolve(directive_scope *scope, const directive_expr *e);
// The same, and it must be an integer.
const prog_expr *directive_resolve_integer(directive_scope *scope, const directive_expr *e);
// A subscript on the right side of align, whose left side is item->dim.
bool directive_resolve_sub(
        directive_scope *scope, const directive_item *item, const directive_dim *dim, prog_align_sub *sub);
const prog_expr *directive_new_int(prog_unit *unit, long value, prog_loc loc);
// An extent that only the run knows: of the memory which `name` receives.
const prog_expr *directive_new_room(prog_unit *unit, const char *name, prog_loc loc);
// Is it a constant? Its value, then.
bool directive_constant_of(const prog_expr *e, long *value);

// ---- checks -----------------------------------------------------------------------------------

// Checks formats against grid and extents, for an array or template called `name`.
bool directive_check_dist(directive_name name, int rank, const prog_dist_dim *dist, const prog_grid *onto,
        const prog_expr *const *extent);
bool directive_check_extent(const char *name, const prog_expr *extent, prog_loc loc);
// The number of rows behind `T (*p)[m]`, where the file's allocations show it; else NULL.
const prog_expr *directive_seen_extent(directive_scope *file, const prog_symbol *symbol);
// At the end of the file's scope.
void directive_complete(directive_scope *file);
// Dimensions that a distribution splits.
int directive_count_split(int rank, const prog_dist_dim *dist);
bool directive_check_sizes(directive_scope *file, int rank, const prog_dist_dim *dist);

// ---- directive_remap.c --------------------------------------------------------------------------

// Notes `dynamic` or `range` of an array (path: of a member of an object), or of a template.
void directive_note_moving(directive_scope *scope, const directive *d, const directive_item *item, prog_symbol *symbol,
        const prog_expr *path, prog_template *of_template);
// When all mappings are complete: which of them may be others when the program runs, and what the executable directives
// give.
void directive_complete_moving(directive_scope *file);
void directive_complete_remaps(directive_scope *file);

// What distribute and align say, into `m`.
bool directive_note_distribution(directive_scope *scope, const directive_item *item, prog_mapping *m);
bool directive_note_alignment(directive_scope *scope, const directive_item *item, prog_mapping *m);

#endif
