// SPDX-License-Identifier: Apache-2.0
//
// Where arrays are split in inner dimensions, a function for one row has loops along what is split: `for (i = ...)
// line(a, b, i);`. A call in a nest is made as it stands, so that these loops would be a nest of their own for each
// row, with messages of their own. The function's body is written in the place of such a call, and then the loops are
// one nest. Its parameters become what they are given, or variables beside the body. So it is with a function for one
// element, `b[i][j] = cell(a, i, j);`: what it is given as it stands counts on the array's own addresses, of which a
// process would touch all pages; with one that adds to elements, `interact(&b[i], &b[j]);`; and with one that sets
// several elements of a flat array, which may have several owners, `render(image, x, y);`. Where all that it does is
// to return a value without effects, it may stand anywhere in an expression:
// `.5 * (at(a, i - 1, j) + at(a, i + 1, j))`.
#include "../clang/clang.h"
#include "changes.h"
#include "known_names.h"
#include "set_places.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/StringSet.h>

using namespace clang;

namespace
{
// A name in the body's text, and what stands there instead.
struct Renamed {
	SourceLocation at;
	std::string text;
};

class CalledLoops
{
	ASTContext &context;
	const SourceManager &sources;
	const LangOptions &language;
	Preprocessor &preprocessor;
	Converter &converter;
	const Inclusions &inclusions;
	const CallExpr *call;
	bool is_value;             // the call is a part of an expression
	bool rows;                 // of functions for a row, too: some array is split in inner dimensions
	const BinaryOperator *set; // what the function returns is assigned; null: it returns nothing, or is_value
	const ReturnStmt *result = nullptr; // at its end
	// `if (far) return 0;` of the body's own statements; with the block that it stands in, or null
	std::vector<std::pair<const ReturnStmt *, const CompoundStmt *>> early;
	const FunctionDecl *caller = nullptr, *callee = nullptr;
	const CompoundStmt *body = nullptr;
	TextChanges changes;
	llvm::StringMap<std::string> names; // of each parameter: what stands for it
	bool gives = false;                 // some of these are set in the body
	std::string declared;               // variables that hold what parameters are given
	llvm::StringSet<> around;           // names that the caller declares
	llvm::StringSet<> own;              // names that the body declares
	KnownNames known;                   // at the call
	// Of a name in the body's text, at the call. RENAMED: it has to be another text there; a macro's is written
	// out.
	enum Meaning { SAME, RENAMED, OTHER };
	llvm::StringMap<Meaning> macros;
	std::vector<Renamed> renamed;

	void names_mapped(const Stmt *s, bool &known, bool &splits) const;
	void given_mapped(bool &known, bool &splits, bool &others) const;
	bool chooses_rows() const;
	bool adds_by_index(const Stmt *s) const;
	bool adds_to_element() const;
	bool has_elements_apart(const ValueDecl *array, int subscripts) const;
	bool sets_apart_by_name(const Stmt *s) const;
	bool sets_elements_apart() const;
	bool is_early_return(const Stmt *s);
	bool reads_parts() const;
	bool is_simple(const Stmt *s, const Stmt *parent);
	bool is_simple_body();
	bool is_updated_behind() const;
	bool is_assigned() const;
	SourceLocation begin() const { return set ? set->getBeginLoc() : call->getBeginLoc(); }
	bool is_fit();
	void assign_result(const ReturnStmt *from, const std::string &after);
	void leave_early();
	SourceLocation in_front();
	void declare();
	Meaning known_as(llvm::StringRef name);
	Meaning macro_means(const IdentifierInfo *name);
	Meaning means(llvm::StringRef name);
	bool take_names(std::vector<SourceLocation> &to_write_out);
	std::string in_other_names(const std::string &text) const;
	bool same_rows(QualType given, QualType wanted) const;
	bool same_type(QualType given, QualType wanted) const;
	bool stays(const Expr *e) const;
	const Expr *row_given(const Expr *e) const;
	bool is_path(const Expr *e) const;
	bool path_stays(const Expr *e) const;
	bool is_address_of_variable(const Expr *e) const;
	std::string stands_for(unsigned parameter);
	std::string value_given(unsigned parameter);
	std::string in_words_of_call(const Expr *e);
	bool give(const Stmt *statement);
	bool bind();
	std::string line_of(SourceLocation place) const;
	void write();
	void write_value();
	std::vector<CopiedText> copied(SourceLocation from, unsigned to, const std::string &after) const;
	void write_out(llvm::ArrayRef<SourceLocation> macros_to_write, Expansions &found) const;

      public:
	CalledLoops(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const CallExpr *call,
	        const BinaryOperator *set, bool is_value, bool rows)
	    : context(context), sources(context.getSourceManager()), language(context.getLangOpts()),
	      preprocessor(*notes.preprocessor), converter(converter), inclusions(notes.inclusions), call(call),
	      is_value(is_value), rows(rows), set(set), changes(context, notes), known(context, call->getBeginLoc())
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

// ---- which calls ----------------------------------------------------------------------------------

static bool names_any(const Stmt *s, llvm::ArrayRef<const VarDecl *> variables)
{
	auto *name = dyn_cast<DeclRefExpr>(s);
	if (name && llvm::is_contained(variables, name->getDecl())) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && names_any(c, variables); });
}

// Whether one of the parameters is used to say which element or row it is.
static bool places_by(const Stmt *s, llvm::ArrayRef<const VarDecl *> parameters)
{
	if (auto *element = dyn_cast<ArraySubscriptExpr>(s); element && names_any(element->getIdx(), parameters))
		return true;
	auto *b = dyn_cast<BinaryOperator>(s);
	if (b && b->isAdditiveOp() && b->getType()->isPointerType() && names_any(b, parameters)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && places_by(c, parameters); });
}

static const VarDecl *counted_by(const ForStmt *loop)
{
	auto *group = dyn_cast_or_null<DeclStmt>(loop->getInit());
	auto *set = dyn_cast_or_null<BinaryOperator>(loop->getInit());
	if (group && group->isSingleDecl()) return dyn_cast<VarDecl>(group->getSingleDecl());
	return set && set->getOpcode() == BO_Assign ? variable_named(set->getLHS()) : nullptr;
}

// The innermost loop around it.
static const ForStmt *loop_around(ASTContext &context, const Stmt *s)
{
	for (auto parents = context.getParents(*s); parents.size() == 1; parents = context.getParents(*s)) {
		s = parents[0].get<Stmt>();
		auto *loop = dyn_cast_or_null<ForStmt>(s);
		if (!s || loop) return loop;
	}
	return nullptr;
}

// Its variable.
static const VarDecl *counter_around(ASTContext &context, const Stmt *s)
{
	const ForStmt *loop = loop_around(context, s);
	return loop ? counted_by(loop) : nullptr;
}

static bool is_pointer_to_data(QualType type)
{
	return type->isPointerType() && !type->getPointeeType()->isFunctionType();
}

