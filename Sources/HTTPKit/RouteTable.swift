import API
import HTTPTypes

/// Finds the route of a request: paths without parameters at once, the few others one after the other.
struct RouteTable: Sendable {
    /// A route with what to do for it.
    struct Entry: Sendable {
        let route: Route
        let handler: RouteHandlers.Handler
        let figures: RouteMetrics
        /// How its requests count as attempts to sign in; nil where they are none.
        let signIns: SignInCounting?
        /// Whether it belongs to another protocol, which knows nothing of our sessions.
        let isNative: Bool
        /// Seconds in which its answers must be there; nil where they may take as long as they take.
        let answerSeconds: Int64?
        /// Whether its answers are documents in memory that all readers share.
        let isShared: Bool
        /// Whether pages of other sites may read its answers.
        let isOpen: Bool
    }

    /// What is at a path.
    enum Resolution {
        case found(Entry, parameters: [String: String])
        /// The methods that there are, and those of them whose answers pages of other sites may read.
        case otherMethods([HTTPRequest.Method], open: [HTTPRequest.Method])
        case nothing

        /// The route that answers; nil when none does.
        var route: Route? {
            if case .found(let entry, _) = self { entry.route } else { nil }
        }
    }

    private var literal: [String: [Entry]] = [:]
    private var templates: [(path: PathTemplate, entries: [Entry])] = []
    private let natives: [NativeProtocol]

    /// A table of what is there; of `natives` the first that owns a path answers for it.
    init(_ entries: [Entry], natives: [NativeProtocol]) {
        self.natives = natives
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
        guard path.hasPrefix("/api/") || native(path) != nil else { return .nothing }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for template in templates {
            guard let parameters = template.path.match(segments) else { continue }
            return Self.pick(wanted, from: template.entries, parameters)
        }
        return .nothing
    }

    /// The other protocol to which a path belongs, or nil.
    func native(_ path: String) -> NativeProtocol? {
        natives.first { $0.owns(path) }
    }

    private static func pick(
        _ method: HTTPRequest.Method, from entries: [Entry], _ parameters: [String: String]
    ) -> Resolution {
        if let entry = entries.first(where: { $0.route.method == method }) {
            return .found(entry, parameters: parameters)
        }
        let methods = entries.map(\.route.method)
        return .otherMethods(
            methods.contains(.get) ? methods + [.head] : methods, open: entries.filter(\.isOpen).map(\.route.method))
    }
}
