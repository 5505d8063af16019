import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Storage

/// What one server answers to commands of another.
enum ForwardedAnswer {
    /// They were carried out, each with its result.
    case results([CommandResult])
    /// Nothing has happened: the server does not write the market.
    case notHere
    /// Why they were not carried out, or what went wrong on the way.
    case failure(ServiceError)

    /// The answer of these bytes.
    ///
    /// - Parameter rules: The rules of the market that was asked about.
    init(_ bytes: [UInt8], _ rules: MarketRules) throws(WireFault) {
        var reader = WireReader(bytes)
        switch try reader.byte() {
        case 0:
            self = .results(
                try reader.list { (reader) throws(WireFault) -> CommandResult in
                    switch try reader.byte() {
                    case 0:
                        .success(try reader.list { (reader) throws(WireFault) in try reader.order(rules) })
                    case 1: .failure(try reader.failure())
                    default: throw WireFault()
                    }
                })
        case 1: self = .notHere
        case 2: self = .failure(try reader.failure())
        default: throw WireFault()
        }
        try reader.end()
    }

    /// The bytes.
    var bytes: [UInt8] {
        var writer = WireWriter()
        switch self {
        case .results(let results):
            writer.byte(0)
            writer.list(results) { writer, result in
                switch result {
                case .success(let orders):
                    writer.byte(0)
                    writer.list(orders) { $0.order($1) }
                case .failure(let error):
                    writer.byte(1)
                    writer.failure(error)
                }
            }
        case .notHere: writer.byte(1)
        case .failure(let error):
            writer.byte(2)
            writer.failure(error)
        }
        return writer.bytes
    }
}

/// What goes wrong with orders in the market's writer, by what it is called between servers.
private enum ToldFailure {
    static let market: [String: MarketError] = named([
        .unknownMarket, .marketInactive, .unknownOrder, .notOpen(nil), .notOpen(.filled), .notOpen(.cancelled),
        .notEnoughBalance, .postOnlyWouldTake,
        .fillOrKillShort, .selfTrade, .boundNotMet, .invalidOrder, .limitReached, .disabled, .clientIDUsed,
        .amountExecuted, .halted, .collecting, .priceCollar, .invalidExpiry, .stopReached, .paired, .wrongPhase,
        .order(.malformedAmount), .order(.malformedPrice), .order(.zeroPrice), .order(.offTick), .order(.offLot),
        .order(.belowMinimum), .order(.tooLarge), .order(.longAmount), .order(.longPrice), .order(.largePrice),
        .restBelowMinimum,
        .amount(.malformed), .amount(.overPrecise), .amount(.tooLarge), .amount(.tooLong),
    ])
    static let storage: [String: StorageError] = named([
        .uniqueViolation, .busy, .overloaded, .timedOut, .readOnly, .full, .corrupt, .unavailable, .connectionLost,
        .closed,
    ])

    private static func named<Failure>(_ failures: [Failure]) -> [String: Failure] {
        Dictionary(failures.map { ("\($0)", $0) }) { first, _ in first }
    }
}

extension WireWriter {
    fileprivate mutating func failure(_ error: ServiceError) {
        switch error {
        case .refused(let fault as MarketError):
            byte(1)
            text("\(fault)")
        case .refused(KeyFault.answered(let answer)):
            byte(2)
            blob(answer)
        case .refused(KeyFault.reused): byte(3)
        case .request(.overloaded): byte(4)
        case .storage(let cause):
            byte(5)
            text((cause as? StorageError).map { "\($0)" } ?? "")
        case .account, .refused, .request:
            byte(5)
            text("")
        }
    }

    fileprivate mutating func order(_ order: OrderRecord) {
        integer(order.id)
        terms(order.terms)
        integer(order.executed)
        amount(order.executedNotional)
        amount(order.fee)
        integer(order.status.rawValue)
        optional(order.reason) { $0.integer($1.rawValue) }
        optional(order.clientID) { $0.text($1.text) }
        optional(order.successor) { $0.integer($1) }
        optional(order.expiresAt) { $0.integer($1.milliseconds) }
        optional(order.partner) { $0.integer($1) }
        integer(order.createdAt.milliseconds)
        integer(order.updatedAt.milliseconds)
    }
}

extension WireReader {
    fileprivate mutating func failure() throws(WireFault) -> ServiceError {
        switch try byte() {
        case 1:
            guard let fault = ToldFailure.market[try text()] else { throw WireFault() }
            return .market(fault)
        case 2: return .refused(KeyFault.answered(try blob()))
        case 3: return .refused(KeyFault.reused)
        case 4: return .request(.overloaded)
        case 5: return .storage(ToldFailure.storage[try text()] ?? .other(code: "peer"))
        default: throw WireFault()
        }
    }

    fileprivate mutating func order(_ rules: MarketRules) throws(WireFault) -> OrderRecord {
        OrderRecord(
            id: try integer(), market: rules, terms: try terms(), executed: try integer(),
            executedNotional: try amount(), fee: try amount(), status: try value(OrderStatus.self),
            reason: try optional { (reader) throws(WireFault) in try reader.value(OrderReason.self) },
            clientID: try optional { (reader) throws(WireFault) in try reader.clientID() },
            successor: try optional { (reader) throws(WireFault) in try reader.integer() },
            expiresAt: try optional { (reader) throws(WireFault) in try reader.instant() },
            partner: try optional { (reader) throws(WireFault) in try reader.integer() },
            createdAt: try instant(), updatedAt: try instant())
    }
}
