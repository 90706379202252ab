// SPDX-License-Identifier: Apache-2.0
//
// Loops over the range of one row of a flat array,
//
//     for (k = i * m; k < (i + 1) * m; k++) sum += a[k];
//
// count from 0 to the row's length instead, `k` being `i * m` more: then the subscript says which row it is.
#include "../clang/clang.h"
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
// A sum of products of variables: for each product, named by its sorted factors, how often it is there.
typedef std::map<std::vector<const VarDecl *>, int64_t> Sum;

class RowRange
{
	ASTContext &context;
	Converter &converter;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	const Expr *first = nullptr;
	const BinaryOperator *end = nullptr;

	bool counts();
	const Expr *value_of(const VarDecl *v) const;
	bool sum_of(const Expr *e, Sum &sum, int depth) const;
	bool is_element(const Stmt *s) const;
	void write(const std::string &length);

      public:
	RowRange(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const ForStmt *loop)
	    : context(context), converter(converter), loop(loop), changes(context, notes)
	{
	}
	void change(Expansions &found);
};
} // namespace

// Up, by numbers that do not wrap around.
bool RowRange::counts()
{
	std::optional<CountedHead> head = counted_head(loop, context);
	if (!head || !head->up) return false;
	counter = head->counter, first = head->first, end = head->end;
	QualType type = counter->getType();
	if (type->isEnumeralType() || type.isVolatileQualified()) return false;
	if (context.getTypeSize(type) < (type->isSignedIntegerType() ? 32 : 64)) return false;
	return end->getOpcode() == BO_LT || end->getOpcode() == BO_LE;
}

// Of a variable that is set where it is declared, in the loop around, and nowhere else; NULL: of another one.
const Expr *RowRange::value_of(const VarDecl *v) const
{
	const Expr *init = v->hasLocalStorage() && !isa<ParmVarDecl>(v) ? v->getInit() : nullptr;
	if (!init || is_address_taken(v)) return nullptr;
	if (!context.hasSameUnqualifiedType(init->IgnoreParens()->getType(), v->getType())) return nullptr;
	for (const Stmt *s = loop;;) {
		const auto &parents = context.getParents(*s);
		const Stmt *up = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
		if (!up) return nullptr;
		auto *block = dyn_cast<CompoundStmt>(up);
		s = up;
		if (!block) continue;
		bool declared = false;
		for (const Stmt *c : block->body()) {
			auto *group = dyn_cast<DeclStmt>(c);
			if (group && llvm::is_contained(group->decls(), v))
				declared = true;
			else if (declared && (changes_variable(c, v) || !value_stays(init, c, context)))
				return nullptr;
		}
		if (declared) return init;
	}
}

static void add(Sum &to, const Sum &what, int64_t times)
{
	for (const auto &[product, n] : what)
		if (!(to[product] += times * n)) to.erase(product);
}

// False: it is no such sum, or its products have too many factors.
bool RowRange::sum_of(const Expr *e, Sum &sum, int depth) const
{
	enum { MOST_DEPTH = 12, MOST_FACTORS = 4, MOST_TERMS = 16 };
	Expr::EvalResult value;
	e = e->IgnoreParenImpCasts();
	sum.clear();
	if (depth == MOST_DEPTH || !e->getType()->isIntegerType()) return false;
	if (e->EvaluateAsInt(value, context)) {
		if (value.Val.getInt().getSignificantBits() > 32) return false;
		if (!value.Val.getInt().isZero()) sum[{}] = value.Val.getInt().getExtValue();
		return true;
	}
	if (const VarDecl *v = variable_named(e)) {
		const Expr *init = value_of(v);
		if (!init || !sum_of(init, sum, depth + 1)) sum = {{{v}, 1}};
		return true;
	}
	if (auto *cast = dyn_cast<CStyleCastExpr>(e)) return sum_of(cast->getSubExpr(), sum, depth + 1);
	auto *b = dyn_cast<BinaryOperator>(e);
	Sum x, y;
	if (!b || !sum_of(b->getLHS(), x, depth + 1) || !sum_of(b->getRHS(), y, depth + 1)) return false;
	if (b->getOpcode() == BO_Add || b->getOpcode() == BO_Sub) {
		add(sum, x, 1);
		add(sum, y, b->getOpcode() == BO_Add ? 1 : -1);
		return true;
	}
	if (b->getOpcode() != BO_Mul || x.size() * y.size() > MOST_TERMS) return false;
	for (const auto &[p, n] : x)
		for (const auto &[q, m] : y) {
			std::vector<const VarDecl *> product = p;
			product.insert(product.end(), q.begin(), q.end());
			llvm::sort(product);
			if (product.size() > MOST_FACTORS) return false;
			add(sum, {{product, n * m}}, 1);
		}
	return true;
}

