// SPDX-License-Identifier: Apache-2.0
//
// Loops over the components of a field, within a loop over its cells, where each component has an array of its own:
//
//     static double *q[4];
//     for (i = 0; i < n; i++) for (int k = 0; k < 4; k++) l[k] = q[k][i];
//
// A nest knows an array by a pointer that stays: q[k] is four of them. So the loop over components is written once for
// each of its values, with these in place of its counter: { l[0] = q[0][i]; } { l[1] = q[1][i]; } ...
#include "../clang/clang.h"
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/Lex/Lexer.h>

#include <llvm/ADT/DenseSet.h>

using namespace clang;

namespace
{
class ComponentLoop
{
	ASTContext &context;
	const SourceManager &sources;
	const ExpansionNotes &notes;
	Converter &converter;
	const ForStmt *loop;
	TextChanges changes;
	const VarDecl *counter = nullptr;
	std::vector<long> values;                 // of the counter
	long behind = 0;                          // its value when the loop has ended
	std::string suffix;                       // of constants of its type
	std::vector<const VarDecl *> chosen;      // the counter, and what the body declares with a value that names it
	std::vector<const Stmt *> around;         // loops
	const FunctionDecl *function = nullptr;   // that it stands in
	std::vector<const DeclRefExpr *> mention; // of the counter, in the body
	llvm::DenseSet<const Expr *> subscripts;  // those that are nothing but that: their type is of no matter

	bool take_type();
	bool take_values();
	size_t copies() const { return values.size() * most_copies(loop->getBody()); }
	size_t most_copies(const Stmt *s) const;
	void look_around();
	void choose(const Stmt *s);
	bool names_chosen(const Stmt *s) const;
	bool is_component(const Expr *pointer) const;
	bool leads_to_component(const Stmt *s) const;
	bool is_of_cell(const VarDecl *v) const;
	bool names_cell(const Stmt *s) const;
	bool changes_beside(const Stmt *s) const;
	bool uses_component(const Stmt *s) const;
	bool find();
	void collect_mentions(const Stmt *s);
	bool mentions_are_all();
	void write_out_macros(Expansions &found) const;
	std::string text_of_value(long value, bool subscript) const;
	void write();

      public:
	ComponentLoop(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const ForStmt *loop)
	    : context(context), sources(context.getSourceManager()), notes(notes), converter(converter), loop(loop),
	      changes(context, notes)
	{
	}
	void change(bool later, Expansions &found);
};
} // namespace

// ---- the counter ----------------------------------------------------------------------------------

// Narrower types have no constants.
bool ComponentLoop::take_type()
{
	auto *type = dyn_cast<BuiltinType>(counter->getType().getCanonicalType().getUnqualifiedType());
	if (!type || counter->getType().isVolatileQualified()) return false;
	switch (type->getKind()) {
	case BuiltinType::Int: suffix = ""; return true;
	case BuiltinType::UInt: suffix = "u"; return true;
	case BuiltinType::Long: suffix = "l"; return true;
	case BuiltinType::ULong: suffix = "ul"; return true;
	case BuiltinType::LongLong: suffix = "ll"; return true;
	case BuiltinType::ULongLong: suffix = "ull"; return true;
	default: return false;
	}
}

static bool small_constant(const Expr *e, const ASTContext &context, long &value)
{
	enum { LARGEST = 1 << 20 };
	Expr::EvalResult result;
	if (e->isValueDependent() || !e->EvaluateAsInt(result, context)) return false;
	const llvm::APSInt &known = result.Val.getInt();
	if (known.isUnsigned() ? known.ugt(LARGEST) : known.sgt(LARGEST) || known.slt(-LARGEST)) return false;
	value = known.getExtValue();
	return true;
}

