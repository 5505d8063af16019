import Basics
import Network
import Strings

/// What a device reads: a declarative message, which Safari shows by itself and our worker understands as well.
enum PushText {
    /// The longest title and text, characters.
    static let longest = 160

    /// The text of a message, which fits into one.
    ///
    /// - Parameters:
    ///   - id: What tells this message from every other; a device that gets it twice shows it once.
    ///   - site: Where the page is, as `https://cerca.example.org`; empty when the device knows.
    static func text(_ notice: PushNotice, id: String, in language: Language, site: String) -> String {
        let words = notice.words(language)
        var (title, text) = (words.title.prefix(longest), words.text.prefix(longest))
        var message = json(title, text, notice, id, language, site)
        while message.utf8.count > MessageEncryption.mostBytes, !(title.isEmpty && text.isEmpty) {
            if text.isEmpty { title = title.dropLast(8) } else { text = text.dropLast(8) }
            message = json(title, text, notice, id, language, site)
        }
        return message
    }

    private static func json(
        _ title: Substring, _ text: Substring, _ notice: PushNotice, _ id: String, _ language: Language, _ site: String
    ) -> String {
        JSONValue.object([
            "web_push": 8030,
            "notification": .object([
                "title": .string(String(title)), "body": .string(String(text)), "lang": .string(language.rawValue),
                "navigate": .string("\(site)/\(notice.page)"), "tag": .string(id),
                "data": .object(["kind": .string(notice.kind.rawValue)]),
            ]),
        ]).compactText
    }
}
