import Foundation
import TypedText

/// What a text says of a report code, which a person types or pastes out of a message.
///
/// The page reads texts in the same way (`Web/src/visitor/health/reportcode.ts`); both are tested with
/// `Tests/ExposureWireTests/Fixtures/reportcodes.json`.
public enum ReportCodeReading: Equatable, Sendable {
    /// The text is this code, or has no other; its check digit may be wrong.
    case code(ReportCode)
    /// The text is this code if letters that look like digits are meant as these; the person has to say so.
    case meant(ReportCode)
    /// The text is digits, of which so many are missing.
    case missing(Int)
    /// The text has no code, or several.
    case unclear

    /// Reads a text.
    public init(_ text: String) {
        guard text.unicodeScalars.count <= ReportCode.longestText else {
            self = .unclear
            return
        }
        let characters = TypedCode.characters(in: text)
        if let code = ReportCode(characters) {
            self = .code(code)
        } else if characters.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            let missing = ReportCode.length - characters.utf8.count
            self = missing > 0 ? .missing(missing) : Self.found(in: text)
        } else if let code = ReportCode(Self.withDigits(characters)) {
            self = .meant(code)
        } else {
            self = Self.found(in: text)
        }
    }

    /// O as zero; l, I and | as one.
    private static func withDigits(_ text: String) -> String {
        String(
            text.map { character in
                switch character {
                case "O", "o": "0"
                case "l", "I", "i", "|": "1"
                default: character
                }
            })
    }

    /// The only code among other words: the one with a right check digit, or the only digits that there are.
    private static func found(in text: String) -> ReportCodeReading {
        let runs = runs(in: text)
        let codes = runs.flatMap(codes)
        let right = Set(codes.filter(\.hasRightCheckDigit))
        if right.count == 1, let code = right.first { return .code(code) }
        if right.isEmpty, runs.count == 1, codes.count == 1,
            runs[0].reduce(0, { $0 + $1.utf8.count }) == ReportCode.length
        {
            return .code(codes[0])
        }
        return .unclear
    }

    /// The groups of digits of a text, together where nothing but spaces, dashes, dots and the like lies between them.
    private static func runs(in text: String) -> [[String]] {
        var runs: [[String]] = []
        var isInRun = false
        var isInGroup = false
        for scalar in text.precomposedStringWithCompatibilityMapping.unicodeScalars {
            let character = TypedCode.characters(in: String(Character(scalar)))
            if let digit = character.utf8.first, (0x30...0x39).contains(digit) {
                if !isInRun { runs.append([]) }
                if !isInGroup { runs[runs.count - 1].append("") }
                runs[runs.count - 1][runs[runs.count - 1].count - 1] += character
                (isInRun, isInGroup) = (true, true)
            } else {
                isInGroup = false
                // An underscore is a gap as well where people fill forms.
                if !character.isEmpty, character != "_" { isInRun = false }
            }
        }
        return runs
    }

    /// Every code that some neighboring groups make.
    private static func codes(in groups: [String]) -> [ReportCode] {
        groups.indices.compactMap { first in
            var digits = ""
            for group in groups[first...] where digits.utf8.count < ReportCode.length { digits += group }
            return digits.utf8.count == ReportCode.length ? ReportCode(digits: digits) : nil
        }
    }
}
