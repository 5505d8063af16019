/// An e-mail address that can stand in an envelope and in a header without becoming anything else there.
///
/// It has one `@`, a domain of letters, digits, hyphens and dots, and before it only characters that RFC 5321 (section
/// 4.1.2, `Atom`) and dots allow: no blank, no line break, no angle bracket, no quotation mark.
package struct MailAddress: Hashable, Sendable {
    /// The address as it was given.
    package let text: String

    /// The address that `text` is; nil when it is none, or is longer than 254 bytes.
    package init?(_ text: String) {
        let bytes = Array(text.utf8)
        guard bytes.count <= 254, let at = bytes.firstIndex(of: UInt8(ascii: "@")), (1...64).contains(at) else {
            return nil
        }
        let labels = bytes[(at + 1)...].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard bytes[..<at].allSatisfy(Self.isLocal),
            labels.allSatisfy({ (1...63).contains($0.count) && $0.allSatisfy(Self.isDomain) })
        else { return nil }
        self.text = text
    }

    /// What stands after the `@`.
    package var domain: String { text.split(separator: "@").last.map(String.init) ?? "" }

    /// The address between angle brackets; what comes before the `@` is quoted where its dots are in odd places.
    var path: String {
        let local = text.prefix { $0 != "@" }
        let isPlain = !local.hasPrefix(".") && !local.hasSuffix(".") && !local.contains("..")
        return isPlain ? "<\(text)>" : "<\"\(local)\"@\(domain)>"
    }

    private static func isDomain(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || byte == UInt8(ascii: "-")
    }

    private static func isLocal(_ byte: UInt8) -> Bool {
        isAlphanumeric(byte) || ".!#$%&'*+/=?^_`{|}~-".utf8.contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}

extension MailAddress: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the address, which belongs in no log.
    package var description: String { "[e-mail]" }

    /// A mark without the address.
    package var debugDescription: String { description }
}
