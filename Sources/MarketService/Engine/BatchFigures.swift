import Synchronization

/// What one writer has committed since the server began.
package struct BatchFigures: Sendable, Equatable {
    /// Batches that were committed.
    package fileprivate(set) var batches = 0
    /// Commands in them.
    package fileprivate(set) var commands = 0
    /// How long they took, in nanoseconds.
    package fileprivate(set) var nanoseconds: UInt64 = 0
    /// Commands in batches that were not committed.
    package fileprivate(set) var lost = 0
}

/// Counts the batches of one writer.
final class BatchCounter: Sendable {
    private let counts = Mutex(BatchFigures())

    /// What was counted.
    var figures: BatchFigures { counts.withLock { $0 } }

    /// A batch of so many commands was committed.
    func count(_ commands: Int, nanoseconds: UInt64) {
        counts.withLock { counts in
            counts.batches += 1
            counts.commands += commands
            counts.nanoseconds &+= nanoseconds
        }
    }

    /// A batch of so many commands was not committed.
    func lose(_ commands: Int) {
        counts.withLock { $0.lost += commands }
    }
}
