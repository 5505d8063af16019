import Basics
import Testing

@testable import Loyalty

/// What is found of beacons.
struct BeaconFactsTests {
    private let now = Timestamp(seconds: 1000 * 86_400)

    private func facts(_ change: (inout BeaconFacts) -> Void) -> [BeaconFinding.Sign] {
        var facts = BeaconFacts(now: now)
        facts.lastProof = now
        change(&facts)
        return facts.findings().map(\.sign)
    }

    @Test("a beacon of which nothing is wrong has no sign; one that nobody ever heard has one")
    func good() {
        #expect(facts { _ in } == [])
        #expect(facts { $0.lastProof = nil } == [.neverHeard])
        #expect(
            facts {
                $0.lastProof = nil
                $0.isClaimed = false
            } == [.neverClaimed])
        // Nobody proves a visit to an entrance of the venue: that says nothing of it, good or bad.
        #expect(
            facts {
                $0.lastProof = nil
                $0.isProvable = false
            } == [.unwatched])
        #expect(facts { $0.device = .lost } == [.lost])
        #expect(facts { $0.rotatingSince = now } == [.rotating])
    }

    @Test("the gravest sign comes first")
    func order() {
        let found = facts { facts in
            facts.silence = .silent(expected: 30)
            facts.rebootedAt = now.advanced(bySeconds: -3600)
            facts.perSecond = 0.5
        }
        #expect(found == [.silent, .radioSlow, .rebooted])
    }

    @Test("a clock's drift is known through its days, and a jump begins them anew")
    func clock() {
        func days(_ offsets: [Int64]) -> [DeviceClock.Day] {
            offsets.enumerated().map { DeviceClock.Day(day: 990 + Int64($0), milliseconds: $1) }
        }
        let steady = DeviceClock(days([0, 4320, 8640, 12_960]))
        #expect(abs((steady.partsPerMillion ?? 0) - 50) < 0.1)
        #expect(!steady.drifts && steady.jump == nil)
        #expect(facts { $0.clock = days([0, 17_280, 34_560, 51_840, 69_120]) } == [.clockDrifts])
        let jumped = DeviceClock(days([0, 100, 200, 600_000, 600_100, 600_200]))
        #expect(jumped.jump == DeviceClock.Day(day: 993, milliseconds: 599_800))
        #expect(facts { $0.clock = days([0, 100, 200, 600_000, 600_100, 600_200]) } == [.clockJumped])
    }

    @Test("wrong codes above the usual are a clone, a fall of the share of proofs is told, and days as usual are not")
    func outcomes() {
        func day(_ proofs: Int, _ mismatches: Int, stale: Int = 0) -> OutcomeDay {
            var day = OutcomeDay()
            (day.proofs, day.mismatches, day.stale) = (proofs, mismatches, stale)
            return day
        }
        let before = (0..<28).map { day(200 + $0 % 7, 2 + $0 % 3) }
        #expect(facts { $0.outcomes = (day(210, 5), before) } == [])
        #expect(facts { $0.outcomes = (day(200, 60), before) } == [.cloned, .proofsFall])
        #expect(facts { $0.outcomes = (day(3, 0, stale: 40), before) } == [.clockJumped, .proofsFall])
        #expect(facts { $0.outcomes = (day(0, 20), []) } == [.cloned])
        // Old codes beside the usual proofs are sent again by somebody; the clock is right.
        #expect(facts { $0.outcomes = (day(205, 3, stale: 486), before) } == [.replayed, .proofsFall])
        #expect(facts { $0.outcomes = (day(205, 3, stale: 40), before) }.contains(.replayed))
        #expect(facts { $0.outcomes = (day(205, 3, stale: 4), before) } == [])
        // Six times the proofs of any day are shared codes; twice as many are a good day.
        #expect(facts { $0.outcomes = (day(1100, 3), before) } == [.shared])
        #expect(facts { $0.outcomes = (day(405, 3), before) } == [])
    }

    @Test("what refused codes say of the clock is told in its own words, and not where codes are replayed")
    func refusedClocks() {
        var late = OutcomeDay()
        (late.proofs, late.stale) = (2, 40)
        #expect(
            facts { ($0.refusedClock, $0.outcomes.today) = (.wentBack(milliseconds: 30_000), late) } == [.clockBack])
        #expect(facts { $0.refusedClock = .off(milliseconds: 3_600_000) } == [.clockOff])
        #expect(facts { $0.refusedClock = .otherPeriod(seconds: 60, expected: 8) } == [.otherPeriod])
        var usual = OutcomeDay()
        usual.proofs = 200
        var replayed = usual
        replayed.stale = 400
        let found = facts {
            $0.refusedClock = .wentBack(milliseconds: 30_000)
            $0.outcomes = (replayed, [OutcomeDay](repeating: usual, count: 28))
        }
        #expect(found.contains(.replayed) && !found.contains(.clockBack))
    }

    @Test("a start anew, a slow radio and a jump of the temperature are seen")
    func telemetry() {
        let first = Telemetry(advertisements: 10_000, uptime: 8000, heardAt: 100_000)
        let later = Telemetry(advertisements: 14_860, uptime: 11_600, heardAt: 103_700)
        let step = TelemetryStep(from: first, to: later)
        #expect(!step.hasRebooted)
        #expect(abs((step.perSecond ?? 0) - 1.35) < 0.01)
        let anew = TelemetryStep(from: later, to: Telemetry(advertisements: 100, uptime: 80, heardAt: 110_000))
        #expect(anew.hasRebooted && anew.perSecond == nil)
        #expect(facts { $0.perSecond = 1.3 } == [])
        #expect(facts { $0.perSecond = 5 } == [.radioFast])
        let warm = (0..<3).map { BatteryDay(day: 998 + $0, millivolts: 2900, celsius: $0 == 2 ? 45 : 22) }
        #expect(facts { $0.battery = warm } == [.temperatureJumped])
    }

    @Test("a beacon can be handed over when all of it was done, and each thing that was not is missing")
    func deployment() {
        let beacon = VenueBeacon(
            major: 100, minor: 1, position: PlanPosition(x: 10, y: 10), zone: .door, measuredPower: -59,
            periodSeconds: 60,
            statedNeighbours: [BeaconRef(major: 100, minor: 2), BeaconRef(major: 101, minor: 1)])
        var record = DeploymentRecord()
        #expect(record.missing(for: beacon) == [.claim, .place, .power, .near, .far, .code, .neighbours])
        record.isClaimed = true
        record.position = PlanPosition(x: 13, y: 10)
        record.heard = Set(beacon.neighbours)
        record.hasProved = true
        func check(_ distance: DistanceCheck.Distance, _ power: Int, seconds: Double = 20) -> DistanceCheck {
            DistanceCheck(distance, seconds: seconds, readings: (0..<20).map { power + $0 % 3 - 1 })!
        }
        record.checks = [check(.one, -61, seconds: 10), check(.three, -80), check(.six, -76)]
        #expect(record.missing(for: beacon) == [.nearPlan, .power, .near])
        record.position = PlanPosition(x: 10.5, y: 10)
        record.checks = [check(.one, -61), check(.three, -70), check(.six, -76)]
        #expect(record.missing(for: beacon) == [])
        record.device = .removed
        #expect(record.missing(for: beacon) == [.back])
    }
}
