import Basics
import Foundation
import Loyalty
import Presence
import ServiceKit

/// What is known of one beacon and what is thought of it.
struct FleetEntry: Sendable {
    let beacon: VenueBeacon
    let findings: [BeaconFinding]
    let outlook: BatteryOutlook?
    let lastProof: Timestamp?
    let clock: Int64?
    let today: OutcomeDay
    let expected: Double
}

/// What was read of a venue's beacons, until it is judged.
struct FleetFigures: Sendable {
    var states: [BeaconRef: FleetStore.State] = [:]
    var hours: [BeaconRef: [Int64: OutcomeDay]] = [:]
    var days: [BeaconRef: [FleetStore.Day]] = [:]
    var pairs: [FleetStore.PairDay] = []
    var deployments: [BeaconRef: StoredDeployment] = [:]
    var rotations: [BeaconRef: Timestamp] = [:]
    var clocks: [BeaconRef: Int64] = [:]
    var diagnoses: [BeaconRef: ClockDiagnosis] = [:]
}

/// Judges the beacons of a venue by what was counted until the end of the last closed quarter of an hour.
struct FleetPicture: Sendable {
    /// How far back hours and pairs are looked at, in days.
    static let days: Int64 = 28
    private static let hour: Int64 = 3_600_000

    private let venue: Venue
    private let until: Timestamp
    private let figures: FleetFigures
    private let offset: @Sendable (Timestamp) -> Int64

