import HTTPTypes

/// Writes the TypeScript client of the routes: interfaces, a function for each route and one for each stream.
public enum TypeScriptGenerator {
    /// The module's text.
    public static func module(_ routes: [Route] = Routes.all) -> String {
        // What is outside `/api` is for monitors, not for the page.
        let routes = routes.filter { $0.path.description.hasPrefix("/api/") }
        var parts = [opening]
        parts += Schema.named(in: routes).map(interface)
        parts.append(problemCodes)
        parts.append(support)
        parts.append(functions(routes.filter { !$0.isStream }))
        parts += routes.filter(\.isStream).map(eventMap)
        parts.append(streams(routes.filter(\.isStream)))
        return parts.joined(separator: "\n")
    }

    private static let opening = """
        // Written by `cerca api --typescript` from the table of routes in Sources/API; edit that, not this.

        """

    private static func interface(_ object: ObjectSchema) -> String {
        var lines = ["/** \(object.summary) */", "export interface \(object.name) {"]
        for property in object.properties {
            lines.append("  /** \(property.summary) */")
            let isCode = object.name == "Problem" && property.name == "code"
            let type = isCode ? "ProblemCode" : property.schema.typeScript
            lines.append("  \(property.name)\(property.isOptional ? "?" : ""): \(type);")
        }
        lines.append("}\n")
        return lines.joined(separator: "\n")
    }

    private static var problemCodes: String {
        var lines = ["/** Every code that a problem can carry. */", "export type ProblemCode ="]
        for code in ProblemCode.allCases { lines.append("  /** \(code.title). */\n  | \"\(code.rawValue)\"") }
        return lines.joined(separator: "\n") + ";\n"
    }

    private static let support = """
        /** What a call throws when the server refused or failed. */
        export class ProblemError extends Error {
          constructor(
            /** The problem document. */
            readonly problem: Problem,
            /** Seconds after which to try again, when the server says so. */
            readonly retryAfter?: number,
          ) {
            super(problem.title);
            this.name = "ProblemError";
          }

          /** What happened, for programs. */
          get code(): ProblemCode {
            return this.problem.code;
          }
        }

        /** What a call may be told besides its body. */
        export interface CallOptions {
          /** Gives the call up. */
          signal?: AbortSignal;
        }

        async function call<Answer>(
          method: string, path: string, options?: CallOptions, body?: unknown, file?: string,
        ): Promise<Answer> {
          // The header tells the server that no other site made the browser send this.
          const headers: Record<string, string> = { Accept: "application/json, application/problem+json", "X-Cerca": "1" };
          const init: RequestInit = { method, headers, credentials: "same-origin" };
          if (options?.signal) init.signal = options.signal;
          if (body !== undefined) {
            headers["Content-Type"] = file ?? "application/json";
            init.body = file === undefined ? JSON.stringify(body) : (body as Blob);
          }
          const response = await fetch(path, init);
          if (!response.ok) throw await problemOf(response);
          return (response.status === 204 ? undefined : await response.json()) as Answer;
        }

        async function problemOf(response: Response): Promise<ProblemError> {
          const retryAfter = Number(response.headers.get("Retry-After")) || undefined;
          if (response.headers.get("Content-Type")?.startsWith("application/problem+json")) {
            return new ProblemError((await response.json()) as Problem, retryAfter);
          }
          const title = response.statusText || "The server failed";
          return new ProblemError({ type: "about:blank", title, status: response.status, code: "server.internal" }, retryAfter);
        }

        """

