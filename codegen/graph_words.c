// SPDX-License-Identifier: Apache-2.0
#include "graph_words.h"
#include "formula.h"
#include "remarks.h"
#include "summary.h"

#include <stdio.h>
#include <string.h>

void graph_words_of_head(const prog_unit *unit, const prog_stmt *s, text *out)
{
	prog_range head = s->range;
	if (s->kind == PROG_STMT_DO) {
		text condition = {0};
		if (s->cond) formula_written(unit, s->cond->range, s->cond->text, &condition);
		text_printf(out, "do ... while (%s)", text_get(&condition));
		text_free(&condition);
		return;
	}
	if (s->body && s->body->range.file == head.file && s->body->range.begin > head.begin)
		head.end = s->body->range.begin;
	while (head.file >= 0 && head.end > head.begin &&
	        strchr(" \t\r\n\\", unit->files[head.file].text[head.end - 1]))
		head.end--;
	formula_written(unit, head, s->text ? s->text : s->cond ? s->cond->text : NULL, out);
}

void graph_words_of_pattern(const flow_node *node, const pattern *p, unsigned long operations, text *out)
{
	const quota q = quota_open(node->task->nest->ctx, operations);
	summary_of_pattern(node->task, node->arg, p, out);
	if (quota_close(q)) return;
	text_free(out);
	text_printf(out, "a section of '%s'", node->task->nest->objects[node->arg->object].key);
}

void graph_words_of_result(const flow_node *node, text *out)
{
	const nest *n = node->task->nest;
	const char *key = n->objects[node->object].key;
	if (node->kind == FLOW_REDUCTION)
		text_printf(out, "the %s of '%s'", remarks_operation(n, node->object), key);
	else if (node->kind == FLOW_JOIN)
		text_printf(out, "the parts of '%s' to all", key);
	else
		text_printf(out, "the last value of '%s'", key);
}

void graph_words_of_turns(const task *t, text *out)
{
	const nest_axis *a = &t->nest->axes[t->split->turn_axis];
	text_printf(out, "what each process hands on to the next one %s along dimension %d of '%s'",
	        t->split->turn_way > 0 ? "upward" : "downward", a->dim, t->nest->objects[a->object].key);
	if (task_is_pipeline(t)) text_printf(out, ", strip by strip of '%s'", remarks_strips(t));
}

void graph_words_of_element(const prog_unit *unit, const flow_node *node, text *out)
{
	text element = {0};
	formula_written(unit, node->expr->range, node->expr->text, &element);
	text_printf(out, "'%s' from its owner to all", text_get(&element));
	text_free(&element);
}

// What an array has while a nest runs, it has instead of what it had; behind the nest it is the other way round.
static const char *purpose_of_remap(const prog_mapping *m)
{
	if (!m->before) return "to where it is mapped from here on";
	return m->before->before ? "back to its own mapping" : "to be split along the slices of the next loop";
}

void graph_words_of_remap(const prog_stmt *s, text *out)
{
	for (int k = 0; k < s->n_remaps; k++)
		text_printf(out, "%s'%s'%s", k ? ", " : "", s->remaps[k]->symbol->name,
		        s->remaps[k]->overwritten ? " (what the loop does not set)" : "");
	text_printf(out, " %s", s->n_remaps ? purpose_of_remap(s->remaps[0]) : "");
}

int graph_events_of(const flow_node *node)
{
	return node->kind == FLOW_COMMUNICATION ? node->sent.n : flow_is_communication(node);
}

void graph_event_id(const flow_node *node, int first, int n, char to[32])
{
	if (node->task)
		snprintf(to, 32, "%d.%d", node->task->id, first + n);
	else
		snprintf(to, 32, "n%d", node->id);
}
