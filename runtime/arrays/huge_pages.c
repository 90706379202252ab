// SPDX-License-Identifier: Apache-2.0
//
// Memory that will be used in full may come in huge pages, where the system gives them on request: fewer misses of the
// translation buffer. Not in a virtual machine that reports its free huge pages to its host, which takes them back, and
// has to find memory for each one anew, often 4 KB at a time. That may take longer than programs save by them, while
// smaller pages stay with the machine.
#include "arrays.h"
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>

// Pages of 2^order * 4 KB and more are reported; where nothing is, there is no such file, or a number of 32 ones.
static const char *const reported_order = "/sys/module/page_reporting/parameters/page_reporting_order";
enum { HUGE_ORDER = 9 };

static int host_takes_free_pages(void)
{
	char text[16] = "";
	int file = hpcc_own_open(reported_order, O_RDONLY | O_CLOEXEC);
	if (file < 0) return 0;
	ssize_t n = hpcc_own_read(file, text, sizeof text - 1);
	hpcc_own_close(file);
	return n > 0 && text[0] >= '0' && text[0] <= '9' && strtoul(text, NULL, 10) <= HUGE_ORDER;
}

void hpcc_use_huge_pages(const char *low, const char *high)
{
	static int unwanted = -1;
	const uintptr_t page = HPCC_HUGE_PAGE;
	// Large arrays begin a little behind the start of one: see hpcc_next_colour.
	uintptr_t first = (uintptr_t)low / page * page, last = (uintptr_t)high / page * page;
	if ((uintptr_t)low - first >= HPCC_PAGE) first += page;
	if (low >= high || first >= last) return;
	if (unwanted < 0) unwanted = host_takes_free_pages();
	if (!unwanted) madvise((void *)first, last - first, MADV_HUGEPAGE);
}
