import Crypto
import Exposure

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// What a phone shows the authority as a QR code: the key that would be published, and from which day on.
///
/// The text is an address that ends in `#case=V1.` and base64url (RFC 4648 section 5, without padding) of 52 bytes: the
/// key (32), its UTC day since 1970 (4, big-endian) and a random number of the installation (16). What follows `#` is
/// never sent by a browser, so no server on the way writes it down.
struct CaseCode: Sendable {
    /// The key and its day.
    let published: PublishedKey
    /// What the phone shows as well, so that two people can see that nothing was mixed up: the first 32 bits of the
    /// SHA-256 of the 52 bytes, as `4F2A-91C0`.
    let checkWords: String

    private static let byteCount = 52
    private static let version = "V1."

    /// The code that `text` holds, or nil when it holds none.
    ///
    /// White space around it and line breaks within are passed over: a text that was copied often has them.
    init?(_ text: String) {
        guard text.utf8.count <= 1000 else { return nil }
        var rest = text.filter { !$0.isWhitespace }[...]
        if let mark = rest.firstIndex(of: "#") { rest = rest[rest.index(after: mark)...] }
        if rest.hasPrefix("case=") { rest = rest.dropFirst("case=".count) }
        guard rest.hasPrefix(Self.version), let bytes = Self.decode(rest.dropFirst(Self.version.count)),
            let key = DayKey(bytes: bytes[..<DayKey.byteCount])
        else { return nil }
        published = PublishedKey(
            key: key, day: UTCDay(number: bytes[32..<36].reduce(0) { $0 << 8 | Int($1) }))
        let digits = SHA256.hash(data: bytes).prefix(4).map { byte in
            let digits = String(byte, radix: 16, uppercase: true)
            return digits.count == 1 ? "0" + digits : digits
        }
        checkWords = digits[..<2].joined() + "-" + digits[2...].joined()
    }

    private static func decode(_ text: Substring) -> [UInt8]? {
        // 52 bytes are 69 characters and a third.
        guard text.utf8.count == 70 else { return nil }
        let standard = text.map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 }
        guard !text.contains("+"), !text.contains("/"), let data = Data(base64Encoded: String(standard) + "=="),
            data.count == byteCount
        else { return nil }
        // Bits beyond the last byte must be zero, else several texts would mean the same.
        guard data.base64EncodedString() == String(standard) + "==" else { return nil }
        return Array(data)
    }
}

extension CaseCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the key.
    var description: String { "[case]" }

    /// A mark without the key.
    var debugDescription: String { description }

    /// Nothing, so that a dump does not show the key either.
    var customMirror: Mirror { Mirror(self, children: []) }
}
