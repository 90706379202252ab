// SPDX-License-Identifier: Apache-2.0
//
// Remarks: what is told of a translation on request, of what was done, what was not, and what was found out. Every
// remark has a row in analysis/model/remarks.def. Diagnostics, which are told in any case, are in report.h.
#ifndef HPCC_ANALYSIS_REMARK_H
#define HPCC_ANALYSIS_REMARK_H

#include "program.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum remark_type { REMARK_PASSED, REMARK_MISSED, REMARK_ANALYSIS } remark_type;

typedef enum remark_id {
#define REMARK(name, type, kind, text) REMARK_##name,
#include "remarks.def"
#undef REMARK
	REMARK_COUNT
} remark_id;

typedef struct remark_row {
	const char *name; // "OwnerComputes": unique
	remark_type type;
	const char *kind; // what -Rdist= matches: "partition"
	const char *text; // with {Key} for values and [ ] around what may be left out
} remark_row;

enum { REMARK_MAX_ARGS = 32 };

// A piece of a remark's text: all pieces in a row are the text.
typedef struct remark_arg {
	const char *key; // "String" between the values
	const char *value;
	prog_loc loc; // of what the value is about; file -1: none
} remark_arg;

typedef struct remark {
	const remark_row *row;
	prog_loc loc;
	const char *function; // in which it is
	int n_args;
	remark_arg arg[REMARK_MAX_ARGS];
} remark;

const remark_row *remark_info(remark_id id);

// Where remarks go, until another sink is set: NULL (as at the start) for nowhere. What a remark points to lives during
// the call only.
typedef void remark_sink(void *user, const remark *r);
void remark_set_sink(remark_sink *sink, void *user);

// Whether there is a sink: if not, nothing need be found out for it.
bool remarks_are_wanted(void);

// Hands a remark to the sink. `values` are those of the row's keys, in the order of its text; NULL: there is none, and
// the brackets around it are left out. `reason`: the place of what the key Reason is about, NULL: none.
void remark_emit(remark_id id, prog_loc loc, const char *function, const char *const *values, const prog_loc *reason);
// What such a remark says, in one line. The caller frees it.
char *remark_text(remark_id id, const char *const *values);

#ifdef __cplusplus
}
#endif

#endif
