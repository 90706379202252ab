// SPDX-License-Identifier: Apache-2.0
//
// Programs that are checked (-fdist-check): what the rest of the runtime tells of the memory of arrays.
#ifndef HPCC_RUNTIME_CHECK_H
#define HPCC_RUNTIME_CHECK_H

#include "../nests/nests.h"
#include "hpcc/check.h"

// Ends the job with HPCC_CHECK_STATUS and one message. As hpcc_die, for what only some processes may see.
_Noreturn void hpcc_check_fail(const char *file, int line, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

// Of each element that this process does not own: whether its store holds the element's present value, and whether its
// place in the range does. Kept by what happens to memory, not by what plans say.
typedef struct shadow_t shadow_t;

// The following do nothing where the program is not checked.

// Boxes have arrived in `to`, which is the store or the range.
void hpcc_shadow_fresh(desc_t *desc, const boxes_t *boxes, const place_t *to);
// Boxes have new values (NULL: any) elsewhere.
void hpcc_shadow_stale(desc_t *desc, const boxes_t *boxes);
// The pages from `low` to `high` of the range were given back.
void hpcc_shadow_lost(desc_t *desc, const char *low, const char *high);
// The compact store was copied to the range, which is the store from now on.
void hpcc_shadow_rows(desc_t *desc);
void hpcc_shadow_free(desc_t *desc);

// A nest begins that is not run inside of another one.
void hpcc_check_enter(const plan_t *plan);
// The place of the source that hpcc_check_at has told last.
typedef struct check_place_t {
	const char *file;
	int line;
} check_place_t;
extern check_place_t hpcc_check_place;

// As hpcc_check_together, for an operation on an element.
void hpcc_check_together_at(const char *what, const desc_t *desc, size_t element);

// `a[3][4]`
void hpcc_element_text(const char *name, int rank, const long *index, char *text, size_t size);

// Between hpcc_check_order_begin and hpcc_check_order_end: an access to an element.
void hpcc_check_order(const desc_t *desc, size_t element, int kind, const char *file, int line);
void hpcc_check_order_reset(void);

// An element outside of nests, or in a function that a nest calls.
void hpcc_check_single(const void *address, size_t size, int kind);

#endif
