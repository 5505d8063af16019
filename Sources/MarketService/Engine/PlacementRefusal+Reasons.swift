import LedgerService
import Market

extension OrderReason {
    /// Why an order ends that a book refuses when its stop is reached.
    init(stop refusal: PlacementRefusal) {
        switch refusal {
        case .postOnlyWouldTake: self = .stopPostOnly
        case .fillOrKillShort: self = .stopFillOrKill
        case .metItself: self = .selfTrade
        case .beyondCollar: self = .collar
        case .malformed, .repeatedOrder, .bookFull, .collecting, .stopReached: self = .stopRefused
        }
    }
}

extension MarketError {
    /// Why a book refuses an order.
    init(_ refusal: PlacementRefusal) {
        switch refusal {
        case .postOnlyWouldTake: self = .postOnlyWouldTake
        case .fillOrKillShort: self = .fillOrKillShort
        case .metItself: self = .selfTrade
        case .malformed: self = .invalidOrder
        case .beyondCollar: self = .priceCollar
        case .collecting: self = .collecting
        case .stopReached: self = .stopReached
        case .repeatedOrder, .bookFull: self = .limitReached
        }
    }
}
