/// Where a step of a trace stands, as the field `traceparent` says it (W3C Trace Context, section 3.2).
package struct TraceParent: Equatable, Sendable {
    /// The trace, 32 hexadecimal digits that are not all zero.
    package let trace: String
    /// The step, 16 hexadecimal digits that are not all zero.
    package let span: String
    /// Whether the steps of this trace are kept.
    package let isSampled: Bool

    /// A step of a trace.
    package init(trace: String, span: String, isSampled: Bool) {
        self.trace = trace
        self.span = span
        self.isSampled = isSampled
    }

    /// What a field says; nil when it is none.
    package init?(_ text: String?) {
        guard let text, text.utf8.count <= 256 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // Later versions may say more behind the fourth part.
        guard parts.count == 4 || (parts.count > 4 && parts[0] != "00"),
            Self.isHexadecimal(parts[0], 2), parts[0] != "ff", Self.isHexadecimal(parts[1], 32),
            Self.isHexadecimal(parts[2], 16), Self.isHexadecimal(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" }),
            let flags = UInt8(parts[3], radix: 16)
        else { return nil }
        self.init(trace: String(parts[1]), span: String(parts[2]), isSampled: flags & 1 == 1)
    }

    /// The field for whoever goes on below this step.
    package var text: String { "00-\(trace)-\(span)-\(isSampled ? "01" : "00")" }

    private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
