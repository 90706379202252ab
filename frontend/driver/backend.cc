// SPDX-License-Identifier: Apache-2.0
#include "backend.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Path.h"

using llvm::StringRef;

namespace
{

// What the parse does already, or says already: done twice, a file would name the temporary text.
struct dropped_row {
	const char *flag;
	int values;
};
const dropped_row only_for_parse[] = {
        {"-dependency-file", 1},
        {"-MT", 1},
        {"-sys-header-deps", 0},
        {"-module-file-deps", 0},
        {"-MP", 0},
        {"-MG", 0},
        {"-MV", 0},
        {"-H", 0},
        {"-dependency-dot", 1},
        {"-header-include-file", 1},
        {"-serialize-diagnostic-file", 1},
        {"-pedantic", 0},
        {"-pedantic-errors", 0},
        {"-verify", 0},
        // Generated text has assembly, for the names of library functions.
        {"-fno-gnu-inline-asm", 0},
};

// Warnings that only the second half can give. All others the parse has given.
const char *const backend_warnings[] = {"attribute-warning", "frame-larger-than", "inline-asm"};

bool is_backend_warning(StringRef arg)
{
	for (const char *name : backend_warnings)
		if (arg.ends_with(name)) return true;
	return arg == "-Werror" || arg == "-Wno-error";
}

const dropped_row *dropped(StringRef arg)
{
	for (const dropped_row &row : only_for_parse)
		if (arg == row.flag) return &row;
	return nullptr;
}

// A local part is addressed by global indices through an origin that is not in it, with rows of the part's length: the
// sanitizers of pointers understand that, those that compare subscripts with row lengths do not.
std::string sanitizers(StringRef arg)
{
	llvm::SmallVector<StringRef, 16> words;
	StringRef flag = "-fsanitize=";
	arg.drop_front(flag.size()).split(words, ',');
	llvm::erase_if(words, [](StringRef word) { return word == "array-bounds" || word == "local-bounds"; });
	return words.empty() ? "" : flag.str() + llvm::join(words, ",");
}

// Generated text is C99. To the source's own it looks as C89 does.
struct old_standard_row {
	const char *flag;
	std::vector<std::string> instead;
};
const old_standard_row old_standards[] = {
        {"-std=c89", {"-std=c99", "-fgnu89-inline", "-U__STDC_VERSION__"}},
        {"-std=c90", {"-std=c99", "-fgnu89-inline", "-U__STDC_VERSION__"}},
        {"-std=iso9899:1990", {"-std=c99", "-fgnu89-inline", "-U__STDC_VERSION__"}},
        {"-std=iso9899:199409", {"-std=c99", "-fgnu89-inline", "-U__STDC_VERSION__", "-D__STDC_VERSION__=199409L"}},
        {"-std=gnu89", {"-std=gnu99", "-fgnu89-inline", "-U__STDC_VERSION__"}},
        {"-std=gnu90", {"-std=gnu99", "-fgnu89-inline", "-U__STDC_VERSION__"}},
};

// What an argument becomes for the translated text; itself where nothing is to be said.
std::vector<std::string> for_translated(const std::string &arg)
{
	if (StringRef(arg).starts_with("-W"))
		return is_backend_warning(arg) ? std::vector{arg} : std::vector<std::string>{};
	if (StringRef(arg).starts_with("-fsanitize=")) {
		std::string left = sanitizers(arg);
		return left.empty() ? std::vector<std::string>{} : std::vector{left};
	}
	for (const old_standard_row &row : old_standards)
		if (arg == row.flag) return row.instead;
	return {arg};
}

std::string folder(StringRef file)
{
	StringRef parent = llvm::sys::path::parent_path(file);
	return parent.empty() ? "." : parent.str();
}

bool has(const std::vector<std::string> &args, std::initializer_list<const char *> flags)
{
	for (const std::string &arg : args)
		for (const char *flag : flags)
			if (arg == flag) return true;
	return false;
}

} // namespace

bool backend_is_compile(const std::vector<std::string> &cc1)
{
	if (cc1.empty() || cc1[0] != "-cc1") return false;
	auto language = llvm::find(cc1, "-x");
	if (language == cc1.end() || language + 1 == cc1.end() || language[1] != "c") return false;
	return has(cc1, {"-emit-obj", "-S", "-emit-llvm", "-emit-llvm-bc", "-fsyntax-only"});
}

bool backend_has_output(const std::vector<std::string> &cc1) { return !has(cc1, {"-fsyntax-only"}); }

bool backend_is_repeatable(const std::vector<std::string> &cc1)
{
	return has(cc1, {"-emit-obj"}) &&
	       !has(cc1, {"-coverage-notes-file", "-coverage-data-file", "-split-dwarf-file", "-working-directory",
	                         "-ivfsoverlay", "-remap-file"}) &&
	       cc1.size() > 3 && cc1[cc1.size() - 3] == "-x" &&
	       !has(cc1, {"-flto=full", "-flto=thin", "-emit-llvm-bc"});
}

std::vector<std::string> backend_without_outputs(const std::vector<std::string> &cc1)
{
	std::vector<std::string> args;
	for (size_t i = 0; i < cc1.size(); i++) {
		const dropped_row *row = dropped(cc1[i]);
		if (row || cc1[i] == "-o")
			i += row ? row->values : 1;
		else if (cc1[i] != "-fcolor-diagnostics")
			args.push_back(cc1[i]);
	}
	return args;
}

std::vector<std::string> parse_arguments(const std::vector<std::string> &cc1, const std::vector<std::string> &warnings)
{
	std::vector<std::string> args;
	for (size_t i = 1; i < cc1.size(); i++)
		// What -v prints comes with the second half.
		if (cc1[i] != "-disable-free" && cc1[i] != "-v") args.push_back(cc1[i]);
	args.insert(args.end(), warnings.begin(), warnings.end());
	return args;
}

// `;` ends the name in -remap-file.
bool backend_can_rename(const std::string &name) { return name.find(';') == std::string::npos; }

bool backend_has_remarks(const std::vector<std::string> &cc1)
{
	return llvm::any_of(cc1, [](StringRef arg) { return arg.starts_with("-Rpass"); });
}

std::vector<std::string> backend_arguments(const std::vector<std::string> &cc1, const std::string &input,
        const std::string &translated, const std::string &as, const std::string &forced)
{
	std::vector<std::string> args = {"-cc1"};
	if (!forced.empty()) args.insert(args.end(), {"-include", forced});
	if (input != "-" && folder(as) != folder(input)) args.insert(args.end(), {"-iquote", folder(input)});
	args.push_back("-Wno-everything");
	for (const char *name : backend_warnings) args.push_back(std::string("-W") + name);
	for (size_t i = 1; i < cc1.size(); i++) {
		if (const dropped_row *row = dropped(cc1[i])) {
			i += row->values;
			continue;
		}
		if (i + 1 == cc1.size() && cc1[i] == input) {
			args.push_back(as);
			continue;
		}
		std::vector<std::string> kept = for_translated(cc1[i]);
		args.insert(args.end(), kept.begin(), kept.end());
	}
	if (as != translated && backend_can_rename(as)) args.insert(args.end(), {"-remap-file", as + ";" + translated});
	return args;
}