// u, u[i], *u, &u[i][0]: the array, and how many of its dimensions are left to who gets the address; null: something
// else. `chosen`: without the last ones that are 0, which is also how memory is handed on flat.
static const ValueDecl *array_given(const Expr *e, int &subscripts, int *chosen = nullptr)
{
	e = e->IgnoreParenCasts();
	int zeros = 0, by_address = 0;
	if (auto *u = dyn_cast<UnaryOperator>(e); u && u->getOpcode() == UO_AddrOf) {
		e = u->getSubExpr()->IgnoreParens();
		by_address = isa<ArraySubscriptExpr>(e);
	}
	subscripts = -by_address;
	for (bool last = true;; subscripts++) {
		auto *element = dyn_cast<ArraySubscriptExpr>(e);
		auto *u = dyn_cast<UnaryOperator>(e);
		if (!element && !(u && u->getOpcode() == UO_Deref && u->getType()->isArrayType())) break;
		auto *index = element ? dyn_cast<IntegerLiteral>(element->getIdx()->IgnoreParenImpCasts()) : nullptr;
		last = last && (!element || (index && index->getValue() == 0));
		zeros += last;
		e = (element ? element->getBase() : u->getSubExpr())->IgnoreParenImpCasts();
	}
	if (chosen) *chosen = std::min(subscripts, subscripts + by_address - zeros);
	if (auto *member = dyn_cast<MemberExpr>(e)) return member->getMemberDecl();
	auto *name = dyn_cast<DeclRefExpr>(e);
	return name ? name->getDecl() : nullptr;
}

// The same of the arrays that the function names itself.
void CalledLoops::names_mapped(const Stmt *s, bool &known, bool &splits) const
{
	const ValueDecl *d = nullptr;
	if (auto *name = dyn_cast<DeclRefExpr>(s)) d = name->getDecl();
	if (auto *member = dyn_cast<MemberExpr>(s)) d = member->getMemberDecl();
	const prog_symbol *named = d && isa<VarDecl, FieldDecl>(d) ? converter.symbol(d) : nullptr;
	known |= named && named->mapping;
	splits |= named && named->mapping && prog_mapping_splits_from(named->mapping, 1);
	for (const Stmt *c : s->children())
		if (c) names_mapped(c, known, splits);
}

// And of those that it is given; `others`: it is given memory of which nothing is known.
void CalledLoops::given_mapped(bool &known, bool &splits, bool &others) const
{
	const VarDecl *counter = counter_around(context, call);
	for (unsigned k = 0; k < call->getNumArgs(); k++) {
		if (!is_pointer_to_data(callee->getParamDecl(k)->getType())) continue;
		int subscripts, chosen;
		const ValueDecl *array = array_given(call->getArg(k), subscripts, &chosen);
		const prog_symbol *s = array ? converter.symbol(array) : nullptr;
		const prog_mapping *m = s ? s->mapping : nullptr;
		known |= m != nullptr;
		// A part that the loop chooses by its address is one row.
		if (counter && names_any(call->getArg(k), counter)) chosen = subscripts;
		splits |= m && prog_mapping_splits_from(m, chosen > 1 ? chosen : 1);
		others |= !m;
	}
}

// Whether a loop around the call chooses the row that the function works on: by its index, or by its address where the
// array is known, so that it is seen to be one row. Then its loops may go along what is split; not where all that it
// gets lies elsewhere as a whole.
bool CalledLoops::chooses_rows() const
{
	const VarDecl *counter = counter_around(context, call);
	std::vector<const VarDecl *> by;
	bool rows = false, known = false, splits = false, others = false;
	for (unsigned k = 0; k < call->getNumArgs(); k++) {
		const ParmVarDecl *p = callee->getParamDecl(k);
		bool chosen = counter && names_any(call->getArg(k), counter);
		if (chosen && p->getType()->isIntegerType()) by.push_back(p);
		if (!is_pointer_to_data(p->getType())) continue;
		int subscripts;
		const ValueDecl *array = array_given(call->getArg(k), subscripts);
		const prog_symbol *s = array ? converter.symbol(array) : nullptr;
		const prog_mapping *m = s ? s->mapping : nullptr;
		bool row = m && subscripts == m->rank - 1;
		if (chosen && !row) return false;
		rows |= chosen;
	}
	given_mapped(known, splits, others);
	names_mapped(body, known, splits);
	return (known ? splits : others) && (rows || (!by.empty() && places_by(body, by)));
}

// &b[i], b + i, b[i].f, q->f, or a pointer that is declared with one of these: the array of the element, or the pointer
// to it; null: something else.
static const ValueDecl *array_of_element(const Expr *e)
{
	int subscripts;
	e = e->IgnoreParenCasts();
	const VarDecl *v = variable_named(e);
	if (v && v->isLocalVarDecl() && v->getType()->isPointerType() && v->hasInit())
		return variable_named(v->getInit()) == v ? nullptr : array_of_element(v->getInit());
	auto *sum = dyn_cast<BinaryOperator>(e);
	if (sum && sum->getOpcode() == BO_Add && sum->getLHS()->getType()->isPointerType())
		return array_given(sum->getLHS()->IgnoreParenImpCasts(), subscripts);
	auto *address = dyn_cast<UnaryOperator>(e);
	bool is_address = address && address->getOpcode() == UO_AddrOf, is_part = false;
	if (is_address) e = address->getSubExpr()->IgnoreParens();
	while (auto *member = dyn_cast<MemberExpr>(e)) {
		e = member->getBase()->IgnoreParenImpCasts();
		is_part = true;
		if (member->isArrow()) return array_given(e, subscripts);
	}
	// u[i] of several dimensions is a row.
	if (!is_address && !is_part) return nullptr;
	return isa<ArraySubscriptExpr>(e) ? array_given(e, subscripts) : nullptr;
}

// Whether the function goes from the element that the parameter leads to on to others, as in a row.
static bool goes_on(const Stmt *s, const VarDecl *p, int depth)
{
	enum { DEEPEST = 4 };
	auto *element = dyn_cast<ArraySubscriptExpr>(s);
	if (element && variable_named(element->getBase()) == p) return true;
	auto *sum = dyn_cast<BinaryOperator>(s);
	if (sum && sum->isAdditiveOp() && sum->getType()->isPointerType() && names_variable(sum, p)) return true;
	auto *called = dyn_cast<CallExpr>(s);
	const FunctionDecl *f = called ? called->getDirectCallee() : nullptr;
	f = f ? f->getDefinition() : nullptr;
	for (unsigned k = 0; called && k < called->getNumArgs(); k++) {
		if (variable_named(called->getArg(k)) != p) continue;
		bool known = f && depth < DEEPEST && k < f->getNumParams();
		if (!known || goes_on(f->getBody(), f->getParamDecl(k), depth + 1)) return true;
	}
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && goes_on(c, p, depth); });
}

// What the lvalue is a part of, and whether memory behind a pointer or an element is.
static const Expr *root_of(const Expr *e, bool &led)
{
	for (e = e->IgnoreParenImpCasts();;) {
		auto *member = dyn_cast<MemberExpr>(e);
		auto *element = dyn_cast<ArraySubscriptExpr>(e);
		auto *star = dyn_cast<UnaryOperator>(e);
		bool follows = star && (star->getOpcode() == UO_Deref || star->getOpcode() == UO_AddrOf);
		if (!member && !element && !follows) return e;
		led |= element || (follows && star->getOpcode() == UO_Deref) || (member && member->isArrow());
		e = member ? member->getBase() : element ? element->getBase() : star->getSubExpr();
		e = e->IgnoreParenImpCasts();
	}
}

