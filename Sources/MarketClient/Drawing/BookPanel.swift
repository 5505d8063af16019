/// Both sides of a book beside each other: prices in the middle, best on top, with bars of the amounts added up.
public struct BookPanel: Sendable {
    /// One price of a side: what is offered there, and there and at better prices together.
    public struct Level: Equatable, Sendable {
        /// The price, a decimal text.
        public let price: String
        /// What is offered at it, a decimal text.
        public let amount: String
        /// What is offered at it and at better prices, a decimal text.
        public let cumulated: String
    }

    /// Orders to buy, best first.
    public let bids: [Level]
    /// Orders to sell, best first.
    public let asks: [Level]

    /// A book of the orders of both sides, best first; those of one price become one level.
    public init(bids: [BookEntry], asks: [BookEntry], rows: Int) {
        self.bids = Self.levels(bids, rows)
        self.asks = Self.levels(asks, rows)
    }

    /// How many different prices there are among orders, which are sorted by them.
    public static func prices(_ entries: [BookEntry]) -> Int {
        levels(entries, .max).count
    }

    private static func levels(_ entries: [BookEntry], _ rows: Int) -> [Level] {
        var levels: [Level] = []
        var (amount, sum) = (ExactDecimal.zero, ExactDecimal.zero)
        var price: ExactDecimal?
        for entry in entries {
            guard let next = ExactDecimal(entry.price), let more = ExactDecimal(entry.amount) else { continue }
            if next == price {
                levels.removeLast()
            } else {
                guard levels.count < rows else { break }
                amount = .zero
            }
            price = next
            amount = amount.adding(more) ?? amount
            sum = sum.adding(more) ?? sum
            levels.append(Level(price: next.text, amount: amount.text, cumulated: sum.text))
        }
        return levels
    }

    /// How far the best prices are from each other; nil unless there are both.
    public var spread: (text: String, percent: Double)? {
        guard let bid = bids.first.flatMap({ ExactDecimal($0.price) }),
            let ask = asks.first.flatMap({ ExactDecimal($0.price) }), let spread = ask.subtracting(bid),
            let sum = ask.adding(bid), sum.isPositive
        else { return nil }
        return (spread.text, spread.approximate / (sum.approximate / 2) * 100)
    }

    /// The lines of the drawing, `width` columns at most where the numbers leave room.
    public func lines(width: Int, isColoured: Bool) -> [String] {
        let bidPrices = DecimalColumn.aligned(["bid"] + bids.map(\.price))
        let bidAmounts = DecimalColumn.aligned(["amount"] + bids.map(\.amount))
        let askPrices = DecimalColumn.aligned(["ask"] + asks.map(\.price))
        let askAmounts = DecimalColumn.aligned(["amount"] + asks.map(\.amount))
        let numbers = [bidPrices, bidAmounts, askPrices, askAmounts].reduce(0) { $0 + ($1.first?.count ?? 0) }
        let bar = min(max((width - numbers - 11) / 2, 0), 30)
        let sums = (bids + asks).compactMap { ExactDecimal($0.cumulated)?.approximate }
        let most = max(sums.max() ?? 0, .leastNormalMagnitude)

        var lines: [String] = []
        for row in 0...max(bids.count, asks.count) {
            var line = ""
            if row <= bids.count {
                let part = row == 0 ? 0 : (ExactDecimal(bids[row - 1].cumulated)?.approximate ?? 0) / most
                line += Ink.gain.draw(Self.leftBar(part, bar), isColoured: isColoured)
                line += " " + bidAmounts[row] + "  "
                line += row == 0 ? bidPrices[row] : Ink.gain.draw(bidPrices[row], isColoured: isColoured)
            } else {
                line += String(repeating: " ", count: bar + 3 + bidAmounts[0].count + bidPrices[0].count)
            }
            line += Ink.faint.draw(" │ ", isColoured: isColoured)
            if row <= asks.count {
                let part = row == 0 ? 0 : (ExactDecimal(asks[row - 1].cumulated)?.approximate ?? 0) / most
                line += row == 0 ? askPrices[row] : Ink.loss.draw(askPrices[row], isColoured: isColoured)
                line += "  " + askAmounts[row] + " "
                line += Ink.loss.draw(Self.rightBar(part, bar), isColoured: isColoured)
            }
            while line.last == " " { line.removeLast() }
            lines.append(line)
        }
        return lines
    }

    /// A bar that grows to the left, in half columns: there are no finer blocks for that side.
    private static func leftBar(_ part: Double, _ width: Int) -> String {
        let halves = halves(part, width)
        let bar = (halves % 2 == 1 ? "▐" : "") + String(repeating: "█", count: halves / 2)
        return String(repeating: " ", count: width - bar.count) + bar
    }

    private static func rightBar(_ part: Double, _ width: Int) -> String {
        let halves = halves(part, width)
        return String(repeating: "█", count: halves / 2) + (halves % 2 == 1 ? "▌" : "")
    }

    /// At least one for what is not nothing.
    private static func halves(_ part: Double, _ width: Int) -> Int {
        guard part > 0, part.isFinite, width > 0 else { return 0 }
        return min(max(Int((part * Double(2 * width)).rounded()), 1), 2 * width)
    }
}
