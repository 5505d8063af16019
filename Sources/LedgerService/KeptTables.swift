import ServiceKit

extension LedgerAdministration {
    /// What the ledger keeps of accounts.
    ///
    /// Its books stay under a number that belongs to nobody any more; what people wrote of their bank does not.
    package static let keptTables = [
        KeptTable(
            "destinations", of: .trader("account = ?1"),
            showing: [
                "added_at": .instant, "name": .plain, "asset": .plain, "address": .plain, "country": .plain,
                "holder": .plain, "bank": .plain, "account_kind": .plain, "number": .plain, "tax_number": .plain,
            ]),
        KeptTable("address_book_rules", of: .trader("account = ?1"), showing: ["opens_at": .instant]),
        KeptTable("withdrawal_limits", of: .trader("account = ?1"), showing: ["asset": .plain, "daily_limit": .plain]),
        KeptTable(
            "outgoings", of: .trader("account = ?1"), showing: ["at": .instant, "asset": .plain, "amount": .plain]),
        KeptTable("deposit_addresses", of: .trader("account = ?1"), showing: ["asset": .plain, "address": .plain]),
        KeptTable(
            "money_requests", of: .trader("account = ?1"),
            showing: [
                "created_at": .instant, "id": .plain, "asset": .plain, "kind": .plain, "amount": .plain, "fee": .plain,
                "bank_account": .plain, "date": .plain, "tracking_code": .plain, "voucher": .plain, "status": .plain,
                "decided_at": .instant, "reason": .plain,
            ], end: .changed("bank_account = '', date = NULL, tracking_code = NULL, voucher = NULL, reason = NULL")),
        // Of somebody of the staff: what waits for a second person waits for a first one again.
        KeptTable("request_approvals", of: .account("account_id"), showing: ["at": .instant, "request": .plain]),
        KeptTable(
            "transfers", of: .trader("id IN (SELECT transfer FROM postings WHERE account = ?1)"),
            showing: ["at": .instant, "id": .plain, "kind": .plain, "address": .plain, "memo": .plain], end: .kept),
        KeptTable(
            "postings", of: .trader("account = ?1"),
            showing: [
                "transfer": .plain, "asset": .plain, "amount": .plain, "fee": .plain, "balance": .plain,
            ], end: .kept),
        KeptTable(
            "balances", of: .trader("account = ?1"), showing: ["asset": .plain, "total": .plain, "held": .plain],
            end: .kept),
        // The number stays, so that it is never given again and the books add up.
        KeptTable(
            "ledger_accounts", of: .account("account_id"), showing: ["number": .plain],
            end: .changed("account_id = NULL")),
    ]
}
