import Basics
import Beacons
import Exposure
import Radio

/// Tracing on a phone as a value: what it sends, what it heard, and what came of that.
///
/// It has no radio, no clock, no network and no disk: a real phone and a simulated one drive it in the same way, and
/// the same input gives the same output. Its owner calls `tick(at:)` about once a second; what a store has to repeat
/// comes back as changes, if a journal is wanted.
public struct Tracer: Sendable {
    /// The numbers it goes by.
    public let policy: TracingPolicy
    /// How signals become a risk as long as the server gives no other numbers.
    public let rule: RiskRule
    /// What it remembers of itself.
    public internal(set) var settings: TracingSettings
    /// Contacts that match no published key so far, as of the last closed epoch.
    public internal(set) var contacts: [Contact]
    /// Contacts with people who reported, known by day.
    public internal(set) var matched: [Contact]
    /// Days of a possible infection, the latest first.
    public internal(set) var exposureDays: [ExposureDay]
    /// The batches that were compared, oldest first.
    public internal(set) var compared: [ComparedBatch]

    /// What the day's advertisements are made of; nil while it sends nothing.
    var signal: TracingSignal?
    /// The own identifiers of yesterday, which may still come back in an echo.
    var ownYesterday: Set<Identifier128> = []
    var heard: HeardIdentifiers
    /// Heard and not yet in the journal; nil when none is kept.
    var unsaved: [Observation]?
    /// The end of the last epoch that was closed.
    var closedUntil = Timestamp(milliseconds: .min)
    var lastFlush = Timestamp(milliseconds: .min)

    /// Takes in again what another process did not know of when it changed the store.
    mutating func hearAgain(_ observations: [Observation]) {
        guard settings.state == .on else { return }
        for observation in observations where heard.append(observation) { unsaved?.append(observation) }
    }

    /// Tracing as `snapshot` left it.
    ///
    /// With `keepsJournal`, each step's changes are given for a store; without it they are not even made.
    public init(
        restoring snapshot: TracingSnapshot, policy: TracingPolicy = .standard, rule: RiskRule = .cerca,
        keepsJournal: Bool = false
    ) {
        self.policy = policy
        self.rule = rule
        settings = snapshot.settings
        contacts = snapshot.contacts
        matched = snapshot.matched
        exposureDays = snapshot.exposureDays
        compared = snapshot.compared
        heard = HeardIdentifiers(policy)
        unsaved = keepsJournal ? [] : nil
        for observation in snapshot.observations { _ = heard.append(observation) }
    }

    /// Tracing in a new installation: never switched on.
    public init(
        policy: TracingPolicy = .standard, rule: RiskRule = .cerca, keepsJournal: Bool = false,
        using random: inout some RandomNumberGenerator
    ) {
        self.init(
            restoring: TracingSnapshot(settings: TracingSettings(using: &random)), policy: policy, rule: rule,
            keepsJournal: keepsJournal)
    }

    /// All that it remembers.
    public var snapshot: TracingSnapshot {
        TracingSnapshot(
            settings: settings, contacts: contacts, matched: matched, exposureDays: exposureDays, compared: compared,
            observations: heard.observations)
    }

    /// How tracing stands.
    public var state: TracingState { settings.state }

    /// How signals become a risk now.
    public var appliedRule: RiskRule { settings.riskParameters.map(RiskRule.init(parameters:)) ?? rule }

    // MARK: The switch

    /// Switches tracing on, with new keys if there are none.
    ///
    /// After a report it stays off, and false comes back: only deleting everything makes a beginning.
    public mutating func switchOn(
        at now: Timestamp, using random: inout some RandomNumberGenerator
    ) -> TracingStep? {
        let today = UTCDay(containing: now)
        switch settings.state {
        case .on: return tick(at: now)
        case .reported: return nil
        case .off: break
        case .never:
            settings.startedOn = today
            settings.lastHeartbeat = 0
            settings.keys = KeyChain(today: today, using: &random)
            settings.daySeed = DaySeed(using: &random)
            // The batch of this moment can match nothing, but proves that server, signature and clock are right.
            settings.lastBatch = BatchTime.floor(now).advanced(byMilliseconds: -BatchTime.milliseconds)
        }
        settings.state = .on
        settings.since = today
        closedUntil = Epoch.begin(of: now)
        var step = TracingStep()
        journal(.settings(settings), &step)
        step.append(tick(at: now))
        return step
    }

    /// Switches tracing off: nothing is sent or collected, and what was collected is still compared.
    public mutating func switchOff(at now: Timestamp) -> TracingStep {
        guard settings.state == .on else { return TracingStep() }
        var step = close(until: now)
        settings.state = .off
        settings.since = UTCDay(containing: now)
        signal = nil
        journal(.settings(settings), &step)
        return step
    }

    // MARK: The air

    /// Takes in an advertisement; only DP-3T frames count, and not its own.
    public mutating func hear(_ advertisement: HeardAdvertisement) {
        guard settings.state == .on, let rssi = advertisement.rssi, rssi != 127 else { return }
        for case .exposure(let frame) in advertisement.frames {
            guard signal?.sends(frame.identifier) != true, !ownYesterday.contains(frame.identifier) else { continue }
            // All come as legacy advertisements: on the 1 Mb/s PHY, and no other follows.
            let observation = Observation(
                time: advertisement.time, identifier: frame.identifier, transmitPower: frame.transmitPower, rssi: rssi,
                primaryPHY: 1, secondaryPHY: 0)
            if heard.append(observation) { unsaved?.append(observation) }
        }
    }

    /// What to send at an instant; nil while it sends nothing, and until the day's first `tick(at:)`.
    public func advertisement(at now: Timestamp) -> TracingAdvertisement? {
        signal?.advertisement(at: now)
    }