// Whether it has an update, +=, of what the parameter leads to, also in functions that get it. `sets`: or sets it.
static bool adds_through(const Stmt *s, const VarDecl *p, bool sets, int depth)
{
	enum { DEEPEST = 4 };
	bool led = false;
	auto *set = dyn_cast<CompoundAssignOperator>(s);
	const Expr *target = set ? set->getLHS() : sets ? target_of(s) : nullptr;
	if (target && variable_named(root_of(target, led)) == p && led) return true;
	auto *called = dyn_cast<CallExpr>(s);
	const FunctionDecl *f = called ? called->getDirectCallee() : nullptr;
	f = f ? f->getDefinition() : nullptr;
	for (unsigned k = 0; f && depth < DEEPEST && k < called->getNumArgs() && k < f->getNumParams(); k++) {
		if (!is_pointer_to_data(f->getParamDecl(k)->getType())) continue;
		if (variable_named(root_of(called->getArg(k), led)) != p) continue;
		if (adds_through(f->getBody(), f->getParamDecl(k), sets, depth + 1)) return true;
	}
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && adds_through(c, p, sets, depth); });
}

// `fx[j] += by`, j a parameter.
bool CalledLoops::adds_by_index(const Stmt *s) const
{
	auto *set = dyn_cast<CompoundAssignOperator>(s);
	int subscripts;
	const ValueDecl *array = nullptr;
	for (const Expr *e = set ? set->getLHS()->IgnoreParens() : nullptr; e && !array;) {
		if (isa<ArraySubscriptExpr>(e)) array = array_given(e, subscripts);
		auto *member = dyn_cast<MemberExpr>(e);
		e = member ? member->getBase()->IgnoreParens() : nullptr;
	}
	const prog_symbol *of = array && isa<VarDecl, FieldDecl>(array) ? converter.symbol(array) : nullptr;
	std::vector<const VarDecl *> numbers;
	for (const ParmVarDecl *p : callee->parameters())
		if (p->getType()->isIntegerType()) numbers.push_back(p);
	if (of && of->mapping && places_by(set->getLHS(), numbers)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && adds_by_index(c); });
}

// Whether it adds to an element that may be mapped, or changes two: of f[i] and f[j] one is another owner's as a rule.
// Where the body stands in the nest, each is set by its owner, and what is added is a reduction into the array.
bool CalledLoops::adds_to_element() const
{
	const Stmt *loop = is_value ? nullptr : loop_around(context, call);
	unsigned adds = 0, sets = 0;
	for (unsigned k = 0; loop && k < call->getNumArgs(); k++) {
		const ParmVarDecl *p = callee->getParamDecl(k);
		const ValueDecl *array = is_pointer_to_data(p->getType()) ? array_of_element(call->getArg(k)) : nullptr;
		const prog_symbol *s = array && isa<VarDecl, FieldDecl>(array) ? converter.symbol(array) : nullptr;
		if (!s || !(s->mapping || array->getType()->isPointerType())) continue;
		bool is_array = call->getArg(k)->IgnoreParenImpCasts()->getType()->isArrayType();
		if (!is_array && goes_on(body, p, 0)) continue;
		adds += adds_through(body, p, false, 0);
		sets += adds_through(body, p, true, 0);
	}
	// One element for each iteration of one loop is that iteration's own.
	return loop && (sets > 1 || ((adds || adds_by_index(body)) && loop_around(context, loop)));
}

// Whether each element of what is left of the array may have another owner, as in flat memory that is split.
bool CalledLoops::has_elements_apart(const ValueDecl *array, int subscripts) const
{
	const prog_symbol *s = array && isa<VarDecl, FieldDecl>(array) ? converter.symbol(array) : nullptr;
	const prog_mapping *m = s ? s->mapping : nullptr;
	if (m) return subscripts == m->rank - 1 && prog_mapping_splits_from(m, m->rank - 1);
	return s && subscripts == 0 && s->type->kind == PROG_TYPE_POINTER &&
	       converter.splits_flat_memory(s->type->element);
}

// The same of arrays that the function names itself.
bool CalledLoops::sets_apart_by_name(const Stmt *s) const
{
	const ValueDecl *d = nullptr;
	if (auto *name = dyn_cast<DeclRefExpr>(s)) d = name->getDecl();
	if (auto *member = dyn_cast<MemberExpr>(s)) d = member->getMemberDecl();
	bool array = d && isa<VarDecl, FieldDecl>(d) && !isa<ParmVarDecl>(d) && converter.symbol(d) &&
	             converter.symbol(d)->mapping;
	if (array && has_elements_apart(d, 0) && sets_several_places(context, body, d)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && sets_apart_by_name(c); });
}

// Whether each iteration of the loop around sets several elements that may have several owners, as the bytes of a
// pixel at the end of a block have: render(image, x, y). Where the body stands in the nest each is set by its owner.
bool CalledLoops::sets_elements_apart() const
{
	const VarDecl *counter = is_value ? nullptr : counter_around(context, call);
	auto chosen = [&](const Expr *given) { return names_any(given, counter); };
	if (!counter || llvm::none_of(call->arguments(), chosen)) return false;
	for (unsigned k = 0; k < call->getNumArgs(); k++) {
		const ParmVarDecl *p = callee->getParamDecl(k);
		if (!is_pointer_to_data(p->getType())) continue;
		int subscripts;
		const Expr *given = call->getArg(k)->IgnoreParenCasts();
		auto *sum = dyn_cast<BinaryOperator>(given);
		auto *address = dyn_cast<UnaryOperator>(given);
		auto *element = address && address->getOpcode() == UO_AddrOf
		                        ? dyn_cast<ArraySubscriptExpr>(address->getSubExpr()->IgnoreParens())
		                        : nullptr;
		if (sum && sum->isAdditiveOp())
			given = sum->getLHS()->getType()->isPointerType() ? sum->getLHS() : sum->getRHS();
		if (element) given = element->getBase();
		const ValueDecl *array = array_given(given, subscripts);
		if (has_elements_apart(array, subscripts) && sets_several_places(context, body, p)) return true;
	}
	return sets_apart_by_name(body);
}

// Whether an array that the function reads an element of may lie apart in inner dimensions.
bool CalledLoops::reads_parts() const
{
	bool known = false, splits = false, others = false;
	given_mapped(known, splits, others);
	names_mapped(body, known, splits);
	return known ? splits : others;
}

static bool comes_to(const Stmt *s, const FunctionDecl *f, llvm::SmallPtrSetImpl<const FunctionDecl *> &seen)
{
	auto *called = dyn_cast<CallExpr>(s);
	const FunctionDecl *next = called ? called->getDirectCallee() : nullptr;
	if (next && next->getCanonicalDecl() == f->getCanonicalDecl()) return true;
	next = next ? next->getDefinition() : nullptr;
	if (next && seen.insert(next).second && comes_to(next->getBody(), f, seen)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && comes_to(c, f, seen); });
}

