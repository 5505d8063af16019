/// Which header field a proxy writes the addresses of its clients into.
///
/// It is one and not the other on purpose: a proxy passes the one that it does not know on as the client sent it.
public enum ForwardedField: String, CaseIterable, Sendable {
    /// `X-Forwarded-For: 192.0.2.1, 198.51.100.7`, which most proxies write.
    case forwardedFor = "x-forwarded-for"
    /// `Forwarded: for=192.0.2.1;proto=https` (RFC 7239).
    case forwarded

    /// The most nodes that one field may have; who writes more wants to use up something.
    public static let mostNodes = 256

    /// The nodes that one field names, the last one being the nearest; nil when it is not as it must be.
    ///
    /// An element without an address counts as a hidden node, so that what stands before it is not taken for what the
    /// proxy saw.
    public func nodes(in value: String) -> [ForwardedNode]? {
        let nodes: [ForwardedNode]?
        switch self {
        case .forwardedFor: nodes = Self.plainNodes(in: value)
        case .forwarded: nodes = Self.nodesOfElements(in: value)
        }
        guard let nodes, (1...Self.mostNodes).contains(nodes.count) else { return nil }
        return nodes
    }

    private static func plainNodes(in value: String) -> [ForwardedNode]? {
        var nodes: [ForwardedNode] = []
        for part in value.split(separator: ",", maxSplits: mostNodes, omittingEmptySubsequences: false) {
            let text = trimmed(part)
            // RFC 9110 section 5.6.1: empty elements of a list are read over.
            if text.isEmpty { continue }
            guard let node = ForwardedNode(text) else { return nil }
            nodes.append(node)
        }
        return nodes
    }

    private static func nodesOfElements(in value: String) -> [ForwardedNode]? {
        var reader = ElementReader(value)
        var nodes: [ForwardedNode] = []
        repeat {
            guard nodes.count <= mostNodes, let element = reader.element() else { return nil }
            switch element {
            case .empty: break
            case .node(let node): nodes.append(node)
            }
        } while reader.nextElement()
        return reader.isAtEnd ? nodes : nil
    }

    private static func trimmed(_ text: Substring) -> Substring {
        let begun = text.drop { $0 == " " || $0 == "\t" }
        guard let last = begun.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return begun.prefix(0) }
        return begun[...last]
    }
}

/// Reads the elements of `Forwarded`: `name=value` with semicolons between, where a value is a token or stands in quotes.
private struct ElementReader {
    enum Element {
        case empty
        case node(ForwardedNode)
    }

    private var rest: Substring.UTF8View

    init(_ text: String) {
        rest = Substring(text).utf8
    }

    var isAtEnd: Bool { rest.isEmpty }

    /// The element that begins here; nil when it is malformed.
    mutating func element() -> Element? {
        skipSpaces()
        if rest.isEmpty || rest.first == UInt8(ascii: ",") { return .empty }
        var node: ForwardedNode?
        while true {
            skipSpaces()
            // Between two semicolons there may be nothing (section 4).
            if let byte = rest.first, byte != UInt8(ascii: ";"), byte != UInt8(ascii: ",") {
                guard let name = token(), take(UInt8(ascii: "=")), let value = value() else { return nil }
                if name.lowercased() == "for" {
                    // Each parameter may stand in an element once.
                    guard node == nil, let read = ForwardedNode(value) else { return nil }
                    node = read
                }
            }
            skipSpaces()
            guard take(UInt8(ascii: ";")) else { break }
        }
        return .node(node ?? .hidden)
    }

    /// Goes on to the next element, if a comma follows.
    mutating func nextElement() -> Bool {
        take(UInt8(ascii: ","))
    }

    private mutating func value() -> String? {
        rest.first == UInt8(ascii: "\"") ? quoted() : token()
    }

    private mutating func token() -> String? {
        let token = rest.prefix { Self.isTokenByte($0) }
        rest = rest[token.endIndex...]
        return token.isEmpty ? nil : String(Substring(token))
    }

    private mutating func quoted() -> String? {
        var bytes: [UInt8] = []
        rest.removeFirst()
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "\""): return String(validating: bytes, as: UTF8.self)
            case UInt8(ascii: "\\"):
                guard let escaped = rest.popFirst() else { return nil }
                bytes.append(escaped)
            default: bytes.append(byte)
            }
        }
        return nil
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        guard rest.first == byte else { return false }
        rest.removeFirst()
        return true
    }

    private mutating func skipSpaces() {
        rest = rest.drop { $0 == 0x20 || $0 == 0x09 }
    }

    /// RFC 9110 section 5.6.2; with colons and brackets, which belong into quotes and are often written without them.
    private static func isTokenByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x3A, 0x41...0x5B, 0x5D...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x7C, 0x7E: true
        default: false
        }
    }
}
