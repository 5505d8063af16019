import Basics
import Foundation
import MarketClient
import Strings

/// How things of the market are written for people and for programs.
enum MarketWords {
    /// Whether the screen shows colours (NO_COLOR, https://no-color.org).
    static var isColoured: Bool {
        let environment = ProcessInfo.processInfo.environment
        return Terminal.isRead && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb"
    }

    /// An instant as the API writes it, `2017-09-01T14:01:56.887272`, for a person.
    static func time(_ text: String) -> String {
        var time = text.replacingOccurrences(of: "T", with: " ")
        if let point = time.firstIndex(of: ".") { time = String(time[..<point]) }
        return time
    }

    /// A change in per cent with its sign; `–` for none.
    static func percent(_ percent: Double?) -> String {
        guard let percent, percent.isFinite else { return "–" }
        return String(format: "%+.2f %%", percent)
    }

    /// A price that a ticker gives as 0 when there is none.
    static func price(_ text: String?) -> String? {
        text.flatMap { ExactDecimal($0) }.flatMap { $0.isZero ? nil : $0.text }
    }

    /// Cells with their points below each other; `–` where there is nothing.
    static func column(_ texts: [String?]) -> [String] {
        DecimalColumn.aligned(texts.map { $0.map(ExactDecimal.trimmed) ?? "–" })
    }

    /// A member of an object that is a text, or null.
    static func json(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

    /// A member of an object that is a number, or null.
    static func json(_ number: Double?) -> JSONValue {
        number.flatMap { $0.isFinite ? .number($0) : nil } ?? .null
    }

    /// The side of an order or a trade in a word; one that is not known stands for itself.
    static func side(_ word: String) -> String {
        switch word {
        case "buy": MarketStrings.sideBuy.text
        case "sell": MarketStrings.sideSell.text
        default: word
        }
    }

    /// An order as an object.
    static func json(_ order: MarketOrder) -> JSONValue {
        var executed = order.executed
        if executed == nil, let original = ExactDecimal(order.original),
            let left = order.remaining.flatMap({ ExactDecimal($0) })
        {
            executed = original.subtracting(left)?.text
        }
        return .object([
            "id": .string(order.id), "market": .string(order.market), "side": json(order.side),
            "type": json(order.type), "status": .string(order.status), "reason": json(order.reason),
            "price": json(price(order.price)), "stop": json(order.stop),
            "amount": .string(order.original), "executed": json(executed),
            "averagePrice": json(price(order.averagePrice)), "fee": json(order.fee),
            "createdAt": json(order.createdAt), "updatedAt": json(order.updatedAt),
        ])
    }

    /// Writes values as JSON, one a line.
    static func write(_ values: [JSONValue]) throws(OutputClosed) {
        var output = OutputBuffer()
        for value in values { output.line(value.compactText) }
        try output.flush()
    }

    /// Writes a table, or on standard error that it is empty.
    static func write(_ table: TextTable, isEmpty: Bool, _ words: Phrase) throws(OutputClosed) {
        if isEmpty { return words.say() }
        var output = OutputBuffer()
        table.write(to: &output, width: Terminal.columns)
        try output.flush()
    }
}
