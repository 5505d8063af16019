import Basics
import Beacons
import Vault

/// A slot as the server keeps it.
struct VaultSlotRecord: Sendable {
    /// Its identifier, 16 bytes.
    let id: [UInt8]
    /// The beacon at which presence must be proved.
    let beacon: BeaconIdentity
    /// How long failures make it wait.
    let rule: LockoutRule
    /// The key under which elements are evaluated.
    let key: EvaluationKey
    /// The key by which receipts are checked; nil until the device has sent it.
    var receiptKey: [UInt8]?
    /// How many evaluations there were since the last receipt.
    var failures = 0
    /// Until when it waits; long ago when it does not.
    var waitsUntil = Timestamp(milliseconds: 0)
    /// The last evaluation, which a receipt must name; nil when its receipt has come.
    var attempt: [UInt8]?

    /// Throws unless the slot may be evaluated at `now`.
    func requireOpen(at now: Timestamp) throws(VaultError) {
        guard failures < LockoutRule.stop else { throw .stopped }
        guard now < waitsUntil else { return }
        let milliseconds = waitsUntil.milliseconds(since: now)
        // A clock that was set back does not make anybody wait longer than the rule says.
        throw .lockedOut(
            seconds: min((milliseconds - 1) / 1000 + 1, max(1, rule.seconds(afterFailures: failures))))
    }

    /// Counts an evaluation as failed, which it is until its receipt comes.
    mutating func count(attempt: [UInt8], at now: Timestamp) {
        failures += 1
        let seconds = rule.seconds(afterFailures: failures)
        waitsUntil = seconds == 0 ? Timestamp(milliseconds: 0) : now.advanced(bySeconds: seconds)
        self.attempt = attempt
    }
}
