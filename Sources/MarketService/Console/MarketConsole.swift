import AccountService
import Basics
import HTTPKit
import LedgerService
import ServiceKit
import Storage

/// What the market's staff does in its console.
///
/// Each change is written down in the journal in the transaction that makes it. The use cases are in extensions, one file
/// for each kind of them.
package struct MarketConsole: Sendable {
    let market: MarketService
    let audits: LedgerAudits

    /// The console of these markets.
    package init(market: MarketService) {
        self.market = market
        self.audits = LedgerAudits(market: market)
    }

    var database: any Database { market.database }
    var administration: LedgerAdministration { market.administration }

    /// What is noted with a change: its entry in the journal, and the answer for whoever asks for it again.
    ///
    /// - Parameters:
    ///   - subject: What the journal says of it; nil for a change that changed nothing.
    ///   - keeping: Keeps the answer; nil for a request that has no key.
    func notes<Outcome: Sendable>(
        _ action: AuditAction, by staff: [UInt8], keeping: AnswerKeeping<Outcome>?,
        _ subject: @escaping @Sendable (Outcome) -> String?
    ) -> ChangeNotes<Outcome> {
        notes(by: staff, keeping: keeping) { outcome in subject(outcome).map { (action, $0) } }
    }

    /// The same for a change that may turn out to be one of several.
    func notes<Outcome: Sendable>(
        by staff: [UInt8], keeping: AnswerKeeping<Outcome>?,
        _ entry: @escaping @Sendable (Outcome) -> (action: AuditAction, subject: String)?
    ) -> ChangeNotes<Outcome> {
        let now = market.clock.now()
        return ChangeNotes(
            before: { try keeping?.begin($0) },
            after: { outcome, connection in
                if let (action, subject) = entry(outcome) {
                    try AuditTrail.append(
                        action, subject: subject, by: .account(staff), at: now, to: .market, in: connection)
                }
                try keeping?.keep(outcome, connection)
            })
    }
}

extension AuditAction {
    /// An asset was added; the subject is its name.
    static let assetAdded = AuditAction(rawValue: "asset.added")
    /// What is asked of withdrawals was changed; the subject is the asset and the new terms.
    static let termsChanged = AuditAction(rawValue: "asset.terms")
    /// A market was added; the subject is its name.
    static let marketAdded = AuditAction(rawValue: "market.added")
    /// A market takes no more orders; the subject is its name.
    static let marketPaused = AuditAction(rawValue: "market.paused")
    /// A market takes orders again; the subject is its name.
    static let marketResumed = AuditAction(rawValue: "market.resumed")
    /// The fees of a market were changed; the subject is its name and the new tiers.
    static let feesChanged = AuditAction(rawValue: "market.fees")
    /// A request was approved by the first of two; the subject is its number and what it moves, as in the next three.
    static let requestApproved = AuditAction(rawValue: "request.approved")
    /// Somebody took back their approval.
    static let approvalWithdrawn = AuditAction(rawValue: "request.unapproved")
    /// The money of a request was moved.
    static let requestSettled = AuditAction(rawValue: "request.settled")
    /// A request was refused.
    static let requestRefused = AuditAction(rawValue: "request.refused")
    /// Somebody looked an account up; the subject is its number in the ledger, or nothing when there is none.
    static let accountFound = AuditAction(rawValue: "account.found")
    /// An account got another bound; the subject is its number in the ledger, the asset and the bound.
    static let limitChanged = AuditAction(rawValue: "account.limit")
    /// The ledger was audited; the subject is what was found.
    static let ledgerAudited = AuditAction(rawValue: "ledger.audited")
}
