import Basics
import Exposure

/// Two waves that cross the country of the demo from west to east, as files that a health authority could publish.
struct DemoEpidemic: Sendable {
    /// How many days there are; the last one is yesterday.
    static let days = 140

    private let country: DemoCountry
    private let lastDay: Int
    /// Confirmed cases by municipality and day.
    private let confirmed: [[Int]]
    private let random: SplitMix64

    /// The epidemic that a seed makes, until the day before `today`.
    init(in country: DemoCountry, today: UTCDay, seed: UInt64) {
        self.country = country
        lastDay = today.number - 1
        var random = SplitMix64(seed: seed).split(7)
        self.random = random.split(1)
        let first = today.number - Self.days
        confirmed = country.people.map { municipality in
            let strength = 0.5 + random.uniform()
            let delay = 44 * municipality.eastward + 6 * random.uniform()
            return (0..<Self.days).map { day in
                let early = Self.wave(Double(day) - 22 - delay, width: 11)
                let late = Self.wave(Double(day) - 92 - delay, width: 17)
                // 1970-01-01 was a Thursday; on Sundays few are tested.
                let isWeekend = (first + day + 4) % 7 == 0 || (first + day + 4) % 7 == 6
                let mean =
                    Double(municipality.population) / 100_000 * strength * (1.2 + 22 * early + 30 * late)
                    * (isWeekend ? 0.55 : 1.15)
                return Self.whole(mean * (0.75 + 0.5 * random.uniform()), &random)
            }
        }
    }

    /// The files of CSV of one level, in the wide form, by measure.
    func files(of level: ZoneLevel) -> [(measure: ZoneMeasure, csv: [UInt8])] {
        var random = random
        let negative = confirmed.map { row in
            row.map { Self.whole(Double($0) * (4 + 3 * random.uniform()) + 2, &random) }
        }
        let suspected = confirmed.map { row in
            row.enumerated().map { day, count in
                // Results come within days: only the last ones wait.
                let waiting = max(0.04, 1 - Double(Self.days - day) / 6)
                return Self.whole(Double(count) * waiting * 1.6, &random)
            }
        }
        let deaths = confirmed.map { row in
            row.indices.map { day in
                Self.whole(day < 16 ? 0 : Double(row[day - 16]) * 0.011 * (0.5 + random.uniform()), &random)
            }
        }
        return [
            (.confirmed, csv(confirmed, level)), (.negative, csv(negative, level)),
            (.suspected, csv(suspected, level)), (.deaths, csv(deaths, level)),
        ]
    }

    private func csv(_ counts: [[Int]], _ level: ZoneLevel) -> [UInt8] {
        let days = (lastDay - Self.days + 1...lastDay).map { day in
            DayText.iso(day).split(separator: "-").reversed().joined(separator: "-")
        }
        var lines = ["cve,poblacion,nombre," + days.joined(separator: ",")]
        func add(_ code: String, _ name: String, _ indices: [Int]) {
            let population = indices.reduce(0) { $0 + country.people[$1].population }
            let sums = (0..<Self.days).map { day in String(indices.reduce(0) { $0 + counts[$1][day] }) }
            lines.append("\(code),\(population),\"\(name)\",\(sums.joined(separator: ","))")
        }
        let all = Array(country.people.indices)
        add(CaseTable.nation, "Nacional", all)
        switch level {
        case .state:
            for (number, region) in country.regions.enumerated() {
                add(region.code, region.name, all.filter { country.people[$0].region == number })
            }
        case .municipality:
            for (index, municipality) in country.municipalities.enumerated() {
                add(municipality.code, municipality.name, [index])
            }
        }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    /// A bell that rises faster than it falls, 1 at its top.
    private static func wave(_ days: Double, width: Double) -> Double {
        let scaled = days / (days < 0 ? width : width * 1.4)
        let square = 1 + scaled * scaled / 2
        return 1 / (square * square)
    }

    /// A whole number near `value`, up or down by chance, so that small ones do not all become zero.
    private static func whole(_ value: Double, _ random: inout SplitMix64) -> Int {
        Int(value) + (random.uniform() < value - value.rounded(.down) ? 1 : 0)
    }
}
