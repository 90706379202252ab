// SPDX-License-Identifier: Apache-2.0
#include "combine.h"

const char *combine_op(prog_op op)
{
	switch (op) {
	case PROG_OP_ADD: return "HPCC_OP_SUM";
	case PROG_OP_MUL: return "HPCC_OP_PROD";
	case PROG_OP_LT: return "HPCC_OP_MIN";
	case PROG_OP_GT: return "HPCC_OP_MAX";
	case PROG_OP_AND: return "HPCC_OP_BAND";
	case PROG_OP_OR: return "HPCC_OP_BOR";
	case PROG_OP_XOR: return "HPCC_OP_BXOR";
	case PROG_OP_LAND: return "HPCC_OP_LAND";
	default: return "HPCC_OP_LOR";
	}
}

const char *combine_type(const prog_type *t)
{
	static const char *const s[] = {
	        [1] = "HPCC_TYPE_SCHAR", [2] = "HPCC_TYPE_SHORT", [4] = "HPCC_TYPE_INT", [8] = "HPCC_TYPE_LONG"};
	static const char *const u[] = {
	        [1] = "HPCC_TYPE_UCHAR", [2] = "HPCC_TYPE_USHORT", [4] = "HPCC_TYPE_UINT", [8] = "HPCC_TYPE_ULONG"};
	switch (t->kind) {
	case PROG_TYPE_BOOL: return "HPCC_TYPE_BOOL";
	case PROG_TYPE_FLOAT:
		return t->size == 4 ? "HPCC_TYPE_FLOAT" : t->size == 8 ? "HPCC_TYPE_DOUBLE" : "HPCC_TYPE_LDOUBLE";
	case PROG_TYPE_COMPLEX: return t->size == 8 ? "HPCC_TYPE_CFLOAT" : "HPCC_TYPE_CDOUBLE";
	default:
		return t->size == 1 || t->size == 2 || t->size == 4 || t->size == 8 ? (t->is_signed ? s : u)[t->size]
		                                                                    : NULL;
	}
}
