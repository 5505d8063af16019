import Foundation

/// Unicode's composed form and case folding; plain ASCII, which most names are, never reaches Foundation.
enum UnicodeForms {
    /// `text` in normalization form C (Unicode Standard Annex 15).
    static func composed(_ text: String) -> String {
        isASCII(text) ? text : text.precomposedStringWithCanonicalMapping
    }

    /// `text` decomposed (normalization form D), so that accents stand for themselves.
    static func decomposed(_ text: String) -> String {
        isASCII(text) ? text : text.decomposedStringWithCanonicalMapping
    }

    /// `text` without case, composed.
    ///
    /// Lower, upper and lower case in turn: so "ẞ" and "ß" meet "SS", and the Greek final sigma meets the others, as full
    /// case folding has it (Unicode Standard 3.13, D145); no mapping asks for a language.
    static func caseFolded(_ text: String) -> String {
        if isASCII(text) { return text.lowercased() }
        return composed(composed(text).lowercased().uppercased().lowercased())
    }

    /// Whether `text` has nothing but ASCII.
    static func isASCII(_ text: String) -> Bool {
        text.utf8.allSatisfy { $0 < 0x80 }
    }
}
