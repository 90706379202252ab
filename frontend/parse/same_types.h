// SPDX-License-Identifier: Apache-2.0
//
// Types that several files define, each for itself and all alike, as C wants it where no header is shared: beside each
// other they are one type, defined by the first of these files.
#ifndef HPCC_FRONTEND_SAME_TYPES_H
#define HPCC_FRONTEND_SAME_TYPES_H

#include "whole.h"

// A part of a file's text, by byte offsets, and what takes its place.
struct TextEdit {
	unsigned begin, end;
	std::string text;
};

// What one file defines as a file before it does.
struct SameTypes {
	llvm::StringMap<size_t> defined_by; // names of types and enumerators: the first file that defines them
	llvm::DenseSet<const clang::RecordDecl *> records; // the structs and unions among them
	std::vector<TextEdit> edits;                       // by which the definitions go
};

// For each of the parts.
std::vector<SameTypes> same_types(const std::vector<WholePart> &parts);

#endif
