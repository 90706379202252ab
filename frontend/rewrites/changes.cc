// SPDX-License-Identifier: Apache-2.0
#include "changes.h"

#include "../../analysis/model/model.h"

#include <clang/AST/ParentMapContext.h>
#include <clang/AST/StmtOpenMP.h>
#include <clang/Lex/Lexer.h>

using namespace clang;

// The macro's name, if it is the first token that a macro brings.
SourceLocation TextChanges::first_of(SourceLocation token) const
{
	if (token.isMacroID()) Lexer::isAtStartOfMacroExpansion(token, sources, language, &token);
	return token;
}

// The end of the invocation, if it is the last one.
SourceLocation TextChanges::last_of(SourceLocation token) const
{
	if (token.isMacroID()) Lexer::isAtEndOfMacroExpansion(token, sources, language, &token);
	return token;
}

std::string TextChanges::text_of(SourceRange range)
{
	range = {first_of(range.getBegin()), last_of(range.getEnd())};
	if (range.getBegin().isMacroID() || range.getEnd().isMacroID()) good = false;
	return good ? Lexer::getSourceText(CharSourceRange::getTokenRange(range), sources, language).str() : "";
}

std::optional<Token> TextChanges::next_token(SourceLocation token) const
{
	token = last_of(token);
	if (token.isInvalid() || token.isMacroID()) return std::nullopt;
	return Lexer::findNextToken(token, sources, language);
}

SourceLocation TextChanges::next_is(SourceLocation token, tok::TokenKind kind) const
{
	std::optional<Token> next = next_token(token);
	return next && next->is(kind) ? next->getLocation() : SourceLocation();
}

SourceLocation TextChanges::end_of(const Stmt *statement)
{
	SourceLocation last = statement->getEndLoc();
	std::string token = text_of({last, last});
	return token == "}" || token == ";" ? last : next_is(last, tok::semi);
}

bool TextChanges::begins_after_directive(SourceLocation where) const
{
	llvm::StringRef text = sources.getBufferData(sources.getFileID(where)).take_front(sources.getFileOffset(where));
	text = text.rtrim(" \t\r\n");
	return text.drop_front(text.rfind('\n') + 1).ltrim(" \t").starts_with("#");
}

// The line that ends the text, with those before it that go on in it; blanks and comments behind it are left out.
static llvm::StringRef last_line(llvm::StringRef text)
{
	for (;;) {
		text = text.rtrim(" \t\r\n");
		size_t begin = text.rfind('\n') + 1;
		while (begin >= 2 && text.take_front(begin - 1).rtrim("\r").ends_with("\\"))
			begin = text.take_front(begin - 1).rfind('\n') + 1;
		llvm::StringRef line = text.drop_front(begin);
		if (!line.ltrim(" \t").starts_with("//")) return line;
		text = text.take_front(begin);
	}
}

std::vector<llvm::StringRef> TextChanges::directives_before(SourceLocation where) const
{
	llvm::StringRef text = sources.getBufferData(sources.getFileID(where)).take_front(sources.getFileOffset(where));
	std::vector<llvm::StringRef> lines;
	for (;;) {
		llvm::StringRef line = last_line(text);
		if (!line.ltrim(" \t").starts_with("#")) return lines;
		lines.insert(lines.begin(), line);
		text = text.take_front((size_t)(line.data() - text.data()));
	}
}

void TextChanges::add(SourceLocation begin, unsigned size, const std::string &text)
{
	InclusionOffset at;
	begin = first_of(begin);
	good &= begin.isFileID() && notes.inclusions.find(sources, begin, at);
	if (!good) return;
	auto [known, is_new] = list.insert({at, {at.second + size, text}});
	if (is_new) return;
	Replacement &there = known->second;
	good &= size == 0 || there.end == at.second;
	there.text = there.end == at.second ? there.text + text : text + there.text;
	there.end = std::max(there.end, at.second + size);
}

void TextChanges::replace(SourceLocation begin, SourceLocation end, const std::string &text)
{
	InclusionOffset from, to;
	begin = first_of(begin);
	end = last_of(end);
	good &= begin.isFileID() && end.isFileID() && notes.inclusions.find(sources, begin, from) &&
	        notes.inclusions.find(sources, end, to) && from.first == to.first && from.second <= to.second;
	if (good) add(begin, to.second + Lexer::MeasureTokenLength(end, sources, language) - from.second, text);
}

void TextChanges::declare_before(SourceLocation token, const std::string &text)
{
	InclusionOffset at;
	add(token, 0, text);
	good &= notes.inclusions.find(sources, first_of(token), at);
	if (good) list[at].declares = true;
}

