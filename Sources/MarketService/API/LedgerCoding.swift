import API
import HTTPKit
import Ledger
import LedgerService
import Market

// Assets and money as our own API reads and writes them; amounts travel as decimal text, never as numbers.

extension AssetName {
    /// The name that a body says.
    package init(checking text: String) throws {
        guard let name = AssetName(text) else { throw ServiceError.market(.unknownAsset) }
        self = name
    }
}

extension Asset {
    /// The text of so many minor units.
    package func text(_ units: Int128) -> String { DecimalText.text(units, exponent: exponent) }
}

extension MarketAssetBody {
    /// An asset as everybody sees it.
    package init(_ asset: Asset) {
        self.init(
            name: asset.name.text, kind: asset.kind.apiValue, title: asset.title, prefix: asset.prefix,
            postfix: asset.postfix, decimals: asset.decimals, exponent: asset.exponent, isActive: asset.isActive)
    }
}

extension MarketTransactionBody {
    /// A line of a statement.
    package init(_ line: TransactionRecord) {
        self.init(
            id: String(line.id), kind: line.kind.apiValue, amount: line.asset.text(line.amount),
            fee: line.asset.text(line.fee), balance: line.asset.text(line.balanceAfter), at: line.at,
            address: line.address, memo: line.memo)
    }
}

extension MarketMoneyRequestBody {
    init(_ request: MoneyRequest) {
        self.init(
            id: String(request.id), kind: request.kind.apiValue, asset: request.asset.name.text,
            amount: request.asset.text(request.amount), bankAccount: request.bankAccount,
            fee: request.fee == 0 ? nil : request.asset.text(request.fee),
            receives: request.kind == .deposit ? nil : request.asset.text(request.amount - request.fee),
            status: request.status.apiValue, createdAt: request.createdAt, decidedAt: request.decidedAt,
            reason: request.reason)
    }
}

// MARK: - Closed sets

extension AssetKind {
    /// As it travels.
    var apiValue: MarketAssetKind {
        switch self {
        case .points: .points
        case .crypto: .crypto
        case .currency: .currency
        }
    }
}

extension TransferKind {
    /// As it travels.
    var apiValue: MarketTransactionKind {
        switch self {
        case .trade: .trade
        case .deposit: .deposit
        case .withdrawal: .withdrawal
        case .received: .received
        case .sent: .sent
        case .points: .points
        case .invoice: .invoice
        case .time: .time
        }
    }
}

extension MoneyRequestKind {
    /// As it travels.
    package var apiValue: MarketRequestKind { self == .deposit ? .deposit : .withdrawal }
}

extension MoneyRequestStatus {
    /// As it travels.
    package var apiValue: MarketRequestStatus {
        switch self {
        case .waiting: .waiting
        case .settled: .settled
        case .refused: .refused
        case .cancelled: .cancelled
        }
    }
}
