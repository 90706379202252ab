// SPDX-License-Identifier: Apache-2.0
//
// The program model: what the frontend knows of one translation unit, as plain C objects.
//
// It is the only thing between frontend and analysis. The frontend builds it once from the
// syntax tree and frees it as a whole (prog_unit_free); the rooms after it read it, and may set
// only the fields that say so. All objects of a unit live in its arena, all strings are interned
// in it (compare with strcmp all the same) and none is NULL unless its comment says so.
//
// Expressions and statements are a faithful, typed, parenthesis-free picture of the user's C after
// preprocessing: every evaluation, assignment and call of a function's body is in it, in order.
#ifndef HPCC_ANALYSIS_PROGRAM_H
#define HPCC_ANALYSIS_PROGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PROG_MAX_RANK = 7, PROG_MAX_GRID = 3 };

// ---- places -----------------------------------------------------------------------------------

// A place in the user's sources, as a diagnostic prints it. `file` indexes prog_unit.files, -1: none.
typedef struct prog_loc {
	int file;
	unsigned line, column; // from 1
} prog_loc;

// Half-open byte range in a file. `file` is -1 where the construct has no text of its own that could be
// replaced (part of a macro's expansion); then `text` of the expression, or an enclosing construct, serves.
typedef struct prog_range {
	int file;
	unsigned begin, end;
} prog_range;

// ---- types ------------------------------------------------------------------------------------

typedef enum prog_type_kind {
	PROG_TYPE_VOID,
	PROG_TYPE_BOOL,
	PROG_TYPE_INT,   // char and enumerations included
	PROG_TYPE_FLOAT, // float, double, long double, other floating types
	PROG_TYPE_COMPLEX,
	PROG_TYPE_POINTER,  // element: the pointee
	PROG_TYPE_ARRAY,    // element, extent
	PROG_TYPE_STRUCT,   // struct or union: name
	PROG_TYPE_FUNCTION, // element: the result
	PROG_TYPE_OTHER,
} prog_type_kind;

typedef struct prog_expr prog_expr;
typedef struct prog_stmt prog_stmt;
typedef struct prog_symbol prog_symbol;
typedef struct prog_function prog_function;

// Types are unique by meaning as far as qualifiers, typedefs and sugar go (these are stripped), except
// variably modified arrays, of which each declaration has its own.
typedef struct prog_type {
	prog_type_kind kind;
	const char *text; // spelled in C, usable in a declaration `text name` for scalars and structs
	long size;        // bytes; 0 where not a constant or incomplete
	bool is_signed;   // INT
	bool is_const;    // of ARRAY and POINTER: the element is; of FUNCTION: what its parameters point to
	bool is_volatile; // volatile or _Atomic, here or in the element
	bool is_atomic;   // _Atomic, likewise
	const struct prog_type *element; // POINTER, ARRAY, FUNCTION; else NULL
	const prog_expr *extent;         // ARRAY: NULL for []; constant extents are INT expressions
	const prog_symbol *record;       // STRUCT: the tag's symbol (holds directives on members); may be NULL
	bool has_pointers;               // STRUCT: a member, or a part of one, is a pointer
	bool has_arrays;                 // STRUCT: a member, or a part of one, is an array
	bool has_integers; // STRUCT: a member, or a part of one, is other than a pointer and a floating-point number
	bool is_union;     // STRUCT
	const char *
	        holds; // numbers and STRUCT: what is where in it, as in runtime/trace/parts.h; NULL where that is not told
} prog_type;

// ---- directives that map ----------------------------------------------------------------------

typedef enum prog_format {
	PROG_FORMAT_NONE,      // *
	PROG_FORMAT_BLOCK,     // block, block(arg)
	PROG_FORMAT_GEN_BLOCK, // gen_block(arg)
	PROG_FORMAT_CYCLIC,    // cyclic, cyclic(arg)
	PROG_FORMAT_INDIRECT,  // indirect(arg)
	PROG_FORMAT_AUTO,
} prog_format;

// Formats of each dimension, one of those that a `range` lists.
struct prog_formats {
	prog_format format[PROG_MAX_RANK];
};

