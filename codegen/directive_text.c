// SPDX-License-Identifier: Apache-2.0
//
// A mapping written as the directive that says it, for dist_mapping.
#include "rewrite.h"

static void format_text(const prog_dist_dim *f, text *out)
{
	static const char *const names[] = {[PROG_FORMAT_NONE] = "*",
	        [PROG_FORMAT_BLOCK] = "block",
	        [PROG_FORMAT_GEN_BLOCK] = "gen_block",
	        [PROG_FORMAT_CYCLIC] = "cyclic",
	        [PROG_FORMAT_INDIRECT] = "indirect",
	        [PROG_FORMAT_AUTO] = "auto"};
	text_printf(out, "[%s", names[f->format]);
	if (f->arg) text_printf(out, "(%s)", f->arg->text);
	text_add(out, "]");
}

static void dummies_text(const prog_mapping *m, text *out)
{
	for (int d = 0; d < m->rank; d++) {
		bool used = false;
		for (int k = 0; k < m->with_rank; k++) used |= m->sub[k].dim == d;
		if (used)
			text_printf(out, "[i%d]", d);
		else
			text_add(out, "[*]");
	}
}

static void subscript_text(const prog_align_sub *sub, text *out)
{
	text_add(out, "[");
	if (sub->star) text_add(out, "*");
	if (sub->dim >= 0 && sub->coef != 1) text_printf(out, "%ld * ", sub->coef);
	if (sub->dim >= 0) text_printf(out, "i%d", sub->dim);
	bool zero = sub->offset && sub->offset->kind == PROG_EXPR_INT && sub->offset->value == 0;
	if (!sub->star && sub->dim < 0) text_add(out, sub->offset ? sub->offset->text : "0");
	if (sub->dim >= 0 && sub->offset && !zero) text_printf(out, " + %s", sub->offset->text);
	text_add(out, "]");
}

void rewrite_directive_text(const prog_mapping *m, text *out)
{
	if (m->how == PROG_MAP_DISTRIBUTE) {
		text_printf(out, "distribute %s", m->symbol->name);
		for (int d = 0; d < m->rank; d++) format_text(&m->dist[d], out);
		if (m->onto) text_printf(out, " onto %s", m->onto->name);
	} else if (m->how == PROG_MAP_ALIGN) {
		text_printf(out, "align %s", m->symbol->name);
		dummies_text(m, out);
		text_printf(out, " with %s", m->with ? m->with->name : m->with_template->name);
		for (int k = 0; k < m->with_rank; k++) subscript_text(&m->sub[k], out);
	}
}
