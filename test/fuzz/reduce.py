# SPDX-License-Identifier: Apache-2.0
"""Makes a failing program small: takes out lines, blocks and braces as long as it still fails."""
import time

# Comments at the ends of lines that say something to whoever judges the program.
MARKS = ("//keep", "//in order")


def is_kept(line):
    """Lines that say what a program is about stay, or go with all of the block that they begin."""
    return line.rstrip().endswith(MARKS)


def opens(line):
    """Does the line begin a block?"""
    return any(line.removesuffix(mark).rstrip().endswith("{") for mark in MARKS + ("",))


def blocks(lines):
    """Pieces that can go at once, larger ones first: (begin, end) of blocks with their braces, then single lines."""
    found, open_at = [], []
    for number, line in enumerate(lines):
        if opens(line):
            open_at.append(number)
        elif line.strip().startswith("}") and open_at:
            found.append((open_at.pop(), number + 1))
    found.sort(key=lambda piece: piece[0] - piece[1])
    found += [(number, number + 1) for number, line in enumerate(lines)
              if not opens(line) and not line.strip().startswith("}") and not is_kept(line)]
    return found


def unwrapped(lines, piece):
    """The block's contents without its head and its closing brace."""
    begin, end = piece
    return lines[:begin] + lines[begin + 1:end - 1] + lines[end:]


def reduce(text, fails, seconds=120):
    """`fails(text)`: whether it still shows what is wrong (and is right C)."""
    lines, end = text.splitlines(), time.time() + seconds
    changed = True
    while changed and time.time() < end:
        changed = False
        for piece in blocks(lines):
            if time.time() > end:
                break
            if piece[1] > len(lines):
                continue
            for candidate in ([lines[:piece[0]] + lines[piece[1]:]] +
                              ([unwrapped(lines, piece)] if piece[1] - piece[0] > 2
                               and not is_kept(lines[piece[0]]) else [])):
                if fails("\n".join(candidate) + "\n"):
                    lines, changed = candidate, True
                    break
            if changed:
                break
    return "\n".join(lines) + "\n"
