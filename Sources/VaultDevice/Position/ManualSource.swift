import Vault

/// A position that somebody said.
public struct ManualSource: PositionSource {
    private let fix: Fix

    /// The place where somebody says to be.
    public init(_ fix: Fix) {
        self.fix = fix
    }

    /// The one position, at once.
    public func fixes(_ count: Int, within limit: Duration) async throws(PositionFault) -> [Fix] {
        [fix]
    }

    /// What it is, without where it is.
    public var description: String { "the position given" }
}
