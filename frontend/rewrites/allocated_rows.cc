// SPDX-License-Identifier: Apache-2.0
//
// Loops that allocate each row of an array and set it at once,
//
//     for (i = 0; i < n; i++) {
//             a[i] = malloc(m * sizeof(double));
//             for (j = 0; j < m; j++) a[i][j] = 0;
//     }
//
// All processes allocate all rows, but each need set its own ones only. So there is a loop that allocates, and one
// that sets.
#include "changes.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
class AllocatedRows
{
	ASTContext &context;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	std::string row; // the text of the pointer that is set, a[i]
	// The last statement that allocates, and the first one that sets; what loops among them count with.
	const Stmt *last = nullptr, *first = nullptr;
	std::vector<const VarDecl *> allocating, setting;

	bool counts();
	const VarDecl *counts_inside(const ForStmt *inner) const;
	bool is_row(const Expr *e);
	bool is_pure(const Expr *e, bool reads_rows);
	bool is_vector(const Expr *e);
	bool allocates(const Stmt *s);
	bool is_checked(const Stmt *s) const;
	bool sets(const Stmt *s);
	bool find();

      public:
	AllocatedRows(ASTContext &context, const ExpansionNotes &notes, const ForStmt *loop)
	    : context(context), loop(loop), changes(context, notes)
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

// By a variable that only the head changes: the head is executed twice.
bool AllocatedRows::counts()
{
	const Expr *start = nullptr;
	counter = counter_of(loop, start);
	auto *end = dyn_cast_or_null<BinaryOperator>(loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
	auto *step = dyn_cast_or_null<UnaryOperator>(loop->getInc());
	if (!counter || !counter->hasLocalStorage() || is_address_taken(counter) || !start || !end || !step)
		return false;
	if (!counter->getType()->isIntegerType() || changes_variable(loop->getBody(), counter)) return false;
	return step->isIncrementDecrementOp() && variable_named(step->getSubExpr()) == counter &&
	       end->isRelationalOp() && is_pure(start, false) && is_pure(end, false);
}

// a[i] as it is allocated, perhaps behind further subscripts.
bool AllocatedRows::is_row(const Expr *e)
{
	e = e->IgnoreParenImpCasts();
	if (!row.empty() && changes.text_of(e->getSourceRange()) == row) return true;
	auto *element = dyn_cast<ArraySubscriptExpr>(e);
	return element && is_pure(element->getIdx(), false) && is_row(element->getBase());
}

// Has no effect, and reads variables and members; of memory at most rows that are set here.
bool AllocatedRows::is_pure(const Expr *e, bool reads_rows)
{
	e = e->IgnoreParenCasts();
	if (isa<UnaryExprOrTypeTraitExpr>(e)) return true;
	if (isa<ArraySubscriptExpr>(e)) return reads_rows && is_row(e);
	if (e->getType().isVolatileQualified() || target_of(e) || isa<StmtExpr, BinaryConditionalOperator>(e))
		return false;
	auto *u = dyn_cast<UnaryOperator>(e);
	if (u && (u->getOpcode() == UO_Deref || u->getOpcode() == UO_AddrOf)) return false;
	if (auto *call = dyn_cast<CallExpr>(e)) {
		const FunctionDecl *f = call->getDirectCallee();
		bool known = f && f->getBuiltinID() != 0 && f->getReturnType()->isArithmeticType();
		return known && llvm::all_of(call->arguments(), [&](const Expr *given) {
			return given->getType()->isArithmeticType() && is_pure(given, reads_rows);
		});
	}
	return llvm::all_of(
	        e->children(), [&](const Stmt *c) { return c && isa<Expr>(c) && is_pure(cast<Expr>(c), reads_rows); });
}

// u, g->u, c[i], *u: what leads to the pointers that are set.
bool AllocatedRows::is_vector(const Expr *e)
{
	e = e->IgnoreParenImpCasts();
	auto *pointed = dyn_cast<UnaryOperator>(e);
	if (pointed && pointed->getOpcode() == UO_Deref) return is_vector(pointed->getSubExpr());
	auto *element = dyn_cast<ArraySubscriptExpr>(e);
	return element ? is_vector(element->getBase()) && is_pure(element->getIdx(), false) : is_pure(e, false);
}

// Another loop's counter; NULL: it counts otherwise.
const VarDecl *AllocatedRows::counts_inside(const ForStmt *inner) const
{
	AllocatedRows other(*this);
	other.loop = inner;
	return inner->getBody() && other.counts() && other.counter != counter ? other.counter : nullptr;
}

// a[i] = malloc(m), and loops that do nothing else.
bool AllocatedRows::allocates(const Stmt *s)
{
	if (auto *e = dyn_cast<Expr>(s)) s = e->IgnoreParens();
	if (auto *block = dyn_cast<CompoundStmt>(s))
		return llvm::all_of(block->body(), [&](const Stmt *c) { return allocates(c); });
	if (auto *inner = dyn_cast<ForStmt>(s)) {
		allocating.push_back(counts_inside(inner));
		return allocating.back() && allocates(inner->getBody());
	}
	auto *set = dyn_cast<BinaryOperator>(s);
	auto *call =
	        set && set->getOpcode() == BO_Assign ? dyn_cast<CallExpr>(set->getRHS()->IgnoreParenCasts()) : nullptr;
	const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
	if (!f || !f->getIdentifier() || (f->getName() != "malloc" && f->getName() != "calloc")) return false;
	const Expr *target = set->getLHS()->IgnoreParens();
	if (!isa<ArraySubscriptExpr>(target) || !target->getType()->isPointerType()) return false;
	if (!llvm::all_of(call->arguments(), [&](const Expr *given) { return is_pure(given, false); })) return false;
	if (!row.empty()) return is_row(target);
	const Expr *base = cast<ArraySubscriptExpr>(target)->getBase()->IgnoreParenImpCasts();
	bool plain = variable_named(cast<ArraySubscriptExpr>(target)->getIdx()) == counter && is_vector(base);
	if (plain) row = changes.text_of(target->getSourceRange());
	return plain;
}

static bool ends_program(const Stmt *s)
{
	auto *call = dyn_cast<CallExpr>(s);
	const FunctionDecl *f = call ? call->getDirectCallee() : nullptr;
	if (f && f->isNoReturn()) return true;
	auto *block = dyn_cast<CompoundStmt>(s);
	return block && !block->body_empty() && ends_program(block->body_back());
}

static bool leaves(const Stmt *s)
{
	return isa<ReturnStmt, ContinueStmt, BreakStmt, GotoStmt, LabelStmt>(s) ||
	       llvm::any_of(s->children(), [](const Stmt *c) { return c && leaves(c); });
}

// if (!a[i]) exit(1): where memory is out, the program ends.
bool AllocatedRows::is_checked(const Stmt *s) const
{
	auto *test = dyn_cast<IfStmt>(s);
	return test && !test->getElse() && !test->getInit() && !test->getConditionVariable() && !leaves(test) &&
	       !test->getCond()->HasSideEffects(context) && ends_program(test->getThen());
}

// Loops that set elements of the row, and nothing else.
bool AllocatedRows::sets(const Stmt *s)
{
	if (auto *e = dyn_cast<Expr>(s)) s = e->IgnoreParens();
	if (auto *block = dyn_cast<CompoundStmt>(s))
		return llvm::all_of(block->body(), [&](const Stmt *c) { return sets(c); });
	if (auto *inner = dyn_cast<ForStmt>(s)) {
		setting.push_back(counts_inside(inner));
		return setting.back() && sets(inner->getBody());
	}
	auto *set = dyn_cast<BinaryOperator>(s);
	if (!set || !set->isAssignmentOp()) return false;
	const Expr *target = set->getLHS()->IgnoreParens();
	return isa<ArraySubscriptExpr>(target) && target->getType()->isArithmeticType() && is_row(target) &&
	       is_pure(set->getRHS(), true);
}

// Whether it is named where no loop counts with it.
static bool is_named_outside(const Stmt *s, const VarDecl *v)
{
	const Expr *first = nullptr;
	auto *loop = dyn_cast<ForStmt>(s);
	if (loop && counter_of(loop, first) == v) return first && names_variable(first, v);
	auto *name = dyn_cast<DeclRefExpr>(s);
	if (name && name->getDecl() == v) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && is_named_outside(c, v); });
}

