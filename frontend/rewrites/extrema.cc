// SPDX-License-Identifier: Apache-2.0
//
// Where an extremum is, found by comparing with the element that is there: `if (g[i] > g[at]) at = i;`, `if (g[i] > *p)
// p = &g[i];`. What it is compared with becomes a value of its own, `if (g[i] > best) { best = g[i]; at = i; }`, which
// later rooms know as an extremum and its place. The value before the loop is that of the place before it, read if the
// loop runs at all.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Basic/Builtins.h>

using namespace clang;

namespace
{
// `if (x > y) { at = i; ... }` where y is x at the place, or x with what the pointer leads to for the element.
struct Choice {
	const IfStmt *branch;
	const Expr *each, *best;
	const Expr *unset = nullptr;         // which asks beside whether there is no place yet: `!p || x > y`
	const BinaryOperator *set = nullptr; // of the pointer
};

class ExtremumPlace
{
	ASTContext &context;
	std::vector<const ForStmt *> loops; // from the outside in
	std::vector<const VarDecl *> variables, places;
	std::vector<Choice> choices;

	const VarDecl *variable(const Expr *e) const;
	const Stmt *enter(const ForStmt *loop);
	bool is_read_only(const Expr *e, bool in_function = false) const;
	bool stays(const Expr *e) const;
	const VarDecl *place_of(const VarDecl *v, const std::vector<const VarDecl *> &at) const;
	bool is_same_at(const Expr *x, const Expr *y, const std::vector<const VarDecl *> &at, bool subscript) const;
	bool takes(const Stmt *then, std::vector<const VarDecl *> &at) const;
	bool choose(const Stmt *s);
	bool choose_index(const IfStmt *branch);
	bool choose_pointer(const IfStmt *branch);
	const BinaryOperator *points(const Stmt *then, std::vector<const VarDecl *> &others) const;
	bool is_same_behind(const Expr *x, const Expr *y, const Expr *place, const VarDecl *p) const;
	bool names_other_places(const Choice &c) const;
	std::string begin_unset(const Choice &c, TextChanges &changes) const;
	std::string runs(TextChanges &changes) const;
	void change(const Choice &c, const std::string &name, TextChanges &changes) const;

      public:
	ExtremumPlace(ASTContext &context) : context(context) {}
	bool find(const ForStmt *loop);
	void change(TextChanges &changes) const;
};
} // namespace

static const Expr *bare(const Expr *e) { return e->IgnoreParenImpCasts(); }

static const VarDecl *named(const Expr *e)
{
	auto *name = e ? dyn_cast<DeclRefExpr>(bare(e)) : nullptr;
	return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

static bool names(const Stmt *s, const std::vector<const VarDecl *> &list)
{
	if (!s) return false;
	auto *name = dyn_cast<DeclRefExpr>(s);
	if (name && llvm::is_contained(list, dyn_cast<VarDecl>(name->getDecl()))) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return names(c, list); });
}

// ---- what is looked at ------------------------------------------------------------------------

// An integer variable that nobody else sets.
const VarDecl *ExtremumPlace::variable(const Expr *e) const
{
	const VarDecl *v = named(e);
	if (!v || !v->isLocalVarDeclOrParm() || v->isStaticLocal() || v->getType().isVolatileQualified())
		return nullptr;
	auto *type = v->getType()->getAs<BuiltinType>();
	return type && type->isInteger() && !type->isBooleanType() && !is_address_taken(v) ? v : nullptr;
}

// A function of numbers alone: a library's, or one that only chooses and returns.
static bool is_of_numbers(const FunctionDecl *f)
{
	if (!f || f->isVariadic()) return false;
	for (const ParmVarDecl *p : f->parameters())
		if (!p->getType()->isArithmeticType()) return false;
	return true;
}