typedef struct prog_dist_dim {
	prog_format format;
	const prog_expr *arg; // NULL where there is none
} prog_dist_dim;

// `processors P[4][2]`; extent[d] is NULL for `*`.
typedef struct prog_grid {
	const char *name;
	prog_loc loc;
	prog_range range; // of the whole directive
	int rank;
	const prog_expr *extent[PROG_MAX_GRID];
	bool file_scope;
	int id; // index in prog_unit.grids
} prog_grid;

// `template T[n][m]`, and how it is distributed (rank of dist as of extent).
typedef struct prog_template {
	const char *name;
	prog_loc loc;
	prog_range range;
	int rank;
	const prog_expr *extent[PROG_MAX_RANK];
	bool distributed;
	prog_dist_dim dist[PROG_MAX_RANK];
	const prog_grid *onto; // NULL: a grid of `*`
	bool file_scope;
	int id;       // index in prog_unit.templates
	bool dynamic; // by a `dynamic` directive
	int n_ranges; // as of prog_mapping
	struct prog_formats *ranges;
} prog_template;

// One subscript on the right of `align a[i][j] with b[2*i+1][3][*]`: coef * dummy(dim) + offset, or one
// constant (dim < 0, !star), or `*` (star: replicated along it).
typedef struct prog_align_sub {
	bool star;
	int dim;                 // dimension of the aligned array whose dummy is used, -1: none
	long coef;               // 0 where dim < 0
	const prog_expr *offset; // NULL: 0
} prog_align_sub;

// What the directives say of one array or pointer (of a member: of every object's).
typedef struct prog_mapping {
	prog_loc loc;        // the distribute or align directive; else the array directive
	prog_symbol *symbol; // whom it names; of a REMAP of a template a symbol that has nothing but its name
	const prog_template *of_template; // such a template, else NULL
	// What is said of a part of what the symbol stands for: then it is not the symbol's own mapping, and
	// prog_symbol.partly is set.
	const prog_expr *path;         // the member that it names, in these objects only; NULL: the symbol as it is
	prog_symbol *index;            // `: k = first..last`: an array for each k; NULL: one array
	const prog_expr *first, *last; // index: of k
	const prog_expr *
	        offset; // the array begins at pointer + offset; NULL: where the pointer does, or, with index, where pointer[k] does
	int rank; // dimensions of the mapped memory
	// Shape: extents of the memory, from `array` or from the declaration's type. Never NULL within rank.
	const prog_expr *extent[PROG_MAX_RANK];
	// Of an inner dimension that is declared larger than the shape which an `array` directive gives: the extent
	// there; NULL: all of it.
	const prog_expr *used[PROG_MAX_RANK];
	bool shape_given;         // by an `array` directive (pointers)
	bool at_pointee;          // T (*A)[n][m] with two dimensions mapped: the array is *A
	int row_levels;           // T **p: 1, T ***p: 2, ...: that many dimensions are pointers to the next one; else 0
	const prog_type *element; // type of one element of that shape
	enum { PROG_MAP_NONE, PROG_MAP_DISTRIBUTE, PROG_MAP_ALIGN } how; // NONE: a shape only: replicated
	prog_dist_dim dist[PROG_MAX_RANK];                               // DISTRIBUTE
	const prog_grid *onto;                                           // DISTRIBUTE; NULL: a grid of `*`
	prog_symbol *with;                                               // ALIGN with an array; else NULL
	const prog_expr *with_path;                                      // as path, of what it is aligned with
	const struct prog_mapping *with_mapping;                         // what that is mapped by; NULL: not known
	const prog_template *with_template;                              // ALIGN with a template; else NULL
	int with_rank;                                                   // ALIGN: subscripts on the right
	prog_align_sub sub[PROG_MAX_RANK];                               // ALIGN
	bool has_shadow;
	prog_loc shadow_loc; // has_shadow: where its directive names the array
	const prog_expr *shadow_lo[PROG_MAX_RANK], *shadow_hi[PROG_MAX_RANK]; // NULL: 0
	bool is_parameter; // of a function's parameter: the argument has it during the call
	int id;            // index in prog_unit.mappings; of what a REMAP gives: in prog_unit.remaps
	bool dynamic;      // by a `dynamic` directive
	bool overwritten;  // while a nest runs: what this sets of the array before it reads it is not brought
	bool moves; // the memory may have another mapping when the program runs: nothing is to be concluded from this one
	// Of what an array has while a nest runs, and again behind it: what it has before that; NULL: by directives.
	const struct prog_mapping *before;
	const struct prog_mapping *given; // by a REMAP: what that said, of the array whose declared mapping is `before`
	int n_ranges;                     // `range`: the formats that it may be redistributed to, 0: any
	struct prog_formats *ranges;
} prog_mapping;

