// SPDX-License-Identifier: Apache-2.0
#include "whole.h"
#include "same_types.h"

#include <clang/AST/ASTContext.h>
#include <clang/AST/Decl.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/Path.h>

#include <cstring>

using namespace clang;
using llvm::StringRef;

// ---- what a parse has to notice -----------------------------------------------------------------

namespace
{
class SourceCallbacks : public PPCallbacks
{
	Preprocessor &preprocessor;
	const SourceManager &sources;
	SourceNotes &notes;

      public:
	SourceCallbacks(Preprocessor &preprocessor, SourceNotes &notes)
	    : preprocessor(preprocessor), sources(preprocessor.getSourceManager()), notes(notes)
	{
	}

	void FileChanged(SourceLocation where, FileChangeReason reason, SrcMgr::CharacteristicKind, FileID) override
	{
		OptionalFileEntryRef entry = sources.getFileEntryRefForID(sources.getFileID(where));
		if (reason == EnterFile && entry) notes.entered[entry->getUniqueID()]++;
	}

	void InclusionDirective(SourceLocation hash, const Token &, StringRef, bool is_angled, CharSourceRange name,
	        OptionalFileEntryRef file, StringRef, StringRef, const Module *, bool,
	        SrcMgr::CharacteristicKind) override
	{
		if (sources.getFileID(hash) != sources.getMainFileID()) return;
		name = Lexer::makeFileCharRange(name, sources, preprocessor.getLangOpts());
		if (name.isInvalid()) return;
		notes.includes.push_back({sources.getFileOffset(hash), sources.getFileOffset(name.getBegin()),
		        sources.getFileOffset(name.getEnd()), is_angled, file});
	}
};
} // namespace

void note_sources(Preprocessor &preprocessor, SourceNotes &notes)
{
	preprocessor.addPPCallbacks(std::make_unique<SourceCallbacks>(preprocessor, notes));
}

// ---- names --------------------------------------------------------------------------------------

namespace
{
// Names of file scope in one file.
struct FileNames {
	llvm::StringSet<> own;    // known to this file only, and declared in its text
	llvm::StringSet<> all;    // these, all others, and the macros of headers
	llvm::StringSet<> macros; // of its text
	llvm::StringSet<> fields; // of structs that are defined in its text
};
} // namespace

static bool in_main(const SourceManager &sources, SourceLocation where)
{
	return where.isValid() && sources.getFileID(sources.getExpansionLoc(where)) == sources.getMainFileID();
}

static void take_name(FileNames &names, const SourceManager &sources, const NamedDecl *decl)
{
	if (!decl->getIdentifier() || decl->getName().empty() || decl->isImplicit()) return;
	names.all.insert(decl->getName());
	bool shared = isa<VarDecl, FunctionDecl>(decl) && decl->hasExternalFormalLinkage();
	if (!shared && in_main(sources, decl->getCanonicalDecl()->getLocation())) names.own.insert(decl->getName());
}

static void take_fields(FileNames &names, const RecordDecl *record)
{
	for (const Decl *decl : record->decls()) {
		if (auto *field = dyn_cast<FieldDecl>(decl); field && field->getIdentifier())
			names.fields.insert(field->getName());
		if (auto *inner = dyn_cast<RecordDecl>(decl)) take_fields(names, inner);
	}
}

static FileNames names_of(CompilerInstance &compiler, const SameTypes &types)
{
	FileNames names;
	const SourceManager &sources = compiler.getSourceManager();
	for (const Decl *decl : compiler.getASTContext().getTranslationUnitDecl()->decls()) {
		if (auto *named = dyn_cast<NamedDecl>(decl)) take_name(names, sources, named);
		if (auto *list = dyn_cast<EnumDecl>(decl))
			for (const EnumConstantDecl *e : list->enumerators()) take_name(names, sources, e);
		auto *record = dyn_cast<RecordDecl>(decl);
		if (record && in_main(sources, record->getLocation()) && !types.records.contains(record))
			take_fields(names, record);
	}
	Preprocessor &preprocessor = compiler.getPreprocessor();
	for (const auto &entry : preprocessor.macros()) {
		const MacroInfo *macro = preprocessor.getMacroInfo(entry.first);
		if (!macro) continue;
		bool own = in_main(sources, macro->getDefinitionLoc());
		(own ? names.macros : names.all).insert(entry.first->getName());
	}
	return names;
}

