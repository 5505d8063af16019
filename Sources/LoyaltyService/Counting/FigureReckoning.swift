import API
import Loyalty
import Statistics

/// Makes figures with intervals of what was released and counted: pure, whatever the days.
struct FigureReckoning {
    /// The cells of one day, or the sums of several.
    private let cells: [Cell: Int]
    /// How many days are in the sums.
    private let days: Int

    /// The figures of these days together; a day that was not released is nil.
    init(_ released: [[Cell: Int]]) {
        cells = released.reduce(into: [:]) { sums, day in
            for (cell, people) in day { sums[cell, default: 0] += people }
        }
        days = released.count
    }

    /// The figures that come of anonymous reports; none before the first release.
    func noised() throws(StatisticsError) -> [Figure] {
        guard days > 0 else { return [] }
        let visits: [Cell] = [.visitor, .bounced, .engaged]
        let back: [Cell] = [.week, .month, .year]
        return [
            try sum(.visitors, visits), try sum(.passersBy, [.passerBy]),
            try share(.capture, visits, of: visits + [.passerBy]),
            try sum(.bounced, [.bounced]), try share(.bounce, [.bounced], of: visits),
            try sum(.engaged, [.engaged]), try share(.engagement, [.engaged], of: visits),
            try share(.returning, back, of: back + [.first]),
        ]
    }

    /// The cells, each with its interval; those of a campaign are of one day.
    func shownCells() throws(StatisticsError) -> [FigureCell] {
        guard days > 0 else { return [] }
        var shown: [FigureCell] = []
        for cell in Cell.allCases {
            guard let people = cells[cell] else { continue }
            let bound = try CountNoise.bound(tenths: cell.cube.tenthsOfEpsilon, ofSum: days)
            shown.append(
                FigureCell(cell: cell, value: max(0, people), low: max(0, people - bound), high: max(0, people + bound))
            )
        }
        return shown
    }

    /// The visitors with this application among all people, and all people by that, where both were counted on some days.
    ///
    /// - Parameter pairs: For each day with a count at the door, the pseudonyms with a proved visit and that count.
    func people(_ pairs: [(visitors: Int, people: Int)]) throws(StatisticsError) -> [Figure] {
        let people = pairs.map(\.people).reduce(0, +)
        let seen = min(people, pairs.map(\.visitors).reduce(0, +))
        guard people > 0 else { return [] }
        let coverage = try Wilson.interval(seen, of: people)
        let share = Double(seen) / Double(people)
        var figures = [Self.shown(.coverage, share, coverage.low, coverage.high, .exact)]
        guard let visitors = try noised().first(where: { $0.name == .visitors }), let value = visitors.value,
            let low = visitors.low, let high = visitors.high, share > 0, coverage.low > 0
        else { return figures }
        figures.append(
            Figure(
                name: .people, value: (value / share).rounded(), low: (low / coverage.high).rounded(.down),
                high: (high / coverage.low).rounded(.up), exactness: .noised))
        return figures
    }

    /// The figures that are exact.
    static func exact(_ counts: [DayCount]) -> [Figure] {
        guard !counts.isEmpty else { return [] }
        return [(FigureName.provedVisitors, counts.map(\.visitors)), (.stays, counts.map(\.stays))].map {
            name, values in
            let sum = Double(values.reduce(0, +))
            return Figure(name: name, value: sum, low: sum, high: sum, exactness: .exact)
        }
    }

    /// How many gave each term or a higher one.
    static func terms(_ counts: [Term: Int]) throws(StatisticsError) -> [TermFigure] {
        var figures: [TermFigure] = []
        for term in Term.allCases {
            let higher = Term.allCases.filter { $0 >= term }
            let sum = higher.map { counts[$0] ?? 0 }.reduce(0, +)
            let bound = try CountNoise.bound(tenths: CountingService.termsTenths, ofSum: higher.count)
            figures.append(
                TermFigure(term: term, value: max(0, sum), low: max(0, sum - bound), high: max(0, sum + bound)))
        }
        return figures
    }

    private func count(_ cells: [Cell]) -> Int { cells.map { self.cells[$0] ?? 0 }.reduce(0, +) }

    private func sum(_ name: FigureName, _ cells: [Cell]) throws(StatisticsError) -> Figure {
        let count = count(cells)
        let bound = try CountNoise.bound(tenths: cells[0].cube.tenthsOfEpsilon, ofSum: cells.count * days)
        return Figure(
            name: name, value: Double(max(0, count)), low: Double(max(0, count - bound)),
            high: Double(max(0, count + bound)), exactness: .noised)
    }

    private func share(_ name: FigureName, _ part: [Cell], of whole: [Cell]) throws(StatisticsError) -> Figure {
        let rest = whole.filter { !part.contains($0) }
        let variance = try CountNoise.noise(tenths: part[0].cube.tenthsOfEpsilon).variance * Double(days)
        let (parts, rests) = (Double(count(part)), Double(count(rest)))
        guard parts + rests > 0 else {
            return Figure(name: name, value: nil, low: nil, high: nil, exactness: .noised)
        }
        let interval = NoisedShare.interval(
            part: parts, variance: variance * Double(part.count), rest: rests, variance: variance * Double(rest.count))
        let value = min(max(parts / (parts + rests), 0), 1)
        return Self.shown(name, value, min(interval.low, value), max(interval.high, value), .noised)
    }

    /// A share to four digits behind the point: more would say more than is known.
    private static func shown(
        _ name: FigureName, _ value: Double, _ low: Double, _ high: Double, _ exactness: FigureExactness
    ) -> Figure {
        func digits(_ number: Double) -> Double { (number * 10_000).rounded() / 10_000 }
        return Figure(name: name, value: digits(value), low: digits(low), high: digits(high), exactness: exactness)
    }
}