// Whether a part of the variable is set, or its address is taken.
static bool is_set_in_part(const Stmt *s, const VarDecl *v)
{
	bool led = false;
	auto *u = dyn_cast<UnaryOperator>(s);
	auto *cast = dyn_cast<ImplicitCastExpr>(s);
	const Expr *place = u && u->getOpcode() == UO_AddrOf                        ? u->getSubExpr()
	                    : cast && cast->getCastKind() == CK_ArrayToPointerDecay ? cast->getSubExpr()
	                                                                            : target_of(s);
	if (place && variable_named(root_of(place, led)) == v) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && is_set_in_part(c, v); });
}

// `if (far) return 0;`, `if (far) { a[i] = 0; return; }`: what follows it is its else.
bool CalledLoops::is_early_return(const Stmt *s)
{
	auto *choice = dyn_cast<IfStmt>(s);
	if (!choice || choice->getElse() || choice->getInit() || choice->getConditionVariable()) return false;
	auto *block = dyn_cast<CompoundStmt>(choice->getThen());
	const Stmt *last = block && !block->body_empty() ? block->body_back() : choice->getThen();
	auto *back = dyn_cast<ReturnStmt>(last);
	if (!back || !is_simple(choice->getCond(), s)) return false;
	for (const Stmt *c : choice->getThen()->children())
		if (block && c != back && !is_simple(c, block)) return false;
	bool returns = set || is_value;
	if (is_value || returns != (back->getRetValue() != nullptr)) return false;
	if (back->getRetValue() && !is_simple(back->getRetValue(), back)) return false;
	early.push_back({back, block});
	return true;
}

// `x = x < 0 ? 0 : x;`, `if (x < 0) x = 0;` of a parameter that is a number, `const double *p = &a[x][y];` of a variable:
// what it is from there on.
struct ValueSet {
	const VarDecl *variable = nullptr;
	const Expr *condition = nullptr; // null: always
	const Expr *value = nullptr;
};

// A number, or where one is.
static bool declares_value(const DeclStmt *s, ValueSet &found)
{
	auto *v = s->isSingleDecl() ? dyn_cast<VarDecl>(s->getSingleDecl()) : nullptr;
	if (!v || !v->getInit() || !v->hasLocalStorage() || v->hasAttrs() || v->getType().isVolatileQualified())
		return false;
	found.variable = v;
	found.value = v->getInit();
	QualType type = v->getType(), given = found.value->IgnoreParenImpCasts()->getType();
	if (!type->isPointerType()) return type->isArithmeticType() && given->isArithmeticType();
	return given->isPointerType() && type->getPointeeType()->isArithmeticType() &&
	       type->getPointeeType().getCanonicalType().getUnqualifiedType() ==
	               given->getPointeeType().getCanonicalType().getUnqualifiedType();
}

static bool sets_value(const Stmt *s, ValueSet &found)
{
	if (auto *group = dyn_cast<DeclStmt>(s)) return declares_value(group, found);
	if (auto *choice = dyn_cast<IfStmt>(s)) {
		if (choice->getElse() || choice->getInit() || choice->getConditionVariable()) return false;
		found.condition = choice->getCond();
		s = choice->getThen();
	}
	auto *block = dyn_cast<CompoundStmt>(s);
	auto *set = dyn_cast<BinaryOperator>(block && block->size() == 1 ? block->body_front() : s);
	if (!set || set->getOpcode() != BO_Assign) return false;
	found.variable = dyn_cast_or_null<ParmVarDecl>(variable_named(set->getLHS()));
	found.value = set->getRHS();
	return found.variable && found.variable->getType()->isArithmeticType();
}

// What means the same in another function; parameters are only read.
bool CalledLoops::is_simple(const Stmt *s, const Stmt *parent)
{
	if (isa<ReturnStmt, LabelStmt, GotoStmt, IndirectGotoStmt, AddrLabelExpr, AsmStmt, StmtExpr, PredefinedExpr,
	            VAArgExpr, UnaryExprOrTypeTraitExpr>(s))
		return false;
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls()) {
			auto *v = dyn_cast<VarDecl>(d);
			if (!v || !v->hasLocalStorage() || v->hasAttrs()) return false;
			own.insert(v->getName());
		}
	if (auto *name = dyn_cast<DeclRefExpr>(s)) {
		auto *cast = dyn_cast_or_null<ImplicitCastExpr>(parent);
		auto *p = dyn_cast<ParmVarDecl>(name->getDecl());
		bool read = cast && cast->getCastKind() == CK_LValueToRValue;
		bool member = p && p->getType()->isRecordType() && isa_and_nonnull<MemberExpr>(parent);
		if (p && !read && !(member && !is_set_in_part(body, p))) return false;
		auto *v = dyn_cast<VarDecl>(name->getDecl());
		if (!(v && v->isLocalVarDeclOrParm()) && around.contains(name->getDecl()->getName())) return false;
	}
	const Stmt *around_child = isa<ParenExpr>(s) ? parent : s;
	return llvm::all_of(s->children(), [&](const Stmt *c) { return !c || is_simple(c, around_child); });
}

// Of one that returns something, that is the last thing it does.
bool CalledLoops::is_simple_body()
{
	auto sets_own = [&](const Stmt *s) {
		ValueSet of;
		return is_value && sets_value(s, of) && is_simple(of.value, s) &&
		       (!of.condition || is_simple(of.condition, s));
	};
	auto simple = [&](const Stmt *s) {
		return s == result || sets_own(s) || is_early_return(s) || is_simple(s, body);
	};
	if (!set && !is_value)
		return (has_loop(body) || adds_to_element() || sets_elements_apart()) &&
		       llvm::all_of(body->body(), simple);
	result = body->body_empty() ? nullptr : dyn_cast<ReturnStmt>(body->body_back());
	if (!result || !result->getRetValue()) return false;
	return llvm::all_of(body->body(), simple) && is_simple(result->getRetValue(), result);
}

static bool calls_only_library(const Stmt *s)
{
	auto *called = dyn_cast<CallExpr>(s);
	const FunctionDecl *f = called ? called->getDirectCallee() : nullptr;
	if (called && !(f && f->getBuiltinID() != 0)) return false;
	return llvm::all_of(s->children(), [&](const Stmt *c) { return !c || calls_only_library(c); });
}

// `e += pair(i, j);`: the function does nothing to e.
bool CalledLoops::is_updated_behind() const
{
	const VarDecl *v = variable_named(set->getLHS());
	if (!v || v->getType().isVolatileQualified()) return false;
	if (v->isLocalVarDeclOrParm() && !v->isStaticLocal() && !is_address_taken(v)) return true;
	return !names_variable(body, v) && calls_only_library(body);
}

