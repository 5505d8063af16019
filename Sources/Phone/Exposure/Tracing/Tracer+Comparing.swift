import Basics
import Exposure

/// What published keys come to.
extension Tracer {
    /// The release of the batch to ask for next; nil when everything up to now was asked for.
    ///
    /// Batches are compared in order and once each, so that a batch that is given again changes nothing. After a report
    /// they are asked for as before and thrown away. `failed` are those that were asked for just now in vain.
    public func nextBatch(at now: Timestamp, after failed: [BatchGap] = []) -> Timestamp? {
        guard let last = failed.last?.release ?? settings.lastBatch, settings.state != .never else { return nil }
        let next = BatchTime.next(after: last)
        return next <= now ? next : nil
    }

    /// What the contacts can be compared with; it goes with `conclude`, when the comparison is done elsewhere.
    public var matcher: Matcher {
        Matcher(contacts: contacts)
    }

    /// Compares a batch, which must be the one that `nextBatch(at:)` names; any other changes nothing.
    public mutating func compare(_ batch: KeyBatch, at now: Timestamp) -> TracingStep {
        // What was heard before the release has to be a contact by now.
        let before = tick(at: now)
        var step = conclude(batch, matches: matcher.matches(in: batch), at: now)
        step.notices = before.notices + step.notices
        step.changes = before.changes + step.changes
        return step
    }

    /// Takes in what came of a batch, which must be a gap or the one that `nextBatch(at:after:)` names; any other changes
    /// nothing.
    ///
    /// The batches in `failed`, which come right before it, become gaps in the same step.
    public mutating func conclude(
        _ batch: KeyBatch, matches: [Contact], passing failed: [BatchGap] = [], at now: Timestamp
    ) -> TracingStep {
        var step = TracingStep()
        guard advance(to: batch.release, passing: failed, at: now), let progress = settings.progress else {
            return step
        }
        guard settings.state != .reported else {
            journal(.settings(settings), &step)
            return step
        }
        let found = MatchedEncounters(matches, before: batch.release)
        let new = contacts.compactMap(found.marked)
        if !new.isEmpty { contacts.removeAll { found.marked($0) != nil } }
        // From now on their day is all that matters; the hours would only help to recognise somebody.
        contacts = contacts.map(progress.coarsened)
        matched += new.map { $0.coarsened(after: batch.release) }
        let record = ComparedBatch(release: batch.release, keys: batch.keys.count, matches: new.count)
        compared.insert(record, at: compared.firstIndex { $0.release > record.release } ?? compared.endIndex)
        journal(.compared(record, matched: new, progress: progress), &step)
        if !new.isEmpty { findExposures(at: now, &step) }
        // The authority published it from the code on this phone's screen, or an answer was lost: either way the key
        // gives away every later identifier, and none of them may be sent.
        if let keys = settings.keys, batch.keys.contains(where: { keys.key(on: $0.day) == $0.key }) {
            endTracing(at: now, &step)
        }
        journal(.settings(settings), &step)
        return step
    }

    /// Whether the batch of `release` is the next one to be compared, or a gap; then it counts as compared from now on.
    private mutating func advance(to release: Timestamp, passing failed: [BatchGap], at now: Timestamp) -> Bool {
        if let gap = settings.gaps.firstIndex(where: { $0.release == release }) {
            settings.gaps.remove(at: gap)
            return true
        }
        guard let first = nextBatch(at: now), nextBatch(at: now, after: failed) == release else { return false }
        for (index, gap) in failed.enumerated()
        where gap.release != first.advanced(byMilliseconds: Int64(index) * BatchTime.milliseconds) { return false }
        settings.gaps += failed
        settings.lastBatch = release
        return true
    }

    /// Takes note that gaps were asked for once more in vain.
    public mutating func askedAgain(_ failed: [BatchGap]) -> TracingStep {
        var step = TracingStep()
        for gap in failed {
            guard let index = settings.gaps.firstIndex(where: { $0.release == gap.release }) else { continue }
            settings.gaps[index] = gap
        }
        journal(.settings(settings), &step)
        return step
    }

