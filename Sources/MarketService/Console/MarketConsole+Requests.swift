import AccountService
import HTTPKit
import Ledger
import LedgerService

// Deposits and withdrawals that wait.
extension MarketConsole {
    /// How many requests are told at a time.
    static let requestsAtOnce = 100

    /// The requests that wait, oldest first.
    func requests(after: Int64) async throws(ServiceError) -> Paged<ReviewedRequest> {
        try await administration.reviewedRequests(after: after, limit: Self.requestsAtOnce)
    }

    /// Approves a request: it is settled unless a second person has to approve it too.
    func settle(
        _ id: Int64, by staff: [UInt8], keeping: AnswerKeeping<ReviewedRequest>?
    ) async throws(ServiceError) -> ReviewedRequest {
        try await administration.approve(
            request: id, by: staff,
            noting: notes(by: staff, keeping: keeping) { reviewed in
                (reviewed.request.status == .settled ? .requestSettled : .requestApproved, reviewed.request.subject)
            })
    }

    /// Refuses a request and says why.
    func refuse(
        _ id: Int64, reason: String, by staff: [UInt8], keeping: AnswerKeeping<ReviewedRequest>?
    ) async throws(ServiceError) -> ReviewedRequest {
        try await administration.refuse(
            request: id, reason: reason, by: staff,
            noting: notes(.requestRefused, by: staff, keeping: keeping) { $0.request.subject })
    }

    /// Takes back somebody's own approval.
    func withdrawApproval(
        of id: Int64, by staff: [UInt8], keeping: AnswerKeeping<ReviewedRequest>?
    ) async throws(ServiceError) -> ReviewedRequest {
        try await administration.withdrawApproval(
            request: id, by: staff,
            noting: notes(.approvalWithdrawn, by: staff, keeping: keeping) { reviewed in
                // Somebody else's approval stands: nothing was taken back.
                reviewed.approval == nil ? reviewed.request.subject : nil
            })
    }
}

extension MoneyRequest {
    /// The request in the journal: its number and what it moves, never whose it is.
    fileprivate var subject: String {
        "\(id) \(kind == .deposit ? "deposit" : "withdrawal") \(asset.amountText(amount))"
    }
}
