import Vault

/// A position that somebody said.
package struct ManualSource: PositionSource {
    private let fix: Fix

    /// The place where somebody says to be.
    package init(_ fix: Fix) {
        self.fix = fix
    }

    /// The one position, at once.
    package func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix] {
        [fix]
    }

    /// What it is, without where it is.
    package var description: String { "the position given" }
}