bool ExtremumPlace::is_read_only(const Expr *e, bool in_function) const
{
	e = bare(e);
	if (auto *name = dyn_cast<DeclRefExpr>(e)) {
		if (isa<EnumConstantDecl>(name->getDecl())) return true;
		auto *v = dyn_cast<VarDecl>(name->getDecl());
		return v && !v->getType().isVolatileQualified() && (!in_function || isa<ParmVarDecl>(v));
	}
	if (isa<IntegerLiteral, FloatingLiteral, CharacterLiteral>(e)) return true;
	auto *u = dyn_cast<UnaryOperator>(e);
	auto *b = dyn_cast<BinaryOperator>(e);
	if ((u && u->isIncrementDecrementOp()) || (b && (b->isAssignmentOp() || b->getOpcode() == BO_Comma)))
		return false;
	if (auto *call = dyn_cast<CallExpr>(e)) {
		const FunctionDecl *f = call->getDirectCallee();
		if (!is_of_numbers(f)) return false;
		unsigned known = f->getBuiltinID();
		bool pure = f->hasAttr<ConstAttr>() || (known && context.BuiltinInfo.isConst(known));
		auto *body = f->hasBody() ? dyn_cast<CompoundStmt>(f->getBody()) : nullptr;
		auto *value = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
		bool returns =
		        value && !in_function && value->getRetValue() && is_read_only(value->getRetValue(), true);
		return (pure || returns) &&
		       llvm::all_of(call->arguments(), [&](const Expr *a) { return is_read_only(a, in_function); });
	}
	if (!u && !b && !isa<ArraySubscriptExpr, MemberExpr, CStyleCastExpr, ConditionalOperator>(e)) return false;
	if (e->getType().isVolatileQualified()) return false;
	return llvm::all_of(
	        e->children(), [&](const Stmt *c) { return c && is_read_only(cast<Expr>(c), in_function); });
}

// The same in all iterations.
bool ExtremumPlace::stays(const Expr *e) const { return is_read_only(e) && !names(e, variables); }

static const Expr *first_of(const ForStmt *loop, const VarDecl *v)
{
	if (auto *group = dyn_cast_or_null<DeclStmt>(loop->getInit()))
		return group->isSingleDecl() && group->getSingleDecl() == v ? v->getInit() : nullptr;
	auto *set = dyn_cast_or_null<BinaryOperator>(loop->getInit());
	return set && set->getOpcode() == BO_Assign && named(set->getLHS()) == v ? set->getRHS() : nullptr;
}

static const VarDecl *stepped(const Expr *step)
{
	if (auto *u = dyn_cast_or_null<UnaryOperator>(step))
		return u->isIncrementDecrementOp() ? named(u->getSubExpr()) : nullptr;
	auto *b = dyn_cast_or_null<BinaryOperator>(step);
	return b && (b->getOpcode() == BO_AddAssign || b->getOpcode() == BO_SubAssign) ? named(b->getLHS()) : nullptr;
}

// The loop's body; null: it counts in another way, or not from and to what stays.
const Stmt *ExtremumPlace::enter(const ForStmt *loop)
{
	const VarDecl *v = stepped(loop->getInc());
	auto *cond = dyn_cast_or_null<BinaryOperator>(loop->getCond());
	if (!v || !cond || !cond->isComparisonOp() || loop->getConditionVariable() || variable(cond->getLHS()) != v)
		return nullptr;
	variables.push_back(v);
	loops.push_back(loop);
	auto *by = dyn_cast<BinaryOperator>(loop->getInc());
	const Expr *first = first_of(loop, v);
	return first && stays(first) && stays(cond->getRHS()) && (!by || stays(by->getRHS())) ? loop->getBody()
	                                                                                      : nullptr;
}

// at = i; for each of the loops.
bool ExtremumPlace::takes(const Stmt *s, std::vector<const VarDecl *> &at) const
{
	if (auto *block = dyn_cast<CompoundStmt>(s))
		return llvm::all_of(block->body(), [&](const Stmt *c) { return takes(c, at); });
	auto *set = dyn_cast<BinaryOperator>(s);
	if (set && set->getOpcode() == BO_Comma) return takes(set->getLHS(), at) && takes(set->getRHS(), at);
	if (!set || set->getOpcode() != BO_Assign) return false;
	const VarDecl *place = variable(set->getLHS()), *value = named(set->getRHS());
	auto which = llvm::find(variables, value);
	if (!place || which == variables.end() || llvm::is_contained(variables, place)) return false;
	const VarDecl *&known = at[static_cast<size_t>(which - variables.begin())];
	QualType from = value->getType(), to = place->getType();
	// It holds all that the variable does.
	bool fits = from->isSignedIntegerType() == to->isSignedIntegerType() &&
	            context.getTypeSize(from) <= context.getTypeSize(to);
	if (known || !fits || llvm::is_contained(at, place)) return false;
	known = place;
	return true;
}

