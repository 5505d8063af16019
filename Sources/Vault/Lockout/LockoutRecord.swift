import Time

/// What a device remembers of failed attempts at one vault, and of how far it had seen the vault go.
///
/// Place and password count together. An attempt is counted, written and synchronised before anything is derived, and
/// taken back when it succeeds; so a program that is killed in between has lost an attempt, not won one. The wait runs
/// on the clock since the system's start, which nobody can set. After a new start the wall clock says how long the
/// device was off; when it says less than it ever said, the wait begins again with that start. That an older copy of
/// the record is put back cannot be noticed on the device: a presence slot's server counts for itself.
public struct LockoutRecord: Equatable, Sendable {
    /// Failures in a row, up to ``LockoutRule/stop``.
    public private(set) var failures = 0
    /// The highest sequence of the vault that this device has seen.
    public private(set) var highestSequence: UInt64 = 0
    /// The latest that the wall clock ever said.
    public private(set) var highestWall = Timestamp(milliseconds: .min)
    /// Which start of the system the wait was last reckoned in.
    private(set) var bootID: [UInt8] = []
    /// Milliseconds since that start when it was reckoned.
    private(set) var sinceBoot: Int64 = 0
    /// Milliseconds of the current wait that had passed by then.
    private(set) var served: Int64 = 0

    /// The record of a vault that nobody has tried yet.
    public static let fresh = LockoutRecord()

    init() {}

    init(
        failures: Int, highestSequence: UInt64, highestWall: Timestamp, sinceBoot: Int64, served: Int64, bootID: [UInt8]
    ) {
        self.failures = failures
        self.highestSequence = highestSequence
        self.highestWall = highestWall
        self.sinceBoot = sinceBoot
        self.served = served
        self.bootID = bootID
    }

    /// Whether only the recovery code opens the vault.
    public var isStopped: Bool { failures >= LockoutRule.stop }

    /// Whole seconds, rounded up, until the next attempt is allowed; 0 when it is now.
    ///
    /// It says nothing of ``isStopped``, which no waiting ends.
    public func secondsLeft(at moment: LockoutMoment, rule: LockoutRule) -> Int64 {
        let wait = rule.seconds(afterFailures: failures) * 1000
        let left = max(0, wait - servedMilliseconds(at: moment))
        return left / 1000 + (left % 1000 == 0 ? 0 : 1)
    }

    /// Counts an attempt, before it is known how it ends.
    ///
    /// Throws ``VaultFault/stopped`` or ``VaultFault/lockedOut(seconds:)`` when none is allowed now, and then counts
    /// nothing.
    public mutating func countAttempt(at moment: LockoutMoment, rule: LockoutRule) throws(VaultFault) {
        guard !isStopped else { throw .stopped }
        let left = secondsLeft(at: moment, rule: rule)
        guard left == 0 else { throw .lockedOut(seconds: left) }
        observe(moment)
        failures += 1
        served = 0
    }

    /// Sets the failures back, after an unlock that found the vault at `sequence`.
    public mutating func succeed(at moment: LockoutMoment, sequence: UInt64) {
        observe(moment)
        failures = 0
        served = 0
        highestSequence = max(highestSequence, sequence)
    }

    /// Remembers that the vault has gone on to `sequence`.
    public mutating func advance(to sequence: UInt64) {
        highestSequence = max(highestSequence, sequence)
    }

    /// Takes `sequence` for the highest, even when it is lower: the owner has put an older copy back and says so.
    public mutating func accept(olderSequence sequence: UInt64) {
        highestSequence = sequence
    }

    /// Reckons how much of the wait has passed by now.
    ///
    /// Writing the record afterwards makes the wait independent of the wall clock up to here; nothing depends on it.
    public mutating func observe(_ moment: LockoutMoment) {
        served = failures == 0 ? 0 : servedMilliseconds(at: moment)
        bootID = moment.bootID
        sinceBoot = moment.sinceBootMilliseconds
        highestWall = max(highestWall, moment.wall)
    }

    private func servedMilliseconds(at moment: LockoutMoment) -> Int64 {
        let (before, since): (Int64, Int64)
        switch (moment.bootID == bootID, moment.sinceBootMilliseconds >= sinceBoot, moment.wall >= highestWall) {
        case (true, true, _):
            (before, since) = (served, moment.sinceBootMilliseconds - sinceBoot)
        case (true, false, _):
            // A clock that cannot run backwards did: the wait begins again.
            (before, since) = (0, 0)
        case (false, _, true):
            // The time since this start has passed for certain, the time off as far as the wall clock says.
            let off = moment.wall.milliseconds(since: highestWall)
            (before, since) = (served, max(off, moment.sinceBootMilliseconds))
        case (false, _, false):
            (before, since) = (0, moment.sinceBootMilliseconds)
        }
        let (sum, overflow) = before.addingReportingOverflow(since)
        return overflow ? .max : sum
    }
}
