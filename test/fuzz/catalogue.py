# SPDX-License-Identifier: Apache-2.0
"""Composes programs from pieces that people write, and knows of each piece what a careful MPI program sends for it.

    catalogue.py SEED [piece=value...] > program.c

A program is a time loop around a sweep over arrays. `DIMENSIONS` says what may be chosen; of every choice two things
are known: the text, and the messages, bytes and collective operations that it costs a process at most (`Cost`). A
statement of a nest that can be split is marked by a comment, `/*@NUMBER:DIMENSIONS*/`: what varies it are these
dimensions of the arrays, so a process that owns a part of them has that part of the executions. `//keep` stands on
lines without which the bounds do not hold: a program is not made smaller by them. `//in order` stands on a loop that
nobody would split.
"""
import collections
import math
import random
import sys

from generate import Writer

INDEX = "ijk"
STEPS = (4, 12)     # the difference of two runs is what STEPS[1] - STEPS[0] steps cost
DOUBLE = 8
PAGE = 4096

PERIODIC = ["periodic %", "periodic % constant", "periodic &", "periodic ?:", "periodic prev()", "periodic short loop"]
DIMENSIONS = {
    "rank": ["2", "2", "2", "2", "1", "3"],
    "neighbours": ["plain", "plain"] + PERIODIC + [
        "table", "table periodic", "wrapped periodic", "wrapped clamped", "ghost copies", "colours",
        "colours by stride", "stride", "every other row", "coarse grid", "diagonals", "diagonal set", "diagonal sum",
        "transposed", "mirrored", "boundary", "flux", "flux across"],
    "storage": ["static", "heap", "macros", "rows of arrays", "row pointers", "members", "levels"],
    "by": ["inline", "helper", "globals", "helper of helper", "line", "cell"],
    "buffers": ["halves", "copy", "swap", "chosen"],
    "files": ["one", "one", "two"],
    "beside": ["", "", "probe", "log", "norm", "stop", "picture", "snapshot", "test", "timer", "search",
               "columns"],
    "and": ["", "", "probe", "log", "norm", "picture", "snapshot", "test", "timer", "search", "columns"],
    "start": ["closed form", "closed form", "random", "file"],
    "mapping": ["rows", "rows", "grid", "inner"],
    "hands": ["as it is", "as it is", "flat"],
}
# What a failing program is tried with, in this order, to find the pieces that it fails by.
SIMPLEST = [("hands", "as it is"), ("and", ""), ("beside", ""), ("start", "closed form"), ("files", "one"), ("mapping", "rows"),
            ("by", "inline"), ("rank", "2"), ("neighbours", "plain"), ("buffers", "halves"),
            ("storage", "static"), ("plant", "")]


class Cost(collections.namedtuple("Cost", "messages bytes collectives")):
    """What a process sends at most, and receives by collective operations."""

    def __add__(self, other):
        return Cost(*(x + y for x, y in zip(self, other)))

    def times(self, n):
        return Cost(*(x * n for x in self))


NOTHING = Cost(0, 0, 0)


