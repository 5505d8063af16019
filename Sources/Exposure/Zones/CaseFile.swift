import Basics

/// The files in which health authorities publish cases, as `Docs/protocols/risk-zones.md` describes them.
public enum CaseFile {
    /// The cases that a file tells, in either of its forms.
    ///
    /// The wide form has a line for each area and, after code, population and name, a column for each day; the long form
    /// has a line for each day and area. All or nothing: a file with any fault is refused with the places of its faults.
    public static func read(_ bytes: [UInt8]) throws(ZoneFileFaults) -> CaseTable {
        guard bytes.count <= ZoneFileLimits.bytes else {
            throw ZoneFileFaults([
                ZoneFileFault(line: 1, column: 1, .tooManyMebibytes(limit: ZoneFileLimits.bytes / (1024 * 1024)))
            ])
        }
        var reader = CaseFileReader(bytes)
        do throws(ZoneFileFault) {
            return try reader.table()
        } catch {
            throw ZoneFileFaults(reader.faults + (reader.faults.contains(error) ? [] : [error]))
        }
    }
}

/// Reads one file; `faults` grows while it goes on, a thrown fault ends it.
private struct CaseFileReader {
    private var text: CaseRecords
    private(set) var faults: [ZoneFileFault] = []

    private static let codeNames: Set = ["cve", "cve_ent", "cve_mun", "cvegeo", "clave", "code", "codigo", "código"]
    private static let dateNames: Set = ["date", "fecha", "day", "dia", "día"]
    private static let countNames: Set = ["count", "cases", "casos", "n"]

    init(_ bytes: [UInt8]) {
        text = CaseRecords(bytes)
    }

    private mutating func note(_ fault: ZoneFileFault) throws(ZoneFileFault) {
        faults.append(fault)
        if faults.count >= ZoneFileFaults.most { throw fault }
    }

    mutating func table() throws(ZoneFileFault) -> CaseTable {
        guard let header = try text.record() else {
            throw ZoneFileFault(line: 1, column: 1, .emptyFile)
        }
        let names = header.map { $0.text.lowercased() }
        let table =
            if names.count == 3, !Self.dateNames.isDisjoint(with: names), !Self.countNames.isDisjoint(with: names) {
                try longTable(names)
            } else {
                try wideTable(header, names)
            }
        if let first = faults.first { throw first }
        return table
    }

    // MARK: - A column for each day

    private mutating func wideTable(
        _ header: [DelimitedText.Field], _ names: [String]
    ) throws(ZoneFileFault) -> CaseTable {
        guard names.count > 3, Self.codeNames.contains(names[0]) else {
            throw ZoneFileFault(line: text.line, column: 1, .invalidHeader)
        }
        let (first, places) = try days(header.dropFirst(3))
        var rows: [CaseTable.Row] = []
        var lines: [String: Int] = [:]
        while let record = try text.record() {
            guard record.count == header.count else {
                try note(
                    ZoneFileFault(
                        line: text.line, column: 1, .fieldCount(count: record.count, expected: header.count)))
                continue
            }
            let code = try code(record[0], name: record[2].text)
            if let other = lines.updateValue(text.line, forKey: code) {
                try note(ZoneFileFault(line: text.line, column: record[0].column, .repeatedCodeOfLine(other: other)))
            }
            var counts = [UInt32](repeating: 0, count: places.count)
            for (field, place) in zip(record.dropFirst(3), places) { counts[place] = try count(field) }
            rows.append(
                CaseTable.Row(code: code, population: try population(record[1]), counts: counts, line: text.line))
            guard rows.count <= ZoneFileLimits.areas + 1 else {
                throw ZoneFileFault(line: text.line, column: 1, .tooManyAreas(limit: ZoneFileLimits.areas))
            }
        }
        guard !rows.isEmpty || !faults.isEmpty else {
            throw ZoneFileFault(line: text.line, column: 1, .noAreas)
        }
        return CaseTable(firstDay: first, dayCount: places.count, rows: rows)
    }

    /// The first day of a header, and for each column the day's number from there.
    private mutating func days(
        _ fields: ArraySlice<DelimitedText.Field>
    ) throws(ZoneFileFault) -> (first: Int, places: [Int]) {
        var columns: [Int: Int] = [:]
        var days: [Int] = []
        for field in fields {
            guard let day = DayText.day(field.text) else {
                try note(ZoneFileFault(line: text.line, column: field.column, .notADay(example: "21-11-2026")))
                continue
            }
            if columns.updateValue(field.column, forKey: day) != nil {
                try note(ZoneFileFault(line: text.line, column: field.column, .repeatedDay(day: DayText.iso(day))))
            }
            days.append(day)
        }
        if let fault = faults.first { throw fault }
        guard let first = days.min(), let last = days.max() else {
            throw ZoneFileFault(line: text.line, column: 1, .noDays)
        }
        guard days.count <= ZoneFileLimits.days, last - first + 1 == days.count else {
            let missing = (first...last).first { columns[$0] == nil } ?? first
            throw ZoneFileFault(
                line: text.line, column: 1,
                days.count > ZoneFileLimits.days
                    ? .tooManyDays(limit: ZoneFileLimits.days) : .missingDay(day: DayText.iso(missing)))
        }
        return (first, days.map { $0 - first })
    }

