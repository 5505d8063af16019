import Synchronization

/// How many servers share a database, as far as this one knows; what each of them lets through is divided by it.
package final class ServerCount: Sendable {
    /// Beyond it nothing is divided any further.
    private static let most = 1000

    private let count = Atomic<Int>(1)

    /// One, until something else is said.
    package init() {}

    /// How many there are, 1 to 1000.
    package var value: Int { count.load(ordering: .relaxed) }

    /// Says how many there are, this one counted.
    package func set(_ number: Int) {
        count.store(min(max(1, number), Self.most), ordering: .relaxed)
    }
}
