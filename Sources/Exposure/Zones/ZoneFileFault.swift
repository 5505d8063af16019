/// What is wrong in a file of areas or of cases, and where.
public struct ZoneFileFault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, from 1.
    public let line: Int
    /// The byte in the line, from 1.
    public let column: Int
    /// What is wrong.
    public let problem: ZoneFileProblem

    /// What is wrong, in words for the file's author.
    public var message: String { problem.description }

    /// A fault at a place of a file.
    public init(line: Int, column: Int, _ problem: ZoneFileProblem) {
        self.line = line
        self.column = column
        self.problem = problem
    }

    /// The place and what is wrong there, as `line 3, column 9: must be a whole number`.
    public var description: String {
        "line \(line), column \(column): \(message)"
    }
}

/// Why a whole file is refused; nothing of it is kept.
public struct ZoneFileFaults: Error, Equatable, Sendable {
    /// The faults in the order of the file: at least one, at most `most`.
    public let faults: [ZoneFileFault]

    /// The number of faults after which a file is not looked at any further.
    public static let most = 20

    /// The first of these faults, as many as are told.
    public init(_ faults: [ZoneFileFault]) {
        self.faults = Array(faults.prefix(Self.most))
    }
}

/// How much a file may hold.
public enum ZoneFileLimits {
    /// The bytes of a file that is uploaded.
    public static let bytes = 16 * 1024 * 1024
    /// The bytes of a file of areas on the server's own machine.
    public static let localBytes = 128 * 1024 * 1024
    /// The areas of a level.
    public static let areas = 5000
    /// The corners of all borders together in a file that is uploaded.
    public static let points = 500_000
    /// The corners of all borders together in files on the server's own machine.
    public static let localPoints = 6_000_000
    /// The corners of a level's simplified borders, which every visitor of the map downloads.
    public static let storedPoints = 200_000
    /// The days of a measure: about ten years.
    public static let days = 4000
    /// The days of all areas together.
    public static let cells = 8_000_000
    /// The most cases of an area in one day.
    public static let count = 999_999_999
}
