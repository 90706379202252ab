// SPDX-License-Identifier: Apache-2.0
//
// Traces: the elements of an array as a number, and all of them on process 0.
#include "parts.h"
#include "trace.h"
#include <limits.h>

// ---- digests ----------------------------------------------------------------------------------

static uint64_t mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
	x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
	return x ^ (x >> 31);
}

typedef struct parts_t {
	int n;
	hpcc_part part[HPCC_MOST_PARTS];
} parts_t;

// Which bits a NaN has depends on the order of operands.
static uint64_t hash_bytes(uint64_t h, const hpcc_part *p, const char *byte)
{
	long double value;
	uint64_t word;
	if (hpcc_part_number(p, byte, &value) && isnan(value)) return mix(h ^ 1);
	for (size_t k = 0, n = hpcc_part_bytes(p); k < n; k += sizeof word) {
		word = 0;
		memcpy(&word, byte + k, n - k < sizeof word ? n - k : sizeof word);
		h = mix(h ^ word) + k;
	}
	return h;
}

static void add_element(const parts_t *parts, size_t at, const char *element, digest_t *d)
{
	uint64_t h = mix(at + 0x9e3779b97f4a7c15);
	for (int k = 0; k < parts->n; k++) {
		const hpcc_part *p = &parts->part[k];
		for (size_t i = 0; i < p->count; i++) {
			const char *byte = element + p->offset + i * p->size;
			long double value;
			h = hash_bytes(h, p, byte);
			if (hpcc_part_number(p, byte, &value) && isfinite(value) && fabsl(value) > d->norm)
				d->norm = (double)fabsl(value);
		}
	}
	d->hash += h;
}

static void add_box(const desc_t *desc, const parts_t *parts, const box_t *box, digest_t *digest)
{
	long index[HPCC_MAX_RANK];
	for (int more = hpcc_box_first(desc->rank, box, index); more; more = hpcc_box_next(desc->rank, box, index)) {
		size_t at = 0;
		for (int d = 0; d < desc->rank; d++) at = at * (size_t)desc->extent[d] + (size_t)index[d];
		add_element(parts, at, hpcc_place_at(&desc->place, desc->rank, index), digest);
	}
}

// What this process counts of an array: of copies one does.
static int counted_part(const desc_t *desc, int process, box_t *own)
{
	if (desc->layout->everywhere) {
		for (int d = 0; d < desc->rank; d++) own->d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
		return process == 0;
	}
	return hpcc_layout_first_copy(desc->layout, process) && hpcc_layout_own(desc->layout, process, own);
}

digest_t hpcc_trace_digest(const desc_t *desc, const boxes_t *boxes)
{
	box_t own;
	digest_t digest = {0};
	parts_t parts;
	parts.n = hpcc_parts_read(desc->info->holds, desc->element, parts.part);
	if (counted_part(desc, hpcc_rank_, &own)) {
		boxes_t *mine = hpcc_boxes_and(boxes, &own);
		for (int k = 0; k < mine->n; k++) add_box(desc, &parts, &mine->box[k], &digest);
		hpcc_boxes_drop(mine);
	}
	if (hpcc_size_ == 1) return digest;
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &digest.hash, 1, MPI_UINT64_T, MPI_SUM, hpcc_comm);
	HPCC_COLLECTIVE(MPI_Allreduce, MPI_Iallreduce, MPI_IN_PLACE, &digest.norm, 1, MPI_DOUBLE, MPI_MAX, hpcc_comm);
	return digest;
}

// ---- all elements -----------------------------------------------------------------------------

static place_t place_of(const desc_t *desc, char *whole)
{
	place_t place = desc->range;
	place.origin = (uintptr_t)whole;
	return place;
}

// The box of process p goes from there to process 0, or the other way.
static void pass_part(const desc_t *desc, int p, const box_t *own, const place_t *whole, int to_first)
{
	if (hpcc_rank_ != 0 && hpcc_rank_ != p) return;
	boxes_t part = {.rank = desc->rank, .n = 1, .box = (box_t *)own};
	size_t size = (size_t)hpcc_boxes_count(&part) * desc->element;
	int from = to_first ? p : 0, to = to_first ? 0 : p;
	char *bytes = hpcc_alloc(size);
	if (hpcc_rank_ == from) hpcc_pack(&part, to_first ? &desc->place : whole, desc->element, bytes);
	if (from != to) hpcc_pass_bytes(bytes, size, hpcc_rank_ == from ? to : from, hpcc_rank_ == from);
	if (hpcc_rank_ == to) hpcc_unpack(&part, to_first ? whole : &desc->place, desc->element, bytes);
	free(bytes);
}

void hpcc_trace_bring(const desc_t *desc, char *whole)
{
	box_t own;
	const place_t place = place_of(desc, whole);
	for (int p = 0; p < hpcc_size_; p++)
		if (counted_part(desc, p, &own)) pass_part(desc, p, &own, &place, 1);
}

void hpcc_trace_deal(desc_t *desc, char *whole)
{
	box_t own;
	const place_t place = place_of(desc, whole);
	for (int p = 0; p < hpcc_size_; p++) {
		if (desc->layout->everywhere)
			for (int d = 0; d < desc->rank; d++) own.d[d] = (hpcc_range){0, desc->extent[d] - 1, 1};
		else if (!hpcc_layout_own(desc->layout, p, &own))
			continue;
		pass_part(desc, p, &own, &place, 0);
	}
	hpcc_invalidate(desc, NULL);
}
