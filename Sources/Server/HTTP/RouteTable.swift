import API
import HTTPTypes

/// Finds the route of a request: paths without parameters at once, the few others one after the other.
struct RouteTable: Sendable {
    /// A route with what to do for it.
    struct Entry: Sendable {
        let route: Route
        let handler: RouteHandlers.Handler
        let figures: RouteMetrics
        /// Whether each request costs a password hash or guesses a code.
        let attemptsSignIn: Bool
        /// Whether a browser that is known has a bound of its own there.
        let knowsDevices: Bool
        /// Whether it belongs to another protocol, which knows nothing of our sessions.
        let isNative: Bool

        init(route: Route, handler: @escaping RouteHandlers.Handler, figures: RouteMetrics) {
            self.route = route
            self.handler = handler
            self.figures = figures
            self.isNative = RouteTable.isNative(route.path.description)
            self.knowsDevices = [Routes.signIn.route, Routes.signInToHealth.route].contains { $0.name == route.name }
            self.attemptsSignIn =
                [
                    Routes.signIn.route, Routes.signUp.route, Routes.signInToHealth.route, Routes.approveDevice.route,
                ].contains { $0.name == route.name }
        }
    }

    /// What is at a path.
    enum Resolution {
        case found(Entry, parameters: [String: String])
        case otherMethods([HTTPRequest.Method])
        case nothing

        /// The route that answers; nil when none does.
        var route: Route? {
            if case .found(let entry, _) = self { entry.route } else { nil }
        }
    }

    private var literal: [String: [Entry]] = [:]
    private var templates: [(path: PathTemplate, entries: [Entry])] = []

    init(_ entries: [Entry]) {
        for entry in entries {
            let path = entry.route.path
            if path.parameters.isEmpty {
                literal[path.description, default: []].append(entry)
            } else if let index = templates.firstIndex(where: { $0.path == path }) {
                templates[index].entries.append(entry)
            } else {
                templates.append((path, [entry]))
            }
        }
    }

    /// What is at `path`, which has no query; `HEAD` is answered by what answers `GET`.
    func resolve(_ method: HTTPRequest.Method, _ path: String) -> Resolution {
        let wanted = method == .head ? .get : method
        if let entries = literal[path] { return Self.pick(wanted, from: entries, [:]) }
        // A path that begins otherwise has no parameters; the web app's files need not be taken apart.
        guard path.hasPrefix("/api/") || Self.isNative(path) else { return .nothing }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for template in templates {
            guard let parameters = template.path.match(segments) else { continue }
            return Self.pick(wanted, from: template.entries, parameters)
        }
        return .nothing
    }

    /// Whether a path belongs to another protocol, which has statuses, bodies and header fields of its own.
    static func isNative(_ path: String) -> Bool {
        let bytes = path.utf8
        if bytes.starts(with: SocketPath.path.utf8) || SocketPath.matches(path) { return true }
        // The page and the picture of an invoice stand where the exchange's clients look for them.
        if bytes.starts(with: "/invoice/".utf8) { return true }
        guard bytes.starts(with: "/v1".utf8) || bytes.starts(with: "/v2".utf8) else { return false }
        return bytes.count == 3 || bytes[bytes.index(bytes.startIndex, offsetBy: 3)] == UInt8(ascii: "/")
    }

    private static func pick(
        _ method: HTTPRequest.Method, from entries: [Entry], _ parameters: [String: String]
    ) -> Resolution {
        if let entry = entries.first(where: { $0.route.method == method }) {
            return .found(entry, parameters: parameters)
        }
        let methods = entries.map(\.route.method)
        return .otherMethods(methods.contains(.get) ? methods + [.head] : methods)
    }
}