// Whether what the result is assigned to means the same behind the body's declarations.
bool CalledLoops::is_assigned() const
{
	if (!set && !is_value) return callee->getReturnType()->isVoidType();
	QualType type = callee->getReturnType().getCanonicalType();
	if (is_value) return type->isBuiltinType() && type->isArithmeticType();
	std::vector<const Stmt *> parts = {set->getLHS()};
	for (size_t k = 0; k < parts.size(); k++) {
		auto *name = dyn_cast<DeclRefExpr>(parts[k]);
		if (name && own.contains(name->getDecl()->getName())) return false;
		for (const Stmt *c : parts[k]->children())
			if (c) parts.push_back(c);
	}
	return type->isBuiltinType() && type->isArithmeticType() && !set->getLHS()->HasSideEffects(context) &&
	       (set->getOpcode() == BO_Assign || is_updated_behind());
}

bool CalledLoops::is_fit()
{
	enum { LONGEST = 1 << 14 };
	const FunctionDecl *f = call->getDirectCallee();
	callee = f ? f->getDefinition() : nullptr;
	body = callee ? dyn_cast_or_null<CompoundStmt>(callee->getBody()) : nullptr;
	llvm::SmallPtrSet<const FunctionDecl *, 16> seen;
	if (!body || callee->isVariadic() || callee->hasAttrs()) return false;
	if (!callee->hasWrittenPrototype() || call->getNumArgs() != callee->getNumParams()) return false;
	SourceLocation first = body->getLBracLoc(), last = body->getRBracLoc();
	if (first.isMacroID() || last.isMacroID()) return false;
	if (sources.getFileOffset(last) - sources.getFileOffset(first) > LONGEST) return false;
	for (DynTypedNode node = DynTypedNode::create(*call); !caller;) {
		auto parents = context.getParents(node);
		if (parents.size() != 1) return false;
		node = parents[0];
		caller = node.get<FunctionDecl>();
	}
	for (const Decl *d : caller->decls())
		if (auto *named = dyn_cast<NamedDecl>(d)) around.insert(named->getName());
	bool fits = is_value ? reads_parts() : (rows && chooses_rows()) || adds_to_element() || sets_elements_apart();
	return fits && !comes_to(body, callee, seen) && is_simple_body() && is_assigned();
}

// ---- names ----------------------------------------------------------------------------------------

// Of a name that is no macro.
CalledLoops::Meaning CalledLoops::known_as(llvm::StringRef name)
{
	if (names.count(name) || own.contains(name)) return SAME;
	if (!known.can_mean(name)) return OTHER;
	return known.instead_of(name).empty() ? SAME : RENAMED;
}

// Whether a name is the same macro, or none, in the function and at the call, and so is what it expands to.
CalledLoops::Meaning CalledLoops::macro_means(const IdentifierInfo *name)
{
	if (!name->hadMacroDefinition()) return known_as(name->getName());
	auto [found, is_new] = macros.try_emplace(name->getName(), SAME);
	if (!is_new) return found->second;
	MacroInfo *there = preprocessor.getMacroDefinitionAtLoc(name, body->getLBracLoc()).getMacroInfo();
	MacroInfo *here = preprocessor.getMacroDefinitionAtLoc(name, call->getBeginLoc()).getMacroInfo();
	bool same = there == here || (there && here && there->isIdenticalTo(*here, preprocessor, true));
	if (!there) return macros[name->getName()] = same ? known_as(name->getName()) : OTHER;
	Meaning result = same ? SAME : RENAMED;
	for (const Token &t : there->tokens()) {
		const IdentifierInfo *in = t.getIdentifierInfo();
		if (t.isOneOf(tok::hash, tok::hashhash)) result = OTHER;
		if (!in || llvm::is_contained(there->params(), in)) continue;
		auto parameter = names.find(in->getName());
		bool renames = parameter != names.end() && parameter->second != in->getName();
		result = std::max(result, renames ? RENAMED : means(in->getName()));
	}
	return macros[name->getName()] = result;
}

CalledLoops::Meaning CalledLoops::means(llvm::StringRef name)
{
	bool hidden = around.contains(name) && !names.count(name) && !own.contains(name);
	return hidden || name == "_Pragma" ? OTHER : macro_means(preprocessor.getIdentifierInfo(name));
}

static bool is_member(const Token &before) { return before.isOneOf(tok::period, tok::arrow); }

// Goes through the body's text: what parameters are called there, and whether the rest means the same at the call.
// Macros whose own text names what gets another name are to be written out.
bool CalledLoops::take_names(std::vector<SourceLocation> &to_write_out)
{
	auto [file, begin] = sources.getDecomposedLoc(body->getLBracLoc());
	unsigned end = sources.getFileOffset(body->getRBracLoc());
	llvm::StringRef text = sources.getBufferData(file);
	Lexer lexer(sources.getLocForStartOfFile(file), language, text.begin(), text.begin() + begin, text.end());
	Token token, before;
	before.startToken();
	while (!lexer.LexFromRawLexer(token) && sources.getFileOffset(token.getLocation()) < end) {
		if (token.is(tok::hash) && token.isAtStartOfLine()) return false;
		if (token.is(tok::raw_identifier) && !is_member(before)) {
			llvm::StringRef name = token.getRawIdentifier();
			auto parameter = names.find(name);
			Meaning meaning = means(name);
			if (meaning == OTHER || (parameter != names.end() && own.contains(name))) return false;
			llvm::StringRef other = parameter == names.end() ? known.instead_of(name) : parameter->second;
			// Only the returned value's text is copied with other names than the parameters'.
			if (gives && parameter == names.end() && (meaning == RENAMED || !other.empty())) return false;
			if (meaning == RENAMED && other.empty()) to_write_out.push_back(token.getLocation());
			if (!other.empty()) renamed.push_back({token.getLocation(), other.str()});
		}
		before = token;
	}
	return true;
}

// The text of a type or declaration, in which parameters are called as in the new text.
std::string CalledLoops::in_other_names(const std::string &text) const
{
	std::string result;
	for (unsigned at = 0; at < text.size();) {
		unsigned end = at;
		while (end < text.size() && (isalnum(static_cast<unsigned char>(text[end])) || text[end] == '_')) end++;
		std::string word = text.substr(at, end == at ? 1 : end - at);
		auto known = names.find(word);
		result += known == names.end() ? word : known->second;
		at += static_cast<unsigned>(word.size());
	}
	return result;
}

// A variable of the caller that nobody else changes.
static bool stays(const VarDecl *v, const ASTContext &context)
{
	if (v->getType()->isArrayType()) return true;
	if (v->getType().isVolatileQualified() || !v->isLocalVarDeclOrParm() || v->isStaticLocal()) return false;
	return context.getBaseElementType(v->getType())->isScalarType() && !is_address_taken(v);
}

static bool is_changed(const Stmt *s, const VarDecl *v)
{
	if (const Expr *target = target_of(s); target && variable_named(target) == v) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && is_changed(c, v); });
}

// Whether rows of the one type have as many elements as those of the other one: lengths that are variables are the same
// variable.
bool CalledLoops::same_rows(QualType given, QualType wanted) const
{
	const VariableArrayType *x = context.getAsVariableArrayType(given), *y = context.getAsVariableArrayType(wanted);
	if (!x || !y || !x->getSizeExpr() || !y->getSizeExpr()) return context.hasSameUnqualifiedType(given, wanted);
	const VarDecl *v = variable_named(x->getSizeExpr()), *length = variable_named(y->getSizeExpr());
	auto known = length ? names.find(length->getName()) : names.end();
	bool same = v && known != names.end() && known->second == v->getName() && ::stays(v, context) &&
	            !is_changed(caller->getBody(), v);
	return same && same_rows(x->getElementType(), y->getElementType());
}

