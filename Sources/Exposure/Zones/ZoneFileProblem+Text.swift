extension ZoneFileProblem {
    /// The stable name of the problem.
    public var code: String {
        switch self {
        case .tooManyMebibytes: "too-many-mebibytes"
        case .tooManyAreas: "too-many-areas"
        case .levelTooLarge: "level-too-large"
        case .notACollection: "not-a-collection"
        case .noFeatures: "no-features"
        case .tooManyFeatures: "too-many-features"
        case .notAFeature: "not-a-feature"
        case .noCode: "no-code"
        case .invalidCode: "invalid-code"
        case .repeatedCode: "repeated-code"
        case .noName: "no-name"
        case .invalidName: "invalid-name"
        case .unreadableName: "unreadable-name"
        case .notPolygons: "not-polygons"
        case .noPolygon: "no-polygon"
        case .noBorders: "no-borders"
        case .shortBorder: "short-border"
        case .tooManyPositions: "too-many-positions"
        case .openBorder: "open-border"
        case .noSurface: "no-surface"
        case .notAPosition: "not-a-position"
        case .notOnEarth: "not-on-earth"
        case .valueMissing: "value-missing"
        case .textOpen: "text-open"
        case .valueExpected: "value-expected"
        case .keyExpected: "key-expected"
        case .colonExpected: "colon-expected"
        case .objectEndExpected: "object-end-expected"
        case .listEndExpected: "list-end-expected"
        case .digitExpected: "digit-expected"
        case .leadingZero: "leading-zero"
        case .controlCharacter: "control-character"
        case .afterDocument: "after-document"
        case .textNotUTF8: "text-not-utf8"
        case .invalidEscape: "invalid-escape"
        case .numberTooLarge: "number-too-large"
        case .repeatedName: "repeated-name"
        case .tooDeep: "too-deep"
        case .emptyFile: "empty-file"
        case .invalidHeader: "invalid-header"
        case .invalidColumns: "invalid-columns"
        case .fieldCount: "field-count"
        case .repeatedCodeOfLine: "repeated-code-of-line"
        case .repeatedAreaOfLine: "repeated-area-of-line"
        case .repeatedDayOfLine: "repeated-day-of-line"
        case .noAreas: "no-areas"
        case .noCases: "no-cases"
        case .notADay: "not-a-day"
        case .repeatedDay: "repeated-day"
        case .missingDay: "missing-day"
        case .noDays: "no-days"
        case .tooManyDays: "too-many-days"
        case .distantDay: "distant-day"
        case .tooManyNumbers: "too-many-numbers"
        case .notACode: "not-a-code"
        case .unknownArea: "unknown-area"
        case .emptyNumber: "empty-number"
        case .notWhole: "not-whole"
        case .negative: "negative"
        case .tooLarge: "too-large"
        case .tooManyFields: "too-many-fields"
        case .fieldTooLong: "field-too-long"
        case .afterQuote: "after-quote"
        case .strayQuote: "stray-quote"
        case .lineInQuotes: "line-in-quotes"
        case .openQuote: "open-quote"
        case .fieldNotUTF8: "field-not-utf8"
        }
    }

    /// The values of the problem by their names.
    public var values: [String: String] {
        switch self {
        case .tooManyMebibytes(let limit), .tooManyAreas(let limit), .levelTooLarge(let limit),
            .tooManyFeatures(let limit), .tooManyPositions(let limit), .tooManyDays(let limit),
            .distantDay(let limit), .tooManyNumbers(let limit), .tooLarge(let limit), .tooManyFields(let limit):
            ["limit": "\(limit)"]
        case .noCode(let property), .noName(let property):
            ["property": property]
        case .unreadableName(let character):
            ["character": character]
        case .fieldCount(let count, let expected):
            ["count": "\(count)", "expected": "\(expected)"]
        case .repeatedCodeOfLine(let other), .repeatedAreaOfLine(let other), .repeatedDayOfLine(let other):
            ["other": "\(other)"]
        case .notADay(let example):
            ["example": example]
        case .repeatedDay(let day), .missingDay(let day):
            ["day": day]
        default: [:]
        }
    }
}

