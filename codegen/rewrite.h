// SPDX-License-Identifier: Apache-2.0
//
// Inside of code generation: what the rewriting of one unit shares.
#ifndef HPCC_CODEGEN_REWRITE_H
#define HPCC_CODEGEN_REWRITE_H

#include "affine_text.h"
#include "edit.h"
#include "text.h"
#include "translate.h"

#include "../analysis/graph/graph.h"

// How an lvalue is used where it stands.
typedef enum use_mode { USE_READ, USE_WRITE, USE_UPDATE, USE_EXCHANGE, USE_ADDRESS, USE_CALL } use_mode;

// An element of mapped memory that the text accesses by itself, outside of tasks.
typedef struct element_note {
	const prog_expr *expr;
	use_mode mode;
	const prog_expr *store; // the element that it is read for, by whose owner alone; NULL: all processes use it
	const prog_symbol *
	        unseen; // a pointer without a mapping that is seen to get mapped memory; NULL: the mapping is the name's own
	const char *function;
} element_note;

typedef struct rewriter {
	prog_unit *unit;
	graph *g;
	const prog_stmt *cycle; // the phase cycle; NULL: there is none
	int first_task;         // the number of the next task beyond the graph's
	int n_versions, room_versions;
	graph **versions; // of functions (versions.h), whose tasks are in the text
	const translate_options *options;
	int file; // index of the main file
	const char *source;
	unsigned size;
	edits edits;
	bool canonical;              // the task's loops are to keep OpenMP's form
	const prog_function *inside; // the function whose body is being rewritten
	bool as_source;            // a function is rewritten for programs in which nothing is elsewhere (source_text.h)
	prog_range only;           // the part of the text whose directives and names are rewritten; empty: all of it
	bool inner;                // a function is rewritten for calls in nests: its loops and accesses stay
	const task *task;          // the one whose text is being rewritten, or NULL
	const prog_expr *received; // a call whose value a pointer with a mapping gets, or NULL
	const prog_mapping *receiving; // received: that mapping
	const char *receiving_object;  // received: whose members it names
	const prog_expr *store;        // the element whose assignment is being rewritten as its owner makes it, or NULL
	const prog_expr *growing;      // the access of an argument that grows whose text is being made
	const prog_expr *unchecked;    // -fdist-check: the access whose text is being made
	text markers;                  // references that make a file compiled without -fdist an error of the link
	const char *main_name;         // by which generated code calls the user's main
	text tables;                   // functions and tables that belong before the function at hand
	text heads;                    // what is declared in front of the file and defined at its end
	text nests;                    // the tables of tasks and their functions, which stand at the end
	text nests_named;              // their names, with commas: ", hpcc_nest_2"
	int n_with_tables, room_with_tables;
	const task **with_tables;       // tasks whose tables are among them
	struct shared_function *shared; // functions of these tables, of which equal ones stand there once
	const char *function;           // whose text is being rewritten
	int n_elements, room_elements;
	element_note *elements;    // those of memory whose mapping the source shows
	void *reached;             // reached.c's
	void *row_places;          // row_places.c's
	unsigned char *has_source; // [symbol id]: functions with a text of that kind
	int n_placed;
	const prog_symbol **placed; // variables of file scope that are named by their places
	prog_op local_op; // by which the local function's result is reduced that the statement calls; NONE: not used
} rewriter;

// Insertions at one place, outermost first.
enum {
	ORDER_FIRST,
	ORDER_TABLES,
	ORDER_PARTS,
	ORDER_OPEN,
	ORDER_GUARD,
	ORDER_NOTE,
	ORDER_CLOSE,
	ORDER_BEHIND,
	ORDER_MAP,
	ORDER_AFTER
};

void rewrite_insert(rewriter *w, unsigned at, int order, const char *s);
// The source's text of a range of the main file, with the names of prog_unit.names replaced.
void rewrite_source(rewriter *w, prog_range r, text *out);
bool rewrite_in_main(const rewriter *w, prog_range r);
// The dereference that is in p->x: its range is that of p.
bool rewrite_is_arrow(const rewriter *w, const prog_expr *e);
// Adds a #line directive for what stands at `at`, unless these are off.
void rewrite_line(rewriter *w, unsigned at, text *out);