static std::string new_name(StringRef name, StringRef input, const std::vector<FileNames> &names)
{
	std::string suffix = "__";
	for (char c : llvm::sys::path::stem(input)) suffix += isalnum(static_cast<unsigned char>(c)) ? c : '_';
	auto is_taken = [&](const std::string &other) {
		return llvm::any_of(names, [&](const FileNames &f) { return f.all.contains(other); });
	};
	std::string result = name.str() + suffix;
	for (int k = 2; is_taken(result); k++) result = name.str() + suffix + std::to_string(k);
	return result;
}

// What several files define alike has one name in all of them.
static void find_new_names(
        std::vector<WholePart> &parts, const std::vector<FileNames> &names, const std::vector<SameTypes> &types)
{
	llvm::StringSet<> given;
	for (size_t i = 0; i < parts.size(); i++)
		for (const auto &own : names[i].own) {
			StringRef old = own.getKey();
			auto first = types[i].defined_by.find(old);
			if (first != types[i].defined_by.end()) {
				auto name = parts[first->second].renamed.find(old);
				if (name != parts[first->second].renamed.end()) parts[i].renamed[old] = name->second;
				continue;
			}
			bool clashes = false;
			for (size_t j = 0; j < parts.size(); j++) {
				auto by = types[j].defined_by.find(old);
				bool same = by != types[j].defined_by.end() && by->second == i;
				clashes |= j != i && !same && names[j].all.contains(old);
			}
			if (!clashes) continue;
			std::string name = new_name(old, parts[i].input, names);
			while (!given.insert(name).second) name += "_";
			parts[i].renamed[old] = name;
		}
}

// ---- the text -----------------------------------------------------------------------------------

// The text with this file's new names. Members of structs of others keep theirs.
static std::string with_new_names(StringRef text, const WholePart &part, const llvm::StringSet<> &fields)
{
	if (part.renamed.empty()) return text.str();
	std::string from = text.str(), result;
	Lexer lexer(
	        SourceLocation(), part.compiler->getLangOpts(), from.c_str(), from.c_str(), from.c_str() + from.size());
	size_t done = 0;
	bool member = false;
	for (bool more = true; more;) {
		Token token;
		more = !lexer.LexFromRawLexer(token);
		if (token.is(tok::eof)) break;
		size_t end = lexer.getCurrentBufferOffset(), begin = end - token.getLength();
		if (token.is(tok::raw_identifier)) {
			auto name = part.renamed.find(StringRef(from).substr(begin, end - begin));
			if (name != part.renamed.end() && (!member || fields.contains(name->getKey()))) {
				result.append(from, done, begin - done);
				result += name->second;
				done = end;
			}
		}
		member = token.isOneOf(tok::period, tok::arrow);
	}
	return result.append(from, done);
}

static bool is_name_of(StringRef word, std::initializer_list<const char *> names)
{
	return llvm::any_of(names, [&](const char *name) { return word == name; });
}

// Whether a pragma holds from where it stands to the end of a file: those of clang and GCC that do. Others' pragmas
// mean nothing.
static bool is_lasting_pragma(StringRef text)
{
	auto next = [&]() {
		text = text.ltrim();
		StringRef word = text.take_while([](char c) { return isalnum(c) || c == '_'; });
		text = text.drop_front(word.size());
		return word;
	};
	StringRef word = next();
	if (is_name_of(word, {"GCC", "clang"}))
		return !is_name_of(next(), {"ivdep", "unroll", "novector", "loop", "diagnostic", "warning", "error"});
	return is_name_of(word,
	        {"STDC", "pack", "push_macro", "pop_macro", "weak", "redefine_extname", "float_control", "fenv_access",
	                "fp_contract", "fenv_round", "ms_struct", "options", "align", "section", "bss_seg", "code_seg",
	                "const_seg", "data_seg", "init_seg", "strict_gs_check", "scalar_storage_order", "optimize",
	                "function", "intrinsic", "alloc_text", "warning", "comment", "ident", "init", "fini",
	                "long_calls", "no_long_calls", "long_calls_off", "pointers_to_members", "vtordisp", "unused",
	                "extern_model", "extern_prefix", "member_alignment"});
}

static bool has_lasting_pragmas(StringRef text)
{
	while (!text.empty()) {
		auto [line, rest] = text.split('\n');
		text = rest;
		line = line.ltrim();
		if (!line.consume_front("#") || !(line = line.ltrim()).consume_front("pragma")) continue;
		if (is_lasting_pragma(line)) return true;
	}
	return false;
}

