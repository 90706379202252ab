// SPDX-License-Identifier: Apache-2.0
//
// Scalar expansion: sums over the rows of an array whose rows have several owners, one for each column,
//
//     for (j = 0; j < m; j++) { double s = 0; for (i ...) s += a[i][j]; for (i ...) a[i][j] -= s / n; }
//
// need all processes in each iteration, for one number. With an element of an array in place of the variable, the loop
// can be distributed: then all sums are made together.
#include "../clang/clang.h"
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>

using namespace clang;

namespace
{
class ScalarExpansion
{
	ASTContext &context;
	Converter &converter;
	const ForStmt *loop;
	const CompoundStmt *body = nullptr;
	const FunctionDecl *function = nullptr;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	const Expr *first = nullptr;         // value of the counter
	const BinaryOperator *end = nullptr; // the condition
	std::vector<const VarDecl *> variables;

	bool is_kept_by_counter(const Expr *e) const;
	bool counts();
	bool is_variable(const VarDecl *v) const;
	bool is_index(const Stmt *s, const VarDecl *v) const;
	bool flat_crosses_owners(const Expr *subscript, const VarDecl *row, const prog_mapping *m) const;
	bool crosses_owners(const Expr *element, const VarDecl *row) const;
	bool is_in_column(const Expr *element) const;
	bool sets_other_columns(const Stmt *s, const ValueDecl *array) const;
	bool reads_column(const Stmt *s, const VarDecl *row) const;
	bool sums_column(const Stmt *s, const VarDecl *v) const;
	bool sets_work_array(const Stmt *s) const;
	void find();
	bool is_needed_behind(const VarDecl *v) const;
	bool is_set_before(const Stmt *reference, const VarDecl *v) const;
	std::string as_counter(const Expr *bound, const std::string &text) const;
	void write_variable(const VarDecl *v, const std::string &id, std::string &before, std::string &after);

      public:
	ScalarExpansion(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const ForStmt *loop)
	    : context(context), converter(converter), loop(loop), changes(context, notes)
	{
	}
	void change(Expansions &found);
};
} // namespace

static const Stmt *statement_parent(ASTContext &context, const Stmt *s)
{
	const auto &parents = context.getParents(*s);
	return parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
}

static const FunctionDecl *function_of(ASTContext &context, const Stmt *s)
{
	for (DynTypedNodeList parents = context.getParents(*s); parents.size() == 1;
	        parents = context.getParents(parents[0]))
		if (auto *f = parents[0].get<FunctionDecl>()) return f;
	return nullptr;
}

// The type in words that no macro changes; "": one that this is not done for.
static std::string type_text(QualType type)
{
	auto *builtin = dyn_cast<BuiltinType>(type.getCanonicalType().getUnqualifiedType());
	if (!builtin) return "";
	switch (builtin->getKind()) {
	case BuiltinType::Int: return "__typeof__(0)";
	case BuiltinType::UInt: return "__typeof__(0u)";
	case BuiltinType::Long: return "__typeof__(0l)";
	case BuiltinType::ULong: return "__typeof__(0ul)";
	case BuiltinType::LongLong: return "__typeof__(0ll)";
	case BuiltinType::ULongLong: return "__typeof__(0ull)";
	case BuiltinType::Float: return "__typeof__(0.f)";
	case BuiltinType::Double: return "__typeof__(0.)";
	case BuiltinType::LongDouble: return "__typeof__(0.l)";
	default: return "";
	}
}

// What the statement gives the variable, whatever it was before; NULL: nothing.
static const Expr *value_set(const Stmt *s, const VarDecl *v)
{
	if (auto *group = dyn_cast<DeclStmt>(s)) return llvm::is_contained(group->decls(), v) ? v->getInit() : nullptr;
	auto *set = dyn_cast<BinaryOperator>(s);
	bool sets = set && set->getOpcode() == BO_Assign && variable_named(set->getLHS()) == v;
	return sets && !names_variable(set->getRHS(), v) ? set->getRHS() : nullptr;
}

// Whether a function may do something else than compute a value, or end the program.
static bool has_effects(const CallExpr *call, int depth);

// Whether the text leaves the function, goes on elsewhere in it, or does what cannot be done in several loops.
static bool is_in_the_way(const Stmt *s, int depth)
{
	if (isa<GotoStmt, IndirectGotoStmt, AsmStmt>(s)) return true;
	if (depth == 0 && isa<ReturnStmt, WhileStmt, DoStmt, SwitchStmt>(s)) return true;
	if (auto *call = dyn_cast<CallExpr>(s); call && has_effects(call, depth)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && is_in_the_way(c, depth); });
}

