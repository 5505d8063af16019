import Basics
import TypedText

extension OneTimePassword {
    /// The most bytes that the text of a one-time password has.
    public static let textLimit = 4096

    /// The codes of what a field says: an address such as `otpauth://totp/…`, or a secret in Base32.
    ///
    /// The address is Google Authenticator's "Key Uri Format", for codes that change with the time (`totp`) or count
    /// (`hotp`). Steam's codes are `steam://SECRET`, `otpauth://steam/…`, or an address with `encoder=steam` or the issuer
    /// Steam. The secret alone makes six digits every 30 seconds with SHA-1. It is read as people copy it: in either case,
    /// in groups, with any kind of space, dash or invisible character in it (``TypedCode``). A parameter that is left empty
    /// has its usual value.
    public init(_ text: String) throws(OneTimePasswordFault) {
        guard text.utf8.count <= Self.textLimit else { throw .tooLong }
        let text = Self.trimmed(text)
        guard let colon = text.firstIndex(of: ":") else {
            try self.init(.time, ["secret": String(text)])
            return
        }
        let scheme = text[..<colon].lowercased()
        let rest = text[text.index(after: colon)...]
        guard rest.hasPrefix("//") else { throw .notBase32 }
        let address = rest.dropFirst(2)
        switch scheme {
        case "steam":
            try self.init(.steam, ["secret": Self.percentDecoded(address.prefix { $0 != "?" && $0 != "/" })])
        case "otpauth", "apple-otpauth": try self.init(address: address)
        case "otpauth-migration": throw .unsupportedKind(scheme)
        default: throw .notBase32
        }
    }

    /// The text of a field once its next code was used: the same address with the counter one higher; nil for codes that
    /// don't count.
    public static func advanced(_ text: String) -> String? {
        guard let codes = try? OneTimePassword(text), codes.kind == .counter, let mark = text.firstIndex(of: "?") else {
            return nil
        }
        let next = String(codes.counter + 1)
        let query = text[text.index(after: mark)...].prefix { $0 != "#" }
        var pairs = query.split(separator: "&", omittingEmptySubsequences: false).map(String.init)
        if let place = pairs.firstIndex(where: { $0.prefix { $0 != "=" }.lowercased() == "counter" }) {
            pairs[place] = pairs[place].prefix { $0 != "=" } + "=\(next)"
        } else {
            pairs.append("counter=\(next)")
        }
        return "\(text[...mark])\(pairs.joined(separator: "&"))\(text[query.endIndex...])"
    }

    /// What follows `otpauth://`: the kind, a label and parameters.
    private init(address: Substring) throws(OneTimePasswordFault) {
        let name = address.prefix { $0 != "/" && $0 != "?" }.lowercased()
        guard let kind = Kind(rawValue: name) else { throw .unsupportedKind("unknown") }
        // A label may have a question mark in it that should have been written otherwise.
        let marks = address.indices.filter { address[$0] == "?" }
        let queries = [marks.first, marks.last].compactMap { $0 }.map { mark in
            Self.parameters(of: address[address.index(after: mark)...].prefix { $0 != "#" })
        }
        guard let parameters = queries.first(where: { $0["secret"] != nil }) else { throw .noSecret }
        let label = Self.percentDecoded(address.dropFirst(name.count + 1).prefix { $0 != "?" })
        try self.init(kind == .time && Self.isSteam(parameters, label) ? .steam : kind, parameters)
    }

    /// Steam writes no digits, or its five.
    private static func isSteam(_ parameters: [String: String], _ label: String) -> Bool {
        if parameters["encoder"]?.lowercased() == "steam" { return true }
        guard ["", "5"].contains(parameters["digits"] ?? "") else { return false }
        let issuer = parameters["issuer"] ?? label.prefix { $0 != ":" }.description
        return issuer.lowercased() == "steam" && (parameters["issuer"] != nil || label.contains(":"))
    }

    private init(_ kind: Kind, _ parameters: [String: String]) throws(OneTimePasswordFault) {
        let written = TypedCode.characters(in: parameters["secret"] ?? "")
        guard !written.allSatisfy({ $0 == "=" }) else { throw .noSecret }
        guard let secret = Base32Secret.decode(written), !secret.isEmpty else { throw .notBase32 }
        guard kind != .steam else {
            self.init(secret, kind: .steam, algorithm: .sha1, digits: Self.steamDigits, period: 30, counter: 0)
            return
        }
        /// A parameter without the spaces around it; nil when it is missing or empty.
        func value(_ name: String) -> String? {
            parameters[name].map { String(Self.trimmed($0)) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        let hash = TypedCode.characters(in: value("algorithm") ?? "SHA1").uppercased()
        guard let algorithm = Algorithm(rawValue: hash.hasPrefix("HMAC") ? String(hash.dropFirst(4)) : hash) else {
            throw .unsupportedAlgorithm
        }
        guard let digits = Int(value("digits") ?? "6"), (6...8).contains(digits) else { throw .unsupportedDigits }
        // A counter counts in place of the time.
        guard let period = Int(kind == .counter ? "30" : value("period") ?? "30"), Self.periods.contains(period) else {
            throw .unsupportedPeriod
        }
        guard let counter = Int64(kind == .counter ? value("counter") ?? "0" : "0"), (0..<Int64.max).contains(counter)
        else { throw .unsupportedCounter }
        self.init(
            secret, kind: kind, algorithm: algorithm, digits: digits, period: period, counter: UInt64(counter))
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

    /// `text` without the spaces and invisible characters at its ends.
    private static func trimmed(_ text: String) -> Substring {
        func isNothing(_ character: Character) -> Bool {
            character.unicodeScalars.allSatisfy {
                $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint
            }
        }
        let start = text.drop(while: isNothing)
        return start[..<(start.lastIndex { !isNothing($0) }.map { start.index(after: $0) } ?? start.startIndex)]
    }
}
