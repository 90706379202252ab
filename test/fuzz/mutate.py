# SPDX-License-Identifier: Apache-2.0
"""Spoils sources: the compiler must answer with diagnostics, whatever it is given."""
import re

WORDS = ["distribute", "align", "template", "processors", "shadow", "array", "independent", "new", "reduction",
         "with", "onto", "block", "gen_block", "cyclic", "indirect", "pure", "serial", "dynamic", "inherit", "[",
         "]", "(", ")", "::", ":", ",", "*", "+", "-", "/", "%", "0", "-1", "1", "2147483648",
         "99999999999999999999", "0x7fffffff", "n", "i", "a", "sizeof(int)", "1.5", '"s"', "&&", "?", "#", ";"]
TOKEN = re.compile(r"[A-Za-z_]\w*|\d+|::|\S")


def spoil_tokens(tokens, random):
    for _ in range(random.choice([1, 1, 2, 4])):
        if not tokens:
            return tokens
        k = random.randrange(len(tokens))
        what = random.randrange(6)
        if what == 0:
            del tokens[k]
        elif what == 1:
            tokens.insert(k, tokens[k])
        elif what == 2:
            j = random.randrange(len(tokens))
            tokens[k], tokens[j] = tokens[j], tokens[k]
        elif what == 3:
            tokens[k] = random.choice(WORDS)
        elif what == 4:
            tokens.insert(k, random.choice(WORDS))
        else:
            tokens[k:k + 1] = [random.choice("([") * random.choice([1, 3, 300])] + tokens[k:k + 1]
    return tokens


def directive(line, random):
    head, _, tail = line.partition("dist")
    return f"{head}dist " + " ".join(spoil_tokens(TOKEN.findall(tail), random))


def source(text, random):
    """One or a few lines spoiled, half of the time only directives."""
    lines = text.splitlines()
    directives = [k for k, line in enumerate(lines) if re.match(r"\s*#\s*pragma\s+dist\b", line)]
    if directives and random.random() < 0.6:
        for k in random.sample(directives, min(len(directives), random.choice([1, 1, 2]))):
            lines[k] = directive(lines[k], random)
        return "\n".join(lines) + "\n"
    plain = [k for k, line in enumerate(lines) if line.strip() and not line.lstrip().startswith("//")]
    for _ in range(random.choice([1, 1, 2, 5])):
        if not plain:
            break
        k = random.choice(plain)
        what = random.randrange(5)
        if what == 0:
            lines[k] = ""
        elif what == 1:
            lines[k] = lines[k] + "\n" + lines[k]
        elif what == 2:
            j = random.choice(plain)
            lines[k], lines[j] = lines[j], lines[k]
        elif what == 3:
            if not lines[k].lstrip().startswith("#"):
                lines[k] = " ".join(spoil_tokens(TOKEN.findall(lines[k]), random))
        else:
            others = ["0", "-1", "2147483647", "1u", "4000000000", "(1L << 62)"]
            lines[k] = re.sub(r"\d+", lambda m: random.choice([m.group()] + others), lines[k])
    return "\n".join(lines) + "\n"