static bool has_effects(const CallExpr *call, int depth)
{
	enum { DEEPEST = 8 };
	const FunctionDecl *callee = call->getDirectCallee();
	if (!callee || callee->isNoReturn() || depth == DEEPEST) return true;
	if (only_computes(callee)) return false;
	const FunctionDecl *definition = callee->getDefinition();
	return !definition || !definition->getBody() || is_in_the_way(definition->getBody(), depth + 1);
}

static bool names(const Stmt *s, DeclarationName name)
{
	auto *reference = dyn_cast<DeclRefExpr>(s);
	return (reference && reference->getDecl()->getDeclName() == name) ||
	       llvm::any_of(s->children(), [&](const Stmt *c) { return c && names(c, name); });
}

// Whether it declares something that has one of the names in the loop's head, or an array for each iteration.
static bool declares_another(const Stmt *s, const ForStmt *loop)
{
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls()) {
			auto *v = dyn_cast<VarDecl>(d);
			if (!v || v->getType()->isArrayType() || names(loop->getCond(), v->getDeclName()) ||
			        names(loop->getInit(), v->getDeclName()))
				return true;
		}
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && declares_another(c, loop); });
}

// Whether the counter holds the value as it is: it is of its type, or of a narrower one, or a number that is.
bool ScalarExpansion::is_kept_by_counter(const Expr *e) const
{
	Expr::EvalResult value;
	QualType type = counter->getType(), from = e->IgnoreParenImpCasts()->getType();
	if (!from->isIntegerType()) return false;
	if (e->EvaluateAsInt(value, context)) return value.Val.getInt().isNonNegative() && value.Val.getInt() < 1 << 30;
	if (context.hasSameUnqualifiedType(type, from)) return true;
	bool wider = context.getTypeSize(from) < context.getTypeSize(type);
	return wider && (type->isSignedIntegerType() || from->isUnsignedIntegerType());
}

// Up, from a value that the counter holds as it is; what is compared are values of its type.
bool ScalarExpansion::counts()
{
	std::optional<CountedHead> head = counted_head(loop, context);
	if (!head || !head->up || type_text(head->counter->getType()).empty()) return false;
	counter = head->counter, first = head->first, end = head->end;
	if (!context.hasSameUnqualifiedType(end->getLHS()->getType(), counter->getType())) return false;
	if (!is_kept_by_counter(first) || !end->getRHS()->getType()->isIntegerType()) return false;
	return end->getOpcode() == BO_LT || end->getOpcode() == BO_LE;
}

// A number of its own.
bool ScalarExpansion::is_variable(const VarDecl *v) const
{
	return v->hasLocalStorage() && !isa<ParmVarDecl>(v) && !type_text(v->getType()).empty() && !v->hasAttrs() &&
	       !v->getType().isVolatileQualified() && !is_address_taken(v);
}

// Whether it chooses elements, or how often a loop is executed.
bool ScalarExpansion::is_index(const Stmt *s, const VarDecl *v) const
{
	if (!s) return false;
	auto *element = dyn_cast<ArraySubscriptExpr>(s);
	if (element && names_variable(element->getIdx(), v)) return true;
	if (auto *f = dyn_cast<ForStmt>(s); f && (names_variable(f->getInit(), v) || names_variable(f->getCond(), v) ||
	                                                 names_variable(f->getInc(), v)))
		return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_index(c, v); });
}

// The variable, or the next one or the like: not one of the neighbours of something else.
static bool is_at(const Expr *e, const VarDecl *v, const ASTContext &context)
{
	e = e->IgnoreParenImpCasts();
	auto *b = dyn_cast<BinaryOperator>(e);
	if (b && (b->getOpcode() == BO_Add || b->getOpcode() == BO_Sub) && b->getRHS()->isEvaluatable(context))
		return is_at(b->getLHS(), v, context);
	return variable_named(e) == v;
}

// i * m, (i * m + j) * l + k * p: where a row of a flat array begins.
static bool is_row(const Expr *e)
{
	auto *b = dyn_cast<BinaryOperator>(e->IgnoreParenImpCasts());
	if (b && b->getOpcode() == BO_Add) return is_row(b->getLHS()) && is_row(b->getRHS());
	return b && b->getOpcode() == BO_Mul;
}

