/// What is wrong in a file of areas or of cases.
public enum ZoneFileProblem: Hashable, Sendable {
    // MARK: Files

    /// The file has more than `limit` MiB.
    case tooManyMebibytes(limit: Int)
    /// More than `limit` areas.
    case tooManyAreas(limit: Int)
    /// The level has more than `limit` areas.
    case levelTooLarge(limit: Int)

    // MARK: Areas

    /// Must be a FeatureCollection of GeoJSON.
    case notACollection
    /// Has no features.
    case noFeatures
    /// Has more than `limit` features.
    case tooManyFeatures(limit: Int)
    /// Must be a Feature with a geometry.
    case notAFeature
    /// Needs a property `property` that is a text or a whole number.
    case noCode(property: String)
    /// A code is 1 to 16 letters, digits, -, _ and dots, and not all zeros.
    case invalidCode
    /// Another feature has this code.
    case repeatedCode
    /// Needs a property `property` that is a text.
    case noName(property: String)
    /// A name is 1 to 120 characters of one line.
    case invalidName
    /// The name has the character `character`, which can't be shown.
    case unreadableName(character: String)
    /// Must be a Polygon or a MultiPolygon with coordinates.
    case notPolygons
    /// Has no polygon.
    case noPolygon
    /// Must be a list of borders.
    case noBorders
    /// A border has at least four positions.
    case shortBorder
    /// The file has more than `limit` positions.
    case tooManyPositions(limit: Int)
    /// A border ends where it begins.
    case openBorder
    /// Encloses nothing.
    case noSurface
    /// A position is [longitude, latitude].
    case notAPosition
    /// Is not a place on Earth in degrees of longitude and latitude.
    case notOnEarth

    // MARK: JSON

    /// The document ends where a value is expected.
    case valueMissing
    /// The document ends within a text.
    case textOpen
    /// A value is expected.
    case valueExpected
    /// A key in quotes is expected.
    case keyExpected
    /// A colon is expected.
    case colonExpected
    /// A comma or the end of the object is expected.
    case objectEndExpected
    /// A comma or the end of the list is expected.
    case listEndExpected
    /// A digit is expected.
    case digitExpected
    /// A number does not begin with 0.
    case leadingZero
    /// A control character stands in a text.
    case controlCharacter
    /// Something follows the end of the document.
    case afterDocument
    /// The text is not UTF-8.
    case textNotUTF8
    /// An escape means no character.
    case invalidEscape
    /// The number is too long or too large.
    case numberTooLarge
    /// The name is said more than once.
    case repeatedName
    /// Lists and objects lie too deep within one another.
    case tooDeep

    // MARK: Tables

    /// The file is empty.
    case emptyFile
    /// The first line must be cve, poblacion, nombre and a column for each day, or date, code and count.
    case invalidHeader
    /// The columns must be date, code and count.
    case invalidColumns
    /// Has `count` fields instead of `expected`.
    case fieldCount(count: Int, expected: Int)
    /// Repeats the code of line `other`.
    case repeatedCodeOfLine(other: Int)
    /// Repeats the area of line `other`.
    case repeatedAreaOfLine(other: Int)
    /// Repeats day and area of line `other`.
    case repeatedDayOfLine(other: Int)
    /// No area follows the first line.
    case noAreas
    /// No case follows the first line.
    case noCases
    /// Is not a day such as `example`.
    case notADay(example: String)
    /// Repeats the day `day`.
    case repeatedDay(day: String)
    /// The day `day` is missing.
    case missingDay(day: String)
    /// Has no day.
    case noDays
    /// More than `limit` days.
    case tooManyDays(limit: Int)
    /// Is more than `limit` days from another one.
    case distantDay(limit: Int)
    /// The areas and days make more than `limit` numbers.
    case tooManyNumbers(limit: Int)
    /// Is not the code of an area.
    case notACode
    /// No area has this code.
    case unknownArea
    /// Is empty.
    case emptyNumber
    /// Must be a whole number.
    case notWhole
    /// Must not be negative.
    case negative
    /// Is larger than `limit`.
    case tooLarge(limit: Int)
    /// More than `limit` fields.
    case tooManyFields(limit: Int)
    /// The field is too long.
    case fieldTooLong
    /// Something follows the closing quote.
    case afterQuote
    /// A quotation mark stands in a field.
    case strayQuote
    /// The line ends within quotes.
    case lineInQuotes
    /// The file ends within quotes.
    case openQuote
    /// The field is not UTF-8.
    case fieldNotUTF8
}
