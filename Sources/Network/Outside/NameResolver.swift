import Forwarding
import Foundation
import Synchronization

/// Resolves names that others wrote: each within a deadline, on threads of its own, and with turns for each owner.
///
/// The system's resolver can't be interrupted. So the caller is answered at the deadline while the thread goes on waiting,
/// and what is bounded is the number of threads: those of all, and those of one owner. A name server that never answers
/// takes the threads of whoever named it, and none that others need.
package final class NameResolver: Sendable {
    /// How much of the resolver may be used.
    package struct Bounds: Sendable {
        /// How long an answer is waited for.
        package var patience = Duration.seconds(3)
        /// The number of threads that wait for name servers.
        package var threads = 64
        /// The number of these that one owner may have; one, when less than a quarter of them is left.
        package var threadsOfOwner = 2
        /// The number of questions that wait for a thread; those beyond are answered with nothing at once.
        package var waiting = 512

        /// The usual bounds.
        package init() {}
    }

    /// Asks the system for the addresses of names.
    package static let system = NameResolver(lookUp: SystemNames.addresses)

    private struct Question {
        let name: String
        let owner: String
        let answer: CheckedContinuation<[IPAddress], Never>
    }

    private struct State {
        var nextNumber: UInt64 = 0
        /// The questions that are not answered yet.
        var open: [UInt64: Question] = [:]
        /// Those of them that have no thread yet, in the order of their arrival.
        var waiting: [UInt64] = []
        var running = 0
        var runningOf: [String: Int] = [:]
    }

    private let bounds: Bounds
    private let lookUp: @Sendable (String) -> [IPAddress]
    private let state = Mutex(State())

    /// Asks `lookUp` for the addresses of names, which may take as long as it likes.
    package init(_ bounds: Bounds = Bounds(), lookUp: @escaping @Sendable (String) -> [IPAddress]) {
        self.bounds = bounds
        self.lookUp = lookUp
    }

    /// The addresses of a name; empty when there are none, or when they do not come in time.
    package func addresses(of name: String, for owner: String) async -> [IPAddress] {
        await withCheckedContinuation { answer in
            let (number, begun): (UInt64?, [Begun]) = state.withLock { state in
                guard state.waiting.count < bounds.waiting else { return (nil, []) }
                let number = state.nextNumber
                state.nextNumber += 1
                state.open[number] = Question(name: name, owner: owner, answer: answer)
                state.waiting.append(number)
                return (number, take(from: &state))
            }
            guard let number else { return answer.resume(returning: []) }
            begun.forEach(begin)
            Task {
                try? await Task.sleep(for: bounds.patience)
                self.answer(number, [])
            }
        }
    }

    private typealias Begun = (number: UInt64, name: String, owner: String)

    /// The questions that get a thread now.
    private func take(from state: inout State) -> [Begun] {
        var (begun, index): ([Begun], Int) = ([], 0)
        while state.running < bounds.threads, index < state.waiting.count {
            let number = state.waiting[index]
            // It has been answered at its deadline.
            guard let question = state.open[number] else {
                state.waiting.remove(at: index)
                continue
            }
            let most = state.running < bounds.threads * 3 / 4 ? bounds.threadsOfOwner : 1
            guard state.runningOf[question.owner, default: 0] < most else {
                index += 1
                continue
            }
            state.waiting.remove(at: index)
            state.running += 1
            state.runningOf[question.owner, default: 0] += 1
            begun.append((number, question.name, question.owner))
        }
        return begun
    }

    private func begin(_ begun: Begun) {
        Thread { [self] in
            answer(begun.number, lookUp(begun.name))
            let next = state.withLock { state in
                state.running -= 1
                let left = state.runningOf[begun.owner, default: 1] - 1
                state.runningOf[begun.owner] = left > 0 ? left : nil
                return take(from: &state)
            }
            next.forEach(begin)
        }.start()
    }

    private func answer(_ number: UInt64, _ addresses: [IPAddress]) {
        state.withLock { $0.open.removeValue(forKey: number) }?.answer.resume(returning: addresses)
    }
}
