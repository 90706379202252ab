// SPDX-License-Identifier: Apache-2.0
//
// The whole way from program model to text.
#ifndef HPCC_CODEGEN_TRANSLATE_H
#define HPCC_CODEGEN_TRANSLATE_H

#include "../analysis/model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum translate_emit {
	TRANSLATE_EMIT_C,     // the translated program
	TRANSLATE_EMIT_MODEL, // prog_unit_print
	TRANSLATE_EMIT_GRAPH, // the static task graph as text
	TRANSLATE_EMIT_JSON,  // the same for programs (graph_json.h)
} translate_emit;

typedef struct translate_options {
	translate_emit emit;
	bool line_directives;      // #line for the user's own lines (on unless -fdist-no-line)
	bool check;                // -fdist-check
	bool fixed;                // -fdist-static: blocks of equal size stay so
	bool callbacks;            // -fdist-callbacks
	bool whole;                // the program has no other file
	const char *const *macros; // names that the command line defines: they mean nothing in hpcc's headers
	int n_macros;
	bool graph_full;         // the graph has closed forms that take long, too
	FILE *graph;             // where the task graph goes as JSON, beside the translated program; NULL: nowhere
	const char *output_path; // for #line directives that point at the generated file; may be NULL
} translate_options;

// Translates and prints. Returns 0, or -1 after errors, which have been reported; then nothing is printed.
int translate_unit(prog_unit *unit, const translate_options *options, FILE *out);

#ifdef __cplusplus
}
#endif

#endif
