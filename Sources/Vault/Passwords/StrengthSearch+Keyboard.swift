extension StrengthSearch {
    /// Keys with places: letters on a slanted keyboard have six neighbours, those of a keypad eight.
    private struct Keyboard {
        /// Where each key is.
        let places: [UInt8: (x: Int, y: Int)]
        let isSlanted: Bool
        /// How many keys a way can begin with, shifted ones included.
        let starts: Double
        /// How many neighbours a key has on average.
        let degree: Double

        init(rows: [(offset: Int, keys: StaticString)], isSlanted: Bool, starts: Double, degree: Double) {
            var places: [UInt8: (x: Int, y: Int)] = [:]
            for (y, row) in rows.enumerated() {
                row.keys.withUTF8Buffer { keys in
                    for (x, key) in keys.enumerated() where key != UInt8(ascii: " ") {
                        places[key] = (row.offset + x, y)
                    }
                }
            }
            self.places = places
            self.isSlanted = isSlanted
            self.starts = starts
            self.degree = degree
        }

        /// The direction from one key to the other, or nil when they are not neighbours.
        func direction(from: UInt8, to: UInt8) -> Int? {
            guard let from = places[from], let to = places[to] else { return nil }
            let x = to.x - from.x
            let y = to.y - from.y
            guard abs(x) <= 1 && abs(y) <= 1 && (x, y) != (0, 0) else { return nil }
            // On a slanted keyboard, the key above left and the one below right are no neighbours.
            return isSlanted && x == y ? nil : 3 * (y + 1) + x + 1
        }
    }

    // Degrees and starts as the paper's program has them, for keyboards of the United States.
    private static let keyboards = [
        Keyboard(
            rows: [(0, "`1234567890-="), (1, "qwertyuiop[]\\"), (1, "asdfghjkl;'"), (1, "zxcvbnm,./")],
            isSlanted: true, starts: 94, degree: 4.6),
        Keyboard(
            rows: [(0, " /*-"), (0, "789+"), (0, "456 "), (0, "123 "), (0, " 0. ")], isSlanted: false, starts: 15,
            degree: 5.1),
    ]

    /// What stands on the digits' keys with the shift key.
    private static let shiftedSigns: [UInt8: UInt8] = {
        let pairs = zip("~!@#$%^&*()_+{}|:\"<>?".utf8, "`1234567890-=[]\\;',./".utf8)
        return Dictionary(uniqueKeysWithValues: pairs.map { ($0, $1) })
    }()

    /// Ways over neighbouring keys, of three keys and more.
    func keyboardWays() -> [StrengthPiece] {
        Self.keyboards.flatMap(ways)
    }

    private func ways(over keyboard: Keyboard) -> [StrengthPiece] {
        let keys = letters.folded.map { keyboard.isSlanted ? Self.shiftedSigns[$0] ?? $0 : $0 }
        var found: [StrengthPiece] = []
        var start = 0
        while start + 2 < keys.count {
            var end = start + 1
            var turns = 0
            var heading: Int?
            while end < keys.count, let direction = keyboard.direction(from: keys[end - 1], to: keys[end]) {
                if direction != heading { turns += 1 }
                heading = direction
                end += 1
            }
            if end - start >= 3 {
                found.append(way(start..<end, turns: turns, over: keyboard))
                start = end - 1
            } else {
                start += 1
            }
        }
        return found
    }

    /// How many ways there are of that length or less with that many turns or less, from any key.
    private func way(_ range: Range<Int>, turns: Int, over keyboard: Keyboard) -> StrengthPiece {
        var guesses = 0.0
        for length in 2...range.count {
            var places = 1.0
            var directions = keyboard.degree
            for turn in 1...max(1, min(turns, length - 1)) {
                guesses += places * keyboard.starts * directions
                places *= Double(length - 1 - (turn - 1)) / Double(turn)
                directions *= keyboard.degree
            }
        }
        let shifted = range.count { index in
            letters.characters[index].isUppercase || Self.shiftedSigns[letters.folded[index]] != nil
        }
        return StrengthPiece(range: range, guesses: guesses * (shifted > 0 ? 2 : 1), reason: .keyboard)
    }
}
