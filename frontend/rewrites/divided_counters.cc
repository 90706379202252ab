// SPDX-License-Identifier: Apache-2.0
//
// Loops over blocks with one counter for two, `for (b = 0; b < n; b++) { int row = size * (b / m), column = size * (b %
// m); ... }`. They are written as the two loops that they stand for, `b = row * m + column`, and once more for what a
// last row has that is not full. The quotients stay as they are.
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ASTContext.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

namespace
{
class DividedCounter
{
	ASTContext &context;
	const SourceManager &sources;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	bool declared = false;           // in the loop's head
	const Expr *end = nullptr;       // the first value that it does not have,
	bool included = false;           // or the last one that it has
	const Expr *divisor = nullptr;   // of the quotients
	const Expr *remainder = nullptr; // the first divisor of remainders

	bool begins_at_zero();
	bool ends_at_value();
	bool steps_by_one() const;
	bool is_divided(const Stmt *s);
	bool works_in_blocks(const Stmt *s) const;
	bool find();
	// Names in the new text, and text of the source.
	std::string last, by, count, width, full, rows, rest, row, column;
	SourceLocation where(std::string &repeated);
	void name_values();
	std::string values() const;
	std::string counter_set() const;
	std::string heads_of_full_rows(const std::string &pragmas) const;
	std::string heads_of_last_row(const std::string &pragmas) const;
	void write();