    private static func functions(_ routes: [Route]) -> String {
        var lines = [
            "/** A function for each route; each throws a `ProblemError` when it is refused. */",
            "export const api = {",
        ]
        for route in routes {
            var parameters = route.path.parameters.map { "\($0): string" }
            if let body = route.body { parameters.append("body: \(body.schema.typeScript)") }
            if route.upload != nil { parameters.append("body: Blob") }
            parameters.append("options?: CallOptions")
            let type = if case .json(let shape) = route.answer { shape.schema.typeScript } else { "void" }
            let arguments =
                ["\"\(route.method.rawValue)\"", route.typeScriptPath, "options"]
                + (route.body != nil ? ["body"] : route.upload.map { ["body", "\"\($0)\""] } ?? [])
            lines += [
                "  /** \(route.documentation) */",
                "  \(route.name)(\(parameters.joined(separator: ", "))): Promise<\(type)> {",
                "    return call(\(arguments.joined(separator: ", ")));",
                "  },\n",
            ]
        }
        lines[lines.count - 1] = "  },"
        lines.append("};\n")
        return lines.joined(separator: "\n")
    }

    private static func eventMap(_ route: Route) -> String {
        guard case .events(let events) = route.answer else { return "" }
        var lines = ["/** The events of `streams.\(route.name)`. */", "export interface \(route.eventMapName) {"]
        for event in events { lines.append("  \"\(event.name)\": \(event.shape.schema.typeScript);") }
        lines.append("}\n")
        return lines.joined(separator: "\n")
    }

    private static func streams(_ routes: [Route]) -> String {
        var lines = [
            """
            /** What to do with each event of a stream; what is left out is passed over. */
            export type Handlers<Events> = { [Name in keyof Events]?: (data: Events[Name]) => void };

            function listen<Events>(path: string, handlers: Handlers<Events>): EventSource {
              const source = new EventSource(path);
              for (const name of Object.keys(handlers) as (keyof Events & string)[]) {
                source.addEventListener(name, (event) => {
                  handlers[name]?.(JSON.parse((event as MessageEvent<string>).data) as Events[typeof name]);
                });
              }
              return source;
            }

            /** A function for each stream; it reconnects by itself until `close()`. */
            export const streams = {
            """
        ]
        for route in routes {
            let name = route.eventMapName
            let parameters = route.path.parameters.map { "\($0): string" } + ["handlers: Handlers<\(name)>"]
            lines += [
                "  /** \(route.documentation) */",
                "  \(route.name)(\(parameters.joined(separator: ", "))): EventSource {",
                "    return listen<\(name)>(\(route.typeScriptPath), handlers);",
                "  },\n",
            ]
        }
        lines[lines.count - 1] = "  },"
        lines.append("};\n")
        return lines.joined(separator: "\n")
    }
}

extension Route {
    fileprivate var isStream: Bool {
        if case .events = answer { true } else { false }
    }

    /// `userStream` → `UserStreamEvents`.
    fileprivate var eventMapName: String {
        name.prefix(1).uppercased() + name.dropFirst() + "Events"
    }

    fileprivate var documentation: String {
        problems.isEmpty
            ? summary : "\(summary) May refuse with \(problems.map { "`\($0.rawValue)`" }.joined(separator: ", "))."
    }

    /// The path as a TypeScript expression.
    fileprivate var typeScriptPath: String {
        guard !path.parameters.isEmpty else { return "\"\(path.description)\"" }
        let parts = path.segments.map { segment in
            switch segment {
            case .literal(let text): text
            case .parameter(let name): "${encodeURIComponent(\(name))}"
            }
        }
        return "`/\(parts.joined(separator: "/"))`"
    }
}

extension Schema {
    /// The type's text.
    fileprivate var typeScript: String {
        switch self {
        case .string: "string"
        case .integer, .number: "number"
        case .boolean: "boolean"
        case .oneOf(let words): words.map { "\"\($0)\"" }.joined(separator: " | ")
        case .array(let element, _):
            element.typeScript.contains("|") ? "(\(element.typeScript))[]" : "\(element.typeScript)[]"
        case .tuple(let places): "[\(places.map(\.typeScript).joined(separator: ", "))]"
        case .map(let element): "Record<string, \(element.typeScript)>"
        case .nullable(let schema): "\(schema.typeScript) | null"
        case .object(let object): object.name
        }
    }
}
