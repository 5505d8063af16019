import HTTPKit

/// Several things to do, none of which keeps the others from being done when it fails.
package struct Chores {
    private var failure: ServiceError?

    /// Nothing is done yet.
    package init() {}

    /// Does one thing.
    package mutating func attempt(_ chore: () async throws(ServiceError) -> Void) async {
        do throws(ServiceError) { try await chore() } catch { failure = failure ?? error }
    }

    /// Throws what failed first, after everything was attempted.
    package func finish() throws(ServiceError) {
        if let failure { throw failure }
    }
}
