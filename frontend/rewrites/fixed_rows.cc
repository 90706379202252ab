// SPDX-License-Identifier: Apache-2.0
//
// Index set splitting: loops over rows that read one row of the array that they set, which a loop around them chooses,
//
//     for (k ...) for (i = 0; i < n; i++) for (j ...) d[i][j] = fmin(d[i][j], d[i][k] + d[k][j]);
//
// The rows before row k read it as it was, and those behind it as iteration k has left it. So there is a loop for the
// iterations before k, one for k itself, and one for those behind it. None of them hands a value from one of its
// iterations to another.
#include "changes.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
class FixedRow
{
	ASTContext &context;
	const SourceManager &sources;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	bool up = true;
	const VarDecl *row = nullptr; // the variable that chooses it

	bool is_chosen_around(const VarDecl *v) const;
	bool fits(const Expr *set, const Expr *read, const VarDecl *&at) const;
	void collect(const Stmt *s, std::vector<const Expr *> &set, std::vector<const Expr *> &read) const;
	bool is_told_apart(const Stmt *s) const;
	bool find();
	void write();

      public:
	FixedRow(ASTContext &context, const ExpansionNotes &notes, const ForStmt *loop)
	    : context(context), sources(context.getSourceManager()), loop(loop), changes(context, notes)
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

// Whether it counts a loop around, or is a parameter: in each of the loop's executions it is another one.
bool FixedRow::is_chosen_around(const VarDecl *v) const
{
	if (isa<ParmVarDecl>(v)) return true;
	const Stmt *s = loop;
	for (auto parents = context.getParents(*s); parents.size() == 1; parents = context.getParents(*s)) {
		s = parents[0].get<Stmt>();
		if (!s) return false;
		auto *around = dyn_cast<ForStmt>(s);
		const Expr *first = nullptr;
		if (around && counter_of(around, first) == v) return true;
	}
	return false;
}

// Whether the subscripts are the same where the counter stands in that of what is set, but for another variable there.
bool FixedRow::fits(const Expr *set, const Expr *read, const VarDecl *&at) const
{
	set = set->IgnoreParenCasts(), read = read->IgnoreParenCasts();
	if (!names_variable(set, counter)) return !names_variable(read, counter);
	if (variable_named(set) == counter) {
		const VarDecl *v = variable_named(read);
		if (!v || v == counter || (at && at != v)) return false;
		at = v;
		return true;
	}
	auto *x = dyn_cast<BinaryOperator>(set), *y = dyn_cast<BinaryOperator>(read);
	if (x || y)
		return x && y && x->getOpcode() == y->getOpcode() && fits(x->getLHS(), y->getLHS(), at) &&
		       fits(x->getRHS(), y->getRHS(), at);
	auto *p = dyn_cast<ArraySubscriptExpr>(set), *q = dyn_cast<ArraySubscriptExpr>(read);
	return p && q && fits(p->getBase(), q->getBase(), at) && fits(p->getIdx(), q->getIdx(), at);
}

// The array, a variable, of which it is an element; `first`: its subscript in the first dimension.
static const VarDecl *array_of(const Expr *e, const Expr *&first)
{
	for (e = e->IgnoreParenImpCasts(); auto *element = dyn_cast<ArraySubscriptExpr>(e);) {
		first = element->getIdx();
		e = element->getBase()->IgnoreParenImpCasts();
	}
	return variable_named(e);
}

// The elements that the text sets, and those that it reads.
void FixedRow::collect(const Stmt *s, std::vector<const Expr *> &set, std::vector<const Expr *> &read) const
{
	if (!s) return;
	const Expr *target = target_of(s);
	if (target && isa<ArraySubscriptExpr>(target)) set.push_back(target);
	if (auto *e = dyn_cast<ArraySubscriptExpr>(s); e && e != target) read.push_back(e);
	for (const Stmt *c : s->children()) collect(c, set, read);
}

// Whether the text asks itself which of the rows it is.
bool FixedRow::is_told_apart(const Stmt *s) const
{
	if (!s) return false;
	auto *b = dyn_cast<BinaryOperator>(s);
	const VarDecl *x = b && b->isComparisonOp() ? variable_named(b->getLHS()) : nullptr;
	const VarDecl *y = x ? variable_named(b->getRHS()) : nullptr;
	if ((x == counter && y == row) || (x == row && y == counter)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_told_apart(c); });
}

bool FixedRow::find()
{
	// What is done in an iteration has to be worth some messages. The head is executed three times.
	std::optional<CountedHead> head = counted_head(loop, context);
	if (!head) return false;
	counter = head->counter;
	up = head->up;
	if (!has_loop(loop->getBody()) || has_jumps(loop->getBody())) return false;
	std::vector<const Expr *> set, read;
	collect(loop->getBody(), set, read);
	for (const Expr *x : set)
		for (const Expr *y : read) {
			const Expr *first = nullptr, *other = nullptr;
			const VarDecl *at = nullptr, *array = array_of(x, first);
			if (row || !array || array_of(y, other) != array || !fits(first, other, at) || !at) continue;
			if (names_variable(x, at)) continue; // a loop around this one goes from row to row
			bool same_type = context.hasSameUnqualifiedType(at->getType(), counter->getType());
			if (same_type && at->hasLocalStorage() && !is_address_taken(at) && is_chosen_around(at))
				row = at;
		}
	return row && !changes_variable(loop, row) && !names_variable(loop->getInit(), row) &&
	       !names_variable(loop->getCond(), row) && !is_told_apart(loop->getBody());
}

void FixedRow::write()
{
	const SourceLocation behind = changes.end_of(loop), body = loop->getRParenLoc().getLocWithOffset(1);
	const std::string line = changes.line_of(loop->getForLoc());
	if (!changes.possible()) return;
	auto when = [&](const char *is) {
		return " if (" + counter->getName().str() + is + row->getName().str() + ") ";
	};
	const SourceRange head(loop->getForLoc(), loop->getRParenLoc()), rest(body, behind);
	changes.put_before(loop->getForLoc(), "{ ");
	changes.put_behind(loop->getRParenLoc(), when(up ? " < " : " > "));
	changes.put_copies_behind(behind, loop->getForLoc(), line,
	        {{head, when(" == ")}, {rest, line}, {head, when(up ? " > " : " < ")}, {rest, " }"}});
}

void FixedRow::change(bool later, Expansions &found)
{
	for (StringRef text : changes.directives_before(loop->getForLoc()))
		if (!said_in(text).empty()) return; // of one loop
	if (!find() || !changes.may_be_copied(loop)) return;
	if (later) // What the copies are made of has to be in the text as it will be.
		changes.replace(loop->getForLoc(), loop->getForLoc(), "for");
	else
		write();
	changes.make(found);
}

void find_fixed_row(
        ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, bool first_text, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && !s->getForLoc().isMacroID() && !is_annotated(context, loop))
		FixedRow(context, notes, s).change(first_text, found);
}
