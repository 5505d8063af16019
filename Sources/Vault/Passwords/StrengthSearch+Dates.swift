extension StrengthSearch {
    /// The year around which people's years are, as the attacker counts them.
    private static let referenceYear = 2020
    /// How many years are tried at least.
    private static let leastYears = 20
    private static let years = 1000...2050

    /// Dates with and without separators, and single years of the last and this century.
    func dates() -> [StrengthPiece] {
        var found: [StrengthPiece] = []
        for start in 0..<letters.count where Self.digit(letters.folded[start]) != nil {
            for length in 4...10 where start + length <= letters.count {
                let token = Array(letters.folded[start..<start + length])
                if let guesses = Self.dateGuesses(token) {
                    found.append(StrengthPiece(range: start..<start + length, guesses: guesses, reason: .date))
                }
            }
        }
        return found
    }

    private static func dateGuesses(_ token: [UInt8]) -> Double? {
        let parts = token.split(omittingEmptySubsequences: false) { digit($0) == nil }
        let separators = token.filter { digit($0) == nil }
        let numbers = parts.map { $0.reduce(0) { $0 * 10 + (digit($1) ?? 0) } }
        if parts.count == 1 {
            let year = token.count == 4 && (1900...2050).contains(numbers[0]) ? numbers[0] : nil
            let single = year.map { Double(span(of: $0)) }
            return single ?? closest(splits(token)).map { Double(span(of: $0)) * 365 }
        }
        guard parts.count == 3, parts.allSatisfy({ (1...4).contains($0.count) }), separators[0] == separators[1],
            " -/\\_.".utf8.contains(separators[0])
        else { return nil }
        return year(numbers).map { Double(span(of: $0)) * 365 * 4 }
    }

    /// Four to eight digits cut into three numbers, of which one can be a year of two or four digits.
    private static func splits(_ token: [UInt8]) -> [[Int]] {
        guard token.count <= 8 else { return [] }
        func number(_ range: Range<Int>) -> Int { token[range].reduce(0) { $0 * 10 + (digit($1) ?? 0) } }
        var splits: [[Int]] = []
        for first in [1, 2, 4] {
            for second in [1, 2] where first + second < token.count {
                let third = token.count - first - second
                guard [1, 2, 4].contains(third), first != 4 || third <= 2,
                    third == 4 || first == 4 || third == 2 || first == 2
                else { continue }
                splits.append([
                    number(0..<first), number(first..<first + second), number(first + second..<token.count),
                ])
            }
        }
        return splits
    }

    private static func closest(_ splits: [[Int]]) -> Int? {
        splits.compactMap(year).min { abs($0 - referenceYear) < abs($1 - referenceYear) }
    }

    /// The year of day, month and year in any usual order; nil when they are no date.
    private static func year(_ numbers: [Int]) -> Int? {
        let orders = [(numbers[2], numbers[0], numbers[1]), (numbers[0], numbers[1], numbers[2])]
        for (written, one, other) in orders {
            let isDay = (1...31).contains(one) && (1...31).contains(other) && min(one, other) <= 12
            guard isDay else { continue }
            if years.contains(written) { return written }
            if written < 100 { return written > 50 ? written + 1900 : written + 2000 }
        }
        return nil
    }

    private static func span(of year: Int) -> Int {
        max(abs(year - referenceYear), leastYears)
    }

    private static func digit(_ byte: UInt8) -> Int? {
        (0x30...0x39).contains(byte) ? Int(byte) - 0x30 : nil
    }
}
