import Ledger
import ServiceKit
import Storage

/// The columns of `account_preferences`.
private enum PreferenceColumn: String, TableColumn {
    case account = "account_id"
    case base, language
    case timeZone = "time_zone"
}

/// The SQL of what accounts prefer, within one transaction.
struct PreferenceStore {
    private static let one = "SELECT \(PreferenceColumn.list) FROM account_preferences WHERE account_id = ?1"
    private static let put =
        PreferenceColumn.insertion(into: "account_preferences")
        + " ON CONFLICT (account_id) DO UPDATE SET \(PreferenceColumn.replacements([.base, .language, .timeZone]))"

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// What an account prefers; nothing when it never said.
    func preferences(of account: [UInt8]) throws -> AccountPreferences {
        guard let row = try connection.first(PreferenceColumn.self, Self.one, [.blob(account)]) else {
            return AccountPreferences()
        }
        return AccountPreferences(
            base: try row.optionalText(.base).flatMap(AssetName.init), language: try row.optionalText(.language),
            timeZone: try row.optionalText(.timeZone))
    }

    /// Keeps what an account prefers.
    func put(_ preferences: AccountPreferences, of account: [UInt8]) throws {
        try connection.execute(
            Self.put,
            PreferenceColumn.allCases.map { column in
                switch column {
                case .account: .blob(account)
                case .base: SQLValue(preferences.base?.text)
                case .language: SQLValue(preferences.language)
                case .timeZone: SQLValue(preferences.timeZone)
                }
            })
    }
}
