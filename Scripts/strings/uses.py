"""Which keys the page and the Swift sources name. A text that nobody can see is not translated four times."""

import re

import swift

STRING = re.compile(r'"([A-Za-z][\w.-]*)"')
TEMPLATE = re.compile(r"`([A-Za-z][\w.-]*(?:\$\{[^}`]*\}[\w.-]*)+)`")
SUFFIX = re.compile(r"`\$\{[^}`]*\}(\.[A-Za-z]\w*)`")


def unused_of_page(root, areas):
    """The keys that no source of the page names.

    A source names a key as a string, by a template such as `zone.${zone}`, or as a named one with `${key}.text`.
    """
    named, patterns, suffixes = set(), set(), set()
    for path in sorted((root / "Web/src").rglob("*.ts")):
        if path.parent.name == "strings":
            continue
        source = path.read_text(encoding="utf-8")
        named.update(STRING.findall(source))
        patterns.update(TEMPLATE.findall(source))
        suffixes.update(SUFFIX.findall(source))
    matchers = [re.compile(each) for each in map(expression_of, patterns) if each]

    def is_used(key):
        return (
            key in named
            or any(each.fullmatch(key) for each in matchers)
            or any(key.endswith(suffix) and key.removesuffix(suffix) in named for suffix in suffixes)
        )

    for area in areas:
        for key in area.keys:
            if not is_used(key) and not is_used(re.sub(r"\.(one|other)$", "", key)):
                yield f"{area.name}: {key}: nothing on the page says it"


def expression_of(template):
    """A regular expression for what a template can make; nothing for one that could make any key."""
    parts = re.split(r"\$\{[^}]*\}", template)
    if "." not in parts[0]:
        return None
    return r"[\w.-]+".join(map(re.escape, parts))


def unused_of_swift(root, areas):
    """The keys whose functions no Swift source calls."""
    folder = root / "Sources/Strings"
    sources = [path for path in sorted((root / "Sources").rglob("*.swift")) if folder not in path.parents]
    called = set()
    for path in sources:
        called.update(re.findall(r"\b(\w+Strings)\s*\.(\w+)", path.read_text(encoding="utf-8")))
    for area in areas:
        for name, keys in swift.functions(area).items():
            if (swift.type_name(area), name) not in called:
                yield f"{area.name}: {keys[0]}: no source calls {swift.type_name(area)}.{name}"
