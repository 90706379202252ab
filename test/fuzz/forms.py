# SPDX-License-Identifier: Apache-2.0
"""Statements of random programs in forms that people write: counters beside loops, colours, periodic neighbours,
searches, calls, tiles. `Forms` is a part of generate.Generator."""

INDEX = "ijkh"


class Forms:
    # ---- pieces --------------------------------------------------------------------------------

    def here(self, array=None):
        return list(INDEX[:array.rank if array else self.rank])

    def head(self, array, d, low="0", cut=""):
        return f"for (int {INDEX[d]} = {low}; {INDEX[d]} < {array.extent[d]}{cut}; {INDEX[d]}++)"

    def inner_heads(self, array, first=1):
        return " ".join(self.head(array, d) for d in range(first, array.rank))

    def set_to(self, array, subscripts, value):
        return f"{self.element(array, subscripts)} = W({value});"

    # ---- counters ------------------------------------------------------------------------------

    def counted(self):
        """Variables that step beside a loop, in its head or its body."""
        target, source = self.random.sample(self.arrays, 2)
        counter, step = self.fresh("q"), self.pick([1, 2, 3, -1, -2])
        change = {1: f"{counter}++", -1: f"{counter}--"}.get(step, f"{counter} {'+' if step > 0 else '-'}= {abs(step)}")
        start = self.pick(["0", "5", "n"])
        in_head = self.chance(0.5)
        use = self.pick([f"{counter}", f"({counter} % 3)", f"2 * {counter}", f"({counter} > 3 ? 1 : 2)"])
        if in_head:
            self.out.line(f"int {counter};")
            self.out.open(f"for (int i = ({counter} = {start}, 0); i < {target.extent[0]}; i++, {change})")
        else:
            self.out.line(f"int {counter} = {start};")
            self.out.open(self.head(target, 0))
        self.out.open("if (1)" if self.rank == 1 else self.inner_heads(target))
        self.out.line(self.set_to(target, self.here(), f"{self.element(source, self.here())} + {use}"))
        inside = self.rank > 1 and not in_head and self.chance(0.5)
        if inside:
            self.out.line(change + ";")
        self.out.close()
        if not in_head and not inside:
            self.out.line(change + ";")
        self.out.close()
        self.out.line(f"printf(\"{counter} %d\\n\", {counter});")

    def indexed_by_counter(self):
        """An index of its own that runs along with the loop's."""
        target, source = self.random.sample(self.arrays, 2)
        p = self.fresh("p")
        down = self.chance(0.4)
        there = [p] + self.here()[1:]
        self.out.line(f"int {p} = {target.extent[0] + ' - 1' if down else '0'};")
        self.out.open(self.head(target, 0))
        inner = self.inner_heads(target)
        left, right = self.pick([(there, self.here()), (self.here(), there)])
        self.out.line((inner + " " if inner else "") + self.set_to(target, left, f"{self.element(source, right)} + 1"))
        self.out.line(f"{p}{'--' if down else '++'};")
        self.out.close()

    def coloured(self):
        """Every other element, from the ones between."""
        if self.rank == 1:
            return self.counted()
        array = self.pick(self.arrays)
        j, i = INDEX[self.rank - 1], "i"
        last, side = self.rank - 1, self.fresh("s")
        low, high = self.here(), self.here()
        low[last], high[last] = f"{j} - 1", f"{j} + 1"
        near = [self.element(array, low), self.element(array, high)]
        up, down = self.here(), self.here()
        up[0], down[0] = "i - 1", "i + 1"
        near += [self.element(array, up), self.element(array, down)]
        colour = self.fresh("c")
        middle = " ".join(self.head(array, d) for d in range(1, last))
        form = self.pick(["toggle", "sum", "test"])
        self.out.open(f"for (int {colour} = 0; {colour} < 2; {colour}++)")
        if form == "toggle":
            self.out.line(f"int {side} = {colour};")
            self.out.open(f"for (int i = 1; i < {array.extent[0]} - 1; i++, {side} = 1 - {side})")
            first, step = f"1 + {side}", " += 2"
        else:
            self.out.open(f"for (int i = 1; i < {array.extent[0]} - 1; i++)")
            first, step = (f"1 + ({i} + {colour}) % 2", " += 2") if form == "sum" else ("1", "++")
        guard = f"if (({i} + {j}) % 2 == {colour}) " if form == "test" else ""
        self.out.line((middle + " " if middle else "") +
                      f"for (int {j} = {first}; {j} < {array.extent[last]} - 1; {j}{step}) {guard}"
                      + self.set_to(array, self.here(), " + ".join(near)))
        self.out.close()
        self.out.close()
        return None

    # ---- neighbours ----------------------------------------------------------------------------

    def periodic(self):
        """Neighbours beyond an end are those at the other one."""
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        i, n = INDEX[d], target.extent[d]
        there, left = self.here(), self.fresh("b")
        there[d] = left
        form = self.random.randrange(4)
        for e in range(self.rank):
            self.out.open(self.head(target, e))
        if form == 0:
            self.out.line(f"int {left} = {i} + 1;")
            self.out.line(f"if ({left} == {n}) {left} = 0;")
        elif form == 1:
            self.out.line(f"int {left} = {i} == 0 ? {n} - 1 : {i} - 1;")
        elif form == 2:
            self.out.line(f"int {left} = ({i} + 1) % {n};")
        else:
            self.out.line(f"int {left};")
            self.out.line(f"if ({i} > 0) {left} = {i} - 1;")
            self.out.line(f"else {left} = {n} - 1;")
        self.out.line(self.set_to(target, self.here(),
                                  f"{self.element(source, there)} + {self.element(source, self.here())}"))
        for _ in range(self.rank):
            self.out.close()

    def tiled(self):
        """Loops in pieces."""
        target, source = self.random.sample(self.arrays, 2)
        d = self.random.randrange(self.rank)
        tile = self.fresh("tile")
        n = target.extent[d]
        size = self.pick([2, 3, 8])
        self.out.line(self.pick([f"const int {tile} = {size};", f"int {tile} = {size};",
                                 f"enum {{ {tile} = {size} }};"]))
        ii = self.fresh("t")
        self.out.open(f"for (int {ii} = 0; {ii} < {n}; {ii} += {tile})")
        for e in range(self.rank):
            self.out.open(f"for (int {INDEX[e]} = {ii}; {INDEX[e]} < MIN({ii} + {tile}, {n}); {INDEX[e]}++)" if e == d
                          else self.head(target, e))
        self.out.line(self.set_to(target, self.here(), f"{self.element(source, self.here())} + 2"))
        for _ in range(self.rank + 1):
            self.out.close()

    # ---- reductions into elements --------------------------------------------------------------

    def gathered(self):
        """A histogram, or sums of columns or rows."""
        array = self.pick(self.arrays)
        name = self.fresh("h")
        extent = self.pick(["7", array.extent[-1]])
        value = self.element(array, self.here())
        at = f"(unsigned long)(long){value} % 7" if extent == "7" else INDEX[self.rank - 1]
        self.out.line(f"long {name}[{extent}];")
        self.out.line(f"for (int q = 0; q < {extent}; q++) {name}[q] = q;")
        self.out.line(" ".join(self.head(array, d) for d in range(self.rank)) +
                      f" {name}[{at}]{self.pick(['++', ' += (long)' + value, ' += i'])};")
        self.out.line(f"for (int q = 0; q < {extent}; q++) printf(\"%ld \", {name}[q]);")
        self.out.line("printf(\"\\n\");")
        if self.vectors and self.chance(0.5):
            vector = self.pick(self.vectors)
            self.out.line(" ".join(self.head(array, d) for d in range(self.rank)) +
                          f" {vector.name}[i] = W({vector.name}[i] + {self.pick(['(long)' + value, '1'])});")

    # ---- leaving -------------------------------------------------------------------------------

    def searched(self):
        """The first element of a kind."""
        array = self.pick(self.arrays)
        at, limit = self.fresh("f"), self.pick([3, 20, 60, 200])
        self.out.line(f"int {at} = -1;")
        found = f"{self.element(array, self.here())} > {limit}"
        if self.rank == 1 or self.chance(0.4):
            subscripts = ["i"] + [self.pick(["0", f"{e} - 1"]) for e in array.extent[1:]]
            found = f"{self.element(array, subscripts)} > {limit}"
            self.out.line(f"{self.head(array, 0)} if ({found}) {{ {at} = i; break; }}")
        elif self.chance(0.5):
            self.out.open(f"for (int i = 0; i < {array.extent[0]} && {at} < 0; i++)")
            self.out.line(f"{self.inner_heads(array)} if ({found}) {at} = i;")
            self.out.close()
        else:
            label = self.fresh("out")
            self.out.line(" ".join(self.head(array, d) for d in range(self.rank)) +
                          f" if ({found}) {{ {at} = i; goto {label}; }}")
            self.out.line(f"{label}:;")
        self.out.line(f"printf(\"{at} %d\\n\", {at});")

    def chosen(self):
        """switch, while and do in an iteration."""
        target, source = self.random.sample(self.arrays, 2)
        x = self.fresh("x")

        def body():
            self.out.line(f"long {x} = (long){self.element(source, self.here())};")
            if self.chance(0.5):
                self.out.open(f"switch ({self.pick(['i', x])} % 3)")
                self.out.line(f"case 0: {x} += 4; break;")
                self.out.line(f"case 1: {x} -= 1;{self.pick(['', ' break;'])}")
                self.out.line(f"default: {x} *= 2;")
                self.out.close()
            else:
                self.out.line(self.pick([f"while ({x} > 10) {x} -= 7;", f"do {x}--; while ({x} > 30);",
                                         f"for (int q = 0; q < 5; q++) {{ if (q == {x}) break; {x} += q; }}"]))
            self.out.line(self.set_to(target, self.here(), x))

        self.nest(target, [[0, 0] for _ in range(self.rank)], body)

    # ---- calls ---------------------------------------------------------------------------------

    def called(self):
        """Functions that are given places: of elements, of rows, of private variables."""
        target, source = self.random.sample(self.arrays, 2)
        kind = self.pick(["first", "both", "bump", "at"])
        value = self.element(source, self.here())
        if kind == "both":
            low, high = self.fresh("lo"), self.fresh("hi")

            def body():
                self.out.line(f"long {low}, {high};")
                self.out.line(f"both((long){value}, &{low}, &{high});")
                self.out.line(self.set_to(target, self.here(), f"{low} + 2 * {high}"))

            self.nest(target, [[0, 0] for _ in range(self.rank)], body)
        elif kind == "bump" and target.type == "double":
            self.nest(target, [[0, 0] for _ in range(self.rank)],
                      lambda: self.out.line(f"bump(&{self.element(target, self.here())}, (long){value});"))
        elif kind == "first" and source.declared == "double" and self.rank > 1:
            row = self.element(source, ["i"] + ["0"] * (self.rank - 1))
            self.out.open(self.head(target, 0))
            self.out.line(self.set_to(target, ["i"] + ["0"] * (self.rank - 1),
                                      f"first(&{row}, {source.extent[-1]}, 5)"))
            self.out.close()
        elif source.declared == "double" and self.storage == "linear" and self.rank == 2:
            near = self.pick([("i", "j"), ("i - 1", "j"), ("i + 1", "j"), ("i", "j - 1")])
            reach = [[1, 1], [1, 1]]
            self.nest(target, reach, lambda: self.out.line(
                self.set_to(target, self.here(), f"at({source.name}, {target.extent[1]}, {near[0]}, {near[1]})")))
        else:
            self.pure_call()

    FUNCTIONS = """\
static void both(long x, long *low, long *high)
{
	if (x > 20) {
		*low = 20, *high = x;
		return;
	}
	*low = x, *high = 20;
}
static void bump(double *x, long by)
{
	if (by > 50) return;
	*x = W(*x + by);
}
static long first(const double *row, int length, int limit)
{
	for (int q = 0; q < length; q++)
		if (row[q] > limit) return q;
	return -1;
}
static double at(const double *x, int columns, int i, int j) { return x[i * columns + j]; }"""
