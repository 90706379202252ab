// SPDX-License-Identifier: Apache-2.0
//
// From Clang's source locations to the model's places and byte ranges, and back for diagnostics.
#ifndef HPCC_FRONTEND_PLACES_H
#define HPCC_FRONTEND_PLACES_H

#include "../../analysis/model/model.h"
#include "inclusions.h"

#include <clang/AST/Decl.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/LangOptions.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>

#include <llvm/ADT/DenseMap.h>

#include <vector>

// The tokens of a file's text as they stand there, without comments and preprocessor lines.
class TextScan
{
	clang::Lexer lexer;
	clang::Token token;
	unsigned base;

	bool skip_line();

      public:
	TextScan(const clang::SourceManager &sources, const clang::LangOptions &language, clang::FileID file,
	        unsigned begin);

	// Moves to the next token. False at the end of the file.
	bool next();
	bool is(clang::tok::TokenKind kind) const { return token.is(kind); }
	bool opens() const;
	bool closes() const;
	unsigned begin() const;
	unsigned end() const { return begin() + token.getLength(); }
};

// The parts of one declarator of a group; file -1 each where they are not plain text of one file.
struct DeclaratorText {
	prog_range decl, declarator, name, init;
};

class Places
{
	prog_unit *unit;
	clang::SourceManager &sources;
	const clang::LangOptions &language;
	llvm::DenseMap<clang::FileID, int> index_of;
	std::vector<clang::FileID> id_of;               // by prog_unit.files
	std::vector<const clang::FileEntry *> entry_of; // by prog_unit.files
	Places *first = nullptr;                        // places in the user's own text, if another one is read
	const ExpandedText *expanded = nullptr;
	const Inclusions *inclusions = nullptr; // of the first parse

	void set_text(prog_file &file, clang::FileID id);
	void list_places();
	int add_file(clang::FileID id, clang::FileEntryRef entry);
	prog_range make(clang::SourceLocation begin, unsigned size);
	prog_range chars(clang::CharSourceRange range);
	bool file_start(clang::SourceLocation where, clang::FileID &id, unsigned &offset) const;
	void scan_declarator(TextScan &scan, int file, DeclaratorText &text);
	void end_at_parameters(const clang::DeclaratorDecl *decl, prog_range &declarator);

      public:
	Places(prog_unit *unit, clang::SourceManager &sources, const clang::LangOptions &language)
	    : unit(unit), sources(sources), language(language)
	{
	}

	// The main file's text is an expanded one: what is in it is in the places that `first` knows. Before
	// list_files.
	void read_expanded(Places &first, const ExpandedText &expanded, const Inclusions &inclusions);
	// Lists the main file and every file that it includes, system headers excepted.
	void list_files();
	// Lists the #line directives.
	void list_line_names();
	// Lists the macros without parameters that the program defines, be it up to an #undef.
	void list_macros(const clang::Preprocessor &preprocessor);
	// The file's index in the unit; -1 for text that is in no file.
	int file(clang::FileID id);

	prog_loc loc(clang::SourceLocation where);
	clang::SourceLocation location(prog_loc loc) const;

	prog_range none() const { return {-1, 0, 0}; }
	prog_range trimmed(int file, unsigned begin, unsigned end) const;

	// See prog_range, and prog_expr.expansion.
	prog_range range(clang::SourceRange tokens);
	prog_range expansion(clang::SourceRange tokens, prog_range own);
	// With the `;`. From `begin` on, if the statement itself does not begin where text can be replaced.
	prog_range statement(const clang::Stmt *stmt) { return statement(stmt, stmt->getBeginLoc()); }
	prog_range statement(const clang::Stmt *stmt, clang::SourceLocation begin);
	// The three parts of a for's head.
	void for_head(const clang::ForStmt *stmt, prog_range parts[3]);
	DeclaratorText declarator(const clang::DeclaratorDecl *decl);
	// The line or lines from a pragma's `#` to `end`, the newline after it.
	prog_range lines(clang::SourceLocation begin, clang::SourceLocation end);
	// A _Pragma in file text.
	prog_range pragma_operator(clang::SourceLocation begin);

	bool in_system_header(clang::SourceLocation where) const;
	// Whether `a` stands before `b` after preprocessing.
	bool before(clang::SourceLocation a, clang::SourceLocation b) const;
};

#endif
