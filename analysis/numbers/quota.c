// SPDX-License-Identifier: Apache-2.0
#include "quota.h"

quota quota_open(isl_ctx *ctx, unsigned long operations)
{
	const quota q = {ctx, isl_ctx_get_max_operations(ctx)};
	isl_ctx_reset_error(ctx);
	isl_ctx_reset_operations(ctx);
	isl_ctx_set_max_operations(ctx, operations);
	return q;
}

quota quota_open_within(isl_ctx *ctx, unsigned long operations)
{
	const unsigned long around = isl_ctx_get_max_operations(ctx);
	return quota_open(ctx, around && around < operations ? around : operations);
}

bool quota_is_used_up(isl_ctx *ctx) { return isl_ctx_last_error(ctx) == isl_error_quota; }

bool quota_close(quota q)
{
	const bool enough = !quota_is_used_up(q.ctx);
	isl_ctx_set_max_operations(q.ctx, q.around);
	isl_ctx_reset_operations(q.ctx);
	isl_ctx_reset_error(q.ctx);
	return enough;
}
