// SPDX-License-Identifier: Apache-2.0
//
// Links with latency, for kernels without netem: a TAP device at each end, and this process between them, which hands
// every packet on when its time has come. Bandwidth is not its affair: tc limits what the devices give out.
//
//     relay PID:DEVICE PID:DEVICE MICROSECONDS [...]
//
// The devices are made in the network namespaces of these processes. A line on standard output says that all are there.
// Ends when a device goes away, with its namespace or otherwise.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <poll.h>
#include <sched.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

enum {
	FRAME_SIZE = 2048,  // an Ethernet frame at the devices' MTU of 1500, with room to spare
	MAX_FRAMES = 65536, // in flight in all links together; what comes then is lost, as in a full router
	MAX_AT_ONCE = 64    // frames taken from a device before others have their turn
};

typedef struct frame {
	struct frame *next;
	int64_t due;
	ssize_t size;
	char bytes[FRAME_SIZE];
} frame_t;

// One direction of a link. All its frames wait equally long, so a queue is in order of time.
typedef struct {
	int from, to;
	int64_t delay;
	frame_t *first, *last;
} direction_t;

static frame_t *spare_frames;
static int n_frames;

static void fail(const char *what)
{
	fprintf(stderr, "relay: %s: %s\n", what, strerror(errno));
	exit(1);
}

static int64_t now(void)
{
	struct timespec time;
	clock_gettime(CLOCK_MONOTONIC, &time);
	return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

// What is written PID:DEVICE becomes an open TAP device.
static int open_device(const char *end)
{
	int length = 0;
	long pid = 0;
	char path[64];
	if (sscanf(end, "%ld:%n", &pid, &length) != 1 || !length || strlen(end + length) >= IFNAMSIZ) {
		errno = EINVAL;
		fail(end);
	}
	snprintf(path, sizeof path, "/proc/%ld/ns/net", pid);
	int space = open(path, O_RDONLY | O_CLOEXEC);
	if (space < 0 || setns(space, CLONE_NEWNET)) fail(path);
	close(space);
	int device = open("/dev/net/tun", O_RDWR | O_NONBLOCK | O_CLOEXEC);
	if (device < 0) fail("/dev/net/tun");
	struct ifreq request = {.ifr_flags = IFF_TAP | IFF_NO_PI};
	strcpy(request.ifr_name, end + length);
	if (ioctl(device, TUNSETIFF, &request)) fail(end);
	return device;
}

static frame_t *new_frame(void)
{
	frame_t *frame = spare_frames;
	if (frame) {
		spare_frames = frame->next;
	} else if (n_frames < MAX_FRAMES) {
		frame = malloc(sizeof *frame);
		n_frames += frame != NULL;
	}
	return frame;
}

static void free_frame(frame_t *frame)
{
	frame->next = spare_frames;
	spare_frames = frame;
}

// Returns false when the device is gone.
static bool take_frames(direction_t *direction)
{
	static frame_t lost;
	for (int k = 0; k < MAX_AT_ONCE; k++) {
		frame_t *frame = new_frame();
		frame_t *into = frame ? frame : &lost;
		into->size = read(direction->from, into->bytes, FRAME_SIZE);
		if (into->size <= 0 || !frame) {
			if (frame) free_frame(frame);
			if (into->size <= 0) return errno == EAGAIN || errno == EINTR;
			continue;
		}
		frame->due = now() + direction->delay;
		frame->next = NULL;
		if (direction->first)
			direction->last->next = frame;
		else
			direction->first = frame;
		direction->last = frame;
	}
	return true;
}

// Hands on what is due. Returns when the next frame will be, INT64_MAX: there is none. A device that is down refuses
// frames: they are lost.
static int64_t give_frames(direction_t *direction)
{
	int64_t time = now();
	while (direction->first && direction->first->due <= time) {
		frame_t *frame = direction->first;
		direction->first = frame->next;
		if (write(direction->to, frame->bytes, (size_t)frame->size) < 0 && errno == EBADFD) exit(0);
		free_frame(frame);
	}
	return direction->first ? direction->first->due : INT64_MAX;
}

// The programs that run on the hosts must not make the network slow by taking the processors.
static void hurry(void)
{
	struct sched_param priority = {.sched_priority = 1};
	if (sched_setscheduler(0, SCHED_FIFO, &priority)) (void)!setpriority(PRIO_PROCESS, 0, -20);
	prctl(PR_SET_TIMERSLACK, 1);
}

int main(int argc, char **argv)
{
	if (argc < 4 || (argc - 1) % 3 != 0) {
		fprintf(stderr, "usage: relay PID:DEVICE PID:DEVICE MICROSECONDS [...]\n");
		return 2;
	}
	int n = (argc - 1) / 3 * 2;
	direction_t *directions = calloc((size_t)n, sizeof *directions);
	struct pollfd *polls = calloc((size_t)n, sizeof *polls);
	if (!directions || !polls) fail("memory");
	for (int k = 0; k < n; k += 2) {
		char **link = argv + 1 + k / 2 * 3;
		int one = open_device(link[0]), other = open_device(link[1]);
		int64_t delay = atoll(link[2]) * 1000;
		directions[k] = (direction_t){.from = one, .to = other, .delay = delay};
		directions[k + 1] = (direction_t){.from = other, .to = one, .delay = delay};
		polls[k] = (struct pollfd){.fd = one, .events = POLLIN};
		polls[k + 1] = (struct pollfd){.fd = other, .events = POLLIN};
	}
	hurry();
	puts("ready");
	if (fflush(stdout)) fail("standard output");
	while (true) {
		int64_t next = INT64_MAX;
		for (int k = 0; k < n; k++) {
			int64_t due = give_frames(&directions[k]);
			next = due < next ? due : next;
		}
		int64_t rest = next == INT64_MAX ? 0 : next - now();
		rest = rest < 0 ? 0 : rest;
		struct timespec timeout = {.tv_sec = rest / 1000000000, .tv_nsec = rest % 1000000000};
		if (ppoll(polls, (nfds_t)n, next == INT64_MAX ? NULL : &timeout, NULL) < 0 && errno != EINTR)
			fail("ppoll");
		for (int k = 0; k < n; k++)
			if (polls[k].revents && !take_frames(&directions[k])) return 0;
	}
}
