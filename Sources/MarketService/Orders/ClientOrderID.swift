import Ledger

/// What the sender of an order calls it: 1 to 64 letters, digits, `.`, `_` or `-` of ASCII, the first a letter or a
/// digit.
///
/// It can stand in a path and in a log line as it is.
package struct ClientOrderID: Hashable, Sendable {
    /// The most characters that it may have.
    package static let longest = 64

    /// As its sender wrote it; capitals and small letters differ.
    package let text: String

    /// The number that `text` is, or nil.
    package init?(_ text: String) {
        guard (1...Self.longest).contains(text.utf8.count), let first = text.utf8.first, Self.isAlphanumeric(first),
            text.utf8.allSatisfy({ Self.isAlphanumeric($0) || "._-".utf8.contains($0) })
        else { return nil }
        self.text = text
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: false
        }
    }
}

/// Which of an account's orders is meant.
package enum OrderName: Hashable, Sendable {
    /// The one with the market's number.
    case number(Int64)
    /// The one with the sender's own.
    case client(ClientOrderID)
}

/// Whose order is called what.
struct ClientOrderKey: Hashable {
    let account: LedgerAccount
    let clientID: ClientOrderID
}