extension ZoneFileProblem: CustomStringConvertible {
    /// The problem in words for the file's author.
    public var description: String {
        switch self {
        case .tooManyMebibytes(let limit): "the file has more than \(limit) MiB"
        case .tooManyAreas(let limit): "more than \(limit) areas"
        case .levelTooLarge(let limit): "the level has more than \(limit) areas"
        case .notACollection: "must be a FeatureCollection of GeoJSON"
        case .noFeatures: "has no features"
        case .tooManyFeatures(let limit): "has more than \(limit) features"
        case .notAFeature: "must be a Feature with a geometry"
        case .noCode(let property): "needs a property `\(property)` that is a text or a whole number"
        case .invalidCode: "a code is 1 to 16 letters, digits, -, _ and dots, and not all zeros"
        case .repeatedCode: "another feature has this code"
        case .noName(let property): "needs a property `\(property)` that is a text"
        case .invalidName: "a name is 1 to 120 characters of one line"
        case .unreadableName(let character): "the name has the character \(character), which can't be shown"
        case .notPolygons: "must be a Polygon or a MultiPolygon with coordinates"
        case .noPolygon: "has no polygon"
        case .noBorders: "must be a list of borders"
        case .shortBorder: "a border has at least four positions"
        case .tooManyPositions(let limit): "the file has more than \(limit) positions"
        case .openBorder: "a border ends where it begins"
        case .noSurface: "encloses nothing"
        case .notAPosition: "a position is [longitude, latitude]"
        case .notOnEarth: "is not a place on Earth in degrees of longitude and latitude"
        case .valueMissing: "the document ends where a value is expected"
        case .textOpen: "the document ends within a text"
        case .valueExpected: "a value is expected"
        case .keyExpected: "a key in quotes is expected"
        case .colonExpected: "a colon is expected"
        case .objectEndExpected: "a comma or the end of the object is expected"
        case .listEndExpected: "a comma or the end of the list is expected"
        case .digitExpected: "a digit is expected"
        case .leadingZero: "a number does not begin with 0"
        case .controlCharacter: "a control character stands in a text"
        case .afterDocument: "something follows the end of the document"
        case .textNotUTF8: "the text is not UTF-8"
        case .invalidEscape: "an escape means no character"
        case .numberTooLarge: "the number is too long or too large"
        case .repeatedName: "the name is said more than once"
        case .tooDeep: "lists and objects lie too deep within one another"
        case .emptyFile: "the file is empty"
        case .invalidHeader:
            "the first line must be cve, poblacion, nombre and a column for each day, or date, code and count"
        case .invalidColumns: "the columns must be date, code and count"
        case .fieldCount(let count, let expected): "has \(count) fields instead of \(expected)"
        case .repeatedCodeOfLine(let other): "repeats the code of line \(other)"
        case .repeatedAreaOfLine(let other): "repeats the area of line \(other)"
        case .repeatedDayOfLine(let other): "repeats day and area of line \(other)"
        case .noAreas: "no area follows the first line"
        case .noCases: "no case follows the first line"
        case .notADay(let example): "is not a day such as \(example)"
        case .repeatedDay(let day): "repeats the day \(day)"
        case .missingDay(let day): "the day \(day) is missing"
        case .noDays: "has no day"
        case .tooManyDays(let limit): "more than \(limit) days"
        case .distantDay(let limit): "is more than \(limit) days from another one"
        case .tooManyNumbers(let limit): "the areas and days make more than \(limit) numbers"
        case .notACode: "is not the code of an area"
        case .unknownArea: "no area has this code"
        case .emptyNumber: "is empty"
        case .notWhole: "must be a whole number"
        case .negative: "must not be negative"
        case .tooLarge(let limit): "is larger than \(limit)"
        case .tooManyFields(let limit): "more than \(limit) fields"
        case .fieldTooLong: "the field is too long"
        case .afterQuote: "something follows the closing quote"
        case .strayQuote: "a quotation mark stands in a field"
        case .lineInQuotes: "the line ends within quotes"
        case .openQuote: "the file ends within quotes"
        case .fieldNotUTF8: "the field is not UTF-8"
        }
    }
}