// An include of what stands in the text already is left out: it need not be guarded. What is found beside another file
// is given its place.
static std::vector<TextEdit> include_edits(const std::vector<WholePart> &parts, size_t at)
{
	const WholePart &part = parts[at];
	auto folder = [](StringRef file) { return llvm::sys::path::parent_path(file); };
	std::vector<TextEdit> edits;
	for (const SourceNotes::Include &include : part.notes->includes) {
		if (!include.file || include.is_angled) continue;
		llvm::sys::fs::UniqueID id = include.file->getUniqueID();
		bool once = true, before = false;
		for (size_t j = 0; j < parts.size(); j++) {
			auto entered = parts[j].notes->entered.find(id);
			bool reads = entered != parts[j].notes->entered.end();
			once &= !reads || entered->second == 1;
			before |= j < at && reads;
		}
		if (before && once) {
			edits.push_back({include.hash, include.name_end, ""});
		} else if (folder(part.input) != folder(parts[0].input)) {
			llvm::SmallString<128> file(include.file->getName());
			llvm::sys::fs::make_absolute(file);
			edits.push_back({include.name_begin, include.name_end, "\"" + file.str().str() + "\""});
		}
	}
	return edits;
}

static std::string with_edits(StringRef text, std::vector<TextEdit> edits)
{
	llvm::sort(edits, [](const TextEdit &a, const TextEdit &b) { return a.begin > b.begin; });
	std::string result = text.str();
	for (const TextEdit &edit : edits) result.replace(edit.begin, edit.end - edit.begin, edit.text);
	return result;
}

static std::string quoted(StringRef text)
{
	std::string result = "\"";
	for (char c : text) result += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
	return result + "\"";
}

std::string whole_line(StringRef name) { return "#line 1 " + quoted(name) + "\n"; }

std::string whole_text(std::vector<WholePart> &parts, std::string &why)
{
	std::vector<FileNames> names;
	std::vector<SameTypes> types = same_types(parts);
	for (size_t i = 0; i < parts.size(); i++) names.push_back(names_of(*parts[i].compiler, types[i]));
	find_new_names(parts, names, types);
	std::string result;
	for (size_t i = 0; i < parts.size(); i++) {
		const SourceManager &sources = parts[i].compiler->getSourceManager();
		StringRef text = sources.getBufferData(sources.getMainFileID());
		if (has_lasting_pragmas(text)) {
			why = "a pragma of '" + parts[i].named + "' holds to the end of the file";
			return "";
		}
		if (i > 0 && parts[i].named == parts[i].input) result += whole_line(parts[i].input);
		std::vector<TextEdit> edits = include_edits(parts, i);
		edits.insert(edits.end(), types[i].edits.begin(), types[i].edits.end());
		result += with_new_names(with_edits(text, edits), parts[i], names[i].fields);
		if (!StringRef(result).ends_with("\n")) result += "\n";
		for (const auto &macro : names[i].macros) result += "#undef " + macro.getKey().str() + "\n";
	}
	return result;
}

// ---- is it the same? ------------------------------------------------------------------------------

namespace
{
// One part against the whole.
class Comparison
{
	const prog_unit *whole;
	const std::vector<WholePart> &parts;
	const WholePart &part;                                             // one of them
	llvm::DenseMap<const prog_symbol *, bool> is_kept;                 // by keeps_member
	const llvm::StringMap<const prog_symbol *> &variables, &functions; // of the whole, at file scope

	const char *new_name(const char *name) const
	{
		auto found = part.renamed.find(name);
		return found == part.renamed.end() ? name : found->second.c_str();
	}
	bool same_text(const char *a, const char *b) const;
	bool same_extents(const prog_mapping *a, const prog_mapping *b);
	bool keeps_member(const prog_symbol *field);
	bool same_parts(const prog_symbol *a, const prog_symbol *b);
	bool is_copied_for_each(const prog_symbol *s) const;

      public:
	Comparison(const prog_unit *whole, const std::vector<WholePart> &parts, const WholePart &part,
	        const llvm::StringMap<const prog_symbol *> &variables,
	        const llvm::StringMap<const prog_symbol *> &functions)
	    : whole(whole), parts(parts), part(part), variables(variables), functions(functions)
	{
	}

	bool same(const prog_type *a, const prog_type *b);
	bool same(const prog_mapping *a, const prog_mapping *b);
	bool same(const prog_symbol *a, const prog_symbol *b);
	bool same(const prog_expr *a, const prog_expr *b);
	bool same(const prog_stmt *a, const prog_stmt *b);
	bool same(const prog_hint *a, const prog_hint *b);
	bool variable(const prog_symbol *s);
	bool function(const prog_function *f);
};
} // namespace

