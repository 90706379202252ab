// SPDX-License-Identifier: Apache-2.0
//
// What the whole unit knows, for nests and for elements outside of them: which memory may be mapped, where pointers
// lead, what functions do.
#ifndef HPCC_ANALYSIS_FACTS_H
#define HPCC_ANALYSIS_FACTS_H

#include "../model/model.h"
#include "flow_memory.h"
#include "points_to.h"

typedef struct unit_facts unit_facts;
unit_facts *unit_facts_new(prog_unit *unit);
prog_unit *facts_unit(const unit_facts *facts);
// The element type of memory that some mapping of the unit, or of another one, may name.
bool facts_may_be_mapped(const unit_facts *facts, const prog_type *element);
// The element type of memory that some mapping of the unit names.
bool facts_maps_type(const unit_facts *facts, const prog_type *element);
// A call of it has no effect but its result, which depends on its scalar arguments only.
bool facts_is_pure(const unit_facts *facts, const prog_expr *call);
// The same, but it may read memory behind its pointer arguments.
bool facts_only_reads(const unit_facts *facts, const prog_expr *call);
// A variable of file scope that the called functions read and for which marked[id] is set; NULL: none.
const prog_symbol *facts_reads_one_of(const unit_facts *facts, const prog_expr *call, const unsigned char *marked);
// Whether the variable is changed in `within` by its name only, though its address may be taken elsewhere.
bool facts_changes_by_name_only(unit_facts *facts, const prog_stmt *within, const prog_symbol *symbol);
// The assertions of a statement, and the ways to the program's end in the functions that it calls.
typedef struct program_ends {
	int n_assertions; // other ways to the program's end included
	int n_ends;       // of these those that are no assert(): they have text of their own
	int n_endings;    // those of them that are branches of conditions
	const prog_stmt **endings;
} program_ends;
program_ends facts_ends_in(const unit_facts *facts, const prog_stmt *root);
// Whether the statement is such a branch, of a function that some statement was asked for that calls it.
bool facts_ends_nest(const unit_facts *facts, const prog_stmt *branch);
// The variable `symbol` is an array or pointer whose memory is mapped or may be.
bool facts_symbol_may_be_mapped(const unit_facts *facts, const prog_symbol *symbol);
// Whether the value of type pointer or array may lead to mapped memory, whatever it is cast to.
bool facts_leads_to_mapped(const unit_facts *facts, const prog_expr *value);
// This unit is the whole program, as far as can be seen.
bool facts_is_alone(const unit_facts *facts);
// The variable is an array without a mapping whose memory pointers with one may get.
bool facts_is_lent(const unit_facts *facts, const prog_symbol *array);
// A call of malloc or the like, or of a function that hands memory on, in a function that hands it on in turn, to a
// pointer with a mapping in some call. What it does that by: the function itself where it returns it, a parameter f
// where it sets *f, a member. NULL: it does not.
const prog_symbol *facts_awaits(const unit_facts *facts, const prog_expr *call);
// The same of one of the function's pointers.
const prog_symbol *facts_handed_on_by(const unit_facts *facts, const prog_symbol *pointer);
// Memory is handed on by it: a function, a parameter or a member.
bool facts_hands_on(const unit_facts *facts, const prog_symbol *symbol);
// Who gets what such a function hands on in this call; NULL: it is no such call.
const prog_symbol *facts_receiver(const unit_facts *facts, const prog_expr *call);
// Whether it leads to an object, or several, in which mapped arrays stand.
bool facts_leads_to_object(const prog_expr *value);
// The same of a pointer to void or characters by which memory of any type is told as bytes. NULL: what leads there is
// not known.
bool facts_bytes_may_be_mapped(const unit_facts *facts, const prog_symbol *symbol);

