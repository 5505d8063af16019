import Basics
import Foundation
import Loyalty

/// The venue files that the tests read, and ways to spoil them.
enum VenueFileSamples {
    private static let tests = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The centre of the demonstration.
    static let centre = tests.deletingLastPathComponent().appending(path: "Sources/Simulation/Resources/centre.json")

    /// The fixtures of a kind, `valid` or `broken`, without their extensions, in order.
    static func names(_ kind: String) -> [String] {
        let folder = tests.appending(path: "LoyaltyTests/Fixtures/venue/\(kind)")
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
    }

    static func data(_ kind: String, _ name: String, _ ending: String = "json") throws -> Data {
        try Data(contentsOf: tests.appending(path: "LoyaltyTests/Fixtures/venue/\(kind)/\(name).\(ending)"))
    }

    static func lines(_ kind: String, _ name: String, _ ending: String) throws -> [String] {
        String(decoding: try data(kind, name, ending), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// A random venue with every kind of part, sound or not by chance only in shops that overlap.
    static func randomDraft(using random: inout SplitMix64) -> VenueDraft {
        func number(_ range: ClosedRange<Double>) -> Double {
            let value = Double.random(in: range, using: &random)
            return Bool.random(using: &random) ? (value * 4).rounded(.down) / 4 : value
        }
        func words() -> String {
            let letters = ["a", "é", "ñ", "\"", "\\", "/", "👩‍👩‍👧", "\u{301}", "漢", "\u{2028}x".dropFirst().description]
            return "n"
                + (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    letters.randomElement(using: &random) ?? "a"
                }.joined()
        }
        var draft = VenueDraft()
        draft.name = words()
        draft.uuid = UUID128(high: random.next(), low: random.next()).description
        draft.timeZone = ["Europe/Madrid", "America/Sao_Paulo", "UTC"].randomElement(using: &random)
        draft.location = VenueDraft.Location(latitude: number(-90...90), longitude: number(-180...180))
        var plan = VenueDraft.Plan()
        plan.width = 50 + number(0...50)
        plan.height = 20
        plan.walls = (0..<Int.random(in: 0...5, using: &random)).map { _ in
            [number(0...20), number(0...20), number(21...50), number(0...20)]
        }
        plan.image = Bool.random(using: &random) ? "/plans/\(Int.random(in: 0...9, using: &random)).png" : nil
        draft.plan = plan
        draft.shops = (0..<Int.random(in: 0...5, using: &random)).map { index in
            let (left, right) = (Double(index) * 10, Double(index) * 10 + number(1...10))
            var shop = VenueDraft.Shop()
            shop.major = 100 + index
            shop.name = words()
            shop.category = "books"
            shop.area = [[left, 0], [right, 0], [right, number(1...20)], [left, number(1...20)]]
            return shop
        }
        let majors = [1] + (draft.shops ?? []).compactMap(\.major)
        draft.beacons = (0..<Int.random(in: 0...8, using: &random)).map { index in
            var beacon = VenueDraft.Beacon()
            beacon.major = majors.randomElement(using: &random)
            beacon.minor = index
            beacon.x = number(0...50)
            beacon.y = number(0...20)
            beacon.zone = beacon.major == 1 ? "entrance" : Zone.allCases.randomElement(using: &random)?.rawValue
            beacon.measuredPower = Int.random(in: -100...0, using: &random)
            beacon.period = Bool.random(using: &random) ? nil : Int.random(in: 10...3600, using: &random)
            return beacon
        }
        for (first, second) in zip(draft.beacons ?? [], (draft.beacons ?? []).dropFirst())
        where Bool.random(using: &random) {
            guard let index = second.minor, let major = first.major, let minor = first.minor else { continue }
            draft.beacons?[index].neighbours = [[major, minor]]
        }
        let givers = majors.filter { $0 != 1 }
        draft.offers =
            givers.isEmpty
            ? nil
            : (0..<Int.random(in: 0...4, using: &random)).map { index in
                var offer = VenueDraft.Offer()
                offer.id = Bool.random(using: &random) ? "offer-\(index)" : nil
                offer.major = givers.randomElement(using: &random)
                offer.text = ["es": "\(index) \(words())", "pt-BR": words()]
                let from = Timestamp(milliseconds: Int64.random(in: 0...4_000_000_000_000, using: &random))
                offer.validFrom = from.rfc3339
                offer.validUntil =
                    from.advanced(byMilliseconds: Int64.random(in: 1...9_999_999_999, using: &random)).rfc3339
                offer.hours = Bool.random(using: &random) ? nil : ["sun": ["22:00-24:00", "00:00-01:30"], "tue": []]
                offer.points = Bool.random(using: &random) ? nil : Int.random(in: 0...100, using: &random)
                offer.limit = Bool.random(using: &random) ? nil : Int.random(in: 1...100, using: &random)
                return offer
            }
        return draft
    }
}