const VarDecl *ExtremumPlace::place_of(const VarDecl *v, const std::vector<const VarDecl *> &at) const
{
	for (size_t k = 0; k < variables.size(); k++)
		if (variables[k] == v) return at[k];
	return nullptr;
}

// Whether y is x with the places instead of the loops' variables. These may be of another type where they are
// subscripts.
bool ExtremumPlace::is_same_at(
        const Expr *x, const Expr *y, const std::vector<const VarDecl *> &at, bool subscript) const
{
	x = bare(x), y = bare(y);
	if (x->getStmtClass() != y->getStmtClass()) return false;
	if (auto *name = dyn_cast<DeclRefExpr>(x)) {
		const ValueDecl *other = cast<DeclRefExpr>(y)->getDecl();
		auto *v = dyn_cast<VarDecl>(name->getDecl());
		const VarDecl *place = v ? place_of(v, at) : nullptr;
		if (!place) return other == name->getDecl() && !llvm::is_contained(at, v);
		return other == place && (subscript || context.hasSameUnqualifiedType(v->getType(), place->getType()));
	}
	if (!context.hasSameUnqualifiedType(x->getType(), y->getType())) return false;
	if (auto *i = dyn_cast<IntegerLiteral>(x)) return i->getValue() == cast<IntegerLiteral>(y)->getValue();
	if (auto *f = dyn_cast<FloatingLiteral>(x))
		return f->getValue().bitwiseIsEqual(cast<FloatingLiteral>(y)->getValue());
	if (auto *c = dyn_cast<CharacterLiteral>(x)) return c->getValue() == cast<CharacterLiteral>(y)->getValue();
	if (auto *u = dyn_cast<UnaryOperator>(x); u && u->getOpcode() != cast<UnaryOperator>(y)->getOpcode())
		return false;
	if (auto *b = dyn_cast<BinaryOperator>(x); b && b->getOpcode() != cast<BinaryOperator>(y)->getOpcode())
		return false;
	if (auto *m = dyn_cast<MemberExpr>(x); m && m->getMemberDecl() != cast<MemberExpr>(y)->getMemberDecl())
		return false;
	auto p = x->child_begin(), q = y->child_begin();
	for (; p != x->child_end() && q != y->child_end(); ++p, ++q) {
		auto *element = dyn_cast<ArraySubscriptExpr>(x);
		bool index = element && *p == element->getRHS();
		if (!is_same_at(cast<Expr>(*p), cast<Expr>(*q), at, index)) return false;
	}
	return p == x->child_end() && q == y->child_end();
}

static bool is_ordered(const Expr *e, const ASTContext &context)
{
	auto *type = bare(e)->getType()->getAs<BuiltinType>();
	return type && (type->isInteger() || type->isFloatingPoint()) && type->getKind() != BuiltinType::Half &&
	       type->getKind() != BuiltinType::Float16 && type->getKind() != BuiltinType::BFloat16 &&
	       (type->isFloatingPoint() || context.getTypeSize(type) <= 64);
}

bool ExtremumPlace::choose_index(const IfStmt *branch)
{
	auto *cond = dyn_cast<BinaryOperator>(branch->getCond()->IgnoreParens());
	std::vector<const VarDecl *> at(variables.size());
	if (!cond || !cond->isRelationalOp() || !takes(branch->getThen(), at) || llvm::is_contained(at, nullptr))
		return false;
	bool left = names(cond->getRHS(), at);
	const Expr *each = left ? cond->getLHS() : cond->getRHS(), *best = left ? cond->getRHS() : cond->getLHS();
	if (!is_ordered(each, context) || !is_read_only(each) || !is_same_at(each, best, at, false)) return false;
	places.insert(places.end(), at.begin(), at.end());
	choices.push_back({branch, each, best});
	return true;
}

// ---- pointers ---------------------------------------------------------------------------------

// The element that the pointer is set to, `a[i]` for &a[i]; `pointer + i` as it is.
static const Expr *place_in(const Expr *value)
{
	auto *address = dyn_cast<UnaryOperator>(bare(value));
	return address && address->getOpcode() == UO_AddrOf ? bare(address->getSubExpr()) : bare(value);
}