// In how many products the variable stands in the subscript of a flat array: 2 for i of (i * m + j) * l + k; -1:
// nowhere. `alone`: not as a neighbour of something else.
static int products_of(const Expr *e, const VarDecl *v, const ASTContext &context, bool alone)
{
	e = e->IgnoreParenImpCasts();
	auto *b = dyn_cast<BinaryOperator>(e);
	if (!b) return (alone ? variable_named(e) == v : names_variable(e, v)) ? 0 : -1;
	int most = std::max(products_of(b->getLHS(), v, context, alone), products_of(b->getRHS(), v, context, alone));
	if (b->getOpcode() == BO_Mul) return most < 0 ? -1 : most + 1;
	const bool last = names_variable(b->getRHS(), v);
	const bool in_row = b->getOpcode() == BO_Add && is_row(last ? b->getLHS() : b->getRHS());
	return alone && most == 0 && !in_row && !is_at(e, v, context) ? -1 : most;
}

// The array, a variable or a member, of which it is an element, and its subscripts.
static const ValueDecl *array_of(const Expr *element, std::vector<const Expr *> &subscripts)
{
	const Expr *base = element->IgnoreParens();
	for (; auto *e = dyn_cast<ArraySubscriptExpr>(base); base = e->getBase()->IgnoreParenImpCasts())
		subscripts.insert(subscripts.begin(), e->getIdx());
	auto *name = dyn_cast<DeclRefExpr>(base);
	auto *member = dyn_cast<MemberExpr>(base);
	const ValueDecl *array = name ? name->getDecl() : member ? member->getMemberDecl() : nullptr;
	return array && isa<VarDecl, FieldDecl>(array) ? array : nullptr;
}

// The same of the only subscript of flat memory. `m`: NULL: its rows may have several owners.
bool ScalarExpansion::flat_crosses_owners(const Expr *subscript, const VarDecl *row, const prog_mapping *m) const
{
	const int in_row = products_of(subscript, row, context, true),
	          in_column = products_of(subscript, counter, context, false);
	if (in_row < 0 || in_column < 0 || in_row == in_column) return false;
	// Sizes may be one number together: i * ml + j * l + k.
	const bool is_sure = m && (m->rank == 2 || in_row < in_column);
	return is_sure ? in_row < m->rank && mapping_splits(m, m->rank - 1 - in_row) : in_row > in_column;
}

// Whether it is an element of a row that `row` chooses, of a column that the loop's counter does, and rows have several
// owners.
bool ScalarExpansion::crosses_owners(const Expr *element, const VarDecl *row) const
{
	std::vector<const Expr *> subscripts;
	const ValueDecl *array = array_of(element, subscripts);
	const prog_symbol *symbol = array ? converter.symbol(array) : nullptr;
	const prog_mapping *m = symbol ? symbol->mapping : nullptr;
	if (!array || (!m && !array->getType()->isPointerType())) return false;
	if (m && !prog_mapping_splits_from(m, 0)) return false;
	if (subscripts.size() == 1 && (!m || m->rank > 1)) return flat_crosses_owners(subscripts[0], row, m);
	bool crosses = false, column = false;
	for (unsigned d = 0; d < subscripts.size(); d++) {
		bool splits = m ? d < (unsigned)m->rank && mapping_splits(m, (int)d) : d == 0;
		bool is_column = names_variable(subscripts[d], counter);
		crosses |= splits && is_at(subscripts[d], row, context);
		column |= is_column;
	}
	return crosses && column;
}

static bool is_addend(const Expr *e, const VarDecl *v)
{
	e = e->IgnoreParenImpCasts();
	auto *b = dyn_cast<BinaryOperator>(e);
	bool goes_on = b && (b->getOpcode() == BO_Add || b->getOpcode() == BO_Mul);
	return goes_on ? is_addend(b->getLHS(), v) || is_addend(b->getRHS(), v) : variable_named(e) == v;
}

// Whether its column is the one that the loop's counter chooses.
bool ScalarExpansion::is_in_column(const Expr *element) const
{
	std::vector<const Expr *> subscripts;
	array_of(element, subscripts);
	if (subscripts.size() == 1) return is_addend(subscripts[0], counter);
	return llvm::any_of(subscripts, [&](const Expr *e) { return variable_named(e) == counter; });
}

