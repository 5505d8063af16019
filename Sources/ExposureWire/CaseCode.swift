import Basics
import Crypto
import Exposure
import Foundation

/// What a phone shows the authority as a QR code, to be registered in place of a code: the key that would be published.
///
/// The text is an address that ends in `#case=V1.` and base64url (RFC 4648 section 5, without padding) of 52 bytes: the
/// key (32), its UTC day since 1970 (4, big-endian) and a random number of the installation (16). What follows `#` is
/// never sent by a browser, so no server on the way writes it down. Its reader recognises this phone on the days
/// of a report, so that it is made when it is shown and kept nowhere.
public struct CaseCode: Equatable, Sendable {
    /// How many bytes it has.
    public static let byteCount = 52

    private static let mark = "case="
    private static let version = "V1."

    /// The key and its day.
    public let published: PublishedKey
    /// All of it: key 32, day 4, installation 16.
    public let bytes: [UInt8]

    /// The code of a key, shown by the installation `application`; nil for a day before 1970 or after the year 11 million.
    public init?(_ published: PublishedKey, application: Identifier128) {
        guard let day = UInt32(exactly: published.day.number) else { return nil }
        self.published = published
        bytes =
            published.key.bytes + (0..<4).map { UInt8(truncatingIfNeeded: day >> (24 - 8 * $0)) } + application.bytes
    }

    /// The code that `text` holds, or nil when it holds none.
    ///
    /// White space around it and line breaks within are passed over: a text that was copied often has them.
    public init?(_ text: String) {
        guard text.utf8.count <= 1000 else { return nil }
        var rest = text.filter { !$0.isWhitespace }[...]
        if let mark = rest.firstIndex(of: "#") { rest = rest[rest.index(after: mark)...] }
        if rest.hasPrefix(Self.mark) { rest = rest.dropFirst(Self.mark.count) }
        guard rest.hasPrefix(Self.version) else { return nil }
        let encoded = rest.dropFirst(Self.version.count)
        guard let bytes = Base64.bytes(encoded.utf8, .url), bytes.count == Self.byteCount,
            let key = DayKey(bytes: bytes.prefix(DayKey.byteCount))
        else { return nil }
        self.bytes = bytes
        published = PublishedKey(key: key, day: UTCDay(number: bytes[32..<36].reduce(0) { $0 << 8 | Int($1) }))
    }

    /// The address that the QR code holds, at the server `base`, such as `https://cerca.example`.
    public func url(base: String) -> String {
        let base = base.hasSuffix("/") ? String(base.dropLast()) : base
        return "\(base)/console/health#\(Self.mark)\(Self.version)\(Base64.text(bytes, .url))"
    }

    /// What phone and console both show, so that two people can see that nothing was mixed up: the first 32 bits of the
    /// SHA-256 of the bytes, as `4F2A-91C0`.
    public var checkWords: String {
        let digits = Array(SHA256.hash(data: bytes).prefix(4)).hexadecimal.uppercased()
        return "\(digits.prefix(4))-\(digits.suffix(4))"
    }
}

extension CaseCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the key.
    public var description: String { "[case]" }

    /// A mark without the key.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the key either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
