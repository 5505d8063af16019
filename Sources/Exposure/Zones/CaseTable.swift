/// The cases of one measure: for each area a number for each day, without gaps.
public struct CaseTable: Equatable, Sendable {
    /// The cases of one area.
    public struct Row: Equatable, Sendable {
        /// What the file calls the area; `CaseTable.nation` for the whole country.
        public var code: String
        /// How many people live there, when the file says so.
        public let population: Int?
        /// The cases of each day from the first to the last.
        public let counts: [UInt32]
        /// The line in which the file first speaks of the area.
        public let line: Int

        /// The cases of one area.
        public init(code: String, population: Int?, counts: [UInt32], line: Int = 1) {
            self.code = code
            self.population = population
            self.counts = counts
            self.line = line
        }
    }

    /// The code of the whole country.
    public static let nation = "000"

    /// The first day, in days since 1970-01-01.
    public let firstDay: Int
    /// How many days there are.
    public let dayCount: Int
    /// The areas in the order of the file.
    public var rows: [Row]

    /// The cases of areas that each have `dayCount` days.
    public init(firstDay: Int, dayCount: Int, rows: [Row]) {
        self.firstDay = firstDay
        self.dayCount = dayCount
        self.rows = rows
    }

    /// This table with the codes that areas have, or the rows whose area is unknown.
    ///
    /// A spreadsheet drops the zeros before a number: `9` is `09` where nothing else can be meant.
    public func matched(to codes: some Sequence<String>) throws(ZoneFileFaults) -> CaseTable {
        let known = Set(codes)
        let byNumber = Dictionary(grouping: known.filter { $0.utf8.allSatisfy(isDigit) }, by: withoutZeros)
        var table = self
        var faults: [ZoneFileFault] = []
        var lines: [String: Int] = [:]
        for index in rows.indices {
            let row = rows[index]
            var code = row.code
            if code != Self.nation, !known.contains(code) {
                let meant = code.utf8.allSatisfy(isDigit) ? byNumber[withoutZeros(code)] ?? [] : []
                guard meant.count == 1 else {
                    faults.append(ZoneFileFault(line: row.line, column: 1, .unknownArea))
                    continue
                }
                code = meant[0]
            }
            if let other = lines.updateValue(row.line, forKey: code) {
                faults.append(ZoneFileFault(line: row.line, column: 1, .repeatedAreaOfLine(other: other)))
            }
            table.rows[index].code = code
        }
        guard faults.isEmpty else { throw ZoneFileFaults(faults) }
        return table
    }
}

private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

private func withoutZeros(_ code: String) -> String {
    let digits = code.drop { $0 == "0" }
    return digits.isEmpty ? "0" : String(digits)
}