bool ComponentLoop::take_values()
{
	enum { MOST = 32 };
	std::optional<CountedHead> head = counted_head(loop, context);
	long first, end;
	if (!head || !small_constant(head->first, context, first)) return false;
	if (!small_constant(head->end->getRHS(), context, end)) return false;
	counter = head->counter;
	const BinaryOperatorKind op = head->end->getOpcode();
	const bool less = op == BO_LT || op == BO_LE, with_end = op == BO_LE || op == BO_GE;
	// Numbers without a sign would go around below 0.
	if (first < 0 || end < 0 || !head->up)
		if (!head->end->getLHS()->getType()->isSignedIntegerType()) return false;
	if (less != head->up || !take_type()) return false;
	const long step = head->up ? 1 : -1, last = with_end ? end : end - step;
	for (behind = first; (last - behind) * step >= 0; behind += step) {
		if (values.size() == MOST) return false;
		values.push_back(behind);
	}
	return !values.empty();
}

// How often something stands in the text if loops in it become copies, too.
size_t ComponentLoop::most_copies(const Stmt *s) const
{
	if (!s) return 1;
	size_t most = 1;
	for (const Stmt *c : s->children()) most = std::max(most, most_copies(c));
	auto *inner = dyn_cast<ForStmt>(s);
	if (!inner) return most;
	ComponentLoop within(context, notes, converter, inner);
	return within.take_values() ? most * within.values.size() : most;
}

// ---- what it chooses ------------------------------------------------------------------------------

void ComponentLoop::look_around()
{
	for (DynTypedNodeList parents = context.getParents(*loop); parents.size() == 1;
	        parents = context.getParents(parents[0])) {
		if ((function = parents[0].get<FunctionDecl>())) return;
		const Stmt *s = parents[0].get<Stmt>();
		if (s && isa<ForStmt, WhileStmt, DoStmt>(s)) around.push_back(s);
	}
}

bool ComponentLoop::names_chosen(const Stmt *s) const
{
	return llvm::any_of(chosen, [&](const VarDecl *v) { return names_variable(s, v); });
}

// double *const qk = q[k];
void ComponentLoop::choose(const Stmt *s)
{
	if (!s) return;
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls()) {
			auto *v = dyn_cast<VarDecl>(d);
			if (v && v->getInit() && names_chosen(v->getInit())) chosen.push_back(v);
		}
	for (const Stmt *c : s->children()) choose(c);
}

// Whether the lvalue holds a pointer that the counter chooses. Pointers to the rows of one array are no components.
bool ComponentLoop::is_component(const Expr *pointer) const
{
	if (!pointer->getType()->isPointerType() || !names_chosen(pointer)) return false;
	const Expr *array = pointer->IgnoreParens();
	while (auto *element = dyn_cast<ArraySubscriptExpr>(array)) array = element->getBase()->IgnoreParenImpCasts();
	if (array == pointer->IgnoreParens()) return true;
	auto *name = dyn_cast<DeclRefExpr>(array);
	auto *member = dyn_cast<MemberExpr>(array);
	const ValueDecl *held = name ? name->getDecl() : member ? member->getMemberDecl() : nullptr;
	const prog_symbol *symbol = held && isa<VarDecl, FieldDecl>(held) ? converter.symbol(held) : nullptr;
	return symbol && (!symbol->mapping || prog_mapping_of_pointers(symbol->mapping));
}

// Whether the expression goes on from such a pointer.
bool ComponentLoop::leads_to_component(const Stmt *s) const
{
	if (!s) return false;
	auto *read = dyn_cast<ImplicitCastExpr>(s);
	if (read && read->getCastKind() == CK_LValueToRValue && is_component(read->getSubExpr())) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return leads_to_component(c); });
}

// Whether the variable says which cell it is: a loop around goes from one to the next, or a caller does.
bool ComponentLoop::is_of_cell(const VarDecl *v) const
{
	if (!v->getType()->isIntegerType() || changes_variable(loop, v)) return false;
	if (around.empty()) return v->isLocalVarDeclOrParm();
	return llvm::any_of(around, [&](const Stmt *s) { return changes_variable(s, v); });
}

bool ComponentLoop::names_cell(const Stmt *s) const
{
	if (!s) return false;
	auto *name = dyn_cast<DeclRefExpr>(s);
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	if (v && is_of_cell(v)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return names_cell(c); });
}

