import Foundation
import Ledger

/// How an account wants to see money, words and times.
package struct AccountPreferences: Sendable, Equatable {
    /// The asset that values are told in; nil for the usual one.
    package var base: AssetName?
    /// The language and its region, as `es-CL`; nil for English.
    package var language: String?
    /// The time zone, by its name in the IANA's database; nil for UTC.
    package var timeZone: String?

    /// These preferences; nothing is checked.
    package init(base: AssetName? = nil, language: String? = nil, timeZone: String? = nil) {
        self.base = base
        self.language = language
        self.timeZone = timeZone
    }

    /// Whether `text` has the form of a language (RFC 5646): parts of one to eight letters and digits, the first of two or
    /// three letters.
    package static func isLanguage(_ text: String) -> Bool {
        guard text.utf8.count <= 35 else { return false }
        let parts = text.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(Self.isLetter) else {
            return false
        }
        return parts.dropFirst().allSatisfy { part in
            (1...8).contains(part.count) && part.allSatisfy { isLetter($0) || (0x30...0x39).contains($0) }
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

}
