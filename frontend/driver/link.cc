// SPDX-License-Identifier: Apache-2.0
#include "link.h"
#include "../clang/clang.h"
#include "options.h"

#include "link_inputs.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <cstring>
#include <map>
#include <set>

using llvm::StringRef;

namespace
{
// Symbols that translated files define, and what it means where one is missing (see marker_text in
// codegen/translate.c): of names for which it is, and of the object that defines them and was not translated.
const struct marker {
	const char *prefix, *problem, *plain, *remedy;
} markers[] = {
        {"hpcc_translated_", "gets mapped arrays, but is not defined in a file that was compiled with -fdist",
                " ('{0}' was not)", "do that, or mark it where it is called: `#pragma dist pure`, `serial` or `local`"},
        {"hpcc_p_", "is mapped in one file, but the file that defines it has no directive for it",
                " ('{0}' was compiled without -fdist)",
                "the directive belongs beside its `extern` declaration in a header that both include"},
        {"hpcc_takes_characters_",
                "gets a mapped array of characters, bytes or structs, but the file that defines it has no directive "
                "for such an array (or was not compiled with -fdist)",
                " ('{0}' was not)", "`#pragma dist inherit` before the function says that a parameter may be one"},
        {"hpcc_takes_objects_",
                "gets an object in which arrays are mapped, but the file that defines it sees a struct without these "
                "directives (or was not compiled with -fdist)",
                " ('{0}' was not)", "they belong into the struct's definition in a header that both include"},
};
// An array that one file maps is known to the others by its pointer only: those that define or use it by its name miss
// it.
const marker used_without = {"",
        "is mapped in the file that defines it, but a file that uses it has no directive for it",
        " ('{0}' was compiled without -fdist)",
        "the directive belongs beside its `extern` declaration in a header that both include"};

// What the linker says of undefined references, explained.
class Explanation
{
	const std::vector<LinkSymbols> &inputs;
	std::map<const marker *, std::set<std::string>> names;

	const marker *marker_of(const std::string &symbol, std::string &name) const
	{
		for (const marker &m : markers)
			if (StringRef(symbol).starts_with(m.prefix)) {
				name = symbol.substr(strlen(m.prefix));
				return &m;
			}
		name = symbol;
		bool mapped = llvm::any_of(inputs, [&](const LinkSymbols &i) { return i.defines("hpcc_p_" + symbol); });
		return mapped ? &used_without : nullptr;
	}
	// An object that was not translated, and defines or uses the name.
	const LinkSymbols *plain(const std::string &name) const
	{
		for (const LinkSymbols &i : inputs)
			if (!i.is_translated() && (i.defines(name) || i.needs(name))) return &i;
		return nullptr;
	}
	void print(const marker &m, const std::set<std::string> &all) const
	{
		enum { SHOWN = 3 };
		std::string text = all.size() > 1 ? "each of " : "";
		size_t shown = 0;
		for (auto name = all.begin(); name != all.end() && shown < SHOWN; ++name, shown++)
			text += (shown ? ", '" : "'") + *name + "'";
		if (all.size() > shown) text += " and " + std::to_string(all.size() - shown) + " more";
		text += std::string(" ") + m.problem;
		if (const LinkSymbols *object = plain(*all.begin())) text += llvm::formatv(m.plain, object->name).str();
		driver_error(text + "; " + m.remedy);
	}

      public:
	explicit Explanation(const std::vector<LinkSymbols> &link) : inputs(link) {}
	// Takes all that the linker has said; false: some of it is not explained.
	bool take(StringRef said)
	{
		StringRef before = "undefined reference to `";
		bool all = said.contains(before);
		for (size_t at = said.find(before); at != StringRef::npos; at = said.find(before, at + 1)) {
			std::string name, symbol = said.substr(at + before.size()).split('\'').first.str();
			const marker *m = marker_of(symbol, name);
			if (!m)
				all = false;
			else
				names[m].insert(name);
		}
		return all;
	}
	void print() const
	{
		for (const marker &m : markers)
			if (names.count(&m)) print(m, names.at(&m));
		if (names.count(&used_without)) print(used_without, names.at(&used_without));
	}
};

// A main that was not translated begins by itself, on each process.
const LinkSymbols *plain_main(const std::vector<LinkSymbols> &inputs)
{
	const LinkSymbols *found = nullptr;
	for (const LinkSymbols &i : inputs) {
		if (i.needs("hpcc_set_main")) return nullptr;
		if (!found && i.defines("main") && !i.is_translated()) found = &i;
	}
	return found;
}

// The library of the runtime, if it is there.
const LinkSymbols *runtime_of(const std::vector<LinkSymbols> &inputs)
{
	auto found = llvm::find_if(inputs, [](const LinkSymbols &i) { return i.defines("hpcc_set_main"); });
	return found == inputs.end() ? nullptr : &*found;
}

// An object that was compiled with -fdist.
const LinkSymbols *any_translated(const std::vector<LinkSymbols> &inputs)
{
	const LinkSymbols *runtime = runtime_of(inputs);
	auto found = llvm::find_if(inputs,
	        [&](const LinkSymbols &i) { return i.is_translated() && !(runtime && i.name == runtime->name); });
	return found == inputs.end() ? nullptr : &*found;
}

std::vector<std::string> arguments_of(const clang::driver::Command &command)
{
	return {command.getArguments().begin(), command.getArguments().end()};
}
} // namespace

bool link_lacks_dist(const std::vector<std::string> &command)
{
	std::vector<LinkSymbols> inputs = link_symbols(command);
	const LinkSymbols *first = any_translated(inputs);
	if (!first || runtime_of(inputs)) return false;
	driver_error("'" + first->name + "' was compiled with -fdist, so the program must be linked with -fdist, too");
	return true;
}

bool link_program(clang::driver::Compilation &compilation, clang::driver::Command command,
        llvm::function_ref<bool(clang::driver::Compilation &, clang::driver::Command)> run)
{
	std::vector<LinkSymbols> inputs = link_symbols(arguments_of(command));
	if (const LinkSymbols *plain = plain_main(inputs)) {
		std::string text = "'" + plain->name + "', which defines main, was compiled without -fdist";
		if (any_translated(inputs)) return driver_error(text + "; compile it with -fdist"), false;
		driver_warning(text + ", as all of the program: mpirun would start copies of it");
	}
	llvm::SmallString<128> file;
	if (llvm::sys::fs::createTemporaryFile("hpcc", "link", file)) return run(compilation, command);
	compilation.addTempFile(compilation.getArgs().MakeArgString(file));
	command.setRedirectFiles({std::nullopt, std::nullopt, file.str().str()});
	bool good = run(compilation, command);
	if (auto said = llvm::MemoryBuffer::getFile(file)) {
		Explanation explanation(inputs);
		bool explained = !good && explanation.take((*said)->getBuffer());
		if (!explained) llvm::errs() << (*said)->getBuffer();
		if (!good) explanation.print();
	}
	return good;
}
