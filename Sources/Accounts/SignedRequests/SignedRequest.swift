import Basics

/// A request whose signature was found to be right.
public struct SignedRequest: Sendable, Equatable {
    /// The header field with the public part of the API key.
    public static let keyField = "X-MKT-APIKEY"
    /// The header field with the signature.
    public static let signatureField = "X-MKT-SIGNATURE"
    /// The header field with the seconds since 1970.
    public static let timestampField = "X-MKT-TIMESTAMP"
    /// How far the client's clock and ours may be apart, milliseconds.
    public static let windowMilliseconds: Int64 = 30_000

    /// The bytes of the signature.
    public let signature: [UInt8]
    /// When it was signed, by the client's clock.
    public let signedAt: Timestamp

    /// When it cannot be sent once more, because it will be too old.
    public var expiresAt: Timestamp { signedAt.advanced(byMilliseconds: Self.windowMilliseconds + 1) }

    /// Looks at the signature of a request.
    ///
    /// Official clients disagree about the form in which values are signed; any of the three is right.
    ///
    /// - Parameters:
    ///   - signature: The header field as it came.
    ///   - timestamp: The header field as it came; its text is what was signed.
    ///   - path: The path with its version and without a query, as it came.
    ///   - form: The fields of a body; nil for a GET, which signs none.
    ///   - secret: The secret of the key that the request names.
    ///   - now: The server's time.
    /// - Throws: Why the request is not to be believed; what is said first needs no secret to be found out.
    public static func verify(
        signature: String, timestamp: String, path: String, form: FormFields?, secret: SigningSecret, now: Timestamp
    ) throws(SignatureFault) -> SignedRequest {
        guard let signedAt = instant(timestamp), let code = bytes(signature) else { throw .malformed }
        guard abs(signedAt.milliseconds(since: now)) <= windowMilliseconds else { throw .stale }
        var tried: [String] = []
        for valueForm in FormFields.ValueForm.allCases {
            let values = form?.sortedValues(valueForm) ?? ""
            guard !tried.contains(values) else { continue }
            tried.append(values)
            let message = RequestSignature.message(timestamp: timestamp, path: path, values: values)
            if secret.isValid(code, for: message) { return SignedRequest(signature: code, signedAt: signedAt) }
        }
        throw .wrong
    }

    /// The instant of a timestamp such as `1525053829` or `1795253653.658683`, to the millisecond; nil for other texts.
    public static func instant(_ timestamp: String) -> Timestamp? {
        guard timestamp.utf8.count <= 32 else { return nil }
        var seconds: Int64 = 0
        var fraction: Int64 = 0
        var digits = 0
        var places: Int?
        for character in timestamp.utf8 {
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                let digit = Int64(character - UInt8(ascii: "0"))
                if let count = places {
                    if count < 3 { fraction = fraction * 10 + digit }
                    places = count + 1
                } else {
                    digits += 1
                    // Twelve digits of seconds reach past the year 30,000.
                    guard digits <= 12 else { return nil }
                    seconds = seconds * 10 + digit
                }
            case UInt8(ascii: ".") where places == nil: places = 0
            default: return nil
            }
        }
        guard digits > 0, places != 0 else { return nil }
        for _ in min(places ?? 0, 3)..<3 { fraction *= 10 }
        return Timestamp(milliseconds: seconds * 1000 + fraction)
    }

    /// The unit of a timestamp that is no number of seconds, by how many digits it has: `milliseconds`, `microseconds` or
    /// `nanoseconds`; nil for every other text.
    public static func smallerUnit(of timestamp: String) -> String? {
        let whole = timestamp.utf8.prefix { $0 != UInt8(ascii: ".") }
        guard timestamp.utf8.count <= 32,
            timestamp.utf8.dropFirst(whole.count + 1).allSatisfy({ (0x30...0x39).contains($0) }),
            whole.allSatisfy({ (0x30...0x39).contains($0) })
        else { return nil }
        switch whole.count {
        case 13: return "milliseconds"
        case 16: return "microseconds"
        case 19: return "nanoseconds"
        default: return nil
        }
    }

    /// The bytes of a signature in hexadecimal, capital or small; nil for what can be none.
    private static func bytes(_ signature: String) -> [UInt8]? {
        guard signature.utf8.count == 2 * RequestSignature.byteCount else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(RequestSignature.byteCount)
        var high: UInt8?
        for character in signature.utf8 {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0")
            case UInt8(ascii: "a")...UInt8(ascii: "f"): digit = character - UInt8(ascii: "a") + 10
            case UInt8(ascii: "A")...UInt8(ascii: "F"): digit = character - UInt8(ascii: "A") + 10
            default: return nil
            }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }
}

/// Why a signature is not believed.
public enum SignatureFault: Error, Equatable, Sendable {
    /// The timestamp or the signature has a form that none can have.
    case malformed
    /// The timestamp is too far from the server's time.
    case stale
    /// Another secret, or another request, than this signature is of.
    case wrong
}
