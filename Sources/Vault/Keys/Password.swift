import Crypto

/// A password, composed (NFC), so that it is the same however a keyboard spells an accent.
public struct Password: Equatable, Sendable {
    /// The most that a password may have, in Unicode scalars.
    public static let limit = 1000

    /// Its UTF-8 text, overwritten when the last copy goes; the text that it was made from cannot be.
    private let secret: SymmetricKey

    /// The password that `text` is, or nil when it is empty or longer than 1,000 characters.
    public init?(_ text: String) {
        let composed = UnicodeForms.composed(text)
        guard !composed.isEmpty, composed.unicodeScalars.count <= Self.limit else { return nil }
        var copy = composed
        secret = copy.withUTF8 { SymmetricKey(data: UnsafeRawBufferPointer($0)) }
    }

    /// The password with these UTF-8 bytes, or nil when they are not UTF-8, none, or too many.
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count <= 4 * Self.limit, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        self.init(text)
    }

    /// How many bytes there are.
    public var byteCount: Int { secret.byteCount }

    /// Calls `body` with the UTF-8 bytes, which must not be kept.
    public func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
        try secret.withUnsafeBytes(body)
    }
}

extension Password: CustomStringConvertible, CustomDebugStringConvertible {
    /// A mark without the password.
    public var description: String { "[password]" }

    /// A mark without the password.
    public var debugDescription: String { description }
}
