extension PlaceDrawing {
    /// The widths that make sense, in characters.
    private static let widths = 16...200

    /// The picture in characters: the cell as a square, the accuracy as a circle, the position as a dot, north up.
    ///
    /// - Parameters:
    ///   - width: how many characters a row has; what is too narrow or wide becomes 16 or 200.
    ///   - north: the letter for north in the reader's language.
    ///   - colours: whether the position and the circle are violet.
    /// - Returns: rows of characters, half as many as a row is wide, and a row with the scale and north; without spaces
    ///   at their ends.
    package func terminal(width: Int, north: Character = "N", colours: Bool = false) -> [String] {
        let columns = min(max(width, Self.widths.lowerBound), Self.widths.upperBound) / 2 * 2
        let rows = columns / 2
        var ground = BrailleCanvas(columns: columns, rows: rows)
        let dotsPerMetre = Double(ground.width) / (2 * reach)
        // The middle of the character that stands for the position: two dots wide and four high.
        let centre = (x: Double(columns / 2 * 2 + 1), y: Double(rows / 2 * 4 + 2))
        func dot(_ point: LocalPlane.Point) -> (x: Double, y: Double) {
            (centre.x + point.east * dotsPerMetre, centre.y - point.north * dotsPerMetre)
        }
        for (index, corner) in corners.enumerated() {
            ground.line(from: dot(corner), to: dot(corners[(index + 1) % corners.count]))
        }
        var circle = BrailleCanvas(columns: columns, rows: rows)
        if let accuracy {
            circle.circle(x: centre.x, y: centre.y, radius: accuracy * dotsPerMetre)
        }
        let accent = { (character: Character) in colours ? "\u{1B}[35m\(character)\u{1B}[0m" : String(character) }
        let picture = (0..<rows).map { row in
            Self.trimmed(
                (0..<columns).map { column in
                    switch (column, row) {
                    case (columns / 2, rows / 2): accent("●")
                    default:
                        switch (circle[column, row], ground[column, row]) {
                        case (" ", let below): String(below)
                        case (let above, " "): accent(above)
                        case (let above, let below): accent(Self.union(above, below))
                        }
                    }
                })
        }
        let bar = scaleBar
        let length = max(2, Int((bar.length * dotsPerMetre / 2).rounded()))
        let scale = "├" + String(repeating: "─", count: length - 2) + "┤ \(bar.label)"
        let gap = max(1, columns - scale.count - 3)
        return picture + [scale + String(repeating: " ", count: gap) + "↑ \(north)"]
    }

    /// Both patterns in one character.
    private static func union(_ first: Character, _ second: Character) -> Character {
        let patterns = [first, second].flatMap(\.unicodeScalars).map { $0.value & 0xFF }
        return Unicode.Scalar(0x2800 | patterns.reduce(0, |)).map(Character.init) ?? first
    }

    private static func trimmed(_ characters: [String]) -> String {
        let end = characters.lastIndex { $0 != " " }.map { $0 + 1 } ?? 0
        return characters[..<end].joined()
    }
}