bool Comparison::same_text(const char *a, const char *b) const
{
	static const llvm::StringSet<> none;
	return with_new_names(a, part, none) == b;
}

bool Comparison::same(const prog_type *a, const prog_type *b)
{
	if (!a || !b) return a == b;
	if (a->kind != b->kind || a->size != b->size || a->is_signed != b->is_signed || a->is_const != b->is_const ||
	        a->is_volatile != b->is_volatile || a->has_pointers != b->has_pointers ||
	        a->has_arrays != b->has_arrays || a->is_union != b->is_union)
		return false;
	if (a->kind == PROG_TYPE_ARRAY && !same(a->extent, b->extent)) return false;
	return same(a->element, b->element);
}

bool Comparison::same_extents(const prog_mapping *a, const prog_mapping *b)
{
	for (int d = 0; d < a->rank; d++)
		if (!same(a->extent[d], b->extent[d]) || a->dist[d].format != b->dist[d].format ||
		        !same(a->dist[d].arg, b->dist[d].arg))
			return false;
	return true;
}

bool Comparison::same(const prog_mapping *a, const prog_mapping *b)
{
	if (!a || !b) return a == b;
	if (a->rank != b->rank || a->how != b->how || a->dynamic != b->dynamic || a->with_rank != b->with_rank ||
	        a->is_parameter != b->is_parameter || a->shape_given != b->shape_given || a->n_ranges != b->n_ranges ||
	        !a->onto != !b->onto || !a->with != !b->with || !a->with_template != !b->with_template)
		return false;
	if (a->onto && strcmp(a->onto->name, b->onto->name) != 0) return false;
	if (a->with && strcmp(new_name(a->with->name), b->with->name) != 0) return false;
	return same_extents(a, b) && same(a->path, b->path) && same(a->offset, b->offset);
}

// A file may leave the extent of an array that it does not define to the one that does.
static bool leaves_extent(const prog_symbol *a, const prog_symbol *b)
{
	return a->type->kind == PROG_TYPE_ARRAY && b->type->kind == PROG_TYPE_ARRAY && !a->type->extent;
}

static bool sets_member(const prog_expr *e, void *field)
{
	if (!e) return false;
	bool sets = e->kind == PROG_EXPR_ASSIGN || e->kind == PROG_EXPR_INCDEC || e->kind == PROG_EXPR_ADDR;
	if (sets && e->arg[0]->kind == PROG_EXPR_MEMBER && e->arg[0]->symbol == field) return true;
	if (e->body && prog_any_expr(e->body, sets_member, field)) return true;
	for (int k = 0; k < e->n_args; k++)
		if (sets_member(e->arg[k], field)) return true;
	return false;
}

// Whether the file never gives the member a value, other than with that of the whole object.
bool Comparison::keeps_member(const prog_symbol *field)
{
	auto known = is_kept.find(field);
	if (known != is_kept.end()) return known->second;
	bool keeps = true;
	for (int k = 0; k < part.unit->n_functions; k++)
		keeps &= !prog_any_expr(part.unit->functions[k]->body, sets_member, const_cast<prog_symbol *>(field));
	return is_kept[field] = keeps;
}

static bool names_local(const prog_expr *e)
{
	if (!e) return false;
	if (e->kind == PROG_EXPR_VAR && e->symbol->kind != PROG_SYMBOL_FUNCTION && !e->symbol->file_scope) return true;
	for (int k = 0; k < e->n_args; k++)
		if (names_local(e->arg[k])) return true;
	return false;
}

// What another file says of a member in some objects holds in a function of that file, or for what is assigned to the
// member.
bool Comparison::same_parts(const prog_symbol *a, const prog_symbol *b)
{
	if (a->partly == b->partly) return true;
	if (a->partly || a->kind != PROG_SYMBOL_FIELD) return false;
	for (int k = 0; k < whole->n_mappings; k++) {
		const prog_mapping *m = whole->mappings[k];
		if (m->symbol != b) continue;
		if (!m->path || (!names_local(m->path) && !keeps_member(a))) return false;
	}
	return true;
}

