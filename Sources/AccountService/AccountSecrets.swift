import Storage

/// The columns of accounts in which secrets are sealed.
package enum AccountSecrets {
    /// What signs a program's requests.
    static let apiKey = SealedColumn(table: "api_keys", column: "secret", key: ["public_text"], form: .text)
    /// What codes of an authenticator app are made of.
    static let factor = SealedColumn(table: "second_factors", column: "secret", key: ["account_id"])
    /// The same, shown and not yet confirmed.
    static let pendingFactor = SealedColumn(table: "pending_factors", column: "secret", key: ["account_id"])
    /// What a session's pseudonyms are made of: with it a copy of the database would join visits to an account.
    static let pseudonymKey = SealedColumn(table: "sessions", column: "pseudonym_key", key: ["token_digest"])
    /// What a provider of identities has to be told when a tie ends.
    static let providerToken = SealedColumn(table: "provider_tokens", column: "token", key: ["id"])
    /// The same, of somebody who has not finished signing in.
    static let arrivalToken = SealedColumn(table: "identity_arrivals", column: "refresh_token", key: ["secret"])

    /// All of them.
    package static let all = [apiKey, factor, pendingFactor, pseudonymKey, providerToken, arrivalToken]
}
