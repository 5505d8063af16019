import Basics
import TypedText

/// A case that the authority registered: days and a state, and nothing that says whose it is.
package struct HealthCase: Hashable, Sendable {
    /// How a case stands.
    package enum State: String, Sendable, CaseIterable {
        /// Nobody has decided yet.
        case pending
        /// Its key is or will be published.
        case approved
        /// Its key was deleted.
        case rejected
        /// Nobody decided in three days, and its key was deleted.
        case expired
    }

    /// Its identifier.
    package let id: String
    /// How it stands.
    package let state: State
    /// The first day whose contacts are warned.
    package let firstDay: UTCDay
    /// The day on which it was registered.
    package let registeredOn: UTCDay
    /// The day on which somebody decided, or it expired.
    package let decidedOn: UTCDay?
    /// What the phone shows as well; nil once it is decided.
    package let checkWords: String?
}

/// What everybody can read.
package enum PublicationKind: String, Sendable, CaseIterable {
    /// News with a title and a text.
    case news
    /// A question with its answer.
    case questions
}

/// A piece of news, or a question with its answer.
package struct Publication: Hashable, Sendable {
    /// Its identifier.
    package let id: String
    /// The day on which it was first published.
    package let publishedOn: UTCDay
    /// What it says.
    package let words: PublicationWords
}

/// What a publication says, in one language at least.
package struct PublicationWords: Hashable, Sendable {
    /// The languages in which there can be something.
    package static let languages = ["es", "en", "pt", "it"]
    /// The most Unicode scalars of a title or question.
    package static let longestTitle = 200
    /// The most Unicode scalars of a text or answer.
    package static let longestText = 5000

    /// The title or the question by language.
    package let titles: [String: String]
    /// The text or the answer in the same languages.
    package let texts: [String: String]

    /// The words, without white space around them; throws the place and the reason when they cannot be published.
    ///
    /// They are plain text. Control characters other than line breaks have no place in it, nor have the characters that
    /// change the direction of what follows, with which a text can show something else than it says.
    package init(titles: [String: String], texts: [String: String]) throws(WordsFault) {
        self.titles = try Self.checked(titles, longest: Self.longestTitle, part: .title)
        self.texts = try Self.checked(texts, longest: Self.longestText, part: .text)
        guard !self.titles.isEmpty else { throw WordsFault(part: .title, reason: "must be in at least one language") }
        for language in Self.languages where (self.titles[language] == nil) != (self.texts[language] == nil) {
            throw WordsFault(
                part: self.titles[language] == nil ? .title : .text, reason: "is missing in language \(language)")
        }
    }

    private static func checked(
        _ words: [String: String], longest: Int, part: WordsFault.Part
    ) throws(WordsFault) -> [String: String] {
        var checked: [String: String] = [:]
        for (language, text) in words {
            guard languages.contains(language) else {
                throw WordsFault(part: part, reason: "has a language other than \(languages.joined(separator: ", "))")
            }
            let trimmed: String
            do throws(UnreadableCharacter) {
                trimmed = try ReadableText.read(text.trimmed, part == .text ? .several : .one).trimmed
            } catch {
                throw WordsFault(part: part, reason: "has \(error)")
            }
            guard trimmed.unicodeScalars.count <= longest else {
                throw WordsFault(part: part, reason: "must have at most \(longest) characters")
            }
            if !trimmed.isEmpty { checked[language] = trimmed }
        }
        return checked
    }
}

extension String {
    /// The text without white space at its ends.
    fileprivate var trimmed: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }
}

/// Why words cannot be published.
package struct WordsFault: Error, Hashable, Sendable {
    /// Which of them.
    package enum Part: String, Sendable {
        /// The title or the question.
        case title
        /// The text or the answer.
        case text
    }

    /// Which of them.
    package let part: Part
    /// What is wrong, to follow the part's name.
    package let reason: String
}
