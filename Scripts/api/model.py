"""The table of what travels, read from the YAML files of API/ and checked."""

import re
from dataclasses import dataclass, field
from pathlib import Path

import yaml

# The order in which documents list the areas; a file that is not named here is refused.
AREAS = [
    "accounts", "accounts-security", "passkeys", "identities", "accounts-life", "accounts-trail", "photos", "venues",
    "loyalty", "inbox", "push", "exposure", "publications", "health", "zones", "venue-staff", "campaigns", "counting", "stays",
    "shop", "venue-days", "vault", "vault-page", "vault-page-items", "vault-page-secrets", "vault-page-settings",
    "market-data", "market-orders", "market-protocol", "market-trading", "market-wallet", "market-withdrawals",
    "market-address-book", "market-payments", "market-reads", "market-console", "plan", "radio-map", "simulation",
    "simulation-exposure", "operation", "problems", "fleet",
]
# The largest whole number that every reader of JSON keeps exactly.
MOST_EXACT = 2**53 - 1
# What a text may have without saying so, Unicode scalars.
USUAL_TEXT = 10_000


class TableError(Exception):
    """Something in API/ that cannot be meant."""


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """YAML 1.2: `on` and `off` are words, and dates are texts."""


Loader.yaml_implicit_resolvers = {
    first: [(tag, form) for tag, form in pairs if tag not in ("tag:yaml.org,2002:bool", "tag:yaml.org,2002:timestamp")]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}
Loader.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile(r"^(true|false)$"), list("tf"))


def without_repeats(loader, node):
    """A mapping in which no name stands twice: the second would silently win."""
    names = [key.value for key, _ in node.value]
    for name in names:
        if names.count(name) > 1:
            raise TableError(f"{node.start_mark.name}: {name} stands twice, from line {node.start_mark.line + 1}")
    return loader.construct_mapping(node, deep=True)


Loader.add_constructor("tag:yaml.org,2002:map", without_repeats)


@dataclass
class Property:
    """A property of a body, or a place of one that is an array."""

    name: str
    schema: dict
    optional: bool
    summary: str

    @property
    def nullable(self):
        return isinstance(self.schema.get("type"), list)


@dataclass
class Body:
    """An object that travels; with `is_tuple` an array with a fixed place for each element."""

    name: str
    area: str
    summary: str
    properties: list
    is_tuple: bool
    hashable: bool


@dataclass
class Words:
    """A closed set."""

    name: str
    area: str
    summary: str
    words: list
    texts: dict


@dataclass
class Problem:
    """A refusal."""

    code: str
    status: int
    title: str
    summary: str

    @property
    def case(self):
        family, rest = self.code.split(".")
        return family + "".join(word.capitalize() for word in rest.split("_"))


@dataclass
class Parameter:
    """A part of a path, or of a query, that varies."""

    name: str
    schema: dict
    summary: str
    in_query: bool = False
    optional: bool = False


@dataclass
class Operation:
    """A route."""

    name: str
    method: str
    path: str
    area: str
    summary: str
    session: bool = False
    role: str | None = None
    demo: bool = False
    listed: bool = True
    keyed: bool = False
    matched: bool = False
    body: str | None = None
    upload: str | None = None
    bodyBytes: int | None = None
    answer: str | None = None
    text: str | None = None
    events: dict = field(default_factory=dict)
    status: int = 200
    parameters: list = field(default_factory=list)
    problems: list = field(default_factory=list)
    all_problems: list = field(default_factory=list)


