// SPDX-License-Identifier: Apache-2.0
//
// What is said of the command and not of a place in a source.
#ifndef HPCC_FRONTEND_MESSAGES_H
#define HPCC_FRONTEND_MESSAGES_H

#include <string>

// Print `hpcc: error: <text>`, and the same as a warning.
void driver_error(const std::string &text);
void driver_warning(const std::string &text);

#endif
