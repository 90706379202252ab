// SPDX-License-Identifier: Apache-2.0
//
// Loops whose direction a variable chooses: `for (i = s; step > 0 ? i < e : i > e; i += step)`, `for (...; i != e; i +=
// dir)` where dir is 1 or -1. Each direction is an order of its own, so the loop is written once for each, `if (step >
// 0) for (i = s; i < e; i += step) ... else for (i = s; i > e; i += step) ...`. Below such a choice, loops that ask the
// same are written with its answer.
#include "changes.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace
{
// What a condition says of a variable's sign.
struct Sign {
	const VarDecl *variable;
	bool positive;
};

// Another text for an expression of the loop's head.
struct Substitute {
	SourceRange range;
	std::string text;
};

class Direction
{
	ASTContext &context;
	const SourceManager &sources;
	const ForStmt *loop;
	TextChanges changes;
	const Expr *choice = nullptr;            // which asks for the direction
	const VarDecl *unit = nullptr;           // or this is 1 or -1, and is it
	const BinaryOperator *or_else = nullptr; // `choice && x || the opposite && y`
	bool both_ways = true;                   // else the condition tells

	bool same(const Expr *x, const Expr *y) const;
	bool answers(const Expr *cond, bool &first) const;
	const ConditionalOperator *choice_in(const Stmt *s) const;
	bool choose_by_arms();
	bool choose_by_step();
	bool choose();
	bool answered(bool &first) const;
	void substitute(const Stmt *s, bool first, std::vector<Substitute> &list);
	std::vector<Substitute> head(bool first);
	std::string head_text(const std::vector<Substitute> &list);
	std::string question();
	void write_twice();

      public:
	Direction(ASTContext &context, const ExpansionNotes &notes, const ForStmt *loop)
	    : context(context), sources(context.getSourceManager()), loop(loop), changes(context, notes)
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

static const Expr *bare(const Expr *e) { return e->IgnoreParenImpCasts(); }

// ---- variables that are 1 or -1 ------------------------------------------------------------------

namespace
{
class Units
{
	const ASTContext &context;
	std::vector<const VarDecl *> asked; // taken for such while they are looked at

	bool sets(const Stmt *s, const VarDecl *v);
	bool given(const Stmt *s, const FunctionDecl *f, unsigned parameter);
	bool initialised(const Expr *init);

      public:
	explicit Units(const ASTContext &context) : context(context) {}
	bool value(const Expr *e);
	bool variable(const VarDecl *v);
};
} // namespace

bool Units::initialised(const Expr *init)
{
	auto *list = dyn_cast<InitListExpr>(init);
	if (!list) return value(init);
	return !list->hasArrayFiller() && list->getNumInits() > 0 &&
	       llvm::all_of(list->inits(), [&](const Expr *e) { return initialised(e); });
}

bool Units::value(const Expr *e)
{
	e = bare(e);
	if (auto *i = dyn_cast<IntegerLiteral>(e)) return i->getValue() == 1;
	if (auto *v = variable_named(e)) return variable(v);
	if (auto *c = dyn_cast<ConditionalOperator>(e)) return value(c->getTrueExpr()) && value(c->getFalseExpr());
	if (auto *u = dyn_cast<UnaryOperator>(e)) return u->getOpcode() == UO_Minus && value(u->getSubExpr());
	if (auto *b = dyn_cast<BinaryOperator>(e))
		return b->getOpcode() == BO_Mul && value(b->getLHS()) && value(b->getRHS());
	// A table's entry.
	if (!isa<ArraySubscriptExpr>(e)) return false;
	while (auto *element = dyn_cast<ArraySubscriptExpr>(e)) e = bare(element->getBase());
	const VarDecl *table = variable_named(e);
	bool stays = table && context.getBaseElementType(table->getType()).isConstQualified();
	return stays && table->getType()->isConstantArrayType() && table->getInit() && initialised(table->getInit());
}

// Whether all that sets it gives it such a value.
bool Units::sets(const Stmt *s, const VarDecl *v)
{
	if (!s) return true;
	auto *b = dyn_cast<BinaryOperator>(s);
	if (b && b->isAssignmentOp() && variable_named(b->getLHS()) == v)
		return (b->getOpcode() == BO_Assign || b->getOpcode() == BO_MulAssign) && value(b->getRHS());
	auto *u = dyn_cast<UnaryOperator>(s);
	if (u && u->isIncrementDecrementOp() && variable_named(u->getSubExpr()) == v) return false;
	return llvm::all_of(s->children(), [&](const Stmt *c) { return sets(c, v); });
}

// Whether all calls of the function give it such a value, and nothing else is done with its name.
bool Units::given(const Stmt *s, const FunctionDecl *f, unsigned parameter)
{
	if (!s) return true;
	auto *name = dyn_cast<DeclRefExpr>(s);
	if (name) return name->getDecl()->getCanonicalDecl() != f->getCanonicalDecl();
	auto *call = dyn_cast<CallExpr>(s);
	auto *callee = call ? dyn_cast<DeclRefExpr>(bare(call->getCallee())) : nullptr;
	if (!callee || callee->getDecl()->getCanonicalDecl() != f->getCanonicalDecl())
		return llvm::all_of(s->children(), [&](const Stmt *c) { return given(c, f, parameter); });
	return call->getNumArgs() > parameter && value(call->getArg(parameter)) &&
	       llvm::all_of(call->arguments(), [&](const Expr *a) { return given(a, f, parameter); });
}

bool Units::variable(const VarDecl *v)
{
	if (llvm::is_contained(asked, v)) return true;
	QualType type = v->getType();
	if (!type->isSignedIntegerType() || type->isBooleanType() || type.isVolatileQualified()) return false;
	if (type.isConstQualified() && v->getInit() && !isa<ParmVarDecl>(v)) return value(v->getInit());
	auto *function = dyn_cast<FunctionDecl>(v->getDeclContext());
	if (!v->hasLocalStorage() || !function || !function->hasBody() || is_address_taken(v)) return false;
	asked.push_back(v);
	bool good = sets(function->getBody(), v) && (!v->getInit() || isa<ParmVarDecl>(v) || value(v->getInit()));
	auto *parameter = dyn_cast<ParmVarDecl>(v);
	if (good && parameter) {
		good = function->getStorageClass() == SC_Static;
		for (const Decl *d : context.getTranslationUnitDecl()->decls()) {
			auto *f = dyn_cast<FunctionDecl>(d);
			auto *other = dyn_cast<VarDecl>(d);
			const Stmt *text = f && f->doesThisDeclarationHaveABody() ? f->getBody()
			                   : other                                ? other->getInit()
			                                                          : nullptr;
			good = good && given(text, function, parameter->getFunctionScopeIndex());
		}
	}
	asked.pop_back();
	return good;
}

// ---- what is asked ------------------------------------------------------------------------------

static bool is_integer(const Expr *e, const ASTContext &context, long value)
{
	Expr::EvalResult result;
	return !e->isValueDependent() && e->EvaluateAsInt(result, context) &&
	       result.Val.getInt().getExtValue() == value;
}

// x > 0, x == 1 and the like, of a variable that is 1 or -1.
static bool is_sign(const Expr *e, const ASTContext &context, Sign &sign)
{
	auto *b = dyn_cast<BinaryOperator>(bare(e));
	if (!b || !b->isComparisonOp()) return false;
	bool left = variable_named(b->getLHS());
	sign.variable = variable_named(left ? b->getLHS() : b->getRHS());
	const Expr *other = left ? b->getRHS() : b->getLHS();
	if (!sign.variable) return false;
	BinaryOperatorKind op = left ? b->getOpcode() : BinaryOperator::reverseComparisonOp(b->getOpcode());
	bool one = is_integer(other, context, 1), minus = is_integer(other, context, -1);
	if (is_integer(other, context, 0) && op != BO_EQ && op != BO_NE) {
		sign.positive = op == BO_GT || op == BO_GE;
		return true;
	}
	if ((!one && !minus) || (op != BO_EQ && op != BO_NE)) return false;
	sign.positive = one == (op == BO_EQ);
	return true;
}

bool Direction::same(const Expr *x, const Expr *y) const
{
	llvm::FoldingSetNodeID p, q;
	bare(x)->Profile(p, context, true);
	bare(y)->Profile(q, context, true);
	return p == q;
}

// Whether the condition says which direction it is.
bool Direction::answers(const Expr *cond, bool &first) const
{
	Sign sign;
	first = true;
	if (choice && same(cond, choice)) return true;
	if (!unit || !is_sign(cond, context, sign) || sign.variable != unit) return false;
	first = sign.positive;
	return true;
}

const ConditionalOperator *Direction::choice_in(const Stmt *s) const
{
	if (!s) return nullptr;
	auto *c = dyn_cast<ConditionalOperator>(s);
	if (c && value_stays(c->getCond(), loop, context)) return c;
	for (const Stmt *child : s->children())
		if (const ConditionalOperator *found = choice_in(child)) return found;
	return nullptr;
}

// The first operand of a conjunction.
static const Expr *guard_of(const Expr *e)
{
	auto *b = dyn_cast<BinaryOperator>(e->IgnoreParens());
	return b && b->getOpcode() == BO_LAnd ? b->getLHS() : nullptr;
}

// (step > 0 && i < e) || (step < 0 && i > e)
bool Direction::choose_by_arms()
{
	auto *cond = dyn_cast<BinaryOperator>(loop->getCond()->IgnoreParens());
	if (!cond || cond->getOpcode() != BO_LOr) return false;
	const Expr *x = guard_of(cond->getLHS()), *y = guard_of(cond->getRHS());
	if (!x || !y || !value_stays(x, loop, context) || !value_stays(y, loop, context)) return false;
	auto *p = dyn_cast<BinaryOperator>(bare(x)), *q = dyn_cast<BinaryOperator>(bare(y));
	auto *u = dyn_cast<UnaryOperator>(bare(y));
	bool negated = u && u->getOpcode() == UO_LNot && same(x, u->getSubExpr());
	bool compared = p && q && p->isComparisonOp() && q->isComparisonOp() && same(p->getLHS(), q->getLHS()) &&
	                same(p->getRHS(), q->getRHS());
	auto greater = [](BinaryOperatorKind op) { return op == BO_GT || op == BO_GE; };
	auto less = [](BinaryOperatorKind op) { return op == BO_LT || op == BO_LE; };
	// They never hold both: at least one of the comparisons is strict.
	bool apart = compared && ((greater(p->getOpcode()) && less(q->getOpcode())) ||
	                                 (less(p->getOpcode()) && greater(q->getOpcode())));
	apart = apart && (p->getOpcode() == BO_GT || p->getOpcode() == BO_LT || q->getOpcode() == BO_GT ||
	                         q->getOpcode() == BO_LT);
	if (!negated && !apart) return false;
	choice = x;
	or_else = cond;
	return true;
}

// What steps a variable by another one, which is 1 or -1.
static const BinaryOperator *step_by(const Stmt *s, Units &units, const VarDecl *&by)
{
	auto *b = dyn_cast_or_null<BinaryOperator>(s);
	if (!b) return nullptr;
	if (b->getOpcode() == BO_Comma) {
		const BinaryOperator *left = step_by(b->getLHS(), units, by);
		return left ? left : step_by(b->getRHS(), units, by);
	}
	const VarDecl *v = variable_named(b->getLHS());
	const Expr *amount = b->getOpcode() == BO_AddAssign || b->getOpcode() == BO_SubAssign ? b->getRHS() : nullptr;
	auto *sum = b->getOpcode() == BO_Assign ? dyn_cast<BinaryOperator>(bare(b->getRHS())) : nullptr;
	if (sum && sum->isAdditiveOp() && variable_named(sum->getLHS()) == v) amount = sum->getRHS();
	by = v && v->getType()->isIntegerType() && amount ? variable_named(amount) : nullptr;
	return by && by != v && units.variable(by) ? b : nullptr;
}

static bool steps_down(const BinaryOperator *step)
{
	auto *sum = dyn_cast<BinaryOperator>(bare(step->getRHS()));
	return step->getOpcode() == BO_SubAssign ||
	       (step->getOpcode() == BO_Assign && sum && sum->getOpcode() == BO_Sub);
}

// Which ways the comparisons of the variable go: less than something 1, greater 2, or unequal 3.
static int ways(const Expr *e, const VarDecl *v)
{
	auto *b = dyn_cast<BinaryOperator>(bare(e));
	if (!b) return 0;
	if (b->getOpcode() == BO_LAnd) return ways(b->getLHS(), v) | ways(b->getRHS(), v);
	bool left = variable_named(b->getLHS()) == v;
	if (!b->isComparisonOp() || (!left && variable_named(b->getRHS()) != v)) return 0;
	BinaryOperatorKind op = left ? b->getOpcode() : BinaryOperator::reverseComparisonOp(b->getOpcode());
	return op == BO_NE ? 3 : op == BO_LT || op == BO_LE ? 1 : op == BO_GT || op == BO_GE ? 2 : 0;
}

// i != e; i += dir
bool Direction::choose_by_step()
{
	Units units(context);
	const VarDecl *by = nullptr;
	const BinaryOperator *step = step_by(loop->getInc(), units, by);
	if (!step) return false;
	both_ways = ways(loop->getCond(), variable_named(step->getLHS())) == 3;
	if (by->getType().isConstQualified() ? false : changes_variable(loop, by) || !by->hasLocalStorage())
		return false;
	unit = by;
	return true;
}

bool Direction::choose()
{
	const ConditionalOperator *c = choice_in(loop->getCond());
	if (!c) c = choice_in(loop->getInc());
	Sign sign;
	if (c)
		choice = c->getCond();
	else if (!choose_by_arms())
		return choose_by_step();
	// A variable that is 1 or -1 has no other values to be asked for.
	if (is_sign(choice, context, sign) && !or_else && Units(context).variable(sign.variable)) {
		unit = sign.variable;
		choice = nullptr;
	}
	return true;
}

// Whether an `if` around the loop has asked.
bool Direction::answered(bool &first) const
{
	const Stmt *s = loop;
	for (auto parents = context.getParents(*s); parents.size() == 1; parents = context.getParents(*s)) {
		const Stmt *around = parents[0].get<Stmt>();
		if (!around) return false;
		auto *branch = dyn_cast<IfStmt>(around);
		bool inside = branch && (s == branch->getThen() || s == branch->getElse());
		if (inside && answers(branch->getCond(), first) && value_stays(branch->getCond(), branch, context)) {
			first = first == (s == branch->getThen());
			return true;
		}
		s = around;
	}
	return false;
}

// ---- the new text -------------------------------------------------------------------------------

void Direction::substitute(const Stmt *s, bool first, std::vector<Substitute> &list)
{
	if (!s) return;
	bool then;
	if (auto *c = dyn_cast<ConditionalOperator>(s); c && answers(c->getCond(), then)) {
		const Expr *taken = then == first ? c->getTrueExpr() : c->getFalseExpr();
		SourceRange range = c->getSourceRange();
		list.push_back({range, changes.text_of(taken->getSourceRange())});
		return;
	}
	Units units(context);
	const VarDecl *by = nullptr;
	auto *b = dyn_cast<BinaryOperator>(s);
	const BinaryOperator *step = b && b->isAssignmentOp() && unit ? step_by(b, units, by) : nullptr;
	if (step && by == unit) {
		bool up = first != steps_down(step);
		list.push_back(
		        {step->getSourceRange(), variable_named(step->getLHS())->getName().str() + (up ? "++" : "--")});
		return;
	}
	for (const Stmt *child : s->children()) substitute(child, first, list);
}

// What the head says in one direction.
std::vector<Substitute> Direction::head(bool first)
{
	std::vector<Substitute> list;
	substitute(loop->getInit(), first, list);
	if (or_else) {
		auto *arm = cast<BinaryOperator>((first ? or_else->getLHS() : or_else->getRHS())->IgnoreParens());
		const Expr *rest = first ? arm->getRHS() : arm;
		list.push_back({loop->getCond()->getSourceRange(), changes.text_of(rest->getSourceRange())});
	} else {
		substitute(loop->getCond(), first, list);
	}
	substitute(loop->getInc(), first, list);
	return list;
}

std::string Direction::head_text(const std::vector<Substitute> &list)
{
	std::string text;
	SourceLocation at = loop->getForLoc();
	auto up_to = [&](SourceLocation end) {
		return Lexer::getSourceText(CharSourceRange::getCharRange(at, end), sources, context.getLangOpts());
	};
	for (const Substitute &s : list) {
		SourceLocation begin = changes.first_of(s.range.getBegin()), end = changes.last_of(s.range.getEnd());
		if (begin.isMacroID() || end.isMacroID()) {
			changes.fail();
			return "";
		}
		text += up_to(begin).str() + s.text;
		at = Lexer::getLocForEndOfToken(end, 0, sources, context.getLangOpts());
	}
	return text + up_to(loop->getRParenLoc().getLocWithOffset(1)).str();
}

std::string Direction::question()
{
	return choice ? changes.text_of(choice->getSourceRange()) : unit->getName().str() + " > 0";
}

void Direction::write_twice()
{
	std::vector<Substitute> one = head(true), other = head(false);
	const std::string line = changes.line_of(loop->getForLoc());
	std::string second = head_text(other);
	SourceLocation end = changes.end_of(loop);
	if (!changes.possible()) return;
	changes.put_before(loop->getForLoc(), "{ if (" + question() + ") ");
	for (const Substitute &s : one) changes.replace(s.range.getBegin(), s.range.getEnd(), s.text);
	changes.put_copy_behind(
	        end, loop->getForLoc(), " else" + line + second, {loop->getRParenLoc().getLocWithOffset(1), end}, " }");
}

// `later`: the text is written again in any case, so that it may wait.
void Direction::change(bool later, Expansions &found)
{
	bool first;
	if (!choose()) return;
	if (answered(first)) {
		for (const Substitute &s : head(first)) changes.replace(s.range.getBegin(), s.range.getEnd(), s.text);
	} else if (!both_ways || !changes.may_be_copied(loop) || changes.begins_after_directive(loop->getForLoc())) {
		return;
	} else if (later) {
		// What the copy is made of has to be in the text as it will be.
		changes.replace(loop->getForLoc(), loop->getForLoc(), "for");
	} else {
		write_twice();
	}
	if (!changes.empty()) changes.make(found);
}

void find_direction(
        ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, bool first_text, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (!s || !s->getCond() || !s->getInc() || s->getForLoc().isMacroID()) return;
	Direction(context, notes, s).change(first_text, found);
}
