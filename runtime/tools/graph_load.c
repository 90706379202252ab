// SPDX-License-Identifier: Apache-2.0
//
// Reading graphs: from the section of an ELF file, which has one unit behind the other, or from JSON. Nothing in the
// file is taken to be what it should be.
#include "graph.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <gelf.h>
#include <libelf.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char section_name[] = ".debug_hpcc_graph", unit_head[] = "hpcc-graph ";
enum { MOST_BYTES = 1 << 30 }; // of a section, or of a file of JSON

// Gives false, for `return fail(...)`. Takes `text`.
static bool fail(char **error, char *text)
{
	*error = text;
	return false;
}

// ---- units ------------------------------------------------------------------------------------

// Adds the JSON to the units, if it is one. `base`: where it begins in what is read.
static bool add_unit(json_t *units, const char *text, size_t size, size_t base, const char *what, char **error)
{
	json_error_t e;
	json_t *unit = json_loadb(text, size, JSON_REJECT_DUPLICATES, &e);
	if (!unit) {
		size_t at = e.position > 0 && (size_t)e.position <= size ? (size_t)e.position : 0;
		return fail(error, graph_format("%s, at byte %zu: %s", what, base + at, e.text));
	}
	if (!graph_check_unit(unit, what, error)) {
		json_decref(unit);
		return false;
	}
	json_array_append_new(units, unit);
	return true;
}

// The number behind a unit's head; `*at` goes behind its line. False: it is none.
static bool take_length(const char *text, size_t size, size_t *at, size_t *length)
{
	size_t k = *at + strlen(unit_head), digits = k;
	*length = 0;
	for (; k < size && isdigit((unsigned char)text[k]) && k - digits < 10; k++)
		*length = 10 * *length + (size_t)(text[k] - '0');
	if (k == digits || k >= size || text[k] != '\n') return false;
	*at = k + 1;
	return true;
}

static bool take_unit(json_t *units, const char *text, size_t size, size_t *at, const char *what, char **error)
{
	size_t begin = *at, length, n = strlen(unit_head);
	bool head = size - begin > n && !memcmp(text + begin, unit_head, n);
	if (!head || !take_length(text, size, at, &length))
		return fail(error, graph_format("%s, at byte %zu: no unit begins here", what, begin));
	if (length > size - *at)
		return fail(error, graph_format("%s, at byte %zu: the unit has %zu bytes, of which %zu are here", what,
		                           begin, length, size - *at));
	bool good = add_unit(units, text + *at, length, *at, what, error);
	*at += length;
	return good;
}

static bool take_units(json_t *units, const char *text, size_t size, const char *path, char **error)
{
	for (size_t at = 0;;) {
		while (at < size && text[at] == 0) at++; // what linkers put between
		if (at == size) return true;
		char *what = graph_format("%s: section %s, unit %zu", path, section_name, json_array_size(units) + 1);
		bool good = take_unit(units, text, size, &at, what, error);
		free(what);
		if (!good) return false;
	}
}

// ---- ELF --------------------------------------------------------------------------------------

static bool elf_fails(const char *path, const char *doing, char **error)
{
	const char *why = elf_errmsg(-1);
	return fail(error, graph_format("%s: %s: %s", path, doing, why ? why : "it is damaged"));
}

static Elf_Scn *find_section(Elf *elf, GElf_Shdr *header)
{
	size_t names;
	if (elf_getshdrstrndx(elf, &names) != 0) return NULL;
	for (Elf_Scn *s = elf_nextscn(elf, NULL); s; s = elf_nextscn(elf, s)) {
		const char *name = gelf_getshdr(s, header) ? elf_strptr(elf, names, header->sh_name) : NULL;
		if (name && !strcmp(name, section_name)) return s;
	}
	return NULL;
}

// Compressed by -gz.
static bool expand(Elf_Scn *s, const GElf_Shdr *header, const char *path, char **error)
{
	GElf_Chdr compressed;
	if (!(header->sh_flags & SHF_COMPRESSED)) return true;
	if (!gelf_getchdr(s, &compressed)) return elf_fails(path, section_name, error);
	if (compressed.ch_size > MOST_BYTES)
		return fail(error, graph_format("%s: section %s: it says that it has %llu bytes", path, section_name,
		                           (unsigned long long)compressed.ch_size));
	return elf_compress(s, 0, 0) >= 0 || elf_fails(path, section_name, error);
}

