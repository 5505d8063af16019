"""Writes the OpenAPI 3.1 document of the table."""

import json

from examples import examples
from model import MOST_EXACT, USUAL_TEXT

DESCRIPTION = (
    "Times are RFC 3339 in UTC. Whatever is refused or fails is answered with a problem document (RFC 9457) whose "
    "`code` is stable. Routes of the simulation exist only under `cerca demo`."
)
PROBLEM_TYPE = "application/problem+json"


def document(table, version):
    """The document as plain values, in the order in which it is written."""
    operations = [operation for operation in table.operations if operation.listed]
    writer = Writer(table)
    paths = {}
    for operation in operations:
        paths.setdefault(operation.path, {})[operation.method.lower()] = writer.operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Cerca",
            "version": version,
            "summary": "Beacons, phones and a server agree that someone is here, without saying who.",
            "description": DESCRIPTION,
        },
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {
            "schemas": {name: writer.component(name) for name in table.named(operations) if not writer.is_tuple(name)},
            "responses": writer.responses(operations),
            "securitySchemes": {
                "bearer": {"type": "http", "scheme": "bearer"},
                "cookie": {"type": "apiKey", "in": "cookie", "name": "cerca_session"},
            },
        },
    }


class Writer:
    """Turns parts of the table into parts of the document."""

    def __init__(self, table):
        self.table = table
        self.examples = examples(table)

    def is_tuple(self, name):
        return name in self.table.bodies and self.table.bodies[name].is_tuple

    def schema(self, written):
        """What JSON Schema says for a schema of ours; bodies and closed sets by reference."""
        if "$ref" in written:
            name = written["$ref"]
            return self.places(name) if self.is_tuple(name) else {"$ref": f"#/components/schemas/{name}"}
        kind = written["type"]
        if isinstance(kind, list):
            return {"anyOf": [self.schema({**written, "type": kind[0]}), {"type": "null"}]}
        said = {"type": kind}
        form = written.get("format")
        if kind == "string":
            if form == "hex":
                said["pattern"] = f"^[0-9a-fA-F]{{{written['bytes'] * 2}}}$"
            elif form:
                said["format"] = form
            longest = {"date": 10, "decimal": 40}.get(form, written.get("maxLength", USUAL_TEXT))
            if form not in ("hex", "date-time", "uuid") and longest != USUAL_TEXT and "enum" not in written:
                said["maxLength"] = longest
            if "enum" in written:
                said["enum"] = written["enum"]
        if kind == "integer":
            least, most = (0, 65_535) if form == "uint16" else (written.get("minimum"), written.get("maximum"))
            said |= {key: value for key, value in (("minimum", least), ("maximum", most)) if value is not None}
        if kind == "array":
            said["items"] = self.schema(written["items"])
            said |= {key: written[key] for key in ("minItems", "maxItems") if key in written}
        if kind == "object":
            said["additionalProperties"] = self.schema(written["additionalProperties"])
        return said

    def places(self, name):
        places = self.table.bodies[name].properties
        return {
            "type": "array", "prefixItems": [self.schema(place.schema) for place in places], "items": False,
            "minItems": len(places),
        }

    def component(self, name):
        if name in self.table.words:
            words = self.table.words[name]
            return {"type": "string", "description": words.summary, "enum": words.words}
        body = self.table.bodies[name]
        said = {
            "type": "object",
            "description": body.summary,
            "properties": {
                property.name: {**self.schema(property.schema), "description": property.summary}
                for property in body.properties
            },
        }
        required = [property.name for property in body.properties if not property.optional]
        return said | ({"required": required} if required else {})

    def operation(self, operation):
        said = {
            "operationId": operation.name, "summary": operation.summary, "tags": [operation.area],
            "security": [{"bearer": []}, {"cookie": []}] if operation.session else [],
        }
        if operation.parameters or operation.keyed or operation.matched:
            said["parameters"] = [
                {
                    "name": parameter.name, "in": "query" if parameter.in_query else "path",
                    "required": not parameter.optional, "description": parameter.summary,
                    "schema": self.schema(parameter.schema),
                }
                for parameter in operation.parameters
            ] + ([KEY] if operation.keyed else []) + ([MATCH] if operation.matched else [])
        if operation.body:
            said["requestBody"] = {"required": True, "content": {"application/json": self.content(operation.body)}}
        elif operation.upload:
            said["requestBody"] = {"required": True, "content": {operation.upload: {}}}
        said["responses"] = {str(operation.status): self.success(operation)}
        for status, codes in self.refusals(operation):
            said["responses"][str(status)] = {"$ref": f"#/components/responses/{refusal_name(codes)}"}
        return said

    def content(self, name):
        return {"schema": self.schema({"$ref": name}), "example": self.examples[name]}

    def success(self, operation):
        if operation.answer:
            content = {"application/json": self.content(operation.answer)}
            return {"description": self.table.bodies[operation.answer].summary, "content": content}
        if operation.text:
            is_text = operation.text.startswith("text/")
            schema = {"type": "string"} if is_text else {}
            return {"description": "The picture." if operation.text.startswith("image/") else "The text.", "content": {operation.text: {"schema": schema}}}
        if not operation.events:
            return {"description": "Done."}
        names = ", ".join(f"`{name}`" for name in operation.events)
        data = [f"The data of `{name}` is a `{body}`." for name, body in operation.events.items()]
        example = [f"event: {name}\ndata: {compact(self.examples[body])}\n\n" for name, body in operation.events.items()]
        return {
            "description": f"Server-sent events: {names}; a comment keeps the connection alive.",
            "content": {
                "text/event-stream": {
                    "schema": {"type": "string", "description": " ".join(data)}, "example": "".join(example),
                }
            },
        }

    @staticmethod
    def refusals(operation):
        """What an operation refuses with, by status."""
        statuses = sorted({problem.status for problem in operation.all_problems})
        return [(status, [each for each in operation.all_problems if each.status == status]) for status in statuses]

    def responses(self, operations):
        """Every set of codes that some operation answers with one status; most share theirs with others."""
        found = {}
        for operation in operations:
            for _, codes in self.refusals(operation):
                found[refusal_name(codes)] = self.refusal(codes)
        return found

    def refusal(self, codes):
        values = {
            each.code: {"value": {"type": "about:blank", "title": each.title, "status": each.status, "code": each.code}}
            for each in codes
        }
        return {
            "description": " ".join(f"`{each.code}`: {each.title}." for each in codes),
            "content": {PROBLEM_TYPE: {"schema": self.schema({"$ref": "Problem"}), "examples": values}},
        }


