import Basics
import Ledger
import LedgerService
import Market

/// How an open order is to be another, as somebody wishes it; what is left out stays.
package struct AmendDraft: Sendable, Equatable {
    /// How much of the base is ordered in all, what is executed already included; a decimal number.
    package var amount: String?
    /// The limit, a decimal number.
    package var price: String?
    /// What its sender calls the order that comes in the place of this one, if one does.
    package var clientID: ClientOrderID?

    /// A draft.
    package init(amount: String? = nil, price: String? = nil, clientID: ClientOrderID? = nil) {
        self.amount = amount
        self.price = price
        self.clientID = clientID
    }
}

/// What became of an order that was to be another.
package struct Amendment: Sendable, Equatable {
    /// The order as it is now: itself, or the one that came in its place.
    package let order: OrderRecord
    /// The one whose place was taken; nil when the order kept its number and its place in the queue.
    package let replaced: OrderRecord?

    /// What the market's writer answered: the order, and after it the one whose place it took.
    init(_ orders: [OrderRecord]) throws(MarketError) {
        guard let order = orders.first else { throw .disabled }
        self.order = order
        replaced = orders.count > 1 ? orders[1] : nil
    }
}

/// An amendment whose numbers have been checked against the market's rules.
struct AmendCommand: Sendable {
    /// The order.
    let id: Int64
    let account: LedgerAccount
    /// How much is ordered in all, in lots; nil for as much as now.
    let lots: Int64?
    /// The limit in ticks; nil for the one that it has.
    let ticks: Int64?
    let clientID: ClientOrderID?

    /// An amendment that was checked before.
    init(id: Int64, account: LedgerAccount, lots: Int64?, ticks: Int64?, clientID: ClientOrderID?) {
        self.id = id
        self.account = account
        self.lots = lots
        self.ticks = ticks
        self.clientID = clientID
    }

    /// The command that `draft` wishes, or why these rules do not allow it.
    init(_ draft: AmendDraft, of id: Int64, account: LedgerAccount, rules: MarketRules) throws(MarketError) {
        guard draft.amount != nil || draft.price != nil else { throw .invalidOrder }
        do throws(OrderFault) {
            lots = if let amount = draft.amount { try rules.lots(amount) } else { nil }
            ticks = if let price = draft.price { try rules.ticks(price) } else { nil }
        } catch {
            throw .order(error)
        }
        self.id = id
        self.account = account
        clientID = draft.clientID
    }
}

extension LiveOrder {
    /// The order that comes in place of this one, or why these rules do not allow it.
    ///
    /// - Parameters:
    ///   - lots: What is not executed yet of what is wanted.
    ///   - sequence: The sequence at which it comes.
    func replacement(
        ticks: Int64, lots: Int64, calling clientID: ClientOrderID?, at sequence: Int64, _ now: Timestamp,
        _ rules: MarketRules
    ) throws(MarketError) -> LiveOrder {
        do throws(OrderFault) {
            guard lots >= rules.minimumLots else { throw .belowMinimum }
            _ = try rules.notional(ticks: ticks, lots: lots)
        } catch {
            throw .order(error)
        }
        var terms = terms
        (terms.ticks, terms.lots) = (ticks, lots)
        // A stop that was reached is behind it.
        if status == .queued { terms.stop = nil }
        return LiveOrder(
            id: MarketNumbering.number(at: sequence, market: rules.number), account: account, terms,
            clientID: clientID, status: status, placed: status == .waiting ? 0 : sequence, at: now, until: expiresAt)
    }
}
