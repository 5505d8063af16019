/// What a proxy says of the trace that a request belongs to (W3C Trace Context, section 3.2).
struct TraceParent: Equatable, Sendable {
    /// The trace, 32 hexadecimal digits that are not all zero.
    let trace: String

    /// What a field `traceparent` says; nil when it is none.
    init?(_ text: String?) {
        guard let text, text.utf8.count <= 256 else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        // Later versions may say more behind the fourth part.
        guard parts.count == 4 || (parts.count > 4 && parts[0] != "00"),
            Self.isHexadecimal(parts[0], 2), parts[0] != "ff", Self.isHexadecimal(parts[1], 32),
            Self.isHexadecimal(parts[2], 16), Self.isHexadecimal(parts[3], 2),
            parts[1].contains(where: { $0 != "0" }), parts[2].contains(where: { $0 != "0" })
        else { return nil }
        trace = String(parts[1])
    }

    private static func isHexadecimal(_ text: Substring, _ count: Int) -> Bool {
        text.utf8.count == count
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
