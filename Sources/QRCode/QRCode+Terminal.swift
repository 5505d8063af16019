extension QRCode {
    /// The code in half blocks, two rows of modules in a line of text, with the border around it.
    ///
    /// With `colours` it is black on white whatever colours the terminal has. Without, light modules are the blocks, for
    /// terminals with light text on dark.
    package func terminal(colours: Bool = true) -> String {
        let border = Self.quietZone
        var lines: [String] = []
        var row = -border
        while row < size + border {
            let line = (-border..<size + border).map { column -> Character in
                switch (isDark(column, row), row + 1 < size + border && isDark(column, row + 1)) {
                case (true, true): colours ? "█" : " "
                case (true, false): colours ? "▀" : "▄"
                case (false, true): colours ? "▄" : "▀"
                case (false, false): colours ? " " : "█"
                }
            }
            // Black on white, said in 24-bit colour because the sixteen named ones are often something else.
            lines.append(colours ? "\u{1B}[38;2;0;0;0;48;2;255;255;255m\(String(line))\u{1B}[0m" : String(line))
            row += 2
        }
        return lines.joined(separator: "\n")
    }
}
