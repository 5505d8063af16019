import ServiceKit

extension LedgerAdministration {
    /// What the ledger keeps of accounts.
    ///
    /// Its books stay under a number that belongs to nobody any more; what people wrote of their bank does not.
    package static let personalDataTables = [
        PersonalDataTable(
            "destinations", of: .trader("account = ?1"),
            showing: [
                "added_at": .instant, "name": .plain, "asset": .plain, "address": .plain, "country": .plain,
                "holder": .plain, "bank": .plain, "account_kind": .plain, "number": .plain, "tax_number": .plain,
            ]),
        PersonalDataTable("address_book_rules", of: .trader("account = ?1"), showing: ["opens_at": .instant]),
        PersonalDataTable(
            "withdrawal_limits", of: .trader("account = ?1"), showing: ["asset": .plain, "daily_limit": .plain]),
        PersonalDataTable(
            "outgoings", of: .trader("account = ?1"), showing: ["at": .instant, "asset": .plain, "amount": .plain]),
        PersonalDataTable(
            "deposit_addresses", of: .trader("account = ?1"), showing: ["asset": .plain, "address": .plain]),
        PersonalDataTable(
            "money_requests", of: .trader("account = ?1"),
            showing: [
                "created_at": .instant, "id": .plain, "asset": .plain, "kind": .plain, "amount": .plain, "fee": .plain,
                "bank_account": .plain, "date": .plain, "tracking_code": .plain, "voucher": .plain, "status": .plain,
                "decided_at": .instant, "reason": .plain,
            ], end: .changed("bank_account = '', date = NULL, tracking_code = NULL, voucher = NULL, reason = NULL")),
        // Of somebody of the staff: what waits for a second person waits for a first one again.
        PersonalDataTable(
            "request_approvals", of: .account("account_id"), showing: ["at": .instant, "request": .plain]),
        PersonalDataTable(
            "transfers", of: .trader("id IN (SELECT transfer FROM postings WHERE account = ?1)"),
            showing: ["at": .instant, "id": .plain, "kind": .plain, "address": .plain, "memo": .plain], end: .kept),
        PersonalDataTable(
            "postings", of: .trader("account = ?1"),
            showing: [
                "transfer": .plain, "asset": .plain, "amount": .plain, "fee": .plain, "balance": .plain,
            ], end: .kept),
        PersonalDataTable(
            "balances", of: .trader("account = ?1"), showing: ["asset": .plain, "total": .plain, "held": .plain],
            end: .kept),
        // The number stays, so that it is never given again and the books add up.
        PersonalDataTable(
            "ledger_accounts", of: .account("account_id"), showing: ["number": .plain],
            end: .changed("account_id = NULL")),
    ]
}
