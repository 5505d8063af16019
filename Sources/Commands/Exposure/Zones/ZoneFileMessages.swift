import Exposure
import Strings

extension ZoneFileFault {
    /// The place and what is wrong there, in the person's language.
    var phrase: Phrase {
        ExposureStrings.zonesFault(line: line, column: column, problem: problem.phrase)
    }
}

extension ZoneFileProblem {
    /// The problem in the person's language.
    var phrase: Phrase {
        switch self {
        case .tooManyMebibytes(let limit): ZoneFilesStrings.zonefileTooManyMebibytes(limit: GroupedNumber(limit))
        case .tooManyAreas(let limit): ZoneFilesStrings.zonefileTooManyAreas(limit: GroupedNumber(limit))
        case .levelTooLarge(let limit): ZoneFilesStrings.zonefileLevelTooLarge(limit: GroupedNumber(limit))
        case .notACollection: ZoneFilesStrings.zonefileNotACollection
        case .noFeatures: ZoneFilesStrings.zonefileNoFeatures
        case .tooManyFeatures(let limit): ZoneFilesStrings.zonefileTooManyFeatures(limit: GroupedNumber(limit))
        case .notAFeature: ZoneFilesStrings.zonefileNotAFeature
        case .noCode(let property): ZoneFilesStrings.zonefileNoCode(property: property)
        case .invalidCode: ZoneFilesStrings.zonefileInvalidCode
        case .repeatedCode: ZoneFilesStrings.zonefileRepeatedCode
        case .noName(let property): ZoneFilesStrings.zonefileNoName(property: property)
        case .invalidName: ZoneFilesStrings.zonefileInvalidName
        case .unreadableName(let character): ZoneFilesStrings.zonefileUnreadableName(character: character)
        case .notPolygons: ZoneFilesStrings.zonefileNotPolygons
        case .noPolygon: ZoneFilesStrings.zonefileNoPolygon
        case .noBorders: ZoneFilesStrings.zonefileNoBorders
        case .shortBorder: ZoneFilesStrings.zonefileShortBorder
        case .tooManyPositions(let limit): ZoneFilesStrings.zonefileTooManyPositions(limit: GroupedNumber(limit))
        case .openBorder: ZoneFilesStrings.zonefileOpenBorder
        case .noSurface: ZoneFilesStrings.zonefileNoSurface
        case .notAPosition: ZoneFilesStrings.zonefileNotAPosition
        case .notOnEarth: ZoneFilesStrings.zonefileNotOnEarth
        case .valueMissing: ZoneFilesStrings.zonefileValueMissing
        case .textOpen: ZoneFilesStrings.zonefileTextOpen
        case .valueExpected: ZoneFilesStrings.zonefileValueExpected
        case .keyExpected: ZoneFilesStrings.zonefileKeyExpected
        case .colonExpected: ZoneFilesStrings.zonefileColonExpected
        case .objectEndExpected: ZoneFilesStrings.zonefileObjectEndExpected
        case .listEndExpected: ZoneFilesStrings.zonefileListEndExpected
        case .digitExpected: ZoneFilesStrings.zonefileDigitExpected
        case .leadingZero: ZoneFilesStrings.zonefileLeadingZero
        case .controlCharacter: ZoneFilesStrings.zonefileControlCharacter
        case .afterDocument: ZoneFilesStrings.zonefileAfterDocument
        case .textNotUTF8: ZoneFilesStrings.zonefileTextNotUtf8
        case .invalidEscape: ZoneFilesStrings.zonefileInvalidEscape
        case .numberTooLarge: ZoneFilesStrings.zonefileNumberTooLarge
        case .repeatedName: ZoneFilesStrings.zonefileRepeatedName
        case .tooDeep: ZoneFilesStrings.zonefileTooDeep
        case .emptyFile: ZoneFilesStrings.zonefileEmptyFile
        case .invalidHeader: ZoneFilesStrings.zonefileInvalidHeader
        case .invalidColumns: ZoneFilesStrings.zonefileInvalidColumns
        case .fieldCount(let count, let expected):
            ZoneFilesStrings.zonefileFieldCount(count: GroupedNumber(count), expected: GroupedNumber(expected))
        case .repeatedCodeOfLine(let other): ZoneFilesStrings.zonefileRepeatedCodeOfLine(other: GroupedNumber(other))
        case .repeatedAreaOfLine(let other): ZoneFilesStrings.zonefileRepeatedAreaOfLine(other: GroupedNumber(other))
        case .repeatedDayOfLine(let other): ZoneFilesStrings.zonefileRepeatedDayOfLine(other: GroupedNumber(other))
        case .noAreas: ZoneFilesStrings.zonefileNoAreas
        case .noCases: ZoneFilesStrings.zonefileNoCases
        case .notADay(let example): ZoneFilesStrings.zonefileNotADay(example: example)
        case .repeatedDay(let day): ZoneFilesStrings.zonefileRepeatedDay(day: day)
        case .missingDay(let day): ZoneFilesStrings.zonefileMissingDay(day: day)
        case .noDays: ZoneFilesStrings.zonefileNoDays
        case .tooManyDays(let limit): ZoneFilesStrings.zonefileTooManyDays(limit: GroupedNumber(limit))
        case .distantDay(let limit): ZoneFilesStrings.zonefileDistantDay(limit: GroupedNumber(limit))
        case .tooManyNumbers(let limit): ZoneFilesStrings.zonefileTooManyNumbers(limit: GroupedNumber(limit))
        case .notACode: ZoneFilesStrings.zonefileNotACode
        case .unknownArea: ZoneFilesStrings.zonefileUnknownArea
        case .emptyNumber: ZoneFilesStrings.zonefileEmptyNumber
        case .notWhole: ZoneFilesStrings.zonefileNotWhole
        case .negative: ZoneFilesStrings.zonefileNegative
        case .tooLarge(let limit): ZoneFilesStrings.zonefileTooLarge(limit: GroupedNumber(limit))
        case .tooManyFields(let limit): ZoneFilesStrings.zonefileTooManyFields(limit: GroupedNumber(limit))
        case .fieldTooLong: ZoneFilesStrings.zonefileFieldTooLong
        case .afterQuote: ZoneFilesStrings.zonefileAfterQuote
        case .strayQuote: ZoneFilesStrings.zonefileStrayQuote
        case .lineInQuotes: ZoneFilesStrings.zonefileLineInQuotes
        case .openQuote: ZoneFilesStrings.zonefileOpenQuote
        case .fieldNotUTF8: ZoneFilesStrings.zonefileFieldNotUtf8
        }
    }
}