void TextChanges::put_behind(SourceLocation token, const std::string &text)
{
	token = last_of(token);
	good &= token.isFileID();
	if (good) add(token.getLocWithOffset(Lexer::MeasureTokenLength(token, sources, language)), 0, text);
}

void TextChanges::put_copies_behind(SourceLocation token, SourceLocation like, const std::string &text,
        const std::vector<std::pair<SourceRange, std::string>> &copies)
{
	InclusionOffset at, from;
	put_behind(token, text);
	good &= notes.inclusions.find(sources, token, at);
	std::vector<CopiedText> copied;
	for (const auto &[range, after] : copies) {
		good &= notes.inclusions.find(sources, range.getBegin(), from) && from.first == at.first;
		if (!good) return;
		unsigned last = Lexer::MeasureTokenLength(range.getEnd(), sources, language);
		copied.push_back({from.second, sources.getFileOffset(range.getEnd()) + last, after});
	}
	at.second += Lexer::MeasureTokenLength(token, sources, language);
	Replacement &there = list[at];
	there.like = sources.getFileOffset(like);
	there.copies = copied;
}

void TextChanges::replace_by_copies(
        SourceLocation begin, SourceLocation end, const std::string &text, const std::vector<CopiedText> &copies)
{
	InclusionOffset at;
	replace(begin, end, text);
	good &= notes.inclusions.find(sources, first_of(begin), at);
	if (!good) return;
	list[at].like = at.second;
	list[at].copies = copies;
}

// What cannot stand in a function twice.
static bool stands_once(const Stmt *s)
{
	if (!s) return false;
	if (isa<LabelStmt, AddrLabelExpr, AsmStmt, StmtExpr>(s)) return true;
	if (auto *group = dyn_cast<DeclStmt>(s))
		for (const Decl *d : group->decls()) {
			auto *v = dyn_cast<VarDecl>(d);
			if (v && !v->hasLocalStorage()) return true;
		}
	return llvm::any_of(s->children(), stands_once);
}

bool TextChanges::stands_in_text(const ForStmt *loop)
{
	enum { LONGEST = 1 << 14 };
	SourceLocation end = end_of(loop);
	if (end.isInvalid() || !loop->getForLoc().isFileID() || !end.isFileID() || !loop->getRParenLoc().isFileID())
		return false;
	if (sources.getFileID(end) != sources.getFileID(loop->getForLoc())) return false;
	return sources.getFileOffset(end) - sources.getFileOffset(loop->getForLoc()) <= LONGEST;
}

bool TextChanges::may_be_copied(const ForStmt *loop) { return stands_in_text(loop) && !stands_once(loop->getBody()); }

std::string TextChanges::line_of(SourceLocation where)
{
	const PresumedLoc place = sources.getPresumedLoc(where);
	good &= place.isValid();
	return good ? "\n#line " + std::to_string(place.getLine()) + " \"" +
	                       Lexer::Stringify(StringRef(place.getFilename())) + "\"\n"
	            : "";
}

void TextChanges::make(Expansions &found) const
{
	if (good) found.add({list.begin(), list.end()});
}

const Expr *target_of(const Stmt *s)
{
	auto *b = dyn_cast<BinaryOperator>(s);
	auto *u = dyn_cast<UnaryOperator>(s);
	if (b && b->isAssignmentOp()) return b->getLHS()->IgnoreParens();
	return u && u->isIncrementDecrementOp() ? u->getSubExpr()->IgnoreParens() : nullptr;
}

const VarDecl *variable_named(const Expr *e)
{
	auto *name = e ? dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts()) : nullptr;
	return name ? dyn_cast<VarDecl>(name->getDecl()) : nullptr;
}

bool names_variable(const Stmt *s, const VarDecl *v)
{
	if (!s) return false;
	if (auto *name = dyn_cast<DeclRefExpr>(s)) return name->getDecl() == v;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return names_variable(c, v); });
}

const VarDecl *counter_of(const ForStmt *loop, const Expr *&first)
{
	if (auto *group = dyn_cast_or_null<DeclStmt>(loop->getInit())) {
		auto *declared = group->isSingleDecl() ? dyn_cast<VarDecl>(group->getSingleDecl()) : nullptr;
		first = declared ? declared->getInit() : nullptr;
		return declared;
	}
	auto *set = dyn_cast_or_null<BinaryOperator>(loop->getInit());
	if (!set || set->getOpcode() != BO_Assign) return nullptr;
	first = set->getRHS();
	return variable_named(set->getLHS());
}

