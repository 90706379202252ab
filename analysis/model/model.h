// SPDX-License-Identifier: Apache-2.0
//
// The program model: what the frontend gives, walks over it, questions about its parts, and how things are told.
// The room's public header: what other rooms may use.
#ifndef HPCC_ANALYSIS_MODEL_ROOM_H
#define HPCC_ANALYSIS_MODEL_ROOM_H

#ifdef __cplusplus
extern "C" {
#endif

#include "assignment.h"
#include "conversions.h"
#include "element_types.h"
#include "expressions.h"
#include "library.h"
#include "made.h"
#include "mapping.h"
#include "program.h"
#include "remark.h"
#include "report.h"
#include "spoken.h"
#include "statements.h"
#include "walk.h"

#ifdef __cplusplus
}
#endif

#endif
