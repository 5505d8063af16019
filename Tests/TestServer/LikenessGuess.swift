/// An adversary who holds texts of bytes against each other, to tell what is of one person from what is of two.
package enum LikenessGuess {
    /// How well likeness tells them apart, where texts at the same place of both lists are of one person: 0.5 is chance.
    package static func success(_ left: [[UInt8]], _ right: [[UInt8]]) -> Double {
        var (same, other): ([Double], [Double]) = ([], [])
        for (i, mine) in left.enumerated() {
            for (j, theirs) in right.enumerated() {
                if i == j { same.append(likeness(mine, theirs)) } else { other.append(likeness(mine, theirs)) }
            }
        }
        return area(same, other)
    }

    /// How often a number of `same` is larger than one of `other`; half of the ties count.
    private static func area(_ same: [Double], _ other: [Double]) -> Double {
        var won = 0.0
        for one in same {
            for two in other { won += one > two ? 1 : one == two ? 0.5 : 0 }
        }
        return won / Double(same.count * other.count)
    }

    /// How much of two texts of bytes is alike.
    private static func likeness(_ one: [UInt8], _ other: [UInt8]) -> Double {
        zip(one, other).reduce(0) { $0 + Double(8 - ($1.0 ^ $1.1).nonzeroBitCount) }
    }
}
