// SPDX-License-Identifier: Apache-2.0
#include "link.h"
#include "options.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include <set>

using llvm::StringRef;

namespace
{
// Symbols that translated files define, and what it means where one is missing (see marker_text in codegen/translate.c).
const struct marker {
	const char *prefix, *before, *after;
} markers[] = {
        {"hpcc_translated_", "'",
                "' gets mapped arrays, but is not defined in a file that was compiled with -fdist; do that, or mark it "
                "where it is "
                "called: `#pragma dist pure`, `serial` or `local`"},
        {"hpcc_p_", "'",
                "' is mapped in one file, but the file that defines it has no directive for it; the directive belongs "
                "beside its `extern` declaration in a header that both include"},
        {"hpcc_takes_characters_", "'",
                "' gets a mapped array of characters, bytes or structs, but the file that defines it has no directive "
                "for such "
                "an array (or was not compiled with -fdist); `#pragma dist inherit` before the function says that a "
                "parameter may be one"},
        {"hpcc_takes_objects_", "'",
                "' gets an object in which arrays are mapped, but the file that defines it sees a struct without these "
                "directives (or was not compiled with -fdist); they belong into the struct's definition in a header "
                "that both include"},
};

StringRef name_after(StringRef text, StringRef prefix)
{
	return text.drop_front(prefix.size()).take_while([](char c) {
		return isalnum(static_cast<unsigned char>(c)) || c == '_';
	});
}

// Objects and libraries of the link that hold a name.
bool is_named(const clang::driver::Command &command, const std::string &name)
{
	for (const char *argument : command.getArguments()) {
		if (*argument == '-' || !llvm::sys::fs::is_regular_file(argument)) continue;
		auto file = llvm::MemoryBuffer::getFile(argument, false, false);
		if (file && (*file)->getBuffer().contains(StringRef(name.c_str(), name.size() + 1))) return true;
	}
	return false;
}

// An array that one file maps is known to the others by its pointer only.
void explain_missing(const clang::driver::Command &command, StringRef said, std::set<std::string> &done)
{
	StringRef before = "undefined reference to `";
	for (size_t at = said.find(before); at != StringRef::npos; at = said.find(before, at + 1)) {
		std::string name = name_after(said.substr(at), before).str();
		if (!is_named(command, "hpcc_p_" + name) || !done.insert(name).second) continue;
		driver_error("'" + name +
		             "' is mapped in the file that defines it, but a file that uses it has no directive for "
		             "it; the directive "
		             "belongs beside its `extern` declaration in a header that both include");
	}
}

void explain(const clang::driver::Command &command, StringRef said)
{
	std::set<std::string> done;
	explain_missing(command, said, done);
	for (const marker &m : markers)
		for (size_t at = said.find(m.prefix); at != StringRef::npos; at = said.find(m.prefix, at + 1)) {
			std::string text = m.before + name_after(said.substr(at), m.prefix).str() + m.after;
			if (done.insert(text).second) driver_error(text);
		}
}
} // namespace

bool link_program(clang::driver::Compilation &compilation, clang::driver::Command command,
        llvm::function_ref<bool(clang::driver::Compilation &, clang::driver::Command)> run)
{
	llvm::SmallString<128> file;
	if (llvm::sys::fs::createTemporaryFile("hpcc", "link", file)) return run(compilation, command);
	compilation.addTempFile(compilation.getArgs().MakeArgString(file));
	command.setRedirectFiles({std::nullopt, std::nullopt, file.str().str()});
	bool good = run(compilation, command);
	if (auto said = llvm::MemoryBuffer::getFile(file)) {
		llvm::errs() << (*said)->getBuffer();
		if (!good) explain(command, (*said)->getBuffer());
	}
	return good;
}
