import Basics
import Storage

/// Whether ways into accounts are still open, for services that keep a connection of their owner, within their transaction.
///
/// Those of a stopped account are closed.
package struct OpenWays {
    private let connection: any Connection

    /// The accounts that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Whether an API key, by its public text, opens its account at an instant.
    package func isOpen(apiKey publicText: String, at now: Timestamp) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM api_keys JOIN accounts ON accounts.id = api_keys.account_id AND accounts.disabled = 0
            WHERE public_text = ?1 AND (expires_at IS NULL OR expires_at > ?2)
            """,
            [.text(publicText), .integer(now.milliseconds)]) != nil
    }

    /// Whether a session, by the digest of its token, opens its account at an instant.
    package func isOpen(session tokenDigest: [UInt8], at now: Timestamp) throws -> Bool {
        try connection.first(
            """
            SELECT 1 FROM sessions JOIN accounts ON accounts.id = sessions.account_id AND accounts.disabled = 0
            WHERE token_digest = ?1 AND expires_at > ?2
            """,
            [.blob(tokenDigest), .integer(now.milliseconds)]) != nil
    }
}
