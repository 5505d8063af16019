import Forwarding
import HTTPTypes

extension TrustedProxies {
    /// Whose request it is that came from `source` with these header fields; nil when it did not come over the network.
    func client(_ source: IPAddress?, _ headers: HTTPFields) -> IPAddress? {
        guard let source, contains(source) else { return source }
        return client(peer: source, fields: headers[values: field.name])
    }

    /// What is wrong with how a proxy and the server were told of each other, judged by one request; nil when nothing is.
    ///
    /// It names no address: it goes to the log.
    func misunderstanding(_ source: IPAddress?, _ headers: HTTPFields) -> String? {
        if ranges.isEmpty {
            let names = ForwardedField.allCases.map(\.name).filter { headers.contains($0) }
            guard let name = names.first else { return nil }
            return """
                a request came with \(name.rawName), which is not believed: without --trusted-proxy all who come through \
                a proxy are one address to every limit
                """
        }
        guard let source, contains(source), !headers.contains(field.name),
            let other = ForwardedField.allCases.first(where: { headers.contains($0.name) })
        else { return nil }
        return "a trusted proxy sends \(other.name.rawName) and not \(field.name.rawName): see --forwarded-header"
    }
}

extension ForwardedField {
    /// The field's name.
    var name: HTTPField.Name {
        switch self {
        case .forwardedFor: .xForwardedFor
        case .forwarded: .forwarded
        }
    }
}
