// SPDX-License-Identifier: Apache-2.0
#include "inclusions.h"

using namespace clang;

void Inclusions::enter(FileID file)
{
	if (index_of.try_emplace(file, files.size()).second) files.push_back(file);
}

bool Inclusions::find(FileID file, unsigned &index) const
{
	auto known = index_of.find(file);
	if (known == index_of.end()) return false;
	index = known->second;
	return true;
}

bool Inclusions::find(const SourceManager &sources, SourceLocation where, InclusionOffset &at) const
{
	if (where.isInvalid()) return false;
	auto [file, offset] = sources.getDecomposedLoc(where);
	at.second = offset;
	return find(file, at.first);
}
