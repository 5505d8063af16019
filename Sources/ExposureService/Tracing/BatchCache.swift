import Basics
import Synchronization

/// Batches that were asked for lately, within a bound of bytes.
///
/// Whoever asks for one that is being made waits for it, so that a release which every phone awaits is read once.
final class BatchCache<Batch: Sendable>: Sendable {
    private struct State {
        var kept: [Timestamp: (batch: Batch, bytes: Int)] = [:]
        var bytes = 0
        var waiting: [Timestamp: [CheckedContinuation<Turn, Never>]] = [:]
    }

    private enum Turn {
        case there(Batch)
        case mine
        case again
    }

    private let largest: Int
    private let size: @Sendable (Batch) -> Int
    private let state = Mutex(State())

    /// A cache of at most `largest` bytes, of which a batch takes `size`.
    init(largest: Int, size: @escaping @Sendable (Batch) -> Int) {
        self.largest = largest
        self.size = size
    }

    /// The batch of a release when it is there.
    func batch(_ release: Timestamp) -> Batch? {
        state.withLock { $0.kept[release]?.batch }
    }

    /// The batch of a release, which `make` makes when it is not there; one caller makes it, and the others wait.
    func batch<Failure: Error>(
        _ release: Timestamp, make: () async throws(Failure) -> Batch
    ) async throws(Failure) -> Batch {
        while true {
            switch await turn(release) {
            case .there(let batch): return batch
            case .again: continue
            case .mine:
                do throws(Failure) {
                    let batch = try await make()
                    finish(release, batch)
                    return batch
                } catch {
                    // The failure may be this caller's alone: the others try for themselves.
                    finish(release, nil)
                    throw error
                }
            }
        }
    }

    /// Forgets what was released up to an instant.
    func removeAll(until release: Timestamp) {
        state.withLock { state in
            for old in state.kept.keys where old <= release { Self.remove(old, from: &state) }
        }
    }

    private func turn(_ release: Timestamp) async -> Turn {
        await withCheckedContinuation { continuation in
            let turn: Turn? = state.withLock { state in
                if let kept = state.kept[release] { return .there(kept.batch) }
                guard state.waiting[release] != nil else {
                    state.waiting[release] = []
                    return .mine
                }
                state.waiting[release]?.append(continuation)
                return nil
            }
            if let turn { continuation.resume(returning: turn) }
        }
    }

    private func finish(_ release: Timestamp, _ batch: Batch?) {
        let waiting = state.withLock { state in
            if let batch { keep(batch, of: release, in: &state) }
            return state.waiting.removeValue(forKey: release) ?? []
        }
        for continuation in waiting { continuation.resume(returning: batch.map { .there($0) } ?? .again) }
    }

    private func keep(_ batch: Batch, of release: Timestamp, in state: inout State) {
        let bytes = size(batch)
        state.kept[release] = (batch, bytes)
        state.bytes += bytes
        // Old batches are asked for by phones that were away, the newest by all.
        while state.bytes > largest, state.kept.count > 1, let oldest = state.kept.keys.min() {
            Self.remove(oldest, from: &state)
        }
    }

    private static func remove(_ release: Timestamp, from state: inout State) {
        guard let removed = state.kept.removeValue(forKey: release) else { return }
        state.bytes -= removed.bytes
    }
}
