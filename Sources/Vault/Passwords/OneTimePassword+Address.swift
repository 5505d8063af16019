import Encodings

extension OneTimePassword {
    /// The most bytes that the text of a one-time password has.
    public static let textLimit = 4096

    /// The codes of what a field says: an address `otpauth://totp/…`, or a secret in Base32.
    ///
    /// The address is Google Authenticator's "Key Uri Format"; the secret alone makes six digits every 30 seconds with
    /// SHA-1. Kinds that need a counter, and Steam's, are refused.
    public init(_ text: String) throws(OneTimePasswordFault) {
        guard text.utf8.count <= Self.textLimit else { throw .tooLong }
        guard let scheme = text.utf8.firstIndex(of: UInt8(ascii: ":")) else {
            try self.init(parameters: ["secret": text])
            return
        }
        guard text[..<scheme].lowercased() == "otpauth" else {
            throw text[..<scheme].lowercased() == "steam" ? .unsupportedKind("steam") : .notBase32
        }
        let address = text[text.utf8.index(after: scheme)...]
        guard address.hasPrefix("//") else { throw .notBase32 }
        let rest = address.dropFirst(2)
        let kind = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard kind == "totp" else { throw .unsupportedKind(kind == "hotp" || kind == "steam" ? kind : "unknown") }
        guard let mark = rest.firstIndex(of: "?") else { throw .noSecret }
        try self.init(parameters: Self.parameters(of: rest[rest.index(after: mark)...].prefix { $0 != "#" }))
    }

    private init(parameters: [String: String]) throws(OneTimePasswordFault) {
        guard let written = parameters["secret"], !written.allSatisfy({ $0 == " " || $0 == "=" || $0 == "-" }) else {
            throw .noSecret
        }
        guard let secret = Base32Secret.decode(written), !secret.isEmpty else { throw .notBase32 }
        // Steam Guard's codes have letters, and are known by their issuer or encoder.
        if parameters["encoder"]?.lowercased() == "steam" { throw .unsupportedKind("steam") }
        guard let algorithm = Algorithm(rawValue: (parameters["algorithm"] ?? "SHA1").uppercased().filter { $0 != "-" })
        else { throw .unsupportedAlgorithm }
        guard let digits = Int(parameters["digits"] ?? "6"), (6...8).contains(digits) else {
            throw .unsupportedDigits
        }
        guard let period = Int(parameters["period"] ?? "30"),
            let made = OneTimePassword(secret: secret, algorithm: algorithm, digits: digits, period: period)
        else { throw .unsupportedPeriod }
        self = made
    }

    /// The parameters of a query; the first of each name counts.
    private static func parameters(of query: some StringProtocol) -> [String: String] {
        var parameters: [String: String] = [:]
        for pair in query.split(separator: "&").prefix(32) {
            let name = pair.prefix { $0 != "=" }
            let value = percentDecoded(pair.dropFirst(name.count + 1))
            parameters[name.lowercased(), default: value] = parameters[name.lowercased()] ?? value
        }
        return parameters
    }

    /// `text` with its percent signs undone; one that means nothing stays as it is.
    private static func percentDecoded(_ text: some StringProtocol) -> String {
        let bytes = PercentEncoding.bytes(Array(text.utf8), keepsStray: true) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }
}