// Whether it names a variable that changes in the loop, and does not stand for the component.
bool ComponentLoop::changes_beside(const Stmt *s) const
{
	if (!s) return false;
	auto *name = dyn_cast<DeclRefExpr>(s);
	auto *v = name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
	if (v && v->getType()->isIntegerType() && !llvm::is_contained(chosen, v) && changes_variable(loop, v))
		return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return changes_beside(c); });
}

// Whether an element of a component is used whose cell is chosen around the loop. In a function without loops around it
// that is a function for a cell, so that no loop within chooses it, too. A call in a body that has loops of its own is
// one for a component as a whole: smooth(q[k], t).
bool ComponentLoop::uses_component(const Stmt *s) const
{
	if (!s) return false;
	auto *u = dyn_cast<UnaryOperator>(s);
	bool place = isa<ArraySubscriptExpr, MemberExpr>(s) || (u && u->getOpcode() == UO_Deref) ||
	             (isa<CallExpr>(s) && !has_loop(loop->getBody()));
	if (place && leads_to_component(s) && names_cell(s)) return !around.empty() || !changes_beside(s);
	return llvm::any_of(s->children(), [&](const Stmt *c) { return uses_component(c); });
}

// Whether the text holds what copies of the loop's body cannot: the way to the next iteration, that out of the loop but
// by `return` or `goto`, what stands once in a function.
static bool is_in_the_way(const Stmt *s, bool in_loop, bool in_switch)
{
	if (!s) return false;
	if (isa<LabelStmt, AddrLabelExpr, AsmStmt>(s) || (isa<SwitchCase>(s) && !in_switch)) return true;
	if (isa<ContinueStmt>(s)) return !in_loop;
	if (isa<BreakStmt>(s)) return !in_loop && !in_switch;
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls())
			if (auto *v = dyn_cast<VarDecl>(d); v && !v->hasLocalStorage()) return true;
	const bool block = isa<StmtExpr>(s); // of the loop that has it in its head, or of the one around that
	in_loop = !block && (in_loop || isa<ForStmt, WhileStmt, DoStmt>(s));
	in_switch = !block && (in_switch || isa<SwitchStmt>(s));
	return llvm::any_of(s->children(), [&](const Stmt *c) { return is_in_the_way(c, in_loop, in_switch); });
}

static bool has_goto(const Stmt *s)
{
	return s && (isa<GotoStmt, IndirectGotoStmt>(s) || llvm::any_of(s->children(), has_goto));
}

bool ComponentLoop::find()
{
	if (!take_values() || is_in_the_way(loop->getBody(), false, false)) return false;
	// Who jumps out of the loop may read the counter.
	if (!isa<DeclStmt>(loop->getInit()) && has_goto(loop->getBody())) return false;
	look_around();
	if (!function || (around.empty() && is_main(function))) return false;
	chosen.push_back(counter);
	choose(loop->getBody());
	return uses_component(loop->getBody());
}

// ---- the new text -----------------------------------------------------------------------------------

void ComponentLoop::collect_mentions(const Stmt *s)
{
	if (!s) return;
	if (auto *name = dyn_cast<DeclRefExpr>(s); name && name->getDecl() == counter) mention.push_back(name);
	if (auto *element = dyn_cast<ArraySubscriptExpr>(s); element && variable_named(element->getIdx()) == counter)
		subscripts.insert(element->getIdx()->IgnoreParenImpCasts());
	for (const Stmt *c : s->children()) collect_mentions(c);
}

void ComponentLoop::write_out_macros(Expansions &found) const
{
	InclusionOffset at;
	for (const DeclRefExpr *name : mention) {
		if (!name->getLocation().isMacroID()) continue;
		if (!notes.inclusions.find(sources, sources.getExpansionLoc(name->getLocation()), at)) continue;
		found.invocations.insert(at);
		if (at.first != 0) found.headers.insert(at.first);
	}
}

