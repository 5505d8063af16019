import Basics

/// Everything by which one beacon is judged.
package struct BeaconFacts: Sendable {
    /// When it is judged: the end of the last closed quarter of an hour.
    package var now: Timestamp
    /// The end of the quarter of an hour of its last proof; nil when there was none.
    package var lastProof: Timestamp?
    /// Whether visits are proved there: nobody can choose the venue's own entrances and aisles.
    package var isProvable = true
    /// Whether a device was ever claimed for it.
    package var isClaimed = true
    /// What is to be thought of there having been none since.
    package var silence = Silence.none
    /// What was told of its battery, day by day.
    package var battery: [BatteryDay] = []
    /// The offsets of its clock.
    package var clock: [DeviceClock.Day] = []
    /// What the last code said of its clock, when it was refused and none was accepted since.
    package var refusedClock: RefusedClock?
    /// When it started anew last, when it was seen to.
    package var rebootedAt: Timestamp?
    /// How often it sends, in frames a second, when that is known.
    package var perSecond: Double?
    /// How often it is set to.
    package var configuredPerSecond = BeaconEnergy.usual.framesPerSecond
    /// How the sightings of the last 24 hours ended, and those of the days before.
    package var outcomes = (today: OutcomeDay(), before: [OutcomeDay]())
    /// What its pairs say of its place.
    package var place: PlaceCheck.Finding?
    /// What became of its device.
    package var device = DeploymentRecord.Device.hanging
    /// Since when it has a new key of which no code has come.
    package var rotatingSince: Timestamp?

    /// What a refused code says about a beacon's clock.
    package enum RefusedClock: Hashable, Sendable {
        /// It went back by so many milliseconds.
        case wentBack(milliseconds: Int64)
        /// It is so many milliseconds ahead of the server's, or behind it when negative.
        case off(milliseconds: Int64)
        /// Each code lasts so many seconds instead of the second number.
        case otherPeriod(seconds: Int64, expected: Int64)
    }

    /// Nothing but the instant.
    package init(now: Timestamp) { self.now = now }

    /// How long the beginning anew of a beacon is worth knowing, in seconds.
    private static let rebootSeconds: Int64 = 7 * 86_400
    /// How far a day's temperature may be from that of the day before, in degrees.
    private static let mostDegrees = 10.0

    private var today: Int64 { now.milliseconds.flooredQuotient(by: 86_400_000) }

    /// The outlook on its battery.
    package var outlook: BatteryOutlook? { BatteryOutlook(battery, today: today) }

    /// What is known of it, the gravest first; of a beacon that does not hang, only that.
    package func findings() -> [BeaconFinding] {
        switch device {
        case .removed: return [BeaconFinding(.removed)]
        case .lost: return [BeaconFinding(.lost)]
        case .hanging: break
        }
        let found =
            [batteryFinding, silenceFinding, rebootFinding, radioFinding, placeFinding, temperatureFinding]
            .compactMap { $0 } + clockFindings + outcomeFindings
        let all = found + (rotatingSince.map { [BeaconFinding(.rotating, since: $0)] } ?? [])
        // Sorting is not stable; the words decide among equals.
        return all.sorted { ($1.state, $0.sign.rawValue) < ($0.state, $1.sign.rawValue) }
    }

    private var batteryFinding: BeaconFinding? {
        guard let outlook else { return nil }
        let days = outlook.end.map { Double($0.day - today) }
        switch outlook.state {
        case .ok: return nil
        case .weeks: return BeaconFinding(.batteryWeeks, value: days, expected: 60)
        case .days: return BeaconFinding(.batteryDays, value: days, expected: 14)
        case .low:
            return BeaconFinding(
                .batteryLow, value: Double(outlook.newest.millivolts), expected: Double(BatteryOutlook.empty))
        }
    }

    private var silenceFinding: BeaconFinding? {
        guard isProvable else { return BeaconFinding(.unwatched) }
        guard let lastProof else { return BeaconFinding(isClaimed ? .neverHeard : .neverClaimed) }
        switch silence {
        case .none: return nil
        case .silent(let expected): return BeaconFinding(.silent, since: lastProof, value: 0, expected: expected)
        case .nobodyCame(let expected):
            return BeaconFinding(.nobodyCame, since: lastProof, value: 0, expected: expected)
        case .askForWalk(let days): return BeaconFinding(.askForWalk, since: lastProof, value: days)
        }
    }

    private var rebootFinding: BeaconFinding? {
        guard let rebootedAt, now.seconds(since: rebootedAt) < Double(Self.rebootSeconds) else { return nil }
        return BeaconFinding(.rebooted, since: rebootedAt)
    }

    private var radioFinding: BeaconFinding? {
        guard let perSecond, configuredPerSecond > 0 else { return nil }
        let share = perSecond / configuredPerSecond
        guard share < 0.7 || share > 1.3 else { return nil }
        return BeaconFinding(share < 1 ? .radioSlow : .radioFast, value: perSecond, expected: configuredPerSecond)
    }

    private var placeFinding: BeaconFinding? {
        switch place {
        case nil: nil
        case .swapped(let other): BeaconFinding(.swapped, other: other)
        case .moved(let other): BeaconFinding(.moved, other: other)
        }
    }

    private var temperatureFinding: BeaconFinding? {
        let days = battery.filter { $0.celsius != nil }.sorted { $0.day < $1.day }.suffix(2)
        guard
            let last = days.last, let before = days.first, last.day == before.day + 1, today - last.day <= 1,
            let celsius = last.celsius, let earlier = before.celsius, abs(celsius - earlier) > Self.mostDegrees
        else { return nil }
        return BeaconFinding(.temperatureJumped, value: celsius, expected: earlier)
    }

    private var clockFindings: [BeaconFinding] {
        let clock = DeviceClock(clock)
        var found: [BeaconFinding] = []
        if clock.drifts {
            found.append(
                BeaconFinding(.clockDrifts, value: clock.partsPerMillion, expected: DeviceClock.mostDrift))
        }
        if let jump = clock.jump, today - jump.day <= 7 {
            found.append(
                BeaconFinding(
                    .clockJumped, since: Timestamp(seconds: jump.day * 86_400), value: Double(jump.milliseconds)))
        }
        return found
    }

    private var outcomeFindings: [BeaconFinding] {
        let check = RefusalCheck(outcomes.today, before: outcomes.before)
        var found: [BeaconFinding] = []
        if let cloned = check.cloned {
            found.append(BeaconFinding(.cloned, value: Double(cloned.found), expected: cloned.usual))
        }
        if let fallen = check.fallen {
            found.append(BeaconFinding(.proofsFall, value: fallen.found, expected: fallen.usual))
        }
        if let shared = check.shared {
            found.append(BeaconFinding(.shared, value: Double(shared.found), expected: shared.usual))
        }
        if let replayed = check.replayed {
            // Late codes beside the usual proofs are not the clock's: nobody is to change a good cell.
            found.append(BeaconFinding(.replayed, value: Double(replayed.found), expected: replayed.usual))
            return found
        }
        switch refusedClock {
        case .wentBack(let back): found.append(BeaconFinding(.clockBack, value: Double(back)))
        case .off(let off): found.append(BeaconFinding(.clockOff, value: Double(off)))
        case .otherPeriod(let seconds, let expected):
            found.append(BeaconFinding(.otherPeriod, value: Double(seconds), expected: Double(expected)))
        case nil:
            if let late = check.late, DeviceClock(clock).jump == nil {
                found.append(BeaconFinding(.clockJumped, value: Double(late)))
            }
        }
        return found
    }
}