std::optional<CountedHead> counted_head(const ForStmt *loop, const ASTContext &context)
{
	CountedHead head = {};
	head.counter = counter_of(loop, head.first);
	auto *step = dyn_cast_or_null<UnaryOperator>(loop->getInc());
	head.end = dyn_cast_or_null<BinaryOperator>(loop->getCond() ? loop->getCond()->IgnoreParens() : nullptr);
	const VarDecl *v = head.counter;
	if (!v || !head.first || !step || !head.end || !v->hasLocalStorage() || !is_address_lent_only(v))
		return std::nullopt;
	if (!v->getType()->isIntegerType() || changes_variable(loop->getBody(), v)) return std::nullopt;
	if (!step->isIncrementDecrementOp() || variable_named(step->getSubExpr()) != v) return std::nullopt;
	head.up = step->isIncrementOp();
	bool compares = head.end->isRelationalOp() && variable_named(head.end->getLHS()) == v;
	if (!compares || !value_stays(head.first, loop, context)) return std::nullopt;
	if (!value_stays(head.end->getRHS(), loop, context)) return std::nullopt;
	return head;
}

static bool jumps(const Stmt *s, bool in_loop, bool in_switch)
{
	if (!s) return false;
	if (isa<LabelStmt, StmtExpr, AsmStmt>(s) || (isa<SwitchCase>(s) && !in_switch)) return true;
	if (isa<BreakStmt>(s)) return !in_loop && !in_switch;
	in_loop |= isa<ForStmt, WhileStmt, DoStmt>(s);
	in_switch |= isa<SwitchStmt>(s);
	return llvm::any_of(s->children(), [&](const Stmt *c) { return jumps(c, in_loop, in_switch); });
}

bool has_jumps(const Stmt *body) { return jumps(body, false, false); }

bool has_loop(const Stmt *s)
{
	if (!s) return false;
	return isa<ForStmt, WhileStmt, DoStmt>(s) || llvm::any_of(s->children(), has_loop);
}

bool is_annotated(ASTContext &context, const Stmt *loop)
{
	const auto &parents = context.getParents(*loop);
	const Stmt *around = parents.size() == 1 ? parents[0].get<Stmt>() : nullptr;
	return !around || isa<AttributedStmt, CapturedStmt, OMPExecutableDirective>(around);
}

StringRef said_in(StringRef line)
{
	StringRef words = line.ltrim(" \t").drop_front(1).ltrim(" \t");
	if (!words.consume_front("pragma")) return "";
	words = words.ltrim(" \t");
	return words.starts_with("omp") ? "" : words;
}

// ---- addresses that calls forget ------------------------------------------------------------------

static bool is_address_of(const Stmt *s, const VarDecl *v)
{
	auto *u = dyn_cast<UnaryOperator>(s);
	auto *name =
	        u && u->getOpcode() == UO_AddrOf ? dyn_cast<DeclRefExpr>(u->getSubExpr()->IgnoreParens()) : nullptr;
	return name && name->getDecl() == v;
}

static bool library_forgets(const CallExpr *call)
{
	const FunctionDecl *f = call->getDirectCallee();
	return f && f->getIdentifier() && f->getASTContext().getSourceManager().isInSystemHeader(f->getLocation()) &&
	       library_forgets_pointers(f->getName().str().c_str()) && !call->getType()->isPointerType();
}

// The pointer is not used but to reach what it leads to, and as an argument of such a function.
static bool is_only_followed(const Stmt *s, const VarDecl *pointer)
{
	if (!s) return true;
	auto is_pointer = [&](const Stmt *e) {
		auto *x = dyn_cast_or_null<Expr>(e);
		return x && variable_named(x->IgnoreParenCasts()) == pointer;
	};
	if (auto *name = dyn_cast<DeclRefExpr>(s)) return name->getDecl() != pointer;
	auto *u = dyn_cast<UnaryOperator>(s);
	auto *element = dyn_cast<ArraySubscriptExpr>(s);
	auto *call = dyn_cast<CallExpr>(s);
	if (u && u->getOpcode() == UO_AddrOf && names_variable(u->getSubExpr(), pointer)) return false; // &p[0]
	if (u && u->getOpcode() == UO_Deref && is_pointer(u->getSubExpr())) return true;
	if (element && is_pointer(element->getBase())) return is_only_followed(element->getIdx(), pointer);
	const bool forgets = call && library_forgets(call);
	return llvm::all_of(s->children(),
	        [&](const Stmt *c) { return (forgets && is_pointer(c)) || is_only_followed(c, pointer); });
}

static bool forgets_argument(const CallExpr *call, unsigned k)
{
	const FunctionDecl *f = call->getDirectCallee(), *defined = nullptr;
	if (library_forgets(call)) return true;
	if (!f || !f->hasBody(defined) || k >= defined->getNumParams()) return false;
	return is_only_followed(defined->getBody(), defined->getParamDecl(k));
}

