// SPDX-License-Identifier: Apache-2.0
//
// Names of file scope at a place that may stand in front of their declarations: text that is written there names them
// as it did behind those.
#ifndef HPCC_FRONTEND_KNOWN_NAMES_H
#define HPCC_FRONTEND_KNOWN_NAMES_H

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>

#include <llvm/ADT/StringMap.h>

#include <map>
#include <string>

class KnownNames
{
	clang::ASTContext &context;
	clang::SourceLocation place;
	std::map<std::string, std::string> declared; // by name
	llvm::StringMap<std::string> others;

	bool is_before(const clang::Decl *decl) const;
	bool knows(const clang::NamedDecl *decl) const;
	bool knows(clang::QualType type, bool written) const;
	std::string declaration_of(const clang::NamedDecl *decl) const;
	std::string other_text_of(const clang::NamedDecl *decl) const;

      public:
	KnownNames(clang::ASTContext &context, clang::SourceLocation place) : context(context), place(place) {}

	// Whether the name can mean there what it does at the end of the file: it is declared, or a declaration can be
	// put in front, or another text says the same.
	bool can_mean(llvm::StringRef name);
	// The other text; "": the name itself.
	llvm::StringRef instead_of(llvm::StringRef name) const;
	// The declarations to be put in front, each in a line of its own.
	std::string declarations() const;
	// The type in a declaration of something of that name; "": it cannot be said there.
	std::string declarator(clang::QualType type, llvm::StringRef name) const;
};

#endif
