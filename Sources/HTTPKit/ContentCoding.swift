/// A way in which a file lies compressed beside itself (RFC 9110 section 8.4.1), the smallest first.
enum ContentCoding: String, CaseIterable, Sendable {
    /// Brotli (RFC 7932), in `NAME.br`.
    case brotli = "br"
    /// gzip (RFC 1952), in `NAME.gz`.
    case gzip

    /// What the name of the compressed file ends with.
    var suffix: String {
        switch self {
        case .brotli: ".br"
        case .gzip: ".gz"
        }
    }

    /// The codings that a field Accept-Encoding (RFC 9110 section 12.5.3) allows, those that it wants most first.
    ///
    /// What it wants less than the plain file is left out. Without a field there is none: it may be an old program that
    /// does not know of any.
    static func accepted(_ field: String?) -> [ContentCoding] {
        guard let field else { return [] }
        var weights: [Substring: Double] = [:]
        for element in field.split(separator: ",") {
            let parts = element.split(separator: ";", omittingEmptySubsequences: false).map(trimmed)
            guard let name = parts.first, !name.isEmpty else { continue }
            let key = name.lowercased()[...]
            weights[key == "x-gzip" ? "gzip" : key] = weight(parts.dropFirst())
        }
        let plain = weights["identity"] ?? 0
        let wanted = allCases.map { coding in
            (coding, weights[coding.rawValue[...]] ?? weights["*"] ?? 0)
        }
        // Stable: of two that are wanted alike the smaller stays first.
        return wanted.filter { $0.1 > 0 && $0.1 >= plain }.enumerated()
            .sorted { ($1.element.1, $0.offset) < ($0.element.1, $1.offset) }.map(\.element.0)
    }

    /// The `q` among the parameters of an element, 0 to 1; 1 when there is none, 0 when it is no number.
    private static func weight(_ parameters: ArraySlice<Substring>) -> Double {
        for parameter in parameters where parameter.hasPrefix("q=") || parameter.hasPrefix("Q=") {
            guard let value = Double(parameter.dropFirst(2)), (0...1).contains(value) else { return 0 }
            return value
        }
        return 1
    }

    private static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop { $0 == " " || $0 == "\t" }
        while let last = text.last, last == " " || last == "\t" { text.removeLast() }
        return text
    }
}
