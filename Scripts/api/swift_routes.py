"""Writes operations and problem codes in Swift."""

from swift_bodies import schema_of, type_name, type_of
from swift_text import ACCESS, HEAD, camel, documented, literal, pascal


def files(table):
    """The text of a file for each area that has operations, and of the list of all, by the file's name."""
    made = {"ProblemCode.swift": problem_codes(table), "RouteParameters.swift": parameters(table)}
    lists = []
    for area in table.areas:
        operations = [each for each in table.operations if each.area == area]
        if not operations:
            continue
        listed = [each for each in operations if each.listed]
        lists.append(f"{camel(area)}Routes")
        parts = [HEAD, "import HTTPTypes\n\n", "extension Routes {\n"]
        parts += [operation_text(table, each) for each in operations]
        names = ", ".join(each.name if is_plain(each) else f"{each.name}.route" for each in listed)
        parts.append(f"\n    /// These, in the order in which documents list them.\n    static let {lists[-1]}: [Route] = [{names}]\n}}\n")
        made[f"{pascal(area)}Routes.swift"] = "".join(parts)
    made["Routes.swift"] = (
        f"{HEAD}\n/// Every route of the server: the one table that all else is made from.\n{ACCESS} enum Routes {{\n"
        "    /// Every route, in the order in which the documents list them.\n"
        f"    {ACCESS} static let all: [Route] = areas.flatMap {{ $0 }}\n\n"
        f"    private static let areas: [[Route]] = [{', '.join(lists)}]\n}}\n")
    return made


def is_plain(operation):
    """Whether it is a route without typed bodies."""
    return bool(operation.events or operation.text or operation.upload)


def operation_text(table, operation):
    given = [literal(operation.name), f".{operation.method.lower()}", literal(operation.path), literal(operation.summary)]
    asked = ", ".join(literal(each.name) for each in operation.parameters if each.in_query)
    if asked:
        given.append(f"query: [{asked}]")
    if operation.role:
        given.append(f"needsRole: .{operation.role}")
    elif operation.session:
        given.append("needsSession: true")
    if operation.upload:
        given.append(f"upload: {literal(operation.upload)}")
    if operation.bodyBytes:
        given.append(f"bodyBytes: {operation.bodyBytes:_}")
    if operation.events:
        events = [f".init({literal(name)}, {type_name(table, body)}.self)" for name, body in operation.events.items()]
        given.append(f"answer: .events([{', '.join(events)}])")
    elif operation.text:
        given.append(f"answer: .text(mediaType: {literal(operation.text)})")
    elif operation.upload and not operation.answer:
        given.append("answer: .nothing")
    elif operation.upload:
        given.append(f"answer: .json({type_name(table, operation.answer)}.schema)")
    if operation.status not in (200, 204):
        given.append(f"status: {operation.status}")
    if operation.demo:
        given.append("isDemo: true")
    kind = "Route"
    if not is_plain(operation):
        body, reply = (type_name(table, name) if name else "NoBody" for name in (operation.body, operation.answer))
        kind = f"Endpoint<{body}, {reply}>"
    return documented(operation.summary, "    ") + f"    {ACCESS} static let {operation.name} = {kind}(\n        {', '.join(given)})\n"


def parameters(table):
    lines = [HEAD, "\n/// What varies in paths and queries of routes.\n", f"{ACCESS} enum RouteParameters {{\n"]
    for name, schema in table.parameters.items():
        lines.append(documented(schema["description"], "    "))
        kind = f"Parameter<{type_of(table, schema)}>"
        lines.append(f"    {ACCESS} static let {name} = {kind}({literal(name)}, {schema_of(table, schema)})\n")
    return "".join(lines) + "}\n"


def problem_codes(table):
    lines = [HEAD, "\n", documented("Every code that a problem of ours can carry, with the status and the title that belong to it.")]
    lines.append("///\n/// Codes are stable: clients decide by them, and the words of titles and details may change.\n")
    lines.append(f"{ACCESS} enum ProblemCode: String, CaseIterable, Sendable {{\n")
    for each in table.problems.values():
        lines.append(documented(each.summary, "    ") + f"    case {each.case} = {literal(each.code)}\n")
    lines.append("}\n\nextension ProblemCode {\n    /// The status of an answer with this code.\n")
    lines.append(f"    {ACCESS} var status: Int {{\n        switch self {{\n")
    for status in sorted({each.status for each in table.problems.values()}):
        cases = ", ".join(f".{each.case}" for each in table.problems.values() if each.status == status)
        lines.append(f"        case {cases}: {status}\n")
    lines.append("        }\n    }\n\n    /// What happened, in a few words for people.\n")
    lines.append(f"    {ACCESS} var title: String {{\n        switch self {{\n")
    lines += [f"        case .{each.case}: {literal(each.title)}\n" for each in table.problems.values()]
    return "".join(lines) + "        }\n    }\n}\n"
