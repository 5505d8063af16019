import Basics
import HTTPKit
import Ledger
import Market
import ServiceKit
import Storage

/// A request with what the staff has to know of it.
package struct ReviewedRequest: Sendable, Equatable {
    /// The request.
    package let request: MoneyRequest
    /// Whose it is: the account's identifier.
    package let owner: [UInt8]?
    /// Whether it is above the limit of its asset, so that two people have to approve it.
    package let needsTwo: Bool
    /// Who has approved it first.
    package let approval: RequestApproval?
}

// Deposits and withdrawals, as the staff decides about them: above a limit by two people.
extension LedgerAdministration {
    /// The requests of everybody that wait, oldest first.
    ///
    /// - Parameter after: The number that theirs are above.
    package func reviewedRequests(
        after: Int64 = 0, limit: Int
    ) async throws(ServiceError) -> Paged<ReviewedRequest> {
        try await database.reading { connection in
            let assets = try CatalogueStore(connection).catalogue().assets
            let requests = try MoneyRequestStore(connection, assets: assets).requests(
                .waiting, after: after, limit: limit + 1)
            let store = ApprovalStore(connection)
            let (limits, approvals) = (try store.limits(), try store.approvals())
            let accounts = LedgerAccountStore(connection)
            return Paged(
                fetched: try requests.map { request in
                    ReviewedRequest(
                        request: request, owner: try accounts.owner(of: request.account),
                        needsTwo: Self.needsTwo(request, limits), approval: approvals[request.id])
                }, limit: limit, cursor: \.request.id)
        }
    }

    /// Approves a request for somebody of the staff: it is settled, unless it is above the limit of its asset and nobody
    /// else has approved it.
    ///
    /// Throws `unknownRequest`, `requestDecided`, `ownRequest`, and `secondPersonNeeded` for who has approved it before.
    package func approve(
        request id: Int64, by staff: [UInt8], noting: ChangeNotes<ReviewedRequest> = .none
    ) async throws(ServiceError) -> ReviewedRequest {
        try await review(id, by: staff, noting) { request, needsTwo, first, now, connection in
            guard needsTwo else { return (try Self.decide(request, .settled, at: now, connection), nil) }
            guard let first else {
                try ApprovalStore(connection).insert(request: id, by: staff, at: now)
                return (request, try ApprovalStore(connection).approval(of: id))
            }
            guard first.staff != staff else { throw MarketError.secondPersonNeeded }
            return (try Self.decide(request, .settled, at: now, connection), nil)
        }
    }

    /// Refuses a request for somebody of the staff; one person is enough for that.
    ///
    /// Throws `unknownRequest`, `requestDecided`, `ownRequest`, and `invalidText` for what is no reason.
    package func refuse(
        request id: Int64, reason: String, by staff: [UInt8], noting: ChangeNotes<ReviewedRequest> = .none
    ) async throws(ServiceError) -> ReviewedRequest {
        guard reason.contains(where: { !$0.isWhitespace }) else { throw .market(.invalidText) }
        let reason = try Self.read(reason)
        return try await review(id, by: staff, noting) { request, _, _, now, connection in
            (try Self.decide(request, .refused, reason: reason, at: now, connection), nil)
        }
    }

    /// Takes back somebody's own approval; one that there is not, or that is somebody else's, stays as it is.
    ///
    /// Throws `unknownRequest` and `requestDecided`.
    package func withdrawApproval(
        request id: Int64, by staff: [UInt8], noting: ChangeNotes<ReviewedRequest> = .none
    ) async throws(ServiceError) -> ReviewedRequest {
        try await review(id, by: staff, noting) { request, _, first, _, connection in
            guard let first, first.staff == staff else { return (request, first) }
            try ApprovalStore(connection).remove(request: id)
            return (request, nil)
        }
    }

    /// What is decided of a request that waits, and who has approved it then.
    private typealias Review =
        @Sendable (
            _ request: MoneyRequest, _ needsTwo: Bool, _ first: RequestApproval?, _ now: Timestamp,
            _ connection: any Connection
        ) throws -> (MoneyRequest, RequestApproval?)

    private func review(
        _ id: Int64, by staff: [UInt8], _ noting: ChangeNotes<ReviewedRequest>, _ decide: @escaping Review
    ) async throws(ServiceError) -> ReviewedRequest {
        let now = clock.now()
        let reviewed = try await database.writingMarket { connection in
            try noting.around(connection) {
                let request = try Self.request(id, connection)
                guard request.status == .waiting else { throw MarketError.requestDecided }
                let owner = try LedgerAccountStore(connection).owner(of: request.account)
                guard owner != staff else { throw MarketError.ownRequest }
                let store = ApprovalStore(connection)
                let needsTwo = Self.needsTwo(request, try store.limits())
                let (decided, approval) = try decide(request, needsTwo, try store.approval(of: id), now, connection)
                return ReviewedRequest(request: decided, owner: owner, needsTwo: needsTwo, approval: approval)
            }
        }
        if reviewed.request.status != .waiting { changed?([reviewed.request.account]) }
        return reviewed
    }

    private static func needsTwo(_ request: MoneyRequest, _ limits: [Int: Int128]) -> Bool {
        limits[request.asset.number].map { request.amount > $0 } ?? false
    }

    // MARK: - Limits

    /// Above how much of each asset two people have to approve, by the assets' numbers; nil where one is enough.
    package func approvalLimits() async throws(ServiceError) -> [(asset: Asset, limit: Int128?)] {
        try await database.reading { connection in
            let limits = try ApprovalStore(connection).limits()
            return try CatalogueStore(connection).catalogue().assets.map { ($0, limits[$0.number]) }
        }
    }

    /// Sets above how much of an asset two people have to approve; nil lets one be enough.
    ///
    /// It holds at once, for what waits as well: an approval that was given stays the first one.
    @discardableResult
    package func setApprovalLimit(
        _ text: String?, asset name: AssetName, noting: ChangeNotes<Asset> = .none
    ) async throws(ServiceError) -> Asset {
        guard let asset = try await assets().first(where: { $0.name == name }) else { throw .market(.unknownAsset) }
        let limit = try text.map { text throws(ServiceError) in try Self.bound(text, of: asset) }
        return try await database.writingMarket { connection in
            try noting.around(connection) {
                try ApprovalStore(connection).set(limit, asset: asset.number)
                return asset
            }
        }
    }
}
