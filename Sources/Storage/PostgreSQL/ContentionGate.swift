import Foundation

/// Lets a transaction that keeps losing against others of this process run without them.
///
/// `@unchecked Sendable`: the counters are touched only while `condition` is locked.
final class ContentionGate: @unchecked Sendable {
    private let condition = NSCondition()
    private var sharing = 0
    private var isAlone = false
    private var wantingToBeAlone = 0

    /// Runs `body` beside others, or with no other when `alone` is true.
    func pass<Value>(alone: Bool, _ body: () -> Value) -> Value {
        enter(alone: alone)
        defer { leave(alone: alone) }
        return body()
    }

    private func enter(alone: Bool) {
        condition.lock()
        defer { condition.unlock() }
        guard alone else {
            // Those who want to be alone go first: they have lost often enough.
            while isAlone || wantingToBeAlone > 0 { condition.wait() }
            sharing += 1
            return
        }
        wantingToBeAlone += 1
        while isAlone || sharing > 0 { condition.wait() }
        wantingToBeAlone -= 1
        isAlone = true
    }

    private func leave(alone: Bool) {
        condition.lock()
        defer { condition.unlock() }
        if alone { isAlone = false } else { sharing -= 1 }
        condition.broadcast()
    }
}
