import Basics
import Statistics
import Testing

/// C11: what a merchant is told of campaigns whose truth is known.
@Suite("Campaigns whose truth is known")
struct CampaignReadingTests {
    private static let baseline = 0.10
    private static let expected = 0.15
    private static let weekly = 250.0

    /// One simulated campaign, as it would be released; of the held out `lost` go missing.
    private func campaign(
        people: Int, holdOut: Double, effect: Bool, lost: Double = 0, _ random: inout SplitMix64
    ) throws -> CampaignReading {
        let noise = try DiscreteLaplace(.twoTenths)
        var cells: [[Int]] = [[0, 0, 0], [0, 0, 0]]
        for _ in 0..<people {
            let arm = random.uniform() < holdOut ? 0 : 1
            let share = effect && arm == 1 ? Self.expected : Self.baseline
            let outcome = random.uniform() < share ? (random.uniform() < 0.4 && arm == 1 ? 2 : 1) : 0
            if arm == 0 && random.uniform() < lost { continue }
            cells[arm][outcome] += 1
        }
        let released = cells.map { $0.map { $0 + noise.draw(using: &random) } }
        return try CampaignReading(
            offered: .init(nothing: released[1][0], visited: released[1][1], redeemed: released[1][2]),
            heldOut: .init(nothing: released[0][0], visited: released[0][1], redeemed: released[0][2]),
            holdOut: holdOut, noise: noise)
    }

    private func stated(_ holdOut: Double) throws -> Int {
        let variance = try DiscreteLaplace(.twoTenths).variance
        let weeks = try #require(
            try SampleSize.weeks(
                baseline: Self.baseline, expected: Self.expected, holdOut: holdOut, weekly: Self.weekly,
                successVariance: 2 * variance, otherVariance: variance))
        return Int(Self.weekly) * weeks
    }

    @Test("few false alarms, and the effect is found at the stated size", arguments: [0.2, 0.5])
    func twoHundred(_ holdOut: Double) throws {
        let people = try stated(holdOut)
        var random = SplitMix64(seed: 11)
        var (alarms, found) = (0, 0)
        for _ in 0..<100 {
            let without = try campaign(people: people, holdOut: holdOut, effect: false, &random)
            if [.more, .fewer].contains(without.verdict) { alarms += 1 }
            if try campaign(people: people, holdOut: holdOut, effect: true, &random).verdict == .more { found += 1 }
        }
        #expect(alarms <= 7, "\(alarms) false alarms of 100, with \(people) people")
        #expect(found >= 77, "\(found) of 100 found, with \(people) people")
    }

    @Test("a group that lost a fifth of its people is found at the stated size, and a sound one is left alone")
    func broken() throws {
        let people = try stated(0.5)
        var random = SplitMix64(seed: 12)
        var (found, alarms) = (0, 0)
        for _ in 0..<50 {
            if try campaign(people: people, holdOut: 0.5, effect: true, lost: 0.2, &random).verdict == .brokenSplit {
                found += 1
            }
            if try campaign(people: people, holdOut: 0.5, effect: true, &random).verdict == .brokenSplit { alarms += 1 }
        }
        #expect(found >= 40, "\(found) of 50")
        #expect(alarms == 0)
    }

    @Test("counts that are mostly noise are too few, whatever they say")
    func few() throws {
        let noise = try DiscreteLaplace(.twoTenths)
        let reading = try CampaignReading(
            offered: .init(nothing: 300, visited: 60, redeemed: 40),
            heldOut: .init(nothing: 12, visited: -7, redeemed: 3),
            holdOut: 0.1, noise: noise)
        #expect(reading.verdict == .tooFew)
        #expect(reading.effect == nil)
    }

    @Test("an effect that is plain is told, and so is its opposite")
    func plain() throws {
        let noise = try DiscreteLaplace(.twoTenths)
        let (many, few) = (
            CampaignReading.Counts(nothing: 600, visited: 300, redeemed: 100),
            CampaignReading.Counts(nothing: 900, visited: 103, redeemed: -3)
        )
        #expect(try CampaignReading(offered: many, heldOut: few, holdOut: 0.5, noise: noise).verdict == .more)
        #expect(try CampaignReading(offered: few, heldOut: many, holdOut: 0.5, noise: noise).verdict == .fewer)
        #expect(few.people == 1000 && few.returned == 100)
    }
}