// Whether an iteration sets elements that the sums of later ones may read: they cannot be made together.
bool ScalarExpansion::sets_other_columns(const Stmt *s, const ValueDecl *array) const
{
	std::vector<const Expr *> subscripts;
	const Expr *target = target_of(s);
	bool sets = target && array_of(target, subscripts) == array && !subscripts.empty();
	if (sets && !is_in_column(target)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && sets_other_columns(c, array); });
}

bool ScalarExpansion::reads_column(const Stmt *s, const VarDecl *row) const
{
	if (!s) return false;
	std::vector<const Expr *> subscripts;
	auto *e = dyn_cast<ArraySubscriptExpr>(s);
	if (e && crosses_owners(e, row) && !sets_other_columns(body, array_of(e, subscripts))) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return reads_column(c, row); });
}

static int references(const Stmt *s, const VarDecl *v)
{
	if (!s) return 0;
	auto *name = dyn_cast<DeclRefExpr>(s);
	int n = name && name->getDecl() == v;
	for (const Stmt *c : s->children()) n += references(c, v);
	return n;
}

// v + e + f, e * v, and what else has v as an operand of one operator alone.
static bool is_chain(const Expr *e, const VarDecl *v, BinaryOperatorKind op)
{
	e = e->IgnoreParenImpCasts();
	if (variable_named(e) == v) return true;
	auto *b = dyn_cast<BinaryOperator>(e);
	bool fits = b && (b->getOpcode() == op || (op == BO_Add && b->getOpcode() == BO_Sub));
	if (!fits) return false;
	if (!names_variable(b->getRHS(), v)) return is_chain(b->getLHS(), v, op);
	return b->getOpcode() != BO_Sub && !names_variable(b->getLHS(), v) && is_chain(b->getRHS(), v, op);
}

// v += e; v = v + e; v = fmax(v, e); v = e > v ? e : v;
static bool combines(const Expr *e, const VarDecl *v)
{
	auto *b = dyn_cast<BinaryOperator>(e);
	if (!b || !b->isAssignmentOp() || variable_named(b->getLHS()) != v) return false;
	if (b->isCompoundAssignmentOp()) return !names_variable(b->getRHS(), v);
	auto *call = dyn_cast<CallExpr>(b->getRHS()->IgnoreParenImpCasts());
	const FunctionDecl *callee = call ? call->getDirectCallee() : nullptr;
	if (call && !callee) return false;
	if (call && callee->getBuiltinID()) {
		StringRef name = callee->getName();
		if (!name.consume_front("fmax") && !name.consume_front("fmin")) return false;
	}
	if (call) return names_variable(call, v);
	auto *choice = dyn_cast<ConditionalOperator>(b->getRHS()->IgnoreParenImpCasts());
	if (choice) return variable_named(choice->getTrueExpr()) == v || variable_named(choice->getFalseExpr()) == v;
	return llvm::any_of(std::initializer_list<BinaryOperatorKind>{BO_Add, BO_Mul, BO_And, BO_Or, BO_Xor},
	        [&](BinaryOperatorKind op) { return is_chain(b->getRHS(), v, op); });
}

// How many of the references to the variable in a loop's body stand where it is changed as a sum is, or an extremum:
// if (e > v) v = e;
static int references_of_sum(const Stmt *s, const VarDecl *v)
{
	if (!s) return 0;
	auto *e = dyn_cast<Expr>(s);
	if (e && combines(e, v)) return references(e, v);
	auto *choice = dyn_cast<IfStmt>(s);
	if (choice && !choice->getElse() && names_variable(choice->getCond(), v) &&
	        changes_variable(choice->getThen(), v))
		return references(choice, v);
	int n = 0;
	for (const Stmt *c : s->children()) n += references_of_sum(c, v);
	return n;
}

static bool is_sum(const Stmt *body, const VarDecl *v)
{
	return changes_variable(body, v) && references_of_sum(body, v) == references(body, v);
}

// Whether a loop over rows changes it by what is in a column.
bool ScalarExpansion::sums_column(const Stmt *s, const VarDecl *v) const
{
	if (!s) return false;
	auto *f = dyn_cast<ForStmt>(s);
	const Expr *from = nullptr;
	const VarDecl *row = f ? counter_of(f, from) : nullptr;
	if (row && row != counter && is_sum(f->getBody(), v) && reads_column(f->getBody(), row)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return sums_column(c, v); });
}

static bool changes_another(const Stmt *s, const VarDecl *v)
{
	const Expr *target = target_of(s);
	const VarDecl *set = target ? variable_named(target) : nullptr;
	return (set && set != v) ||
	       llvm::any_of(s->children(), [&](const Stmt *c) { return c && changes_another(c, v); });
}