KEY = {
    "name": "Idempotency-Key", "in": "header", "required": False,
    "description": "Makes the request happen once, however often it comes: for 24 hours whoever sends it again with this key is answered what was answered, and `Idempotent-Replayed: true`.",
    "schema": {"type": "string", "pattern": "^[!-~]{16,64}$"},
}
MATCH = {
    "name": "If-Match", "in": "header", "required": True,
    "description": "The number of what the change was made from, as an entity tag; when that is no longer so, nothing happens.",
    "schema": {"type": "string", "pattern": "^\"[0-9]{1,15}\"$"},
}


def refusal_name(codes):
    return "-or-".join(each.code for each in codes)


def compact(value):
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def indented(value, depth=0):
    """JSON for people: two spaces deeper at each level, arrays of plain values on one line."""
    inner = "  " * (depth + 1)
    if isinstance(value, dict) and value:
        rows = [f"{inner}{compact(name)}: {indented(element, depth + 1)}" for name, element in value.items()]
        return "{\n" + ",\n".join(rows) + "\n" + "  " * depth + "}"
    if isinstance(value, list) and any(isinstance(element, (dict, list)) for element in value):
        rows = [inner + indented(element, depth + 1) for element in value]
        return "[\n" + ",\n".join(rows) + "\n" + "  " * depth + "]"
    if isinstance(value, list):
        return "[" + ", ".join(compact(element) for element in value) + "]"
    return compact(value)


def in_lines(said):
    """The document on few lines: one for each operation, schema and refusal."""
    def rows(parts):
        return ",\n".join(f"{compact(name)}:{value}" for name, value in parts.items())

    parts = {name: compact(value) for name, value in said.items()}
    parts["paths"] = "{\n" + rows(
        {path: "{" + rows({method: compact(each) for method, each in methods.items()}) + "}"
         for path, methods in said["paths"].items()}) + "}"
    parts["components"] = "{\n" + rows(
        {group: "{\n" + rows({name: compact(each) for name, each in members.items()}) + "}"
         for group, members in said["components"].items()}) + "}"
    return "{" + rows(parts) + "}"
