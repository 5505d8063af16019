import Dispatch
import NIOCore
import Synchronization

/// Looks ten times a second at the answers that are not there yet: a timer for each request would cost more than most
/// requests do.
final class AnswerWatch: Sendable {
    private struct State {
        var waiting: [ObjectIdentifier: TimedAnswer] = [:]
        var isLooking = false
    }

    private let state = Mutex(State())

    /// Looks at `answer` as well, until it is removed.
    func add(_ answer: TimedAnswer) {
        let begins = state.withLock { state in
            state.waiting[ObjectIdentifier(answer)] = answer
            defer { state.isLooking = true }
            return !state.isLooking
        }
        if begins { lookLater() }
    }

    /// Looks at `answer` no longer.
    func remove(_ answer: TimedAnswer) {
        state.withLock { _ = $0.waiting.removeValue(forKey: ObjectIdentifier(answer)) }
    }

    private func lookLater() {
        DispatchQueue.global().asyncAfter(deadline: .now() + 0.1) { [self] in
            let waiting = state.withLock { state in
                state.isLooking = !state.waiting.isEmpty
                return Array(state.waiting.values)
            }
            guard !waiting.isEmpty else { return }
            let now = NIODeadline.now()
            for answer in waiting { answer.look(at: now) }
            lookLater()
        }
    }
}
