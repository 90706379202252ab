// SPDX-License-Identifier: Apache-2.0
//
// Loops that count in other words than a `for`'s: `while (i < n) { ...; i++; }`, `do ... while (++i < n);`, `for (; i <
// n;)`. They are written anew as `for` loops that do the same, which later rooms know how to split.
#include "changes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/ParentMapContext.h>
#include <clang/AST/Stmt.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace
{
class LoopForm
{
	ASTContext &context;
	const SourceManager &sources;
	Expansions &found;
	TextChanges changes;

	const VarDecl *counter(const Expr *e) const;
	const VarDecl *stepped(const Stmt *s) const;
	bool has_side_effects(const Expr *e) const { return e->HasSideEffects(context); }
	std::string text_of(SourceRange range) { return changes.text_of(range); }
	void replace(SourceLocation begin, SourceLocation end, const std::string &text)
	{
		changes.replace(begin, end, text);
	}
	SourceLocation semicolon(const Stmt *s) const { return changes.next_is(s->getEndLoc(), tok::semi); }
	void require(bool possible)
	{
		if (!possible) changes.fail();
	}

	bool names_declared_behind(const Stmt *s, SourceLocation where) const;
	std::vector<const Stmt *> steps(const CompoundStmt *body) const;
	std::string take_steps(const std::vector<const Stmt *> &steps);
	std::string first_value(const Stmt *loop, const VarDecl *v);
	std::string begin(const Stmt *loop, const VarDecl *v, const std::string &more);
	const UnaryOperator *step_in(const Expr *cond) const;
	std::string take_step_of_condition(const Expr *cond, const UnaryOperator *step);
	const Expr *set_to(const Stmt *init, const VarDecl *v) const;
	bool for_loop_stepping_in_condition(const ForStmt *s, const UnaryOperator *step);
	void end(const Stmt *loop);
	const VarDecl *chosen(const Expr *cond, const std::vector<const Stmt *> &steps) const;

	bool stepping_first(const WhileStmt *s, const CompoundStmt *body);
	bool while_loop(const WhileStmt *s);
	bool for_loop(const ForStmt *s);
	bool do_loop(const DoStmt *s);
	bool wraps = false;

      public:
	LoopForm(ASTContext &context, const ExpansionNotes &notes, Expansions &found)
	    : context(context), sources(context.getSourceManager()), found(found), changes(context, notes)
	{
	}
	void change(const Stmt *loop);
};
} // namespace

// ---- what is looked at ------------------------------------------------------------------------

// A local integer variable.
const VarDecl *LoopForm::counter(const Expr *e) const
{
	auto *name = e ? dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts()) : nullptr;
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	if (!v || !v->isLocalVarDeclOrParm() || v->isStaticLocal()) return nullptr;
	QualType t = v->getType();
	return t->isIntegerType() && !t->isBooleanType() && !t.isVolatileQualified() ? v : nullptr;
}

// The variable that the statement does nothing but step: i++, i -= 2, i = i + n.
const VarDecl *LoopForm::stepped(const Stmt *s) const
{
	if (auto *u = dyn_cast<UnaryOperator>(s))
		return u->isIncrementDecrementOp() ? counter(u->getSubExpr()) : nullptr;
	auto *b = dyn_cast<BinaryOperator>(s);
	if (!b || has_side_effects(b->getRHS())) return nullptr;
	const VarDecl *v = counter(b->getLHS());
	if (!v || b->getOpcode() == BO_AddAssign || b->getOpcode() == BO_SubAssign) return v;
	auto *sum =
	        b->getOpcode() == BO_Assign ? dyn_cast<BinaryOperator>(b->getRHS()->IgnoreParenImpCasts()) : nullptr;
	return sum && sum->isAdditiveOp() && names_variable(sum, v) ? v : nullptr;
}

// What would not find its way any more: `continue` (`steps`: it would step first), and jumps into the loop.
static bool loses_its_way(const Stmt *s, bool continues, bool in_switch)
{
	if (!s) return false;
	if (isa<LabelStmt>(s) || (isa<SwitchCase>(s) && !in_switch) || isa<StmtExpr, AsmStmt>(s)) return true;
	if (isa<ContinueStmt>(s)) return continues;
	if (isa<ForStmt, WhileStmt, DoStmt>(s)) continues = false;
	in_switch |= isa<SwitchStmt>(s);
	return llvm::any_of(s->children(), [&](const Stmt *c) { return loses_its_way(c, continues, in_switch); });
}

