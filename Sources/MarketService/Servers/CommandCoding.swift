import Basics
import HTTPKit
import Ledger
import LedgerService
import Market

/// Commands on their way from one server to another.
struct ForwardedCommands {
    /// What the sender calls them; no others are called so.
    let id: [UInt8]
    /// The market whose writer they are for.
    let market: Int
    let commands: [MarketCommand]

    init(id: [UInt8], market: Int, _ commands: [MarketCommand]) {
        self.id = id
        self.market = market
        self.commands = commands
    }

    init(_ bytes: [UInt8]) throws(WireFault) {
        var reader = WireReader(bytes)
        id = try reader.blob()
        market = Int(try reader.integer())
        commands = try reader.list { (reader) throws(WireFault) in try reader.command() }
        try reader.end()
    }

    /// The bytes, or nil when one of the commands has code of its own and is carried out where it was made or not at all.
    var bytes: [UInt8]? {
        var writer = WireWriter()
        writer.blob(id)
        writer.integer(Int64(market))
        do {
            try writer.list(commands) { (writer, command) in try writer.command(command) }
        } catch {
            return nil
        }
        return writer.bytes
    }
}

extension WireWriter {
    /// A command; throws for one that cannot be told.
    fileprivate mutating func command(_ command: MarketCommand) throws(WireFault) {
        switch command {
        case .place(let order):
            byte(1)
            try place(order)
        case .cancel(let id, let account):
            byte(2)
            integer(id)
            integer(account.rawValue)
        case .placePair(let limit, let stop):
            byte(3)
            try place(limit)
            try place(stop)
        case .cancelAll(let account, let reason):
            byte(4)
            integer(account.rawValue)
            integer(reason.rawValue)
        case .cancelAllWhenDue(let account, let instant):
            byte(5)
            integer(account.rawValue)
            integer(instant.milliseconds)
        case .lookAtTime:
            byte(6)
        case .amend(let amendment):
            byte(7)
            integer(amendment.id)
            integer(amendment.account.rawValue)
            optional(amendment.lots) { $0.integer($1) }
            optional(amendment.ticks) { $0.integer($1) }
            optional(amendment.clientID) { $0.text($1.text) }
        case .once(let command, let keeping):
            byte(8)
            integer(keeping.request.account.rawValue)
            text(keeping.request.key.text)
            blob(keeping.request.digest)
            integer(keeping.request.at.milliseconds)
            integer(Int64(keeping.part))
            integer(keeping.form.rawValue)
            try self.command(command)
        }
    }

    private mutating func place(_ order: PlaceCommand) throws(WireFault) {
        guard order.instant?.occasion == nil else { throw WireFault() }
        integer(order.account.rawValue)
        terms(order.terms)
        optional(order.clientID) { $0.text($1.text) }
        optional(order.expiresAt) { $0.integer($1.milliseconds) }
        optional(order.instant) { $0.optional($1.bound) { $0.amount($1) } }
    }

    mutating func terms(_ terms: OrderTerms) {
        integer(terms.side.rawValue)
        integer(terms.lots)
        optional(terms.ticks) { $0.integer($1) }
        optional(terms.stop) { $0.integer($1) }
        integer(terms.conditions.timeInForce.rawValue)
        byte(terms.conditions.isPostOnly ? 1 : 0)
        integer(terms.conditions.selfTrade.rawValue)
    }
}

extension WireReader {
    /// - Parameter depth: How many commands this one is within.
    fileprivate mutating func command(within depth: Int = 0) throws(WireFault) -> MarketCommand {
        switch try byte() {
        case 1: return .place(try place())
        case 2: return .cancel(id: try integer(), account: try account())
        case 3: return .placePair(try place(), try place())
        case 4: return .cancelAll(account: try account(), reason: try value(OrderReason.self))
        case 5: return .cancelAllWhenDue(account: try account(), at: try instant())
        case 6: return .lookAtTime
        case 7:
            return .amend(
                AmendCommand(
                    id: try integer(), account: try account(),
                    lots: try optional { (reader) throws(WireFault) in try reader.integer() },
                    ticks: try optional { (reader) throws(WireFault) in try reader.integer() },
                    clientID: try optional { (reader) throws(WireFault) in try reader.clientID() }))
        case 8 where depth == 0:
            let account = try account()
            guard let key = IdempotencyKey(try text()) else { throw WireFault() }
            let request = KeyedRequest(account: account, key: key, digest: try blob(), at: try instant())
            let keeping = OrdersKeeping(
                request: request, part: Int(try integer()), form: try value(OrdersAnswer.self))
            return .once(try command(within: 1), keeping)
        default: throw WireFault()
        }
    }

    private mutating func place() throws(WireFault) -> PlaceCommand {
        PlaceCommand(
            account: try account(), terms: try terms(),
            clientID: try optional { (reader) throws(WireFault) in try reader.clientID() },
            expiresAt: try optional { (reader) throws(WireFault) in try reader.instant() },
            instant: try optional { (reader) throws(WireFault) in
                PlaceCommand.InstantBound(
                    bound: try reader.optional { (reader) throws(WireFault) in try reader.amount() }, occasion: nil)
            })
    }

    mutating func terms() throws(WireFault) -> OrderTerms {
        let side = try value(Side.self)
        let lots = try integer()
        let ticks = try optional { (reader) throws(WireFault) in try reader.integer() }
        let stop = try optional { (reader) throws(WireFault) in try reader.integer() }
        let timeInForce = try value(TimeInForce.self)
        let isPostOnly = try byte() == 1
        return OrderTerms(
            side, lots: lots, ticks: ticks, stop: stop,
            OrderConditions(
                all: timeInForce, isPostOnly: isPostOnly, selfTrade: try value(SelfTradePrevention.self)))
    }

    mutating func account() throws(WireFault) -> LedgerAccount { LedgerAccount(rawValue: try integer()) }

    mutating func instant() throws(WireFault) -> Timestamp { Timestamp(milliseconds: try integer()) }

    mutating func clientID() throws(WireFault) -> ClientOrderID {
        guard let clientID = ClientOrderID(try text()) else { throw WireFault() }
        return clientID
    }
}