// `p = &a[i];`, alone or beside integers that are set to the loops' variables.
const BinaryOperator *ExtremumPlace::points(const Stmt *s, std::vector<const VarDecl *> &others) const
{
	const BinaryOperator *found = nullptr;
	std::vector<const Stmt *> list = {s};
	while (!list.empty()) {
		const Stmt *each = list.back();
		list.pop_back();
		if (auto *block = dyn_cast<CompoundStmt>(each)) {
			list.insert(list.end(), block->body_begin(), block->body_end());
			continue;
		}
		auto *set = dyn_cast<BinaryOperator>(each);
		if (set && set->getOpcode() == BO_Comma) {
			list.push_back(set->getLHS()), list.push_back(set->getRHS());
			continue;
		}
		if (!set || set->getOpcode() != BO_Assign) return nullptr;
		if (const VarDecl *v = variable(set->getLHS())) {
			if (!llvm::is_contained(variables, named(set->getRHS()))) return nullptr;
			others.push_back(v);
		} else if (found) {
			return nullptr;
		} else {
			found = set;
		}
	}
	const VarDecl *p = found ? named(found->getLHS()) : nullptr;
	if (!p || !p->getType()->isPointerType() || !p->hasLocalStorage() || p->getType().isVolatileQualified())
		return nullptr;
	const Expr *place = place_in(found->getRHS());
	auto *sum = dyn_cast<BinaryOperator>(place);
	bool element = isa<ArraySubscriptExpr, MemberExpr>(place) && place != bare(found->getRHS());
	bool steps = sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType();
	if ((!element && !steps) || is_address_taken(p) || !is_read_only(place)) return nullptr;
	return names(place, variables) ? found : nullptr;
}

// Whether y is x with *p for the element at the place.
bool ExtremumPlace::is_same_behind(const Expr *x, const Expr *y, const Expr *place, const VarDecl *p) const
{
	auto same = [&](const Expr *a, const Expr *b) {
		llvm::FoldingSetNodeID m, n;
		bare(a)->Profile(m, context, true);
		bare(b)->Profile(n, context, true);
		return m == n;
	};
	auto is_place = [&](const Expr *e) { // the element, as an lvalue
		e = bare(e);
		auto *sum = dyn_cast<BinaryOperator>(place);
		auto *element = dyn_cast<ArraySubscriptExpr>(e);
		auto *u = dyn_cast<UnaryOperator>(e);
		if (!sum) return same(e, place);
		if (u && u->getOpcode() == UO_Deref) return same(u->getSubExpr(), place);
		return element && same(element->getBase(), sum->getLHS()) && same(element->getIdx(), sum->getRHS());
	};
	x = bare(x), y = bare(y);
	if (!context.hasSameUnqualifiedType(x->getType(), y->getType())) return false;
	auto *u = dyn_cast<UnaryOperator>(y);
	auto *first = dyn_cast<ArraySubscriptExpr>(y);
	Expr::EvalResult zero;
	if (u && u->getOpcode() == UO_Deref && named(u->getSubExpr()) == p) return is_place(x);
	if (first && named(first->getBase()) == p)
		return first->getIdx()->EvaluateAsInt(zero, context) && zero.Val.getInt() == 0 && is_place(x);
	if (x->getStmtClass() != y->getStmtClass()) return false;
	auto *m = dyn_cast<MemberExpr>(x);
	auto *n = dyn_cast<MemberExpr>(y);
	if (m && m->getMemberDecl() != n->getMemberDecl()) return false;
	if (m && n->isArrow() && named(n->getBase()) == p)
		return m->isArrow() ? same(m->getBase(), place) : is_place(m->getBase());
	if (!names(y, {p})) return same(x, y);
	auto *b = dyn_cast<UnaryOperator>(x);
	if (b && b->getOpcode() != u->getOpcode()) return false;
	auto *c = dyn_cast<BinaryOperator>(x);
	if (c && c->getOpcode() != cast<BinaryOperator>(y)->getOpcode()) return false;
	if (m && m->isArrow() != n->isArrow()) return false;
	auto *call = dyn_cast<CallExpr>(x);
	if (call && call->getDirectCallee() != cast<CallExpr>(y)->getDirectCallee()) return false;
	auto *conversion = dyn_cast<CStyleCastExpr>(x);
	if (!m && !b && !c && !call && !conversion && !isa<ArraySubscriptExpr>(x)) return false;
	auto i = x->child_begin(), j = y->child_begin();
	for (; i != x->child_end() && j != y->child_end(); ++i, ++j)
		if (!is_same_behind(cast<Expr>(*i), cast<Expr>(*j), place, p)) return false;
	return i == x->child_end() && j == y->child_end();
}

