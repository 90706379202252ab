// SPDX-License-Identifier: Apache-2.0
//
// The elements of an array that a function sets in one call.
#ifndef HPCC_FRONTEND_SET_PLACES_H
#define HPCC_FRONTEND_SET_PLACES_H

#include <clang/AST/ASTContext.h>

// Whether the text, or functions that it calls, set elements of what the name leads to, a variable, parameter or field,
// at several places, as a[k] and a[k + 1]; two that are written in different words may be one. Not where it sets some
// in loops of its own that are longer than a few rounds.
bool sets_several_places(const clang::ASTContext &context, const clang::Stmt *text, const clang::ValueDecl *name);

#endif
