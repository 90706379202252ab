// SPDX-License-Identifier: Apache-2.0
//
// What the user is told in the words of the source, where the analysis has read loops that the frontend has written
// anew.
#ifndef HPCC_ANALYSIS_SPOKEN_H
#define HPCC_ANALYSIS_SPOKEN_H

#ifdef __cplusplus
extern "C" {
#endif

// Before the index of a pointer that stays where the source has one that walks: `p[hpcc_at_p]` is `*p`.
#define SPOKEN_INDEX "hpcc_at_"
// Before the names of variables that the source does not have.
#define SPOKEN_SPAN "hpcc_span_"
#define SPOKEN_BEST "hpcc_best_"
#define SPOKEN_GIVEN "hpcc_given_"
#define SPOKEN_VALUE "hpcc_value_"
#define SPOKEN_EXPANDED "hpcc_expanded_"
#define SPOKEN_PLACE "hpcc_place_"
#define SPOKEN_IN_ROW "hpcc_in_row_"

// Before the name of a member that is written by its place, as a macro has its name; a comment in the translated text.
#define SPOKEN_MEMBER " /* ."

// The variable stands for this text of the source.
void spoken_stands_for(const char *name, const char *text);
// The text as the source has it, to be freed.
char *spoken(const char *text);

#ifdef __cplusplus
}
#endif
#endif