      public:
	DividedCounter(ASTContext &context, const ExpansionNotes &notes, const ForStmt *loop)
	    : context(context), sources(context.getSourceManager()), loop(loop), changes(context, notes)
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

static bool is_zero(const Expr *e, ASTContext &context)
{
	Expr::EvalResult result;
	return e && !e->isValueDependent() && e->EvaluateAsInt(result, context) && result.Val.getInt() == 0;
}

bool DividedCounter::begins_at_zero()
{
	const Expr *first = nullptr;
	counter = counter_of(loop, first);
	declared = isa_and_nonnull<DeclStmt>(loop->getInit());
	if (!counter || !counter->hasLocalStorage() || is_address_taken(counter)) return false;
	QualType t = counter->getType();
	return t->isIntegerType() && !t->isBooleanType() && !t->isEnumeralType() && !t.isVolatileQualified() &&
	       is_zero(first, context);
}

bool DividedCounter::ends_at_value()
{
	auto *b = dyn_cast_or_null<BinaryOperator>(loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
	if (!b || !b->isComparisonOp()) return false;
	bool left = variable_named(b->getLHS()) == counter;
	if (!left && variable_named(b->getRHS()) != counter) return false;
	BinaryOperatorKind op = left ? b->getOpcode() : BinaryOperator::reverseComparisonOp(b->getOpcode());
	end = left ? b->getRHS() : b->getLHS();
	included = op == BO_LE;
	return (op == BO_LT || op == BO_LE) && value_stays(end, loop, context);
}

bool DividedCounter::steps_by_one() const
{
	auto *u = dyn_cast_or_null<UnaryOperator>(loop->getInc());
	if (u) return u->isIncrementOp() && variable_named(u->getSubExpr()) == counter;
	auto *b = dyn_cast_or_null<BinaryOperator>(loop->getInc());
	Expr::EvalResult by;
	return b && b->getOpcode() == BO_AddAssign && variable_named(b->getLHS()) == counter &&
	       b->getRHS()->EvaluateAsInt(by, context) && by.Val.getInt() == 1;
}

// Whether the text does nothing with the counter but divide it by values that only the run knows.
bool DividedCounter::is_divided(const Stmt *s)
{
	if (!s) return true;
	auto *b = dyn_cast<BinaryOperator>(s);
	Expr::EvalResult fixed;
	if (b && (b->getOpcode() == BO_Div || b->getOpcode() == BO_Rem) && variable_named(b->getLHS()) == counter) {
		const Expr *by = b->getRHS();
		if (by->EvaluateAsInt(fixed, context) || !value_stays(by, loop, context)) return false;
		const Expr *&first = b->getOpcode() == BO_Div ? divisor : remainder;
		if (!first) first = by;
		return true;
	}
	if (auto *name = dyn_cast<DeclRefExpr>(s); name && name->getDecl() == counter) return false;
	return llvm::all_of(s->children(), [&](const Stmt *c) { return is_divided(c); });
}

// Whether an iteration has loops of its own, or calls functions of the program, which may have some.
bool DividedCounter::works_in_blocks(const Stmt *s) const
{
	if (!s) return false;
	if (isa<ForStmt, WhileStmt, DoStmt>(s)) return true;
	auto *call = dyn_cast<CallExpr>(s);
	if (call && call->getDirectCallee() && call->getDirectCallee()->getDefinition()) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return works_in_blocks(c); });
}

bool DividedCounter::find()
{
	if (!begins_at_zero() || !steps_by_one() || !ends_at_value()) return false;
	if (!is_divided(loop->getBody()) || !divisor || !works_in_blocks(loop->getBody())) return false;
	return !has_jumps(loop->getBody());
}

// Where the text in front of the loop goes: before the pragmas that are about it. Those of them that are to be about
// both loops come again.
SourceLocation DividedCounter::where(std::string &repeated)
{
	SourceLocation at = loop->getForLoc();
	StringRef first;
	for (StringRef line : changes.directives_before(at)) {
		StringRef said = said_in(line);
		if (first.empty() && !said.empty()) first = line;
		if (first.empty()) continue;
		bool both = said.consume_front("dist") && said.ltrim(" \t").starts_with("independent");
		if (!both) changes.fail();
		repeated += "\n" + line.str() + "\n";
	}
	return first.empty() ? at : at.getLocWithOffset((int)(first.data() - sources.getCharacterData(at)));
}

void DividedCounter::name_values()
{
	const std::string id = std::to_string(sources.getFileOffset(loop->getForLoc()));
	last = changes.text_of(end->getSourceRange());
	by = "(" + changes.text_of(divisor->getSourceRange()) + ")";
	auto made = [&](const char *what, const std::string &text) {
		std::string name = what + id;
		spoken_stands_for(name.c_str(), text.c_str());
		return name;
	};
	const std::string c = counter->getName().str();
	count = made("hpcc_count_", included ? last + " + 1" : last);
	width = made("hpcc_width_", by);
	full = made("hpcc_full_", "(" + last + ") / " + by);
	rows = made("hpcc_rows_", "(" + last + ") / " + by + " + 1");
	rest = made("hpcc_rest_", "(" + last + ") % " + by);
	row = made("hpcc_row_", c + " / " + by);
	column = made("hpcc_column_", c + " % " + by);
}

// In front of the loop.
std::string DividedCounter::values() const
{
	const std::string compared = end->getType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
	const std::string top = "((long)(" + compared + ")(" + last + ")" + (included ? " + 1)" : ")");
	return "{ const long " + count + " = " + top + " > 0 ? " + top + " : 0, " + width + " = " + by +
	       " > 0 ? (long)" + by + " : 1, " + full + " = " + count + " / " + width + ", " + rest + " = " + count +
	       " % " + width + ", " + rows + " = " + full + " + (" + rest + " > 0); ";
}

std::string DividedCounter::counter_set() const
{
	const std::string type = counter->getType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
	return "{ " + (declared ? type + " " : "") + counter->getName().str() + " = " + row + " * " + width + " + " +
	       column + "; ";
}

std::string DividedCounter::heads_of_full_rows(const std::string &pragmas) const
{
	return "for (long " + row + " = 0; " + row + " < " + full + "; " + row + "++) " + pragmas + "for (long " +
	       column + " = 0; " + column + " < " + width + "; " + column + "++) " + counter_set();
}

// That the rest is less than the width has to be seen where it is used; that there is one such row only need not.
std::string DividedCounter::heads_of_last_row(const std::string &pragmas) const
{
	return pragmas + "for (long " + row + " = " + full + "; " + row + " < " + rows + "; " + row + "++) " + pragmas +
	       "for (long " + column + " = 0; " + column + " < " + width + " && " + column + " < " + rest + "; " +
	       column + "++) " + counter_set();
}

void DividedCounter::write()
{
	std::string repeated;
	SourceLocation first = where(repeated), behind = changes.end_of(loop);
	const std::string line = changes.line_of(loop->getForLoc());
	if (!changes.possible()) return;
	name_values();
	changes.put_before(first, values() + (first == loop->getForLoc() ? "" : "\n"));
	changes.replace(loop->getForLoc(), loop->getRParenLoc(), heads_of_full_rows(repeated));
	const std::string last_value = declared ? "" : " " + counter->getName().str() + " = " + count + ";";
	changes.put_copy_behind(behind, loop->getForLoc(),
	        " } if (" + rest + " > 0) {" + line + heads_of_last_row(repeated),
	        {loop->getRParenLoc().getLocWithOffset(1), behind}, " } }" + last_value + " }");
}

void DividedCounter::change(bool later, Expansions &found)
{
	if (!find() || !changes.may_be_copied(loop)) return;
	if (later) // What the copy is made of has to be in the text as it will be.
		changes.replace(loop->getForLoc(), loop->getForLoc(), "for");
	else
		write();
	changes.make(found);
}

void find_divided_counter(
        ASTContext &context, const ExpansionNotes &notes, const Stmt *loop, bool first_text, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && !s->getForLoc().isMacroID() && !is_annotated(context, loop))
		DividedCounter(context, notes, s).change(first_text, found);
}