class Table:
    """Everything of API/."""

    def __init__(self, folder: Path):
        self.areas = AREAS
        files = {area: self.read(folder / f"{area}.yaml") for area in AREAS}
        strangers = {file.stem for file in folder.glob("*.yaml")} - set(AREAS) - {"parameters"}
        if strangers:
            raise TableError(f"{folder}: no area is called {', '.join(sorted(strangers))}; Scripts/api/model.py lists them")
        self.bodies: dict[str, Body] = {}
        self.words: dict[str, Words] = {}
        for area, content in files.items():
            for name, written in content.get("schemas", {}).items():
                self.add_schema(name, area, written)
        problems = files["problems"]
        self.problems = {
            code: Problem(code, row["status"], row["title"], row["description"])
            for code, row in problems["problems"].items()
        }
        self.sets = problems["sets"]
        parameters = self.read(folder / "parameters.yaml")["parameters"]
        self.parameters = {name.rstrip("?"): schema for name, schema in parameters.items()}
        self.optional_parameters = {name.rstrip("?") for name in parameters if name.endswith("?")}
        self.operations: list[Operation] = []
        for area, content in files.items():
            for path, methods in content.get("paths", {}).items():
                for method, written in methods.items():
                    self.operations.append(self.operation(area, path, method, written))
        self.check()

    @staticmethod
    def read(file: Path):
        try:
            with open(file, encoding="utf-8") as text:
                return yaml.load(text, Loader) or {}
        except yaml.YAMLError as error:
            raise TableError(str(error)) from error

    def add_schema(self, name, area, written):
        if name in self.bodies or name in self.words:
            raise TableError(f"{area}: {name} stands twice")
        if "enum" in written:
            words = written["enum"]
            texts = words if isinstance(words, dict) else {}
            self.words[name] = Words(name, area, written["description"], [str(word) for word in words], texts)
            return
        is_tuple = "places" in written
        properties = []
        for key, schema in (written["places"] if is_tuple else written["properties"]).items():
            optional = key.endswith("?")
            if "description" not in schema:
                raise TableError(f"{area}: {name}.{key} has no description")
            properties.append(Property(key.rstrip("?"), schema, optional, schema["description"]))
        self.bodies[name] = Body(
            name, area, written["description"], properties, is_tuple, written.get("hashable", False))

    def operation(self, area, path, method, written):
        known = set(Operation.__dataclass_fields__) | {"operationId", "query"}
        if set(written) - known:
            raise TableError(f"{area}: {path}: what is {', '.join(set(written) - known)}?")
        fields = {key: value for key, value in written.items() if key not in ("operationId", "query", "problems")}
        made = Operation(name=written["operationId"], method=method.upper(), path=path, area=area, **fields)
        made.session = made.session or made.role is not None
        if "status" not in written and not (made.answer or made.text or made.events):
            made.status = 204
        for name in re.findall(r"\{(\w+)\}", path):
            made.parameters.append(self.parameter(name))
        for name in written.get("query", []):
            parameter = self.parameter(name)
            parameter.in_query, parameter.optional = True, name in self.optional_parameters
            made.parameters.append(parameter)
        made.problems = self.expand(written.get("problems", []))
        made.all_problems = self.every_problem(made)
        return made

    def parameter(self, name):
        if name not in self.parameters:
            raise TableError(f"parameters.yaml has no {name}")
        schema = self.parameters[name]
        return Parameter(name, schema, schema["description"])

    def expand(self, codes):
        found = []
        for code in codes:
            found += self.expand(self.sets[code]) if code in self.sets else [self.problems[code]]
        return found

    def every_problem(self, made):
        """Every code that an operation can answer, each once."""
        codes = []
        if made.session:
            codes.append("accounts.not_signed_in")
        if made.role:
            codes.append("accounts.wrong_role")
        if made.session and made.method != "GET":
            codes.append("request.cross_site")
        if made.matched:
            codes.append("request.match_needed")
        if made.keyed:
            codes += ["request.invalid_key", "request.key_reused", "request.key_in_use"]
        if made.body:
            codes += ["request.malformed", "request.invalid"]
        elif any(parameter.in_query for parameter in made.parameters):
            codes.append("request.invalid")
        if made.body or made.upload:
            codes += ["request.too_large", "request.unsupported_media_type"]
        return made.problems + self.expand(codes + ["everywhere"])

    def named(self, operations):
        """The bodies and closed sets that operations mention, the innermost first, and the problem before all."""
        found = []

        def visit(name):
            if name in found:
                return
            if name in self.bodies:
                for property in self.bodies[name].properties:
                    within(property.schema)
            if name not in found:
                found.append(name)

        def within(schema):
            if "$ref" in schema:
                visit(schema["$ref"])
            for part in ("items", "additionalProperties"):
                if part in schema:
                    within(schema[part])

        visit("Problem")
        for operation in operations:
            for parameter in operation.parameters:
                within(parameter.schema)
            for name in [operation.body, operation.answer, *operation.events.values()]:
                if name:
                    visit(name)
        return found

    def check(self):
        def within(schema, place):
            name = schema.get("$ref")
            if name and name not in self.bodies and name not in self.words:
                raise TableError(f"{place}: there is no {name}")
            for part in ("items", "additionalProperties"):
                if part in schema:
                    within(schema[part], place)

        for name, schema in self.parameters.items():
            within(schema, f"parameters: {name}")
        for body in self.bodies.values():
            for property in body.properties:
                within(property.schema, f"{body.area}: {body.name}.{property.name}")
        names = [operation.name for operation in self.operations]
        for operation in self.operations:
            place = f"{operation.area}: {operation.name}"
            if names.count(operation.name) > 1:
                raise TableError(f"{place} stands twice")
            for name in [operation.body, operation.answer, *operation.events.values()]:
                if name and name not in self.bodies:
                    raise TableError(f"{place}: there is no body {name}")
            if len({problem.code for problem in operation.all_problems}) < len(operation.all_problems):
                raise TableError(f"{place} lists a problem twice")
            if not operation.summary.endswith("."):
                raise TableError(f"{place}: a summary is a sentence")