// An element access a[i][j], p->v[i], *p: its base and subscripts.
typedef struct element_ref {
	const prog_expr *base; // expression of array or pointer type
	int n_subs;
	const prog_expr *sub[PROG_MAX_RANK]; // NULL: 0 (a plain *p)
	const prog_type *type;               // of what is accessed (an element, or a row where subscripts are missing)
	int row_levels; // subscripts that give a pointer for the next one; 0: the elements are the base's own
} element_ref;
// Takes an lvalue apart; false where it is not an access through subscripts or a pointer. Members of elements belong
// to the element: the caller strips them with element_of.
bool element_ref_of(const prog_expr *expr, element_ref *ref);
// The same through pointers to rows: of a[i][j] with double **a the base is a. False where there are none.
bool element_ref_of_rows(const prog_expr *expr, element_ref *ref);
// The element that an lvalue `a[i].x.y[2]`, or `*(unsigned *)&a[i].x`, is a part of.
const prog_expr *element_of(const prog_expr *expr);
// The lvalue of which all or a part is read as another type, `*(unsigned *)&x`, `((char *)&x)[3]`; NULL: none.
const prog_expr *element_seen_as(const prog_expr *expr);
// The value of a local variable that is initialised with a constant and never changed.
bool facts_constant(unit_facts *facts, const prog_symbol *variable, long *value);
// What a variable of a block that is an integer is declared with, and is for good; NULL: it is not.
const prog_expr *facts_value_for_good(unit_facts *facts, const prog_symbol *variable);
// What a variable of a block is declared to be, where that is a product of numbers which do not change: `int plane =
// nx * ny;`; else NULL.
const prog_expr *facts_product(unit_facts *facts, const prog_symbol *variable);
// A parameter that has its argument's value until the function returns; an integer expression of constants and such
// ones.
bool facts_parameter_stays(unit_facts *facts, const prog_symbol *s);
bool facts_made_of_parameters(unit_facts *facts, const prog_expr *e);
// The value of an integer expression of constants and such variables.
bool facts_value(unit_facts *facts, const prog_expr *e, long *value);
// The pointers of this unit, all of them, that lead into the memory which the pointer leads to. False: others may.
bool facts_pieces(const unit_facts *facts, const prog_symbol *pointer, pieces *found);
// Whether the function returns memory that it has allocated, and that nobody else knows.
bool facts_gives_fresh_memory(const unit_facts *facts, const prog_symbol *function);
// The same, and where pointers in that memory lead is fresh, too.
bool facts_gives_fresh_rows(const unit_facts *facts, const prog_symbol *function);
// Whether the function may let the pointer that it is given be known elsewhere.
bool facts_keeps_argument(const unit_facts *facts, const prog_function *function, int argument);
// What tables.c has found of the symbol; 0: nothing yet.
unsigned char *facts_table(unit_facts *facts, const prog_symbol *symbol);
// What work_arrays.c has found of the symbol last: whether it is a work array of the nest.
typedef struct work_array_note {
	const prog_stmt *root; // NULL: nothing yet
	bool yes;
} work_array_note;
work_array_note *facts_work_array(unit_facts *facts, const prog_symbol *symbol);
// The memory of liveness_after: whether what a function leaves in a variable of file scope is read by others.
typedef enum left_note { LEFT_UNKNOWN, LEFT_READ, LEFT_UNREAD } left_note;
left_note *facts_left(unit_facts *facts, const prog_symbol *symbol);
// What work_arrays.c has found of a loop: for each symbol whether a value from before enters it. NULL: nothing yet.
unsigned char **facts_entering(unit_facts *facts, const prog_stmt *loop);
// Whether all uses of the function are calls in this unit.
bool facts_is_only_called(unit_facts *facts, const prog_symbol *function);
// One for the facts and all views of them.
struct flow_memory *facts_flows(const unit_facts *facts);
// What isl's context must not outlive. Not of a view.
void facts_free(unit_facts *facts);
// The mappings of the memory that the pointer is seen to lead to, at most FACTS_MAPPINGS; 0 where nothing is seen.
enum { FACTS_MAPPINGS = 63 };
int facts_expected_mappings(const unit_facts *facts, const prog_symbol *pointer, const prog_mapping **out);
// The same of the pointers that are found where `pointers` leads.
int facts_element_mappings(const unit_facts *facts, const prog_symbol *pointers, const prog_mapping **out);
// Variables of the program's own that were taken for strides of shapes of `rank` dimensions: of which dimension; -1:
// not yet.
int facts_stride_dimension(const unit_facts *facts, const char *name, int rank);
void facts_note_stride(unit_facts *facts, const char *name, int rank, int dimension);
// Whether the pointer is seen to be set to a place within memory.
bool facts_leads_inside(const unit_facts *facts, const prog_symbol *pointer);
bool facts_leads_before(const unit_facts *facts, const prog_symbol *pointer);
bool facts_expects_plain(const unit_facts *facts, const element_ref *ref);
bool facts_symbol_is_seen_plain(const unit_facts *facts, const prog_symbol *pointer); // whoever others are
// The same of the rows that a pointer to pointers leads to.
bool facts_expects_plain_rows(const unit_facts *facts, const prog_symbol *pointer);
// Whether these rows and what another pointer leads to may be the same memory.
bool facts_rows_may_meet(const unit_facts *facts, const prog_symbol *rows, const prog_symbol *other);
// The same of the memory that an argument of a call leads to.
bool facts_argument_is_plain(const unit_facts *facts, const prog_expr *argument);
// A view of the facts in which that is expected of the parameters, whatever is seen. Lives as long as the facts do.
unit_facts *facts_with_plain(const unit_facts *facts, prog_symbol *const *parameters, int n);
// Memory that other units give is expected to have no mapping.
bool facts_comes_from_others(const unit_facts *facts, const prog_symbol *pointer);
// A view of the facts in which it may turn out to have one. Lives as long as the facts do.
unit_facts *facts_in_doubt(const unit_facts *facts);
// The same, for elements behind pointers that stand in an array, too: of these nothing is tested.
bool facts_is_seen_plain(const unit_facts *facts, const element_ref *ref);
// A pointer and another one, or a variable, that are seen to lead to the same memory.
bool facts_shares_place(const unit_facts *facts, const prog_symbol *a, const prog_symbol *b);
// Whether memory that the pointer, an expression, leads to may be that of variables whose address is known.
bool facts_may_reach_variables(const unit_facts *facts, const prog_expr *pointer);
// Pointers that may lead to the same memory.
bool facts_may_meet(const unit_facts *facts, const prog_symbol *a, const prog_symbol *b);
// Two different ones of which it is seen where all that gets into them comes from, and that this is apart.
bool facts_are_seen_apart(const unit_facts *facts, const prog_symbol *a, const prog_symbol *b);
// Whether the element may be in mapped memory.
bool facts_ref_may_be_mapped(const unit_facts *facts, const element_ref *ref);

#endif
