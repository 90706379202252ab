#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes a random program of the kind that hpcc translates: generate.py SEED > program.c

The programs are right C (every subscript is within its array for every size) and their values are whole numbers that
stay small, so that sums are exact in any order and each output is the same on any number of processes.
"""
import math
import random
import sys

from branches import Branches
from forms import INDEX, Forms

SIZES = [1, 2, 3, 5, 7, 11, 13, 17]
TYPES = [("double", "%g"), ("double", "%g"), ("float", "%g"), ("int", "%d"), ("long", "%ld"), ("short", "%d"),
         ("unsigned", "%u"), ("signed char", "%d"), ("long double", "%Lg")]

class Array:
    """A mapped array. extent: for each dimension the name of a size."""

    def __init__(self, name, extent, kind, type):
        self.name, self.extent, self.kind = name, extent, kind
        self.bare = name.split("->")[-1]  # as its declaration has it
        self.type, self.format = type
        self.declared, self.member = self.type, ""

    def make_struct(self):
        """Its elements are structs, of which a member is used."""
        self.declared = "struct " + self.type.replace(" ", "_") + "_cell"
        self.member = ".x"

    @property
    def rank(self):
        return len(self.extent)


class Writer:
    def __init__(self):
        self.lines, self.depth = [], 0

    def line(self, text=""):
        self.lines.append("\t" * self.depth + text if text else "")

    def open(self, text):
        self.line(text + " {")
        self.depth += 1

    def close(self, tail=""):
        self.depth -= 1
        self.line("}" + tail)


class Generator(Forms, Branches):
    def __init__(self, seed):
        self.random = random.Random(seed)
        self.seed = seed
        self.out = Writer()
        self.functions = []
        self.n_scalars = 0
        self.dynamic, self.in_helper = [], False
        self.features = set()
        # A stream of its own: what else a seed gives stays as it is.
        self.dresser = random.Random(f"dressed {seed}")
        self.is_dressed, self.n_dressed = self.dresser.random() < 0.3, 0
        self.start_branches()
        r = self.random
        self.rank = r.choice([1, 2, 2, 2, 2, 3, 3, 4])
        self.main_type = r.choice(TYPES[:6] if r.random() < 0.8 else TYPES)
        self.mixed = r.random() < 0.2
        self.sizes = {name: r.choice(SIZES[3:] if r.random() < 0.8 else SIZES) for name in "nmlk"[:self.rank]}
        if self.rank == 4:
            self.sizes = {name: min(size, 7) for name, size in self.sizes.items()}
            self.sizes["e"] = self.sizes.pop("k")
        self.storage = r.choice(["static", "vla", "malloc", "linear"])
        if self.rank > 1 and r.random() < 0.2:
            self.sizes["m"] = self.sizes["n"]
        # Members of an object that is handed around by its address.
        self.members = self.storage == "linear" and self.rank < 4 and self.chance(0.5)
        self.arrays = [Array("d->" * self.members + name, list("nmle"[:self.rank]), "main", self.some_type())
                       for name in "abc"[:r.choice([2, 3])]]
        # The object holds the arrays themselves, with room for more.
        self.held = self.members and self.chance(0.4)
        # Helpers in a file of their own: what is between `#if PART` is for one of two compilations, or for the only
        # one.
        self.two_files = self.storage != "static" and self.chance(0.3)
        self.prototypes, self.tables = [], []
        if self.chance(0.2):
            self.features.add("structs")
            for array in self.arrays:
                array.make_struct()
        self.vectors = []
        if self.rank > 1 and r.random() < 0.5:
            self.vectors.append(Array("v", ["n"], "vector", self.some_type()))
        if r.random() < 0.4:
            self.vectors.append(Array("w", ["n"], "replicated", self.some_type()))
        self.features |= {f"rank {self.rank}", self.storage} | ({"members"} if self.members else set())
        self.features |= {"arrays in objects"} if self.held else set()
        self.features |= {array.type for array in self.arrays + self.vectors} | {array.kind for array in self.vectors}
        if len({array.type for array in self.arrays}) > 1:
            self.features.add("mixed types")
        if min(self.sizes.values()) < 4:
            self.features.add("small sizes")

    # ---- small pieces --------------------------------------------------------------------------

    def some_type(self):
        return self.random.choice(TYPES) if self.mixed else self.main_type

    def chance(self, p):
        return self.random.random() < p

    def pick(self, items):
        return self.random.choice(items)

    def fresh(self, stem):
        self.n_scalars += 1
        return f"{stem}{self.n_scalars}"

    def element(self, array, subscripts):
        if self.storage == "linear" and array.kind == "main" and array.rank > 1:
            flat = f"({subscripts[0]})"
            for extent, subscript in zip(array.extent[1:], subscripts[1:]):
                flat = f"({flat} * {extent} + ({subscript}))"
            return f"{array.name}[{flat[1:-1]}]{array.member}"
        return array.name + "".join(f"[{s}]" for s in subscripts) + array.member

    def offset(self, index, amount):
        return index if amount == 0 else f"{index} {'+' if amount > 0 else '-'} {abs(amount)}"

    def mapping(self, rank):
        formats = ["block" if self.chance(0.4) else "*" for _ in range(rank)]
        if self.chance(0.5) or "block" not in formats:
            formats = ["block"] + ["*"] * (rank - 1)
        while formats.count("block") > 3:
            formats[formats.index("block")] = "*"
        self.features.add("one dimension split" if formats.count("block") == 1 else "several dimensions split")
        if formats.count("block") == 1 and formats[0] != "block":
            self.features.add("inner dimension split")
        if formats.count("block") == 1 and self.chance(0.05):
            # Everything on the first process.
            d = formats.index("block")
            formats[d] = f"block({self.arrays[0].extent[d]} + 3)"
            self.features.add("block(m)")
        return "".join(f"[{f}]" for f in formats)

    # ---- expressions ---------------------------------------------------------------------------

    def dressed(self, text, often):
        """The same value in more of C: statement expressions, commas, compound literals, nested initialisers."""
        if not self.is_dressed or self.dresser.random() >= often:
            return text
        self.features.add("dressed")
        self.n_dressed += 1
        name = f"z{self.n_dressed}"
        choices = [
            f"(0, {text})",
            f"((void)0, {text})",
            f"({{ {text}; }})",
            f"({{ __typeof__({text}) {name} = {text}; {name}; }})",
            f"({{ __auto_type {name} = {text}; {name} + 0; }})",
            f"({{ __typeof__({text}) {name}; if (n) {name} = {text}; else {name} = 0; {name}; }})",
            f"((__typeof__({text})[]){{{text}, 0}})[0]",
            f"((struct {{ int first; struct {{ __typeof__({text}) value; }} in; }}){{1, {{{text}}}}}).in.value",
        ]
        # To clang a compound literal in a struct's definition stands outside of functions: its values are constants.
        return self.dresser.choice(choices[:-1] if "){" in text else choices)

    def reference(self, array, reach):
        """An element near (i, j, k); reach[d] = [below, above] grows by what the offsets need."""
        subscripts = []
        for d in range(array.rank):
            amount = self.pick([0, 0, 0, 1, -1, 1, -1, 2, -3]) if self.chance(0.7) else 0
            reach[d][0] = max(reach[d][0], -amount)
            reach[d][1] = max(reach[d][1], amount)
            subscripts.append(self.dressed(self.offset(INDEX[d], amount), 0.02))
        return self.element(array, subscripts)

    def square(self):
        return self.rank > 1 and self.sizes["n"] == self.sizes["m"]

    def term(self, sources, reach):
        array = self.pick(sources)
        text = self.reference(array, reach)
        if array.rank > 1 and self.square() and self.chance(0.1):
            text = self.element(array, ["j", "i"] + list(INDEX[2:array.rank]))
        factor = self.pick(["", "", "2 * ", "3 * ", "-"])
        if self.chance(0.1):
            return f"({text} > {self.pick([0, 5, 20])} ? {self.pick([1, 7])} : {self.pick(INDEX[:array.rank])})"
        return factor + self.dressed(text, 0.15)

    def sum_of_terms(self, sources, reach, most=5):
        terms = [self.term(sources, reach) for _ in range(self.random.randint(1, most))]
        if self.chance(0.3):
            terms.append(self.pick(INDEX[:self.rank]))
        text = terms[0]
        for term in terms[1:]:
            text += f" {self.pick('+-')} {term}".replace("- -", "+ ").replace("+ -", "- ")
        return text

    # ---- nests ---------------------------------------------------------------------------------

    def loop(self, d, extent, below, above, outer_names):
        """The head of a loop over [below, extent - above)."""
        i = INDEX[d]
        low, high = str(below), self.dressed(extent if above == 0 else f"{extent} - {above}", 0.03)
        kind = self.pick(self.index_types)
        style = self.random.random()
        if style < 0.70:
            return f"for ({kind} {i} = {low}; {i} < {high}; {i}++)"
        if style < 0.80:
            return f"for ({kind} {i} = {low}; {i} < {high}; {i} += {self.pick([2, 3])})"
        if style < 0.92:
            return f"for ({kind} {i} = {high} - 1; {i} >= {low}; {i}--)"
        if d > 0 and outer_names:
            other = self.pick(outer_names)
            if self.chance(0.5):
                return f"for ({kind} {i} = {low}; {i} < {high} && {i} <= {other}; {i}++)"
            return f"for ({kind} {i} = MAX({low}, {other}); {i} < {high}; {i}++)"
        return f"for ({kind} {i} = {low}; {i} <= {high} - 1; {i}++)"

    def nest(self, array, reach, body, order=None):
        """Loops over an array's dimensions around the lines that `body` writes."""
        order = order or list(range(array.rank))
        names = []
        for d in order:
            self.out.open(self.loop(d, array.extent[d], reach[d][0], reach[d][1], names))
            names.append(INDEX[d])
        body()
        for _ in order:
            self.out.close()

    def order(self, array):
        order = list(range(array.rank))
        if self.chance(0.15):
            self.random.shuffle(order)
        return order

    def stencil(self):
        target = self.pick(self.arrays)
        sources = [a for a in self.arrays if a is not target]
        if self.chance(0.15):
            sources.append(target)
        reach = [[0, 0] for _ in range(self.rank)]
        if self.chance(0.15):
            left = self.reference(target, reach)
        else:
            left = self.element(target, list(INDEX[:self.rank]))
        right = self.sum_of_terms(sources + ([self.pick(self.vectors)] if self.vectors and self.chance(0.3) else []),
                                  reach)
        condition, private = "", ""
        if self.chance(0.25):
            condition = self.pick([
                f"if (({' + '.join(INDEX[:self.rank])}) % {self.pick([2, 3])} == 0) ",
                f"if ({self.element(self.pick(sources), list(INDEX[:self.rank]))} > {self.pick([3, 30])}) ",
                f"if (i != {self.pick([0, 4, 6])}) ",
            ])
        if self.chance(0.25):
            private = self.fresh("x")

        def body():
            if private:
                self.out.line(f"long {private} = (long)({right});")
            value = f"W({private} + {self.pick([0, 1])})" if private else f"W({right})"
            if condition and self.chance(0.2) and "!=" in condition:
                self.out.line(condition.replace("!=", "==") + "continue;")
                self.out.line(f"{left} = {value};")
            else:
                self.out.line(f"{condition}{left} = {value};")

        self.nest(target, reach, body, self.order(target))

    def weighted(self):
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        width = self.pick([1, 2])
        reach = [[0, 0] for _ in range(self.rank)]
        reach[d] = [width, width]
        subscripts = list(INDEX[:self.rank])
        subscripts[d] += " + q"

        def body():
            total = self.fresh("s")
            self.out.line(f"long {total} = 0;")
            self.out.line(f"for (int q = -{width}; q <= {width}; q++) "
                          f"{total} += weight[q + 2] * (long){self.element(source, subscripts)};")
            self.out.line(f"{self.element(target, list(INDEX[:self.rank]))} = W({total});")

        self.nest(target, reach, body)

    def reduction(self):
        array = self.pick(self.arrays + [v for v in self.vectors])
        name = self.fresh("r")
        subject = self.element(array, list(INDEX[:array.rank]))
        reach = [[0, 0] for _ in range(array.rank)]
        kind = self.pick(["sum", "max", "min", "count", "place"])
        start = {"sum": "0", "max": "-1000", "min": "1000", "count": "0", "place": "-1000"}[kind]
        self.out.line(f"double {name} = {start};")
        if kind == "place":
            self.out.line(f"long {name}_at = -1;")

        def body():
            if kind == "sum":
                self.out.line(f"{name} += {subject} * {self.pick(['1', '2', 'i'])};")
            elif kind == "count":
                self.out.line(f"if ({subject} > {self.pick([0, 9])}) {name} += 1;")
            elif kind == "place":
                self.out.line(f"if ({subject} > {name}) {name} = {subject}, {name}_at = i;")
            elif self.chance(0.5):
                self.out.line(f"if ({subject} {'>' if kind == 'max' else '<'} {name}) {name} = {subject};")
            else:
                self.out.line(f"{name} = {'MAX' if kind == 'max' else 'MIN'}({name}, {subject});")

        self.nest(array, reach, body)
        self.out.line(f"printf(\"{name} %g\\n\", {name});")
        if kind == "place":
            self.out.line(f"printf(\"{name} at %ld\\n\", {name}_at);")

    def row_sums(self):
        vectors = [v for v in self.vectors]
        if not vectors:
            return self.stencil()
        vector, array = self.pick(vectors), self.pick(self.arrays)
        self.out.open("for (int i = 0; i < n; i++)")
        if array.rank == 1:
            self.out.line(f"{vector.name}[i] = W({self.element(array, ['i'])} + 1);")
        else:
            self.out.line("long sum = 0;")
            inner = f"for (int j = 0; j < m; j++) "
            if array.rank >= 3:
                inner += "for (int k = 0; k < l; k++) "
            if array.rank == 4:
                inner += "for (int h = 0; h < e; h++) "
            self.out.line(inner + f"sum += (long){self.element(array, list(INDEX[:array.rank]))};")
            self.out.line(f"{vector.name}[i] = W(sum);")
        self.out.close()
        return None

    def edge(self):
        """One end of a dimension from the other."""
        array = self.pick(self.arrays)
        d = self.random.randrange(array.rank)
        extent = array.extent[d]
        first, last = list(INDEX[:array.rank]), list(INDEX[:array.rank])
        first[d], last[d] = self.pick([("0", f"{extent} - 1"), (f"{extent} - 1", "0"), (f"{extent} / 2", "0")])
        others = [e for e in range(array.rank) if e != d]
        for e in others:
            self.out.open(f"for (int {INDEX[e]} = 0; {INDEX[e]} < {array.extent[e]}; {INDEX[e]}++)")
        self.out.line(f"{self.element(array, first)} = W({self.element(array, last)} + 1);")
        for _ in others:
            self.out.close()

    def single(self):
        array = self.pick(self.arrays)

        def somewhere():
            return self.element(array, [self.pick(["0", f"{e} - 1", f"{e} / 2"]) for e in array.extent])

        self.out.line(self.pick([
            f"{somewhere()} = {self.pick([1, 50])};",
            f"{somewhere()} += {self.pick([1, 2])};",
            f"{somewhere()} = W({somewhere()} + {somewhere()});",
            f"printf(\"%g\\n\", (double){somewhere()});",
            self.printed(array, somewhere()),
            f"if ({somewhere()} > 10) {somewhere()} = 3;",
        ]))

    def imperfect(self):
        """Statements before, between and after inner loops."""
        if self.rank == 1:
            return self.stencil()
        target, source = self.random.sample(self.arrays, 2)
        rest = list(INDEX[1:self.rank])
        total = self.fresh("s")
        heads = [f"for (int {INDEX[d]} = 0; {INDEX[d]} < {target.extent[d]}; {INDEX[d]}++)"
                 for d in range(1, self.rank)]
        self.out.open(f"for (int i = 0; i < {target.extent[0]}; i++)")
        self.out.line(f"long {total} = {self.pick(['0', 'i'])};")
        if self.chance(0.4):
            zeros = ["0"] * (self.rank - 1)
            self.out.line(f"{self.element(source, ['i'] + zeros)} = W({self.element(source, ['i'] + zeros)} + 1);")
        self.out.line(" ".join(heads) + f" {total} += (long){self.element(source, ['i'] + rest)};")
        self.out.line(" ".join(heads) +
                      f" {self.element(target, ['i'] + rest)} = W({self.element(target, ['i'] + rest)} + {total});")
        if self.vectors and self.chance(0.5):
            self.out.line(f"{self.pick(self.vectors).name}[i] = W({total});")
        self.out.close()
        return None

    def buffers(self):
        """A work array of each iteration."""
        target, source = self.random.sample(self.arrays, 2)
        reach = [[0, 0] for _ in range(self.rank)]
        buffer = self.fresh("p")
        here = list(INDEX[:self.rank])

        def body():
            self.out.line(f"long {buffer}[4];")
            self.out.line(f"for (int q = 0; q < 4; q++) {buffer}[q] = q * (long){self.element(source, here)};")
            self.out.line(f"{self.element(target, here)} = "
                          f"W({buffer}[1] + {buffer}[3] - {buffer}[({here[0]} + 1) % 4]);")

        self.nest(target, reach, body)

    def named_places(self):
        """Subscripts that variables and a small table hold, which are set in statements and within expressions."""
        target, source = self.random.sample(self.arrays, 2)
        p, q, row = self.fresh("p"), self.fresh("q"), self.fresh("r")
        far = f"{target.extent[0]} - 1 - i"
        rest = list(INDEX[1:self.rank])
        self.out.line(f"int {p} = 0, {q} = 0, {row}[2] = {{0, 0}};")
        before = self.pick([f"{p} = i;", f"{q} = {p} = i;", f"{row}[0] = i; {row}[1] = {far};", ""])
        setting = self.pick([
            f"{q} = ({p} = {far});",
            f"{q} = {p} = {far};",
            f"long t = ({p} = {far}) + 1; {q} = t - 1;",
            f"if (({p} = {far}) > 2) {q} = i; else {q} = {p};",
            f"{q} = i > 1 && ({p} = {far}) > 0 ? {p} : i;",
            f"{p} = {q} = i; {q} += ({p} = {far}, {p}) - {q};",
            f"{row}[0] = i; {row}[1] = {row}[0] + 0; {p} = {row}[1]; {q} = {far};",
            f"{row}[0] = {q} = i; if (i % 2) {row}[0] = {far}; {p} = {row}[0];",
            f"for (int k = 0; k < 2; k++) {row}[k] = k ? i : {far}; {p} = {row}[0]; {q} = {row}[1];",
        ])
        places = [p, q, "i", f"{row}[i % 2]" if f"{row}[1]" in before or "[k]" in setting else q]

        def body():
            self.out.line(f"{before} {setting}".strip())
            self.out.line(f"{self.element(target, [self.pick([p, q]), *rest])} = "
                          f"W({self.element(target, [self.pick(places), *rest])} + "
                          f"{self.element(source, [self.pick(places), *rest])});")

        self.out.open("")
        self.nest(target, [[0, 0] for _ in range(self.rank)], body)
        self.out.close()

    def swept(self):
        """Lines that iterations of the outer loops have to themselves: there, and back again."""
        if self.rank == 1:
            return self.recurrence()
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        along, extent, here = INDEX[d], target.extent[d], list(INDEX[:self.rank])
        others = [e for e in range(self.rank) if e != d]
        line, number = self.fresh("p"), self.fresh("s")

        def at(array, place):
            return self.element(array, here[:d] + [place] + here[d + 1:])

        for e in others:
            low, up = self.pick(["0", "0", "0", "1", f"{target.extent[e]} / 2"]), f"{target.extent[e]}"
            self.out.open(self.pick([f"for (int {INDEX[e]} = {low}; {INDEX[e]} < {up}; {INDEX[e]}++)",
                                     f"for (int {INDEX[e]} = {up} - 1; {INDEX[e]} >= {low}; {INDEX[e]}--)"]))
        self.out.line(f"long {line}[{extent}], {number} = 0;")
        self.out.line(f"for (int {along} = 0; {along} < {extent}; {along}++) "
                      f"{line}[{along}] = (long){at(self.pick([source, target]), along)};")
        self.out.line(f"for (int {along} = 1; {along} < {extent}; {along}++) {at(target, along)} = "
                      f"W({at(target, along + ' - 1')} + {line}[{along}] + {at(source, along)});")
        self.out.line(f"for (int {along} = {extent} - 2; {along} >= 0; {along}--) {{ {at(target, along)} = "
                      f"W({at(target, along)} + 2 * {at(target, along + ' + 1')}); {number} += {line}[{along}]; }}")
        if d and self.vectors and self.chance(0.5):
            self.out.line(f"{self.pick(self.vectors).name}[i] = W({number});")
        elif self.chance(0.3):
            self.out.line(f"{at(target, '0')} = W({number} + {at(target, '0')});")
        for _ in others:
            self.out.close()
        return None

    def last_value(self):
        array = self.pick(self.arrays)
        name = self.fresh("z")
        here = list(INDEX[:self.rank])
        self.out.line(f"long {name} = -1;")
        condition = self.pick(["", "", f"if ({self.element(array, here)} > 4) ", "if (i % 3 == 1) "])

        def body():
            self.out.line(f"{condition}{name} = (long){self.element(array, here)} + i;")
            if self.chance(0.6):
                self.out.line(f"{self.element(array, here)} = W({self.element(array, here)} * 2);")

        self.nest(array, [[0, 0] for _ in range(self.rank)], body)
        self.out.line(f"printf(\"{name} %ld\\n\", {name});")

    def several(self):
        """Two statements of one nest that write different arrays."""
        x, y = self.random.sample(self.arrays, 2)
        reach = [[0, 0] for _ in range(self.rank)]
        here = list(INDEX[:self.rank])
        first = self.sum_of_terms([x, y] + self.vectors if self.chance(0.3) else [y], reach, 3)
        second = self.sum_of_terms([a for a in self.arrays if a is not y], reach, 3)

        def body():
            self.out.line(f"{self.element(x, here)} = W({first});")
            self.out.line(f"{self.element(y, here)} = W({second});")

        self.nest(x, reach, body)

    def divided(self):
        """Statements of an iteration that use what others set, in this iteration or another one: the loop is
        distributed where that may be."""
        reach = [[0, 0] for _ in range(self.rank)]
        targets = self.random.sample(self.arrays, min(len(self.arrays), self.random.randint(2, 4)))
        if self.chance(0.2):
            targets.append(self.pick(targets))
        lines, private = [], []
        for k, target in enumerate(targets):
            # What later statements set is read where the loop must stay whole.
            sources = [a for a in self.arrays if a not in targets[k:]] + self.vectors
            if not sources or self.chance(0.15):
                sources = self.arrays
            if self.chance(0.3):
                private.append(self.fresh("x"))
                value = self.pick([self.sum_of_terms(sources, reach, 2), f"i + {self.pick([1, 5])}"])
                lines.append(f"long {private[-1]} = (long)({value});")
            left = self.reference(target, reach) if self.chance(0.2) else self.element(target, list(INDEX[:self.rank]))
            right = self.sum_of_terms(sources, reach, 3)
            if private and self.chance(0.4):
                right += f" + {self.pick(private)}"
            guard = self.pick(["", "", "", f"if (i % {self.pick([2, 3])} == 0) "])
            lines.append(f"{guard}{left} = W({right});")

        def body():
            for line in lines:
                self.out.line(line)

        self.nest(targets[0], reach, body)

    def strided(self):
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        step, offset = self.pick([2, 2, 3]), self.pick([0, 1])
        here = list(INDEX[:self.rank])
        left = list(here)
        left[d] = f"{step} * {INDEX[d]} + {offset}"
        for e in range(self.rank):
            limit = target.extent[e] if e != d else f"({target.extent[e]} - {offset} + {step - 1}) / {step}"
            self.out.open(f"for (int {INDEX[e]} = 0; {INDEX[e]} < {limit}; {INDEX[e]}++)")
        right = self.element(source, self.pick([here, left]))
        self.out.line(f"{self.element(target, left)} = W({right} + 1);")
        for _ in range(self.rank):
            self.out.close()

    def flat(self):
        """A loop over a whole array that is linearised by hand."""
        if self.storage != "linear" or self.rank == 1:
            return self.shift()
        target, source = self.random.sample(self.arrays, 2)
        total = " * ".join(target.extent)
        more = self.pick(["1", "i", "i % 3"])
        self.out.line(f"for (int i = 0; i < {total}; i++) "
                      f"{target.name}[i]{target.member} = W({source.name}[i]{source.member} + {more});")
        return None

    def shift(self):
        """In place, from elements that are written later."""
        array = self.pick(self.arrays)
        d = self.random.randrange(self.rank)
        here, after = list(INDEX[:self.rank]), list(INDEX[:self.rank])
        after[d] += " + 1"
        for e in range(self.rank):
            x, end = INDEX[e], array.extent[e] + (" - 1" if e == d else "")
            self.out.open(f"for (int {x} = 0; {x} < {end}; {x}++)")
        self.out.line(f"{self.element(array, here)} = W({self.element(array, here)} + {self.element(array, after)});")
        for _ in range(self.rank):
            self.out.close()

    def spread(self):
        """One row, plane or element to all others."""
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        here = list(INDEX[:self.rank])
        fixed = list(here)
        fixed[d] = self.pick(["0", f"{source.extent[d]} - 1", f"{source.extent[d]} / 2"])
        self.nest(target, [[0, 0] for _ in range(self.rank)],
                   lambda: self.out.line(f"{self.element(target, here)} = "
                                         f"W({self.element(target, here)} + {self.element(source, fixed)});"))

    def pure_call(self):
        target, source = self.random.sample(self.arrays, 2)
        here = list(INDEX[:self.rank])
        reach = [[0, 0] for _ in range(self.rank)]
        other = self.reference(source, reach)
        function = "mix"
        if self.chance(0.4):
            self.features.add("function pointer")
            function = self.fresh("f")
            self.out.line(f"long (*{function})(long, long) = {self.pick(['n > 5 ? mix : mux', 'mux', '&mix'])};")
        self.nest(target, reach, lambda: self.out.line(
            f"{self.element(target, here)} = W({function}((long){self.element(source, here)}, (long){other}));"))

    def copied(self):
        """memcpy and memset of whole arrays."""
        x, y = self.random.sample(self.arrays, 2)
        size = " * ".join(["sizeof(" + x.declared + ")"] + [f"(size_t){e}" for e in x.extent])
        if x.declared == y.declared and self.chance(0.7):
            self.out.line(f"memcpy({x.name}, {y.name}, {size});")
        else:
            self.out.line(f"memset({x.name}, 0, {size});")

    def whole(self):
        """Structs, all members at once."""
        target, source = self.random.sample(self.arrays, 2)
        if not target.member or target.declared != source.declared:
            return self.copied()
        here, there = (self.element(a, list(INDEX[:self.rank])).removesuffix(".x") for a in (target, source))
        name = self.fresh("c")

        def body():
            if self.chance(0.5):
                self.out.line(f"{there if self.chance(0.2) else here} = {there};")
            else:
                self.out.line(f"{target.declared} {name} = {there};")
                self.out.line(f"{name}.x = W({name}.x + {name}.k);")
                self.out.line(f"{here} = {name};")

        self.nest(target, [[0, 0] for _ in range(self.rank)], body)
        return None

    def promised(self):
        """A loop that its author says is independent."""
        target, source = self.random.sample(self.arrays, 2)
        self.out.line("#pragma dist independent")
        here = list(INDEX[:self.rank])
        for e in range(self.rank):
            self.out.open(f"for (int {INDEX[e]} = 0; {INDEX[e]} < {target.extent[e]}; {INDEX[e]}++)")
        far = list(here)
        far[0] = f"(i * 3 + 1) % {source.extent[0]}"
        self.out.line(f"{self.element(target, here)} = W({self.element(source, far)} + 2);")
        for _ in range(self.rank):
            self.out.close()

    def swap(self):
        if self.storage not in ("malloc", "linear") or not self.can_swap or self.held:
            return self.stencil()
        x, y = self.random.sample(self.arrays, 2)
        if x.declared != y.declared or not self.alike:
            return self.stencil()
        self.features.add("swap")
        inner = "".join(f"[{e}]" for e in x.extent[1:])
        pointer = "*" if self.storage == "linear" or self.rank == 1 else "(*"
        close = "" if pointer == "*" else f"){inner}"
        name = self.fresh("t")
        self.out.line(f"{x.declared} {pointer}{name}{close} = {x.name};")
        self.out.line(f"{x.name} = {y.name};")
        self.out.line(f"{y.name} = {name};")
        return None

    def recurrence(self):
        """Elements that neighbours are made of which the same loops set, before or after them, in any order."""
        array = self.pick(self.arrays)
        rank = array.rank
        offsets = []
        while len(offsets) < self.random.choice([1, 1, 2, 3]):
            offset = [self.random.choice([-1, -1, 0, 0, 1]) for _ in range(rank)]
            if any(offset) and offset not in offsets:
                offsets.append(offset)
        neighbours = [self.element(array, [INDEX[d] + {-1: " - 1", 0: "", 1: " + 1"}[o] for d, o in enumerate(offset)])
                      for offset in offsets]
        here = self.element(array, list(INDEX[:rank]))
        order = list(range(rank))
        if self.chance(0.3):
            self.random.shuffle(order)
        for d in order:
            low, high = int(any(o[d] < 0 for o in offsets)), int(any(o[d] > 0 for o in offsets))
            x = INDEX[d]
            if self.chance(0.25):
                self.out.open(f"for (int {x} = {array.extent[d]} - {1 + high}; {x} >= {low}; {x}--)")
            else:
                self.out.open(f"for (int {x} = {low}; {x} < {array.extent[d]} - {high}; {x}++)")
        self.features.add("sweep in place")
        self.out.line(f"{here} = W({' + '.join([here] + neighbours)});")
        for _ in range(rank):
            self.out.close()

    def print_some(self):
        array = self.pick(self.arrays)
        reach = [[0, 0] for _ in range(array.rank)]
        self.out.line("/* printed in order */")

        def body():
            self.out.line(self.printed(array, self.element(array, list(INDEX[:array.rank]))))

        self.nest(array, reach, body)
        self.out.line("printf(\"\\n\");")

    def printed(self, array, element):
        """The element, or text that it chooses."""
        if self.chance(0.6):
            return f"printf(\"{array.format} \", {element});"
        whole = f"(int){element} & 3"
        return self.pick([
            f"printf(\"%s \", {element} > 4 ? \"high\" : \"low\");",
            f"fputs((int){element} % 2 ? \"odd \" : \"even \", stdout);",
            f"fputs(\"abc \" + ({whole}), stdout);",
            f"fputs(&\"abcd \"[{whole}], stdout);",
            f"fputs((const char *[]){{\"p \", \"q \", \"r \", \"s \"}}[{whole}], stdout);",
            f"printf(\"%.*s \", {whole}, \"abcd\");",
        ])

    def redistributed(self):
        """Another mapping from here on: of what is dynamic, in helpers of a parameter."""
        changing = self.arrays if self.in_helper else self.dynamic
        if not changing or self.members:
            return self.stencil()
        array = self.pick(changing)
        before = self.arrays[:self.arrays.index(array)]
        # Pointers that were swapped could make a circle of alignments.
        if before and self.storage in ("static", "vla") and self.chance(0.3):
            dummies = "".join(f"[{INDEX[d]}]" for d in range(self.rank))
            self.features.add("realign")
            self.out.line(f"#pragma dist realign {array.name}{dummies} with {self.pick(before).name}{dummies}")
        else:
            self.out.line(f"#pragma dist redistribute {array.name}{self.mapping(self.rank)}")
        return None

    def statement(self):
        kinds = [(self.stencil, 10), (self.weighted, 2), (self.reduction, 3), (self.row_sums, 2), (self.edge, 2),
                 (self.single, 2), (self.swap, 2), (self.recurrence, 2), (self.print_some, 1), (self.imperfect, 2),
                 (self.buffers, 1), (self.named_places, 2), (self.swept, 2),
                 (self.last_value, 1), (self.several, 2), (self.divided, 3), (self.strided, 1),
                 (self.flat, 1), (self.shift, 1), (self.spread, 1), (self.pure_call, 1), (self.copied, 1),
                 (self.whole, 1), (self.promised, 1), (self.counted, 2), (self.indexed_by_counter, 1),
                 (self.coloured, 2), (self.periodic, 2), (self.tiled, 1),
                 (self.gathered, 2), (self.searched, 1), (self.chosen, 1), (self.called, 3),
                 (self.redistributed, 3 if self.dynamic else 1 if self.in_helper else 0)]
        kind = self.random.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        self.features.add(kind.__name__)
        kind()
        self.maybe_branched()

    # ---- the program ---------------------------------------------------------------------------

    def parameter(self, array):
        if self.storage == "linear" and array.kind == "main" or array.rank == 1:
            return f"{array.declared} *{array.name}"
        style = self.random.random()
        inner = "".join(f"[{e}]" for e in array.extent[1:])
        name = f"{array.name}[{array.extent[0]}]" if style < 0.5 else f"(*{array.name})"
        return f"{array.declared} {name}{inner}"

    def helper(self):
        """A function with all arrays as parameters and a few statements."""
        name = self.fresh("work")
        sizes = ", ".join(f"int {s}" for s in self.sizes) if self.storage != "static" else ""
        arrays = ", ".join(["struct data *d"] if self.members else [self.parameter(a) for a in self.arrays])
        arrays = ", ".join([arrays] + [self.parameter(a) for a in self.vectors])
        self.can_swap, self.in_helper = False, True
        if self.two_files:
            name += f"_{self.seed}"
        head = f"{'' if self.two_files else 'static '}void {name}({sizes}{', ' if sizes else ''}{arrays})"
        self.prototypes.append(head + ";")
        self.out.open(head)
        mapped = self.map_parameters() if self.chance(0.3) and not self.members else []
        # In a file without directives for such arrays, characters may be anything.
        taken = ([] if self.members else self.arrays) + self.vectors
        characters = [a.name for a in taken if "char" in a.declared and a not in mapped] if self.two_files else []
        if characters:
            self.out.line(f"#pragma dist inherit {', '.join(characters)}")
        for _ in range(self.random.randint(1, 3)):
            self.statement()
        self.out.close()
        self.out.line()
        self.can_swap, self.in_helper = True, False
        passed = list(self.sizes) if self.storage != "static" else []
        passed += (["d"] if self.members else [a.name for a in self.arrays]) + [a.name for a in self.vectors]
        if self.chance(0.3):
            # By a pointer, which an initialiser sets.
            self.features.add("helper by pointer")
            self.tables.append(f"static __typeof__({name}) *const {name}_at[] = {{NULL, {name}}};")
            return f"{name}_at[1]({', '.join(passed)});"
        return f"{name}({', '.join(passed)});"

    def map_parameters(self):
        """Mappings of a helper's own."""
        self.features.add("mapped parameters")
        mapped = []
        for array in self.arrays + self.vectors:
            if self.chance(0.4):
                continue
            mapped.append(array)
            self.out.line(f"#pragma dist array {array.name}" + "".join(f"[{e}]" for e in array.extent))
            mapping = self.mapping(self.rank) if array.kind == "main" else "[block]"
            self.out.line(f"#pragma dist distribute {array.name}{mapping}")
        return mapped

    def directives(self):
        mapping = self.mapping(self.rank)
        names = ", ".join(a.bare for a in self.arrays)
        dummies = "".join(f"[{INDEX[d]}]" for d in range(self.rank))
        first, *rest = self.arrays
        style = self.random.random() * (0.75 if self.members else 1)
        self.alike = True
        if style < 0.6:
            self.features.add("distribute")
            grid = ""
            if self.chance(0.1):
                self.features.add("grid")
                self.out.line("#pragma dist processors P" + "[*]" * mapping.count("block"))
                grid = " onto P"
            self.out.line(f"#pragma dist distribute {mapping}{grid} :: {names}")
        elif style < 0.75:
            self.features.add("align")
            self.out.line(f"#pragma dist distribute {first.bare}{mapping}")
            self.out.line(f"#pragma dist align {dummies} with {first.bare}{dummies} :: "
                          f"{', '.join(a.bare for a in rest)}")
        elif style < 0.9:
            # To a template that is larger, each at an offset of its own.
            self.features.add("template")
            self.alike = False
            self.out.line("#pragma dist template T" + "".join(f"[{e} + 3]" for e in first.extent))
            self.out.line(f"#pragma dist distribute T{mapping}")
            for array in self.arrays:
                where = "".join(f"[{self.offset(INDEX[d], self.pick([0, 0, 1, 2, 3]))}]" for d in range(self.rank))
                self.out.line(f"#pragma dist align {array.name}{dummies} with T{where}")
        else:
            # Each by itself.
            self.features.add("unlike")
            self.alike = False
            for array in self.arrays:
                self.out.line(f"#pragma dist distribute {array.name}{self.mapping(self.rank)}")
        if (style < 0.75 or style >= 0.9) and not self.members:
            self.dynamic = [] if self.chance(0.7) else [first] if 0.6 <= style < 0.75 else self.arrays
        if self.dynamic:
            self.features.add("dynamic")
            self.out.line("#pragma dist dynamic " + ", ".join(a.name for a in self.dynamic))
        if not self.members:
            self.vector_directives()

    def vector_directives(self):
        for vector in self.vectors:
            if vector.kind == "vector":
                tail = "[*]" * (self.rank - 1)
                if self.chance(0.5) and not self.members:
                    self.out.line(f"#pragma dist align {vector.name}[i] with {self.arrays[0].name}[i]{tail}")
                else:
                    self.out.line(f"#pragma dist distribute {vector.name}[block]")

    def declare(self):
        shape = "".join(f"[{e}]" for e in self.arrays[0].extent)
        if self.storage in ("static", "vla"):
            prefix = "static " if self.storage == "static" else ""
            for array in self.arrays + self.vectors:
                self.out.line(f"{prefix}{array.declared} {array.name}{''.join(f'[{e}]' for e in array.extent)};")
            self.directives()
            return
        if self.members:
            self.allocate_members()
            return
        for array in self.arrays:
            inner = "".join(f"[{e}]" for e in array.extent[1:])
            flat = self.storage == "linear" or self.rank == 1
            name = f"*{array.name}" if flat else f"(*{array.name}){inner}"
            self.out.line(f"{array.declared} {name} = {self.allocation(array)};")
        for array in self.vectors:
            self.out.line(f"{array.declared} {array.name}[n];")
        self.out.line("#pragma dist array " + ", ".join(a.name + shape for a in self.arrays))
        self.directives()

    def allocation(self, array):
        elements = " * ".join(f"(size_t){e}" for e in array.extent)
        return self.pick([f"malloc(sizeof({array.declared}) * {elements})",
                          f"calloc({elements}, sizeof({array.declared}))"])

    def define_struct(self):
        self.out.open("struct data")
        self.out.line(f"int {', '.join(self.sizes)};")
        for array in self.arrays:
            room = math.prod(self.sizes[e] for e in array.extent) + self.pick([0, 1, 40])
            self.out.line(f"{array.declared} {array.bare}[{room}];" if self.held
                          else f"{array.declared} *{array.bare};")
        shape = "".join(f"[{e}]" for e in self.arrays[0].extent)
        self.out.line("#pragma dist array " + ", ".join(a.bare + shape for a in self.arrays))
        self.directives()
        self.out.close(";")

    def allocate_members(self):
        if self.chance(0.5):
            self.out.line("struct data data, *d = &data;")
        else:
            self.out.line("struct data *d = malloc(sizeof *d);")
        for name in self.sizes:
            self.out.line(f"d->{name} = {name};")
        for array in self.arrays if not self.held else []:
            self.out.line(f"{array.name} = {self.allocation(array)};")
        for array in self.vectors:
            self.out.line(f"{array.declared} {array.name}[n];")
        self.vector_directives()

    def initialise(self):
        for number, array in enumerate(self.arrays + self.vectors):
            for d in range(array.rank):
                self.out.open(f"for (int {INDEX[d]} = 0; {INDEX[d]} < {array.extent[d]}; {INDEX[d]}++)")
            formula = " + ".join(f"{INDEX[d]} * {self.pick([3, 5, 7])}" for d in range(array.rank))
            here = self.element(array, list(INDEX[:array.rank]))
            self.out.line(f"{here} = ({formula} + {number}) % 23;")
            if array.member:
                self.out.line(f"{here.removesuffix('.x')}.k = i % 4;")
            for _ in range(array.rank):
                self.out.close()

    def print_all(self):
        for array in self.arrays + self.vectors:
            for d in range(array.rank):
                self.out.open(f"for (int {INDEX[d]} = 0; {INDEX[d]} < {array.extent[d]}; {INDEX[d]}++)")
            self.out.line(f"printf(\"{array.format} \", {self.element(array, list(INDEX[:array.rank]))});")
            for d in range(array.rank):
                self.out.close()
                if d == 0:
                    self.out.line("printf(\"\\n\");")

    def program(self):
        self.index_types = ["int"] if self.storage == "static" or self.chance(0.7) else ["int", "long"]
        self.can_swap = self.alike = True
        out = self.out
        out.line("// SPDX-License-Identifier: Apache-2.0")
        out.line(f"// Random program {self.seed}, by test/fuzz/generate.py.")
        if self.storage != "static":
            out.line("// ARGS: " + " ".join(str(size) for size in self.sizes.values()))
        out.line("#include <stdio.h>")
        out.line("#include <stdlib.h>")
        out.line("#include <string.h>")
        out.line()
        out.line("#define MIN(x, y) ((x) < (y) ? (x) : (y))")
        out.line("#define MAX(x, y) ((x) > (y) ? (x) : (y))")
        out.line("#define W(x) ((long)(x) % 101)")
        if self.storage == "static":
            for name, size in self.sizes.items():
                out.line(f"#define {name} {size}")
        out.line()
        out.line("static const int weight[5] = {1, -2, 3, 4, -1};")
        out.line("static long mix(long x, long y) { return x > y ? x - 2 * y : y % 7 + x; }")
        out.line("static long mux(long x, long y) { return x % 5 + y; }")
        for line in self.FUNCTIONS.split("\n"):
            out.line(line)
        for array in {a.declared: a for a in self.arrays if a.member}.values():
            out.line(f"{array.declared} {{ {self.pick(['int k; ', 'char c; short k; '])}{array.type} x; }};")
        if self.storage == "static":
            self.declare()
        if self.members:
            self.define_struct()
        out.line()
        if self.two_files:
            out.line("#if PART != 1")
        helpers = [self.helper() for _ in range(self.pick([1, 2]) if self.two_files else self.pick([0, 0, 1, 2]))]
        if self.two_files:
            self.features.add("two files")
            out.line("#endif")
            out.line("#if PART != 2")
            for text in self.prototypes:
                out.line(text)
        for text in self.tables:
            out.line(text)
        out.open("int main(int argc, char **argv)")
        if self.storage != "static":
            for number, name in enumerate(self.sizes):
                out.line(f"int {name} = atoi(argv[{number + 1}]);")
            self.declare()
        self.initialise()
        steps = self.pick([0, 1, 3, 4])
        if steps:
            out.open(f"for (int t = 0; t < {steps}; t++)")
        for _ in range(self.random.randint(1, 5)):
            self.statement()
        for call in helpers:
            out.line(call)
        if steps and self.chance(0.2):
            corner = self.element(self.arrays[0], ["0"] * self.rank)
            out.line(f"if ({corner} > 100) break;")
        if steps:
            out.close()
        for _ in range(self.random.randint(0, 3)):
            self.statement()
        self.print_all()
        if self.storage in ("malloc", "linear") and not self.held:
            for array in self.arrays:
                out.line(f"free({array.name});")
        out.line("return argc < 0;")
        out.close()
        if self.two_files:
            out.line("#endif")
        return "\n".join(out.lines) + "\n"


def program(seed):
    return Generator(seed).program()


def program_with_features(seed):
    """The text, its arguments, and what it uses."""
    generator = Generator(seed)
    text = generator.program()
    arguments = [] if generator.storage == "static" else [str(size) for size in generator.sizes.values()]
    return text, arguments, generator.features


if __name__ == "__main__":
    sys.stdout.write(program(int(sys.argv[1])))
