// SPDX-License-Identifier: Apache-2.0
#include "set_places.h"
#include "changes.h"

#include <llvm/ADT/FoldingSet.h>
#include <llvm/ADT/SmallPtrSet.h>

using namespace clang;

namespace
{
// What the text is in: nothing that is done again, a loop of a few rounds, or another loop.
enum class Within { ONCE, FEW, LOOP };

class SetPlaces
{
	const ASTContext &context;
	int depth;
	// What leads to the array: its name, and pointers of the function that begin there.
	llvm::SmallPtrSet<const ValueDecl *, 8> names;
	std::vector<llvm::FoldingSetNodeID> places;

	bool leads(const Expr *e) const;
	void note(const Expr *pointer, const Expr *index);
	void set(const Expr *target, Within within);
	void begin(const DeclStmt *group);
	void call(const CallExpr *called, Within within);
	Within within_loop(const Stmt *loop, Within around) const;

      public:
	bool several = false, in_loops = false;

	SetPlaces(const ASTContext &context, int depth) : context(context), depth(depth) {}
	void name(const ValueDecl *leading) { names.insert(leading); }
	void find(const Stmt *s, Within within);
	bool any() const { return several || !places.empty(); }
};
} // namespace

// a, g->a, a + k, &a[k]
bool SetPlaces::leads(const Expr *e) const
{
	e = e->IgnoreParenCasts();
	if (auto *name = dyn_cast<DeclRefExpr>(e)) return names.contains(name->getDecl());
	if (auto *member = dyn_cast<MemberExpr>(e)) return names.contains(member->getMemberDecl());
	auto *sum = dyn_cast<BinaryOperator>(e);
	if (sum && sum->isAdditiveOp()) return leads(sum->getLHS()) || leads(sum->getRHS());
	auto *address = dyn_cast<UnaryOperator>(e);
	auto *element = address && address->getOpcode() == UO_AddrOf
	                        ? dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens())
	                        : nullptr;
	return element && leads(element->getBase());
}

void SetPlaces::note(const Expr *pointer, const Expr *index)
{
	llvm::FoldingSetNodeID place;
	pointer->Profile(place, context, true);
	if (index) index->Profile(place, context, true);
	if (!llvm::is_contained(places, place)) places.push_back(place);
	several |= places.size() > 1;
}

// a[k], a[k].x, *p, p->x
void SetPlaces::set(const Expr *target, Within within)
{
	const Expr *pointer = nullptr, *index = nullptr;
	for (target = target->IgnoreParenCasts(); !pointer;) {
		auto *member = dyn_cast<MemberExpr>(target);
		auto *element = dyn_cast<ArraySubscriptExpr>(target);
		auto *star = dyn_cast<UnaryOperator>(target);
		if (element)
			pointer = element->getBase(), index = element->getIdx();
		else if (star && star->getOpcode() == UO_Deref)
			pointer = star->getSubExpr();
		else if (member && member->isArrow())
			pointer = member->getBase();
		else if (member)
			target = member->getBase()->IgnoreParenCasts();
		else
			return;
	}
	if (!leads(pointer)) return;
	note(pointer, index);
	several |= within == Within::FEW;
	in_loops |= within == Within::LOOP;
}

// char *p = a + k;
void SetPlaces::begin(const DeclStmt *group)
{
	for (const Decl *d : group->decls()) {
		auto *v = dyn_cast<VarDecl>(d);
		if (v && v->getInit() && v->getType()->isPointerType() && leads(v->getInit())) names.insert(v);
	}
}

void SetPlaces::call(const CallExpr *called, Within within)
{
	enum { DEEPEST = 4 };
	const FunctionDecl *f = called->getDirectCallee();
	f = f ? f->getDefinition() : nullptr;
	for (unsigned k = 0; f && depth < DEEPEST && k < called->getNumArgs() && k < f->getNumParams(); k++) {
		if (!f->getParamDecl(k)->getType()->isPointerType() || !leads(called->getArg(k))) continue;
		SetPlaces inside(context, depth + 1);
		inside.name(f->getParamDecl(k));
		inside.find(f->getBody(), Within::ONCE);
		in_loops |= inside.in_loops || (inside.any() && within == Within::LOOP);
		several |= inside.several || (inside.any() && within == Within::FEW);
		if (inside.any()) note(called, nullptr);
	}
}

// for (c = 0; c < 3; c++)
Within SetPlaces::within_loop(const Stmt *s, Within around) const
{
	enum { FEW_ROUNDS = 16 };
	auto *loop = dyn_cast<ForStmt>(s);
	if (!loop) return isa<WhileStmt, DoStmt>(s) ? Within::LOOP : around;
	std::optional<CountedHead> head = counted_head(loop, context);
	Expr::EvalResult first, end;
	bool known = head && !head->end->getRHS()->isValueDependent() && head->first->EvaluateAsInt(first, context) &&
	             head->end->getRHS()->EvaluateAsInt(end, context);
	if (!known || around == Within::LOOP) return Within::LOOP;
	const int64_t rounds = end.Val.getInt().getExtValue() - first.Val.getInt().getExtValue();
	return rounds >= -FEW_ROUNDS && rounds <= FEW_ROUNDS ? Within::FEW : Within::LOOP;
}

void SetPlaces::find(const Stmt *s, Within within)
{
	if (auto *group = dyn_cast<DeclStmt>(s)) begin(group);
	if (const Expr *target = target_of(s)) set(target, within);
	if (auto *called = dyn_cast<CallExpr>(s)) call(called, within);
	within = within_loop(s, within);
	for (const Stmt *c : s->children())
		if (c) find(c, within);
}

bool sets_several_places(const ASTContext &context, const Stmt *text, const ValueDecl *name)
{
	SetPlaces places(context, 0);
	places.name(name);
	places.find(text, Within::ONCE);
	return places.several && !places.in_loops;
}