    /// What is sent on the current day, for a sender that does not ask the tracer each time; nil while nothing is.
    public var currentSignal: TracingSignal? { signal }

    // MARK: Time

    /// Lives a second: follows the day, closes the epochs that are over, forgets what is too old, and reminds.
    public mutating func tick(at now: Timestamp) -> TracingStep {
        var step = followDay(at: now)
        if settings.state == .on {
            let end = Epoch.begin(of: now)
            // A clock that was set back must not stop the closing until it has caught up.
            if end < closedUntil { closedUntil = end }
            if closedUntil < end {
                step.append(close(until: end))
                closedUntil = end
            }
            remind(at: now, &step)
        }
        // Each write costs a flash memory some of its life.
        if abs(now.milliseconds(since: lastFlush)) >= 30_000 {
            lastFlush = now
            step.append(flush())
        }
        return step
    }

    /// Gives what was heard and is not in the journal yet, for a store.
    public mutating func flush() -> TracingStep {
        var step = TracingStep()
        if let unsaved, !unsaved.isEmpty {
            self.unsaved = []
            journal(.observed(unsaved), &step)
        }
        return step
    }

    /// Contacts for each day on which there were any, the latest first.
    public var contactDays: [(day: UTCDay, contacts: Int)] {
        var counts: [UTCDay: Int] = [:]
        for contact in contacts { counts[contact.day, default: 0] += 1 }
        for contact in matched { counts[contact.day, default: 0] += 1 }
        return counts.map { (day: $0.key, contacts: $0.value) }.sorted { $0.day > $1.day }
    }

    // MARK: Inside

    /// Notes a change, if a journal is kept.
    func journal(_ change: @autoclosure () -> TracingChange, _ step: inout TracingStep) {
        if unsaved != nil { step.changes.append(change()) }
    }

    /// Tells the owner, and remembers having told.
    mutating func tell(_ kind: TracingNotice.Kind, at now: Timestamp, _ step: inout TracingStep) {
        let notice = TracingNotice(kind: kind, day: UTCDay(containing: now))
        step.notices.append(notice)
        settings.notices = Array((settings.notices + [notice]).suffix(Self.mostNotices))
        journal(.settings(settings), &step)
    }

    /// More than three weeks bring; a bound all the same.
    private static let mostNotices = 100

    /// Makes contacts of what was heard before `end`.
    private mutating func close(until end: Timestamp) -> TracingStep {
        var step = flush()
        let old = heard.take(before: end)
        guard !old.isEmpty else { return step }
        let built = ContactBuilder.contacts(from: old, rule: appliedRule, until: end)
        for left in built.remaining { _ = heard.append(left) }
        contacts += built.contacts
        journal(.contacts(built.contacts, closedBefore: end), &step)
        return step
    }

    /// Follows the calendar: keys, the day's signal, and what is to be forgotten.
    private mutating func followDay(at now: Timestamp) -> TracingStep {
        var step = TracingStep()
        let today = UTCDay(containing: now)
        if var keys = settings.keys, let seed = settings.daySeed, today > keys.newest.day {
            let gap = today.days(since: keys.newest.day)
            // A clock that leaps by more than a century is wrong; nothing is sent until it is right again.
            if (try? keys.advance(to: today, retaining: policy.retentionDays)) != nil {
                settings.keys = keys
                settings.daySeed = (0..<gap).reduce(seed) { seed, _ in seed.next }
                journal(.settings(settings), &step)
            }
        }
        if settings.state == .on, signal?.day != today {
            ownYesterday = signal?.own ?? []
            signal = nil
            // Nor is anything sent on a day that lies behind the newest key: its identifiers were sent before.
            if let newest = settings.keys?.newest, newest.day == today, let seed = settings.daySeed {
                let key = newest.key
                signal = TracingSignal(day: today, key: key, seed: seed, transmitPower: policy.transmitPower)
            }
        }
        if forgottenOn != today {
            forgottenOn = today
            forget(today: today, &step)
        }
        return step
    }

    /// The day on which it was last looked for what is too old.
    private var forgottenOn: UTCDay?

    private mutating func forget(today: UTCDay, _ step: inout TracingStep) {
        let oldest = today.advanced(by: -policy.retentionDays)
        // What a clock that was wrong once dated later than tomorrow goes as well, or it would stay for as long.
        let kept = oldest..<today.advanced(by: 2)
        contacts.removeAll { !kept.contains($0.day) }
        matched.removeAll { !kept.contains($0.day) }
        compared.removeAll { !kept.contains(UTCDay(containing: $0.release)) }
        _ = heard.take(before: oldest.begin)
        settings.notices.removeAll { $0.day < oldest }
        forgetVenueDays(today: today)
        journal(.settings(settings), &step)
        journal(.kept(kept), &step)
        let relevant = today.advanced(by: -policy.exposureDays)..<today.advanced(by: 2)
        let shown = exposureDays.filter { relevant.contains($0.day) }
        if shown != exposureDays {
            exposureDays = shown
            journal(.exposureDays(shown), &step)
        }
    }

    /// Says on some days that tracing works; once a day of exposure is known there is something else to say.
    private mutating func remind(at now: Timestamp, _ step: inout TracingStep) {
        guard let started = settings.startedOn, exposureDays.isEmpty else { return }
        let days = UTCDay(containing: now).days(since: started)
        // After a time without the phone only the latest that is due is told.
        guard let due = policy.heartbeats.filter({ $0 <= days && $0 > settings.lastHeartbeat }).max() else { return }
        settings.lastHeartbeat = due
        tell(.heartbeat(days: due), at: now, &step)
    }
}
