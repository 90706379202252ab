// SPDX-License-Identifier: Apache-2.0
//
// Limits of how much isl may compute for one question. Chains of conditions make sets grow without bound; beyond the
// limit isl gives NULL for everything, and whoever asks does without an answer.
#ifndef HPCC_ANALYSIS_QUOTA_H
#define HPCC_ANALYSIS_QUOTA_H

#include <isl/ctx.h>

#include <stdbool.h>

typedef struct quota {
	isl_ctx *ctx;
	unsigned long around; // the limit of the question that this one is a part of, 0: none
} quota;

// From now on isl may do so many operations, more than which may be left of a limit around this one.
quota quota_open(isl_ctx *ctx, unsigned long operations);
// The same, if the limit around it is not less.
quota quota_open_within(isl_ctx *ctx, unsigned long operations);
// Whether the limit was reached since it was opened: sets that were computed may be NULL, or lack a part.
bool quota_is_used_up(isl_ctx *ctx);
// The limit around holds again, from its beginning. False: this one was reached.
bool quota_close(quota q);

#endif
