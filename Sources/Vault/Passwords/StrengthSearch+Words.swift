extension StrengthSearch {
    /// The signs that are written for letters: first what each most often stands for, then what else.
    private static let substitutes: [UInt8: [UInt8]] = {
        let table: [(StaticString, StaticString)] = [
            ("4", "a"), ("@", "a"), ("8", "b"), ("(", "c"), ("3", "e"), ("6", "g"), ("9", "g"), ("1", "il"), ("!", "i"),
            ("|", "il"), ("0", "o"), ("$", "s"), ("5", "s"), ("+", "t"), ("7", "tl"), ("%", "x"), ("2", "z"),
        ]
        var substitutes: [UInt8: [UInt8]] = [:]
        for (sign, letters) in table {
            sign.withUTF8Buffer { sign in
                letters.withUTF8Buffer { letters in substitutes[sign[0]] = Array(letters) }
            }
        }
        return substitutes
    }()

    /// The words in the password: as they are, backwards, and with signs for letters.
    func words() -> [StrengthPiece] {
        let longest = max(CommonWords.longest, known.reduce(0) { max($0, $1.count) })
        var found: [StrengthPiece] = []
        for start in 0..<letters.count {
            for end in (start + 1)..<(min(letters.count, start + longest) + 1) where end - start >= 3 {
                let token = Array(letters.folded[start..<end])
                if token.contains(255) { break }
                let range = start..<end
                let capitals = capitalizations(range)
                if let word = word(token, range, times: capitals) { found.append(word) }
                if let word = word(token.reversed(), range, times: 2 * capitals) { found.append(word) }
                for choice in 0...1 {
                    let (plain, variations) = Self.unsubstituted(token, choice)
                    guard plain != token else { break }
                    if let word = word(plain, range, times: variations * capitals) { found.append(word) }
                }
            }
        }
        return found
    }

    private func word(_ word: [UInt8], _ range: Range<Int>, times variations: Double) -> StrengthPiece? {
        if known.contains(word) { return StrengthPiece(range: range, guesses: variations, reason: .knownWord) }
        guard let rank = CommonWords.ranks[word] else { return nil }
        return StrengthPiece(
            range: range, guesses: Double(rank) * variations,
            reason: rank <= CommonWords.lastPassword ? .commonPassword : .commonWord)
    }

    /// How many ways of writing capitals an attacker tries before this one.
    private func capitalizations(_ range: Range<Int>) -> Double {
        let token = letters.characters[range]
        let upper = token.count(where: \.isUppercase)
        guard upper > 0 else { return 1 }
        let lower = token.count(where: \.isLowercase)
        let isUsual = upper == 1 && (token.first?.isUppercase == true || token.last?.isUppercase == true)
        return lower == 0 || isUsual ? 2 : Self.choices(upper, lower)
    }

    /// The word with letters for its signs, and how many ways of substituting come before this one.
    private static func unsubstituted(_ token: [UInt8], _ choice: Int) -> ([UInt8], Double) {
        var variations = 1.0
        var plain = token
        for (sign, letters) in substitutes where token.contains(sign) {
            let letter = letters[min(choice, letters.count - 1)]
            plain = plain.map { $0 == sign ? letter : $0 }
            let unsubbed = token.count { $0 == letter }
            variations *= unsubbed == 0 ? 2 : choices(token.count { $0 == sign }, unsubbed)
        }
        return (plain, variations)
    }

    /// In how many ways up to the fewer of `one` and `other` places of all are chosen.
    private static func choices(_ one: Int, _ other: Int) -> Double {
        let all = Double(one + other)
        var sum = 0.0
        var ways = 1.0
        for chosen in 1...max(1, min(one, other)) {
            ways *= (all - Double(chosen) + 1) / Double(chosen)
            sum += ways
        }
        return sum
    }
}
