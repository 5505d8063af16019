"""Writes bodies and closed sets in Swift."""

from model import MOST_EXACT, USUAL_TEXT
from swift_text import ACCESS, HEAD, camel, documented, escaped, literal, pascal


def files(table):
    """The text of a file for each area that has bodies or closed sets, by the file's name."""
    made = {}
    for area in table.areas:
        bodies = [body for body in table.bodies.values() if body.area == area]
        words = [words for words in table.words.values() if words.area == area]
        if not bodies and not words:
            continue
        parts = [closed_set(each) for each in words] + [body_text(table, each) for each in bodies]
        text = HEAD + ("import Basics\n\n" if "Timestamp" in "".join(parts) else "\n") + "\n".join(parts)
        made[f"{pascal(area)}Bodies.swift"] = text
    return made


def type_name(table, name):
    return name if name in table.words or name == "Fault" else f"{name}Body"


def type_of(table, schema):
    """The Swift type of a schema's values, without the mark of an optional."""
    if "$ref" in schema:
        return type_name(table, schema["$ref"])
    kind = schema["type"][0] if isinstance(schema["type"], list) else schema["type"]
    if "swift" in schema:
        return schema["swift"]
    if kind == "array":
        return f"[{type_of(table, schema['items'])}]"
    if kind == "object":
        return f"[String: {type_of(table, schema['additionalProperties'])}]"
    if kind == "string":
        return "Timestamp" if schema.get("format") == "date-time" else "String"
    if kind == "integer":
        return "Int64" if schema.get("format") == "int64" else "Int"
    return {"number": "Double", "boolean": "Bool"}[kind]


def schema_of(table, schema):
    """The expression for a schema."""
    if "$ref" in schema:
        return f"{type_name(table, schema['$ref'])}.schema"
    kind, form = schema["type"], schema.get("format")
    if isinstance(kind, list):
        return f".nullable({schema_of(table, {**schema, 'type': kind[0]})})"
    if kind == "string":
        return string_schema(schema, form)
    if kind == "integer":
        if form == "uint16":
            return ".uint16"
        least, most = schema.get("minimum"), schema.get("maximum")
        if (least, most) == (0, None):
            return ".count"
        return f".integer({'.min' if least is None else number(least)}...{number(most if most is not None else MOST_EXACT)})" \
            if least is not None else ".integer(.min ... .max)"
    if kind == "array":
        element, least, most = schema_of(table, schema["items"]), schema.get("minItems"), schema.get("maxItems")
        if least:
            return f".array(of: {element}, count: {least}...{most if most is not None else '.max'})"
        return f".list(of: {element}{'' if most is None else f', atMost: {most}'})"
    if kind == "object":
        return f".map(of: {schema_of(table, schema['additionalProperties'])})"
    return f".{kind}"


def string_schema(schema, form):
    if form == "hex":
        return f".hexadecimal(bytes: {schema['bytes']})"
    if form == "date-time":
        return ".dateTime"
    if form == "uuid":
        return ".uuid"
    if form == "decimal":
        return ".decimal"
    if "enum" in schema:
        return f".oneOf([{', '.join(literal(word) for word in schema['enum'])}])"
    longest = {"date": 10}.get(form, schema.get("maxLength", USUAL_TEXT))
    shape = schema.get("reads", "text")
    return f".{shape}()" if longest == USUAL_TEXT else f".{shape}({number(longest)})"


def number(value):
    return f"{value:_}" if abs(value) >= 10_000 else str(value)


def closed_set(words):
    lines = [documented(words.summary), f"{ACCESS} enum {words.name}: String, CaseIterable, Codable, Sendable {{\n"]
    for word in words.words:
        case = camel(word)
        raw = "" if case == word else f" = {literal(word)}"
        lines.append(documented(words.texts.get(word) or f"`{word}`.", "    ") + f"    case {escaped(case)}{raw}\n")
    cases = ", ".join(literal(word) for word in words.words)
    lines.append(f"\n    /// The shape in JSON.\n    {ACCESS} static let schema: Schema = .oneOf([{cases}])\n}}\n")
    return "".join(lines)


def body_text(table, body):
    name = type_name(table, body.name)
    members = [(each, type_of(table, each.schema) + ("?" if each.optional or each.nullable else "")) for each in body.properties]
    lines = [documented(body.summary), f"{ACCESS} struct {name}: APIBody{', Hashable' if body.hashable else ''} {{\n"]
    for each, kind in members:
        lines.append(documented(each.summary, "    ") + f"    {ACCESS} var {escaped(each.name)}: {kind}\n")
    lines.append("\n" + documented(body.summary, "    "))
    taken = ", ".join(f"{each.name}: {kind}{' = nil' if each.optional else ''}" for each, kind in members)
    lines.append(f"    {ACCESS} init({taken}) {{\n")
    lines += [f"        self.{each.name} = {escaped(each.name)}\n" for each, _ in members]
    lines.append("    }\n\n    /// Its shape in JSON.\n")
    if body.is_tuple:
        shapes = ", ".join(schema_of(table, each.schema) for each in body.properties)
        lines.append(f"    {ACCESS} static let schema: Schema = .tuple([{shapes}])\n\n")
        lines.append(tuple_coding(members))
    else:
        lines.append(f"    {ACCESS} static let schema: Schema = .object(\n        {literal(body.name)},\n        [\n")
        for each in body.properties:
            mark = "optional" if each.optional else "required"
            lines.append(f"            .{mark}({literal(each.name)}, {schema_of(table, each.schema)}),\n")
        lines.append("        ])\n")
        if any(each.nullable for each in body.properties):
            lines.append("\n" + telling_null(members))
    return "".join(lines) + "}\n"


def tuple_coding(members):
    """Reading and writing an array with a place for each member."""
    read = ", ".join(f"{each.name}: try place.decode({kind}.self)" for each, kind in members)
    lines = ["    /// Reads an array.\n", f"    {ACCESS} init(from decoder: any Decoder) throws {{\n"]
    lines += ["        var place = try decoder.unkeyedContainer()\n", f"        self.init({read})\n    }}\n\n"]
    lines += ["    /// Writes an array.\n", f"    {ACCESS} func encode(to encoder: any Encoder) throws {{\n"]
    lines.append("        var place = encoder.unkeyedContainer()\n")
    for each, _ in members:
        rounded = ".roundedToCentimetre" if each.schema.get("format") == "centimetre" else ""
        lines.append(f"        try place.encode({escaped(each.name)}{rounded})\n")
    return "".join(lines) + "    }\n"


def telling_null(members):
    """Writing where an absent value is told as null."""
    keys = ", ".join(escaped(each.name) for each, _ in members)
    lines = [f"    private enum CodingKeys: String, CodingKey {{\n        case {keys}\n    }}\n\n"]
    lines.append("    /// Writes what may be null also when there is none: its absence is told, not left out.\n")
    lines.append(f"    {ACCESS} func encode(to encoder: any Encoder) throws {{\n")
    lines.append("        var container = encoder.container(keyedBy: CodingKeys.self)\n")
    for each, _ in members:
        verb = "encodeIfPresent" if each.optional else "encode"
        lines.append(f"        try container.{verb}({escaped(each.name)}, forKey: .{each.name})\n")
    return "".join(lines) + "    }\n"
