// SPDX-License-Identifier: Apache-2.0
//
// Changes of a text that belong together: all are made, or none.
#ifndef HPCC_FRONTEND_CHANGES_H
#define HPCC_FRONTEND_CHANGES_H

#include "expand.h"

#include <clang/AST/ASTContext.h>

#include <optional>

class TextChanges
{
	const clang::SourceManager &sources;
	const clang::LangOptions &language;
	const ExpansionNotes &notes;
	std::map<InclusionOffset, Replacement> list;
	bool good = true;

	void add(clang::SourceLocation begin, unsigned size, const std::string &text);

      public:
	TextChanges(const clang::ASTContext &context, const ExpansionNotes &notes)
	    : sources(context.getSourceManager()), language(context.getLangOpts()), notes(notes)
	{
	}

	// It cannot be done: some of the text is a macro's.
	void fail() { good = false; }
	bool possible() const { return good; }
	bool empty() const { return list.empty(); }

	// Where the token stands, or the macro that it is the first or the last one of.
	clang::SourceLocation first_of(clang::SourceLocation token) const;
	clang::SourceLocation last_of(clang::SourceLocation token) const;
	std::string text_of(clang::SourceRange range);
	// The token behind the one that begins there; and its place, if it is of this kind.
	std::optional<clang::Token> next_token(clang::SourceLocation token) const;
	clang::SourceLocation next_is(clang::SourceLocation token, clang::tok::TokenKind kind) const;
	// The statement's last token, its semicolon too; none where that is a macro's.
	clang::SourceLocation end_of(const clang::Stmt *statement);
	// A directive or pragma is about the loop that it stands before.
	bool begins_after_directive(clang::SourceLocation where) const;
	// The preprocessor's lines in front of it; those that go on in the next line are one.
	std::vector<llvm::StringRef> directives_before(clang::SourceLocation where) const;
	// All of it is in one file, no macro's, and no longer than some pages.
	bool stands_in_text(const clang::ForStmt *loop);
	// Its body can stand in the text a second time.
	bool may_be_copied(const clang::ForStmt *loop);
	// From one token to the end of another. What is put at the place of something else goes before it.
	void replace(clang::SourceLocation begin, clang::SourceLocation end, const std::string &text);
	void put_before(clang::SourceLocation token, const std::string &text) { add(token, 0, text); }
	// Declarations, in lines of their own; others may ask for such there.
	void declare_before(clang::SourceLocation token, const std::string &text);
	void put_behind(clang::SourceLocation token, const std::string &text);
	// The text, as if it stood at `like`, then a copy of what stands from the one location to the end of the other
	// one's token, then `after`. Not in the first text.
	void put_copy_behind(clang::SourceLocation token, clang::SourceLocation like, const std::string &text,
	        clang::SourceRange copied, const std::string &after)
	{
		put_copies_behind(token, like, text, {{copied, after}});
	}
	// The same with several copies, each with the text behind it.
	void put_copies_behind(clang::SourceLocation token, clang::SourceLocation like, const std::string &text,
	        const std::vector<std::pair<clang::SourceRange, std::string>> &copies);
	// From one token to the end of another: the text, then copies of other parts of the same file. Not in the first
	// text.
	void replace_by_copies(clang::SourceLocation begin, clang::SourceLocation end, const std::string &text,
	        const std::vector<CopiedText> &copies);
	// A line of the preprocessor that says that what follows stands where this does.
	std::string line_of(clang::SourceLocation place);
	void make(Expansions &found) const;
};

// Of a local variable.
bool is_address_taken(const clang::VarDecl *variable);
// The variable that the expression is; NULL: it is something else, or none.
const clang::VarDecl *variable_named(const clang::Expr *e);
// What the expression sets or steps; NULL: nothing, or it is no such expression.
const clang::Expr *target_of(const clang::Stmt *s);
bool names_variable(const clang::Stmt *text, const clang::VarDecl *variable);
// The variable that the loop's head sets, and to what; NULL: none, or several.
const clang::VarDecl *counter_of(const clang::ForStmt *loop, const clang::Expr *&first);
// A loop's head that steps a local integer by one, from a value that stays up to another one, or down to it.
struct CountedHead {
	const clang::VarDecl *counter;    // nobody else has its address, or changes it
	const clang::Expr *first;         // its first value
	const clang::BinaryOperator *end; // the comparison of it, on the left, with the value that ends the loop
	bool up;
};
std::optional<CountedHead> counted_head(const clang::ForStmt *loop, const clang::ASTContext &context);
// Whether a loop's body has a break out of the loop, or a place to which others may jump.
bool has_jumps(const clang::Stmt *body);
// Whether it has a loop of its own.
bool has_loop(const clang::Stmt *text);
// Whether attributes or directives that the compiler knows, OpenMP's if it is asked for, are about the loop; or what is
// around it is no statement.
bool is_annotated(clang::ASTContext &context, const clang::Stmt *loop);
// What a line of the preprocessor says of the loop behind it: "dist ...", "GCC ivdep"; "": nothing. OpenMP's pragmas
// are no more than comments here.
llvm::StringRef said_in(llvm::StringRef line);
// Whether the address of the local variable is given to calls only, which forget it: scanf("%d", &n).
bool is_address_lent_only(const clang::VarDecl *variable);
// Whether the text may change the variable, whose address nobody has, or a call in the text only.
bool changes_variable(const clang::Stmt *text, const clang::VarDecl *variable);
// A function that computes a value of its arguments and does nothing else, but for errno.
bool only_computes(const clang::FunctionDecl *function);
// An expression of integer variables and constants that has the same value wherever in the text, or in front of it, it
// is evaluated.
bool value_stays(const clang::Expr *e, const clang::Stmt *text, const clang::ASTContext &context);

#endif
