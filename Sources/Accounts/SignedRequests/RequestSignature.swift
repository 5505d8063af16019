import Crypto

/// How a program signs a request with the secret of its API key.
///
/// The signature is the lowercase hexadecimal HMAC-SHA384 of timestamp, path and values, one after the other without
/// anything between them. Nothing therefore tells where one value ends and the next begins: requests with other fields
/// can have the same signature, and a server must take each signature once.
public enum RequestSignature {
    /// How many bytes a signature has before it is written in hexadecimal.
    public static let byteCount = 48

    /// What is signed.
    ///
    /// - Parameters:
    ///   - timestamp: Seconds since 1970 as the request's header field says them, a fraction included.
    ///   - path: The path with its version and without a query, as `/v1/orders/active`.
    ///   - values: The values of a form, sorted by name and joined; empty for a GET.
    public static func message(timestamp: String, path: String, values: String) -> [UInt8] {
        var message: [UInt8] = []
        message.reserveCapacity(timestamp.utf8.count + path.utf8.count + values.utf8.count)
        message.append(contentsOf: timestamp.utf8)
        message.append(contentsOf: path.utf8)
        message.append(contentsOf: values.utf8)
        return message
    }

    /// The signature of `message` as it stands in a header field.
    public static func hex(secret: String, message: [UInt8]) -> String {
        SigningSecret(secret).signature(of: message)
    }
}

/// The secret of an API key, made ready to sign: what depends on it alone has been worked out already.
public struct SigningSecret: Sendable {
    private let begun: HMAC<SHA384>

    /// The secret as `text` says it; its UTF-8 is the key.
    public init(_ text: String) {
        begun = HMAC(key: SymmetricKey(data: Array(text.utf8)))
    }

    /// The signature of `message` as it stands in a header field.
    public func signature(of message: [UInt8]) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity(2 * RequestSignature.byteCount)
        for byte in code(of: message) {
            characters.append(Self.digits[Int(byte >> 4)])
            characters.append(Self.digits[Int(byte & 15)])
        }
        return String(decoding: characters, as: UTF8.self)
    }

    /// Whether `code` signs `message`, in a time that does not depend on where they differ.
    func isValid(_ code: [UInt8], for message: [UInt8]) -> Bool {
        ConstantTime.areEqual(code, self.code(of: message))
    }

    private func code(of message: [UInt8]) -> [UInt8] {
        var mac = begun
        mac.update(data: message)
        return Array(mac.finalize())
    }

    private static let digits = Array("0123456789abcdef".utf8)
}

extension SigningSecret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the secret.
    public var description: String { "[signing secret]" }

    /// A mark without the secret.
    public var debugDescription: String { description }

    /// Nothing, so that a dump does not show the secret either.
    public var customMirror: Mirror { Mirror(self, children: []) }
}
