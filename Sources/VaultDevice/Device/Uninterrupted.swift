import Foundation
import Synchronization
import Vault

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Lets an attempt that was counted come to its end before the process does.
///
/// An attempt is counted before it is tried, and only its outcome takes the count back: an owner who interrupts three
/// commands would be locked out. So whoever asks the process to end waits for the outcome, a second at most, and it ends
/// then. A process that is killed cannot wait, and its attempt stays counted: could it be taken back, whoever guesses
/// would kill the program each time before it writes down that the guess was wrong.
enum Uninterrupted {
    /// What a person at the keyboard, a script or a closing terminal sends.
    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Dispositions belong to the whole process.
    private static let gate = NSRecursiveLock()
    /// The signals that came meanwhile, a bit for each.
    private static let pending = Atomic<UInt64>(0)

    /// Does `work`, and sends the process afterwards what it was sent meanwhile.
    static func run<Result>(_ work: () throws(VaultFault) -> Result) throws(VaultFault) -> Result {
        gate.lock()
        defer { gate.unlock() }
        // The handler must find it made: nothing may be made within one.
        pending.store(0, ordering: .relaxed)
        var former: [(signal: Int32, action: sigaction)] = []
        for signal in signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                _ = Uninterrupted.pending.bitwiseOr(1 << UInt64(number), ordering: .relaxed)
            }
            var before = sigaction()
            if sigaction(signal, &action, &before) == 0 { former.append((signal, before)) }
        }
        defer {
            for (signal, action) in former {
                var action = action
                sigaction(signal, &action, nil)
            }
            let came = pending.load(ordering: .relaxed)
            for signal in signals where came & 1 << UInt64(signal) != 0 { kill(getpid(), signal) }
        }
        return try work()
    }
}
