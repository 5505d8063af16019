import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Storage

/// An order whose numbers have been checked against the market's rules.
struct PlaceCommand: Sendable {
    let account: LedgerAccount
    /// What it asks for.
    let terms: OrderTerms
    /// What its sender calls the order.
    let clientID: ClientOrderID?
    /// When it ends unless it has before; nil for never.
    let expiresAt: Timestamp?
    /// What an instant exchange asks for beyond a market order; nil for every other order.
    let instant: InstantBound?

    /// All of it or nothing, and never worse than `bound`.
    struct InstantBound: Sendable {
        /// The most to be paid or the least to be received, in minor units of the quote asset; nil for any price.
        let bound: Int128?
        /// What it happens for, if it is something that happens once.
        let occasion: OrderOccasion?
    }
}

/// Something for which an order is placed once, as the changing of what was paid of an invoice, and only while that is
/// still to be done.
package struct OrderOccasion: Sendable {
    /// Whether it is still to be done.
    package let isDue: @Sendable (any Connection) throws -> Bool
    /// Keeps that it is done, in the transaction of the order.
    package let keepDone: @Sendable (_ now: Timestamp, any Connection) throws -> Void

    /// Something that is to be done once.
    package init(
        isDue: @escaping @Sendable (any Connection) throws -> Bool,
        keepDone: @escaping @Sendable (_ now: Timestamp, any Connection) throws -> Void
    ) {
        self.isDue = isDue
        self.keepDone = keepDone
    }
}

extension PlaceCommand {
    /// The command that `draft` wishes, or why these rules do not allow it.
    init(_ draft: OrderDraft, account: LedgerAccount, rules: MarketRules) throws(MarketError) {
        var conditions = draft.conditions
        if draft.kind == .market, conditions.timeInForce == .goodTillCancelled {
            conditions.timeInForce = .immediateOrCancel
        }
        let waits = draft.kind != .market && conditions.timeInForce == .goodTillCancelled
        let wrong: [(OrderContradiction, Bool)] = [
            (.missingPrice, draft.kind != .market && draft.price == nil),
            (.needlessPrice, draft.kind == .market && draft.price != nil),
            (.missingStop, draft.kind == .stopLimit && draft.stop == nil),
            (.needlessStop, draft.kind != .stopLimit && draft.stop != nil),
            (.needlessExpiry, draft.expiresAt != nil && !waits), (.needlessPostOnly, conditions.isPostOnly && !waits),
        ]
        let contradictions = wrong.filter(\.1).map(\.0)
        guard contradictions.isEmpty else { throw .contradiction(contradictions) }
        let stop: Int64?
        do throws(OrderFault) { stop = if let price = draft.stop { try rules.ticks(price) } else { nil } } catch {
            throw .stop(error)
        }
        do throws(OrderFault) {
            let lots = try rules.lots(draft.amount)
            var ticks: Int64?
            if let price = draft.price { ticks = try rules.ticks(price) }
            // What it comes to has to fit, on both sides.
            if let ticks { _ = try rules.notional(ticks: ticks, lots: lots) }
            terms = OrderTerms(draft.side, lots: lots, ticks: ticks, stop: stop, conditions)
        } catch {
            throw .order(error)
        }
        self.account = account
        clientID = draft.clientID
        expiresAt = draft.expiresAt
        instant = nil
    }

    /// The whole amount at once, or nothing.
    ///
    /// - Parameter occasion: What it happens for; the trader's own orders are passed over then.
    init(
        instant amount: String, bound: String?, side: Side, account: LedgerAccount, rules: MarketRules,
        occasion: OrderOccasion? = nil
    ) throws(MarketError) {
        let lots: Int64
        do throws(OrderFault) { lots = try rules.lots(amount) } catch { throw .order(error) }
        do throws(AmountFault) {
            var limit: Int128?
            if let bound { limit = try DecimalText.units(bound, exponent: rules.quote.exponent) }
            instant = InstantBound(bound: limit, occasion: occasion)
        } catch {
            throw .bound(error)
        }
        self.account = account
        clientID = nil
        expiresAt = nil
        terms = OrderTerms(
            side, lots: lots, ticks: nil,
            OrderConditions(timeInForce: .fillOrKill, selfTrade: occasion == nil ? .cancelNewest : .passOver))
    }
}

extension PlaceCommand {
    /// Under which name the order is found again; nil when its sender gave it none.
    var key: ClientOrderKey? { clientID.map { ClientOrderKey(account: account, clientID: $0) } }
}

extension LiveOrder {
    /// The order that `command` places; it enters the book at the sequence `placed` unless it waits for its stop.
    convenience init(id: Int64, placing command: PlaceCommand, placed: Int64, at now: Timestamp) {
        let waits = command.terms.stop != nil
        self.init(
            id: id, account: command.account, command.terms, clientID: command.clientID,
            status: waits ? .waiting : .queued,
            placed: waits ? 0 : placed, at: now, until: command.expiresAt)
    }
}

/// What a market's writer is asked to do.
indirect enum MarketCommand: Sendable {
    /// Place an order.
    case place(PlaceCommand)
    /// Cancel an open order of an account.
    case cancel(id: Int64, account: LedgerAccount)
    /// Place a limit order and a stop of which one ends when anything happens to the other.
    case placePair(PlaceCommand, PlaceCommand)
    /// Cancel every open order of an account.
    case cancelAll(account: LedgerAccount, reason: OrderReason)
    /// Cancel every open order of an account if its timer is still due at this instant.
    case cancelAllWhenDue(account: LedgerAccount, at: Timestamp)
    /// Do what is due by now: orders that end, an auction that does, and what an operator has ended.
    case lookAtTime
    /// Make an open order another.
    case amend(AmendCommand)
    /// Do this once, and keep the answer in the same transaction.
    case once(MarketCommand, OrdersKeeping)

    /// The command, to be carried out once when there is something that keeps its answer.
    func keeping(_ keeping: OrdersKeeping?) -> MarketCommand {
        keeping.map { .once(self, $0) } ?? self
    }

    /// Whose orders it is about; nil for those of everybody.
    var account: LedgerAccount? {
        switch deed {
        case .place(let order), .placePair(let order, _): order.account
        case .cancel(_, let account), .cancelAll(let account, _), .cancelAllWhenDue(let account, _): account
        case .amend(let amendment): amendment.account
        case .lookAtTime, .once: nil
        }
    }

    /// Whether it can be told to another server: it carries no code of its own.
    var canBeTold: Bool {
        switch deed {
        case .place(let order): order.instant?.occasion == nil
        case .placePair(let limit, let stop): limit.instant?.occasion == nil && stop.instant?.occasion == nil
        case .cancel, .cancelAll, .cancelAllWhenDue, .lookAtTime, .amend, .once: true
        }
    }

    /// What is to be done, however often.
    var deed: MarketCommand {
        if case .once(let command, _) = self { command.deed } else { self }
    }
}

/// What became of a command: the orders that it concerned, as they were right after it.
typealias CommandResult = Result<[OrderRecord], ServiceError>
