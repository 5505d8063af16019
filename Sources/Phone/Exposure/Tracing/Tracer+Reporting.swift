import Basics
import Exposure
import ExposureWire

/// A report, from the key to the end of tracing.
///
/// What is sent over the network goes on as if nothing had been reported: only the radio falls silent.
extension Tracer {
    /// What a report would publish: the oldest key of the last 14 days; nil when there are no keys.
    public func publishable(at now: Timestamp) -> PublishedKey? {
        guard settings.state != .reported, var keys = settings.keys else { return nil }
        let today = UTCDay(containing: now)
        // The chain may not have been followed since the last tick, or since tracing was switched off.
        if today > keys.newest.day {
            guard (try? keys.advance(to: today, retaining: policy.retentionDays)) != nil else { return nil }
        }
        return keys.publishable(at: now, windowDays: policy.reportDays)
    }

    /// What to show to the health authority now; nil when there is nothing to report.
    public func caseCode(at now: Timestamp) -> CaseCode? {
        publishable(at: now).flatMap { CaseCode($0, application: settings.application) }
    }

    /// Begins a report, or goes on with the one that was begun with the same code; nil when there is nothing to report.
    ///
    /// The attempt has to be in the store before it is sent: when the answer is lost, the same words are sent again, and
    /// the server knows them.
    public mutating func beginReport(
        codeDigest: [UInt8], at now: Timestamp, using random: inout some RandomNumberGenerator
    ) -> (report: PendingReport, step: TracingStep)? {
        guard settings.state != .reported else { return nil }
        var step = TracingStep()
        if let pending = settings.pendingReport, pending.codeDigest == codeDigest { return (pending, step) }
        guard let key = publishable(at: now) else { return nil }
        let report = PendingReport(
            key: key, attempt: Identifier128(high: random.next(), low: random.next()), codeDigest: codeDigest)
        settings.pendingReport = report
        journal(.settings(settings), &step)
        return (report, step)
    }

    /// The server took the report: the keys are destroyed, and tracing has stopped.
    ///
    /// The published key gives away every later day's, so that none of them may be sent again.
    public mutating func reportTaken(at now: Timestamp) -> TracingStep {
        var step = TracingStep()
        guard settings.pendingReport != nil, settings.state != .reported else { return step }
        endTracing(at: now, &step)
        return step
    }

    /// Destroys the keys and what was just heard, and says so.
    mutating func endTracing(at now: Timestamp, _ step: inout TracingStep) {
        unsaved = unsaved.map { _ in [] }
        _ = heard.take(before: Timestamp(milliseconds: .max))
        signal = nil
        ownYesterday = []
        settings.state = .reported
        settings.since = UTCDay(containing: now)
        settings.keys = nil
        settings.daySeed = nil
        settings.pendingReport = nil
        journal(.contacts([], closedBefore: Timestamp(milliseconds: .max)), &step)
        tell(.reported, at: now, &step)
    }

    /// The server refused the report: everything is as it was before.
    public mutating func reportRefused() -> TracingStep {
        var step = TracingStep()
        guard settings.pendingReport != nil else { return step }
        settings.pendingReport = nil
        journal(.settings(settings), &step)
        return step
    }
}
