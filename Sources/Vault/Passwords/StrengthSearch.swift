/// Finds how to cut a password into pieces so that an attacker needs the fewest guesses.
///
/// As in the paper: l pieces in a row take l! · (product of the pieces) + 10,000^(l−1) guesses. One pass over the ends
/// of pieces keeps the best product for each number of pieces.
struct StrengthSearch {
    /// What one character of which nothing is known takes.
    private static let perCharacter = 10.0
    /// More pieces than this are never the best way.
    private static let pieceLimit = 16
    /// How deep repetitions of repetitions are looked into.
    static let depthLimit = 3

    let letters: StrengthLetters
    let known: Set<[UInt8]>
    let depth: Int

    init(_ letters: StrengthLetters, known: Set<[UInt8]>, depth: Int) {
        self.letters = letters
        self.known = known
        self.depth = depth
    }

    /// The guesses, and the pieces in the order of the password.
    func best() -> (guesses: Double, pieces: [StrengthPiece]) {
        let count = letters.count
        var byEnd: [[StrengthPiece]] = Array(repeating: [], count: count + 1)
        for piece in words() + sequences() + keyboardWays() + dates() + repetitions() {
            byEnd[piece.range.upperBound].append(atLeast(piece))
        }
        // ways[end][l]: the best way to cover the beginning up to `end` with l pieces.
        var ways: [[Int: Way]] = Array(repeating: [:], count: count + 1)
        ways[0][0] = Way(product: 1, last: nil)
        for end in 1...count {
            for piece in byEnd[end] { extend(&ways, by: piece) }
            for start in 0..<end { extend(&ways, by: unknown(start..<end)) }
        }
        let (pieceCount, way) =
            ways[count].min { Self.total($0.value, $0.key) < Self.total($1.value, $1.key) } ?? (0, Way())
        return (max(1, Self.total(way, pieceCount)), pieces(ways, count, pieceCount))
    }

    private struct Way {
        var product = 1.0
        var last: StrengthPiece?
    }

    private func extend(_ ways: inout [[Int: Way]], by piece: StrengthPiece) {
        for (pieceCount, way) in ways[piece.range.lowerBound] where pieceCount < Self.pieceLimit {
            // Two unknown pieces side by side are one.
            if piece.reason == nil, let last = way.last, last.reason == nil { continue }
            let candidate = Way(product: way.product * piece.guesses, last: piece)
            if let former = ways[piece.range.upperBound][pieceCount + 1], former.product <= candidate.product {
                continue
            }
            ways[piece.range.upperBound][pieceCount + 1] = candidate
        }
    }

    private static func total(_ way: Way, _ pieceCount: Int) -> Double {
        guard pieceCount > 1 else { return way.product }
        let orders = (1...pieceCount).reduce(1.0) { $0 * Double($1) }
        let shorter = (1..<pieceCount).reduce(1.0) { product, _ in product * 10_000 }
        return orders * way.product + shorter
    }

    private func pieces(_ ways: [[Int: Way]], _ end: Int, _ pieceCount: Int) -> [StrengthPiece] {
        var pieces: [StrengthPiece] = []
        var end = end
        var left = pieceCount
        while let last = ways[end][left]?.last {
            pieces.append(last)
            end = last.range.lowerBound
            left -= 1
        }
        return pieces.reversed()
    }

    /// Characters of which nothing is known; they take a guess more than any piece must, so that a known piece wins.
    private func unknown(_ range: Range<Int>) -> StrengthPiece {
        let guesses = range.reduce(1.0) { product, _ in product * Self.perCharacter }
        return StrengthPiece(range: range, guesses: max(guesses, range.count == 1 ? 11 : 51), reason: nil)
    }

    /// A piece of a longer password takes some guesses at least, for the attacker does not know that it is there.
    private func atLeast(_ piece: StrengthPiece) -> StrengthPiece {
        guard piece.range.count < letters.count else { return piece }
        return StrengthPiece(
            range: piece.range, guesses: max(piece.guesses, piece.range.count == 1 ? 10 : 50), reason: piece.reason)
    }
}