    /// How many batches before `release` were not compared.
    public func missing(before release: Timestamp) -> Int {
        guard let last = settings.lastBatch, BatchTime.isAligned(release) else { return 0 }
        let passed = max(0, Int(release.milliseconds(since: last) / BatchTime.milliseconds) - 1)
        return passed + settings.gaps.count { $0.release < release }
    }

    /// Takes note that the server has no batches any more before `release`, which were missed.
    ///
    /// They are passed over and the owner is told, since a warning may have been among them.
    public mutating func passOver(until release: Timestamp, at now: Timestamp) -> TracingStep {
        var step = TracingStep()
        let missed = missing(before: release)
        guard missed > 0, let last = settings.lastBatch else { return step }
        settings.gaps.removeAll { $0.release < release }
        settings.lastBatch = max(last, release.advanced(byMilliseconds: -BatchTime.milliseconds))
        if settings.state != .reported { tell(.missedBatches(missed), at: now, &step) }
        journal(.settings(settings), &step)
        return step
    }

    /// Takes note that the server was asked for everything there is, and when to ask again.
    public mutating func synchronised(at now: Timestamp, next: Timestamp) -> TracingStep {
        settings.lastSync = now
        return asked(next: next)
    }

    /// Takes note of when to ask the server again, after it could not be asked.
    public mutating func asked(next: Timestamp) -> TracingStep {
        var step = TracingStep()
        settings.nextSync = next
        journal(.settings(settings), &step)
        return step
    }

    /// Takes note of when the next upload is to go out that only looks like a report.
    public mutating func planDecoy(at next: Timestamp) -> TracingStep {
        var step = TracingStep()
        settings.nextDecoy = next
        journal(.settings(settings), &step)
        return step
    }

    /// Trusts a server and its key from now on.
    public mutating func trust(_ server: KnownServer) -> TracingStep {
        var step = TracingStep()
        settings.server = server
        journal(.settings(settings), &step)
        return step
    }

    /// Goes by the numbers that the server gives from now on; nil = by those that are compiled in.
    public mutating func follow(_ parameters: RiskParameters?) -> TracingStep {
        var step = TracingStep()
        guard settings.riskParameters != parameters else { return step }
        settings.riskParameters = parameters
        journal(.settings(settings), &step)
        return step
    }

    /// Works the days of exposure out anew; those that were known keep the day on which they were found.
    ///
    /// A day that is new, or graver than it was, is told.
    private mutating func findExposures(at now: Timestamp, _ step: inout TracingStep) {
        let known = Dictionary(exposureDays.map { ($0.day, $0) }, uniquingKeysWith: { first, _ in first })
        let today = UTCDay(containing: now)
        let days = appliedRule.exposureDays(matched: matched, today: today).map { day in
            day.found(on: known[day.day]?.foundOn ?? day.foundOn)
        }
        guard days != exposureDays else { return }
        exposureDays = days
        journal(.exposureDays(days), &step)
        let new = days.filter { day in known[day.day].map { $0.grade < day.grade } ?? true }
        if !new.isEmpty { tell(.exposure(new), at: now, &step) }
    }
}

/// Which encounters a batch matched, to find them again after their hours are forgotten.
struct MatchedEncounters {
    private struct Key: Hashable {
        let identifier: Identifier128
        let day: UTCDay
    }

    /// The days since the key that each matched.
    private let keys: [Key: Int?]
    private let release: Timestamp

    init(_ contacts: [Contact], before release: Timestamp) {
        keys = Dictionary(
            contacts.map { (Key(identifier: $0.identifier, day: $0.day), $0.daysSinceKey) },
            uniquingKeysWith: { first, _ in first })
        self.release = release
    }

    /// The contact with the days since the key that it matched; nil when it matched none.
    ///
    /// An identifier that is repeated on another day, or after the release, is not the infected person's.
    func marked(_ contact: Contact) -> Contact? {
        guard contact.date < release, let days = keys[Key(identifier: contact.identifier, day: contact.day)] else {
            return nil
        }
        return contact.matched(daysSinceKey: days)
    }
}
