/// Why another server gave no answer.
///
/// Whatever carries questions says it in words of its own: markets know nothing of links.
package enum PeerFailure: Error, Equatable, Sendable {
    /// It was surely not asked.
    case notSent
    /// It was surely not asked, and where it was nobody listens any more.
    case nobodyThere
    /// It may have been asked, and what it did is not known.
    case answerLost
}

/// Carries questions to other servers of the same database.
package protocol MarketPeers: Sendable {
    /// What the server at `address` answers; `limit` is how long that may take, in milliseconds.
    func ask(_ address: String, _ question: [UInt8], within limit: Int64) async throws(PeerFailure) -> [UInt8]
}
