/// The path of a route, in which `{name}` stands for one segment that varies.
package struct PathTemplate: Hashable, Sendable, CustomStringConvertible, ExpressibleByStringLiteral {
    /// One part of a path between two slashes.
    package enum Segment: Hashable, Sendable {
        /// A segment that is always the same.
        case literal(String)
        /// A segment that varies, and its name.
        case parameter(String)
    }

    /// The template as it is written, such as `/api/venues/{uuid}`.
    package let description: String
    /// The parts between the slashes.
    package let segments: [Segment]

    /// The template that `text` says.
    package init(_ text: String) {
        self.description = text
        self.segments = text.split(separator: "/").map { segment in
            segment.hasPrefix("{") && segment.hasSuffix("}")
                ? .parameter(String(segment.dropFirst().dropLast())) : .literal(String(segment))
        }
    }

    /// The template that `value` says.
    package init(stringLiteral value: String) {
        self.init(value)
    }

    /// The names of the segments that vary, in their order.
    package var parameters: [String] {
        segments.compactMap { segment in
            if case .parameter(let name) = segment { name } else { nil }
        }
    }

    /// The values of the parameters when `path` (segments without their slashes, not yet decoded) follows this template.
    ///
    /// A value is one to 200 unreserved characters (RFC 3986 section 2.3); nothing that our paths carry needs any other.
    package func match(_ path: some Collection<Substring>) -> [String: String]? {
        guard path.count == segments.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, path) {
            switch segment {
            case .literal(let literal):
                guard part == literal else { return nil }
            case .parameter(let name):
                guard Self.isValue(part) else { return nil }
                values[name] = String(part)
            }
        }
        return values
    }

    /// The path with every parameter in its place; nil when one is missing or is no value that a path of ours carries.
    package func path(_ values: [String: String]) -> String? {
        var path = ""
        for segment in segments {
            path += "/"
            switch segment {
            case .literal(let literal): path += literal
            case .parameter(let name):
                guard let value = values[name], Self.isValue(value) else { return nil }
                path += value
            }
        }
        return path.isEmpty ? "/" : path
    }

    /// Whether a text can stand for a parameter: so many unreserved characters at most, and no step up.
    static func isValue(_ text: some StringProtocol, longest: Int = 200) -> Bool {
        (1...longest).contains(text.utf8.count) && text != "." && text != ".."
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
                    UInt8(ascii: "~"):
                    true
                default: false
                }
            }
    }
}