// Whether a condition chooses it together with other variables: an extremum and its place.
static bool is_chosen_with_others(const Stmt *s, const VarDecl *v)
{
	if (!s) return false;
	auto *choice = dyn_cast<IfStmt>(s);
	if (choice && changes_variable(choice->getThen(), v) && changes_another(choice->getThen(), v)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_chosen_with_others(c, v); });
}

// The variables that the statement declares, or the one that it sets.
static std::vector<const VarDecl *> variables_of(const Stmt *s)
{
	std::vector<const VarDecl *> list;
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls())
			if (auto *v = dyn_cast<VarDecl>(d)) list.push_back(v);
	auto *set = dyn_cast<BinaryOperator>(s);
	if (const VarDecl *v = set ? variable_named(set->getLHS()) : nullptr) list.push_back(v);
	return list;
}

// Whether a loop changes it otherwise than a sum.
static bool makes_in_order(const Stmt *s, const VarDecl *v)
{
	if (auto *f = dyn_cast<ForStmt>(s)) return changes_variable(f->getBody(), v) && !is_sum(f->getBody(), v);
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && makes_in_order(c, v); });
}

// Whether elements are set that each iteration sets anew.
bool ScalarExpansion::sets_work_array(const Stmt *s) const
{
	const Expr *target = target_of(s);
	if (target && isa<ArraySubscriptExpr>(target) && !names_variable(target, counter)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && sets_work_array(c); });
}

// Variables that each iteration sets before it reads them, and several of its statements use, where one of them is such
// a sum.
void ScalarExpansion::find()
{
	bool any = false;
	for (auto at = body->body_begin(); at != body->body_end(); ++at)
		for (const VarDecl *v : variables_of(*at)) {
			auto names = [&](const Stmt *s) { return names_variable(s, v); };
			if (v == counter || !is_variable(v) || !value_set(*at, v)) continue;
			if (is_index(loop, v) || is_chosen_with_others(body, v)) continue;
			if (llvm::is_contained(variables, v) || std::any_of(body->body_begin(), at, names)) continue;
			if (std::none_of(at + 1, body->body_end(), names)) continue;
			variables.push_back(v);
			any |= sums_column(body, v);
		}
	// Of what a loop makes in the order of its iterations nothing is made together.
	for (const VarDecl *v : variables) any &= !makes_in_order(body, v);
	if (!any || sets_work_array(body)) variables.clear();
}

// ---- what is left behind the loop --------------------------------------------------------------

static bool holds(const Stmt *s, const Stmt *part)
{
	return s && (s == part || llvm::any_of(s->children(), [&](const Stmt *c) { return holds(c, part); }));
}

// Whether the variable is set by the reference, or in front of it on each way that leads there from behind the loop.
bool ScalarExpansion::is_set_before(const Stmt *reference, const VarDecl *v) const
{
	auto *set = dyn_cast_or_null<BinaryOperator>(statement_parent(context, reference));
	if (set && set->getLHS() == reference && value_set(set, v)) return true;
	const Stmt *branch = reference;
	for (const Stmt *s = statement_parent(context, branch); s; branch = s, s = statement_parent(context, s)) {
		if (isa<SwitchStmt, SwitchCase>(s) || holds(branch, loop)) return false;
		auto *block = dyn_cast<CompoundStmt>(s);
		if (!block) continue;
		bool is_set = false;
		for (const Stmt *c : block->body()) {
			if (c == branch) break;
			is_set = (is_set && !holds(c, loop)) || value_set(c, v);
		}
		if (is_set) return true;
	}
	return false;
}

bool ScalarExpansion::is_needed_behind(const VarDecl *v) const
{
	std::vector<const Stmt *> left = {function->getBody()};
	while (!left.empty()) {
		const Stmt *s = left.back();
		left.pop_back();
		if (!s || s == loop) continue;
		auto *name = dyn_cast<DeclRefExpr>(s);
		if (isa<GotoStmt, IndirectGotoStmt>(s)) return true;
		if (name && name->getDecl() == v && !is_set_before(s, v)) return true;
		for (const Stmt *c : s->children()) left.push_back(c);
	}
	return false;
}

// ---- the text ----------------------------------------------------------------------------------