// Whether the statement names a variable that is declared behind this place: in the head of the loop there is none.
bool LoopForm::names_declared_behind(const Stmt *s, SourceLocation where) const
{
	auto *name = dyn_cast<DeclRefExpr>(s);
	if (name && sources.isBeforeInTranslationUnit(where, name->getDecl()->getLocation())) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && names_declared_behind(c, where); });
}

// The steps at the end of the body.
std::vector<const Stmt *> LoopForm::steps(const CompoundStmt *body) const
{
	std::vector<const Stmt *> list;
	for (const Stmt *s : llvm::reverse(body->body())) {
		if (!stepped(s) || names_declared_behind(s, body->getLBracLoc())) break;
		list.insert(list.begin(), s);
	}
	return list;
}

// The variable that the condition is about.
const VarDecl *LoopForm::chosen(const Expr *cond, const std::vector<const Stmt *> &steps) const
{
	for (const Stmt *s : steps)
		if (const VarDecl *v = stepped(s); names_variable(cond, v)) return v;
	return nullptr;
}

// ---- the new text -----------------------------------------------------------------------------

// i++, j-- as the head's step. They go from the body.
std::string LoopForm::take_steps(const std::vector<const Stmt *> &steps)
{
	std::string text;
	for (const Stmt *s : steps) {
		SourceLocation end = s->getEndLoc().isFileID() ? semicolon(s) : SourceLocation();
		require(end.isValid());
		text += (text.empty() ? "" : ", ") + text_of(s->getSourceRange());
		if (end.isValid()) replace(s->getBeginLoc(), end, ";");
	}
	return text;
}

// The value of the variable, where the statement before the loop sets it to a constant; "": not known.
std::string LoopForm::first_value(const Stmt *loop, const VarDecl *v)
{
	const auto &parents = context.getParents(*loop);
	auto *block = parents.size() == 1 ? parents[0].get<CompoundStmt>() : nullptr;
	const Stmt *before = nullptr;
	if (!block) return "";
	for (const Stmt *s : block->body()) {
		if (s == loop) break;
		before = s;
	}
	const Expr *value = nullptr;
	auto *set = dyn_cast_or_null<BinaryOperator>(before);
	auto *declared = dyn_cast_or_null<DeclStmt>(before);
	if (set && set->getOpcode() == BO_Assign && counter(set->getLHS()) == v) value = set->getRHS();
	if (declared && declared->isSingleDecl() && declared->getSingleDecl() == v) value = v->getInit();
	value = value ? value->IgnoreParenImpCasts() : nullptr;
	if (!value || !isa<IntegerLiteral>(value) || value->getBeginLoc().isMacroID()) return "";
	return text_of(value->getSourceRange());
}

// `for (i = first; `, with what keeps the first value, in a block of its own. `more`: it begins there.
std::string LoopForm::begin(const Stmt *loop, const VarDecl *v, const std::string &more)
{
	std::string name = v->getName().str(), value = first_value(loop, v);
	wraps = value.empty();
	std::string keep;
	if (wraps) {
		require(!changes.begins_after_directive(loop->getBeginLoc()));
		value = "hpcc_from_" + std::to_string(sources.getFileOffset(loop->getBeginLoc()));
		keep = "{ const __typeof__(" + name + ") " + value + " = " + name + "; ";
	}
	return keep + "for (" + name + " = " + value + more + "; ";
}

void LoopForm::end(const Stmt *loop)
{
	if (!wraps) return;
	SourceLocation last = changes.end_of(loop);
	require(last.isValid());
	if (last.isValid()) changes.put_behind(last, " }");
}

// ---- the forms --------------------------------------------------------------------------------

static bool is_zero(const Expr *e)
{
	auto *i = dyn_cast<IntegerLiteral>(e->IgnoreParenImpCasts());
	return i && i->getValue() == 0;
}

// i-- > 0, i--, i-- != 0, and i-- > n of unsigned values: a `for` may have it as its condition.
static bool counts_down_in_place(const Expr *cond, const UnaryOperator *step)
{
	auto *compares = dyn_cast<BinaryOperator>(cond->IgnoreParenImpCasts());
	if (step->isPrefix() || step->isIncrementOp()) return false;
	if (!compares) return true;
	bool greater = compares->getOpcode() == BO_GT;
	if (is_zero(compares->getRHS())) return greater || compares->getOpcode() == BO_NE;
	return greater && step->getType()->isUnsignedIntegerType();
}

