// SPDX-License-Identifier: Apache-2.0
//
// Changes to the text of the main file, by byte ranges; everything else is copied as it is.
#ifndef HPCC_CODEGEN_EDIT_H
#define HPCC_CODEGEN_EDIT_H

#include "text.h"

#include "../analysis/model/model.h"

typedef struct edit {
	unsigned begin, end; // begin == end: an insertion
	int order;           // of insertions at one place: lower ones first,
	int number;          // then those that were made first
	char *text;
} edit;

typedef struct edits {
	int n, room;
	edit *list;
} edits;

// Replaces [begin, end). The same replacement twice counts once. `order` tells insertions at one place apart.
void edits_replace(edits *e, unsigned begin, unsigned end, const char *text, int order);
// The text of [begin, end) of `source` with the edits that lie in it applied. False where edits overlap.
bool edits_apply(edits *e, const char *source, unsigned begin, unsigned end, text *out);
// Takes back the edit at `at` of the list.
void edits_remove(edits *e, int at);
void edits_free(edits *e);

#endif
