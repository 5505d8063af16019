import API
import HTTPKit
import Ledger
import LedgerService
import Market

extension MarketError {
    /// What is wrong with which property of the body, when the error is about one.
    var faults: [Fault]? {
        switch self {
        case .order(let fault):
            switch fault {
            case .malformedAmount: [Fault(path: "$.amount", message: "must be a plain decimal number")]
            case .malformedPrice: [Fault(path: "$.price", message: "must be a plain decimal number")]
            case .zeroPrice: [Fault(path: "$.price", message: "must not be zero")]
            case .offTick: [Fault(path: "$.price", message: "must be a whole number of the market's ticks")]
            case .offLot: [Fault(path: "$.amount", message: "must be a whole number of the market's lots")]
            case .belowMinimum: [Fault(path: "$.amount", message: "is below the market's minimum")]
            case .tooLarge: [Fault(path: "$.amount", message: "is too large, or its price is")]
            }
        case .amount(let fault):
            switch fault {
            case .malformed: [Fault(path: "$.amount", message: "must be a plain decimal number above zero")]
            case .overPrecise: [Fault(path: "$.amount", message: "has more decimal places than the asset")]
            case .tooLarge: [Fault(path: "$.amount", message: "is too large")]
            }
        default: nil
        }
    }
}