bool CalledLoops::same_type(QualType given, QualType wanted) const
{
	if (given->isArrayType()) given = context.getArrayDecayedType(given);
	given = given.getCanonicalType();
	wanted = wanted.getCanonicalType();
	if (!wanted->isPointerType() || !given->isPointerType()) return context.hasSameUnqualifiedType(given, wanted);
	return same_rows(given->getPointeeType(), wanted->getPointeeType());
}

static bool is_arithmetic(const BinaryOperator *b)
{
	return b->isAdditiveOp() || b->isMultiplicativeOp() || b->isShiftOp() || b->isBitwiseOp();
}

// a[i], *a: a row of an array.
static bool is_row(const Expr *e)
{
	auto *u = dyn_cast<UnaryOperator>(e);
	return e->getType()->isArrayType() && (isa<ArraySubscriptExpr>(e) || (u && u->getOpcode() == UO_Deref));
}

// Of variables that nobody else changes, and means the same in the body: a number, or a row. What an element holds may
// change in the body.
bool CalledLoops::stays(const Expr *e) const
{
	if (isa<IntegerLiteral>(e)) return true;
	if (auto *name = dyn_cast<DeclRefExpr>(e)) {
		auto *v = dyn_cast<VarDecl>(name->getDecl());
		bool known = v ? ::stays(v, context) : isa<EnumConstantDecl>(name->getDecl());
		return known && !own.contains(name->getDecl()->getName());
	}
	auto *b = dyn_cast<BinaryOperator>(e);
	bool known = isa<ParenExpr, ImplicitCastExpr, ConstantExpr>(e);
	known |= is_row(e);
	known |= b && is_arithmetic(b);
	return known && llvm::all_of(e->children(), [&](const Stmt *c) { return stays(cast<Expr>(c)); });
}

// a[i - 1], *a, &a[i - 1][0]: the row; null: something else.
const Expr *CalledLoops::row_given(const Expr *e) const
{
	auto *u = dyn_cast<UnaryOperator>(e->IgnoreParenImpCasts());
	bool address = u && u->getOpcode() == UO_AddrOf;
	auto *first = address ? dyn_cast<ArraySubscriptExpr>(u->getSubExpr()->IgnoreParens()) : nullptr;
	auto *zero = first ? dyn_cast<IntegerLiteral>(first->getIdx()->IgnoreParenImpCasts()) : nullptr;
	if (address && (!zero || zero->getValue() != 0)) return nullptr;
	const Expr *row = (first ? first->getBase() : e)->IgnoreParenImpCasts();
	return is_row(row) && stays(row) ? row : nullptr;
}

// Whether nothing that the statement does changes memory of a type: only its own variables and elements of other types
// are set, nothing as a whole or byte by byte, nothing by a function that is not the language's own.
static bool keeps_all(const Stmt *s, bool (*of_type)(const Type &))
{
	const Expr *target = target_of(s);
	const VarDecl *v = target ? variable_named(target) : nullptr;
	const Type *type = target ? target->getType().getTypePtr() : nullptr;
	if (v && !v->hasLocalStorage()) return false;
	if (target && !v && (of_type(*type) || type->isRecordType() || type->isAnyCharacterType())) return false;
	if (auto *call = dyn_cast<CallExpr>(s)) {
		const FunctionDecl *f = call->getDirectCallee();
		if (!f || f->getBuiltinID() == 0) return false;
		for (const Expr *given : call->arguments())
			if (!given->getType()->isArithmeticType()) return false;
	}
	return llvm::all_of(s->children(), [&](const Stmt *c) { return !c || keeps_all(c, of_type); });
}

static bool is_pointer(const Type &type) { return type.isPointerType(); }
static bool is_whole_number(const Type &type) { return type.isIntegerType(); }

// g->u, u, g->m - 1: what leads to an array, or a number; what is read for it is no element.
bool CalledLoops::is_path(const Expr *e) const
{
	e = e->IgnoreParenImpCasts();
	if (isa<IntegerLiteral>(e)) return true;
	if (e->getType().isVolatileQualified()) return false;
	if (auto *member = dyn_cast<MemberExpr>(e)) return is_path(member->getBase());
	if (auto *b = dyn_cast<BinaryOperator>(e); b && is_arithmetic(b))
		return e->getType()->isIntegerType() && is_path(b->getLHS()) && is_path(b->getRHS());
	auto *name = dyn_cast<DeclRefExpr>(e);
	bool known = name && isa<VarDecl, EnumConstantDecl>(name->getDecl());
	return known && !own.contains(name->getDecl()->getName());
}

// Whether it is the same before the body and within it.
bool CalledLoops::path_stays(const Expr *e) const
{
	bool number = e->getType()->isIntegerType();
	return is_path(e) && keeps_all(body, is_pointer) && (!number || keeps_all(body, is_whole_number));
}

// &x of a local variable, which the body has none of the name of.
bool CalledLoops::is_address_of_variable(const Expr *e) const
{
	auto *u = dyn_cast<UnaryOperator>(e->IgnoreParenImpCasts());
	const VarDecl *v = u && u->getOpcode() == UO_AddrOf ? variable_named(u->getSubExpr()) : nullptr;
	return v && (v->getType()->isArithmeticType() || v->getType()->isRecordType()) && !own.contains(v->getName());
}

// A row in the place of a parameter: by the address of its first element, from which the function may go on in the next
// row.
static std::string as_given_row(const std::string &row)
{
	return row[0] == '*' ? "(&(" + row + ")[0])" : "(&" + row + "[0])";
}

// The variable that the parameter is given, or a new one.
std::string CalledLoops::stands_for(unsigned parameter)
{
	const ParmVarDecl *p = callee->getParamDecl(parameter);
	const Expr *given = call->getArg(parameter);
	const VarDecl *v = variable_named(given);
	bool same = same_type(given->IgnoreParenImpCasts()->getType(), p->getType());
	if (v && same && stays(given) && !given->getBeginLoc().isMacroID()) return v->getName().str();
	if (same && p->getType()->isIntegerType() && (stays(given) || path_stays(given)))
		return "(" + changes.text_of(given->getSourceRange()) + ")";
	if (same && is_address_of_variable(given)) return "(" + changes.text_of(given->getSourceRange()) + ")";
	if (same && is_pointer_to_data(p->getType()) && path_stays(given))
		return changes.text_of(given->getSourceRange());
	const Expr *row = is_pointer_to_data(p->getType()) ? row_given(given) : nullptr;
	if (row && same_type(row->getType(), p->getType())) return as_given_row(changes.text_of(row->getSourceRange()));
	unsigned at = sources.getFileOffset(call->getBeginLoc());
	std::string name = SPOKEN_GIVEN + std::to_string(at) + "_" + p->getName().str();
	while (around.contains(name) || own.contains(name)) name += "_";
	std::string text = in_other_names(known.declarator(p->getType(), "hpcc_declared"));
	if (text.empty()) changes.fail();
	if (text.empty()) return "";
	size_t place = text.find("hpcc_declared");
	std::string value = changes.text_of(given->getSourceRange());
	declared += text.replace(place, strlen("hpcc_declared"), name) + " = " + value + "; ";
	spoken_stands_for(name.c_str(), p->getName().str().c_str());
	return name;
}

