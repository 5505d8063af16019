import CommandOutput
import Foundation

/// The language in which the vault's commands speak to a person; help texts are English.
enum VaultLanguage: String {
    case spanish = "es"
    case english = "en"

    /// The language that the environment names, in the order of POSIX: LC_ALL, LC_MESSAGES, LANG.
    static let current = named(in: { name in getenv(name).map { String(cString: $0) } })

    /// The language that `variable` gives; Spanish when it is named, English otherwise.
    static func named(in variable: (String) -> String?) -> VaultLanguage {
        // An empty variable counts as one that is not there (POSIX, section 8.2).
        let value = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap(variable).first { !$0.isEmpty }
        return value?.hasPrefix("es") == true ? .spanish : .english
    }
}

/// Something that can be said in both languages; the compiler asks for both.
protocol Bilingual {
    var texts: (spanish: String, english: String) { get }
}

extension Bilingual {
    /// The text in the language of the environment.
    var text: String { text(in: .current) }

    /// The text in a language.
    func text(in language: VaultLanguage) -> String {
        switch language {
        case .spanish: texts.spanish
        case .english: texts.english
        }
    }

    /// Says it on standard error.
    func say() {
        StandardError.write(text)
    }
}
