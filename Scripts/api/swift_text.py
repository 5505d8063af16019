"""Pieces of Swift: names, documentation, literals and files; `swift format` lays out what comes from here."""

import json
import re
import subprocess

# `public`, because the modules that use the table are; one word to change.
ACCESS = "package"
HEAD = "// Written by `make api` from the table in API/; edit that, not this.\n"
RESERVED = {"public", "default", "in", "is", "case", "switch", "self", "internal", "operator", "import", "where", "as", "class"}


def escaped(name):
    return f"`{name}`" if name in RESERVED else name


def camel(text):
    """`fill-or-kill` → `fillOrKill`."""
    first, *rest = re.split(r"[-._ ]", text)
    return first + "".join(word[:1].upper() + word[1:] for word in rest)


def pascal(text):
    return camel(text)[0].upper() + camel(text)[1:]


def documented(text, indent=""):
    """A documentation comment: the first sentence on its own, the rest after an empty line."""
    sentences = re.split(r"(?<=[^.…]\.) (?=[A-Z`])", text, maxsplit=1)
    width = 116 - len(indent)
    lines = []
    for number, sentence in enumerate(sentences):
        if number:
            lines.append("")
        line = ""
        for word in sentence.split(" "):
            if line and len(line) + 1 + len(word) > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    return "".join(f"{indent}/// {line}".rstrip() + "\n" for line in lines)


def literal(text):
    """A string literal; JSON's escapes are Swift's but for control characters, which no text of ours has."""
    return json.dumps(text, ensure_ascii=False).replace("\\/", "/")


def laid_out(texts, configuration):
    """The texts as `swift format` lays them out, in their order."""
    made = []
    for text in texts:
        run = subprocess.run(
            ["swift", "format", "format", "--configuration", str(configuration)], input=text, text=True,
            capture_output=True, check=True)
        made.append(run.stdout)
    return made
