/// How the writer of a market is doing.
package struct WriterFigures: Sendable, Equatable {
    /// Whether it takes commands.
    package let isOpen: Bool
    /// Commands that wait.
    package let waiting: Int
    /// For how long the batch is being written that is now; 0 when none is.
    package let busyMilliseconds: Int64
}