// What is set lies in memory that is new, so that nothing else changes by it but what the loops count with.
bool AllocatedRows::find()
{
	auto *body = dyn_cast<CompoundStmt>(loop->getBody());
	if (!body || !counts()) return false;
	bool loops = false;
	for (const Stmt *s : body->body()) {
		bool prepares = !first && (is_checked(s) || allocates(s));
		if (!prepares && (row.empty() || !sets(s))) return false;
		if (prepares) last = s;
		if (!prepares && !first) first = s;
		loops |= !prepares && has_loop(s);
	}
	if (!loops) return false;
	auto counted = allocating;
	counted.insert(counted.end(), setting.begin(), setting.end());
	return llvm::none_of(counted, [&](const VarDecl *v) {
		return is_named_outside(body, v) || names_variable(loop->getCond(), v) ||
		       names_variable(loop->getInit(), v);
	});
}

void AllocatedRows::change(bool later, Expansions &found)
{
	if (changes.begins_after_directive(loop->getForLoc()) || !find()) return;
	const SourceLocation behind = changes.end_of(loop), allocated = changes.end_of(last);
	if (!changes.possible()) return;
	if (later) {
		changes.replace(loop->getForLoc(), loop->getForLoc(), "for");
	} else {
		const SourceRange head(loop->getForLoc(), loop->getRParenLoc());
		// In a block the loops stand beside each other, as in the source: so the loop around can be divided,
		// too.
		const auto &parents = context.getParents(*loop);
		bool alone = parents.size() != 1 || !parents[0].get<CompoundStmt>();
		if (alone) changes.put_before(loop->getForLoc(), "{ ");
		changes.put_copies_behind(allocated, loop->getForLoc(), " }" + changes.line_of(loop->getForLoc()),
		        {{head, " {" + changes.line_of(first->getBeginLoc())}});
		if (alone) changes.put_behind(behind, " }");
	}
	changes.make(found);
}

void find_allocated_rows(
        ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, bool first_text, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && !s->getForLoc().isMacroID() && !is_annotated(context, loop))
		AllocatedRows(context, notes, s).change(first_text, found);
}
