// SPDX-License-Identifier: Apache-2.0
//
// The files that the preprocessor enters, and new texts of the main file that stand for parts of them.
#ifndef HPCC_FRONTEND_INCLUSIONS_H
#define HPCC_FRONTEND_INCLUSIONS_H

#include <clang/Basic/SourceManager.h>

#include <llvm/ADT/DenseMap.h>

#include <string>
#include <utility>
#include <vector>

// A byte of an inclusion: which of the files that the preprocessor entered, counted from 0 (the main file; a file that
// is included twice counts twice), and the offset in it. It means the same in every run over the same source.
typedef std::pair<unsigned, unsigned> InclusionOffset;

// The files that the preprocessor has entered, in order.
class Inclusions
{
	llvm::DenseMap<clang::FileID, unsigned> index_of;

      public:
	std::vector<clang::FileID> files;

	void enter(clang::FileID file);
	bool find(clang::FileID file, unsigned &index) const;
	bool find(const clang::SourceManager &sources, clang::SourceLocation where, InclusionOffset &at) const;
};

// From `begin` on, the new text stands for the text of an inclusion from `from` on; for all of it the same place if not
// `is_copy`.
struct OriginPart {
	unsigned begin;
	InclusionOffset from;
	bool is_copy;
};

// A new text of the main file.
struct ExpandedText {
	std::string text;
	std::vector<OriginPart> origins; // by `begin`
};

#endif
