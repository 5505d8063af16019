/// Candles drawn with the box characters of a terminal, with prices on the left, times below and volumes between.
///
/// A column is a candle, latest on the right. Half rows are told apart, so that a chart of 20 rows has 40 steps. Without
/// colours a candle that fell is filled and one that rose is a line, as on paper.
public struct CandleChart: Sendable {
    /// Columns of the whole drawing.
    public var width: Int
    /// Rows of the whole drawing.
    public var height: Int
    /// Whether gains are green and losses red.
    public var isColoured: Bool
    /// Whether times are days, because each candle is one or more.
    public var showsDays: Bool

    /// The fewest columns and rows that are drawn on.
    public static let smallest = (width: 24, height: 8)
    /// Rows of the volumes.
    private static let volumeRows = 2

    /// A drawing of this size; a smaller one than `smallest` is drawn in that.
    public init(width: Int, height: Int, isColoured: Bool, showsDays: Bool) {
        self.width = max(width, Self.smallest.width)
        self.height = max(height, Self.smallest.height)
        self.isColoured = isColoured
        self.showsDays = showsDays
    }

    /// One candle as it is drawn.
    private struct Column {
        let open, high, low, close, volume: Double
        let date: String

        var fell: Bool { close < open }

        init?(_ candle: MarketCandle) {
            let numbers = [candle.open, candle.high, candle.low, candle.close].compactMap { ExactDecimal($0) }
            guard numbers.count == 4 else { return nil }
            (open, high, low, close) = (
                numbers[0].approximate, numbers[1].approximate, numbers[2].approximate, numbers[3].approximate
            )
            volume = ExactDecimal(candle.volume)?.approximate ?? 0
            // It goes to a terminal, and somebody else wrote it.
            date = candle.date.filter { $0.isASCII && !$0.isNewline && ($0.isNumber || "-:T Z".contains($0)) }
        }
    }

    /// How many candles have room beside prices that are no wider than usual.
    public var capacity: Int { width - 8 }

    /// The lines of the drawing, from the top; none without a candle.
    ///
    /// - Parameter candles: From the oldest to the latest; of more than there is room for, the latest are drawn.
    public func lines(_ candles: [MarketCandle]) -> [String] {
        let rows = height - 2 - Self.volumeRows
        var columns = candles.suffix(width).compactMap { Column($0) }
        var axis = Self.axis(columns, rows)
        // The labels of fewer candles may be wider or narrower, so twice: at worst a candle less is shown.
        for _ in 0..<2 {
            columns = columns.suffix(max(1, width - axis.width - 3))
            axis = Self.axis(columns, rows)
        }
        columns = columns.suffix(max(1, width - axis.width - 3))
        guard !columns.isEmpty else { return [] }

        let blank = String(repeating: " ", count: axis.width)
        var lines: [String] = []
        for row in 0..<rows {
            let label = axis.labels[row]
            var line = (label ?? blank) + (label == nil ? " │" : " ┤")
            for column in columns { line += part(of: column, row: rows - 1 - row, axis) }
            lines.append(line)
        }
        for row in (0..<Self.volumeRows).reversed() { lines.append(blank + " │" + volumes(columns, row: row)) }
        for index in lines.indices {
            while lines[index].last == " " { lines[index].removeLast() }
        }
        lines.append(contentsOf: times(columns, indent: axis.width + 1))
        return lines
    }

    private static func axis(_ columns: [Column], _ rows: Int) -> PriceAxis {
        PriceAxis(low: columns.map(\.low).min() ?? 0, high: columns.map(\.high).max() ?? 0, rows: rows)
    }

    /// What a candle has in a row, counted from the bottom: nothing, its wick or its body, in either half.
    private func part(of column: Column, row: Int, _ axis: PriceAxis) -> String {
        let body = [axis.halfRow(of: column.open), axis.halfRow(of: column.close)]
        func half(_ number: Int) -> Int {
            if number >= min(body[0], body[1]), number <= max(body[0], body[1]) { return 2 }
            return number >= axis.halfRow(of: column.low) && number <= axis.halfRow(of: column.high) ? 1 : 0
        }
        let isFilled = column.fell && !isColoured
        let character =
            switch (half(2 * row + 1), half(2 * row)) {
            case (1, 1): "│"
            case (1, 0): "╵"
            case (0, 1): "╷"
            case (2, 2): isFilled ? "█" : "┃"
            case (2, 0): isFilled ? "▀" : "╹"
            case (0, 2): isFilled ? "▄" : "╻"
            case (1, 2): isFilled ? "▄" : "╽"
            case (2, 1): isFilled ? "▀" : "╿"
            default: " "
            }
        guard character != " " else { return character }
        return (column.fell ? Ink.loss : .gain).draw(character, isColoured: isColoured)
    }

    private func volumes(_ columns: [Column], row: Int) -> String {
        let most = columns.map(\.volume).max() ?? 0
        guard most > 0 else { return "" }
        let blocks = Array(" ▁▂▃▄▅▆▇█")
        return columns.map { column in
            let eighths = Int((column.volume / most * Double(8 * Self.volumeRows)).rounded(.up))
            return String(blocks[min(max(eighths - 8 * row, 0), 8)])
        }.joined()
    }

    /// The axis, and below it the time of some candles.
    private func times(_ columns: [Column], indent: Int) -> [String] {
        let step = showsDays ? 12 : 8
        var axis = String(repeating: " ", count: indent) + "└"
        var labels = String(repeating: " ", count: indent + 1)
        var written = 0
        var lastDay: Substring?
        for (index, column) in columns.enumerated() {
            let day = column.date.prefix(10)
            let isNewDay = !showsDays && day != lastDay
            let text = showsDays ? String(day) : isNewDay ? String(day.suffix(5)) : Self.clock(column.date)
            let isMarked = index % step == 0 && indent + 1 + index + text.count <= width && index >= written
            axis += isMarked ? "┬" : "─"
            if isMarked {
                labels += String(repeating: " ", count: index - written) + text
                written = index + text.count + 1
                labels += " "
                lastDay = day
            }
        }
        while labels.last == " " { labels.removeLast() }
        return [axis, labels]
    }

    /// Hours and minutes of `2020-02-15 12:15` or `2020-02-15T12:15:00Z`.
    private static func clock(_ date: String) -> String {
        String(date.dropFirst(11).prefix(5))
    }
}
