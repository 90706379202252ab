// SPDX-License-Identifier: Apache-2.0
//
// The names of variables in what is not evaluated: sizes in bounds and extents, static assertions, enumerators, typeof.
// The model's expressions leave these out.

// gcc warns of a null pointer in Clang's headers, where the visitor's functions are inlined.
#pragma GCC diagnostic ignored "-Wnonnull"

#include "convert.h"
#include "grow.h"

#include <clang/AST/RecursiveASTVisitor.h>

using namespace clang;

namespace
{
class NameFinder : public RecursiveASTVisitor<NameFinder>
{
	typedef RecursiveASTVisitor<NameFinder> Base;

	const llvm::DenseSet<const DeclRefExpr *> &evaluated;
	std::vector<const DeclRefExpr *> &names;
	int sizes = 0; // operands of sizeof around

      public:
	NameFinder(const llvm::DenseSet<const DeclRefExpr *> &evaluated, std::vector<const DeclRefExpr *> &names)
	    : evaluated(evaluated), names(names)
	{
	}

	bool TraverseUnaryExprOrTypeTraitExpr(UnaryExprOrTypeTraitExpr *e, DataRecursionQueue * = nullptr)
	{
		sizes++;
		bool goes_on = Base::TraverseUnaryExprOrTypeTraitExpr(e);
		sizes--;
		return goes_on;
	}

	// A struct that is defined where its type is named.
	bool VisitTagTypeLoc(TagTypeLoc type) { return !type.isDefinition() || TraverseDecl(type.getDecl()); }

	bool VisitDeclRefExpr(DeclRefExpr *e)
	{
		if (isa<VarDecl>(e->getDecl()) && (sizes || !evaluated.contains(e))) names.push_back(e);
		return true;
	}
};
} // namespace

void Converter::list_unevaluated()
{
	NameFinder finder(evaluated, unevaluated);
	for (Decl *decl : context.getTranslationUnitDecl()->decls())
		if (!decl->isImplicit() && !places.in_system_header(decl->getLocation())) finder.TraverseDecl(decl);
	llvm::erase_if(unevaluated, [&](const DeclRefExpr *e) {
		prog_symbol *s = symbol(e->getDecl());
		return !s->mapping || s->mapping->row_levels || s->type->kind != PROG_TYPE_ARRAY;
	});
	for (const DeclRefExpr *e : unevaluated) {
		prog_name name = {symbol(e->getDecl()), places.range(e->getSourceRange())};
		name.symbol->is_measured = true;
		grow(unit, unit->names, unit->n_names, name);
	}
}
