// SPDX-License-Identifier: Apache-2.0
//
// -Rdist and its relatives: which remarks are shown. -fdist-save-record: the file that holds all of them.
#ifndef HPCC_FRONTEND_REMARKS_H
#define HPCC_FRONTEND_REMARKS_H

#include "../../analysis/model/model.h"

#include "llvm/Remarks/RemarkSerializer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/ToolOutputFile.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

// -Rdist, -Rdist-missed, -Rdist-analysis: each with the kinds of remarks that it shows.
class RemarkFilter
{
	std::optional<llvm::Regex> kinds[REMARK_ANALYSIS + 1]; // by remark_type
	bool summary = false;

      public:
	// Takes -R[no-]dist[-missed|-analysis][=regex] out of Clang's list of -R flags. Their patterns are valid.
	void take(std::vector<std::string> &flags);
	bool shows(const remark_row &row) const;
	bool shows_any() const;
};

// One of -Rdist=summary, which are in no record.
bool is_summary(const remark_row &row);

// The flag that shows remarks of this type: "-Rdist-missed".
const char *remark_flag(remark_type type);

// The kinds' pattern of an argument that is one of those flags, with a leading -R or not; nothing where it is none.
// `off`: -Rno-dist.
struct remark_request {
	remark_type type;
	bool off;
	std::string pattern;
};
std::optional<remark_request> remark_request_of(llvm::StringRef arg);

// A file of remarks, as LLVM's optimisation records are. It stays only where it is kept.
class RemarkRecord
{
	std::string name;
	std::unique_ptr<llvm::ToolOutputFile> file;
	std::unique_ptr<llvm::remarks::RemarkSerializer> serializer;

      public:
	// Opens the file; false after an error, which has been printed.
	bool open(const std::string &name);
	// The place as Clang would print it; empty `path`: none.
	struct Place {
		std::string path;
		unsigned line = 0, column = 0;
	};
	// `place` is the remark's, `places` those of its arguments.
	void add(const remark &r, const Place &place, const std::vector<Place> &places);
	// Closes and keeps it; false after an error, which has been printed.
	bool keep();
};

#endif
