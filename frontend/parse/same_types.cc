// SPDX-License-Identifier: Apache-2.0
#include "same_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/ASTStructuralEquivalence.h>
#include <clang/AST/Decl.h>
#include <clang/AST/RecordLayout.h>
#include <clang/Lex/Lexer.h>

using namespace clang;
using llvm::StringRef;

namespace
{
// A struct, union or enum that a file defines at file scope.
struct Definition {
	TagDecl *tag;
	TypedefNameDecl *alias; // the name of a type without a tag
	std::string name;       // the tag, or that name, or that of the first enumerator
};
} // namespace

// The type that a typedef names, if it is a struct, union or enum itself.
static const TagDecl *tag_of(const NamedDecl *decl)
{
	if (auto *tag = dyn_cast<TagDecl>(decl)) return tag->getCanonicalDecl();
	auto *alias = dyn_cast<TypedefNameDecl>(decl);
	const TagDecl *tag = alias ? alias->getUnderlyingType()->getAsTagDecl() : nullptr;
	return tag ? tag->getCanonicalDecl() : nullptr;
}

static std::string name_of(const TagDecl *tag)
{
	if (tag->getIdentifier()) return tag->getName().str();
	if (const TypedefNameDecl *alias = tag->getTypedefNameForAnonDecl()) return alias->getName().str();
	auto *list = dyn_cast<EnumDecl>(tag);
	if (!list || list->enumerators().empty()) return "";
	return list->enumerator_begin()->getName().str();
}

// The types of a file. A name that is also that of something else is left out: which of both is meant is seen only by
// the parser.
static llvm::StringMap<Definition> definitions_of(const WholePart &part)
{
	llvm::StringMap<Definition> result;
	TranslationUnitDecl *unit = part.compiler->getASTContext().getTranslationUnitDecl();
	for (Decl *decl : unit->decls()) {
		auto *tag = dyn_cast<TagDecl>(decl);
		if (!tag || tag->isImplicit()) continue;
		// A struct of which the file knows no more than the name is declared all the same.
		if (!tag->isThisDeclarationADefinition() && tag->getDefinition()) continue;
		std::string name = name_of(tag);
		if (!name.empty()) result[name] = {tag, tag->getTypedefNameForAnonDecl(), name};
	}
	for (Decl *decl : unit->decls()) {
		auto *named = dyn_cast<NamedDecl>(decl);
		if (!named || !named->getIdentifier() || named->isImplicit()) continue;
		auto found = result.find(named->getName());
		if (found != result.end() && tag_of(named) != found->second.tag->getCanonicalDecl())
			result.erase(found);
	}
	return result;
}

static bool same_layout(const WholePart &a, const RecordDecl *r, const WholePart &b, const RecordDecl *s)
{
	const ASTRecordLayout &x = a.compiler->getASTContext().getASTRecordLayout(r);
	const ASTRecordLayout &y = b.compiler->getASTContext().getASTRecordLayout(s);
	if (x.getSize() != y.getSize() || x.getAlignment() != y.getAlignment() ||
	        x.getFieldCount() != y.getFieldCount())
		return false;
	for (unsigned k = 0; k < x.getFieldCount(); k++)
		if (x.getFieldOffset(k) != y.getFieldOffset(k)) return false;
	return true;
}

static bool same_type(const WholePart &a, TagDecl *t, const WholePart &b, TagDecl *u)
{
	if (!t->getDefinition() || !u->getDefinition())
		return t->getTagKind() == u->getTagKind() && t->getIdentifier() && u->getIdentifier();
	llvm::DenseSet<std::pair<Decl *, Decl *>> differ;
	StructuralEquivalenceContext equivalence(a.compiler->getASTContext(), b.compiler->getASTContext(), differ,
	        StructuralEquivalenceKind::Default, false, false);
	if (!equivalence.IsEquivalent(t, u)) return false;
	auto *r = dyn_cast<RecordDecl>(t), *s = dyn_cast<RecordDecl>(u);
	return !r || !s || same_layout(a, r, b, s);
}

static bool has_inner_tag(const TagDecl *tag)
{
	return llvm::any_of(tag->decls(), [](const Decl *decl) {
		auto *inner = dyn_cast<TagDecl>(decl);
		return inner && inner->getIdentifier();
	});
}

// The edit that leaves a definition's name of it, and its lines. False where it does not stand in the file itself, as
// one text.
static bool take_out(const WholePart &part, const Definition &d, TextEdit &edit)
{
	const SourceManager &sources = part.compiler->getSourceManager();
	SourceLocation open = d.tag->getBraceRange().getBegin(), close = d.tag->getBraceRange().getEnd();
	SourceLocation begin = d.tag->getIdentifier() ? open : d.tag->getBeginLoc();
	auto in_text = [&](SourceLocation at) {
		return at.isValid() && at.isFileID() && sources.getFileID(at) == sources.getMainFileID();
	};
	if (!in_text(begin) || !in_text(close) || d.tag->hasAttrs() || has_inner_tag(d.tag)) return false;
	StringRef text = sources.getBufferData(sources.getMainFileID());
	edit = {sources.getFileOffset(begin), sources.getFileOffset(close) + 1, ""};
	if (!d.tag->getIdentifier() && !d.alias) {
		auto next = Lexer::findNextToken(close, sources, part.compiler->getLangOpts());
		if (!next || next->isNot(tok::semi) || !in_text(next->getLocation())) return false;
		edit.end = sources.getFileOffset(next->getLocation()) + 1;
	}
	StringRef old = text.slice(edit.begin, edit.end);
	if (old.contains('#')) return false;
	if (d.alias) edit.text = d.alias->getName();
	edit.text.append(old.count('\n'), '\n');
	return true;
}

static void take_names(SameTypes &types, const Definition &d, size_t first)
{
	types.defined_by[d.name] = first;
	if (auto *list = dyn_cast<EnumDecl>(d.tag))
		for (const EnumConstantDecl *e : list->enumerators()) types.defined_by[e->getName()] = first;
}

std::vector<SameTypes> same_types(const std::vector<WholePart> &parts)
{
	std::vector<llvm::StringMap<Definition>> definitions;
	std::vector<SameTypes> result(parts.size());
	for (size_t i = 0; i < parts.size(); i++) {
		definitions.push_back(definitions_of(parts[i]));
		for (const auto &entry : definitions[i]) {
			const Definition &d = entry.second;
			TextEdit edit;
			bool defined = d.tag->getDefinition();
			if (defined && !take_out(parts[i], d, edit)) continue;
			// A file before it that defines it, or else one that knows its name.
			size_t first = i;
			bool twice = false;
			for (size_t j = 0; j < i && !twice; j++) {
				auto other = definitions[j].find(d.name);
				if (other == definitions[j].end()) continue;
				if (!same_type(parts[j], other->second.tag, parts[i], d.tag)) continue;
				twice = defined && other->second.tag->getDefinition();
				if (first == i || twice) first = j;
			}
			if (first < i) take_names(result[i], d, first);
			if (!twice) continue;
			if (auto *record = dyn_cast<RecordDecl>(d.tag)) result[i].records.insert(record);
			result[i].edits.push_back(std::move(edit));
		}
	}
	return result;
}
