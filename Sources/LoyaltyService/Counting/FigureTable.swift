import API
import Basics
import Loyalty
import ServiceKit

/// A shop's figures as a table for spreadsheets: a row for each figure and cell, with its interval and what it is made of.
///
/// The words are those of the API, and what a figure is made of is a formula, so that the table reads alike in each language.
enum FigureTable {
    /// The table as CSV (RFC 4180).
    static func text(_ figures: ShopFigures) -> String {
        var lines = ["day,figure,value,low,high,exactness,definitions,formula"]
        for day in figures.days {
            let date = CountingDay.text(day.day)
            for figure in day.figures { lines.append(line(date, figure)) }
            for cell in day.cells {
                let cube = cell.cell.cube.rawValue
                lines.append(
                    "\(date),\(cube).\(cell.cell.rawValue),\(cell.value),\(cell.low),\(cell.high),noised,"
                        + "\(Definitions.version),reports")
            }
            lines.append(
                "\(date),disputed,\(day.disputed),\(day.disputed),\(day.disputed),exact,\(Definitions.version),proofs")
            if let doors = day.doorCount {
                lines.append("\(date),door,\(doors),\(doors),\(doors),exact,\(Definitions.version),typed")
            }
        }
        for figure in figures.totals { lines.append(line("all", figure)) }
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    private static func line(_ date: String, _ figure: Figure) -> String {
        let numbers = [figure.value, figure.low, figure.high].map { $0.map(number) ?? "" }.joined(separator: ",")
        return "\(date),\(figure.name.rawValue),\(numbers),\(figure.exactness.rawValue),\(Definitions.version),"
            + formula(figure.name)
    }

    private static func number(_ value: Double) -> String {
        value == value.rounded() ? String(Int(value)) : String(value)
    }

    private static func formula(_ name: FigureName) -> String {
        switch name {
        case .visitors: "visitor+bounced+engaged"
        case .passersBy: "passer_by"
        case .capture: "visitors/(visitors+passers_by)"
        case .bounced: "bounced"
        case .bounce: "bounced/visitors"
        case .engaged: "engaged"
        case .engagement: "engaged/visitors"
        case .returning: "(week+month+year)/(first+week+month+year)"
        case .provedVisitors: "pseudonyms"
        case .stays: "stays"
        case .coverage: "proved_visitors/door"
        case .people: "visitors/coverage"
        }
    }
}

/// Days of the API's texts.
enum CountingDay {
    /// The day as `2026-11-21`.
    static func text(_ day: Int) -> String {
        Timestamp(day: Int64(day)).dayText
    }

    /// The day that a text says as `2026-11-21`; nil when it says none of 1970 to 2199.
    static func day(_ text: String) -> Int? {
        guard let day = Timestamp(dayText: text)?.day, (0..<84_006).contains(day) else { return nil }
        return Int(day)
    }
}