// Where nothing has effects it may be read as often as it is named.
std::string CalledLoops::value_given(unsigned parameter)
{
	QualType wanted = callee->getParamDecl(parameter)->getType().getCanonicalType().getUnqualifiedType();
	const Expr *given = call->getArg(parameter)->IgnoreParenImpCasts();
	std::string text = "(" + changes.text_of(call->getArg(parameter)->getSourceRange()) + ")";
	if (given->getType()->isArrayType() && !variable_named(given)) text = as_given_row(text);
	if (same_type(given->getType(), wanted)) return variable_named(given) ? text.substr(1, text.size() - 2) : text;
	if (!wanted->isArithmeticType() || !given->getType()->isArithmeticType()) changes.fail();
	return "((" + wanted.getAsString(context.getPrintingPolicy()) + ")" + text + ")";
}

// What the parameters are in the new text, their types' extents first.
bool CalledLoops::bind()
{
	for (const ParmVarDecl *p : callee->parameters()) {
		bool plain = p->getType()->isIntegerType() || p->getType()->isRealFloatingType() ||
		             is_pointer_to_data(p->getType()) || (!is_value && p->getType()->isStructureType());
		if (!plain || p->getName().empty() || p->getType().isVolatileQualified() || p->hasAttrs()) return false;
		names[p->getName()] = p->getName().str();
	}
	llvm::StringMap<std::string> bound;
	for (unsigned k = 0; k < callee->getNumParams(); k++) {
		if (call->getArg(k)->HasSideEffects(context)) return false;
		std::string &name = names[callee->getParamDecl(k)->getName()];
		name = is_value ? value_given(k) : stands_for(k);
	}
	for (const Stmt *c : body->body())
		if (is_value && c != result && !give(c)) return false;
	return changes.possible();
}

// A value of the body, in the words of the call; empty: its text is none that can stand there.
std::string CalledLoops::in_words_of_call(const Expr *e)
{
	enum { LONGEST = 400 };
	if (e->getBeginLoc().isMacroID() || e->getEndLoc().isMacroID()) return "";
	std::string text = in_other_names(changes.text_of(e->getSourceRange()));
	bool plain = text.find_first_of("\n#") == std::string::npos && text.find("//") == std::string::npos;
	return plain && text.size() <= LONGEST ? "(" + text + ")" : "";
}

// From the statement on, which sets a parameter or declares a variable, that stands for another value.
bool CalledLoops::give(const Stmt *statement)
{
	ValueSet of;
	if (!sets_value(statement, of)) return false;
	std::string &name = names[of.variable->getName()], value = in_words_of_call(of.value);
	QualType type = of.variable->getType().getCanonicalType().getUnqualifiedType();
	if (value.empty()) return false;
	if (!type->isPointerType() && !context.hasSameUnqualifiedType(of.value->IgnoreParenImpCasts()->getType(), type))
		value = "((" + type.getAsString(context.getPrintingPolicy()) + ")" + value + ")";
	std::string condition = of.condition ? in_words_of_call(of.condition) : "";
	if (of.condition && condition.empty()) return false;
	name = of.condition ? "(" + condition + " ? " + value + " : " + name + ")" : value;
	gives = true;
	return true;
}

// ---- the new text -----------------------------------------------------------------------------------

std::string CalledLoops::line_of(SourceLocation place) const
{
	PresumedLoc shown = sources.getPresumedLoc(place);
	return "\n#line " + std::to_string(shown.getLine()) + " \"" + Lexer::Stringify(StringRef(shown.getFilename())) +
	       "\"\n";
}

// `return x;` becomes `b[i][j] = x;`, or `e += x;`.
void CalledLoops::assign_result(const ReturnStmt *from, const std::string &after)
{
	QualType type = callee->getReturnType().getCanonicalType().getUnqualifiedType();
	const Expr *value = from->getRetValue();
	SourceLocation last = value ? changes.last_of(value->getEndLoc()) : from->getReturnLoc(),
	               end = changes.next_is(last, tok::semi);
	if (end.isInvalid() || from->getReturnLoc().isMacroID()) return changes.fail();
	std::string target;
	if (set) target = changes.text_of(set->getLHS()->getSourceRange()) + " " + set->getOpcodeStr().str();
	renamed.push_back({from->getReturnLoc(), value ? "{ " + target + " (" + type.getAsString() + ")(" : "{ "});
	renamed.push_back({end, (value ? "); }" : "}") + after});
}

// `if (far) return 0; ...` becomes `if (far) { b[i] = 0; } else { ... }`.
void CalledLoops::leave_early()
{
	for (auto [back, block] : early) {
		assign_result(back, block ? "" : " else {");
		if (block) renamed.push_back({block->getRBracLoc(), "} else {"});
		if (block && block->getRBracLoc().isMacroID()) changes.fail();
	}
	if (result) assign_result(result, "");
	llvm::sort(renamed, [&](const Renamed &a, const Renamed &b) {
		return sources.getFileOffset(a.at) < sources.getFileOffset(b.at);
	});
}

// Where declarations can stand in front of the caller: not between it and the directives that are about it.
SourceLocation CalledLoops::in_front()
{
	SourceLocation at = changes.first_of(caller->getBeginLoc());
	for (const Attr *a : caller->attrs())
		if (sources.isBeforeInTranslationUnit(a->getLocation(), at)) changes.fail();
	if (!at.isFileID()) changes.fail();
	if (!changes.possible()) return at;
	const char *begin = sources.getCharacterData(at);
	for (llvm::StringRef line : llvm::reverse(changes.directives_before(at))) {
		if (!line.ltrim(" \t#").starts_with("pragma")) break;
		at = at.getLocWithOffset(static_cast<int>(line.data() - begin));
		begin = line.data();
	}
	return at;
}

void CalledLoops::declare()
{
	std::string text = known.declarations();
	SourceLocation at = text.empty() ? SourceLocation() : in_front();
	if (text.empty() || !changes.possible()) return;
	changes.declare_before(at, "\n" + text + changes.line_of(at));
}

// Copies of the function's text, in its new names.
std::vector<CopiedText> CalledLoops::copied(SourceLocation from, unsigned to, const std::string &after) const
{
	std::vector<CopiedText> parts;
	for (const Renamed &r : renamed) {
		// Statements that set parameters stand in front of what is copied.
		if (sources.getFileOffset(r.at) < sources.getFileOffset(from)) continue;
		parts.push_back({sources.getFileOffset(from), sources.getFileOffset(r.at), r.text});
		from = Lexer::getLocForEndOfToken(r.at, 0, sources, language);
	}
	parts.push_back({sources.getFileOffset(from), to, after});
	return parts;
}