// ---- symbols ----------------------------------------------------------------------------------

typedef enum prog_symbol_kind {
	PROG_SYMBOL_VARIABLE,
	PROG_SYMBOL_PARAMETER,
	PROG_SYMBOL_FUNCTION,
	PROG_SYMBOL_FIELD,
	PROG_SYMBOL_TAG,
} prog_symbol_kind;

struct prog_symbol {
	int id; // index in prog_unit.symbols
	prog_symbol_kind kind;
	const char *name;
	const prog_type
	        *type; // PARAMETER declared as an array: that array, its extents are what is known of the memory
	prog_loc loc;
	bool file_scope; // variables
	bool is_static;  // storage class static, at file or block scope
	bool is_extern;  // declared, not defined, in this unit
	bool in_system_header;
	bool address_taken;     // & is applied to it somewhere (arrays: other than by subscripts and calls)
	bool is_redeclared;     // declared more than once at file scope
	bool has_init;          // defined with an initialiser
	const prog_expr *value; // of file scope: the initialiser, where it may hold addresses; else NULL
	int n_values;           // of a small array of integers: how many the initialiser gives it, 0: not known
	const long *values;     // these, row by row
	// The declaration statement or file-scope declaration that defines it: from its first specifier to its
	// `;` inclusive; all declarators of one group share it. file -1: in a macro or a system header.
	prog_range decl;
	prog_range declarator;  // `a[N][M]` with its initialiser, without specifiers and `,`/`;`
	prog_range name_range;  // the name within it
	prog_range init;        // the initialiser, without `=`; file -1: none
	const char *specifiers; // text before the first declarator: "static const double"
	prog_mapping *mapping;  // NULL: none
	bool partly; // some memory that it leads to, or holds a pointer to, has a mapping (prog_mapping.path, index, offset)
	bool is_part; // FIELD: an array that is mapped where it stands, in all objects or in some; the analysis sets it too
	bool holds_parts; // TAG: mapped arrays stand in its objects, or in objects within these (prog_mapping_is_part)
	prog_function *function; // FUNCTION: its definition in this unit, else NULL
	prog_range first;        // FUNCTION: its name where it is first declared at file scope; file -1: in a macro
	prog_symbol *record;     // FIELD: the tag it belongs to
	long offset;             // FIELD: bytes in front of it in the struct; -1: not known, or a bit-field
	bool is_bit_field;       // FIELD
	bool is_macro;   // FIELD: a macro has its name, its offset is known: text that is read again cannot name it
	bool owns_block; // a local pointer to memory that only its block has (analysis/own_blocks.h)
	int index;       // FIELD: its place among the members, from 0
	int n_members; // TAG: of a struct whose members all have names, and are no bit-fields; else 0. Those that nothing names are no symbols
	bool is_pure;     // FUNCTION, or a pointer to some: marked by `pure`, defined in this unit or not
	bool inherits;    // PARAMETER: marked by `inherit`
	bool is_measured; // it is in prog_unit.names
	bool is_serial;   // FUNCTION: marked so, defined in this unit or not
	bool is_local;    // FUNCTION: the same
	bool in_sight;    // FUNCTION: this unit has a body of it, in a system header perhaps
	bool is_weak;     // FUNCTION: it need not be there
	void *user;       // for the rooms after the frontend
};

// ---- expressions ------------------------------------------------------------------------------

