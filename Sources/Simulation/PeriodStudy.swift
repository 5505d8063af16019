import Basics
import Foundation
import Presence

/// What a period of codes lets through and what it costs honest phones, over many beacons for a day of opening hours.
///
/// The demo shows the same in its centre, with the air; here there is none, so that thousands of stays take seconds.
/// Beacons' clocks are as wrong as the demo's (±5 s, ±50 ppm) and set within half a minute as far as the server knows;
/// phones have the demo's network. Each code is replayed once by somebody who heard it as soon as it was sent, which
/// teaches the server nothing; what the server learns, it learns from honest phones.
package struct PeriodStudy: Sendable {
    /// What came of one period.
    package struct Result: Codable, Equatable, Sendable {
        /// Seconds for which a code was sent.
        package let period: Int64
        /// Replays by delay, the shortest first.
        package var replays: [SimulationReport.Replay]
        /// The longest delay in seconds after which a code was still accepted.
        package var longestReplay = 0.0
        /// Sightings that honest phones sent.
        package var sightings = 0
        /// Of these, the ones that came too late.
        package var late = 0
        /// Stays about which a phone asked.
        package var stays = 0
        /// Of these, the ones that were proved, at the first try or at a later one.
        package var provedStays = 0

        /// The share of replays that passed, of those after 30 s to 10 min that the demo's attackers try.
        package var shareOfAttack: Double {
            let attack = replays.filter { ReplayAttack.delays.contains($0.delay) && $0.attempts > 0 }
            guard !attack.isEmpty else { return 0 }
            return attack.reduce(0) { $0 + Double($1.accepted) / Double($1.attempts) } / Double(attack.count)
        }
    }

    /// How long after it was heard a code is sent again, in seconds.
    package static let delays: [Int64] = [5, 10, 15, 20, 25, 30, 45, 60, 75, 90, 120, 150, 180, 240, 420, 600]

    /// How many beacons there are.
    package var beacons = 50
    /// How long they are watched, in hours.
    package var hours = 12.0
    /// How many stays begin at each beacon in an hour.
    package var staysPerHour = 12.0
    /// How long people stay on average, in seconds, exponentially.
    package var meanStay = 180.0
    /// Where all chance comes from.
    package var seed: UInt64

    /// A study with the usual numbers.
    package init(seed: UInt64) {
        self.seed = seed
    }

    /// Lives the day with codes of `period` seconds.
    package func run(period: Int64) -> Result {
        var result = Result(period: period, replays: Self.delays.map { SimulationReport.Replay(delay: $0) })
        for beacon in 0..<beacons {
            var day = BeaconDay(self, period: period, random: SplitMix64(seed: seed).split(UInt64(beacon)))
            day.live(&result)
        }
        return result
    }

    /// One beacon's day.
    private struct BeaconDay {
        private enum Event {
            /// An honest phone's sighting arrives: its window, and until when its owner stays.
            case sighting(window: Int64, stayEnds: Timestamp, visitor: Int)
            /// A code is sent again: its window, when it was heard, and the number of the delay.
            case replay(window: Int64, heardAt: Timestamp, delay: Int)
        }

        /// The longest time from sending a code to hearing it, in milliseconds: every second advertisement carries it.
        private static let gap: ClosedRange<Int64> = 0...400
        /// How long a phone whose code was late waits for its next second, in milliseconds.
        private static let patience: Int64 = 1000

        private let study: PeriodStudy
        private let period: Int64
        private let start = SimulationConfiguration.standardStart
        private let offset: Int64
        private let drift: Double
        private var clock: BeaconClock
        private var random: SplitMix64
        private var networks: [SimulatedNetwork] = []
        private var isProved: [Bool] = []
        /// What is still to come, the next last.
        private var events: [(at: Timestamp, event: Event)] = []

        init(_ study: PeriodStudy, period: Int64, random: SplitMix64) {
            self.study = study
            self.period = period
            self.random = random
            offset = Int64.random(in: SimulatedBeacon.offset, using: &self.random)
            drift = Double.random(in: SimulatedBeacon.drift, using: &self.random) * 1e-6
            clock = BeaconClock(installedAt: start)
        }

        mutating func live(_ result: inout Result) {
            planStays(&result)
            planReplays()
            events.sort { $0.at > $1.at }
            while let (now, event) = events.popLast() {
                switch event {
                case .sighting(let window, let stayEnds, let visitor):
                    judge(window, stayEnds: stayEnds, visitor: visitor, at: now, &result)
                case .replay(let window, let heardAt, let delay):
                    result.replays[delay].attempts += 1
                    guard clock.acceptedWindows(at: now, periodSeconds: period).contains(window) else { continue }
                    result.replays[delay].accepted += 1
                    result.longestReplay = max(result.longestReplay, now.seconds(since: heardAt))
                }
            }
            result.provedStays += isProved.count { $0 }
        }

        private mutating func planStays(_ result: inout Result) {
            var now = start
            let end = start.advanced(byMilliseconds: Int64(study.hours * 3_600_000))
            while true {
                now = now.advanced(byMilliseconds: draw(mean: 3600 / study.staysPerHour))
                guard now < end else { return }
                let visitor = networks.count
                // An hour before, so that the network may be away as they come.
                networks.append(
                    SimulatedNetwork(
                        at: now.advanced(bySeconds: -3600), random: random.split(UInt64(visitor))))
                isProved.append(false)
                let stay = now.advanced(byMilliseconds: draw(mean: study.meanStay))
                events.append(sighting(at: now, until: stay, visitor: visitor))
                result.stays += 1
                result.sightings += 1
            }
        }

        private mutating func planReplays() {
            let first = SecurityWindow.index(at: own(start), periodSeconds: period) + 1
            let count = Int64(study.hours * 3600) / period
            for number in 0..<count {
                let begin = SecurityWindow.start(of: first + number, periodSeconds: period)
                let sent = begin.advanced(
                    byMilliseconds: -offset - Int64(Double(begin.milliseconds(since: start)) * drift))
                let heard = sent.advanced(byMilliseconds: Int64.random(in: Self.gap, using: &random))
                let delay = Int(number % Int64(PeriodStudy.delays.count))
                events.append(
                    (
                        heard.advanced(bySeconds: PeriodStudy.delays[delay]),
                        .replay(window: first + number, heardAt: heard, delay: delay)
                    ))
            }
        }

        private mutating func judge(
            _ window: Int64, stayEnds: Timestamp, visitor: Int, at now: Timestamp, _ result: inout Result
        ) {
            if clock.acceptedWindows(at: now, periodSeconds: period).contains(window) {
                clock.learn(window: window, periodSeconds: period, at: now)
                isProved[visitor] = true
                return
            }
            result.late += 1
            let next = now.advanced(byMilliseconds: Self.patience)
            guard next <= stayEnds else { return }
            result.sightings += 1
            let again = sighting(at: next, until: stayEnds, visitor: visitor)
            let place = events.firstIndex { $0.at <= again.at } ?? events.count
            events.insert(again, at: place)
        }

        /// What a phone sends at `now` with the code that it heard last, when it arrives.
        private mutating func sighting(
            at now: Timestamp, until stayEnds: Timestamp, visitor: Int
        ) -> (at: Timestamp, event: Event) {
            let heardAt = now.advanced(byMilliseconds: -Int64.random(in: Self.gap, using: &random))
            let window = SecurityWindow.index(at: own(heardAt), periodSeconds: period)
            return (
                networks[visitor].arrival(at: now), .sighting(window: window, stayEnds: stayEnds, visitor: visitor)
            )
        }

        /// What the beacon's clock shows when the server's shows `instant`.
        private func own(_ instant: Timestamp) -> Timestamp {
            instant.advanced(byMilliseconds: offset + Int64(Double(instant.milliseconds(since: start)) * drift))
        }

        private mutating func draw(mean seconds: Double) -> Int64 {
            Int64(-log(1 - random.uniform()) * seconds * 1000)
        }
    }
}