// !p, p == NULL
static bool is_unset(const Expr *e, const VarDecl *p, ASTContext &context)
{
	e = bare(e);
	auto *u = dyn_cast<UnaryOperator>(e);
	auto *b = dyn_cast<BinaryOperator>(e);
	if (u) return u->getOpcode() == UO_LNot && named(u->getSubExpr()) == p;
	if (!b || b->getOpcode() != BO_EQ) return false;
	const Expr *other = named(b->getLHS()) == p ? b->getRHS() : b->getLHS();
	return (named(b->getLHS()) == p || named(b->getRHS()) == p) &&
	       other->isNullPointerConstant(context, Expr::NPC_NeverValueDependent) != Expr::NPCK_NotNull;
}

bool ExtremumPlace::choose_pointer(const IfStmt *branch)
{
	std::vector<const VarDecl *> others;
	Choice c = {branch, nullptr, nullptr, nullptr, points(branch->getThen(), others)};
	const VarDecl *p = c.set ? named(c.set->getLHS()) : nullptr;
	const Expr *asked = branch->getCond()->IgnoreParens();
	auto *either = dyn_cast<BinaryOperator>(asked);
	if (p && either && either->getOpcode() == BO_LOr && is_unset(either->getLHS(), p, context)) {
		c.unset = either;
		asked = either->getRHS()->IgnoreParens();
	}
	auto *cond = dyn_cast<BinaryOperator>(asked);
	if (!p || !cond || !cond->isRelationalOp()) return false;
	bool left = names(cond->getRHS(), {p});
	c.each = left ? cond->getLHS() : cond->getRHS(), c.best = left ? cond->getRHS() : cond->getLHS();
	if (!is_ordered(c.each, context) || !is_read_only(c.each) ||
	        !is_same_behind(c.each, c.best, place_in(c.set->getRHS()), p))
		return false;
	places.push_back(p);
	places.insert(places.end(), others.begin(), others.end());
	choices.push_back(c);
	return true;
}

bool ExtremumPlace::choose(const Stmt *s)
{
	auto *branch = dyn_cast<IfStmt>(s);
	if (!branch || branch->getElse() || branch->hasInitStorage() || branch->hasVarStorage()) return false;
	return choose_index(branch) || choose_pointer(branch);
}

bool ExtremumPlace::names_other_places(const Choice &c) const
{
	return names(c.each, places) || (c.set && names(c.set->getRHS(), places));
}

bool ExtremumPlace::find(const ForStmt *loop)
{
	const Stmt *body = loop;
	while (auto *inner = dyn_cast_or_null<ForStmt>(body)) {
		body = enter(inner);
		auto *block = dyn_cast_or_null<CompoundStmt>(body);
		if (block && block->size() == 1) body = block->body_front();
	}
	if (!body) return false;
	auto *block = dyn_cast<CompoundStmt>(body);
	bool good =
	        block ? !block->body_empty() && llvm::all_of(block->body(), [&](const Stmt *s) { return choose(s); })
	              : choose(body);
	if (!good) return false;
	// Each place belongs to one of the choices, and the loops' heads have nothing to do with it.
	for (size_t k = 0; k < places.size(); k++)
		for (size_t j = 0; j < k; j++)
			if (places[j] == places[k]) return false;
	for (const Choice &c : choices)
		if (names_other_places(c)) return false;
	return llvm::none_of(loops, [&](const ForStmt *s) {
		return names(s->getInit(), places) || names(s->getCond(), places) || names(s->getInc(), places) ||
		       (isa<DeclStmt>(s->getInit()) && names(first_of(s, stepped(s->getInc())), places));
	});
}

// ---- the new text -----------------------------------------------------------------------------

