import Storage

/// What belongs into the transaction of a change beside the change itself, as the answer that is kept for whoever asks
/// again, and the entry of a journal.
package struct ChangeNotes<Outcome: Sendable>: Sendable {
    /// Runs before anything is changed; what it throws is why nothing is.
    let before: @Sendable (_ connection: any Connection) throws -> Void
    /// Runs after everything was changed.
    let after: @Sendable (_ outcome: Outcome, _ connection: any Connection) throws -> Void

    /// Notes of these two parts.
    package init(
        before: @escaping @Sendable (_ connection: any Connection) throws -> Void,
        after: @escaping @Sendable (_ outcome: Outcome, _ connection: any Connection) throws -> Void
    ) {
        self.before = before
        self.after = after
    }

    /// A change of which nothing is noted.
    package static var none: ChangeNotes { ChangeNotes(before: { _ in }, after: { _, _ in }) }

    /// Makes a change between the two parts, and gives what came of it.
    func around(_ connection: any Connection, _ change: () throws -> Outcome) throws -> Outcome {
        try before(connection)
        let outcome = try change()
        try after(outcome, connection)
        return outcome
    }
}