bool Comparison::same(const prog_symbol *a, const prog_symbol *b)
{
	if (!a || !b) return a == b;
	bool named = !strcmp(new_name(a->name), b->name) || (a->kind == PROG_SYMBOL_FIELD && !strcmp(a->name, b->name));
	if (!named || a->kind != b->kind || a->file_scope != b->file_scope || a->is_static != b->is_static ||
	        a->in_system_header != b->in_system_header || !same_parts(a, b) || a->inherits != b->inherits ||
	        a->is_bit_field != b->is_bit_field || a->is_serial > b->is_serial || a->is_local > b->is_local)
		return false;
	if (a->kind == PROG_SYMBOL_FUNCTION) return same(a->type->element, b->type->element);
	return (leaves_extent(a, b) ? same(a->type->element, b->type->element) : same(a->type, b->type)) &&
	       same(a->mapping, b->mapping);
}

bool Comparison::same(const prog_expr *a, const prog_expr *b)
{
	if (!a || !b) return a == b;
	if (a->kind != b->kind || a->op != b->op || a->is_postfix != b->is_postfix ||
	        a->is_implicit != b->is_implicit || a->has_gaps != b->has_gaps || a->value != b->value ||
	        a->n_args != b->n_args)
		return false;
	bool callee = a->symbol && a->symbol->kind == PROG_SYMBOL_FUNCTION;
	bool array = a->symbol && b->symbol && leaves_extent(a->symbol, b->symbol);
	if (!callee && !array && !same(a->type, b->type)) return false;
	if (!a->symbol != !b->symbol || (a->symbol && !same(a->symbol, b->symbol))) return false;
	bool by_text = a->kind == PROG_EXPR_FLOAT || a->kind == PROG_EXPR_STRING || a->kind == PROG_EXPR_SIZEOF ||
	               a->kind == PROG_EXPR_OPAQUE;
	if (by_text && !same_text(a->text, b->text)) return false;
	for (int k = 0; k < a->n_args; k++)
		if (!same(a->arg[k], b->arg[k])) return false;
	return same(a->body, b->body);
}

bool Comparison::same(const prog_hint *a, const prog_hint *b)
{
	if (!a || !b) return a == b;
	if (a->independent != b->independent || a->serial != b->serial || a->n_new != b->n_new ||
	        a->n_reductions != b->n_reductions || a->n_resident != b->n_resident)
		return false;
	for (int k = 0; k < a->n_new; k++)
		if (!same(a->new_symbols[k], b->new_symbols[k])) return false;
	for (int k = 0; k < a->n_reductions; k++)
		if (strcmp(a->reductions[k].op, b->reductions[k].op) != 0 ||
		        !same(a->reductions[k].symbol, b->reductions[k].symbol))
			return false;
	for (int k = 0; k < a->n_resident; k++)
		if (!same(a->resident[k].symbol, b->resident[k].symbol)) return false;
	for (int k = 0; k < PROG_N_CALLBACKS; k++)
		if (!same(a->callback[k], b->callback[k])) return false;
	return true;
}

bool Comparison::same(const prog_stmt *a, const prog_stmt *b)
{
	if (!a || !b) return a == b;
	if (a->kind != b->kind || a->n_children != b->n_children || a->n_symbols != b->n_symbols ||
	        a->n_remaps != b->n_remaps || !a->label != !b->label)
		return false;
	if (a->label && strcmp(new_name(a->label), b->label) != 0) return false;
	for (int k = 0; k < a->n_symbols; k++)
		if (!same(a->symbols[k], b->symbols[k]) || !same(a->inits[k], b->inits[k])) return false;
	for (int k = 0; k < a->n_remaps; k++)
		if (!same(a->remaps[k], b->remaps[k]) ||
		        strcmp(new_name(a->remaps[k]->symbol->name), b->remaps[k]->symbol->name) != 0)
			return false;
	const prog_pragma *p = a->pragmas, *q = b->pragmas;
	for (; p && q && p->kind == q->kind; p = p->next) q = q->next;
	if (p || q || !same(a->hint, b->hint) || !same(a->expr, b->expr) || !same(a->cond, b->cond) ||
	        !same(a->step, b->step) || !same(a->init, b->init) || !same(a->body, b->body) ||
	        !same(a->otherwise, b->otherwise))
		return false;
	for (int k = 0; k < a->n_children; k++)
		if (!same(a->child[k], b->child[k])) return false;
	return true;
}

// Whether only this file has read that one.
static bool reads_alone(const std::vector<WholePart> &parts, const WholePart &part, const char *file)
{
	llvm::sys::fs::UniqueID id;
	if (llvm::sys::fs::getUniqueID(file, id) || !part.notes->entered.count(id)) return false;
	return llvm::count_if(parts, [&](const WholePart &other) { return other.notes->entered.count(id); }) == 1;
}