// translate.c
void rewrite_stmt(rewriter *w, const prog_stmt *s);
// Directives go; names of arrays that became pointers stand for what these lead to, where nothing else has changed.
// `register` goes from variables: what is told of them is their address.
void rewrite_registers(rewriter *w);
void rewrite_directives(rewriter *w);
void rewrite_names(rewriter *w);

// expressions.c
// Applies what has to change in the expression; reports where it cannot be changed in place.
void rewrite_expr(rewriter *w, const prog_expr *e, use_mode mode);
// The expression as C with all changes.
void rewrite_render(rewriter *w, const prog_expr *e, use_mode mode, text *out);
// The same, where the changes are in its parts.
void rewrite_render_parts(rewriter *w, const prog_expr *e, use_mode mode, text *out);
// An lvalue that may be an element of mapped memory.
bool rewrite_is_element(const rewriter *w, const prog_expr *e);
// Whether the text names the expression otherwise because it may use mapped memory, outside of tasks.
bool rewrite_may_be_elsewhere(const rewriter *w, const prog_expr *e);
// How memory is mapped that the pointer receives, an lvalue, and the text of the object whose members that names.
// NULL: it is not, or there are several pointers.
const prog_mapping *rewrite_receiving(rewriter *w, const prog_expr *pointer, text *object);
// The call that maps what the pointer, an lvalue, has received from an allocation. Where it is evaluated once only,
// `once` gets the declarations that hold what it consists of, and `target` the pointer in their words. False: there is
// nothing to map.
bool rewrite_map_received(rewriter *w, const prog_expr *pointer, text *once, text *target, text *out);
// Behind a statement that sets a member which leads to mapped memory: where the members that say how much there is are
// set after it, the memory is mapped then (late_members_place).
void rewrite_map_late(rewriter *w, const prog_stmt *s);
// Evaluating it has no effect.
bool rewrite_is_simple(const prog_expr *e);

// stores.c
// An assignment to an element whose value other elements are needed for, as the owner makes it.
bool rewrite_store(rewriter *w, const prog_expr *e, use_mode mode, text *out);

// volatiles.c
// A read of a volatile integer variable that lives as long as the program.
bool rewrite_volatile(rewriter *w, const prog_expr *e, use_mode mode, text *out);

// C text with the names of converted arrays replaced; false where there are none.
bool rewrite_converted_names(rewriter *w, const char *s, const char *end, text *out);

// An expression's own text, macros expanded, with the names in sizes replaced.
void rewrite_expanded(rewriter *w, const char *s, text *out);

// mappings.c
void rewrite_declarations(rewriter *w);
bool rewrite_is_converted(const prog_symbol *s); // an array of the source that became a pointer to an array
// Whether that array is there beside the pointer, which leads to it on one process; its name, as seen from the
// function that is being rewritten.
bool rewrite_stays_declared(const rewriter *w, const prog_symbol *s);
bool rewrite_declared_name(const rewriter *w, const prog_symbol *s, text *out);
// The name of that pointer: the array's own, or, where other units see the array, one beside the declarations in
// headers.
const char *rewrite_pointer_name(rewriter *w, const prog_symbol *s);
// The member of `object` (C, in parentheses where it is no name). A struct or union without a name within another one
// is the object itself; where a macro has the member's name, its place says which it is.
void rewrite_member(const char *object, const prog_symbol *field, text *out);
// The same of an object that may be any expression.
void rewrite_member_of(const char *object, const prog_symbol *field, text *out);

// The calls that map what the members of an object of type `t` have received, each with a `; `; false where it has
// none that are mapped.
bool rewrite_map_members(rewriter *w, const prog_type *t, const char *object, text *out);
// The place behind the directives that declare the grids and templates which a mapping names, and where the array is
// mapped that it is aligned with; at least `at`.
unsigned rewrite_behind_names(const rewriter *w, const prog_mapping *m, unsigned at);
// The end of the directive that maps, where it stands behind `declared`; else that.
unsigned rewrite_directive_end(const rewriter *w, const prog_mapping *m, unsigned declared);
// double a[] = {1, 2}: without its initialiser the declarator must give the extent.
void rewrite_give_extent(rewriter *w, const prog_symbol *s);
void rewrite_start(rewriter *w, text *out);
// redistribute and realign.
void rewrite_remap(rewriter *w, const prog_stmt *s);
// Ends the block that such a statement and the one after it became, where it is one: when all in it is rewritten.
void rewrite_close_block(rewriter *w, const prog_stmt *block);