// The text of a sum without products; "": it has some, or is nothing.
static std::string text_of(const Sum &sum)
{
	std::string text;
	for (const auto &[product, n] : sum) {
		if (product.size() > 1) return "";
		std::string term = product.empty() ? std::to_string(n) : product[0]->getName().str();
		if (!product.empty() && n != 1) term = std::to_string(n) + " * " + term;
		text += (text.empty() ? "" : " + ") + term;
	}
	return text;
}

// Whether it goes in steps of the length of something: i * m, or 5 * i.
static bool has_product(const Sum &sum)
{
	return llvm::any_of(sum,
	        [](const auto &term) { return term.first.size() > 1 || (term.first.size() == 1 && term.second > 1); });
}

// Whether the counter, with something added at most, chooses elements of an array of several dimensions, or of one of
// which nothing is said here.
bool RowRange::is_element(const Stmt *s) const
{
	if (!s) return false;
	auto *e = dyn_cast<ArraySubscriptExpr>(s);
	auto *base = e ? e->getBase()->IgnoreParenImpCasts() : nullptr;
	auto *name = base ? dyn_cast<DeclRefExpr>(base) : nullptr;
	auto *member = base ? dyn_cast<MemberExpr>(base) : nullptr;
	const ValueDecl *array = name ? name->getDecl() : member ? member->getMemberDecl() : nullptr;
	if (array && isa<VarDecl, FieldDecl>(array) && names_variable(e->getIdx(), counter)) {
		const prog_symbol *symbol = converter.symbol(array);
		const prog_mapping *m = symbol ? symbol->mapping : nullptr;
		if (m ? m->rank > 1 : isa<ParmVarDecl>(array)) return true;
	}
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_element(c); });
}

void RowRange::write(const std::string &length)
{
	unsigned at = context.getSourceManager().getFileOffset(changes.first_of(loop->getForLoc()));
	std::string name = SPOKEN_IN_ROW + std::to_string(at), k = counter->getName().str();
	std::string low = "(" + changes.text_of(first->getSourceRange()) + ")";
	std::string type = counter->getType().getUnqualifiedType().getAsString(context.getPrintingPolicy());
	SourceLocation behind = changes.end_of(loop), body = loop->getBody()->getBeginLoc();
	if (behind.isInvalid()) return changes.fail();
	spoken_stands_for(name.c_str(), (k + " - " + low).c_str());
	bool declared = isa<DeclStmt>(loop->getInit());
	std::string head = "(" + type + " " + name + " = 0; " + name + " < " + length + "; " + name + "++)";
	std::string set = " { " + (declared ? type + " " : "") + k + " = " + low + " + " + name + "; ";
	changes.replace(loop->getLParenLoc(), loop->getRParenLoc(), head);
	changes.put_before(body, set);
	if (declared) return changes.put_behind(behind, " }");
	changes.put_before(loop->getForLoc(), "{ ");
	changes.put_behind(behind, " } " + k + " = " + low + " + (" + length + " > 0 ? " + length + " : 0); }");
}

void RowRange::change(Expansions &found)
{
	Sum from, to;
	for (StringRef text : changes.directives_before(loop->getForLoc()))
		if (!said_in(text).empty()) return; // of one loop
	if (!counts() || has_jumps(loop->getBody()) || !is_element(loop->getBody())) return;
	if (!sum_of(first, from, 0) || !has_product(from) || !sum_of(end->getRHS(), to, 0)) return;
	add(to, from, -1);
	if (end->getOpcode() == BO_LE) add(to, {{{}, 1}}, 1);
	std::string length = text_of(to);
	if (length.empty()) return;
	write("(" + length + ")");
	changes.make(found);
}

void find_row_range(
        ASTContext &context, const ExpansionNotes &notes, Converter &converter, const Stmt *loop, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && s->getInit() && !s->getForLoc().isMacroID() && !is_annotated(context, loop))
		RowRange(context, notes, converter, s).change(found);
}