// Of a header that several files include, each has a variable of its own.
bool Comparison::is_copied_for_each(const prog_symbol *s) const
{
	bool is_constant = s->type->kind != PROG_TYPE_POINTER && strstr(s->specifiers, "const");
	if (!s->is_static || s->loc.file < 0 || is_constant) return false;
	const prog_file *file = &part.unit->files[s->loc.file];
	return !file->is_main && !reads_alone(parts, part, file->path);
}

bool Comparison::variable(const prog_symbol *s)
{
	auto found = variables.find(new_name(s->name));
	if (found == variables.end() || is_copied_for_each(s)) return false;
	const prog_symbol *w = found->second;
	return same(s, w) && (s->is_extern || !w->is_extern) && (!s->has_init || w->has_init);
}

static bool has_state(const prog_stmt *s)
{
	if (!s) return false;
	for (int k = 0; k < s->n_symbols; k++)
		if (s->symbols[k]->is_static) return true;
	for (int k = 0; k < s->n_children; k++)
		if (has_state(s->child[k])) return true;
	return has_state(s->init) || has_state(s->body) || has_state(s->otherwise);
}

bool Comparison::function(const prog_function *f)
{
	auto found = functions.find(new_name(f->symbol->name));
	const prog_function *w = found == functions.end() ? nullptr : found->second->function;
	if (!w || !same(f->symbol, w->symbol) || f->n_params != w->n_params || f->is_pure > w->is_pure ||
	        f->is_inline != w->is_inline)
		return false;
	bool in_header = f->symbol->loc.file >= 0 && !part.unit->files[f->symbol->loc.file].is_main;
	if (in_header && (f->is_static || f->is_inline) && has_state(f->body)) return false;
	for (int k = 0; k < f->n_params; k++)
		if (!same(f->params[k], w->params[k])) return false;
	return same(f->body, w->body);
}

// What variables of file scope are set to: the model has no tables.
static bool same_values(CompilerInstance &whole, const WholePart &part)
{
	static const llvm::StringSet<> none;
	ASTContext &context = whole.getASTContext(), &own = part.compiler->getASTContext();
	for (const Decl *decl : own.getTranslationUnitDecl()->decls()) {
		auto *v = dyn_cast<VarDecl>(decl);
		if (!v || !v->hasInit()) continue;
		auto renamed = part.renamed.find(v->getName());
		StringRef name = renamed == part.renamed.end() ? v->getName() : StringRef(renamed->second);
		const Expr *value = nullptr;
		for (const NamedDecl *d :
		        context.getTranslationUnitDecl()->lookup(DeclarationName(&context.Idents.get(name))))
			if (auto *w = dyn_cast<VarDecl>(d)) value = w->getAnyInitializer();
		if (!value) return false;
		std::string a, b;
		llvm::raw_string_ostream to_a(a), to_b(b);
		v->getInit()->printPretty(to_a, nullptr, own.getPrintingPolicy());
		value->printPretty(to_b, nullptr, context.getPrintingPolicy());
		if (with_new_names(a, part, none) != b) return false;
	}
	return true;
}

std::string whole_difference(const prog_unit *whole, CompilerInstance &compiler, const std::vector<WholePart> &parts)
{
	llvm::StringMap<const prog_symbol *> variables, functions;
	for (int k = 0; k < whole->n_symbols; k++) {
		const prog_symbol *s = whole->symbols[k];
		if (s->file_scope && s->kind == PROG_SYMBOL_VARIABLE) variables[s->name] = s;
	}
	for (int k = 0; k < whole->n_functions; k++)
		functions[whole->functions[k]->symbol->name] = whole->functions[k]->symbol;
	for (const WholePart &part : parts) {
		Comparison comparison(whole, parts, part, variables, functions);
		auto is_another = [&](const char *name) {
			return std::string("'") + name + "' of '" + part.named +
			       "' would be another one beside the other files";
		};
		for (int k = 0; k < part.unit->n_symbols; k++) {
			const prog_symbol *s = part.unit->symbols[k];
			bool shared = s->file_scope && s->kind == PROG_SYMBOL_VARIABLE && !s->in_system_header;
			if (shared && !comparison.variable(s)) return is_another(s->name);
		}
		for (int k = 0; k < part.unit->n_functions; k++) {
			const prog_function *f = part.unit->functions[k];
			if (!comparison.function(f)) return is_another(f->symbol->name);
		}
		if (!same_values(compiler, part))
			return "variables of '" + part.named + "' would begin with other values beside the other files";
	}
	return "";
}
