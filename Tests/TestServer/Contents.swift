import Storage

/// Everything that the tables hold, to be compared before and after.
package struct Contents: Equatable, Sendable {
    /// Every table of the server.
    package static let tables = [
        "accounts", "sessions", "venues", "beacons", "choices", "sightings", "recent_places", "last_places",
        "visits", "disputed_codes", "sighting_outcomes", "published_cells", "published_visitors", "offers",
        "fresh_coupons",
        "coupons", "roles", "second_factors", "cases", "publications",
        "exposure_codes", "exposure_keys",
        "exposure_arrivals", "exposure_batches", "audit_entries", "vault_slots", "vaults", "vault_records",
        "api_keys", "sign_in_rules", "pending_factors", "recovery_codes", "devices", "device_challenges",
        "passkeys", "passkey_challenges", "deliveries", "delivery_servers", "push_devices", "push_rules",
        "push_muted_shops", "pushed_offers", "push_keys",
        "notifications", "alerts", "alert_progress", "ledger_counters", "ledger_accounts", "assets", "markets",
        "market_state", "balances", "transfers", "postings", "orders", "fills", "market_trails", "candles",
        "traded_volumes", "traded_days", "deposit_addresses", "money_requests", "market_requests", "payment_orders",
        "socket_tickets", "audit_days", "identities", "identity_requests", "identity_arrivals", "identity_sessions",
        "logout_notices", "exposure_signers", "address_challenges", "reset_requests", "password_resets",
        "address_changes",
        "account_events", "photos", "provider_tokens", "account_preferences", "portfolio_days", "portfolio_walks",
        "withdrawal_rules", "withdrawal_limits", "outgoings", "destinations", "address_book_rules", "approval_limits",
        "request_approvals", "market_journal", "redemptions", "shop_offers", "offer_versions", "offer_changes",
        "plan_versions", "plan_drafts", "plan_pictures", "radio_maps", "radio_residuals", "radio_residual_marks",
        "radio_residual_figures", "radio_refinements",
    ]

    /// The rows of each table, in order.
    package var rows: [String: [Row]] = [:]

    /// Reads every table of `database`.
    package init(of database: any Database) async throws {
        rows = try await database.read { connection in
            var rows: [String: [Row]] = [:]
            for table in Self.tables {
                // In an order of our own: not every table has as many columns as would tell its rows apart.
                rows[table] = try connection.query("SELECT * FROM \(table)").sorted { "\($0)" < "\($1)" }
            }
            return rows
        }
    }

    /// The tables that are not equal.
    package func differences(from other: Contents) -> [String] {
        Self.tables.filter { rows[$0] != other.rows[$0] }
    }

    /// How many rows a table has.
    package func count(_ table: String) -> Int { rows[table]?.count ?? -1 }
}
