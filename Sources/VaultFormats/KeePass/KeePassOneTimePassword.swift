import Basics
import Foundation
import TypedText
import Vault

/// The ways in which one-time passwords stand in KeePass: KeePassXC's `otp` and its older pair, KeePass 2's own keys.
enum KeePassOneTimePassword {
    /// Every key that has to do with them.
    static let keys: Set<String> = Set(
        ["otp", seed, settings, length, period, algorithm, counter]
            + secrets.flatMap { ["TimeOtp-\($0.form)", "HmacOtp-\($0.form)"] })

    private static let seed = "TOTP Seed"
    private static let settings = "TOTP Settings"
    private static let length = "TimeOtp-Length"
    private static let period = "TimeOtp-Period"
    private static let algorithm = "TimeOtp-Algorithm"
    private static let counter = "HmacOtp-Counter"
    /// KeePass 2.47 and later: one secret in one of four forms, which are turned into Base32.
    private static let secrets: [(form: String, base32: @Sendable (String) -> String?)] = [
        ("Secret-Base32", { $0 }),
        ("Secret", { Base32.text(Array($0.utf8)) }),
        ("Secret-Hex", { [UInt8](hexadecimal: TypedCode.characters(in: $0)).map { Base32.text($0) } }),
        ("Secret-Base64", { Data(base64Encoded: $0).map { Base32.text(Array($0)) } }),
    ]

    /// The secrets in the strings of an entry, as Base32 or as otpauth URI, and the keys that are thereby read.
    ///
    /// Several programs may each have written one secret in their own way; it is one, then.
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
            read.formUnion([length, period, algorithm])
            read.formUnion(secrets.map { "TimeOtp-\($0.form)" })
        }
        if let value = keePassCounter(strings, title: title) {
            values.append(value)
            read.insert(counter)
            read.formUnion(secrets.map { "HmacOtp-\($0.form)" })
        }
        return (differing(values), read)
    }

    /// The values without those that make the same codes as one before them.
    private static func differing(_ values: [String]) -> [String] {
        var kept: [(value: String, codes: OneTimePassword?)] = []
        for value in values {
            let codes = try? OneTimePassword(value)
            let isKnown = kept.contains { other in
                guard let codes, let former = other.codes else { return other.value == value }
                return codes.makesSameCodes(as: former)
            }
            if !isKnown { kept.append((value, codes)) }
        }
        return kept.map(\.value)
    }

    /// The strings under which a secret is written: `otp` for a URI, else the pair with its default settings.
    static func strings(_ value: String) -> [(key: String, value: String)] {
        // KeePassXC takes Steam's secrets in its older pair alone.
        if value.hasPrefix("steam://") { return [(seed, String(value.dropFirst(8))), (settings, "30;S")] }
        return value.contains("://") ? [("otp", value)] : [(seed, value), (settings, "30;6")]
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
        let kind = (parts["type"] ?? parts["encoder"] ?? "").lowercased()
        if kind == "steam" { return "steam://\(secret)" }
        if kind == "hotp" {
            return counting(secret, title: title, digits: parts["size"] ?? "6", counter: parts["counter"] ?? "0")
        }
        return uri(
            secret, title: title, period: parts["step"] ?? "30", digits: parts["size"] ?? "6",
            algorithm: parts["otpHashMode"] ?? "SHA1")
    }

    /// A secret with settings such as `30;6`.
    private static func pair(_ secret: String, _ settings: String?, title: String) -> String? {
        guard !secret.isEmpty else { return nil }
        let parts = (settings ?? "30;6").split(separator: ";")
        // Steam's codes have letters.
        if parts.count >= 2, parts[1].uppercased() == "S" { return "steam://\(secret)" }
        guard parts.count >= 2, let period = Int(parts[0]), let digits = Int(parts[1]) else { return nil }
        return uri(secret, title: title, period: String(period), digits: String(digits), algorithm: "SHA1")
    }

    private static func keePass(_ strings: [String: String], title: String) -> String? {
        guard let secret = secret("TimeOtp", strings) else { return nil }
        let hash = strings[algorithm].map { $0.replacing("HMAC-SHA-", with: "SHA") } ?? "SHA1"
        return uri(
            secret, title: title, period: strings[period] ?? "30", digits: strings[length] ?? "6", algorithm: hash)
    }

    /// KeePass's codes that count.
    private static func keePassCounter(_ strings: [String: String], title: String) -> String? {
        guard let secret = secret("HmacOtp", strings) else { return nil }
        return counting(secret, title: title, digits: "6", counter: strings[counter] ?? "0")
    }

    /// The first of the four forms that an entry has.
    private static func secret(_ prefix: String, _ strings: [String: String]) -> String? {
        for form in secrets {
            if let secret = strings["\(prefix)-\(form.form)"].flatMap(form.base32), !secret.isEmpty { return secret }
        }
        return nil
    }

    private static func counting(_ secret: String, title: String, digits: String, counter: String) -> String {
        let label = PercentEncoding.encoded(title.isEmpty ? "KeePass" : title)
        return "otpauth://hotp/\(label)?secret=\(PercentEncoding.encoded(secret))"
            + "&digits=\(PercentEncoding.encoded(digits))&counter=\(PercentEncoding.encoded(counter))"
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
