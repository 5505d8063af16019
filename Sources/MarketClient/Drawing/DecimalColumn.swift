/// Decimal texts below each other, so that their points are.
public enum DecimalColumn {
    /// The texts with spaces on both sides: all as wide as the widest, with the points in one column.
    public static func aligned(_ texts: [String]) -> [String] {
        let parts = texts.map { text -> (whole: Int, fraction: Int) in
            let whole = text.prefix { $0 != "." }.count
            return (whole, text.count - whole)
        }
        let whole = parts.map(\.whole).max() ?? 0
        let fraction = parts.map(\.fraction).max() ?? 0
        return zip(texts, parts).map { text, part in
            String(repeating: " ", count: whole - part.whole) + text
                + String(repeating: " ", count: fraction - part.fraction)
        }
    }
}
