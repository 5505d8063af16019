import Accounts
import Basics
import HTTPKit
import Ledger
import Market
import ServiceKit
import Storage

// Money that comes in and goes out.
extension LedgerAdministration {
    /// Credits the account with this e-mail address from the world outside.
    @discardableResult
    package func deposit(
        to email: String, asset: AssetName, amount: String
    ) async throws(ServiceError) -> TransactionRecord {
        let address: EmailAddress
        do throws(AccountError) { address = try EmailAddress(email) } catch { throw .account(error) }
        let account = try await database.reading { try LedgerAccountStore($0).account(email: address.text) }
        guard let account else { throw .market(.unknownAccount) }
        return try await deposit(toAccount: account, asset: asset, amount: amount)
    }

    /// Credits an account from the world outside.
    @discardableResult
    package func deposit(
        toAccount account: [UInt8], asset name: AssetName, amount: String
    ) async throws(ServiceError) -> TransactionRecord {
        guard let asset = try await assets().first(where: { $0.name == name }), asset.isActive else {
            throw .market(.unknownAsset)
        }
        let amount = try Self.amount(amount, of: asset)
        let now = clock.now()
        let (number, record) = try await database.writingMarket { connection in
            let number = try LedgerAccountStore(connection).makeNumber(of: account)
            let transfers = TransferStore(connection)
            let id = try transfers.carryOut(
                Self.fromWorld(amount, to: number, asset), .init(kind: .deposit, address: nil, memo: nil), at: now)
            guard let record = try transfers.transaction(id, of: number, asset: asset) else {
                throw StorageError.corrupt
            }
            return (number, record)
        }
        changed?([number])
        return record
    }

    /// Credits an account from the world outside, within a transaction of the caller's.
    package static func credit(
        _ amount: String, of name: AssetName, toAccount account: [UInt8], at now: Timestamp,
        in connection: any Connection
    ) throws {
        guard let asset = try CatalogueStore(connection).asset(name) else { throw MarketError.unknownAsset }
        let number = try LedgerAccountStore(connection).makeNumber(of: account)
        try TransferStore(connection).carryOut(
            fromWorld(try Self.amount(amount, of: asset), to: number, asset),
            .init(kind: .deposit, address: nil, memo: nil), at: now)
    }

    private static func fromWorld(_ amount: Int128, to account: LedgerAccount, _ asset: Asset) throws -> Transfer {
        try Transfer([
            Posting(account: .world, asset: asset.number, amount: -amount),
            Posting(account: account, asset: asset.number, amount: amount),
        ])
    }

    /// What a withdrawal does: its owner gives the amount, and the house keeps the fee of what the world receives.
    private static func toWorld(_ request: MoneyRequest) throws -> Transfer {
        try Transfer([
            Posting(account: request.account, asset: request.asset.number, amount: -request.amount),
            Posting(account: .world, asset: request.asset.number, amount: request.amount, fee: request.fee),
        ])
    }

    // MARK: - Requests

    /// Requests of everybody with this status, or with any, oldest first.
    ///
    /// - Parameter after: The number that theirs are above.
    package func requests(
        _ status: MoneyRequestStatus?, after: Int64 = 0, limit: Int = 1000
    ) async throws(ServiceError) -> Paged<MoneyRequest> {
        try await database.reading { connection in
            let assets = try CatalogueStore(connection).catalogue().assets
            return Paged(
                fetched: try MoneyRequestStore(connection, assets: assets).requests(
                    status, after: after, limit: limit + 1), limit: limit, cursor: \.id)
        }
    }

    /// Moves the money that a request asks to move.
    @discardableResult
    package func settle(request id: Int64) async throws(ServiceError) -> MoneyRequest {
        try await decide(id, .settled)
    }

    /// Refuses a request; what was held is free again.
    ///
    /// - Parameter reason: Why, for its owner.
    @discardableResult
    package func refuse(request id: Int64, reason: String? = nil) async throws(ServiceError) -> MoneyRequest {
        let reason = try Self.read(reason)
        return try await decide(id, .refused, reason: reason)
    }

    /// Takes a request back that waits, for its owner; what was held is free again.
    ///
    /// Throws `unknownRequest` for somebody else's as for one that there is not, and `requestDecided`.
    ///
    /// - Parameter noting: What belongs into the same transaction.
    package func cancel(
        request id: Int64, of account: LedgerAccount,
        noting: @escaping @Sendable (MoneyRequest, any Connection) throws -> Void
    ) async throws(ServiceError) -> MoneyRequest {
        try await decide(id, .cancelled, of: account, noting: noting)
    }

    /// Keeps a decision; the first one holds, whoever made it.
    private func decide(
        _ id: Int64, _ status: MoneyRequestStatus, reason: String? = nil, of owner: LedgerAccount? = nil,
        noting: @escaping @Sendable (MoneyRequest, any Connection) throws -> Void = { _, _ in }
    ) async throws(ServiceError) -> MoneyRequest {
        let now = clock.now()
        let request = try await database.writingMarket { connection in
            let request = try Self.request(id, connection)
            guard owner == nil || request.account == owner else { throw MarketError.unknownRequest }
            let decided = try Self.decide(request, status, reason: reason, at: now, connection)
            try noting(decided, connection)
            return decided
        }
        changed?([request.account])
        return request
    }

    /// A request, whether it waits or not; throws `unknownRequest`.
    static func request(_ id: Int64, _ connection: any Connection) throws -> MoneyRequest {
        let store = MoneyRequestStore(connection, assets: try CatalogueStore(connection).catalogue().assets)
        guard let request = try store.request(id) else { throw MarketError.unknownRequest }
        return request
    }

    /// Keeps a decision about a request and does what it says, within a transaction; throws `requestDecided`.
    static func decide(
        _ request: MoneyRequest, _ status: MoneyRequestStatus, reason: String? = nil, at now: Timestamp,
        _ connection: any Connection
    ) throws -> MoneyRequest {
        let store = MoneyRequestStore(connection, assets: [request.asset])
        guard try store.decide(request.id, status, reason: reason, at: now) else { throw MarketError.requestDecided }
        try ApprovalStore(connection).remove(request: request.id)
        let transfers = TransferStore(connection)
        let key = BalanceKey(account: request.account, asset: request.asset.number)
        switch (request.kind, status) {
        case (.deposit, .settled):
            try transfers.carryOut(
                fromWorld(request.amount, to: request.account, request.asset),
                .init(kind: .deposit, address: nil, memo: request.trackingCode), at: now)
        case (.withdrawal, .settled):
            try transfers.carryOut(
                toWorld(request), .init(kind: .withdrawal, address: nil, memo: nil), at: now,
                releasing: [(key, request.amount)])
        case (.withdrawal, .refused), (.withdrawal, .cancelled):
            try transfers.hold(-request.amount, key)
            try OutgoingStore(connection).giveBack(request: request.id)
        case (.deposit, .refused), (.deposit, .cancelled), (_, .waiting):
            break
        }
        guard let decided = try store.request(request.id) else { throw StorageError.corrupt }
        return decided
    }
}
