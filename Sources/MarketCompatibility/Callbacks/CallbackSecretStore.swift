import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage

/// The columns of this module in which a secret is sealed.
package enum MarketCompatibilitySecrets {
    /// What calls to a merchant's program are signed with.
    static let callback = SealedColumn(table: "callback_secrets", column: "secret", key: ["account"], form: .text)

    /// All of them.
    package static let all = [callback]
}

/// The SQL of what calls to merchants' programs are signed with, within one transaction.
struct CallbackSecretStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// A merchant's secret; nil when there is none.
    func secret(of merchant: LedgerAccount) throws -> String? {
        let key = [SQLValue.integer(merchant.rawValue)]
        guard let row = try connection.first("SELECT secret FROM callback_secrets WHERE account = ?1", key) else {
            return nil
        }
        return try connection.sealing.secret(in: MarketCompatibilitySecrets.callback, row, of: key)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    /// When a merchant's secret was made; nil when there is none.
    func madeAt(of merchant: LedgerAccount) throws -> Timestamp? {
        try connection.first(
            "SELECT made_at FROM callback_secrets WHERE account = ?1", [.integer(merchant.rawValue)]
        ).map { Timestamp(milliseconds: try $0.integer(0)) }
    }

    /// Replaces a merchant's secret.
    func put(_ secret: String, of merchant: LedgerAccount, at now: Timestamp) throws {
        let key = SQLValue.integer(merchant.rawValue)
        let sealed = try connection.sealing.value(
            Array(secret.utf8), in: MarketCompatibilitySecrets.callback, of: [key])
        try connection.execute(
            """
            INSERT INTO callback_secrets (account, secret, made_at) VALUES (?1, ?2, ?3)
            ON CONFLICT (account) DO UPDATE SET secret = excluded.secret, made_at = excluded.made_at
            """, [key, sealed, .integer(now.milliseconds)])
    }
}
