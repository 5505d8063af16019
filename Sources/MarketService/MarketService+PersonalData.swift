import ServiceKit

extension MarketService {
    /// What the markets keep of accounts: what was traded stays under a number that belongs to nobody any more.
    ///
    /// Trades and closed orders are found along the trails of the trader, as histories are: there is no index by trader.
    package static let personalDataTables = [
        PersonalDataTable(
            "account_preferences", of: .account("account_id"),
            showing: ["base": .plain, "language": .plain, "time_zone": .plain]),
        PersonalDataTable(
            "portfolio_days", of: .trader("account = ?1"),
            showing: ["day": .day, "asset": .plain, "total": .plain, "flow": .plain]),
        PersonalDataTable("portfolio_walks", of: .trader("account = ?1")),
        PersonalDataTable(
            "socket_tickets", of: .account("account_id"), showing: ["expires_at": .instant, "api_key": .plain]),
        PersonalDataTable(
            "fills",
            of: .trader(
                """
                (market, id) IN (
                    WITH RECURSIVE mine (market, id) AS (
                        SELECT market, last_fill FROM market_trails WHERE account = ?1 AND last_fill > 0
                        UNION ALL
                        SELECT f.market, CASE WHEN f.buyer = ?1 THEN f.buyer_previous ELSE f.seller_previous END
                        FROM mine JOIN fills f ON f.market = mine.market AND f.id = mine.id
                    )
                    SELECT market, id FROM mine WHERE id > 0
                )
                """),
            showing: [
                "at": .instant, "market": .plain, "id": .plain, "ticks": .plain, "lots": .plain, "taker_side": .plain,
            ], end: .kept),
        PersonalDataTable(
            "orders",
            of: .trader(
                """
                id IN (
                    WITH RECURSIVE mine (id) AS (
                        SELECT last_closed FROM market_trails WHERE account = ?1 AND last_closed > 0
                        UNION ALL
                        SELECT last_untraded FROM market_trails WHERE account = ?1 AND last_untraded > 0
                        UNION ALL
                        SELECT o.previous_closed FROM mine JOIN orders o ON o.id = mine.id
                    )
                    SELECT id FROM mine WHERE id > 0
                    UNION SELECT id FROM orders WHERE account = ?1 AND status < 2
                    UNION SELECT id FROM orders WHERE account = ?1 AND client_id IS NOT NULL
                )
                """),
            showing: [
                "created_at": .instant, "id": .plain, "market": .plain, "side": .plain, "kind": .plain,
                "ticks": .plain, "stop": .plain, "lots": .plain, "executed": .plain, "notional": .plain,
                "fee": .plain, "status": .plain, "updated_at": .instant, "client_id": .plain,
                "expires_at": .instant, "partner": .plain,
            ], end: .changed("client_id = NULL")),
        PersonalDataTable(
            "kept_answers", of: .trader("account = ?1"), showing: ["at": .instant, "key": .plain, "answer": .plain]),
        PersonalDataTable(
            "cancel_timers", of: .trader("account = ?1"), showing: ["seconds": .plain, "due_at": .instant]),
        PersonalDataTable("order_endings", of: .trader("account = ?1")),
        PersonalDataTable("callback_secrets", of: .trader("account = ?1"), showing: ["made_at": .instant]),
        PersonalDataTable("market_trails", of: .trader("account = ?1"), end: .kept),
        PersonalDataTable(
            "traded_volumes", of: .trader("account = ?1"),
            showing: ["day": .day, "market": .plain, "notional": .plain], end: .kept),
    ]
}
