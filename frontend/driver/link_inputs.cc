// SPDX-License-Identifier: Apache-2.0
#include "link_inputs.h"

#include "llvm/ADT/StringSet.h"
#include "llvm/Object/Archive.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <optional>

using llvm::StringRef;
namespace object = llvm::object;

namespace
{
struct Member {
	std::string name;
	llvm::MemoryBufferRef content;
	std::vector<std::string> defined, needed;
	bool taken = false;
};
struct Library {
	std::string path;
	std::unique_ptr<llvm::MemoryBuffer> content;
	std::unique_ptr<object::Archive> archive;
	std::vector<Member> members;
};
struct Names {
	llvm::StringSet<> defined, needed;

	void add(const std::vector<std::string> &defines, const std::vector<std::string> &needs)
	{
		for (const std::string &name : defines) defined.insert(name);
		for (const std::string &name : needs) needed.insert(name);
	}
	bool lacks_any(const std::vector<std::string> &names) const
	{
		return llvm::any_of(names,
		        [&](const std::string &name) { return needed.contains(name) && !defined.contains(name); });
	}
};
} // namespace

template <typename T> static std::optional<T> value_of(llvm::Expected<T> value)
{
	if (value) return std::move(*value);
	llvm::consumeError(value.takeError());
	return std::nullopt;
}

// What the object defines for others, and what it needs of them. False: it is none.
static bool read_symbols(
        llvm::MemoryBufferRef content, std::vector<std::string> &defined, std::vector<std::string> &needed)
{
	auto file = value_of(object::ObjectFile::createObjectFile(content));
	if (!file || !(*file)->isRelocatableObject()) return false;
	for (const object::SymbolRef &symbol : (*file)->symbols()) {
		std::optional<uint32_t> flags = value_of(symbol.getFlags());
		std::optional<StringRef> name = value_of(symbol.getName());
		if (!flags || !name || !(*flags & (object::SymbolRef::SF_Global | object::SymbolRef::SF_Undefined)))
			continue;
		if (!(*flags & object::SymbolRef::SF_Undefined))
			defined.push_back(name->str());
		else if (!(*flags & object::SymbolRef::SF_Weak))
			needed.push_back(name->str());
	}
	return true;
}

// The library that -l means.
static std::string library_file(const std::vector<std::string> &command, StringRef name)
{
	for (const std::string &argument : command) {
		StringRef folder = argument;
		if (!folder.consume_front("-L")) continue;
		llvm::SmallString<256> shared(folder), archive(folder);
		llvm::sys::path::append(shared, "lib" + name + ".so");
		llvm::sys::path::append(archive, "lib" + name + ".a");
		if (llvm::sys::fs::exists(shared)) return shared.str().str();
		if (llvm::sys::fs::exists(archive)) return archive.str().str();
	}
	return "";
}

static bool read_library(const std::string &path, std::vector<Library> &libraries)
{
	auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
	if (!buffer || llvm::identify_magic((*buffer)->getBuffer()) != llvm::file_magic::archive) return false;
	Library library;
	library.path = path;
	library.content = std::move(*buffer);
	auto archive = value_of(object::Archive::create(library.content->getMemBufferRef()));
	if (!archive) return false;
	library.archive = std::move(*archive);
	llvm::Error error = llvm::Error::success();
	for (const object::Archive::Child &child : library.archive->children(error)) {
		Member member;
		std::optional<StringRef> name = value_of(child.getName());
		auto content = value_of(child.getMemoryBufferRef());
		if (!name || !content || !read_symbols(*content, member.defined, member.needed)) continue;
		member.name = path + "(" + name->str() + ")";
		member.content = *content;
		library.members.push_back(std::move(member));
	}
	if (error) llvm::consumeError(std::move(error));
	libraries.push_back(std::move(library));
	return true;
}

// Members that define what is needed, and what these need.
static void take_members(std::vector<Library> &libraries, Names &names)
{
	for (bool more = true; more;) {
		more = false;
		for (Library &library : libraries)
			for (Member &member : library.members) {
				if (member.taken || !names.lacks_any(member.defined)) continue;
				member.taken = more = true;
				names.add(member.defined, member.needed);
			}
	}
}

// A file of the command line. A library's members are not taken yet.
static void read_input(const std::string &path, LinkInputs &inputs, std::vector<Library> &libraries, Names &names)
{
	auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
	std::vector<std::string> defined, needed;
	if (!buffer || read_library(path, libraries) || !read_symbols(**buffer, defined, needed)) return;
	names.add(defined, needed);
	LinkInput input;
	input.name = path;
	if (!object_note_read(**buffer, input.note)) return;
	inputs.noted.push_back(input);
	inputs.n_named++;
}

// The files that a command line names, those that -l means included.
static std::vector<std::string> files_of(const std::vector<std::string> &command)
{
	std::vector<std::string> files;
	for (size_t i = 0; i < command.size(); i++) {
		StringRef argument = command[i];
		if (argument == "-o")
			i++;
		else if (argument.consume_front("-l"))
			files.push_back(library_file(command, argument));
		else if (!argument.starts_with("-"))
			files.push_back(argument.str());
	}
	return files;
}

bool LinkSymbols::defines(const std::string &symbol) const { return llvm::is_contained(defined, symbol); }

bool LinkSymbols::needs(const std::string &symbol) const { return llvm::is_contained(needed, symbol); }

bool LinkSymbols::is_translated() const
{
	return llvm::any_of(needed, [](StringRef symbol) { return symbol.starts_with("hpcc_"); });
}

std::vector<LinkSymbols> link_symbols(const std::vector<std::string> &command)
{
	std::vector<LinkSymbols> result;
	for (const std::string &path : files_of(command)) {
		auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
		std::vector<Library> libraries;
		LinkSymbols symbols;
		symbols.name = path;
		if (buffer && read_library(path, libraries))
			for (Member &member : libraries[0].members)
				result.push_back({path, std::move(member.defined), std::move(member.needed)});
		else if (buffer && read_symbols(**buffer, symbols.defined, symbols.needed))
			result.push_back(std::move(symbols));
	}
	return result;
}

LinkInputs link_inputs(const std::vector<std::string> &command)
{
	LinkInputs inputs;
	std::vector<Library> libraries;
	Names names;
	for (const std::string &path : files_of(command)) read_input(path, inputs, libraries, names);
	// Their members could not be left out.
	if (llvm::is_contained(command, "--whole-archive")) return inputs;
	take_members(libraries, names);
	for (const Library &library : libraries) {
		bool all = llvm::is_contained(command, library.path);
		for (const Member &member : library.members) {
			if (!member.taken) continue;
			LinkInput input;
			input.name = member.name;
			input.is_member = true;
			bool noted = object_note_read(member.content, input.note);
			if (noted) inputs.noted.push_back(input);
			all &= noted;
		}
		inputs.n_named += all;
	}
	return inputs;
}