static void collect_names(const Stmt *s, const VarDecl *v, std::vector<const DeclRefExpr *> &list)
{
	if (!s) return;
	if (auto *name = dyn_cast<DeclRefExpr>(s); name && name->getDecl() == v) list.push_back(name);
	for (const Stmt *c : s->children()) collect_names(c, v, list);
}

// A small number of iterations that is known has its array on the stack.
static bool is_small(const Expr *first, const BinaryOperator *end, const ASTContext &context, std::string &size)
{
	enum { MOST_ON_STACK = 1024 };
	Expr::EvalResult low, high;
	if (!first->EvaluateAsInt(low, context) || !end->getRHS()->EvaluateAsInt(high, context)) return false;
	int64_t n = high.Val.getInt().getExtValue() - low.Val.getInt().getExtValue() + (end->getOpcode() == BO_LE);
	size = std::to_string(n);
	return n > 0 && n <= MOST_ON_STACK;
}

// The text of a bound as a value of the counter's type.
std::string ScalarExpansion::as_counter(const Expr *bound, const std::string &text) const
{
	QualType type = bound->IgnoreParenImpCasts()->getType();
	bool same = context.hasSameUnqualifiedType(type, counter->getType());
	return same ? text : "(" + type_text(counter->getType()) + ")" + text;
}

void ScalarExpansion::write_variable(const VarDecl *v, const std::string &id, std::string &before, std::string &after)
{
	Expr::EvalResult begin;
	bool number = first->EvaluateAsInt(begin, context);
	std::string low = number ? std::to_string(begin.Val.getInt().getExtValue())
	                         : "(" + changes.text_of(first->getSourceRange()) + ")";
	std::string name = SPOKEN_EXPANDED + id + "_" + v->getName().str(), type = type_text(v->getType());
	std::string from = number ? low : as_counter(first, low), size;
	std::string high = as_counter(end->getRHS(), "(" + changes.text_of(end->getRHS()->getSourceRange()) + ")");
	bool closed = end->getOpcode() == BO_LE;
	std::string element = name + "[" + counter->getName().str() + (low == "0" ? "" : " - " + low) + "]";
	std::string distance = low == "0" ? high : high + " - " + from;
	std::string runs = from + (closed ? " <= " : " < ") + high;
	spoken_stands_for(name.c_str(), v->getName().str().c_str());
	if (is_small(first, end, context, size)) {
		before += type + " " + name + "[" + size + "]; ";
	} else {
		std::string count = runs + " ? " + distance + (closed ? " + 1" : "") + " : 1";
		before += type + " *" + name + " = __builtin_malloc(sizeof *" + name + " * (" + count + ")); ";
		after = " __builtin_free(" + name + ");" + after;
	}
	bool declared = false;
	for (const Stmt *s : body->body()) {
		auto *group = dyn_cast<DeclStmt>(s);
		if (group && value_set(group, v)) {
			changes.put_behind(changes.end_of(s), " " + element + " = " + v->getName().str() + ";");
			declared = true;
			continue;
		}
		std::vector<const DeclRefExpr *> names;
		collect_names(s, v, names);
		for (const DeclRefExpr *n : names) changes.replace(n->getLocation(), n->getLocation(), element);
	}
	if (!declared && is_needed_behind(v))
		after = " if (" + runs + ") " + v->getName().str() + " = " + name + "[" + distance +
		        (closed ? "" : " - 1") + "];" + after;
}

void ScalarExpansion::change(Expansions &found)
{
	body = dyn_cast<CompoundStmt>(loop->getBody());
	function = function_of(context, loop);
	for (StringRef text : changes.directives_before(loop->getForLoc()))
		if (!said_in(text).empty()) return; // of one loop
	if (!body || !function || !has_loop(body) || !counts() || has_jumps(body)) return;
	if (is_in_the_way(body, 0) || declares_another(body, loop)) return;
	find();
	SourceLocation behind = changes.end_of(loop);
	if (variables.empty() || behind.isInvalid()) return;
	std::string before = "{ ", after = " }";
	std::string id = std::to_string(context.getSourceManager().getFileOffset(changes.first_of(loop->getForLoc())));
	for (const VarDecl *v : variables) write_variable(v, id, before, after);
	changes.put_before(loop->getForLoc(), before);
	changes.put_behind(behind, after);
	changes.make(found);
}

void find_scalar_expansion(
        ASTContext &context, const ExpansionNotes &notes, Converter &converter, const Stmt *loop, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && !s->getForLoc().isMacroID() && !is_annotated(context, loop))
		ScalarExpansion(context, notes, converter, s).change(found);
}
