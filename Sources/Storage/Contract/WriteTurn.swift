/// How writes that sometimes change the same rows are kept apart, in whatever server of a database they are.
///
/// They go beside each other as long as none meets with what another one wrote. One that did is run again alone, and
/// one that expects to may say so and be alone at once: what was done in vain costs more than to wait.
public struct WriteTurn: Equatable, Sendable {
    /// The most that a turn is waited for, in milliseconds.
    ///
    /// It is gone without then: whoever has it may have been stopped.
    static let longestWait = 500

    /// A table without rows that those have in common who take turns.
    let table: String
    /// Whether it is alone from the first.
    let isAlone: Bool

    /// A turn among those who name the same table.
    ///
    /// - Parameter table: A table without rows, which nobody reads or writes.
    public init(_ table: String, isAlone: Bool) {
        self.table = table
        self.isAlone = isAlone
    }
}
