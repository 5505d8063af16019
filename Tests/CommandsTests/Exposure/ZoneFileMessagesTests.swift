import Exposure
import Strings
import Testing

@testable import Commands

@Suite("What is wrong in files of areas and cases")
struct ZoneFileMessagesTests {
    private static let problems: [ZoneFileProblem] = [
        .tooManyMebibytes(limit: 1234), .tooManyAreas(limit: 1234), .levelTooLarge(limit: 1234), .notACollection,
        .noFeatures, .tooManyFeatures(limit: 1234), .notAFeature, .noCode(property: "x"), .invalidCode, .repeatedCode,
        .noName(property: "x"), .invalidName, .unreadableName(character: "x"), .notPolygons, .noPolygon, .noBorders,
        .shortBorder,
        .tooManyPositions(limit: 1234), .openBorder, .noSurface, .notAPosition, .notOnEarth, .valueMissing, .textOpen,
        .valueExpected, .keyExpected, .colonExpected, .objectEndExpected, .listEndExpected, .digitExpected,
        .leadingZero, .controlCharacter, .afterDocument, .textNotUTF8, .invalidEscape, .numberTooLarge, .repeatedName,
        .tooDeep, .emptyFile, .invalidHeader, .invalidColumns, .fieldCount(count: 1234, expected: 1234),
        .repeatedCodeOfLine(other: 1234), .repeatedAreaOfLine(other: 1234), .repeatedDayOfLine(other: 1234), .noAreas,
        .noCases, .notADay(example: "x"), .repeatedDay(day: "x"), .missingDay(day: "x"), .noDays,
        .tooManyDays(limit: 1234), .distantDay(limit: 1234), .tooManyNumbers(limit: 1234), .notACode, .unknownArea,
        .emptyNumber, .notWhole, .negative, .tooLarge(limit: 1234), .tooManyFields(limit: 1234), .fieldTooLong,
        .afterQuote, .strayQuote, .lineInQuotes, .openQuote, .fieldNotUTF8,
    ]

    @Test("is stated in the person's language", arguments: problems)
    func words(problem: ZoneFileProblem) {
        let english = problem.phrase.said(in: .english).replacing("1,234", with: "1234")
        #expect(english == problem.description)
        for language in [Language.spanish, .portuguese, .italian] {
            let text = problem.phrase.said(in: language)
            #expect(text != english && !text.isEmpty && !text.contains("{"), "\(text)")
        }
        for (_, value) in problem.values { #expect(english.contains(value)) }
    }

    @Test("has a name of its own")
    func codes() {
        #expect(Set(Self.problems.map(\.code)).count == Self.problems.count)
    }

    @Test("is told with its place")
    func place() {
        let fault = ZoneFileFault(line: 3, column: 16, .notWhole)
        #expect(fault.description == "line 3, column 16: must be a whole number")
        #expect(fault.phrase.said(in: .spanish) == "línea 3, columna 16: debe ser un número entero")
    }
}
