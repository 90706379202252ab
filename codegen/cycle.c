// SPDX-License-Identifier: Apache-2.0
//
// The phase cycle in the text: what is sent in its first steps and in later ones is told apart (runtime/ledger.c), and
// only some of them may be predicted.
#include "rewrite.h"

void rewrite_cycle(rewriter *w, const prog_stmt *loop)
{
	if (loop != w->cycle || w->as_source || w->inner) return;
	if (!rewrite_in_main(w, loop->range) || !rewrite_in_main(w, loop->body->range)) return;
	const char *path;
	unsigned line = prog_unit_line_name(w->unit, loop->loc, &path);
	text head = {0};
	text_add(&head, "HPCC_CYCLE(");
	text_add_string(&head, path);
	text_printf(&head, ", %u, -1) ", line);
	rewrite_insert(w, loop->range.begin, ORDER_PARTS, text_get(&head));
	rewrite_insert(w, loop->body->range.begin, ORDER_FIRST, "HPCC_CYCLE_STEP ");
	text_free(&head);
}