typedef enum prog_expr_kind {
	PROG_EXPR_INT,      // value: integer, character and enumeration constants, constant sizeof and offsetof
	PROG_EXPR_FLOAT,    // text
	PROG_EXPR_STRING,   // text
	PROG_EXPR_VAR,      // symbol: a variable, parameter or function
	PROG_EXPR_MEMBER,   // arg[0].field (x->f is MEMBER of DEREF of x); symbol: the field
	PROG_EXPR_INDEX,    // arg[0][arg[1]]: arg[0] is the array or pointer (also where written 2[a])
	PROG_EXPR_DEREF,    // *arg[0]
	PROG_EXPR_ADDR,     // &arg[0]
	PROG_EXPR_UNARY,    // op: - + ~ !
	PROG_EXPR_BINARY,   // op: arithmetic, comparison, && ||, and the comma operator
	PROG_EXPR_ASSIGN,   // arg[0] op= arg[1]; op is PROG_OP_NONE for =
	PROG_EXPR_INCDEC,   // ++ and --; op is PROG_OP_ADD or PROG_OP_SUB; is_postfix
	PROG_EXPR_COND,     // arg[0] ? arg[1] : arg[2]; of a ?: b arg[1] is NULL
	PROG_EXPR_CALL,     // arg[0] is the callee, arg[1..] the arguments
	PROG_EXPR_CAST,     // to type; implicit ones are there only where the value may change (is_implicit)
	PROG_EXPR_INIT,     // initialiser list: args (implicit ones left out)
	PROG_EXPR_COMPOUND, // compound literal: arg[0] is the INIT
	PROG_EXPR_SIZEOF,   // of a variable type or expression: text, type; args: the expression, or the type's extents
	PROG_EXPR_OPAQUE, // anything else (statement expressions, va_arg, _Generic's rest): text; args: what it evaluates
} prog_expr_kind;

typedef enum prog_op {
	PROG_OP_NONE,
	PROG_OP_ADD,
	PROG_OP_SUB,
	PROG_OP_MUL,
	PROG_OP_DIV,
	PROG_OP_REM,
	PROG_OP_SHL,
	PROG_OP_SHR,
	PROG_OP_AND,
	PROG_OP_OR,
	PROG_OP_XOR,
	PROG_OP_LT,
	PROG_OP_LE,
	PROG_OP_GT,
	PROG_OP_GE,
	PROG_OP_EQ,
	PROG_OP_NE,
	PROG_OP_LAND,
	PROG_OP_LOR,
	PROG_OP_NEG,
	PROG_OP_PLUS,
	PROG_OP_NOT,
	PROG_OP_LNOT,
	PROG_OP_COMMA,
} prog_op;

struct prog_expr {
	prog_expr_kind kind;
	prog_op op;
	bool is_postfix, is_implicit;
	bool asserts;  // CAST to void: an assertion; where its operand is 0 the program ends
	bool has_gaps; // INIT: something before the last arg is left out, or the member of a union is not its first
	long value;    // INT (the two's complement bits for unsigned long constants)
	const prog_type *type; // after the usual conversions: `i - 1` with size_t i is unsigned long
	prog_symbol *symbol;   // VAR, MEMBER; else NULL
	int n_args;
	prog_expr **arg;
	prog_stmt *body;  // OPAQUE statement expressions: their statements, else NULL
	prog_loc loc;     // where a caret points
	prog_range range; // its text, without surrounding parentheses; see prog_range
	// For an expression inside of a macro's expansion: the range of the outermost macro invocation that
	// it comes from (with the arguments); equal to `range` where there is none. Two expressions with the same
	// `expansion` come from one invocation. file -1: a part of it only is in a macro.
	prog_range expansion;
	const char *text;         // as C, macros expanded
	const prog_expr *copy_of; // the source's expression of which the analysis made this one, else NULL
	const prog_expr *pointer; // the source's *q where this is the b[j] that q leads to, else NULL
};

// ---- statements -------------------------------------------------------------------------------

