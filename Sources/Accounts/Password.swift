/// A password as a person typed it: 8 to 256 bytes of UTF-8, any characters.
///
/// Length is what makes a password strong, so there are no rules about kinds of characters (NIST SP 800-63B section
/// 5.1.1.2); the upper bound keeps hashing cheap to ask for. The bytes are taken as they come: a keyboard that composes
/// accents otherwise makes another password.
public struct Password: Sendable {
    /// How many bytes a password may have.
    public static let byteCounts = 8...256

    let secret: SecretBytes

    /// The password that `text` is; throws ``AccountError/passwordTooShort`` or ``AccountError/passwordTooLong``.
    public init(_ text: String) throws(AccountError) {
        let count = text.utf8.count
        guard count >= Self.byteCounts.lowerBound else { throw .passwordTooShort }
        guard count <= Self.byteCounts.upperBound else { throw .passwordTooLong }
        secret = SecretBytes(text.utf8)
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the password.
    public var description: String { "[password]" }

    /// A mark without the password.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the password either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
