import Foundation
import Strings

extension Language {
    /// The language that the environment names, for what a command says to people; help texts are English.
    package static let current = Language(environment: { name in getenv(name).map { String(cString: $0) } })
}

extension Speakable {
    /// The text in the language of the environment.
    package var text: String { said(in: .current) }

    /// Says it on standard error.
    package func say() {
        StandardError.write(text)
    }
}