static bool is_lent_only(const Stmt *s, const VarDecl *v)
{
	if (!s) return true;
	if (is_address_of(s, v)) return false;
	auto *call = dyn_cast<CallExpr>(s);
	if (!call) return llvm::all_of(s->children(), [&](const Stmt *c) { return is_lent_only(c, v); });
	for (unsigned k = 0; k < call->getNumArgs(); k++) {
		const Expr *given = call->getArg(k)->IgnoreParenCasts();
		if (!(is_address_of(given, v) && forgets_argument(call, k)) && !is_lent_only(given, v)) return false;
	}
	return is_lent_only(call->getCallee(), v);
}

bool is_address_lent_only(const VarDecl *v)
{
	auto *function = dyn_cast_or_null<FunctionDecl>(v->getParentFunctionOrMethod());
	return function && function->getBody() && is_lent_only(function->getBody(), v);
}

// ---- changes --------------------------------------------------------------------------------------

bool changes_variable(const Stmt *s, const VarDecl *v)
{
	if (is_address_of(s, v)) return true;
	if (const Expr *target = target_of(s); target && variable_named(target) == v) return true;
	auto *group = dyn_cast<DeclStmt>(s);
	if (group && llvm::is_contained(group->decls(), v)) return true;
	return llvm::any_of(s->children(), [&](const Stmt *c) { return c && changes_variable(c, v); });
}

// Whether the text may change a variable of file scope that it does not name: it stores integers elsewhere than in
// variables, or calls functions that are not the C library's, or get addresses.
static bool changes_others(const Stmt *s)
{
	auto *call = dyn_cast<CallExpr>(s);
	if (call && (!call->getDirectCallee() || !call->getDirectCallee()->getBuiltinID())) return true;
	if (call && llvm::any_of(call->arguments(), [](const Expr *a) { return a->getType()->isPointerType(); }))
		return true;
	const Expr *target = target_of(s);
	if (target && !variable_named(target) && target->getType()->isIntegerType()) return true;
	return isa<AsmStmt>(s) || llvm::any_of(s->children(), [](const Stmt *c) { return c && changes_others(c); });
}

static bool variable_stays(const VarDecl *v, const Stmt *text)
{
	if (!v->getType()->isIntegerType() || v->getType().isVolatileQualified()) return false;
	if (v->getType().isConstQualified() && !isa<ParmVarDecl>(v)) return true;
	if (v->hasLocalStorage()) return is_address_lent_only(v) && !changes_variable(text, v);
	return !changes_variable(text, v) && !changes_others(text);
}

bool only_computes(const FunctionDecl *function)
{
	unsigned builtin = function->getBuiltinID();
	return function->hasAttr<ConstAttr>() || function->hasAttr<PureAttr>() ||
	       (builtin && function->getASTContext().BuiltinInfo.isConstWithoutErrnoAndExceptions(builtin));
}

// g->n, where g stays and nothing is stored that may be it.
static bool member_stays(const MemberExpr *e, const Stmt *text)
{
	const VarDecl *v = variable_named(e->getBase());
	bool number = e->getType()->isIntegerType() && !e->getType().isVolatileQualified();
	if (!v || !number) return false;
	bool stays = v->hasLocalStorage() && !is_address_taken(v) && !changes_variable(text, v);
	return stays && !changes_others(text);
}

bool value_stays(const Expr *e, const Stmt *text, const ASTContext &context)
{
	Expr::EvalResult by;
	if (auto *m = dyn_cast<MemberExpr>(e)) return member_stays(m, text);
	if (isa<CallExpr, StmtExpr, ArraySubscriptExpr>(e) || target_of(e)) return false;
	auto *b = dyn_cast<BinaryOperator>(e);
	if (b && (b->getOpcode() == BO_Div || b->getOpcode() == BO_Rem) &&
	        (!b->getRHS()->EvaluateAsInt(by, context) || by.Val.getInt() == 0))
		return false;
	auto *u = dyn_cast<UnaryOperator>(e);
	if (u && (u->getOpcode() == UO_Deref || u->getOpcode() == UO_AddrOf)) return false;
	if (auto *name = dyn_cast<DeclRefExpr>(e)) {
		auto *v = dyn_cast<VarDecl>(name->getDecl());
		return v ? variable_stays(v, text) : isa<EnumConstantDecl>(name->getDecl());
	}
	return llvm::all_of(e->children(),
	        [&](const Stmt *c) { return c && isa<Expr>(c) && value_stays(cast<Expr>(c), text, context); });
}
