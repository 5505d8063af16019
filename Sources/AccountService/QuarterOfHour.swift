import Basics

extension Timestamp {
    /// The length of a quarter of an hour.
    static let quarterSeconds: Int64 = 15 * 60

    /// The beginning of the quarter of an hour that this instant is in.
    ///
    /// Instants that stay beside an account are stored like this: an exact one would tell whose a pseudonym is that
    /// appears just after it.
    var quarter: Timestamp {
        Timestamp(milliseconds: milliseconds - milliseconds % (Self.quarterSeconds * 1000))
    }
}
