import Encodings
import Foundation
import Vault

/// The ways in which one-time passwords stand in KeePass: KeePassXC's `otp` and its older pair, KeePass 2's own keys.
enum KeePassOneTimePassword {
    /// Every key that has to do with them.
    static let keys: Set<String> = Set(
        ["otp", seed, settings, length, period, algorithm, base32Secret] + secrets.map(\.key))

    private static let seed = "TOTP Seed"
    private static let settings = "TOTP Settings"
    private static let length = "TimeOtp-Length"
    private static let period = "TimeOtp-Period"
    private static let algorithm = "TimeOtp-Algorithm"
    /// KeePass 2.47 and later: one secret in one of four forms.
    private static let secrets: [(key: String, bytes: @Sendable (String) -> [UInt8]?)] = [
        ("TimeOtp-Secret", { Array($0.utf8) }),
        ("TimeOtp-Secret-Hex", { [UInt8](hexadecimal: $0) }),
        ("TimeOtp-Secret-Base64", { Data(base64Encoded: $0).map { Array($0) } }),
    ]
    private static let base32Secret = "TimeOtp-Secret-Base32"

    /// The secrets in the strings of an entry, as Base32 or as otpauth URI, and the keys that are thereby read.
    ///
    /// Steam's codes, which no standard describes, are not understood: their strings stay custom fields.
    static func read(_ strings: [String: String], title: String) -> (values: [String], keys: Set<String>) {
        var values: [String] = []
        var read: Set<String> = []
        if let text = strings["otp"], let value = keePassXC(text, title: title) {
            values.append(value)
            read.insert("otp")
        }
        if let secret = strings[seed], let value = pair(secret, strings[settings], title: title) {
            values.append(value)
            read.formUnion([seed, settings])
        }
        if let value = keePass(strings, title: title) {
            values.append(value)
            read.formUnion([length, period, algorithm, base32Secret])
            read.formUnion(secrets.map(\.key))
        }
        return (values, read)
    }

    /// The strings under which a secret is written: `otp` for a URI, else the pair with its default settings.
    static func strings(_ value: String) -> [(key: String, value: String)] {
        value.lowercased().hasPrefix("otpauth://") ? [("otp", value)] : [(seed, value), (settings, "30;6")]
    }

    /// A URI, a bare secret, or the older `key=…&size=…&step=…`.
    private static func keePassXC(_ text: String, title: String) -> String? {
        guard !text.contains("://"), text.hasPrefix("key=") || text.contains("&key=") else {
            return text.isEmpty ? nil : text
        }
        var parts: [String: String] = [:]
        for part in text.split(separator: "&") {
            guard let equals = part.firstIndex(of: "=") else { continue }
            parts[String(part[..<equals])] = PercentEncoding.decoded(part[part.index(after: equals)...])
        }
        guard let secret = parts["key"], !secret.isEmpty else { return nil }
        return uri(
            secret, title: title, period: parts["step"] ?? "30", digits: parts["size"] ?? "6",
            algorithm: parts["otpHashMode"] ?? "SHA1")
    }

    /// A secret with settings such as `30;6`.
    private static func pair(_ secret: String, _ settings: String?, title: String) -> String? {
        guard !secret.isEmpty else { return nil }
        let parts = (settings ?? "30;6").split(separator: ";")
        guard parts.count >= 2, let period = Int(parts[0]), let digits = Int(parts[1]) else { return nil }
        return uri(secret, title: title, period: String(period), digits: String(digits), algorithm: "SHA1")
    }

    private static func keePass(_ strings: [String: String], title: String) -> String? {
        var secret = strings[base32Secret]
        for form in secrets where secret == nil {
            secret = strings[form.key].flatMap(form.bytes).map { Base32.text($0) }
        }
        guard let secret, !secret.isEmpty else { return nil }
        let hash = strings[algorithm].map { $0.replacing("HMAC-SHA-", with: "SHA") } ?? "SHA1"
        return uri(
            secret, title: title, period: strings[period] ?? "30", digits: strings[length] ?? "6", algorithm: hash)
    }

    /// The secret itself when nothing is unusual about it, else a URI that says what is.
    private static func uri(
        _ secret: String, title: String, period: String, digits: String, algorithm: String
    ) -> String {
        guard period != "30" || digits != "6" || algorithm.uppercased() != "SHA1" else { return secret }
        let label = PercentEncoding.encoded(title.isEmpty ? "KeePass" : title)
        return
            "otpauth://totp/\(label)?secret=\(PercentEncoding.encoded(secret))&algorithm=\(PercentEncoding.encoded(algorithm.uppercased()))"
            + "&digits=\(PercentEncoding.encoded(digits))&period=\(PercentEncoding.encoded(period))"
    }
}
