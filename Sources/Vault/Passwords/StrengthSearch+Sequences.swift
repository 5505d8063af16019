extension StrengthSearch {
    /// Characters that follow each other at one distance: `abc`, `9876`, `aceg`.
    func sequences() -> [StrengthPiece] {
        var found: [StrengthPiece] = []
        let codes = letters.characters.map { character in
            // A letter of several code points follows none.
            character.unicodeScalars.count == 1 ? character.unicodeScalars.first.map { Int($0.value) } : nil
        }
        var start = 0
        while start + 1 < codes.count {
            guard let first = codes[start], let second = codes[start + 1], (1...5).contains(abs(second - first)) else {
                start += 1
                continue
            }
            var end = start + 2
            while end < codes.count, let code = codes[end], let last = codes[end - 1], code - last == second - first {
                end += 1
            }
            if end - start >= 3 { found.append(sequence(start..<end, step: second - first)) }
            start = end - 1
        }
        return found
    }

    private func sequence(_ range: Range<Int>, step: Int) -> StrengthPiece {
        let first = letters.folded[range.lowerBound]
        let isObvious = [UInt8(ascii: "a"), UInt8(ascii: "z"), UInt8(ascii: "0"), UInt8(ascii: "1"), UInt8(ascii: "9")]
            .contains(first)
        let starts = isObvious ? 4.0 : (0x30...0x39).contains(first) ? 10 : 26
        return StrengthPiece(
            range: range, guesses: starts * (step < 0 ? 2 : 1) * Double(range.count), reason: .sequence)
    }

    /// The same characters again and again: `aaaa`, `xyzxyz`; what is repeated is judged by itself.
    func repetitions() -> [StrengthPiece] {
        guard depth < Self.depthLimit else { return [] }
        var found: [StrengthPiece] = []
        let characters = letters.characters
        var covered = Set<Range<Int>>()
        for period in 1...max(1, characters.count / 2) {
            var start = 0
            while start + 2 * period <= characters.count {
                var end = start + period
                while end < characters.count && characters[end] == characters[end - period] { end += 1 }
                let times = (end - start) / period
                let range = start..<(start + times * period)
                // What repeats with a shorter period was found with that.
                if times >= 2, !covered.contains(where: { $0.lowerBound <= start && $0.upperBound >= range.upperBound })
                {
                    covered.insert(range)
                    let base = StrengthLetters(Array(characters[start..<start + period]))
                    let guesses = StrengthSearch(base, known: known, depth: depth + 1).best().guesses
                    found.append(StrengthPiece(range: range, guesses: guesses * Double(times), reason: .repeated))
                    start = range.upperBound
                } else {
                    start += 1
                }
            }
        }
        return found
    }
}
