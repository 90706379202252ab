// SPDX-License-Identifier: Apache-2.0
//
// hpcc-run --svg: the plan as a picture. Who has how much, as bars by rank; the time of a step by phase; what else was
// considered.
#include "run.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 1060, LEFT = 420, RIGHT = 150, ROW = 18, TITLE = 34, MOST_ROWS = 200 };

typedef struct picture {
	FILE *out;
	int y;
} picture;

static void print_escaped(FILE *out, const char *text)
{
	for (; *text; text++) switch (*text) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		default: fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
		}
}

static void print_text(picture *p, int x, const char *more, const char *text)
{
	fprintf(p->out, "<text x=\"%d\" y=\"%d\" %s>", x, p->y + ROW - 5, more);
	print_escaped(p->out, text);
	fputs("</text>\n", p->out);
}

static void print_title(picture *p, const char *text)
{
	p->y += TITLE - ROW;
	print_text(p, 10, "font-weight=\"bold\"", text);
	p->y += ROW + 4;
}

// A bar of the part `part` of the width, with a word before it and one behind.
static void print_bar(picture *p, const char *before, double part, const char *colour, const char *behind)
{
	const double width = (WIDTH - LEFT - RIGHT) * (part > 0 && part <= 1 ? part : part > 1 ? 1 : 0);
	enum { MOST_CHARACTERS = 62 };
	char shown[MOST_CHARACTERS + 1];
	snprintf(shown, sizeof shown, "%s", before);
	if (strlen(before) > MOST_CHARACTERS) memcpy(shown + MOST_CHARACTERS - 3, "...", 3);
	print_text(p, LEFT - 8, "text-anchor=\"end\"", shown);
	fprintf(p->out, "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"><title>", LEFT, p->y + 2,
	        width, ROW - 4, colour);
	print_escaped(p->out, before);
	fputs("</title></rect>\n", p->out);
	fprintf(p->out, "<text x=\"%.1f\" y=\"%d\">", LEFT + width + 6, p->y + ROW - 5);
	print_escaped(p->out, behind);
	fputs("</text>\n", p->out);
	p->y += ROW;
}

static void print_processes(picture *p, const plan *x)
{
	static const char *const colour[] = {"#4477aa", "#66ccee", "#228833", "#ccbb44", "#ee6677", "#aa3377"};
	long most = 1;
	for (int q = 0; q < x->n; q++)
		if (x->process[q].units > most) most = x->process[q].units;
	print_title(p, "Units of each process; colours are kinds of cores");
	for (int q = 0; q < x->n && q < MOST_ROWS; q++) {
		const plan_process *r = &x->process[q];
		char before[320], behind[96];
		snprintf(before, sizeof before, "%d: %s, core %d", q, r->host->name, r->core);
		snprintf(behind, sizeof behind, "%ld, %.1f us", r->units, r->compute_us);
		print_bar(p, before, (double)r->units / (double)most, colour[r->group % 6], behind);
	}
	if (x->n > MOST_ROWS) print_text(p, LEFT, "", "..."), p->y += ROW;
}

static void print_phase(picture *p, const char *file, int line, const char *name, double us, double all, bool sends)
{
	char before[400], behind[64];
	const char *folder = strrchr(file, '/');
	snprintf(before, sizeof before, "%.100s:%d: %.250s", folder ? folder + 1 : file, line, name);
	snprintf(behind, sizeof behind, "%.1f us", us);
	print_bar(p, before, all > 0 ? us / all : 0, sends ? "#ee6677" : "#228833", behind);
}

static void print_phases(picture *p, const plan *x)
{
	double most = 0;
	const plan_program *g = x->program;
	for (int k = 0; k < g->n_works; k++) most = fmax(most, x->work_us[k]);
	for (int k = 0; k < g->n_exchanges; k++) most = fmax(most, x->exchange_us[k]);
	print_title(p, "Time of a step by phase: green computes, red sends");
	for (int k = 0; k < g->n_works; k++)
		print_phase(p, g->work[k].file, g->work[k].line, g->work[k].name, x->work_us[k], most, false);
	for (int k = 0; k < g->n_exchanges; k++)
		print_phase(p, g->exchange[k].file, g->exchange[k].line, g->exchange[k].name, x->exchange_us[k], most,
		        true);
}

static void print_choices(picture *p, const plan *x)
{
	double most = 0;
	for (int k = 0; k < x->n_choices; k++)
		if (x->choice[k].step_us < INFINITY) most = fmax(most, x->choice[k].step_us);
	print_title(p, "What was considered: time of a step");
	for (int k = 0; k < x->n_choices; k++) {
		const plan_choice *c = &x->choice[k];
		char before[128], behind[64] = "does not fit into memory";
		snprintf(before, sizeof before, "%s (%d)", c->what, c->processes);
		if (c->step_us < INFINITY) snprintf(behind, sizeof behind, "%.1f us", c->step_us);
		print_bar(p, before, c->step_us < INFINITY && most > 0 ? c->step_us / most : 0, "#4477aa", behind);
	}
}

void run_show_svg(const run_shown *s, FILE *out)
{
	const plan *x = s->plan;
	picture p = {.out = out, .y = 4};
	const int rows = (x->n < MOST_ROWS ? x->n : MOST_ROWS + 1) +
	                 (x->program ? x->program->n_works + x->program->n_exchanges + x->n_choices : 0);
	const int height = rows * ROW + 4 * (TITLE + 8) + 16;
	char title[512];
	fprintf(out,
	        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
	        "font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" "
	        "fill=\"white\"/>\n",
	        WIDTH, height, WIDTH, height);
	snprintf(title, sizeof title, "%.200s on %.200s: %d process%s", s->request->program, s->machine, x->n,
	        x->n == 1 ? "" : "es");
	print_title(&p, title);
	print_processes(&p, x);
	if (x->program) print_phases(&p, x), print_choices(&p, x);
	fputs("</svg>\n", out);
}
