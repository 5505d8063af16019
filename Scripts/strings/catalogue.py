"""The catalogues: `Strings/<area>.<language>.json`, one flat object of key and text for each area and language."""

import json
import re
from pathlib import Path

LANGUAGES = ("en", "es", "pt", "it")
"""English comes first: it names every key, and the others have the same ones."""

PLACEHOLDER = re.compile(r"\{([a-z][A-Za-z0-9]*)\}")
KEY = re.compile(r"[a-z]\w*(\.[\w-]+)*")

FORMS = ("one", "other")
GENDERS = ("feminine", "masculine")


class Fault(Exception):
    """Something that a person has to correct: said in one line, with its file."""


class Area:
    """One area's texts: `texts[language][key]`, in the order of the English file."""

    def __init__(self, name, texts):
        self.name = name
        self.texts = texts

    @property
    def keys(self):
        return list(self.texts["en"])

    def stems(self, suffixes):
        """The keys without their last part that exist with the first of `suffixes`: "points" for `points.one`."""
        first = f".{suffixes[0]}"
        return [key.removesuffix(first) for key in self.keys if key.endswith(first)]

    def placeholders(self, key):
        """The names that the text of `key` has braces for, in the order of their first use in English."""
        return list(dict.fromkeys(PLACEHOLDER.findall(self.texts["en"][key])))


def read_areas(folder):
    """What `areas.json` lists: the areas of the page and those of Swift, and what is wrong with them."""
    lists = json.loads((folder / "areas.json").read_text(encoding="utf-8"))
    faults = []
    areas = {reader: [read_area(folder, name, faults) for name in names] for reader, names in lists.items()}
    listed = {f"{area.name}.{language}.json" for each in areas.values() for area in each for language in LANGUAGES}
    for path in sorted(folder.glob("*.json")):
        if path.name != "areas.json" and path.name not in listed:
            faults.append(f"{path.name}: in no list of areas.json, or of no language of ours")
    return areas, faults


def read_area(folder, name, faults):
    texts = {}
    for language in LANGUAGES:
        path = folder / f"{name}.{language}.json"
        try:
            pairs = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=list)
        except (OSError, ValueError) as error:
            raise Fault(f"{path.name}: {error}") from error
        kept = [(key, text) for key, text in pairs if not key.startswith("_")]
        texts[language] = dict(kept)
        if len(texts[language]) != len(kept):
            seen = set()
            again = sorted({key for key, _ in kept if key in seen or seen.add(key)})
            faults.append(f"{path.name}: twice: {', '.join(again)}")
        faults.extend(f"{path.name}: {fault}" for key, text in kept for fault in text_faults(key, text))
    area = Area(name, texts)
    faults.extend(completeness_faults(area))
    return area


def text_faults(key, text):
    if not KEY.fullmatch(key):
        yield f"{key}: keys are words joined by dots"
    if not isinstance(text, str) or not text or text != text.strip():
        yield f"{key}: no text, or blanks around it"
    elif re.search(r"[{}]", PLACEHOLDER.sub("", text)):
        yield f"{key}: a brace that belongs to no {{placeholder}}"


def completeness_faults(area):
    """Whether all languages have the same keys, the same placeholders and whole sets of forms."""
    english = area.texts["en"]
    for language in LANGUAGES[1:]:
        file = f"{area.name}.{language}.json"
        texts = area.texts[language]
        for key in english:
            if key not in texts:
                yield f"{file}: {key} is missing"
            elif set(PLACEHOLDER.findall(texts[key])) != set(PLACEHOLDER.findall(english[key])):
                yield f"{file}: {key}: other placeholders than in English"
        yield from (f"{file}: {key}: not in English" for key in texts if key not in english)
        if set(texts) == set(english) and list(texts) != list(english):
            yield f"{file}: the keys stand in another order than in English"
    for stem in area.stems(FORMS):
        if f"{stem}.other" not in english:
            yield f"{area.name}.en.json: {stem}: has .one and no .other"
        elif "count" not in area.placeholders(f"{stem}.other"):
            yield f"{area.name}.en.json: {stem}.other: does not say {{count}}"
    for stem in area.stems(GENDERS):
        if f"{stem}.masculine" not in english:
            yield f"{area.name}.en.json: {stem}: has .feminine and no .masculine"
        elif "noun" not in area.placeholders(f"{stem}.feminine"):
            yield f"{area.name}.en.json: {stem}.feminine: does not say the {{noun}} that it agrees with"
    for language, texts in area.texts.items():
        for key, text in texts.items():
            if key.endswith(".gender") and text not in GENDERS:
                yield f"{area.name}.{language}.json: {key}: is {' or '.join(GENDERS)}"


def twice(areas):
    """Keys of the page that two areas have: the page reads them as one catalogue."""
    owner = {}
    for area in areas:
        for key in area.keys:
            if owner.setdefault(key, area.name) != area.name:
                yield f"{key}: in {owner[key]} and in {area.name}"


def folder_of(root):
    return Path(root) / "Strings"