    /// The beacons of `venue` at `until`, by these figures.
    init(_ venue: Venue, until: Timestamp, _ figures: FleetFigures) {
        self.venue = venue
        self.until = until
        self.figures = figures
        let zone = TimeZone(identifier: venue.timeZone) ?? .gmt
        offset = { instant in
            Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(instant.seconds)))) * 1000
        }
    }

    /// The last hour of which everything is counted, and one more: hours before it are closed.
    static func openHour(at until: Timestamp) -> Int64 { until.milliseconds.flooredQuotient(by: hour) }

    private func local(_ instant: Timestamp) -> Timestamp { instant.advanced(byMilliseconds: offset(instant)) }

    /// The beacons by major and minor.
    func entries() -> [FleetEntry] {
        let usual = figures.hours.mapValues { usualTraffic($0) }
        let places = placeFindings()
        return venue.beacons.sorted { $0.reference < $1.reference }.map { entry($0, usual: usual, places: places) }
    }

    private func entry(
        _ beacon: VenueBeacon, usual: [BeaconRef: UsualTraffic], places: [BeaconRef: PlaceCheck.Finding]
    ) -> FleetEntry {
        let reference = beacon.reference
        let own = usual[reference] ?? UsualTraffic([:], weeks: 1)
        let state = figures.states[reference]
        var facts = BeaconFacts(now: until)
        facts.lastProof = state?.lastProof
        facts.isProvable = venue.shop(major: beacon.major) != nil
        facts.isClaimed = figures.deployments[reference].map { $0.claimedAt != nil || $0.codeAt != nil } ?? false
        facts.refusedClock = figures.diagnoses[reference].map { .init($0, periodSeconds: beacon.periodSeconds) }
        facts.silence = state?.lastProof.map { silence(of: beacon, since: $0, usual: usual) } ?? Silence.none
        let days = figures.days[reference] ?? []
        facts.battery = days.compactMap { day in
            day.millivolts.map { BatteryDay(day: day.day, millivolts: $0, celsius: day.celsius) }
        }
        facts.clock = days.compactMap { day in day.clock.map { DeviceClock.Day(day: day.day, milliseconds: $0) } }
        facts.rebootedAt = state?.rebootedAt
        facts.perSecond = state?.perSecond
        facts.outcomes = outcomes(of: reference)
        facts.place = places[reference]
        facts.device = figures.deployments[reference]?.device ?? .hanging
        facts.rotatingSince = figures.rotations[reference].map {
            $0.advanced(bySeconds: -VenueOperationService.rotationSeconds)
        }
        let yesterday = until.advanced(bySeconds: -86_400)
        return FleetEntry(
            beacon: beacon, findings: facts.findings(), outlook: facts.outlook, lastProof: state?.lastProof,
            clock: figures.clocks[reference], today: facts.outcomes.today,
            expected: own.expected(from: local(yesterday), until: local(until)))
    }

    /// What is usual at a beacon, in the hours of the venue's own clock.
    private func usualTraffic(_ hours: [Int64: OutcomeDay]) -> UsualTraffic {
        let open = Self.openHour(at: until)
        let closed = hours.filter { $0.key < open }
        var counts: [Int64: Int] = [:]
        for (hour, outcomes) in closed {
            let instant = Timestamp(milliseconds: hour * Self.hour)
            counts[local(instant).milliseconds.flooredQuotient(by: Self.hour), default: 0] += outcomes.proofs
        }
        let first = closed.keys.min() ?? open
        return UsualTraffic(counts, weeks: Double(open - first) / Double(UsualTraffic.hoursOfWeek))
    }

    private func silence(
        of beacon: VenueBeacon, since last: Timestamp, usual: [BeaconRef: UsualTraffic]
    ) -> Silence {
        guard let own = usual[beacon.reference] else { return .none }
        // Neighbours are known by the hour: from the first whole one on.
        let whole = (last.milliseconds + Self.hour - 1).flooredQuotient(by: Self.hour)
        let from = Timestamp(milliseconds: whole * Self.hour)
        var nearby = (proofs: 0, usual: 0.0)
        if from < until {
            for neighbour in beacon.neighbours {
                for (hour, outcomes) in figures.hours[neighbour] ?? [:] where hour >= whole {
                    nearby.proofs += outcomes.proofs
                }
                nearby.usual += usual[neighbour]?.expected(from: local(from), until: local(until)) ?? 0
            }
        }
        return Silence.judge(last: local(last), now: local(until), usual: own, nearby: nearby)
    }

    /// How sightings of the last 24 hours ended, and those of each 24 hours before.
    private func outcomes(of beacon: BeaconRef) -> (today: OutcomeDay, before: [OutcomeDay]) {
        let end = Self.openHour(at: until.advanced(byMilliseconds: -1))
        var days = [OutcomeDay](repeating: OutcomeDay(), count: Int(Self.days))
        for (hour, outcomes) in figures.hours[beacon] ?? [:] where hour <= end {
            let day = Int((end - hour) / 24)
            if days.indices.contains(day) { days[day] += outcomes }
        }
        // Days before the first on which anything happened are no days.
        let last = days.lastIndex { $0.proofs + $0.refused > 0 } ?? 0
        return (days[0], Array(days[..<(last + 1)].dropFirst()))
    }

    /// Which beacons hang elsewhere, by the shortest of the last day, two days and week that says anything of them.
    private func placeFindings() -> [BeaconRef: PlaceCheck.Finding] {
        let places = Dictionary(
            venue.beacons.map { ($0.reference, $0.position) }, uniquingKeysWith: { first, _ in first })
        let today = until.advanced(byMilliseconds: -1).day
        var found: [BeaconRef: PlaceCheck.Finding] = [:]
        var judged: Set<BeaconRef> = []
        for span: Int64 in [1, 2, 7] {
            var (recent, before): ([BeaconPair: Int], [BeaconPair: Int]) = ([:], [:])
            var numbers: [BeaconRef: Int] = [:]
            for row in figures.pairs {
                if row.day > today - span {
                    recent[row.pair, default: 0] += row.heard
                    numbers[row.pair.first, default: 0] += row.heard
                    numbers[row.pair.second, default: 0] += row.heard
                } else if placedDay(row.pair.first) < row.day, placedDay(row.pair.second) < row.day {
                    // What was before somebody hung them up anew says nothing of where they hang.
                    before[row.pair, default: 0] += row.heard
                }
            }
            let findings = PlaceCheck(places: places, recent: recent, before: before).findings()
            for (beacon, number) in numbers where number >= PlaceCheck.leastPairs {
                if judged.insert(beacon).inserted { found[beacon] = findings[beacon] }
            }
        }
        return found
    }

    private func placedDay(_ beacon: BeaconRef) -> Int64 { figures.deployments[beacon]?.placedAt?.day ?? .min }
}

extension BeaconFacts.RefusedClock {
    /// What a diagnosis says of a beacon whose codes are to last `periodSeconds`.
    fileprivate init(_ diagnosis: ClockDiagnosis, periodSeconds: Int64) {
        self =
            switch diagnosis {
            case .wentBack(let milliseconds): .wentBack(milliseconds: milliseconds)
            case .off(let milliseconds): .off(milliseconds: milliseconds)
            case .otherPeriod(let seconds): .otherPeriod(seconds: seconds, expected: periodSeconds)
            }
    }
}