typedef enum prog_stmt_kind {
	PROG_STMT_COMPOUND, // children
	PROG_STMT_DECL,     // symbols; init[k] is the initialiser of symbols[k] or NULL
	PROG_STMT_EXPR,     // expr
	PROG_STMT_IF,       // cond, body, otherwise
	PROG_STMT_FOR,      // init (DECL, EXPR or NULL), cond, step, body
	PROG_STMT_WHILE,    // cond, body
	PROG_STMT_DO,       // body, cond
	PROG_STMT_SWITCH,   // cond, body
	PROG_STMT_CASE,     // expr, body; `default` has no expr
	PROG_STMT_LABEL,    // label, body
	PROG_STMT_GOTO,     // label; NULL: computed
	PROG_STMT_BREAK,
	PROG_STMT_CONTINUE,
	PROG_STMT_RETURN, // expr or NULL
	PROG_STMT_NULL,
	PROG_STMT_OPAQUE, // asm and what C has no name for: expr may hold what it evaluates
	PROG_STMT_REMAP,  // redistribute, realign: remaps; expr: an OPAQUE of all the values that they use
} prog_stmt_kind;

// What a function of the program tells of a loop, in place of what is derived (include/hpcc/callbacks.h).
typedef enum prog_callback_kind {
	PROG_CALLBACK_COMPUTATION,   // comp_complexity
	PROG_CALLBACK_COMMUNICATION, // comm_complexity
	PROG_CALLBACK_PDUS,          // numPDUs
	PROG_N_CALLBACKS,
} prog_callback_kind;

// `independent`, `on home` and the like in front of a statement.
typedef struct prog_hint {
	prog_loc loc;
	prog_range range;
	bool independent;
	bool serial;
	bool cycle; // the loop is the phase cycle
	int n_new;
	prog_symbol **new_symbols;
	int n_reductions;
	struct prog_hint_reduction {
		const char *op; // "+", "*", "min", ...
		prog_symbol *symbol;
	} *reductions;
	int n_resident;
	struct prog_hint_resident {
		prog_symbol *symbol;   // an array or pointer; of a member the field
		const prog_expr *path; // the member, of this object; NULL: a variable
		prog_loc loc;
	} *resident;
	prog_symbol *callback[PROG_N_CALLBACKS]; // NULL: none
} prog_hint;

// A pragma of another kind in front of a statement, which needs it as it is.
typedef enum prog_pragma_kind {
	PROG_PRAGMA_LOOP,    // unroll, clang loop: wants a loop
	PROG_PRAGMA_SIMD,    // omp simd: wants a loop in OpenMP's form
	PROG_PRAGMA_THREADS, // omp parallel for: the same, and nothing that only one thread may do
	PROG_PRAGMA_OMP,     // any other of OpenMP, or with clauses that hold for the statement as it stands only
} prog_pragma_kind;
typedef struct prog_pragma {
	prog_pragma_kind kind;
	prog_range range; // the line, the _Pragma or the macro's name; file -1: in a macro with more than it
	struct prog_pragma *next;
} prog_pragma;

struct prog_stmt {
	prog_stmt_kind kind;
	int id; // unique in the unit, in source order
	prog_loc loc;
	prog_range range; // with the `;` of an unbraced statement; see prog_range
	const char *text; // as C, macros expanded, where range.file is -1; NULL elsewhere
	prog_hint *hint;  // NULL: none
	prog_expr *
	        expr; // EXPR, RETURN, CASE, OPAQUE; DECL: what extents written in it do beyond computing with variables
	bool gives_value;     // EXPR: the last statement of a statement expression whose value that of `expr` is
	prog_expr *cond;      // IF, FOR, WHILE, DO, SWITCH; NULL in for(;;)
	prog_expr *step;      // FOR
	prog_stmt *init;      // FOR
	prog_stmt *body;      // FOR, WHILE, DO, IF, SWITCH, CASE, LABEL
	prog_stmt *otherwise; // IF
	int n_children;       // COMPOUND
	prog_stmt **child;
	int n_symbols; // DECL
	prog_symbol **symbols;
	prog_expr **inits; // DECL
	const char *label; // LABEL, GOTO
	prog_stmt *parent; // NULL for a function's body
	prog_function *function;
	// FOR: the three parts between the parentheses, without the `;`s; empty ranges where left out.
	prog_range for_init, for_cond, for_step;
	prog_pragma *pragmas; // in source order; NULL: none
	int n_remaps;         // REMAP: what the arrays are given, in order
	prog_mapping **remaps;
	bool opens_block; // REMAP: it stands, with the statement after it, where C has room for one
};

