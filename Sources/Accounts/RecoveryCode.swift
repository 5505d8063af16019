import Crypto
import TypedText

/// Codes that people read somewhere and type elsewhere, in an alphabet whose characters are not mistaken for others.
///
/// There are 30: the digits from 2 and the capital letters without I, L, O and U. Each carries 4.9 bits.
enum CodeAlphabet {
    static let alphabet = Array("23456789ABCDEFGHJKMNPQRSTVWXYZ".utf8)

    /// So many characters, each as likely as any other.
    static func make(_ count: Int, using random: inout some RandomNumberGenerator) -> [UInt8] {
        (0..<count).map { _ in alphabet[Int.random(in: 0..<alphabet.count, using: &random)] }
    }

    /// The characters of a code as it was typed, in any case and form; nil unless there are `count`.
    static func read(_ text: String, count: Int) -> [UInt8]? {
        // Whatever comes, little work is done on it.
        guard text.utf8.count <= 8 * count + 32 else { return nil }
        var characters: [UInt8] = []
        for byte in TypedCode.characters(in: text).utf8 {
            let upper = (0x61...0x7A).contains(byte) ? byte - 0x20 : byte
            guard alphabet.contains(upper) else { return nil }
            characters.append(upper)
        }
        return characters.count == count ? characters : nil
    }
}

/// A code that stands for the second factor once, for an owner whose authenticator app is gone: 16 characters, 78 bits.
///
/// Only its digest is stored. With so many random bits a plain hash is enough: there is nothing to be guessed.
public struct RecoveryCode: Sendable {
    /// How many codes an account is given.
    public static let count = 10
    private static let characters = 16

    private let code: [UInt8]

    /// A new code of random characters.
    public init(using random: inout some RandomNumberGenerator) {
        code = CodeAlphabet.make(Self.characters, using: &random)
    }

    /// The code that was typed, or nil when it cannot be one.
    public init?(typed text: String) {
        guard let code = CodeAlphabet.read(text, count: Self.characters) else { return nil }
        self.code = code
    }

    /// The code for its owner: four groups of four characters.
    public var text: String {
        stride(from: 0, to: Self.characters, by: 4)
            .map { String(decoding: code[$0..<$0 + 4], as: UTF8.self) }.joined(separator: "-")
    }

    /// What is stored, and looked up: the SHA-256 of the characters.
    public var digest: [UInt8] { Array(SHA256.hash(data: code)) }
}

extension RecoveryCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the code.
    public var description: String { "[recovery code]" }

    /// A mark without the code.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the code either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The code that goes out by mail to approve a new device: five characters, 24 bits.
///
/// So few bits are enough where five tries within ten minutes are allowed, and only there: what is stored is
/// bound to the challenge, which only the device has.
public struct DeviceCode: Sendable {
    /// How many characters a code has.
    public static let characters = 5
    /// For how long it can be used.
    public static let seconds: Int64 = 600
    /// How often it may be tried.
    public static let attempts: Int64 = 5

    private let code: [UInt8]

    /// A new code of random characters.
    public init(using random: inout some RandomNumberGenerator) {
        code = CodeAlphabet.make(Self.characters, using: &random)
    }

    /// The code that was typed, or nil when it cannot be one.
    public init?(typed text: String) {
        guard let code = CodeAlphabet.read(text, count: Self.characters) else { return nil }
        self.code = code
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

extension DeviceCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the code.
    public var description: String { "[device code]" }

    /// A mark without the code.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the code either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
