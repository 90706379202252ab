// SPDX-License-Identifier: Apache-2.0
//
// Text that has to change must stand in the main file. What does not, because a macro's expansion or a header holds it,
// is written out there before a second parse: macro invocations as the tokens that they expand to, headers in place of
// their #include lines. The program stays the same, and every place in it stays known as the place in the user's own
// files.
#ifndef HPCC_FRONTEND_EXPAND_H
#define HPCC_FRONTEND_EXPAND_H

#include "../../analysis/model/model.h"
#include "../clang/clang.h"

#include <clang/Basic/FileManager.h>
#include <clang/Frontend/CompilerInvocation.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Preprocessor.h>

#include <llvm/ADT/DenseMap.h>

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

class Converter;
class Places;
struct Pragma;

// What the first parse has to notice while it preprocesses.
struct ExpansionNotes {
	Inclusions inclusions;
	std::set<InclusionOffset> pasting;  // invocations that make strings of, or paste, what they are given
	std::set<InclusionOffset> counting; // of __COUNTER__
	clang::Preprocessor *preprocessor;
};
void note_expansions(clang::Preprocessor &preprocessor, ExpansionNotes &notes);

// A part of the text, with `after` behind it.
struct CopiedText {
	unsigned begin, end;
	std::string after;
};

// Another text for what stands up to `end`. Perhaps, as what stands at `like`, with copies of other parts of the text
// behind it.
struct Replacement {
	unsigned end;
	std::string text;
	unsigned like = 0;
	std::vector<CopiedText> copies = {}; // NOLINT(readability-redundant-member-init): few name it
	bool declares = false;               // it is declarations only, to which more may be added
};

// What is to be written out, or anew.
struct Expansions {
	std::set<InclusionOffset> invocations; // where the outermost macros' names stand
	std::set<unsigned> headers;
	std::map<InclusionOffset, Replacement> replacements; // of tokens that no macro brings

	// Takes all of them, or none where there is another text for a part of one already: it has to wait for the next
	// parse.
	bool add(const std::vector<std::pair<InclusionOffset, Replacement>> &changes);
	bool empty() const { return invocations.empty() && headers.empty() && replacements.empty(); }
};
// `forms_only`: what is written anew for the sake of the analysis, in the main file.
Expansions find_expansions(prog_unit *unit, clang::ASTContext &context, Converter &converter, Places &places,
        const std::vector<Pragma> &pragmas, const ExpansionNotes &notes, bool forms_only);

// Where the loop counts in other words than a `for`'s: the `for` that it is.
void find_loop_form(
        clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, Expansions &found);

// Where a variable chooses the loop's direction: a loop for each. `first_text`: that waits for the next parse.
void find_direction(clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, bool first_text,
        Expansions &found);

// Where the loop goes through components of a field that have an array each: its body, for each of them. `first_text`:
// that waits for the next parse.
void find_component_loop(clang::ASTContext &context, const ExpansionNotes &notes, Converter &converter,
        const clang::Stmt *loop, bool first_text, Expansions &found);

// Where the statement calls a function for a row, which has loops, or one that adds to elements: the function's body.
// `rows`: of functions for a row, too, as rows lie apart. `first_text`: that waits for the
// next parse.
void find_called_loops(clang::ASTContext &context, const ExpansionNotes &notes, Converter &converter,
        const clang::Stmt *statement, bool rows, bool first_text, Expansions &found);

// Where the statement's expressions call functions that only return a value: what they return. `first_text`: that waits
// for the next parse.
void find_called_values(clang::ASTContext &context, const ExpansionNotes &notes, Converter &converter,
        const clang::Stmt *statement, bool first_text, Expansions &found);

// Where a loop over blocks counts rows and columns of them by one variable: two loops. `first_text`: that waits for the
// next parse.
void find_divided_counter(clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop,
        bool first_text, Expansions &found);

// Where the loop over rows sets an array of which it reads one row in all of its iterations: a loop for the rows before
// it, one for it, and one for those behind it. `first_text`: that waits for the next parse.
void find_fixed_row(clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, bool first_text,
        Expansions &found);

// Where the loop makes a sum over the rows for each column, and rows have several owners: an array of sums.
void find_scalar_expansion(clang::ASTContext &context, const ExpansionNotes &notes, Converter &converter,
        const clang::Stmt *loop, Expansions &found);

// Where loops find an extremum whose place goes out through pointers: variables, until the loop has ended.
void find_pointed_places(
        clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, Expansions &found);

// Where the loop counts through the range of a row of a flat array: from 0 to the row's length.
void find_row_range(clang::ASTContext &context, const ExpansionNotes &notes, Converter &converter,
        const clang::Stmt *loop, Expansions &found);

// Where the loop allocates rows and sets them at once: a loop for either. `first_text`: that waits for the next parse.
void find_allocated_rows(clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop,
        bool first_text, Expansions &found);

// Where an expression that is a statement steps a local variable inside of it, `b[k++] = a[i];`: the step as a
// statement of its own.
void find_inner_steps(
        clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *statement, Expansions &found);

// Where a loop's condition holds the difference of two pointers that stay: this as a value of its own.
void find_span(clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, Expansions &found);

// Where loops find an extremum's place by comparing with the element that is there: its value as one of its own.
void find_extremum_place(
        clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, Expansions &found);

// Pointers that the loop sets to places of arrays, and does not follow: the places' indices, of which they are made
// behind the loop.
void find_place_pointers(
        clang::ASTContext &context, const ExpansionNotes &notes, const clang::Stmt *loop, Expansions &found);

// The function's pointers that one of the loops `in_loop` steps, as pointers that stay and indices.
void find_walking_pointers(clang::ASTContext &context, const ExpansionNotes &notes, const clang::FunctionDecl *function,
        const std::vector<const clang::VarDecl *> &pointers, Expansions &found);

// Preprocesses the source that `invocation` names once more, to see what the macros expand to; `text` is the main
// file's. False where that goes wrong.
bool write_expanded(const clang::CompilerInvocation &invocation, clang::FileManager &files, llvm::StringRef text,
        const Expansions &wanted, ExpandedText &result);

// The text with other ones for parts of it; it stands for what it stood for.
ExpandedText replace_in(const ExpandedText &text, const std::map<InclusionOffset, Replacement> &replacements);

// Makes `invocation` read `text` as the main file.
void read_text(clang::CompilerInvocation &invocation, llvm::StringRef text);
// The same, and print nothing.
void read_again(clang::CompilerInvocation &invocation, llvm::StringRef text);

#endif
