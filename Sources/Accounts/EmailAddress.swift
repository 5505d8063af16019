/// An e-mail address, normalised so that one mailbox has one account.
///
/// It is valid as the HTML standard understands it (section 4.10.5.1.5, "valid email address"), so that the server and
/// the browser's own check agree; and it is at most 254 bytes, with at most 64 before the `@` (RFC 5321 section
/// 4.5.3.1). Domains outside ASCII are written in their `xn--` form.
public struct EmailAddress: Hashable, Sendable {
    /// The address in lower case.
    ///
    /// RFC 5321 lets the part before the `@` tell cases apart; none does, and two accounts for one mailbox would be a
    /// trap.
    public let text: String

    /// The address that `text` is; throws ``AccountError/invalidEmail`` when it is not one.
    public init(_ text: String) throws(AccountError) {
        // The length first: whatever comes, little work is done on it.
        guard text.utf8.count <= 254, Self.isValid(Array(text.utf8)) else { throw .invalidEmail }
        self.text = text.lowercased()
    }

    private static func isValid(_ bytes: [UInt8]) -> Bool {
        guard let at = bytes.firstIndex(of: UInt8(ascii: "@")), (1...64).contains(at) else { return false }
        let labels = bytes[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return bytes[..<at].allSatisfy(isLocalCharacter) && labels.allSatisfy(isLabel)
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        guard let first = label.first, let last = label.last, label.count <= 63 else { return false }
        let hyphen = UInt8(ascii: "-")
        return first != hyphen && last != hyphen && label.allSatisfy { isAlphanumeric($0) || $0 == hyphen }
    }

    private static func isLocalCharacter(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension EmailAddress: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the address, which belongs in no log.
    public var description: String { "[e-mail]" }

    /// A mark without the address, which belongs in no log.
    public var debugDescription: String { description }
}
