import Basics
import Exposure
import Testing

@Suite("Risk rules")
struct RiskRuleTests {
    private func readings(_ strengths: [Int8], power: Int8? = -21) -> [RiskRule.Reading] {
        strengths.enumerated().map { index, rssi in
            RiskRule.Reading(transmitPower: power, rssi: rssi, time: Timestamp(seconds: Int64(index)))
        }
    }

    @Test("The original counts a window whose mean attenuation is below 73 dB, and not at 73")
    func originalLimit() {
        // −21 − (−93) = 72; −21 − (−95) = 74.
        #expect(RiskRule.original.closeness(of: readings([-93])) == 1)
        #expect(RiskRule.original.closeness(of: readings([-93, -95])) == 0)
        #expect(RiskRule.original.closeness(of: readings([-93, -93, -95])) == 1)
        #expect(RiskRule.original.closeness(of: readings([-94], power: -21)) == 0)
        #expect(RiskRule.original.closeness(of: readings([-94], power: -22)) == 1)
    }

    @Test("The original needs three windows, as the rule of this system does")
    func thresholds() {
        for rule in [RiskRule.original, .cerca] {
            #expect(rule.dayThreshold == 3 && rule.countsFrom == 1)
        }
        #expect(RiskRule.windowMilliseconds == 300_000 && RiskRule.epochMilliseconds == 900_000)
        #expect(RiskRule.original.name == "original" && RiskRule.cerca.name == "own")
    }

    @Test("What is not known counts for nothing")
    func unknownValues() {
        let unknown = readings([127, 127])
        for rule in [RiskRule.original, .cerca] {
            #expect(rule.closeness(of: []) == 0)
            #expect(rule.closeness(of: unknown) == 0)
            #expect(rule.nearProbability(of: unknown[0]) == 0)
            #expect(rule.score(of: [], epoch: [], surroundings: .unknown) == nil)
        }
        #expect(readings([-60], power: 127)[0].attenuation == nil)
        #expect(readings([-60], power: nil)[0].attenuation == nil)
        #expect(RiskRule.original.closeness(of: readings([-60], power: nil)) == 0)
        #expect(RiskRule.original.closeness(of: readings([-93]) + readings([-60], power: nil)) == 1)
        #expect(readings([-128], power: 127 - 1)[0].attenuation == 254)
    }

    @Test("Close phones count and far ones do not")
    func ownRule() {
        #expect(RiskRule.cerca.closeness(of: readings([-60, -62, -65])) == 1)
        #expect(RiskRule.cerca.closeness(of: readings([-95, -97, -96])) == 0)
        let near = RiskRule.cerca.nearProbability(of: readings([-60])[0])
        let far = RiskRule.cerca.nearProbability(of: readings([-97])[0])
        #expect(near > 0.8 && far < 0.2)
    }

    @Test("The features are those of the documentation")
    func features() throws {
        // The strongest fifth of six is two: (−60 − 70) / 2 = −65; of the window's one: −80.
        let window = readings([-80])
        let epoch = readings([-60, -70, -80, -90]) + readings([-95, -96], power: -20)
        let features = try #require(
            RiskRule.NearnessFeatures(
                window: window, epoch: epoch, surroundings: RiskRule.Surroundings(receptions: [6, 6, 0])))
        #expect(features.strength == -72.5)
        #expect(features.relativeCount == 0)
        let model = RiskRule.NearnessModel(intercept: 10, slopes: [0.1, 5])
        #expect(abs(model.logOdds(features) - (10 - 7.25)) < 1e-12)
    }

    @Test("To be heard more often than the others means nearer")
    func surroundings() throws {
        let window = readings([-80, -82])
        let often = RiskRule.Surroundings(receptions: [2, 1, 1, 1])
        let seldom = RiskRule.Surroundings(receptions: [2, 40, 60, 50])
        let scores = try [often, .unknown, seldom].map {
            try #require(RiskRule.cerca.score(of: window, epoch: window, surroundings: $0))
        }
        #expect(scores[0] > scores[1] && scores[1] > scores[2])
        #expect(RiskRule.Surroundings(receptions: []) == .unknown)
        #expect(RiskRule.Surroundings(receptions: [0, -3]) == .unknown)
    }

    @Test("A power that is not stated is −21 dBm, as −20 dBm is; a stronger one means farther, and a lie has a limit")
    func statedPower() throws {
        func score(_ power: Int8?) throws -> Double {
            let window = readings([-80], power: power)
            return try #require(RiskRule.cerca.score(of: window, epoch: window, surroundings: .unknown))
        }
        #expect(try score(nil) == score(-21))
        #expect(try score(127) == score(-21))
        #expect(try score(-15) < score(-21))
        // Android's two texts for its lowest power: which of them a phone states tells its model, not its distance.
        #expect(try score(-20) == score(-21))
        #expect(try score(0) < score(-21))
        // A dongle that sends 21 dB more and says so is as far as a phone of Android's lowest power heard 21 dB less.
        let dongle = readings([-59], power: 0)
        #expect(try RiskRule.cerca.score(of: dongle, epoch: dongle, surroundings: .unknown) == score(-21))
        #expect(try score(-128) == score(-40))
        #expect(try score(126) == score(20))
    }

    @Test(
        "The order of readings means nothing, and closeness follows the probability", arguments: 0..<32 as Range<UInt64>
    )
    func orderAndLimit(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let epoch = (0..<Int.random(in: 1...40, using: &random)).map { _ in
            RiskRule.Reading(
                transmitPower: [-21, -20, nil, -7].randomElement(using: &random) ?? nil,
                rssi: Int8.random(in: -105 ... -55, using: &random), time: Timestamp(seconds: 0))
        }
        let window = Array(epoch.prefix(Int.random(in: 1...epoch.count, using: &random)))
        let around = RiskRule.Surroundings(receptions: (0..<5).map { _ in Int.random(in: 1...99, using: &random) })
        for rule in [RiskRule.original, .cerca] {
            let closeness = rule.closeness(of: window, epoch: epoch, surroundings: around)
            let shuffled = rule.closeness(
                of: window.shuffled(using: &random), epoch: epoch.shuffled(using: &random), surroundings: around)
            #expect(closeness == shuffled && (closeness == 0 || closeness == 1))
            let probability = rule.nearProbability(of: window, epoch: epoch, surroundings: around)
            #expect((closeness == 1) == (probability >= 0.3) && (0...1).contains(probability))
        }
    }

    @Test("A stronger signal is never farther", arguments: 0..<32 as Range<UInt64>)
    func monotonic(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let weaker = (0..<12).map { _ in Int8.random(in: -105 ... -60, using: &random) }
        let stronger = weaker.map { $0 + Int8.random(in: 0...5, using: &random) }
        for rule in [RiskRule.original, .cerca] {
            let far = try #require(
                rule.score(of: readings(weaker), epoch: readings(weaker), surroundings: .unknown))
            let near = try #require(
                rule.score(of: readings(stronger), epoch: readings(stronger), surroundings: .unknown))
            #expect(near >= far)
        }
    }
}
