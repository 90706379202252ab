# SPDX-License-Identifier: Apache-2.0
"""What runs on the hosts: the ends of a measurement, and competing load.

    probe.py serve                       prints its port, then answers one of the next two
    probe.py delay ADDRESS PORT          prints the shortest time there and back, in seconds
    probe.py rate ADDRESS PORT SECONDS   prints the bits per second that arrived
    probe.py cpu SECONDS                 prints the share of a processor that it got
    probe.py disk FOLDER SECONDS         prints the bytes per second that it wrote, past the page cache
    probe.py spin SHARE                  uses this share of a processor until it is ended, beside others
    probe.py turns SHARE                 takes this share of the processor that it runs on, by turns that are shorter
                                         than the kernel's clock ticks; without the right to that it is as spin
"""
import mmap
import os
import socket
import sys
import tempfile
import time

PING = 1
BLOCK = 65536


def receive(connection, size):
    data = b""
    while len(data) < size:
        part = connection.recv(size - len(data))
        if not part:
            raise SystemExit("the other side has gone")
        data += part
    return data


def serve():
    listener = socket.create_server(("", 0))
    listener.settimeout(60)
    print(listener.getsockname()[1], flush=True)
    connection, _ = listener.accept()
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if receive(connection, 1) == b"d":
        while data := connection.recv(PING):
            connection.sendall(data)
        return
    # The beginning does not count: TCP finds out how fast it may send, and queues are filled.
    times, sizes = [time.perf_counter()], [0]
    while data := connection.recv(BLOCK):
        times.append(time.perf_counter())
        sizes.append(len(data))
    start = times[0] + (times[-1] - times[0]) * 0.3
    counted = [(moment, size) for moment, size in zip(times, sizes) if moment >= start]
    rate = sum(size for _, size in counted[1:]) * 8 / max(counted[-1][0] - counted[0][0], 1e-9)
    connection.sendall(repr(rate).encode())
    connection.close()


def connect(address, port, kind):
    connection = socket.create_connection((address, int(port)), timeout=60)
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.sendall(kind)
    return connection


def delay(address, port):
    connection = connect(address, port, b"d")
    best = None
    for _ in range(20):
        start = time.perf_counter()
        connection.sendall(b"x" * PING)
        receive(connection, PING)
        taken = time.perf_counter() - start
        best = taken if best is None else min(best, taken)
    print(best)


def rate(address, port, seconds):
    connection = connect(address, port, b"r")
    end = time.perf_counter() + float(seconds)
    while time.perf_counter() < end:
        connection.sendall(bytes(BLOCK))
    connection.shutdown(socket.SHUT_WR)
    print(connection.recv(100).decode())


def cpu(seconds):
    start, used = time.perf_counter(), time.process_time()
    while time.perf_counter() - start < float(seconds):
        pass
    print((time.process_time() - used) / (time.perf_counter() - start))


def disk(folder, seconds):
    block = mmap.mmap(-1, 1 << 18)  # O_DIRECT wants whole pages
    handle, path = tempfile.mkstemp(dir=folder)
    os.close(handle)
    try:
        file = os.open(path, os.O_WRONLY | os.O_DIRECT)
        start, written = time.perf_counter(), 0
        while time.perf_counter() - start < float(seconds):
            written += os.write(file, block)
        print(written / (time.perf_counter() - start))
        os.close(file)
    finally:
        os.unlink(path)


def spin(share):
    while True:
        start = time.perf_counter()
        while time.perf_counter() - start < 0.01 * float(share):
            pass
        if float(share) < 1:
            time.sleep(0.01 * (1 - float(share)))


def turns(share):
    # Each turn costs the machine some 30 microseconds, in a virtual one; the kernel's clock ticks are 4 ms.
    period, share = 0.001, float(share)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except PermissionError:
        # As many as leave the others so much, all the same whose turn it is.
        competing = share / (1 - share)
        while competing > 1 and os.fork():
            competing -= 1
        spin(min(competing, 1))
    # It takes what it has not had yet, so that being late makes it no smaller load. What was missed for more than two
    # periods (the machine stood still, or others had the priority) is not made up for.
    begin = began = time.perf_counter()
    had = 0.0
    while True:
        now = time.perf_counter()
        owed = share * (now - began) - had
        if owed > 2 * period:
            began += (owed - 2 * period) / share
            owed = 2 * period
        while time.perf_counter() < now + owed:
            pass
        had += time.perf_counter() - now
        begin = max(begin + period, time.perf_counter())
        time.sleep(max(0, begin - time.perf_counter()))


if __name__ == "__main__":
    commands = {"serve": serve, "delay": delay, "rate": rate, "cpu": cpu, "disk": disk, "spin": spin, "turns": turns}
    commands[sys.argv[1]](*sys.argv[2:])
