// SPDX-License-Identifier: Apache-2.0
//
// How far it is from one pointer to another, `end - p` in a loop's condition, becomes a value of its own in front of
// the loop: in the text of a split loop pointers may lead elsewhere than in the source.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

static bool calls(const Stmt *s)
{
	return isa<CallExpr>(s) || llvm::any_of(s->children(), [](const Stmt *c) { return c && calls(c); });
}

// Whether the loop stores pointers elsewhere than in variables.
static bool stores_pointers(const Stmt *s)
{
	const Expr *target = target_of(s);
	if (target && !isa<DeclRefExpr>(target) && target->getType()->isPointerType()) return true;
	return llvm::any_of(s->children(), [](const Stmt *c) { return c && stores_pointers(c); });
}

// Of variables alone, and the same whenever the loop evaluates it.
static bool stays(const Expr *e, const Stmt *loop)
{
	if (isa<CallExpr, StmtExpr>(e) || target_of(e)) return false;
	auto *load = dyn_cast<ImplicitCastExpr>(e);
	if (load && load->getCastKind() == CK_LValueToRValue) {
		auto *name = dyn_cast<DeclRefExpr>(load->getSubExpr()->IgnoreParens());
		auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
		if (!v || v->getType().isVolatileQualified() || changes_variable(loop, v)) return false;
		return v->hasLocalStorage() ? is_address_lent_only(v) : !calls(loop) && !stores_pointers(loop);
	}
	return llvm::all_of(
	        e->children(), [&](const Stmt *c) { return c && isa<Expr>(c) && stays(cast<Expr>(c), loop); });
}

static const BinaryOperator *span_in(const Stmt *s, const Stmt *loop)
{
	auto *b = dyn_cast<BinaryOperator>(s);
	bool span = b && b->getOpcode() == BO_Sub && b->getLHS()->getType()->isPointerType() &&
	            b->getRHS()->getType()->isPointerType();
	if (span && stays(b, loop)) return b;
	for (const Stmt *c : s->children())
		if (const BinaryOperator *found = c ? span_in(c, loop) : nullptr) return found;
	return nullptr;
}

void find_span(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, Expansions &found)
{
	auto *f = dyn_cast<ForStmt>(loop);
	auto *w = dyn_cast<WhileStmt>(loop);
	auto *d = dyn_cast<DoStmt>(loop);
	const Expr *cond = f ? f->getCond() : w ? w->getCond() : d ? d->getCond() : nullptr;
	const BinaryOperator *span = cond ? span_in(cond, loop) : nullptr;
	const auto &parents = context.getParents(*loop);
	if (!span || parents.size() != 1 || !parents[0].get<Stmt>()) return;
	TextChanges changes(context, notes);
	if (loop->getBeginLoc().isMacroID() || changes.begins_after_directive(loop->getBeginLoc())) return;
	bool in_block = isa<CompoundStmt>(parents[0].get<Stmt>());
	SourceLocation end = changes.end_of(loop);
	if (end.isInvalid()) return;
	unsigned at = context.getSourceManager().getFileOffset(span->getOperatorLoc());
	std::string name = SPOKEN_SPAN + std::to_string(at), text = changes.text_of(span->getSourceRange());
	changes.replace(span->getBeginLoc(), span->getEndLoc(), name);
	changes.put_before(loop->getBeginLoc(), (in_block ? "" : "{ ") + ("const long " + name) + " = " + text + "; ");
	if (!in_block) changes.put_behind(end, " }");
	changes.make(found);
	spoken_stands_for(name.c_str(), text.c_str());
}
