import Ledger
import Market

/// An order whose numbers have been checked against the market's rules.
struct PlaceCommand: Sendable {
    let account: LedgerAccount
    let side: Side
    let kind: OrderKind
    let ticks: Int64?
    let stop: Int64?
    let lots: Int64
    let timeInForce: TimeInForce
    let isPostOnly: Bool
    let selfTrade: SelfTradePrevention
    /// What an instant exchange asks for beyond a market order; nil for every other order.
    let instant: InstantBound?

    /// All of it or nothing, and never worse than `bound`.
    struct InstantBound: Sendable {
        /// The most to be paid or the least to be received, in minor units of the quote asset; nil for any price.
        let bound: Int128?
        /// The invoice whose payment this changes: it happens once, and only while that is still to be done.
        let invoice: Int64?
    }
}

extension PlaceCommand {
    /// The command that `draft` wishes, or why these rules do not allow it.
    init(_ draft: OrderDraft, account: LedgerAccount, rules: MarketRules) throws(MarketError) {
        let hasPrices =
            switch draft.kind {
            case .limit: draft.price != nil && draft.stop == nil
            case .market: draft.price == nil && draft.stop == nil
            case .stopLimit: draft.price != nil && draft.stop != nil
            }
        guard hasPrices else { throw .invalidOrder }
        do throws(OrderFault) {
            lots = try rules.lots(draft.amount)
            var limit: Int64?
            if let price = draft.price { limit = try rules.ticks(price) }
            var trigger: Int64?
            if let stop = draft.stop { trigger = try rules.ticks(stop) }
            // What it comes to has to fit, on both sides.
            if let limit { _ = try rules.notional(ticks: limit, lots: lots) }
            ticks = limit
            stop = trigger
        } catch {
            throw .order(error)
        }
        guard !draft.isPostOnly || (draft.kind != .market && draft.timeInForce == .goodTillCancelled) else {
            throw .invalidOrder
        }
        self.account = account
        side = draft.side
        kind = draft.kind
        timeInForce =
            draft.kind == .market && draft.timeInForce == .goodTillCancelled
            ? .immediateOrCancel : draft.timeInForce
        isPostOnly = draft.isPostOnly
        selfTrade = draft.selfTrade
        instant = nil
    }

    /// The whole amount at once, or nothing.
    ///
    /// - Parameter invoice: The invoice whose payment is changed; the merchant's own orders are passed over then.
    init(
        instant amount: String, bound: String?, side: Side, account: LedgerAccount, rules: MarketRules,
        invoice: Int64? = nil
    ) throws(MarketError) {
        do throws(OrderFault) { lots = try rules.lots(amount) } catch { throw .order(error) }
        do throws(AmountFault) {
            var limit: Int128?
            if let bound { limit = try DecimalText.units(bound, exponent: rules.quote.exponent) }
            instant = InstantBound(bound: limit, invoice: invoice)
        } catch {
            throw .amount(error)
        }
        self.account = account
        self.side = side
        kind = .market
        ticks = nil
        stop = nil
        timeInForce = .fillOrKill
        isPostOnly = false
        selfTrade = invoice == nil ? .cancelNewest : .passOver
    }
}

/// What a market's writer is asked to do.
enum MarketCommand: Sendable {
    /// Place an order.
    case place(PlaceCommand)
    /// Cancel an open order of an account.
    case cancel(id: Int64, account: LedgerAccount)
    /// Cancel every open order of an account.
    case cancelAll(account: LedgerAccount)
}

/// What became of a command: the orders that it concerned, as they were right after it.
typealias CommandResult = Result<[OrderRecord], MarketError>
