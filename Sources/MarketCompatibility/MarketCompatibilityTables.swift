import ServiceKit

/// What this module keeps of accounts.
package enum MarketCompatibilityTables {
    /// The invoices of a merchant; what was paid is in the ledger.
    package static let kept = [
        PersonalDataTable(
            "payment_orders", of: .trader("merchant = ?1"),
            showing: [
                "created_at": .instant, "id": .plain, "status": .plain, "receive_asset": .plain, "to_receive": .plain,
                "expected_asset": .plain, "expected_amount": .plain, "receiver": .plain, "external_id": .plain,
                "callback_url": .plain, "error_url": .plain, "success_url": .plain, "refund_email": .plain,
                "label": .plain, "memo": .plain, "refunded": .plain, "language": .plain, "updated_at": .instant,
                "expires_at": .instant,
            ])
    ]
}
