// SPDX-License-Identifier: Apache-2.0
#include "known_names.h"

#include <clang/AST/PrettyPrinter.h>
#include <clang/Basic/SourceManager.h>

#include <llvm/ADT/StringExtras.h>

using namespace clang;

// ---- what is known ------------------------------------------------------------------------------

bool KnownNames::is_before(const Decl *decl) const
{
	SourceLocation where = decl->getLocation();
	if (where.isInvalid()) return true; // the compiler's own
	const DeclContext *around = decl->getLexicalDeclContext();
	while (isa<TagDecl>(around)) around = around->getLexicalParent();
	return around->isFileContext() && context.getSourceManager().isBeforeInTranslationUnit(where, place);
}

bool KnownNames::knows(const NamedDecl *decl) const
{
	if (auto *tag = dyn_cast<TagDecl>(decl))
		if (const TagDecl *definition = tag->getDefinition()) return is_before(definition);
	return llvm::any_of(decl->redecls(), [&](const Decl *d) { return is_before(d); });
}

// Whether the type can be named there: as it is written, or by what it is.
bool KnownNames::knows(QualType type, bool written) const
{
	if (auto *decayed = dyn_cast<AdjustedType>(type)) type = decayed->getAdjustedType();
	if (auto *name = type->getAs<TypedefType>(); name && written) return knows(name->getDecl());
	if (auto *function = type->getAs<FunctionProtoType>())
		return knows(function->getReturnType(), written) &&
		       llvm::all_of(function->param_types(), [&](QualType p) { return knows(p, written); });
	if (const Type *inner = type->getPointeeOrArrayElementType(); inner != type.getTypePtr())
		return knows(QualType(inner, 0), written);
	const TagDecl *tag = type->getAsTagDecl();
	return !tag || (knows(tag) && (written || tag->getIdentifier()));
}

// ---- what is said --------------------------------------------------------------------------------

std::string KnownNames::declarator(QualType type, StringRef name) const
{
	if (const auto *adjusted = dyn_cast<AdjustedType>(type)) type = adjusted->getAdjustedType();
	PrintingPolicy policy = context.getPrintingPolicy();
	policy.PrintCanonicalTypes = !knows(type, true);
	if (policy.PrintCanonicalTypes && !knows(type, false)) return "";
	std::string text;
	llvm::raw_string_ostream stream(text);
	type.print(stream, policy, name);
	return stream.str();
}

// Of a variable or function, without what it begins with or does.
std::string KnownNames::declaration_of(const NamedDecl *decl) const
{
	auto *value = cast<ValueDecl>(decl);
	if (isa<FunctionNoProtoType>(value->getType().getCanonicalType())) return "";
	PrintingPolicy policy = context.getPrintingPolicy();
	policy.TerseOutput = policy.SuppressInitializers = true;
	policy.PrintCanonicalTypes = !knows(value->getType(), true);
	if (policy.PrintCanonicalTypes && !knows(value->getType(), false)) return "";
	std::string text;
	llvm::raw_string_ostream stream(text);
	decl->print(stream, policy);
	return stream.str();
}

std::string KnownNames::other_text_of(const NamedDecl *decl) const
{
	if (auto *constant = dyn_cast<EnumConstantDecl>(decl)) {
		bool is_int = constant->getInitVal().isSignedIntN(32) && !constant->getInitVal().isMinSignedValue();
		return is_int ? "(" + llvm::toString(constant->getInitVal(), 10) + ")" : "";
	}
	auto *name = dyn_cast<TypedefNameDecl>(decl);
	QualType type = name ? name->getUnderlyingType().getCanonicalType() : QualType();
	return name && type->isBuiltinType() ? type.getAsString(context.getPrintingPolicy()) : "";
}

// ---- names ----------------------------------------------------------------------------------------

bool KnownNames::can_mean(StringRef name)
{
	if (others.count(name) || declared.count(name.str())) return true;
	DeclarationName searched(&context.Idents.get(name));
	for (const NamedDecl *decl : context.getTranslationUnitDecl()->lookup(searched)) {
		if (knows(decl)) continue;
		bool declares = isa<VarDecl, FunctionDecl>(decl);
		std::string text = declares ? declaration_of(decl) : other_text_of(decl);
		if (text.empty()) return false;
		if (declares)
			declared[name.str()] = text;
		else
			others[name] = text;
	}
	return true;
}

StringRef KnownNames::instead_of(StringRef name) const
{
	auto known = others.find(name);
	return known == others.end() ? StringRef() : StringRef(known->second);
}

std::string KnownNames::declarations() const
{
	std::string text;
	for (const auto &[name, declaration] : declared) text += declaration + ";\n";
	return text;
}