void CalledLoops::write()
{
	SourceLocation end = changes.next_is(set ? set->getEndLoc() : call->getRParenLoc(), tok::semi);
	SourceLocation at = body->getLBracLoc();
	if (end.isInvalid() || sources.getPresumedLoc(end).isInvalid()) return changes.fail();
	leave_early();
	if (!changes.possible()) return;
	unsigned last = sources.getFileOffset(body->getRBracLoc()) + 1;
	changes.replace_by_copies(begin(), end, "{ " + declared + line_of(body->getLBracLoc()),
	        copied(at, last, std::string(early.size(), '}') + line_of(end) + "}"));
	declare();
}

void CalledLoops::write_value()
{
	const Expr *value = result->getRetValue();
	SourceLocation first = changes.first_of(value->getBeginLoc()), last = changes.last_of(value->getEndLoc()),
	               end = changes.last_of(call->getRParenLoc());
	if (first.isMacroID() || last.isMacroID() || end.isMacroID()) return changes.fail();
	QualType type = callee->getReturnType().getCanonicalType().getUnqualifiedType();
	bool same = context.hasSameUnqualifiedType(value->IgnoreParenImpCasts()->getType(), type);
	std::string before = same ? "(" : "((" + type.getAsString(context.getPrintingPolicy()) + ")(";
	unsigned to = sources.getFileOffset(Lexer::getLocForEndOfToken(last, 0, sources, language));
	SourceLocation around[] = {begin(), end, first, last};
	bool one_line = sources.getPresumedLineNumber(begin()) == sources.getPresumedLineNumber(end) &&
	                sources.getPresumedLineNumber(first) == sources.getPresumedLineNumber(last);
	if (llvm::any_of(around, [&](SourceLocation at) { return sources.getPresumedLoc(at).isInvalid(); }))
		return changes.fail();
	changes.replace_by_copies(begin(), end, before,
	        copied(first, to, (same ? ")" : "))") + (one_line ? std::string() : line_of(end))));
	declare();
}

void CalledLoops::write_out(llvm::ArrayRef<SourceLocation> macros_to_write, Expansions &found) const
{
	InclusionOffset at;
	for (SourceLocation macro : macros_to_write)
		if (inclusions.find(sources, macro, at)) found.invocations.insert(at);
}

// `later`: headers and macros are to be written out first.
void CalledLoops::change(bool later, Expansions &found)
{
	if (!is_fit() || changes.begins_after_directive(begin())) return;
	std::vector<SourceLocation> macros_to_write;
	for (SourceLocation first : {begin(), call->getBeginLoc()})
		if (first.isMacroID()) macros_to_write.push_back(sources.getExpansionLoc(first));
	if (!macros_to_write.empty()) return later ? write_out(macros_to_write, found) : void();
	if (!bind() || !take_names(macros_to_write)) return;
	if (later) {
		changes.replace(begin(), begin(), changes.text_of(begin()));
		write_out(macros_to_write, found);
	} else if (macros_to_write.empty() && sources.getFileID(body->getLBracLoc()) == sources.getFileID(begin())) {
		is_value ? write_value() : write();
	}
	if (!changes.empty()) changes.make(found);
}

// ---- expressions ------------------------------------------------------------------------------------

static bool returns_value(const FunctionDecl *f, int depth);

// Whether it has no effects, and comes to be the same in any order of what is in it.
static bool has_no_effects(const Stmt *s, int depth)
{
	if (target_of(s) || isa<StmtExpr, AsmStmt, VAArgExpr, AtomicExpr>(s)) return false;
	if (auto *e = dyn_cast<Expr>(s); e && e->getType().isVolatileQualified()) return false;
	if (auto *called = dyn_cast<CallExpr>(s)) {
		const FunctionDecl *f = called->getDirectCallee();
		bool own = f && f->getBuiltinID() != 0 && f->getReturnType()->isRealFloatingType() &&
		           llvm::all_of(
		                   called->arguments(), [](const Expr *a) { return a->getType()->isArithmeticType(); });
		if (!own && !returns_value(f, depth)) return false;
	}
	return llvm::all_of(s->children(), [&](const Stmt *c) { return !c || has_no_effects(c, depth); });
}

// Whether returning such a value is all that the function does, parameters that it sets first included.
static bool returns_value(const FunctionDecl *f, int depth)
{
	enum { DEEPEST = 8 };
	const FunctionDecl *callee = f ? f->getDefinition() : nullptr;
	auto *body = callee ? dyn_cast_or_null<CompoundStmt>(callee->getBody()) : nullptr;
	auto *result = body && !body->body_empty() ? dyn_cast<ReturnStmt>(body->body_back()) : nullptr;
	auto gives = [&](const Stmt *s) {
		ValueSet of;
		return s == result || (sets_value(s, of) && has_no_effects(of.value, depth + 1) &&
		                              (!of.condition || has_no_effects(of.condition, depth + 1)));
	};
	return depth < DEEPEST && result && result->getRetValue() && llvm::all_of(body->body(), gives) &&
	       has_no_effects(result->getRetValue(), depth + 1);
}

static void calls_of_values(const Stmt *s, std::vector<const CallExpr *> &found)
{
	auto *call = dyn_cast<CallExpr>(s);
	if (call && returns_value(call->getDirectCallee(), 0)) found.push_back(call);
	for (const Stmt *c : s->children())
		if (c) calls_of_values(c, found);
}

// The statement's expressions, without the assignment that it is.
static std::vector<const Expr *> values_of(const Stmt *statement)
{
	std::vector<const Expr *> initial;
	if (auto *group = dyn_cast<DeclStmt>(statement))
		for (const Decl *d : group->decls()) {
			auto *v = dyn_cast<VarDecl>(d);
			if (v && v->getInit() && v->hasLocalStorage()) initial.push_back(v->getInit());
		}
	if (!initial.empty()) return initial;
	if (auto *choice = dyn_cast<IfStmt>(statement)) return {choice->getCond()};
	auto *set = dyn_cast<BinaryOperator>(statement);
	if (set && set->isAssignmentOp()) return {set->getLHS(), set->getRHS()};
	return {};
}

void find_called_loops(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const Stmt *statement,
        bool rows, bool first_text, Expansions &found)
{
	auto *set = dyn_cast<BinaryOperator>(statement);
	if (set && !set->isAssignmentOp()) return;
	auto *call = dyn_cast<CallExpr>(set ? set->getRHS()->IgnoreParenImpCasts() : statement);
	const auto &parents = context.getParents(*statement);
	auto *parent = call && parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	auto *loop = dyn_cast_or_null<ForStmt>(parent);
	bool stands_alone = parent && (isa<CompoundStmt, IfStmt>(parent) || (loop && loop->getBody() == statement));
	if (stands_alone) CalledLoops(context, notes, converter, call, set, false, rows).change(first_text, found);
}

void find_called_values(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const Stmt *statement,
        bool first_text, Expansions &found)
{
	std::vector<const CallExpr *> calls;
	std::vector<const Expr *> values = values_of(statement);
	if (!llvm::all_of(values, [](const Expr *e) { return has_no_effects(e, 0); })) return;
	for (const Expr *e : values) calls_of_values(e, calls);
	for (const CallExpr *call : calls)
		CalledLoops(context, notes, converter, call, nullptr, true, true).change(first_text, found);
}