// i-- > 0, i--, --i > n, i++ < n: the step that the condition makes, of what is not named in it otherwise; NULL: none.
const UnaryOperator *LoopForm::step_in(const Expr *cond) const
{
	cond = cond->IgnoreParenImpCasts();
	auto *compares = dyn_cast<BinaryOperator>(cond);
	if (compares && (!compares->isComparisonOp() || compares->getOpcode() == BO_EQ)) return nullptr;
	auto *step = dyn_cast<UnaryOperator>(compares ? compares->getLHS()->IgnoreParenImpCasts() : cond);
	const VarDecl *v = step && step->isIncrementDecrementOp() ? counter(step->getSubExpr()) : nullptr;
	if (!v || (!compares && step->isPrefix())) return nullptr;
	// Of unsigned values `i - 1 < n` is not `i <= n`.
	const Expr *compared = compares ? compares->getLHS() : cond;
	bool is_signed = v->getType()->isSignedIntegerType() && compared->getType()->isSignedIntegerType();
	if (step->isPostfix() && !is_signed && !counts_down_in_place(cond, step)) return nullptr;
	return !compares || (!names_variable(compares->getRHS(), v) && !has_side_effects(compares->getRHS())) ? step
	                                                                                                      : nullptr;
}

// Whether 1 + e is one more than e, in this text.
static bool binds_like_sum(const Expr *e)
{
	e = e->IgnoreImpCasts();
	auto *b = dyn_cast<BinaryOperator>(e);
	return b ? b->isAdditiveOp() || b->isMultiplicativeOp() : !isa<ConditionalOperator>(e);
}

// The condition as one of the variable behind its step, which becomes the head's: i++ < n is i <= n, i++ != n is i != n
// + 1. That step.
std::string LoopForm::take_step_of_condition(const Expr *cond, const UnaryOperator *step)
{
	std::string name = counter(step->getSubExpr())->getName().str(), op = step->isIncrementOp() ? "+" : "-";
	auto *compares = cast<BinaryOperator>(cond->IgnoreParenImpCasts());
	bool strict = compares->getOpcode() == (step->isIncrementOp() ? BO_LT : BO_GT);
	SourceLocation at = compares->getOperatorLoc();
	if (step->isPostfix() && strict) {
		replace(at, at, step->isIncrementOp() ? "<=" : ">=");
	} else if (step->isPostfix()) {
		require(binds_like_sum(compares->getRHS()));
		replace(at, at, compares->getOpcodeStr().str() + " " + op + "1 +");
	}
	replace(step->getBeginLoc(), step->getEndLoc(), name);
	return name + op + op;
}

static std::string stepped_once(const UnaryOperator *step) { return step->isIncrementOp() ? " + 1" : " - 1"; }

static bool is_left(const Stmt *s, bool breaks)
{
	if (!s) return false;
	if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt>(s) || (breaks && isa<BreakStmt>(s))) return true;
	breaks &= !isa<ForStmt, WhileStmt, DoStmt, SwitchStmt>(s);
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_left(c, breaks); });
}

// while (i > 0) { i--; ... }: the variable as it is behind the step goes from i - 1 to 0, and ends one higher.
bool LoopForm::stepping_first(const WhileStmt *s, const CompoundStmt *body)
{
	auto *compares = dyn_cast<BinaryOperator>(s->getCond()->IgnoreParens());
	auto *step = body->body_empty() ? nullptr : dyn_cast<UnaryOperator>(*body->body_begin());
	const VarDecl *v = step ? stepped(step) : nullptr;
	if (!compares || !v || counter(compares->getLHS()) != v || !v->getType()->isSignedIntegerType()) return false;
	if (compares->getOpcode() != (step->isIncrementOp() ? BO_LT : BO_GT) || names_variable(compares->getRHS(), v))
		return false;
	if (has_side_effects(s->getCond()) || loses_its_way(body, false, false) || is_left(body, true)) return false;
	require(!changes.begins_after_directive(s->getBeginLoc()));
	SourceLocation semi = semicolon(step);
	std::string name = v->getName().str(), op = step->isIncrementOp() ? "+" : "-", back = op == "+" ? "--" : "++";
	if (semi.isInvalid() || !compares->getLHS()->getType()->isSignedIntegerType()) return false;
	std::string head = begin(s, v, stepped_once(step));
	replace(s->getWhileLoc(), s->getLParenLoc(), (wraps ? "" : "{ ") + head);
	replace(compares->getOperatorLoc(), compares->getOperatorLoc(), step->isIncrementOp() ? "<=" : ">=");
	replace(s->getRParenLoc(), s->getRParenLoc(), "; " + name + op + op + ")");
	replace(step->getBeginLoc(), semi, ";");
	SourceLocation last = changes.end_of(s);
	if (last.isInvalid()) return false;
	changes.put_behind(last, " " + name + back + "; }");
	return true;
}