// Whether each token of the counter's name in the body is one of the mentions, or a member's name; types that hold
// expressions and pragmas, say, are not in the tree. Puts the mentions into the text's order.
bool ComponentLoop::mentions_are_all()
{
	std::set<unsigned> offsets;
	for (const DeclRefExpr *name : mention) {
		if (name->getLocation().isMacroID()) return false;
		offsets.insert(sources.getFileOffset(name->getLocation()));
	}
	if (offsets.size() != mention.size()) return false;
	llvm::sort(mention,
	        [](const DeclRefExpr *x, const DeclRefExpr *y) { return x->getLocation() < y->getLocation(); });
	const SourceLocation first = loop->getRParenLoc().getLocWithOffset(1);
	const llvm::StringRef text = sources.getBufferData(sources.getFileID(first));
	const unsigned end = sources.getFileOffset(changes.end_of(loop));
	Lexer lexer(sources.getLocForStartOfFile(sources.getFileID(first)), context.getLangOpts(), text.begin(),
	        sources.getCharacterData(first), text.end());
	bool of_member = false;
	for (Token token;;) {
		lexer.LexFromRawLexer(token);
		const unsigned at = sources.getFileOffset(token.getLocation());
		if (token.is(tok::eof) || at > end) return true;
		bool named = token.is(tok::raw_identifier) && token.getRawIdentifier() == counter->getName();
		if (token.needsCleaning() || (named && !of_member && !offsets.count(at))) return false;
		of_member = token.isOneOf(tok::period, tok::arrow);
	}
}

std::string ComponentLoop::text_of_value(long value, bool subscript) const
{
	const std::string text = std::to_string(value) + (subscript ? "" : suffix);
	return value < 0 ? "(" + text + ")" : text;
}

void ComponentLoop::write()
{
	const SourceLocation end = changes.end_of(loop);
	const unsigned body = sources.getFileOffset(loop->getRParenLoc()) + 1, last = sources.getFileOffset(end) + 1;
	const std::string line = changes.line_of(loop->getRParenLoc());
	if (!changes.possible()) return;
	std::vector<CopiedText> parts;
	for (long value : values) {
		unsigned at = body;
		for (const DeclRefExpr *name : mention) {
			const unsigned there = sources.getFileOffset(name->getLocation());
			parts.push_back({at, there, text_of_value(value, subscripts.contains(name))});
			at = there + (unsigned)counter->getName().size();
		}
		parts.push_back({at, last, value == values.back() ? " }" : " }" + line + "{"});
	}
	if (!isa<DeclStmt>(loop->getInit()))
		parts.back().after += " " + counter->getName().str() + " = " + text_of_value(behind, false) + ";";
	parts.back().after += " }";
	changes.replace_by_copies(loop->getForLoc(), end, "{" + line + "{", parts);
}

// `later`: headers and macros are to be written out first.
void ComponentLoop::change(bool later, Expansions &found)
{
	enum { LONGEST = 1 << 16 };
	if (!find()) return;
	collect_mentions(loop->getBody());
	if (later) {
		write_out_macros(found);
		if (loop->getForLoc().isMacroID()) return;
		changes.replace(loop->getForLoc(), loop->getForLoc(), "for");
		return changes.make(found);
	}
	for (StringRef text : changes.directives_before(loop->getForLoc()))
		if (!said_in(text).empty()) return; // of a loop
	if (!changes.stands_in_text(loop) || !mentions_are_all()) return;
	const unsigned length = sources.getFileOffset(loop->getEndLoc()) - sources.getFileOffset(loop->getForLoc());
	if (length * copies() > LONGEST) return;
	write();
	changes.make(found);
}

void find_component_loop(ASTContext &context, const ExpansionNotes &notes, Converter &converter, const Stmt *loop,
        bool first_text, Expansions &found)
{
	auto *s = dyn_cast<ForStmt>(loop);
	if (s && s->getBody() && (first_text || !s->getForLoc().isMacroID()) && !is_annotated(context, loop))
		ComponentLoop(context, notes, converter, s).change(first_text, found);
}
