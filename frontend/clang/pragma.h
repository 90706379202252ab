// SPDX-License-Identifier: Apache-2.0
//
// Collects `#pragma dist` lines while Clang preprocesses. Only their tokens are kept, by place: the syntax tree
// does not exist yet, so what the names in them mean is found later, in the walk over the scopes.
#ifndef HPCC_FRONTEND_PRAGMA_H
#define HPCC_FRONTEND_PRAGMA_H

#include "../directives/directives.h"

#include <clang/Basic/SourceLocation.h>
#include <clang/Lex/Preprocessor.h>

#include <memory>
#include <string>
#include <vector>

struct PragmaToken {
	directive_token_kind kind;
	std::string text;
	clang::SourceLocation where;
};

struct Pragma {
	clang::SourceLocation begin;     // of the `#` or `_Pragma`: its place among declarations and statements
	clang::SourceLocation name;      // of `dist`
	clang::SourceLocation end;       // of the line's end, or of the last token of a _Pragma
	bool is_line;                    // #pragma, not _Pragma
	std::vector<PragmaToken> tokens; // after `dist`
};

// In the order in which the preprocessor met them.
typedef std::vector<Pragma> PragmaList;

// Registers the handler. `list` must live as long as the preprocessor.
void collect_pragmas(clang::Preprocessor &preprocessor, PragmaList &list);

#endif