struct prog_function {
	prog_symbol *symbol;
	int n_params;
	prog_symbol **params;
	prog_stmt *body;     // COMPOUND
	prog_stmt *set_once; // set_once.c's
	prog_range range;    // of the whole definition, from its first specifier
	prog_range name_range;
	const char *signature; // __PRETTY_FUNCTION__ in it, where it uses that or __func__; else NULL
	bool is_main;
	bool is_static, is_inline;
	bool is_old_style;                 // the parameters' types stand behind the list of their names
	bool is_inline_only;               // in C's sense: no file need define it as a function that can be called
	bool is_pure;                      // marked pure or const
	bool begins_program, ends_program; // __attribute__((constructor)), ((destructor)):
	int end_priority;                  // of the latter; those with lower ones run later
};

// ---- the unit ---------------------------------------------------------------------------------

typedef struct prog_file {
	const char *path; // as the compiler was given it, or found it
	bool is_main;     // the file that is compiled
	bool is_system;
	const char *text; // contents as the frontend read them; NULL for system headers
	size_t size;
	int n_lines;           // of the text
	const unsigned *lines; // where each begins (prog_index_lines)
} prog_file;

// A range of the text that must go away or be replaced whatever the analysis says: directives (to an empty
// line, or a note), other pragmas that are dropped.
typedef struct prog_directive_text {
	prog_range range; // the line(s) of the directive, without the final newline
	prog_loc loc;
} prog_directive_text;

// Where a mapped array's name stands in what is not evaluated: sizeof, typeof, the controlling expression of _Generic,
// in bounds, extents, enumerators, assertions.
typedef struct prog_name {
	prog_symbol *symbol;
	prog_range range;
} prog_name;

// From byte `begin` of the main file's text on, its lines are those of `file` from `line` on.
typedef struct prog_text_part {
	unsigned begin;
	int file;
	unsigned line;
} prog_text_part;

// A #line directive: from `line` of `file` on, lines are said to be those of `as_path` from `as_line` on.
typedef struct prog_line_name {
	int file;
	unsigned line, as_line;
	const char *as_path; // NULL: the file's own name
} prog_line_name;

typedef struct prog_unit {
	int n_files;
	prog_file *files;
	int n_parts;           // the main file's text with macros and headers written out: what its lines are;
	prog_text_part *parts; // none: they are the main file's own. prog_unit_place reads it
	int n_line_names;      // in the order of their lines
	prog_line_name *line_names;
	int n_symbols;
	prog_symbol **symbols;
	int n_functions; // those defined in this unit, system headers' left out
	prog_function **functions;
	int n_grids;
	prog_grid **grids;
	int n_templates;
	prog_template **templates;
	int n_mappings;
	prog_mapping **mappings;
	int n_directives;
	prog_directive_text *directives;
	int n_names;
	prog_name *names;
	int n_macros; // without parameters, that the program's files or the command line define, be it up to an #undef
	const char **macros;
	int n_values; // initialisers of file scope that may hold addresses
	prog_expr **values;
	prog_function *main;   // NULL: not in this unit
	bool is_whole;         // no other unit names what is in this one
	bool wrong_directives; // some were in error (reported): what they would have said is missing
	void *arena;
	int n_remaps; // of all REMAPs
	prog_mapping **remaps;
	int n_passing, room_passing; // what arrays have while a nest runs, by no directive
	prog_mapping **passing;
	int n_stmts; // the next statement's id
} prog_unit;

// Whether the variable is declared behind the function only: its name means nothing there.
bool prog_declared_behind(const prog_symbol *s, const prog_function *f);
// Whether the array may be split in this dimension or a later one.
bool prog_mapping_splits_from(const prog_mapping *m, int dim);
// Whether the mapping is of a part of what its symbol stands for.
bool prog_mapping_is_partial(const prog_mapping *m);
// Whether it is of the memory behind the pointers which the symbol holds, symbol[k].
bool prog_mapping_of_pointers(const prog_mapping *m);
// Whether it is of the arrays that begin at offsets in a variable, which the source declares as one array of elements.
bool prog_mapping_is_block(const prog_mapping *m);
// Whether the array is declared in a struct: it stands in each object of that, at its place there.
bool prog_mapping_is_part(const prog_mapping *m);

