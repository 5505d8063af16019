import Basics
import Beacons
import Loyalty
import Presence
import Testing

@testable import Simulation

@Suite("What a period lets through")
struct PeriodTests {
    @Test(
        "a replay passes while two codes last and the clock is in doubt, and no longer", .timeLimit(.minutes(10)),
        arguments: [8, 60] as [Int64])
    func replays(period: Int64) async throws {
        let configuration = SimulationConfiguration(seed: 3, visitors: 1, periodSeconds: period)
        let report = try await SimulatedCentre.open(configuration) { centre in
            #expect(centre.mall.venue.beacons.allSatisfy { $0.periodSeconds == period })
            try await centre.live(until: configuration.start.advanced(bySeconds: 100))
            return try await centre.report()
        }
        let replays = report.replays
        #expect(replays.map(\.delay) == replays.map(\.delay).sorted())
        let attack = replays.filter { ReplayAttack.delays.contains($0.delay) }
        #expect(report.attacks["replay"]?.attempts == attack.reduce(0) { $0 + $1.attempts })
        // A code that passes may be disputed all the same, which is no success of the attack.
        let passed = attack.reduce(0) { $0 + $1.accepted }
        let counted = try #require(report.attacks["replay"]).accepted
        #expect((passed - report.rejected["disputed", default: 0]...passed).contains(counted))
        // A code that was heard at once lives for its own period and the next; a clock that nobody has proved may be
        // 35 s ahead of the least that the server knows of it, and attackers act on whole seconds.
        for replay in replays {
            if replay.delay < period { #expect(replay.accepted == replay.attempts, "\(replay.delay) s") }
            if replay.delay > 2 * period + 36 { #expect(replay.accepted == 0, "\(replay.delay) s") }
        }
        #expect(replays.contains { $0.delay < period && $0.accepted > 0 })
        #expect(report.longestReplay > 0 && report.longestReplay <= Double(2 * period + 36))
    }

    @Test("shorter codes stop more replays and cost honest phones more; what passes is bounded by two codes")
    func study() {
        var study = PeriodStudy(seed: 1)
        study.beacons = 6
        study.hours = 4
        let results = [60, 30, 15, 8].map { study.run(period: $0) }
        #expect(study.run(period: 15) == results[2])
        for (longer, shorter) in zip(results, results.dropFirst()) {
            #expect(shorter.shareOfAttack <= longer.shareOfAttack)
            #expect(shorter.longestReplay < longer.longestReplay)
        }
        for result in results {
            #expect(result.stays > 200 && result.sightings >= result.stays && result.provedStays <= result.stays)
            #expect(result.longestReplay <= Double(2 * result.period) + 36)
            for replay in result.replays where replay.delay < result.period {
                #expect(replay.accepted == replay.attempts)
            }
        }
        #expect(results[3].late >= results[0].late)
    }

    @Test("a network is away for about a twentieth of the time, and nothing arrives before it was sent")
    func network() {
        let start = Timestamp(seconds: 1_000_000)
        var network = SimulatedNetwork(at: start, random: SplitMix64(seed: 5))
        var late = 0
        let seconds: Int64 = 200_000
        for second in 0..<seconds {
            let now = start.advanced(bySeconds: second)
            let arrival = network.arrival(at: now)
            #expect(arrival.milliseconds(since: now) >= 100)
            if arrival.milliseconds(since: now) > 1500 { late += 1 }
        }
        let share = Double(late) / Double(seconds)
        #expect((0.035...0.065).contains(share), "\(share)")
    }

    @Test("a stay that is proved late or at the second try is one proved stay, and what came too late is counted")
    func sendings() {
        var sendings = VisitorSendings()
        let start = Timestamp(seconds: 1_000_000)
        let identity = BeaconIdentity(uuid: UUID128(high: 1, low: 1), major: 100, minor: 1)
        let code = SecurityCode(high: 1, low: 2)
        func note(_ seconds: Int64, _ result: String, by visitor: Int = 0) {
            sendings.note(
                PresenceSighting(identity: identity, code: code, heardAt: start), by: visitor, result: result,
                at: start.advanced(bySeconds: seconds))
        }
        note(0, "presence.stale")
        note(60, "accepted")
        note(60, "presence.stale", by: 1)
        note(660, "accepted")
        note(1561, "accepted")
        for _ in 0..<1800 { sendings.live(inside: 2) }
        let summary = sendings.summary
        #expect(summary.sightings == 5 && summary.late == 2)
        #expect(summary.stays == 3 && summary.provedStays == 2)
        #expect(summary.visitorHours == 1 && summary.sightingsPerVisitorHour == 5)
        #expect(summary.busiestSecond == 2)
        #expect(abs(summary.sightingsPerSecond - 5.0 / 1800) < 1e-4)
    }
}
