/// What a device remembers of failed attempts at one vault, and of how far it had seen the vault go.
///
/// Place and password count together. An attempt is counted, written and synchronised before anything is derived, and
/// taken back when it succeeds; so a program that is killed in between has lost an attempt, not won one. The wait runs
/// on the clock since the system's start, in the time namespace in which it was last reckoned. After another start, or
/// in another namespace, nothing that passed unseen is credited, since any shell can make a namespace whose clock is
/// ahead and the wall clock can be set: what is left of the wait begins there, once it was written down. That an older
/// copy of the record is put back cannot be noticed on the device: a presence slot's server counts for itself.
public struct LockoutRecord: Equatable, Sendable {
    /// Failures in a row, up to ``LockoutRule/stop``.
    public private(set) var failures = 0
    /// The highest sequence of the vault that this device has seen.
    public private(set) var highestSequence: UInt64 = 0
    /// Which clock the wait was last reckoned on; empty when that is not known.
    private(set) var clock: [UInt8] = []
    /// What that clock said then, in milliseconds.
    private(set) var sinceBoot: Int64 = 0
    /// Milliseconds of the current wait that had passed by then.
    private(set) var served: Int64 = 0

    /// The record of a vault that has not been tried yet.
    public static let fresh = LockoutRecord()

    init() {}

    init(failures: Int, highestSequence: UInt64, sinceBoot: Int64, served: Int64, clock: [UInt8]) {
        self.failures = failures
        self.highestSequence = highestSequence
        self.sinceBoot = sinceBoot
        self.served = served
        self.clock = clock
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

    /// Whether a wait is under way that was reckoned on another clock, or on this one when it was ahead.
    ///
    /// What is left of it passes on this clock only once ``observe(_:)`` was written down.
    public func mustObserve(_ moment: LockoutMoment) -> Bool {
        failures > 0 && (clock != moment.clock || moment.sinceBootMilliseconds < sinceBoot)
    }

    /// Reckons how much of the wait has passed by now, and goes on from there on the moment's clock.
    public mutating func observe(_ moment: LockoutMoment) {
        served = failures == 0 ? 0 : servedMilliseconds(at: moment)
        clock = moment.clock
        sinceBoot = moment.sinceBootMilliseconds
    }

    private func servedMilliseconds(at moment: LockoutMoment) -> Int64 {
        guard !clock.isEmpty, clock == moment.clock else { return served }
        // A clock that cannot run backwards did: the wait begins again.
        guard moment.sinceBootMilliseconds >= sinceBoot else { return 0 }
        let (sum, overflow) = served.addingReportingOverflow(moment.sinceBootMilliseconds - sinceBoot)
        return overflow ? .max : sum
    }
}
