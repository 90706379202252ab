# SPDX-License-Identifier: Apache-2.0
"""Work arrays and variables of a loop that its conditions set: what one iteration sets before it reads is its own, and
what it may find as an earlier one left it is not. `Branches` is a part of generate.Generator.

Everything is drawn from a stream of its own, so that the rest of a seed's program stays as it is."""
import random

from forms import INDEX

LENGTH = 6  # of a work array


class Branches:
    def start_branches(self):
        self.brancher = random.Random(f"branches {self.seed}")
        self.is_branched = self.brancher.random() < 0.35

    def maybe_branched(self):
        if self.is_branched and self.brancher.random() < 0.5:
            self.features.add("branched")
            self.branched()

    def branched(self):
        """A loop over the first dimension with a work array, perhaps two variables, and statements that set them."""
        r = self.brancher
        target, source = r.sample(self.arrays, 2)
        self.work, self.scalar = self.fresh("w"), self.fresh("x")
        self.read_from = self.element(source, ["i"] + [r.choice(["0", f"{e} - 1"]) for e in source.extent[1:]])
        self.left_by = "continue"
        shared = r.random() < 0.75
        declaration = [f"long {self.work}[{LENGTH}], {self.scalar} = {r.choice([0, 3])};",
                       f"for (int q = 0; q < {LENGTH}; q++) {self.work}[q] = {r.choice(['q', '0', '2 * q + 1'])};"]
        if shared:
            for text in declaration:
                self.out.line(text)
        low, cut = r.choice([("0", ""), ("0", ""), ("1", ""), ("0", " - 1")])
        self.out.open(self.head(target, 0, low, cut))
        if not shared:
            for text in declaration:
                self.out.line(text)
        self.set_all_of_work(r.random() < 0.5)
        for _ in range(r.randint(1, 4)):
            self.branched_statement(2)
        self.use_work(target)
        if r.random() < 0.3:
            self.branched_statement(1)
            self.use_work(target)
        self.out.close()
        if shared and r.random() < 0.4:
            self.out.line(f"printf(\"{self.work} %ld %ld\\n\", {self.work}[{r.randrange(LENGTH)}], {self.scalar});")

    def set_all_of_work(self, all_of_it):
        r = self.brancher
        low, high = (0, LENGTH) if all_of_it else sorted(r.sample(range(LENGTH + 1), 2))
        self.out.line(f"for (int q = {low}; q < {high}; q++) {self.work}[q] = {self.work_value('q')};")
        if r.random() < 0.6:
            self.out.line(f"{self.scalar} = {self.work_value('1')};")

    def work_value(self, index):
        r = self.brancher
        return r.choice([f"W({self.read_from} + {index})", f"i + {index}", f"W({self.read_from}) * {r.randint(1, 3)}",
                         f"{r.randint(0, 9)}", f"W({self.work}[{r.randrange(LENGTH)}] + 1)", f"W({self.scalar} + i)"])

    def work_condition(self):
        r = self.brancher
        return r.choice([f"i % {r.choice([2, 3])} == 0", f"i > {r.randint(0, 5)}",
                         f"{self.read_from} > {r.choice([5, 11, 30])}", f"{self.scalar} > {r.randint(0, 8)}",
                         f"{self.work}[{r.randrange(LENGTH)}] > {r.choice([2, 9])}",
                         f"i < 4 || {self.read_from} > 12", f"i != {r.randint(0, 6)}"])

    def work_place(self):
        r = self.brancher
        return f"{self.work}[{r.choice([str(r.randrange(LENGTH)), str(r.randrange(LENGTH)), f'i % {LENGTH}'])}]"

    def branched_statement(self, depth):
        r = self.brancher
        kinds = ["element", "scalar", "range", "and", "choice"]
        if depth > 0:
            kinds += ["if", "both", "leave", "switch", "cut", "once"]
        kind = r.choice(kinds)
        write = self.out.line
        if kind == "element":
            write(f"{self.work_place()} = {self.work_value('2')};")
        elif kind == "scalar":
            write(f"{self.scalar} = {self.work_value('3')};")
        elif kind == "range":
            self.set_all_of_work(r.random() < 0.4)
        elif kind == "and":
            write(f"(void)(({self.work_condition()}) {r.choice(['&&', '||'])} "
                  f"({self.work_place()} = {self.work_value('1')}));")
        elif kind == "choice":
            places = [self.work_place(), r.choice([self.work_place(), self.scalar])]
            write(f"(void)(({self.work_condition()}) ? ({places[0]} = {self.work_value('1')}) "
                  f": ({places[1]} = {self.work_value('4')}));")
        elif kind in ("if", "both"):
            self.out.open(f"if ({self.work_condition()})")
            self.branched_block(depth)
            if kind == "both":
                self.out.depth -= 1
                self.out.open("} else")
                self.branched_block(depth)
            self.out.close()
        elif kind == "leave":
            self.out.open(f"if ({self.work_condition()})")
            self.branched_block(depth)
            write(f"{self.left_by};")
            self.out.close()
        elif kind == "switch":
            self.out.open(f"switch ({r.choice(['i', f'(int)W({self.read_from})', f'(int){self.scalar}'])} % 3)")
            for label in r.sample(["case 0:", "case 1:", "default:"], r.randint(2, 3)):
                write(label)
                self.in_block("break", lambda: self.branched_block(depth))
                if r.random() < 0.7:
                    write("break;")
            self.out.close()
        elif kind == "cut":
            low, high = sorted(r.sample(range(LENGTH + 1), 2))
            self.out.open(f"for (int q = {low}; q < {high}; q++)")
            stop = r.choice([f"{self.work}[q] > 7", f"i + q > {r.randint(2, 9)}", f"{self.read_from} > 3 * q"])
            first = r.random() < 0.5
            if first:
                write(f"if ({stop}) {r.choice(['break', 'continue'])};")
            write(f"{self.work}[q] = {self.work_value('q')};")
            if not first:
                write(f"if ({stop}) break;")
            self.out.close()
        else:
            self.out.open("do")
            self.in_block("break", lambda: self.branched_block(depth))
            self.out.close(" while (0);")

    def in_block(self, left_by, body):
        """Within a statement that is left by another word."""
        outer, self.left_by = self.left_by, left_by
        body()
        self.left_by = outer

    def branched_block(self, depth):
        for _ in range(self.brancher.randint(1, 3)):
            self.branched_statement(depth - 1)

    def use_work(self, target):
        r = self.brancher
        inner = " ".join(self.head(target, d) for d in range(1, target.rank))
        follows = target.rank > 1 and r.random() < 0.6
        index = f"{INDEX[target.rank - 1]} % {LENGTH}" if follows else str(r.randrange(LENGTH))
        value = r.choice([f"{self.work}[{index}] + {self.scalar}", f"{self.work}[{index}]", f"{self.scalar}",
                          f"{self.work}[{index}] - {self.work}[{r.randrange(LENGTH)}]"])
        guard = f"if ({self.work_condition()}) " if r.random() < 0.2 else ""
        self.out.line(guard + (inner + " " if inner else "") + self.set_to(target, list(INDEX[:target.rank]), value))
