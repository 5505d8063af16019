/// What can be said in each of our languages.
package protocol Speakable: Sendable {
    /// The text in a language.
    func said(in language: Language) -> String
}

/// One text in each language.
package struct Forms: Sendable {
    private let en, es, pt, it: String

    /// The texts as the catalogues have them.
    package init(en: String, es: String, pt: String, it: String) {
        (self.en, self.es, self.pt, self.it) = (en, es, pt, it)
    }

    subscript(language: Language) -> String {
        switch language {
        case .english: en
        case .spanish: es
        case .portuguese: pt
        case .italian: it
        }
    }
}

/// A text of the catalogues with what stands in its braces; the language is chosen when it is said.
///
/// The texts are literals: nothing is read or built before something is said.
package struct Phrase: Speakable {
    private enum Choice: Sendable {
        case plain(Forms, gender: Forms?)
        case counted(Int, one: Forms, other: Forms)
        indirect case agreeing(Phrase, feminine: Forms, masculine: Forms)
    }

    private let choice: Choice
    private let values: [(name: String, value: any Speakable)]

    /// A text that is always the same but for its values; a noun says its gender, `feminine` or `masculine`.
    package init(_ forms: Forms, gender: Forms? = nil, values: [(String, any Speakable)] = []) {
        choice = .plain(forms, gender: gender)
        self.values = values
    }

    /// A text for one thing, and another for several or none.
    package init(count: Int, one: Forms, other: Forms, values: [(String, any Speakable)] = []) {
        choice = .counted(count, one: one, other: other)
        self.values = values
    }

    /// A text that agrees with the gender of a noun in it; what has no gender is masculine.
    package init(noun: Phrase, feminine: Forms, masculine: Forms, values: [(String, any Speakable)] = []) {
        choice = .agreeing(noun, feminine: feminine, masculine: masculine)
        self.values = values
    }

    package func said(in language: Language) -> String {
        let text = form(in: language)
        return values.isEmpty ? text : filled(text, in: language)
    }

    private func form(in language: Language) -> String {
        switch choice {
        case .plain(let forms, _): forms[language]
        case .counted(let count, let one, let other): (language.isSingular(count) ? one : other)[language]
        case .agreeing(let noun, let feminine, let masculine):
            (noun.gender(in: language) == "feminine" ? feminine : masculine)[language]
        }
    }

    private func gender(in language: Language) -> String? {
        guard case .plain(_, let gender) = choice else { return nil }
        return gender?[language]
    }

    /// The text with its values in place of their names in braces; braces within a value are left as they are.
    private func filled(_ text: String, in language: Language) -> String {
        var result = ""
        var rest = Substring(text)
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = rest[rest.index(after: open)..<close]
            result += rest[..<open]
            if let value = values.first(where: { $0.name == name })?.value {
                result += value.said(in: language)
            } else {
                result += rest[open...close]
            }
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

extension String: Speakable {
    package func said(in language: Language) -> String { self }
}

extension Int: Speakable {
    package func said(in language: Language) -> String { description }
}

extension Int64: Speakable {
    package func said(in language: Language) -> String { description }
}
