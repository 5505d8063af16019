/// Why an exchange did not do what it was asked.
public enum MarketClientError: Error, Equatable, Sendable {
    /// No connection came about: nothing was sent.
    case notConnected(String)
    /// It could not be reached, or did not answer in time; whether it did what it was asked is unknown.
    case unreachable(String)
    /// It refused, with the HTTP status and its own message, as `not_enough_balance`.
    case refused(status: Int, message: String)
    /// It answered with something else than the contract says.
    case unexpectedAnswer
    /// The request needs a key, and there is none.
    case noKey
}

extension MarketClientError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .notConnected(let reason), .unreachable(let reason): "the exchange cannot be reached: \(reason)"
        case .refused(_, let message): "the exchange refused: \(message)"
        case .unexpectedAnswer: "the exchange answered with something that is not in its contract"
        case .noKey: "this needs an API key"
        }
    }
}