bool LoopForm::while_loop(const WhileStmt *s)
{
	auto *body = dyn_cast<CompoundStmt>(s->getBody());
	if (const UnaryOperator *step = step_in(s->getCond())) {
		const VarDecl *v = counter(step->getSubExpr());
		bool stays = counts_down_in_place(s->getCond(), step);
		if (loses_its_way(s->getBody(), false, false)) return false;
		replace(s->getWhileLoc(), s->getLParenLoc(), begin(s, v, stays ? "" : stepped_once(step)));
		std::string head = stays ? ";" : "; " + take_step_of_condition(s->getCond(), step);
		replace(s->getRParenLoc(), s->getRParenLoc(), head + ")");
		end(s);
		return true;
	}
	std::vector<const Stmt *> list;
	if (body && stepping_first(s, body)) return true;
	if (body) list = steps(body);
	const VarDecl *v = chosen(s->getCond(), list);
	if (!v || has_side_effects(s->getCond()) || loses_its_way(body, true, false)) return false;
	replace(s->getWhileLoc(), s->getLParenLoc(), begin(s, v, ""));
	replace(s->getRParenLoc(), s->getRParenLoc(), "; " + take_steps(list) + ")");
	end(s);
	return true;
}

// Where its name stands, as the left side of an operand that sets it.
static SourceLocation name_set(const Stmt *init, const VarDecl *v)
{
	auto *b = dyn_cast<BinaryOperator>(init);
	if (!b) return {};
	if (b->getOpcode() == BO_Comma) {
		SourceLocation left = name_set(b->getLHS(), v);
		return left.isValid() ? left : name_set(b->getRHS(), v);
	}
	auto *name = dyn_cast<DeclRefExpr>(b->getLHS());
	return b->getOpcode() == BO_Assign && name && name->getDecl() == v ? name->getLocation() : SourceLocation();
}

// What the head sets the variable to, if it does not name it beside.
const Expr *LoopForm::set_to(const Stmt *init, const VarDecl *v) const
{
	auto *declared = dyn_cast_or_null<DeclStmt>(init);
	if (declared) return declared->isSingleDecl() && declared->getSingleDecl() == v ? v->getInit() : nullptr;
	auto *b = dyn_cast_or_null<BinaryOperator>(init);
	if (b && b->getOpcode() == BO_Comma) {
		const Expr *left = set_to(b->getLHS(), v), *right = set_to(b->getRHS(), v);
		if (left && right) return nullptr;
		return names_variable(left ? b->getRHS() : b->getLHS(), v) ? nullptr : left ? left : right;
	}
	return b && b->getOpcode() == BO_Assign && counter(b->getLHS()) == v && !names_variable(b->getRHS(), v)
	               ? b->getRHS()
	               : nullptr;
}

// for (i = n; --i > 0;), for (; i++ < n; k++)
bool LoopForm::for_loop_stepping_in_condition(const ForStmt *s, const UnaryOperator *step)
{
	const VarDecl *v = counter(step->getSubExpr());
	auto *declared = dyn_cast_or_null<DeclStmt>(s->getInit());
	const Expr *value = set_to(s->getInit(), v);
	if (!value || counts_down_in_place(s->getCond(), step) || (s->getInc() && names_variable(s->getInc(), v)))
		return false;
	if (loses_its_way(s->getBody(), false, false)) return false;
	std::optional<Token> set = Lexer::findNextToken(
	        declared ? v->getLocation() : name_set(s->getInit(), v), sources, context.getLangOpts());
	if (!set || set->isNot(tok::equal) || !binds_like_sum(value)) return false;
	replace(set->getLocation(), set->getLocation(), step->isIncrementOp() ? "= 1 +" : "= -1 +");
	std::string others = s->getInc() ? ", " : "";
	replace(s->getRParenLoc(), s->getRParenLoc(), others + take_step_of_condition(s->getCond(), step) + ")");
	return true;
}