    // MARK: - A line for each day and area

    private mutating func longTable(_ names: [String]) throws(ZoneFileFault) -> CaseTable {
        guard let dateColumn = names.firstIndex(where: Self.dateNames.contains),
            let countColumn = names.firstIndex(where: Self.countNames.contains),
            let codeColumn = names.firstIndex(where: Self.codeNames.contains)
        else { throw ZoneFileFault(line: text.line, column: 1, .invalidColumns) }
        var order: [String] = []
        var areas: [String: (line: Int, days: [Int: (count: UInt32, line: Int)])] = [:]
        var range: ClosedRange<Int>?
        while let record = try text.record() {
            guard record.count == 3 else {
                try note(ZoneFileFault(line: text.line, column: 1, .fieldCount(count: record.count, expected: 3)))
                continue
            }
            guard let day = DayText.day(record[dateColumn].text) else {
                try note(
                    ZoneFileFault(line: text.line, column: record[dateColumn].column, .notADay(example: "2026-11-21"))
                )
                continue
            }
            let code = try code(record[codeColumn], name: "")
            let count = try count(record[countColumn])
            let grown = min(range?.lowerBound ?? day, day)...max(range?.upperBound ?? day, day)
            guard grown.count <= ZoneFileLimits.days else {
                throw ZoneFileFault(
                    line: text.line, column: record[dateColumn].column,
                    .distantDay(limit: ZoneFileLimits.days))
            }
            range = grown
            if areas[code] == nil {
                order.append(code)
                guard order.count <= ZoneFileLimits.areas + 1 else {
                    throw ZoneFileFault(line: text.line, column: 1, .tooManyAreas(limit: ZoneFileLimits.areas))
                }
            }
            let earlier = areas[code, default: (text.line, [:])].days.updateValue((count, text.line), forKey: day)
            if let earlier {
                try note(ZoneFileFault(line: text.line, column: 1, .repeatedDayOfLine(other: earlier.line)))
            }
        }
        guard let range else {
            throw faults.first ?? ZoneFileFault(line: text.line, column: 1, .noCases)
        }
        guard order.count * range.count <= ZoneFileLimits.cells else {
            throw ZoneFileFault(line: 1, column: 1, .tooManyNumbers(limit: ZoneFileLimits.cells))
        }
        let rows = order.map { code in
            let area = areas[code] ?? (1, [:])
            return CaseTable.Row(
                code: code, population: nil, counts: range.map { area.days[$0]?.count ?? 0 }, line: area.line)
        }
        return CaseTable(firstDay: range.lowerBound, dayCount: range.count, rows: rows)
    }

    // MARK: - Fields

    private mutating func code(_ field: DelimitedText.Field, name: String) throws(ZoneFileFault) -> String {
        // A spreadsheet makes 0 of 000.
        let isZero = !field.text.isEmpty && field.text.utf8.allSatisfy { $0 == 0x30 }
        if isZero || name.lowercased() == "nacional" { return CaseTable.nation }
        if !ZoneCode.isValid(field.text) {
            try note(ZoneFileFault(line: text.line, column: field.column, .notACode))
        }
        return field.text
    }

    private mutating func count(_ field: DelimitedText.Field) throws(ZoneFileFault) -> UInt32 {
        switch WholeNumber.read(field.text) {
        case .value(let number): return UInt32(number)
        case .fault(let problem):
            try note(ZoneFileFault(line: text.line, column: field.column, problem))
            return 0
        }
    }

    private mutating func population(_ field: DelimitedText.Field) throws(ZoneFileFault) -> Int? {
        if field.text.isEmpty { return nil }
        switch WholeNumber.read(field.text) {
        case .value(let number): return number == 0 ? nil : number
        case .fault(let problem):
            try note(ZoneFileFault(line: text.line, column: field.column, problem))
            return nil
        }
    }
}

/// What may stand as the code of an area.
public enum ZoneCode {
    /// Whether `text` is 1 to 16 letters, digits, `-`, `_` and dots of ASCII.
    public static func isValid(_ text: String) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }
}

/// A number of people.
private enum WholeNumber {
    case value(Int)
    case fault(ZoneFileProblem)

    static func read(_ text: String) -> WholeNumber {
        if text.isEmpty { return .fault(.emptyNumber) }
        let digits = text.utf8.drop { $0 == 0x2D || $0 == 0x2B }
        guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return .fault(.notWhole)
        }
        guard text.utf8.first != 0x2D else { return .fault(.negative) }
        guard digits.count == text.utf8.count else { return .fault(.notWhole) }
        guard digits.count <= 9 else { return .fault(.tooLarge(limit: ZoneFileLimits.count)) }
        return .value(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    }
}
