// SPDX-License-Identifier: Apache-2.0
//
// The one way to tell the user something about the source. Every diagnostic has a row in
// analysis/model/diagnostics.def with an identifier, a severity and a printf-like text;
// docs/diagnostics.md explains each.
#ifndef HPCC_ANALYSIS_REPORT_H
#define HPCC_ANALYSIS_REPORT_H

#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum diag_severity { DIAG_NOTE, DIAG_REMARK, DIAG_WARNING, DIAG_ERROR } diag_severity;

typedef enum diag_id {
#define DIAG(name, severity, text) DIAG_##name,
#include "diagnostics.def"
#undef DIAG
	DIAG_COUNT
} diag_id;

typedef struct diag_row {
	const char *name; // "unknown_directive": the flag -Wno-dist-unknown-directive, the heading in docs
	diag_severity severity;
	const char *text; // printf format
} diag_row;

const diag_row *diag_info(diag_id id);

// Where diagnostics go: the frontend installs one that prints as Clang does, with source line and caret;
// tests install their own.
typedef void diag_sink(void *user, diag_severity severity, prog_loc loc, const char *name, const char *text);
void diag_set_sink(diag_sink *sink, void *user);

// Formats row `id` with the arguments and hands it to the sink. A loc with file -1 prints no place.
void diag_report(diag_id id, prog_loc loc, ...);

// A change to the source that corrects what a diagnostic is about: at the token that stands at `loc`. Where another one
// stands there (in a macro, say) nothing is offered; with the token "" what stands there does not matter.
typedef enum diag_fixit_kind { DIAG_REPLACE, DIAG_INSERT_BEFORE, DIAG_INSERT_AFTER } diag_fixit_kind;
typedef struct diag_fixit {
	diag_fixit_kind kind;
	prog_loc loc;
	const char *token, *text;
} diag_fixit;

// Offers a change with the next report; the strings must live until then. Changes of one report belong together.
void diag_offer(diag_fixit change);
// There is no such report.
void diag_offer_nothing(void);
// For sinks: the changes that are offered with what is being reported.
const diag_fixit *diag_offered(int *n);

// Errors reported so far, and warnings that a sink printed as errors.
int diag_errors(void);

// What was reported since there were so many was about an attempt that is given up.
void diag_forget_errors(int since);

// For sinks: the warning that is being reported was printed as an error (-Werror).
void diag_promote(void);

#ifdef __cplusplus
}
#endif

#endif
