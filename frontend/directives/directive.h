// SPDX-License-Identifier: Apache-2.0
//
// `#pragma dist` lines: from tokens to directives (parse), and from directives to what they say of grids,
// templates, arrays and statements of the program model (bind). Looking names up while the pragma is parsed
// would give wrong scopes; so the frontend keeps the tokens, and binds in its walk over the scopes.
#ifndef HPCC_FRONTEND_DIRECTIVE_H
#define HPCC_FRONTEND_DIRECTIVE_H

#include "../../analysis/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum directive_token_kind {
	DIRECTIVE_TOKEN_IDENTIFIER, // keywords of C too
	DIRECTIVE_TOKEN_NUMBER,     // text as written: 4, 0x10UL
	DIRECTIVE_TOKEN_PUNCTUATOR, // text: "[", "::", ":", "->", "+", ...
	DIRECTIVE_TOKEN_OTHER,      // strings, floating constants, ...
} directive_token_kind;

typedef struct directive_token {
	directive_token_kind kind;
	const char *text;
	prog_loc loc;
} directive_token;

// One parsed directive; opaque. In the unit's arena.
typedef struct directive directive;

// Whether `word`, after the `n` tokens of a directive `before`, is one of the language's own: macros of that name are
// not meant.
bool directive_is_word(const directive_token *before, int n, const char *word);

// Parses the tokens after `#pragma dist` (macros expanded, but for the language's words). `loc` is the pragma's `dist`
// token, `range` the line(s). NULL after an error, which is reported. What language.md has and this version does not do
// is an error of its own (not_yet_supported).
directive *directive_parse(
        prog_unit *unit, const directive_token *tokens, int n_tokens, prog_loc loc, prog_range range);

// Where a directive may stand and what it binds to.
typedef enum directive_place {
	DIRECTIVE_DECLARATIVE, // processors, template, distribute, align, shadow, dynamic, array, inherit, range, ...
	DIRECTIVE_EXECUTABLE,  // independent, on home, resident, cycle, ...: of the statement that follows
	DIRECTIVE_STATEMENT,   // redistribute, realign: a statement by itself
	DIRECTIVE_MARK,        // pure, serial, local: before a function's declaration or naming functions
} directive_place;
directive_place directive_place_of(const directive *d);
prog_loc directive_loc(const directive *d);
prog_range directive_range(const directive *d);

// `serial` without names: in a block it is for the statement that follows.
bool directive_may_mark_statement(const directive *d);

// A scope of C: file, function's parameters, block, struct definition. The frontend pushes and pops them in
// its walk; names of grids and templates live in them beside C's names, which `lookup` finds.
typedef struct directive_scope directive_scope;
typedef prog_symbol *directive_lookup(void *user, const char *name);

// `lookup` finds the ordinary identifier `name` as it is visible at this scope *including the declaration that follows
// the directive*; struct definitions' scopes find their members first. parent NULL: file scope.
directive_scope *directive_scope_new(prog_unit *unit, directive_scope *parent, directive_lookup *lookup, void *user);

// Integer constants that have a name but no object (enumerators), visible as `lookup` sees names. Scopes inherit it
// from their parent; without one there are none.
typedef bool directive_constant(void *user, const char *name, long *value);
void directive_scope_set_constants(directive_scope *scope, directive_constant *constant);
// Bytes of the types that have a name (typedef), in the same way.
void directive_scope_set_sizes(directive_scope *scope, directive_constant *size);

// Members in extents (`s.n`) are looked for among the unit's symbols by kind FIELD, `record` and name.

// Binds a declarative directive: fills unit->grids, templates, mappings and symbol->mapping, or reports. Directives on
// the same array may come in any order within a scope (`distribute` before `array`): directive_scope_finish completes
// and checks them.
void directive_bind(directive_scope *scope, directive *d);
void directive_scope_finish(directive_scope *scope);

// Binds an executable directive to the statement that follows it. Reports where it cannot apply.
void directive_bind_stmt(directive_scope *scope, directive *d, prog_stmt *stmt);

// Binds `redistribute` and `realign`: `stmt` is a new REMAP, in its place among the others. What it says of its arrays
// is completed and checked when the file's scope ends.
void directive_bind_remap(directive_scope *scope, directive *d, prog_stmt *stmt);

// Binds `pure`, `serial`, `local`: `next` is the function declared next, or NULL.
void directive_bind_mark(directive_scope *scope, directive *d, prog_symbol *next);

// Reports that nothing follows which the directive could bind to.
void directive_dangling(const directive *d);

#ifdef __cplusplus
}
#endif

#endif