// Arrays begin at offsets in an array that all objects of a struct hold; the program computes where when an object is
// there.
bool prog_mapping_is_part_block(const prog_mapping *m);

// The struct's type in declarations behind all others of the file; NULL: there it has no name.
const char *prog_record_text(prog_unit *unit, const prog_symbol *record);
// Of a mapping of such an array in one object: the variable that the object is or is in, or the pointer to it; NULL:
// neither.
const prog_expr *prog_part_place(const prog_mapping *m);
// Sets holds_parts of all structs, by is_part.
void prog_mark_holders(prog_unit *unit);
// A pointer or an array; NULL is none.
static inline bool prog_type_is_address(const prog_type *type)
{
	return type && (type->kind == PROG_TYPE_POINTER || type->kind == PROG_TYPE_ARRAY);
}
// Whether such arrays stand in an object of the type, or in the elements of an array. NULL: none.
bool prog_type_holds_parts(const prog_type *t);
// The same lvalue, or value, wherever it is evaluated.
bool prog_same_expr(const prog_expr *a, const prog_expr *b);

// The function that a call names, NULL: none, or by a pointer.
const prog_symbol *prog_callee(const prog_expr *call);
// The function of the unit that a parameter belongs to, NULL: none that has a body; *number: which one it is, from 0.
const prog_function *prog_function_of(const prog_unit *unit, const prog_symbol *parameter, int *number);

// C's spelling of an operator; "" of PROG_OP_NONE.
const char *prog_operator(prog_op op);

// What casts are put on; what those are put on that the source does not write.
const prog_expr *prog_without_casts(const prog_expr *e);
const prog_expr *prog_without_implicit_casts(const prog_expr *e);

// Whether the expression is the constant 0, casts aside.
bool prog_is_zero(const prog_expr *e);

// Whether the expression (NULL: none) is `x, y`.
bool prog_is_comma(const prog_expr *e);

// Whether the expression (NULL: none) names the variable or function.
bool prog_names(const prog_expr *e, const prog_symbol *symbol);

// Whether the statement (NULL: none), or one in it, declares the variable.
bool prog_declares(const prog_stmt *s, const prog_symbol *variable);
// The same of some variable of that name.
bool prog_declares_name(const prog_stmt *s, const char *name);
// Whether the statement declares the variable, or assigns to it by its name.
bool prog_sets(const prog_stmt *s, const prog_symbol *variable);

// Whether `test` holds for one of the expressions of the statement and of those in it; it is called with each as a
// whole, until it does.
typedef bool prog_expr_test(const prog_expr *e, void *user);
bool prog_any_expr(const prog_stmt *s, prog_expr_test *test, void *user);
// Whether a statement that the model does not know is in it.
bool prog_holds_opaque(const prog_stmt *s);

// Allocates `size` zeroed bytes that live as long as `unit`. Never returns NULL (the compiler ends where
// memory does).
void *prog_alloc(prog_unit *unit, size_t size);
// Room for one more behind the first `n` elements of `size` bytes, *room of which are allocated: the array, a larger
// copy if need be.
void *prog_grow(prog_unit *unit, void *old, int n, int *room, size_t size);

// A copy of `text` in the unit's arena.
const char *prog_string(prog_unit *unit, const char *text);

// A new, empty unit. Freed with prog_unit_free.
prog_unit *prog_unit_new(void);
void prog_unit_free(prog_unit *unit);

// Finds where the lines of the file's text begin.
void prog_index_lines(prog_unit *unit, prog_file *file);
// The line of the user's files that the byte at `offset` of the main file's text belongs to; its column is 1.
prog_loc prog_unit_place(const prog_unit *unit, unsigned offset);

// What #line directives make of the place: the line, and in `path` the file's name.
unsigned prog_unit_line_name(const prog_unit *unit, prog_loc loc, const char **path);

// Prints the unit as `-fdist-emit=model` does: symbols with their mappings, then each function as an
// indented tree, a node a line.
void prog_unit_print(const prog_unit *unit, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