// named.c: what directives of file scope name
// Tables of file scope stand before the first function: the types that they name are known there.
unsigned rewrite_first_function(const rewriter *w);
// Whether a variable of file scope that a directive's expression names may not be in sight by its name in some
// function.
bool rewrite_names_hidden(const rewriter *w, const prog_expr *e);
// The variable, as an lvalue, wherever it stands.
void rewrite_by_place(rewriter *w, const prog_symbol *s, text *out);
// Declarations for the head of the file; what is done at start; definitions for the end of it.
void rewrite_declare_named(rewriter *w, text *out);
void rewrite_start_named(rewriter *w, text *out);
void rewrite_define_named(rewriter *w, text *out);

// map_calls.c
// `p = malloc(...)`: the call that maps what p received, as an expression; false where there is none to make.
// `object`: whose members the mapping names, `index`: which of several pointers it is; "" where there is none. False:
// there is nothing to map.
bool rewrite_map_call(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out);
// The same where what is received is a place in memory that is there already, or another array: only what has no
// mapping yet gets one.
bool rewrite_map_part(
        rewriter *w, const prog_mapping *m, const char *base, const char *object, const char *index, text *out);
// The size of an element, for tables: a struct may be defined behind the place where they stand, or in a block.
void rewrite_size(const prog_type *element, text *out);

// initialisers.c
// A variable of static duration whose initialiser names an array that gets its place at run time.
bool rewrite_sets_late(rewriter *w, const prog_symbol *s);
// Takes such an initialiser away, and sets the value when all arrays have their places.
void rewrite_late_initialiser(rewriter *w, const prog_symbol *s);
void rewrite_start_value(rewriter *w, const prog_symbol *s, text *out);

// parameters.c
// What parameters are given is mapped as they say when the function is entered, and as before when it is left.
void rewrite_take_arguments(rewriter *w, const prog_function *f);
void rewrite_keep_arguments(rewriter *w, const prog_function *f);

// marked.c
void rewrite_serial_statement(rewriter *w, const prog_stmt *s); // what stands around it
void rewrite_serial_function(rewriter *w, const prog_function *f);
void rewrite_serial_return(rewriter *w, const prog_stmt *s);
// The call with what is around it, if it is one of a function that is marked so.
bool rewrite_serial_call(rewriter *w, const prog_expr *e, text *out);
bool rewrite_local_call(rewriter *w, const prog_expr *e, text *out);

// directive_text.c
// The mapping as the directive that says it.
void rewrite_directive_text(const prog_mapping *m, text *out);

// libc_names.c
// What follows the unit's text where it defines names of the C library's.
void rewrite_libc_names(const prog_unit *unit, text *out);
// Binds clocks that decide nothing but what is printed to each process's own.
void rewrite_clock_names(const rewriter *w, text *out);

// pragmas.c
// Whether a loop of the current task keeps its OpenMP pragmas, and with them OpenMP's form.
bool rewrite_task_is_canonical(const rewriter *w);
// The pragmas in front of the current task's outermost loop move to where the loop is now, or go.
void rewrite_task_pragmas(rewriter *w, text *out);
// After all other changes to statements: pragmas that need a statement as it was go with its form.
void rewrite_pragmas(rewriter *w);

// distributed.c
// A loop of which the graph has parts: these, in front of what it is where that may not be.
void rewrite_distributed(rewriter *w, const prog_stmt *loop);

// cycle.c
// Marks the loop, where it is the phase cycle.
void rewrite_cycle(rewriter *w, const prog_stmt *loop);

// nests.c
void rewrite_task(rewriter *w, const task *t);
// The address by which a nest is told of the object.
void rewrite_base(rewriter *w, const nest_object *o, text *out);
// What a nest's assumptions are told in: a table of its parameters, and the condition.
void rewrite_parameters(rewriter *w, const nest *n, text *out);
void rewrite_assumption(const nest *n, text *out);
// Back to the user's text at `at`, with the blanks that stand before it there.
void rewrite_resume(rewriter *w, unsigned at, text *out);
// The name by which the text of the current task addresses the access, if it changes: C text in `out`.
bool rewrite_access(rewriter *w, const prog_expr *e, text *out);

#endif
