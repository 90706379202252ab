// SPDX-License-Identifier: Apache-2.0
//
// An extremum whose place goes out through pointers,
//
//     for (i ...) for (j ...) if (a[i][j] > most) { most = a[i][j]; *p = i; *q = j; }
//
// has its place in variables until the loop has ended: what the pointers lead to is set then, if there is one.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
// *p, or p[1].
struct Place {
	const VarDecl *pointer;
	int64_t index;
	std::vector<const BinaryOperator *> stores;
};

class PointedPlaces
{
	ASTContext &context;
	const Stmt *loop;
	TextChanges changes;
	const CompoundStmt *branch = nullptr; // in which all of them are set
	std::vector<Place> places;

	bool leads_to(const Expr *e, const VarDecl *&pointer, int64_t &index) const;
	void find_stores(const CompoundStmt *block);
	bool find_branch(const Stmt *s);
	bool is_store(const Stmt *s) const;
	bool may_be_place(QualType type) const;
	bool disturbs(const Stmt *s) const;
	void write();

      public:
	PointedPlaces(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop)
	    : context(context), loop(loop), changes(context, notes)
	{
	}
	void change(Expansions &found);
};
} // namespace

bool PointedPlaces::leads_to(const Expr *e, const VarDecl *&pointer, int64_t &index) const
{
	e = e->IgnoreParens();
	const Expr *base = nullptr;
	Expr::EvalResult value;
	index = 0;
	if (auto *u = dyn_cast<UnaryOperator>(e); u && u->getOpcode() == UO_Deref) base = u->getSubExpr();
	if (auto *s = dyn_cast<ArraySubscriptExpr>(e); s && s->getIdx()->EvaluateAsInt(value, context)) {
		base = s->getBase();
		index = value.Val.getInt().getExtValue();
	}
	pointer = base ? variable_named(base) : nullptr;
	return pointer && pointer->getType()->isPointerType() && pointer->hasLocalStorage() &&
	       !is_address_taken(pointer) && e->getType()->isArithmeticType() && !e->getType().isVolatileQualified();
}

// The statements of a branch that set such places.
void PointedPlaces::find_stores(const CompoundStmt *block)
{
	places.clear();
	for (const Stmt *s : block->body()) {
		auto *set = dyn_cast<BinaryOperator>(s);
		const VarDecl *pointer = nullptr;
		int64_t index = 0;
		if (!set || set->getOpcode() != BO_Assign || !leads_to(set->getLHS(), pointer, index)) continue;
		auto same = [&](const Place &p) { return p.pointer == pointer && p.index == index; };
		auto known = llvm::find_if(places, same);
		if (known == places.end()) known = places.insert(places.end(), {pointer, index, {}});
		known->stores.push_back(set);
	}
}

static bool goes_elsewhere(const Stmt *s)
{
	return isa<BreakStmt, ContinueStmt>(s) ||
	       llvm::any_of(s->children(), [](const Stmt *c) { return c && goes_elsewhere(c); });
}

// The branch of a comparison that sets a variable, and places beside it.
bool PointedPlaces::find_branch(const Stmt *s)
{
	if (!s) return false;
	auto *choice = dyn_cast<IfStmt>(s);
	auto *block = choice && !choice->getElse() ? dyn_cast<CompoundStmt>(choice->getThen()) : nullptr;
	if (block && !goes_elsewhere(block)) {
		find_stores(block);
		bool sets = llvm::any_of(block->body(), [&](const Stmt *c) {
			auto *set = dyn_cast<BinaryOperator>(c);
			if (!set || set->getOpcode() != BO_Assign) return false;
			const VarDecl *v = variable_named(set->getLHS());
			return v && names_variable(choice->getCond(), v);
		});
		branch = block;
		if (sets && !places.empty()) return true;
	}
	return llvm::any_of(s->children(), [&](const Stmt *c) { return find_branch(c); });
}

