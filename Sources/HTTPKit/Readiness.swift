import Synchronization

/// Whether the server can do its work now, for those who lead people to it.
package final class Readiness: Sendable {
    /// Why it cannot: all that anybody is told.
    enum Fault: String, Sendable {
        /// The server takes its leave.
        case stopping
        /// The database does not answer.
        case database
        /// The database has not had all that this program knows of.
        case schema
    }

    private let isStopping = Atomic<Bool>(false)
    private let patience: Duration
    private let isCurrent: @Sendable () async throws -> Bool

    /// Readiness of a server whose database is looked at by `isCurrent`.
    ///
    /// - Parameters:
    ///   - patience: How long that may take.
    ///   - isCurrent: Whether the database has all that the program needs; it ends when its task is cancelled.
    package init(patience: Duration = .milliseconds(500), isCurrent: @escaping @Sendable () async throws -> Bool) {
        self.patience = patience
        self.isCurrent = isCurrent
    }

    /// From now on nobody is to be led here any more; what comes all the same is answered.
    package func stop() {
        isStopping.store(true, ordering: .relaxed)
    }

    /// Why the server cannot do its work now; nil when it can.
    func fault() async -> Fault? {
        if isStopping.load(ordering: .relaxed) { return .stopping }
        let isCurrent = await withPatience(patience) { [isCurrent] in try await isCurrent() }
        guard let isCurrent else { return .database }
        return isCurrent ? nil : .schema
    }
}