static bool units_of_elf(Elf *elf, json_t *units, const char *path, char **error)
{
	GElf_Shdr header;
	Elf_Scn *s = find_section(elf, &header);
	if (!s)
		return fail(
		        error, graph_format("%s: it has no task graph (no section %s): it was not made by hpcc -fdist, "
		                            "or it was stripped",
		                       path, section_name));
	if (!expand(s, &header, path, error)) return false;
	Elf_Data *data = header.sh_type == SHT_NOBITS ? NULL : elf_rawdata(s, NULL);
	if (header.sh_flags & SHF_COMPRESSED) data = elf_getdata(s, NULL);
	if (!data || !data->d_buf || data->d_size == 0 || data->d_size > MOST_BYTES)
		return fail(error, graph_format("%s: section %s: nothing can be read of it", path, section_name));
	return take_units(units, data->d_buf, data->d_size, path, error);
}

static bool load_elf(int file, json_t *units, const char *path, char **error)
{
	if (elf_version(EV_CURRENT) == EV_NONE) return elf_fails(path, "libelf", error);
	Elf *elf = elf_begin(file, ELF_C_READ, NULL);
	bool good = elf ? elf_kind(elf) == ELF_K_ELF
	                            ? units_of_elf(elf, units, path, error)
	                            : fail(error, graph_format("%s: it is neither a program nor a graph", path))
	                : elf_fails(path, "it cannot be read as a program", error);
	if (elf) elf_end(elf);
	return good;
}

// ---- JSON -------------------------------------------------------------------------------------

static bool units_of_json(const char *text, size_t size, json_t *units, const char *path, char **error)
{
	json_error_t e;
	json_t *whole = json_loadb(text, size, JSON_REJECT_DUPLICATES, &e), *each;
	if (!whole) return fail(error, graph_format("%s, at byte %d: %s", path, e.position, e.text));
	json_t *listed = json_object_get(whole, "units");
	bool good = true;
	size_t k;
	if (!listed) {
		good = graph_check_unit(whole, path, error);
		if (good) json_array_append(units, whole);
	}
	json_array_foreach(listed, k, each)
	{
		char *what = graph_format("%s, unit %zu", path, k + 1);
		good = good && graph_check_unit(each, what, error);
		free(what);
		if (good) json_array_append(units, each);
	}
	json_decref(whole);
	return good;
}

static bool load_json(int file, size_t size, json_t *units, const char *path, char **error)
{
	if (size > MOST_BYTES) return fail(error, graph_format("%s: it has %zu bytes", path, size));
	char *text = graph_memory(NULL, size);
	size_t have = 0;
	for (ssize_t n = 1; n > 0 && have < size; have += n > 0 ? (size_t)n : 0)
		n = pread(file, text + have, size - have, (off_t)have);
	bool good = have == size ? units_of_json(text, size, units, path, error)
	                         : fail(error, graph_format("%s: %s", path, strerror(errno)));
	free(text);
	return good;
}

// ---- files ------------------------------------------------------------------------------------

static bool load_file(int file, json_t *units, const char *path, char **error)
{
	struct stat status;
	char first;
	if (fstat(file, &status) != 0) return fail(error, graph_format("%s: %s", path, strerror(errno)));
	if (!S_ISREG(status.st_mode)) return fail(error, graph_format("%s: it is no file", path));
	bool is_json = pread(file, &first, 1, 0) == 1 && first == '{';
	return is_json ? load_json(file, (size_t)status.st_size, units, path, error)
	               : load_elf(file, units, path, error);
}

bool graph_load(const char *path, json_t **out, char **error)
{
	int file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0) return fail(error, graph_format("%s: %s", path, strerror(errno)));
	json_t *units = json_array();
	bool good = load_file(file, units, path, error);
	close(file);
	if (!good) {
		json_decref(units);
		return false;
	}
	*out = graph_join(path, units);
	return true;
}