bool PointedPlaces::is_store(const Stmt *s) const
{
	return llvm::any_of(places, [&](const Place &p) { return llvm::is_contained(p.stores, s); });
}

// Of a type by which the memory of one of them may be read.
bool PointedPlaces::may_be_place(QualType type) const
{
	if (type->isAnyCharacterType() || !type->isArithmeticType()) return !type->isPointerType();
	return llvm::any_of(places, [&](const Place &p) {
		QualType of = p.pointer->getType()->getPointeeType();
		bool same_kind = type->isIntegerType() == of->isIntegerType();
		return same_kind && context.getTypeSize(type) == context.getTypeSize(of);
	});
}

// Whether the text may read what they lead to, or change where that is: it reads memory of that type, changes one of
// the pointers, or calls functions.
bool PointedPlaces::disturbs(const Stmt *s) const
{
	if (!s) return false;
	if (is_store(s)) return disturbs(cast<BinaryOperator>(s)->getRHS());
	if (isa<StmtExpr, AsmStmt, ReturnStmt, GotoStmt, IndirectGotoStmt, LabelStmt>(s)) return true;
	auto *call = dyn_cast<CallExpr>(s);
	const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
	if (call && (!callee || !only_computes(callee))) return true;
	const Expr *e = dyn_cast<Expr>(s);
	const VarDecl *v = e ? variable_named(e) : nullptr;
	bool own = v && v->hasLocalStorage() && !is_address_taken(v);
	bool element = e && isa<ArraySubscriptExpr, MemberExpr>(e);
	bool led = e && isa<UnaryOperator>(e) && cast<UnaryOperator>(e)->getOpcode() == UO_Deref;
	bool named = isa_and_nonnull<DeclRefExpr>(e) && v && !own;
	bool place = (element || led || named) && e->isLValue() && !e->getType()->isArrayType();
	if (place && may_be_place(e->getType())) return true;
	for (const Place &p : places)
		if (const Expr *target = target_of(s); target && variable_named(target) == p.pointer) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return disturbs(c); });
}

void PointedPlaces::write()
{
	unsigned at = context.getSourceManager().getFileOffset(changes.first_of(loop->getBeginLoc()));
	SourceLocation behind = changes.end_of(loop);
	if (behind.isInvalid()) return;
	std::string known = SPOKEN_PLACE + std::to_string(at), before = "{ int " + known + " = 0; ", after;
	spoken_stands_for(known.c_str(), "found");
	for (size_t k = 0; k < places.size(); k++) {
		const Place &p = places[k];
		QualType type = p.pointer->getType()->getPointeeType().getUnqualifiedType();
		std::string name = known + "_" + std::to_string(k), pointer = p.pointer->getName().str();
		std::string lvalue = p.index ? pointer + "[" + std::to_string(p.index) + "]" : "*" + pointer;
		spoken_stands_for(name.c_str(), lvalue.c_str());
		before += type.getAsString(context.getPrintingPolicy()) + " " + name + " = 0; ";
		after += " " + lvalue + " = " + name + ";";
		for (const BinaryOperator *set : p.stores)
			changes.replace(set->getLHS()->getBeginLoc(), set->getLHS()->getEndLoc(), name);
	}
	changes.put_before(branch->getRBracLoc(), known + " = 1; ");
	changes.put_before(loop->getBeginLoc(), before);
	changes.put_behind(behind, " if (" + known + ") {" + after + " } }");
}

void PointedPlaces::change(Expansions &found)
{
	if (loop->getBeginLoc().isMacroID() || changes.begins_after_directive(loop->getBeginLoc())) return;
	if (!find_branch(loop) || disturbs(loop)) return;
	write();
	changes.make(found);
}

void find_pointed_places(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, Expansions &found)
{
	if (isa<ForStmt, WhileStmt>(loop) && !is_annotated(context, loop))
		PointedPlaces(context, notes, loop).change(found);
}
