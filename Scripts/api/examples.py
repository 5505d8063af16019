"""An example of each body, put together from those of its properties."""

from model import TableError

# What stands for an instant and a day that have no example of their own.
NOW = "2026-11-21T09:30:00.250Z"
TODAY = "2026-11-21"


def examples(table):
    """The examples by the names of bodies; every optional property is present."""
    made = {}

    def of_body(name):
        if name not in made:
            body = table.bodies[name]
            values = {each.name: of_schema(each.schema, f"{name}.{each.name}") for each in body.properties}
            made[name] = list(values.values()) if body.is_tuple else values
        return made[name]

    def of_schema(schema, place):
        if "example" in schema:
            return schema["example"]
        if "$ref" in schema and schema["$ref"] in table.words:
            return table.words[schema["$ref"]].words[0]
        if "$ref" in schema:
            return of_body(schema["$ref"])
        if schema["type"] == "array":
            return [of_schema(schema["items"], place)]
        if schema.get("format") == "date-time":
            return NOW
        if schema.get("format") == "date":
            return TODAY
        raise TableError(f"{place} has no example")

    for name in table.bodies:
        of_body(name)
    return made
