import Crypto
import TypedText

/// The code that goes to an address to show that whoever typed the address reads what comes there: six digits, 20 bits.
///
/// So few bits are enough where a challenge can be tried five times and an address is sent few of them, and only there:
/// what is stored is bound to the challenge, which only whoever asked for the code has.
public struct MailboxCode: Sendable {
    /// How many digits a code has.
    public static let digits = 6
    /// For how long it can be used: a day.
    public static let seconds: Int64 = 86_400
    /// How often it may be tried.
    public static let attempts: Int64 = 5

    private let code: [UInt8]

    /// A new code of random digits.
    public init(using random: inout some RandomNumberGenerator) {
        code = (0..<Self.digits).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
    }

    /// The code that was typed, in any form; nil when it cannot be one.
    public init?(typed text: String) {
        // Whatever comes, little work is done on it.
        guard text.utf8.count <= 80 else { return nil }
        let typed = Array(TypedCode.characters(in: text).utf8)
        guard typed.count == Self.digits, typed.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        code = typed
    }

    /// The code for the mail.
    public var text: String { String(decoding: code, as: UTF8.self) }

    /// What is stored: the HMAC-SHA-256 of the code under the challenge's token.
    public func digest(for challenge: SessionToken) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: code, using: challenge.key))
    }

    /// Whether this code is the one of which `stored` was kept; the time it takes does not depend on where they differ.
    public func matches(_ stored: [UInt8], for challenge: SessionToken) -> Bool {
        ConstantTime.areEqual(digest(for: challenge), stored)
    }
}

extension MailboxCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the code.
    public var description: String { "[mailbox code]" }

    /// A mark without the code.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the code either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
