/// A language that we speak.
package enum Language: String, CaseIterable, Sendable {
    case english = "en"
    case spanish = "es"
    case portuguese = "pt"
    case italian = "it"

    /// The language of a tag such as `pt-BR` or a locale such as `es_MX.UTF-8`; nil for one that is not ours.
    package init?(tag: some StringProtocol) {
        let first = tag.prefix { $0.isASCII && $0.isLetter }.lowercased()
        guard let language = Language(rawValue: first) else { return nil }
        self = language
    }

    /// The language that the environment names, in the order of POSIX: LC_ALL, LC_MESSAGES, LANG; English for others.
    package init(environment variable: (String) -> String?) {
        // An empty variable counts as one that is not there (POSIX, section 8.2).
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        self = value.flatMap { Language(tag: $0) } ?? .english
    }

    /// The first language of ours in a header `Accept-Language`; English when it names none.
    package init(accepted header: String?) {
        // Weights are left aside: browsers list what they want in its order.
        let ranges = (header ?? "").utf8.prefix(200).split(separator: UInt8(ascii: ","))
        self =
            ranges.lazy.compactMap { Language(tag: String(decoding: $0, as: UTF8.self).drop { $0 == " " }) }.first
            ?? .english
    }

    /// Whether `count` things are said in the singular (Unicode CLDR, plural rules: Portuguese says "0 item").
    ///
    /// The form `many` of Spanish, Portuguese and Italian, for whole millions, is not told apart: nobody counts so many
    /// of what we count, and written in figures it differs by a preposition alone.
    package func isSingular(_ count: Int) -> Bool {
        count == 1 || self == .portuguese && count == 0
    }
}