bool LoopForm::for_loop(const ForStmt *s)
{
	const Stmt *body = s->getBody();
	const UnaryOperator *step = s->getCond() ? step_in(s->getCond()) : nullptr;
	if (step && s->getInit()) return for_loop_stepping_in_condition(s, step);
	if (!s->getCond() || (s->getInit() && s->getInc()) || has_side_effects(s->getCond())) return false;
	std::vector<const Stmt *> list;
	if (auto *block = dyn_cast<CompoundStmt>(body); block && !s->getInc()) list = steps(block);
	const VarDecl *v = s->getInc() ? stepped(s->getInc()) : chosen(s->getCond(), list);
	if (!v || !names_variable(s->getCond(), v) || loses_its_way(body, !s->getInc(), false)) return false;
	if (!s->getInit()) {
		SourceLocation first = s->getLParenLoc();
		std::optional<Token> semi = Lexer::findNextToken(first, sources, context.getLangOpts());
		if (!semi || semi->isNot(tok::semi)) return false;
		replace(s->getForLoc(), semi->getLocation(), begin(s, v, ""));
		end(s);
	}
	if (!s->getInc()) replace(s->getRParenLoc(), s->getRParenLoc(), " " + take_steps(list) + ")");
	return true;
}

// The first iteration is not asked for: do ... while (i < n) ends before the larger of n and what it begins with + 1.
bool LoopForm::do_loop(const DoStmt *s)
{
	auto *body = dyn_cast<CompoundStmt>(s->getBody());
	auto *compares = dyn_cast<BinaryOperator>(s->getCond()->IgnoreParens());
	if (!body || !compares || (compares->getOpcode() != BO_LT && compares->getOpcode() != BO_LE)) return false;
	auto *changes = dyn_cast<UnaryOperator>(compares->getLHS()->IgnoreParenImpCasts());
	bool in_head = changes && changes->isIncrementOp() && changes->isPrefix();
	std::vector<const Stmt *> list = in_head ? std::vector<const Stmt *>{} : steps(body);
	const VarDecl *v = counter(in_head ? changes->getSubExpr() : compares->getLHS());
	const Expr *last = compares->getRHS();
	bool by_one = in_head;
	for (const Stmt *step : list)
		if (auto *u = dyn_cast<UnaryOperator>(step); stepped(step) == v) by_one = u && u->isIncrementOp();
	if (!v || !by_one || names_variable(last, v) || has_side_effects(last) || loses_its_way(body, !in_head, false))
		return false;
	if (!v->getType()->isSignedIntegerType() || !last->getType()->isSignedIntegerType()) return false;
	if (llvm::count_if(list, [&](const Stmt *step) { return stepped(step) == v; }) > 1) return false;
	SourceLocation close = semicolon(s);
	std::string name = v->getName().str(), head = begin(s, v, ""), bound = text_of(last->getSourceRange());
	std::string first =
	        wraps ? "hpcc_from_" + std::to_string(sources.getFileOffset(s->getBeginLoc())) : first_value(s, v);
	if (compares->getOpcode() == BO_LT) first += " + 1";
	head += name + (compares->getOpcode() == BO_LT ? " < " : " <= ") + "(" + first + " > (" + bound + ") ? " +
	        first + " : (" + bound + ")); ";
	head += in_head ? name + "++" : take_steps(list);
	replace(s->getDoLoc(), s->getDoLoc(), head + ")");
	if (close.isInvalid()) return false;
	replace(s->getWhileLoc(), close, wraps ? "}" : ";");
	return true;
}

void LoopForm::change(const Stmt *loop)
{
	bool known = false;
	if (auto *s = dyn_cast<WhileStmt>(loop)) known = while_loop(s);
	if (auto *s = dyn_cast<ForStmt>(loop)) known = for_loop(s);
	if (auto *s = dyn_cast<DoStmt>(loop)) known = do_loop(s);
	if (known) changes.make(found);
}

void find_loop_form(ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, Expansions &found)
{
	LoopForm(context, notes, found).change(loop);
}