def grid_of(n, dimensions):
    """The extents of a grid of n processes, as square as possible, the largest first."""
    if dimensions == 1:
        return [n]
    small = max(d for d in range(1, int(math.isqrt(n)) + 1) if n % d == 0)
    return [n // small, small]


class Nest:
    """One nest of a sweep from A to B: loops around a statement, and what its processes need of A."""

    def __init__(self, heads, statement=None, **more):
        self.heads, self.expression = heads, statement
        self.around, self.mid, self.body, self.functions = [], [], [], []
        self.low, self.high, self.is_periodic, self.corners, self.times = [0, 0, 0], [0, 0, 0], False, False, 1
        self.vary = None
        self.__dict__.update(more)


class Choice:
    """The pieces of a program: what each dimension of the catalogue is, made to fit each other."""

    @staticmethod
    def of(seed):
        r = random.Random(f"pieces {seed}")
        return Choice.fitting(dict({name: r.choice(values) for name, values in DIMENSIONS.items()}, plant=""))

    @staticmethod
    def alone():
        """The choices that differ from the simplest one in one piece."""
        simplest = Choice.fitting(dict(SIMPLEST))
        found = [simplest]
        for name, values in DIMENSIONS.items():
            found += [Choice.fitting(dict(SIMPLEST, **{name: value})) for value in dict.fromkeys(values)]
        return [choice for k, choice in enumerate(found) if choice not in found[:k]]

    @staticmethod
    def fitting(pieces):
        p = dict(pieces)
        two = ("table", "table periodic", "diagonals", "diagonal set", "diagonal sum", "transposed",
               "periodic short loop", "every other row", "coarse grid")
        if p["neighbours"] in two or p["storage"] == "row pointers":
            p["rank"] = "2"
        if p["rank"] == "1":
            p["mapping"] = "rows"
            if p["by"] == "line":
                p["by"] = "cell"
        if p["neighbours"].startswith("flux") and p["by"] in ("line", "cell"):
            p["by"] = "helper"
        if p["neighbours"].startswith("colours") and p["by"] == "cell":
            p["by"] = "line" if p["rank"] != "1" else "helper"
        if p["neighbours"].startswith("colours"):
            p["buffers"] = "halves"
        if p["neighbours"] == "coarse grid":
            p["storage"] = "static" if p["storage"] not in ("static", "heap") else p["storage"]
            p["by"], p["buffers"] = "inline" if p["by"] == "inline" else "globals", "halves"
        if p["storage"] == "levels":
            p["buffers"] = "swap"
        if p["by"] == "globals" and p["storage"] not in ("static", "heap", "macros"):
            p["by"] = "helper"
        if p["buffers"] == "chosen" and (p["storage"] not in ("static", "heap") or p["by"] not in ("inline", "helper")
                                         or p["hands"] == "flat"):
            p["buffers"] = "copy"
        if p["by"] == "helper of helper" and p["buffers"] == "swap":
            p["by"] = "line" if p["rank"] != "1" else "cell"
        if p["by"] in ("inline", "globals"):
            p["files"] = "one"
        if p["rank"] == "1" or p["storage"] not in ("static", "rows of arrays", "levels"):
            p["hands"] = "as it is"
        if p["and"] == p["beside"]:
            p["and"] = ""
        return p


class Composer:
    def __init__(self, seed, pieces, label=None, large=False):
        """pieces: of each dimension one. label: what the program's functions and files are called by, where several
        have one seed. large: arrays of some MB, of which little is printed."""
        self.seed, self.label, self.large = seed, seed if label is None else label, large
        self.pieces = Choice.fitting(pieces)
        self.out, self.prelude = Writer(), Writer()
        self.costs, self.n_marks, self.functions = [], 0, []
        self.n_fluxes_across = 0    # work arrays over the outermost dimension, a part of each for each process
        self.rank = int(self.pieces["rank"])
        self.neighbours, self.storage, self.by = self.pieces["neighbours"], self.pieces["storage"], self.pieces["by"]
        self.two_files = self.pieces["files"] == "two"
        self.flat = False   # the arrays at hand are flat memory: parameters
        self.choose_sizes()

    def random(self, what):
        """Choices within one piece do not depend on what other pieces there are."""
        return random.Random(f"{what} {self.seed}")

    def choose_sizes(self):
        r = self.random("sizes")
        if self.rank == 1:
            self.sizes = [r.randint(200, 260)]
        elif self.rank == 2:
            self.sizes = [r.randint(36, 50), r.randint(30, 44)]
        else:
            self.sizes = [r.randint(28, 34), r.randint(28, 30), r.randint(7, 9)]
        if self.neighbours == "periodic &":
            self.sizes = [{1: [256], 2: [64, 32], 3: [32, 32, 8]}[self.rank][d] for d in range(self.rank)]
        if self.neighbours in ("transposed", "diagonal set", "diagonal sum"):
            self.sizes[1] = self.sizes[0]
        if self.neighbours == "coarse grid":
            self.sizes = [size + size % 2 for size in self.sizes]
        if self.large:
            # A power of two times one stays one.
            times = {1: [8192], 2: [32, 32], 3: [8, 8, 4]}[self.rank]
            self.sizes = [size * more for size, more in zip(self.sizes, times)]
        constant = self.neighbours in ("periodic % constant", "periodic &", "coarse grid")
        constant = constant or self.storage in ("static", "levels", "macros") or self.by == "globals"
        self.constant = constant or r.random() < 0.25
        self.names = list("NML" if self.constant else "nml")[:self.rank]
        self.split = {"rows": [0], "inner": [1] if self.rank > 1 else [0],
                      "grid": [0, 1] if self.rank > 1 else [0]}[self.pieces["mapping"]]

    # ---- what it costs --------------------------------------------------------------------------

    def along(self, processes):
        """Processes along each dimension of the arrays."""
        found = [1] * self.rank
        for d, n in zip(self.split, grid_of(processes, len(self.split))):
            found[d] = n
        return found

    def owned(self, processes):
        """What a process owns of each dimension at most."""
        return [-(-size // n) for size, n in zip(self.sizes, self.along(processes))]

    def halo(self, processes, low, high, is_periodic, corners):
        along, owned = self.along(processes), self.owned(processes)
        cost = NOTHING
        for d in self.split:
            others = math.prod(owned[:d] + owned[d + 1:]) * DOUBLE
            sides = [width for width in (low[d], high[d]) if width > 0]
            if along[d] == 1 or not sides:
                continue
            if along[d] == 2 and not is_periodic:
                sides = [max(sides)]
            cost += Cost(len(sides), sum(sides) * others, 0)
        if corners and sum(n > 1 for n in along) > 1:
            cost += Cost(4, 4 * max(low) ** 2 * math.prod(owned[2:]) * DOUBLE, 0)
        return cost

    def pays(self, cost):
        """cost: of all steps between the two runs, by the number of processes."""
        self.costs.append(cost)

    def each_step(self, cost, every=1):
        times = sum(t % every == 0 for t in range(*STEPS))
        self.pays(lambda processes: cost(processes).times(times) if processes > 1 else NOTHING)

    def bound(self, processes):
        total = NOTHING
        for cost in self.costs:
            total += cost(processes)
        return total

    def share(self, vary, processes):
        """Which part of a statement's executions a process has at most, that is varied by these dimensions."""
        along, owned = self.along(processes), self.owned(processes)
        parts = [min(1, (owned[d] + 2) / (self.sizes[d] - 2)) for d in self.split]
        if vary == "d":     # the diagonal
            return min(parts)
        return math.prod(part for d, part in zip(self.split, parts) if str(d) in vary and along[d] > 1)

    # ---- texts ----------------------------------------------------------------------------------

    def mark(self, vary=None):
        self.n_marks += 1
        return f" /*@{self.n_marks}:{vary or ''.join(str(d) for d in range(self.rank))}*/"

    def element(self, array, subscripts):
        if self.storage == "macros":
            return f"AT({array}, {', '.join(subscripts)})"
        if self.rank > 1 and (self.flat or self.storage in ("heap", "members")):
            flat = self.inner(subscripts[0])
            for extent, subscript in zip(self.extents[1:], subscripts[1:]):
                if "&" in subscript:    # weaker than the sum around it
                    subscript = self.inner(subscript)
                flat = f"({flat} * {extent} + {subscript})"
            return f"{array}[{flat[1:-1]}]"
        return array + "".join(f"[{s}]" for s in subscripts)

    @staticmethod
    def inner(subscript):
        return subscript if subscript.isidentifier() or subscript.isdigit() else f"({subscript})"

    def here(self):
        return list(INDEX[:self.rank])

    def head(self, d, low="0", high=None, step="++"):
        i = INDEX[d]
        return f"for (int {i} = {low}; {i} < {high or self.extents[d]}; {i}{step})"

    def inside(self, d):
        return self.head(d, "1", f"{self.extents[d]} - 1")

    def heads(self, kind=None):
        return [(kind or self.head)(d) for d in range(self.rank)]

    def moved(self, d, by):
        subscripts = self.here()
        subscripts[d] = by
        return subscripts

    def beside_each(self, a, below, above):
        """The sum of an element's neighbours in all dimensions."""
        terms = []
        for d in range(self.rank):
            terms += [self.element(a, self.moved(d, below(d))), self.element(a, self.moved(d, above(d)))]
        return " + ".join(terms)

    # ---- neighbours -----------------------------------------------------------------------------

    def average(self, a, below, above):
        sum_of_all = f"{self.beside_each(a, below, above)} + 2 * {self.element(a, self.here())}"
        return f"{1 / (2 * self.rank + 2):.3f} * ({sum_of_all})"

    def stencil_nest(self, a, below, above, heads, **more):
        ones = [1] * self.rank
        return Nest(heads, self.average(a, below, above), **dict(dict(low=ones, high=ones), **more))

    def plain(self, a):
        return self.stencil_nest(a, lambda d: INDEX[d] + " - 1", lambda d: INDEX[d] + " + 1", self.heads(self.inside))

    def periodic(self, a):
        if self.neighbours == "periodic short loop":
            return self.short_loop(a)
        r = self.random("periodic")
        functions = []
        kind = self.neighbours.removeprefix("periodic ")

        def below(d):
            i, n = INDEX[d], self.extents[d]
            return {"&": f"({i} - 1) & ({n} - 1)", "?:": f"({i} == 0 ? {n} - 1 : {i} - 1)",
                    "prev()": f"prev({i}, {n})"}.get(kind, f"({i} - 1 + {n}) % {n}")

        def above(d):
            i, n = INDEX[d], self.extents[d]
            return {"&": f"({i} + 1) & ({n} - 1)", "?:": f"({i} == {n} - 1 ? 0 : {i} + 1)",
                    "prev()": f"next({i}, {n})"}.get(kind, f"({i} + 1) % {n}")

        if kind == "prev()":
            functions = r.choice([["static int prev(int i, int n) { return i == 0 ? n - 1 : i - 1; }",
                                   "static int next(int i, int n) { return i == n - 1 ? 0 : i + 1; }"],
                                  ["static int prev(int i, int n) { return (i - 1 + n) % n; }",
                                   "static int next(int i, int n) { return (i + 1) % n; }"]])
        mid = []
        if r.random() < 0.5:
            # In variables of the iteration, those of the outermost loop once for each row.
            below_text, above_text = below, above
            names = [f"const int {INDEX[d]}m = {below_text(d)}, {INDEX[d]}p = {above_text(d)};"
                     for d in range(self.rank)]
            nest = self.stencil_nest(a, lambda d: INDEX[d] + "m", lambda d: INDEX[d] + "p", self.heads(),
                                     is_periodic=True)
            nest.mid, nest.body = names[:1], names[1:]
        else:
            nest = self.stencil_nest(a, below, above, self.heads(), is_periodic=True)
            nest.mid = mid
        nest.functions = functions
        return nest

    def short_loop(self, a):
        e = self.extents
        at = self.element(a, [f"(i + di + {e[0]}) % {e[0]}", f"(j + dj + {e[1]}) % {e[1]}"])
        nest = Nest(self.heads(), "sum", low=[1, 1], high=[1, 1], is_periodic=True, corners=True)
        nest.body = ["double sum = 0;", f"for (int di = -1; di <= 1; di++)", "\tfor (int dj = -1; dj <= 1; dj++)",
                     f"\t\tsum += .1 * {at};"]
        return nest

    def table(self, a):
        r = self.random("table")
        is_periodic = self.neighbours == "table periodic"
        diagonal = r.random() < 0.5
        di, dj = "-1, 1, 0, 0", "0, 0, -1, 1"
        if diagonal:
            di, dj = "0, 1, 0, -1, 0, 1, -1, -1, 1", "0, 0, 1, 0, -1, 1, 1, -1, -1"
        count = di.count(",") + 1
        e = self.extents
        subscripts = ["i + di[d]", "j + dj[d]"]
        if is_periodic:
            subscripts = [f"({s} + {n}) % {n}" for s, n in zip(subscripts, e)]
        nest = Nest(self.heads(None if is_periodic else self.inside), "sum", low=[1, 1], high=[1, 1],
                    is_periodic=is_periodic, corners=diagonal)
        nest.functions = [f"static const int di[{count}] = {{{di}}}, dj[{count}] = {{{dj}}};"]
        nest.body = ["double sum = 0;",
                     f"for (int d = 0; d < {count}; d++) sum += {.9 / count:.3f} * {self.element(a, subscripts)};"]
        return nest

    def wrapped(self, a):
        """Elements by a function that brings subscripts into the array."""
        is_periodic = self.neighbours == "wrapped periodic"
        formals, actuals = self.parameters(["w"], [a])
        names = ["x", "y", "z"][:self.rank]
        kept, self.extents, self.flat = (self.extents, self.flat), self.parameter_extents(), self.hands_flat()

        def brought(s, n):
            return f"({s} + {n}) % {n}" if is_periodic else f"({s} < 0 ? 0 : {s} >= {n} ? {n} - 1 : {s})"

        first = ""
        if not is_periodic and self.random("wrapped").random() < .5:
            # The parameters are set to what they are brought to, and perhaps the element has a pointer.
            first = " ".join(f"{x} = {brought(x, n)};" for x, n in zip(names, self.extents)) + " "
            value = self.element("w", names)
            if self.random("pointer").random() < .5:
                first, value = first + f"const double *p = &{value}; ", "*p"
        else:
            value = self.element("w", [brought(x, n) for x, n in zip(names, self.extents)])
        text = (f"static double at({', '.join(formals + ['int ' + x for x in names])}) "
                f"{{ {first}return {value}; }}")
        self.extents, self.flat = kept
        terms = []
        for d in range(self.rank):
            for by in ("- 1", "+ 1"):
                terms.append(f"at({', '.join(actuals + self.moved(d, f'{INDEX[d]} {by}'))})")
        nest = Nest(self.heads(), f"{.9 / len(terms):.3f} * ({' + '.join(terms)})", low=[1] * self.rank,
                    high=[1] * self.rank, is_periodic=is_periodic)
        nest.functions = [text]
        return nest

    def colours(self, a):
        nest = self.plain(a)
        nest.around, nest.times, nest.in_place = ["for (int c = 0; c < 2; c++)"], 2, True
        if self.neighbours == "colours":
            nest.guard = f"if (({' + '.join(self.here())}) % 2 == c)"
        else:
            last, i = self.rank - 1, INDEX[self.rank - 1]
            others = " + ".join(INDEX[:last]) or "0"
            nest.heads[last] = self.head(last, f"1 + ({others} + c) % 2", f"{self.extents[last]} - 1", " += 2")
        return nest

    def stride(self, a):
        r = self.random("stride")
        nest = self.plain(a)
        if self.neighbours == "every other row":
            nest.heads[0] = self.head(0, "1", f"{self.extents[0]} - 1", " += 2")
        else:
            step = r.choice([2, 3])
            nest.heads = [self.head(d, "1", f"{self.extents[d]} - 1", f" += {step}") for d in range(self.rank)]
        return nest

    def diagonals(self, a):
        ones = [1, 1]
        corners = (["i - 1", "j - 1"], ["i + 1", "j + 1"], ["i - 1", "j + 1"], ["i + 1", "j - 1"])
        terms = [self.element(a, s) for s in corners]
        return Nest(self.heads(self.inside), f".24 * ({' + '.join(terms)})", low=ones, high=ones, corners=True)

    def transposed(self, a):
        nest = Nest(self.heads(), f".5 * ({self.element(a, ['i', 'j'])} + {self.element(a, ['j', 'i'])})")

        def cost(processes):
            along, owned = self.along(processes), self.owned(processes)
            return Cost(processes - 1 if 1 in along else 1, math.prod(owned) * DOUBLE, 1)
        nest.cost = cost
        return nest

    def mirrored(self, a):
        other = self.element(a, self.moved(0, self.extents[0] + " - 1 - i"))
        nest = Nest(self.heads(), f".5 * ({self.element(a, self.here())} + {other})")
        nest.cost = lambda processes: (Cost(2, math.prod(self.owned(processes)) * DOUBLE, 0)
                                       if self.along(processes)[0] > 1 else NOTHING)
        return nest

    def nest_from(self, a):
        kind = self.neighbours.split()[0]
        kinds = {"periodic": self.periodic, "table": self.table, "wrapped": self.wrapped, "colours": self.colours,
                 "stride": self.stride, "every": self.stride, "diagonals": self.diagonals,
                 "transposed": self.transposed, "mirrored": self.mirrored}
        return kinds.get(kind, self.plain)(a)

    # ---- arrays as parameters -------------------------------------------------------------------

    def parameter_extents(self):
        return self.names if self.constant else list("nml")[:self.rank]

    def hands_flat(self):
        """Whether functions get the arrays' first elements, and know nothing of their rows."""
        return self.pieces["hands"] == "flat"

    def first_element(self, array):
        if self.flat:
            return array
        more = self.rank - 1
        return self.random("first" + array).choice(
            [f"&{array}{'[0]' * self.rank}", array + "[0]" * more, "*" * more + array])

    def parameters(self, names, arrays):
        """Formal and actual parameters that hand arrays on, their extents before them where these are no constants."""
        extents = [] if self.constant else ["n", "m", "l"][:self.rank]
        formals = [f"int {x}" for x in extents]
        e = self.parameter_extents()
        for name in names:
            if self.hands_flat():
                formals.append(f"double *{name}")
            elif self.storage in ("static", "levels", "rows of arrays"):
                formals.append(f"double {name}" + "".join(f"[{x}]" for x in e))
            elif self.storage == "row pointers":
                formals.append(f"double **{name}")
            else:
                formals.append(f"double *{name}")
        if self.hands_flat():
            arrays = [self.first_element(array) for array in arrays]
        return formals, list(self.extents if not self.constant else []) + list(arrays)

    def define(self, head, body, gets_arrays=True):
        """A function in front of main; body writes it."""
        kept = self.out, self.extents, self.flat
        self.out, self.extents, self.flat = Writer(), self.parameter_extents(), gets_arrays and self.hands_flat()
        self.out.open(head)
        body()
        self.out.close()
        self.functions.append((head, self.out.lines))
        self.out, self.extents, self.flat = kept

    def linkage(self):
        return "" if self.two_files else "static "

    def named(self, name):
        return f"{name}_{self.label}" if self.two_files else name

    def need_function(self, text):
        if all(text != head for head, _ in self.functions):
            self.functions.append((text, [text]))

    # ---- a sweep --------------------------------------------------------------------------------

    def statement(self, nest, b):
        """The innermost part of a nest."""
        for line in nest.body:
            self.out.line(line)
        guard = getattr(nest, "guard", "")
        if guard:
            self.out.open(guard)
            self.out.lines[-1] += " //keep"
        self.out.line(f"{self.element(b, self.here())} = {nest.expression};{self.mark(nest.vary)}")
        if guard:
            self.out.close()

    def write_nest(self, nest, a, b):
        """The nest in this place; its innermost loops or its expression in a function, where that is chosen."""
        for text in nest.functions:
            self.need_function(text)
        if getattr(nest, "in_place", False):
            b = a
        outer, inner = nest.around + nest.heads[:1], nest.heads[1:]
        if self.by == "line" and inner:
            self.write_line(nest, a, b, outer, inner)
        elif self.by == "cell" and not nest.around:
            self.write_cell(nest, a, b)
        else:
            self.write_loops(outer, lambda: self.write_loops(inner, lambda: self.statement(nest, b), nest.mid))

    def write_loops(self, heads, body, first=()):
        for line in first:
            self.out.line(line)
        for text in heads:
            self.out.open(text)
            self.out.lines[-1] += " //keep"
        body()
        for _ in heads:
            self.out.close()

    def write_line(self, nest, a, b, outer, inner):
        name = self.named("line")
        in_place = a == b
        formals, actuals = self.parameters(["a"] if in_place else ["a", "b"], [a] if in_place else [a, b])
        more = ["int i"] + (["int c"] if nest.around else [])
        values = ["i"] + (["c"] if nest.around else [])
        head = f"{self.linkage()}void {name}({', '.join(formals + more)})"
        if all(head != known for known, _ in self.functions):
            def body():
                again = self.nest_from("a")
                self.write_loops(again.heads[1:], lambda: self.statement(again, "a" if in_place else "b"), again.mid)
            self.define(head, body)
        self.write_loops(outer, lambda: self.out.line(f"{name}({', '.join(actuals + values)});"))

    def write_cell(self, nest, a, b):
        name = self.named("cell")
        formals, actuals = self.parameters(["a"], [a])
        head = f"{self.linkage()}double {name}({', '.join(formals + ['int ' + x for x in self.here()])})"
        if all(head != known for known, _ in self.functions):
            def body():
                again = self.nest_from("a")
                for line in again.mid + again.body:
                    self.out.line(line)
                self.out.line(f"return {again.expression};")
            self.define(head, body)
        text = f"{self.element(b, self.here())} = {name}({', '.join(actuals + self.here())});{self.mark(nest.vary)}"
        self.write_loops(nest.heads, lambda: self.out.line(text))

    def sweep_text(self, a, b):
        """All of one sweep in this place."""
        if self.neighbours == "ghost copies":
            self.write_ghosts(a)
        if self.neighbours == "coarse grid":
            return self.write_coarse(a, b)
        if self.neighbours.startswith("flux"):
            return self.write_flux(a, b)
        self.write_nest(self.nest_from(a), a, b)
        if self.neighbours == "boundary":
            self.write_boundary(b)
        if self.neighbours == "diagonal set":
            self.out.open("for (int i = 0; i < " + self.extents[0] + "; i++)")
            self.out.lines[-1] += " //keep"
            self.out.line(f"{self.element(b, ['i', 'i'])} = .5 * {self.element(a, ['i', 'i'])} + 1;{self.mark('d')}")
            self.out.close()
        return None

    def write_ghosts(self, a):
        for d in range(self.rank):
            others = [x for x in range(self.rank) if x != d]
            n = self.extents[d]
            self.write_loops([self.head(x) for x in others], lambda: [
                self.out.line(f"{self.element(a, self.moved(d, to))} = {self.element(a, self.moved(d, of))};")
                for to, of in (("0", n + " - 2"), (n + " - 1", "1"))])

    def write_boundary(self, b):
        for d in range(self.rank):
            others = [x for x in range(self.rank) if x != d]
            vary, n = "".join(map(str, others)), self.extents[d]
            self.write_loops([self.head(x) for x in others], lambda: [
                self.out.line(f"{self.element(b, self.moved(d, to))} = {self.element(b, self.moved(d, of))};" +
                              (self.mark(vary) if vary else ""))
                for to, of in (("0", "1"), (n + " - 1", n + " - 2"))])

    def flux_along(self):
        return 0 if self.neighbours == "flux across" else self.rank - 1

    def write_flux(self, a, b):
        """Differences along one dimension, in a work array that nobody maps."""
        d = self.flux_along()
        others = [x for x in range(self.rank) if x != d]
        x, here, before = INDEX[d], self.element(a, self.here()), self.element(a, self.moved(d, INDEX[d] + " - 1"))
        flux = f"flux{self.n_marks}"

        def body():
            if others:
                self.out.line(f"double {flux}[{self.extents[d]}];")
            self.write_loops([self.head(d, "1")], lambda: self.out.line(
                f"{flux}[{x}] = .2 * ({here} - {before});{self.mark()}"))
            self.write_loops([self.inside(d)], lambda: self.out.line(
                f"{self.element(b, self.here())} = {here} + {flux}[{x} + 1] - {flux}[{x}];{self.mark()}"))
        if not others:
            # A large one is more than a stack may be.
            self.n_fluxes_across += 1
            self.out.line(f"static double {flux}[{self.sizes[0]}];" if self.constant or self.large
                          else f"double {flux}[{self.extents[0]}];")
        self.write_loops([self.head(x) for x in others], body)

    def write_coarse(self, a, b):
        """To a grid of half the extents and back."""
        half = [f"{n} / 2" for n in self.extents]
        i, j = "2 * i", "2 * j"
        coarse = "c[i * (M / 2) + j]" if self.storage == "heap" else "c[i][j]"
        below = "c[(i / 2) * (M / 2) + j / 2]" if self.storage == "heap" else "c[i / 2][j / 2]"
        four = [self.element(a, s) for s in ([i, j], [i + " + 1", j], [i, j + " + 1"], [i + " + 1", j + " + 1"])]
        self.write_loops([self.head(0, high=half[0]), self.head(1, high=half[1])],
                         lambda: self.out.line(f"{coarse} = .25 * ({' + '.join(four)});{self.mark()}"))
        self.write_loops(self.heads(), lambda: self.out.line(
            f"{self.element(b, self.here())} = .5 * {self.element(a, self.here())} + .5 * {below};{self.mark()}"))

    def sweep_cost(self, processes):
        if self.neighbours == "coarse grid":
            # Elements of a pair may lie on two processes: a row each of two nests.
            return self.halo(processes, [1, 1], [1, 1], False, True).times(2)
        if self.neighbours.startswith("flux"):
            width = [int(d == self.flux_along()) for d in range(self.rank)]
            return self.halo(processes, width, width, False, False)
        self.extents = self.names
        nest = self.nest_from("a")
        if hasattr(nest, "cost"):
            return nest.cost(processes)
        cost = self.halo(processes, nest.low, nest.high, nest.is_periodic, nest.corners).times(nest.times)
        if self.neighbours in ("ghost copies", "boundary"):
            # Of a block of one row, the row beside the boundary is another process's.
            owned, along = self.owned(processes), self.along(processes)
            for d in self.split:
                if along[d] > 1:
                    cost += Cost(1, math.prod(owned[:d] + owned[d + 1:]) * DOUBLE, 0)
        return cost

    def sweep(self, a, b):
        """A sweep in the time loop: here, or a call."""
        kept = self.extents
        self.each_step(self.sweep_cost)
        self.extents = kept
        in_place = self.neighbours.startswith("colours")
        if self.by == "inline" or self.by in ("line", "cell") and self.random(self.by).random() < 0.3:
            return self.sweep_text(a, b)
        name = self.named("step")
        if self.by == "globals" and not self.swaps():
            name = f"step_{a}" if in_place else f"step_{a}_{b}"
            self.define(f"static void {name}(void)", lambda: self.sweep_text(a, b), gets_arrays=False)
            return self.out.line(f"{name}();")
        formals, actuals = self.parameters(["a"] if in_place else ["a", "b"], [a] if in_place else [a, b])
        head = f"{self.linkage()}void {name}({', '.join(formals)})"
        if all(head != known for known, _ in self.functions):
            self.define(head, lambda: self.sweep_text("a", "a" if in_place else "b"))
        return self.out.line(f"{name}({', '.join(actuals)});")

    def swaps(self):
        return self.pieces["buffers"] == "swap"

    def copy(self, a, b):
        here = self.here()
        self.write_loops(self.heads(), lambda: self.out.line(
            f"{self.element(a, here)} = {self.element(b, here)};{self.mark()}"))

    def advance(self):
        """One time step."""
        u, v = self.current, self.other
        if self.pieces["buffers"] == "chosen":
            u, v = f"(t % 2 ? {v} : {u})", f"(t % 2 ? {u} : {v})"
        if self.by == "helper of helper":
            return self.advance_in_helper(u, v)
        self.sweep(u, v)
        if self.neighbours.startswith("colours"):
            return None
        if self.pieces["buffers"] == "halves":
            self.sweep(v, u)
        elif self.pieces["buffers"] == "copy":
            self.copy(u, v)
        elif self.pieces["buffers"] == "chosen":
            return None
        elif self.storage != "levels":
            kind = {"row pointers": "double **w", "heap": "double *w", "macros": "double *w",
                    "members": "double *w"}.get(self.storage)
            inner = "".join(f"[{n}]" for n in self.names[1:])
            kind = kind or (f"double (*w){inner}" if inner else "double *w")
            self.out.line(f"{kind} = {u};")
            self.out.line(f"{u} = {v};")
            self.out.line(f"{v} = w;")
        return None

    def advance_in_helper(self, u, v):
        formals, actuals = self.parameters(["u", "v"], [u, v])

        def body():
            self.sweep("u", "v")
            if self.neighbours.startswith("colours"):
                return
            if self.pieces["buffers"] == "halves":
                self.sweep("v", "u")
            else:
                self.copy("u", "v")
        name = self.named("advance")
        self.define(f"{self.linkage()}void {name}({', '.join(formals)})", body)
        self.out.line(f"{name}({', '.join(actuals)});")

    # ---- what stands beside it in the time loop ---------------------------------------------------

    def somewhere(self, r):
        return [r.choice([f"{n} / 2", f"{n} / 3", "3", f"{n} - 2"]) for n in self.extents]

    def one_value(self, r, every):
        self.each_step(lambda processes: Cost(1, DOUBLE, 1), every)
        return self.element(self.current, self.somewhere(r))

    def probe(self, r):
        every = r.choice([1, 2, 4])
        condition = f"if (t % {every} == 0) " if every > 1 else r.choice(["", "if (verbose) "])
        self.out.line(f"{condition}printf(\"%d %.6g\\n\", t, {self.one_value(r, every)});")

    def log(self, r):
        value = r.choice(["(double)t / steps", None])
        self.out.line(f"fprintf(history, \"step %d %.6g\\n\", t, {value or self.one_value(r, 1)});")

    def norm_lines(self, r):
        """Lines of a sum over the arrays, into `change`."""
        here = self.element(self.current, self.here())
        kind = r.choice(["squares", "largest", "sum"])
        text = {"squares": f"change += {here} * {here};", "sum": f"change += fabs({here});",
                "largest": f"if (fabs({here}) > change) change = fabs({here});"}[kind]
        self.out.line("change = 0;")
        self.write_loops(self.heads(), lambda: self.out.line(text + self.mark()))

    def norm(self, r):
        self.each_step(lambda processes: Cost(2, DOUBLE * 4, 1))
        return self.as_function(r, "norm", lambda: self.norm_lines(r))

    def as_function(self, r, name, lines):
        """Lines that compute `change`, as they stand or in a function that returns it."""
        if r.random() < 0.5 or self.by == "inline":
            return lines()
        formals, actuals = self.parameters(["a"], [self.current])
        kept = self.current
        self.current = "a"

        def body():
            self.out.line("double change = 0;")
            lines()
            self.out.line("return change;")
        is_first = all(name not in head for head, _ in self.functions)
        name = self.named(name if is_first else name + "_again")
        self.define(f"{self.linkage()}double {name}({', '.join(formals)})", body)
        self.current = kept
        return self.out.line(f"change = {name}({', '.join(actuals)});")

    def stop(self, r):
        self.norm(r)
        if not self.stops_in_head:
            self.out.line("if (change < 1e-30) break;")

    def column_lines(self, r):
        """Lines of a sum for each column, the largest of which goes into `change`."""
        n, m = self.head(0), self.head(1)
        here = self.element(self.current, self.plane())
        self.out.line("change = 0;")
        scope = r.choice(["double ", ""])
        if not scope:
            self.out.line("double sum;")
        self.out.open(m)
        self.out.line(f"{scope}sum = 0;")
        self.out.open(n)
        self.out.line(f"sum += fabs({here});{self.mark('01')}")
        self.out.close()
        self.out.line(r.choice(["if (sum > change) change = sum;", "change = fmax(change, sum);"]))
        self.out.close()

    def columns(self, r):
        if self.rank == 1:
            return self.norm(r)
        # Sums of all columns go up and down a tree of the processes.
        self.each_step(lambda processes: Cost(
            2, DOUBLE * (4 + self.sizes[1] * (1 + math.ceil(math.log2(processes)))), 2))
        return self.as_function(r, "columns", lambda: self.column_lines(r))

    def diagonal_sum(self):
        """The logarithm of the product of the diagonal."""
        self.each_step(lambda processes: Cost(2, DOUBLE * 4, 1))

        def body(a, total):
            self.write_loops([self.head(0)], lambda: self.out.line(
                f"{total} += log(1 + fabs({self.element(a, ['i', 'i'])}));{self.mark('d')}"))
        if self.by == "inline":
            return body(self.current, "kept")
        formals, actuals = self.parameters(["a"], [self.current])
        name = self.named("trace")

        def function():
            self.out.line("double sum = 0;")
            body("a", "sum")
            self.out.line("return sum;")
        self.define(f"{self.linkage()}double {name}({', '.join(formals)})", function)
        return self.out.line(f"kept += {name}({', '.join(actuals)});")

    def plane(self):
        """Loops over the first two dimensions, with a constant in the third."""
        return ["i", "j", "0"][:self.rank]

    def picture(self, r):
        every = 4
        size = math.prod(self.sizes[:2]) * DOUBLE
        self.each_step(lambda processes: Cost(3, size, 6), every)
        self.out.open(f"if (t % {every} == 0)")
        self.out.line("char name[40];")
        self.out.line(f"snprintf(name, sizeof name, \"{self.label}-%d.pgm\", t);")
        self.out.line("FILE *file = fopen(name, \"w\");")
        n, m = self.extents[0], self.extents[1] if self.rank > 1 else "1"
        self.out.line(f"fprintf(file, \"P5\\n%d %d\\n255\\n\", {m}, {n});")
        value = f"(unsigned char)(20 * fabs({self.element(self.current, self.plane())}))"
        rows, columns = self.head(0), self.head(1) if self.rank > 1 else ""
        kind = r.choice(["row buffer", "characters", "text"]) if self.rank > 1 else "characters"
        self.out.open(rows)
        if kind == "row buffer":
            self.out.line(f"unsigned char row[{m}];")
            self.out.line(f"{columns} row[j] = {value};")
            self.out.line(f"fwrite(row, 1, {m}, file);")
        elif kind == "characters":
            self.out.line(f"{columns} fputc({value}, file);")
        else:
            self.out.line(f"{columns} fprintf(file, \"%d \", {value});")
            self.out.line("fprintf(file, \"\\n\");")
        self.out.close()
        self.out.line("fclose(file);")
        self.out.close()

    def snapshot(self, r):
        every = 4
        size = math.prod(self.sizes) * DOUBLE
        self.each_step(lambda processes: Cost(3, size, 6), every)
        self.out.open(f"if (t % {every} == 1)")
        self.out.line(f"FILE *file = fopen(\"{self.label}.snap\", t == 1 ? \"wb\" : \"ab\");")
        whole = self.storage not in ("row pointers",) and r.random() < 0.5
        total = " * ".join(self.extents)
        if whole:
            self.out.line(f"fwrite({self.current}, sizeof(double), {total}, file);")
        else:
            row = f"&{self.element(self.current, ['i'] + ['0'] * (self.rank - 1))}"
            self.out.line(f"{self.head(0)} fwrite({row}, sizeof(double), {' * '.join(self.extents[1:]) or '1'}, file);")
        self.out.line("fclose(file);")
        self.out.close()

    def test(self, r):
        value = self.one_value(r, 1)
        self.out.line(f"if ({r.choice([f'{value} > 1e30', f'isnan({value})'])}) break;")

    def search(self, r):
        """The largest element and where it is."""
        self.each_step(lambda processes: Cost(2, DOUBLE * 8, 2))
        here, places = self.element(self.current, self.here()), self.here()
        self.out.line(f"double top = -1; int {', '.join(f'at_{i} = 0' for i in places)};")
        tests = [f"fabs({here}) > top"] + (["i != j"] if self.rank > 1 else [f"i % 3 != 1"])
        r.shuffle(tests)

        def body():
            # How often something larger is found depends on where one begins.
            self.out.open(f"{self.mark().strip()} if ({' && '.join(tests)})")
            self.out.line(f"top = fabs({here});")
            for i in places:
                self.out.line(f"at_{i} = {i};")
            self.out.close()
        self.write_loops(self.heads(), body)
        self.out.line(f"kept += top + {' + '.join(f'at_{i}' for i in places)};")

    def timer(self, r):
        self.out.line("seconds += now() - begun;")

    def beside(self):
        return [x for x in (self.pieces["beside"], self.pieces["and"]) if x]

    def write_beside(self):
        for what in self.beside():
            getattr(self, what)(self.random(what))

    # ---- the whole ------------------------------------------------------------------------------

    def formats(self):
        levels = "[*]" if self.storage == "levels" else ""
        return levels + "".join("[block]" if d in self.split else "[*]" for d in range(self.rank))

    def directives(self, names):
        shape = "".join(f"[{n}]" for n in self.names)
        if self.storage not in ("static", "levels"):
            self.out.line("#pragma dist array " + ", ".join(x + shape for x in names) + " //keep")
        self.out.line("#pragma dist distribute " + ", ".join(x + self.formats() for x in names) + " //keep")

    def declare_static(self):
        shape = "".join(f"[{n}]" for n in self.names)
        if self.storage == "levels":
            self.out.line(f"static double u[2]{shape};")
            return self.directives(["u"])
        self.out.line(f"static double u{shape}, v{shape};")
        self.directives(["u", "v"])
        if self.neighbours == "coarse grid":
            self.out.line("static double c[N / 2][M / 2];")
            self.out.line("#pragma dist align c[i][j] with u[2 * i][2 * j] //keep")
        if self.swaps():
            inner = "".join(f"[{n}]" for n in self.names[1:])
            kind = f"(*%s){inner}" if inner else "*%s"
            self.out.line(f"static double {kind % 'p'} = u, {kind % 'q'} = v;")
        return None

    def declare_globals(self):
        self.out.line("static double *u, *v" + (", *c;" if self.neighbours == "coarse grid" else ";"))
        self.directives(["u", "v"])
        if self.neighbours == "coarse grid":
            self.out.line("#pragma dist array c[N / 2][M / 2] //keep")
            self.out.line("#pragma dist align c[i][j] with u[2 * i][2 * j] //keep")

    def declare_struct(self):
        self.out.open("struct grid")
        if not self.constant:
            self.out.line(f"int {', '.join(self.names)};")
        self.out.line("double *u, *v;")
        self.directives(["u", "v"])
        self.out.close(";")

    def count(self):
        return " * ".join(self.extents)

    def allocate(self):
        """In main."""
        r = self.random("allocate")
        if self.storage in ("static", "levels"):
            return
        if self.storage == "members":
            return self.allocate_members(r)
        if self.storage in ("heap", "macros"):
            prefix = "" if self.is_global() else "double *"
            for x in "uv":
                self.out.line(f"{prefix}{x} = " + r.choice([f"malloc({self.count()} * sizeof(double));",
                                                            f"calloc({self.count()}, sizeof(double));"]))
            if self.neighbours == "coarse grid":
                self.out.line(f"{prefix}c = malloc(N / 2 * (M / 2) * sizeof(double));")
        elif self.storage == "rows of arrays":
            inner = "".join(f"[{n}]" for n in self.extents[1:])
            for x in "uv":
                self.out.line(f"double (*{x}){inner} = malloc({self.count()} * sizeof(double));" if inner else
                              f"double *{x} = malloc({self.count()} * sizeof(double));")
        else:
            self.allocate_rows(r)
        if not self.is_global():
            self.directives(["u", "v"])
            if self.neighbours == "coarse grid":
                self.out.line("#pragma dist array c[N / 2][M / 2] //keep")
                self.out.line("#pragma dist align c[i][j] with u[2 * i][2 * j] //keep")
        return None

    def allocate_rows(self, r):
        n, m = self.extents
        in_block = r.random() < 0.4
        for x in "uv":
            self.out.line(f"double **{x} = malloc({n} * sizeof *{x});")
            if in_block:
                self.out.line(f"{x}[0] = malloc({n} * {m} * sizeof(double));")
                self.out.line(f"for (int i = 1; i < {n}; i++) {x}[i] = {x}[0] + i * {m};")
            else:
                self.out.line(f"for (int i = 0; i < {n}; i++) {x}[i] = malloc({m} * sizeof(double));")

    def allocate_members(self, r):
        self.out.line(r.choice(["struct grid object, *g = &object;", "struct grid *g = malloc(sizeof *g);"]))
        if not self.constant:
            for name, given in zip(self.names, self.given):
                self.out.line(f"g->{name} = {given};")
        for x in "uv":
            self.out.line(f"g->{x} = malloc({self.count()} * sizeof(double));")

    def is_global(self):
        return self.storage in ("heap", "macros") and self.by == "globals"

    def initialise(self):
        r = self.random("start")
        u, v = self.first_arrays()
        here = self.here()
        kind = self.pieces["start"]
        if kind == "closed form":
            formula = " + ".join(f"{i} * {r.choice([3, 5, 7])}" for i in here)
            text = f"{self.element(u, here)} = ({formula}) % 23 * .25;{self.mark()}"
        elif kind == "random":
            text = f"{self.element(u, here)} = own_random();"
        else:
            self.out.line("FILE *input = fopen(\"input.txt\", \"r\");")
            text = f"fscanf(input, \"%lf\", &{self.element(u, here)});"
        begin = len(self.out.lines)
        self.write_loops(self.heads(), lambda: self.out.line(text))
        if kind != "closed form":
            for k in range(begin, begin + self.rank):
                self.out.lines[k] = self.out.lines[k].replace("//keep", "//in order")
        if kind == "file":
            self.out.line("fclose(input);")
        self.write_loops(self.heads(), lambda: self.out.line(
            f"{self.element(v, here)} = {self.element(u, here)};{self.mark()}"))

    def first_arrays(self):
        if self.storage == "levels":
            return "u[0]", "u[1]"
        if self.storage == "members":
            return "g->u", "g->v"
        if self.storage == "static" and self.swaps():
            return "p", "q"
        return "u", "v"

    def plants(self):
        """Losses that the fuzzer must find: pieces that cost more than is said of them."""
        plant = self.pieces["plant"]
        here, at_here = self.here(), "".join(f"[{i}]" for i in self.here())
        element = self.element(self.current, here)
        if plant == "gather":
            self.write_loops(self.heads(), lambda: self.out.line(f"whole{at_here} = {element};"))
            self.out.line(f"kept += whole{''.join(f'[(t * 7) % {n}]' for n in self.names)};")
        elif plant == "by all":
            # Nothing says that it may be split.
            self.write_loops(self.heads(), lambda: self.out.line(f"twice{at_here} = 2 * t + i;{self.mark()}"))
            self.out.line(f"kept += twice{''.join(f'[(t * 7) % {n}]' for n in self.names)};")
        elif plant == "in turns":
            text = f"kept = fmod(.5 * kept + {element}, 7), {element} = kept;{self.mark()}"
            self.write_loops([self.head(d, "1") for d in range(self.rank)], lambda: self.out.line(text))

    def write_time_loop(self):
        beside = self.beside()
        self.stops_in_head = "stop" in beside and self.random("head").random() < 0.5
        self.stops_in_head = self.stops_in_head and "norm" not in beside and "columns" not in beside
        for what, text in (("log", f"FILE *history = fopen(\"{self.label}.log\", \"w\");"),
                           ("timer", "double seconds = 0;")):
            if what in beside:
                self.out.line(text)
        if self.stops_in_head:
            self.out.line("int t = 0;")
            self.out.open("while (t < steps && change > 1e-30)")
        else:
            self.out.open("for (int t = 0; t < steps; t++)")
        self.out.lines[-1] += " //keep"
        if "timer" in beside:
            self.out.line("double begun = now();")
        if self.storage == "levels":
            self.current, self.other = "u[t % 2]", "u[1 - t % 2]"
            if self.random("levels").random() < 0.5:
                self.out.line("int old = t % 2, new = 1 - old;")
                self.current, self.other = "u[old]", "u[new]"
        self.advance()
        if self.storage == "levels":
            self.current = self.other
        if self.neighbours == "diagonal sum":
            self.diagonal_sum()
        self.plants()
        self.write_beside()
        if self.stops_in_head:
            self.out.line("t++;")
        self.out.close()
        if "log" in beside:
            self.out.line("fclose(history);")
        if "timer" in beside:
            self.out.line("fprintf(stderr, \"%g s\\n\", seconds);")

    def write_end(self):
        array = "u[steps % 2]" if self.storage == "levels" else self.first_arrays()[0]
        if self.large:
            self.out.line(f"printf(\"%.9g\\n\", {self.element(array, ['3'] * self.rank)});")
            return
        self.out.open(self.head(0))
        for d in range(1, self.rank):
            self.out.open(self.head(d))
        self.out.line(f"printf(\"%.9g \", {self.element(array, self.here())});")
        for d in range(1, self.rank):
            self.out.close()
        self.out.line("printf(\"\\n\");")
        self.out.close()
        # Sums differ in their last bits. Of decimal fractions they may lie between two texts of six digits, their
        # multiples do not.
        self.out.line("printf(\"%.6g %.6g\\n\", 3.14159265 * change, 3.14159265 * kept);")

    def write_main(self):
        self.out.open("int main(int argc, char **argv)")
        self.out.line("int steps = atoi(argv[1]), verbose = argc > 1;")
        self.given = [f"atoi(argv[{d + 2}])" for d in range(self.rank)]
        self.extents = self.names
        if not self.constant and self.storage == "members":
            self.extents = [f"g->{n}" for n in self.names]
        elif not self.constant:
            for name, given in zip(self.names, self.given):
                self.out.line(f"int {name} = {given};")
        self.out.line("double change = 1, kept = 0;")
        self.allocate()
        self.current, self.other = self.first_arrays()
        self.initialise()
        self.write_time_loop()
        self.write_end()
        self.out.line("return 0;")
        self.out.close()

    def program(self):
        self.extents = self.names
        main = self.out
        self.write_main()
        self.out = Writer()
        for text in ("// SPDX-License-Identifier: Apache-2.0",
                     f"// Program {self.label} of test/fuzz/catalogue.py: " + self.summary(),
                     "// ARGS: " + " ".join(self.arguments(STEPS[0]))):
            self.out.line(text)
        for name in ("math", "stdio", "stdlib", "time"):
            self.out.line(f"#include <{name}.h>")
        if self.constant:
            for name, size in zip(self.names, self.sizes):
                self.out.line(f"#define {name} {size}")
        if self.storage == "macros":
            flat = {1: "(i)", 2: "(i) * M + (j)", 3: "((i) * M + (j)) * L + (k)"}[self.rank]
            self.out.line(f"#define AT(x, {', '.join(self.here())}) x[{flat}]")
        if self.storage == "members":
            self.declare_struct()
        if self.two_files:
            self.out.line("#if PART != 2")
        if self.storage in ("static", "levels"):
            self.declare_static()
        elif self.is_global():
            self.declare_globals()
        if self.pieces["plant"] in ("gather", "by all"):
            self.out.line(f"static double {'whole' if self.pieces['plant'] == 'gather' else 'twice'}" +
                          "".join(f"[{n}]" for n in map(str, self.sizes)) + ";")
        if self.pieces["start"] == "random":
            self.out.line("static unsigned state = 12345;")
            self.out.line("static double own_random(void) { state = state * 1103515245u + 12345u; "
                          "return (state >> 16 & 0x7fff) / 32768.; }")
        if "timer" in self.beside():
            self.out.line("static double now(void) { struct timespec t; clock_gettime(CLOCK_MONOTONIC, &t); "
                          "return t.tv_sec + 1e-9 * t.tv_nsec; }")
        if self.two_files:
            self.out.line("#endif")
            self.out.line("#if PART != 1")
        for _, lines in self.functions:
            self.out.lines += lines
        if self.two_files:
            self.out.line("#endif")
            self.out.line("#if PART != 2")
            self.out.lines += [head + ";" for head, lines in self.functions if len(lines) > 1]
        self.out.lines += main.lines
        if self.two_files:
            self.out.line("#endif")
        return "\n".join(self.out.lines) + "\n"

    def summary(self):
        return ", ".join(f"{name}={value}" for name, value in self.pieces.items() if value)

    def resident(self, processes):
        """Bytes that a process keeps of the arrays: what it owns, its neighbours' rows, and a piece of what is
        written."""
        along = self.along(processes)
        rows = [owned + 2 if n > 1 else owned for owned, n in zip(self.owned(processes), along)]
        if self.neighbours == "transposed":
            # A part of each row, so something of each page.
            rows = self.sizes
        wraps = "periodic" in self.neighbours or self.neighbours == "ghost copies"
        for d in range(1, self.rank):
            if wraps and along[d] == 2:
                # A hull, not separate sections (docs/architecture.md): what is received is the other end of the row.
                rows[d] = self.sizes[d]
        far = 0
        for d in range(1, self.rank):
            if wraps and along[d] > 2:
                # The other end's column stands where it does in both arrays: a page of each row.
                far += 2 * math.prod(rows[:d]) * PAGE
        arrays = 2.25 if self.neighbours == "coarse grid" else 2
        if self.neighbours in ("mirrored", "transposed"):
            # What a process reads beside its own is another one's whole part, which is packed on both sides.
            part = math.prod(self.owned(processes)) / math.prod(rows)
            arrays += 2 * part + (1 if self.neighbours == "mirrored" and along[0] > 1 else 0)
        if self.two_files and self.pieces["by"] == "cell":
            # A call into another file gets the array with the source's distances: something of each page.
            rows = rows[:1] + self.sizes[1:] if max(along[1:], default=1) > 1 else rows
        # MPI's own memory; a piece of what is written, and what of it is under way.
        pieces = 12 if {"picture", "snapshot"} & set(self.beside()) else 5
        fluxes = self.n_fluxes_across * -(-self.sizes[0] // along[0]) * DOUBLE
        return arrays * math.prod(rows) * DOUBLE + far + fluxes + (pieces << 20)

    def arguments(self, steps):
        return [str(steps)] + ([] if self.constant else [str(size) for size in self.sizes])

    def features(self):
        return [f"{name}: {value}" for name, value in self.pieces.items() if value]


if __name__ == "__main__":
    given = dict(word.split("=", 1) for word in sys.argv[2:])
    sys.stdout.write(Composer(int(sys.argv[1]), dict(Choice.of(int(sys.argv[1])), **given)).program())