// Whether there is an iteration, in front of the loops.
std::string ExtremumPlace::runs(TextChanges &changes) const
{
	std::string text;
	for (size_t k = 0; k < loops.size(); k++) {
		auto *cond = cast<BinaryOperator>(loops[k]->getCond());
		const Expr *first = first_of(loops[k], variables[k]);
		QualType type = variables[k]->getType().getCanonicalType().getUnqualifiedType();
		bool same = context.hasSameUnqualifiedType(bare(first)->getType(), type);
		text += k ? " && " : "";
		text += (same ? "(" : "(" + type.getAsString() + ")(") + changes.text_of(first->getSourceRange()) +
		        ") ";
		text += BinaryOperator::getOpcodeStr(cond->getOpcode()).str();
		text += " (" + changes.text_of(cond->getRHS()->getSourceRange()) + ")";
	}
	return text;
}

// Where there is no place before, the first iteration's is one, and what is noted beside it.
std::string ExtremumPlace::begin_unset(const Choice &c, TextChanges &changes) const
{
	const BinaryOperator *set = c.set;
	if (!c.unset) return "";
	std::string text = "if (!" + named(set->getLHS())->getName().str() + ") { ", inside;
	for (size_t k = 0; k < loops.size(); k++) {
		std::string name = variables[k]->getName().str(),
		            type = variables[k]->getType().getCanonicalType().getUnqualifiedType().getAsString();
		std::string first = changes.text_of(first_of(loops[k], variables[k])->getSourceRange());
		std::string kept = "hpcc_first_" + std::to_string(k);
		text += "const " + type + " " + kept + " = " + first + "; ";
		inside += "const " + type + " " + name + " = " + kept + "; ";
	}
	return text + "{ " + inside + changes.text_of(c.branch->getThen()->getSourceRange()) + "; } } ";
}

void ExtremumPlace::change(const Choice &c, const std::string &name, TextChanges &changes) const
{
	std::string set = name + " = " + changes.text_of(c.each->getSourceRange()) + ";";
	const Stmt *then = c.branch->getThen();
	if (c.unset) {
		auto *cond = cast<BinaryOperator>(cast<BinaryOperator>(c.unset)->getRHS()->IgnoreParens());
		std::string each = changes.text_of(c.each->getSourceRange());
		std::string op = " " + cond->getOpcodeStr().str() + " ";
		bool left = c.best == cond->getLHS();
		changes.replace(c.unset->getBeginLoc(), c.unset->getEndLoc(),
		        left ? name + op + "(" + each + ")" : "(" + each + ")" + op + name);
	} else {
		changes.replace(c.best->getBeginLoc(), c.best->getEndLoc(), name);
	}
	if (isa<CompoundStmt>(then)) return changes.put_behind(then->getBeginLoc(), " " + set);
	SourceLocation end = changes.end_of(then);
	if (end.isInvalid()) return changes.fail();
	changes.put_before(then->getBeginLoc(), "{ " + set + " ");
	changes.put_behind(end, " }");
}

void ExtremumPlace::change(TextChanges &changes) const
{
	const ForStmt *loop = loops[0];
	SourceLocation end = changes.end_of(loop);
	if (end.isInvalid() || changes.begins_after_directive(loop->getForLoc())) return changes.fail();
	std::string before = "{ ", condition = runs(changes);
	for (const Choice &c : choices) {
		unsigned at = context.getSourceManager().getFileOffset(
		        context.getSourceManager().getExpansionLoc(c.branch->getIfLoc()));
		std::string name = SPOKEN_BEST + std::to_string(at), best = changes.text_of(c.best->getSourceRange());
		QualType type = bare(c.each)->getType().getCanonicalType().getUnqualifiedType();
		before += type.getAsString() + " " + name + " = 0; if (" + condition + ") { " +
		          begin_unset(c, changes) + name + " = " + best + "; } ";
		change(c, name, changes);
		if (changes.possible()) spoken_stands_for(name.c_str(), best.c_str());
	}
	changes.put_before(loop->getForLoc(), before);
	changes.put_behind(end, " }");
}

void find_extremum_place(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (!s || s->getForLoc().isMacroID()) return;
	ExtremumPlace place(context);
	if (!place.find(s)) return;
	TextChanges changes(context, notes);
	place.change(changes);
	changes.make(found);
}
