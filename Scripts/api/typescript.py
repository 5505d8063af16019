"""Writes the TypeScript client of the table: types, a function for each operation and one for each stream."""

from pathlib import Path


def module(table):
    """The module's text."""
    # What is outside `/api` is for monitors, not for the page.
    operations = [each for each in table.operations if each.path.startswith("/api/")]
    # A picture is asked for by its address, in an element of the page.
    calls = [each for each in operations if not each.events and (each.text is None or each.text.startswith("text/"))]
    streams = [each for each in operations if each.events]
    before, after = Path(__file__).with_name("client.ts").read_text(encoding="utf-8").split("// STREAMS\n")
    parts = ["// Written by `make api` from the table in API/; edit that, not this.\n"]
    parts += [declaration(table, name) for name in table.named(operations)]
    parts += [problem_codes(table), before, functions(calls)]
    parts += [event_map(each) for each in streams]
    parts += [after + listeners(streams)]
    return "\n".join(part for part in parts if part)


def declaration(table, name):
    if name in table.words:
        words = table.words[name]
        return f"/** {words.summary} */\nexport type {name} = {union(words.words)};\n"
    body = table.bodies[name]
    if body.is_tuple:
        return None
    lines = [f"/** {body.summary} */", f"export interface {name} {{"]
    for each in body.properties:
        written = "ProblemCode" if (name, each.name) == ("Problem", "code") else type_of(table, each.schema)
        lines += [f"  /** {each.summary} */", f"  {each.name}{'?' if each.optional else ''}: {written};"]
    return "\n".join(lines) + "\n}\n"


def union(words):
    return " | ".join(f'"{word}"' for word in words)


def type_of(table, schema):
    """The text of a schema's type."""
    if "$ref" in schema:
        body = table.bodies.get(schema["$ref"])
        if body and body.is_tuple:
            return "[" + ", ".join(type_of(table, each.schema) for each in body.properties) + "]"
        return schema["$ref"]
    kind = schema["type"]
    if isinstance(kind, list):
        return f"{type_of(table, {**schema, 'type': kind[0]})} | null"
    if kind == "array":
        element = type_of(table, schema["items"])
        return f"({element})[]" if "|" in element else f"{element}[]"
    if kind == "object":
        return f"Record<string, {type_of(table, schema['additionalProperties'])}>"
    if "enum" in schema:
        return union(schema["enum"])
    return {"string": "string", "integer": "number", "number": "number", "boolean": "boolean"}[kind]


def problem_codes(table):
    lines = ["/** Every code that a problem can carry. */", "export type ProblemCode ="]
    lines += [f'  /** {each.title}. */\n  | "{each.code}"' for each in table.problems.values()]
    return "\n".join(lines) + ";\n"


def functions(operations):
    # Functions of the module and no members of an object: a bundle leaves out those that nobody calls.
    lines = ["// A function for each route; each throws a `ProblemError` when it is refused. Callers say", '// `import * as api from "./api"`.\n']
    for each in operations:
        taken = parameters(each)
        if each.body:
            taken.append(f"body: {each.body}")
        if each.upload:
            taken.append("body: Blob")
        taken.append("options?: CallOptions")
        given = [f'"{each.method}"', path(each), "options"]
        given += ["body"] if each.body else ["body", f'"{each.upload}"'] if each.upload else []
        lines += [
            f"/** {documentation(each)} */",
            f"export function {each.name}({', '.join(taken)}): Promise<{each.answer or ('string' if each.text else 'void')}> {{",
            f"  return call({', '.join(given)});",
            "}\n",
        ]
    return "\n".join(lines)


def parameters(operation):
    """What a function takes before the body: the path's parameters one by one, and those of the query together."""
    taken = [f"{each.name}: {parameter_type(each)}" for each in operation.parameters if not each.in_query]
    asked = [each for each in operation.parameters if each.in_query]
    if asked:
        members = "; ".join(f"{each.name}{'?' if each.optional else ''}: {parameter_type(each)}" for each in asked)
        usual = " = {}" if all(each.optional for each in asked) else ""
        taken.append(f"query: {{ {members} }}{usual}")
    return taken


def parameter_type(parameter):
    schema = parameter.schema
    if "$ref" in schema:
        return schema["$ref"]
    return union(schema["enum"]) if "enum" in schema else "number" if schema["type"] == "integer" else "string"


def event_map(operation):
    lines = [f"/** The events of `streams.{operation.name}`. */", f"export interface {events_name(operation)} {{"]
    lines += [f'  "{name}": {body};' for name, body in operation.events.items()]
    return "\n".join(lines) + "\n}\n"


def listeners(operations):
    lines = []
    for each in operations:
        name = events_name(each)
        taken = parameters(each) + [f"handlers: Handlers<{name}>"]
        lines += [
            f"  /** {documentation(each)} */",
            f"  {each.name}({', '.join(taken)}): EventSource {{",
            f"    return listen<{name}>({path(each)}, handlers);",
            "  },\n",
        ]
    lines[-1] = "  },"
    return "\n".join(lines) + "\n};\n"


def events_name(operation):
    return operation.name[0].upper() + operation.name[1:] + "Events"


def documentation(operation):
    if not operation.problems:
        return operation.summary
    return f"{operation.summary} May refuse with {', '.join(f'`{each.code}`' for each in operation.problems)}."


def path(operation):
    """The path as a TypeScript expression."""
    text = operation.path
    for each in operation.parameters:
        if not each.in_query:
            text = text.replace("{" + each.name + "}", f"${{encodeURIComponent({each.name})}}")
    literal = f"`{text}`" if "${" in text else f'"{text}"'
    return f"withQuery({literal}, query)" if any(each.in_query for each in operation.parameters) else literal
