// SPDX-License-Identifier: Apache-2.0
#include "object_note.h"
#include "asm_section.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Object/ObjectFile.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/xxhash.h"

#include <cstdio>
#include <cstring>

using llvm::StringRef;

static const char section_name[] = ".hpcc.source";

std::string object_note_path(const ObjectNote &note, const std::string &path)
{
	if (llvm::sys::path::is_absolute(path)) return path;
	llvm::SmallString<256> result(note.folder);
	llvm::sys::path::append(result, path);
	llvm::sys::path::remove_dots(result, true);
	return result.str().str();
}

// ---- files ----------------------------------------------------------------------------------------

static bool hash_file(const std::string &path, uint64_t &hash)
{
	auto buffer = llvm::MemoryBuffer::getFile(path, false, false);
	if (buffer) hash = llvm::xxh3_64bits((*buffer)->getBuffer());
	return static_cast<bool>(buffer);
}

bool ObjectNote::add_file(const std::string &path)
{
	uint64_t hash;
	if (!hash_file(object_note_path(*this, path), hash)) return false;
	files.emplace_back(object_note_path(*this, path), hash);
	return true;
}

bool ObjectNote::is_up_to_date() const
{
	for (const auto &[path, hash] : files) {
		uint64_t now;
		if (!hash_file(path, now) || now != hash) return false;
	}
	return true;
}

// ---- writing: words that end with a zero, lists begin with their length ------------------------------

static void add_word(std::string &to, StringRef word)
{
	to += word;
	to += '\0';
}

static void add_list(std::string &to, const std::vector<std::string> &list)
{
	add_word(to, llvm::utostr(list.size()));
	for (const std::string &word : list) add_word(to, word);
}

static std::string packed(const ObjectNote &note)
{
	std::string result;
	add_word(result, HPCC_VERSION);
	add_word(result, note.folder);
	add_word(result, note.input);
	add_word(result, note.maps ? "1" : "0");
	add_list(result, note.own);
	add_list(result, note.cc1);
	add_word(result, llvm::utostr(note.files.size()));
	for (const auto &[path, hash] : note.files) {
		add_word(result, path);
		add_word(result, llvm::utohexstr(hash));
	}
	return result;
}

std::string object_note_text(const ObjectNote &note) { return asm_section(section_name, "e", packed(note)); }

// ---- reading ----------------------------------------------------------------------------------------

namespace
{
class Words
{
	StringRef rest;

      public:
	bool good = true;

	Words(StringRef text) : rest(text) {}

	std::string word()
	{
		size_t end = rest.find('\0');
		good = good && end != StringRef::npos;
		if (!good) return "";
		std::string result = rest.take_front(end).str();
		rest = rest.drop_front(end + 1);
		return result;
	}
	uint64_t number(unsigned radix)
	{
		uint64_t value = 0;
		good = !StringRef(word()).getAsInteger(radix, value) && good;
		return good ? value : 0;
	}
	std::vector<std::string> list()
	{
		std::vector<std::string> result;
		for (uint64_t n = number(10); good && n > 0; n--) result.push_back(word());
		return result;
	}
	bool ended() const { return good && rest.empty(); }
};
} // namespace

static bool unpack(StringRef text, ObjectNote &note)
{
	Words words(text);
	if (words.word() != HPCC_VERSION) return false;
	note.folder = words.word();
	note.input = words.word();
	note.maps = words.word() == "1";
	note.own = words.list();
	note.cc1 = words.list();
	note.files.clear();
	for (uint64_t n = words.number(10); words.good && n > 0; n--) {
		std::string path = words.word();
		note.files.emplace_back(path, words.number(16));
	}
	return words.ended();
}

bool object_note_read(llvm::MemoryBufferRef object, ObjectNote &note)
{
	auto file = llvm::object::ObjectFile::createObjectFile(object);
	if (!file) {
		llvm::consumeError(file.takeError());
		return false;
	}
	for (const llvm::object::SectionRef &section : (*file)->sections()) {
		llvm::Expected<StringRef> name = section.getName(), text = section.getContents();
		bool is_note = name && text && *name == section_name;
		bool good = is_note && unpack(*text, note);
		if (!name) llvm::consumeError(name.takeError());
		if (!text) llvm::consumeError(text.takeError());
		if (is_note) return good;
	}
	return false;
}
