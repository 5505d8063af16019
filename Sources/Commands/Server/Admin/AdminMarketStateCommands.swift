import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Strings

/// `cerca admin market pause`: takes no more orders.
struct AdminMarketPauseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause",
        abstract: "Take no more orders in a market; those in the book stay and can be cancelled, unless they are ended."
    )

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @Flag(help: "End the open orders as well, with the reason market-paused.")
    var cancelOrders = false

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.market(name)
        try await AdminLedger.use(database) {
            [cancelOrders] administration throws(ServiceError) in
            try await administration.setActive(false, market: name)
            if cancelOrders { try await administration.endOrders(market: name, of: nil, because: .paused) }
        }
        guard json else { return AdminStrings.marketPaused(market: "\(name)").say() }
        print(MarketRulesLines.json(name, isActive: false).compactText)
    }
}

/// `cerca admin market resume`: takes orders again.
struct AdminMarketResumeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume",
        abstract: "Take orders in a paused market again; one that was halted goes on after an auction.")

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.market(name)
        try await AdminLedger.use(database) { administration throws(ServiceError) in
            try await administration.setActive(true, market: name)
        }
        guard json else { return AdminStrings.marketResumed(market: "\(name)").say() }
        print(MarketRulesLines.json(name, isActive: true).compactText)
    }
}

/// `cerca admin market halt`: takes no orders and trades nothing.
struct AdminMarketHaltCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "halt",
        abstract: "Take no orders in a market and trade nothing, until there is an auction; orders can be cancelled.")

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.market(name)
        try await AdminLedger.use(database) { administration throws(ServiceError) in
            try await administration.halt(name)
        }
        guard json else { return AdminStrings.marketHalted(market: "\(name)").say() }
        print(JSONValue.object(["market": .string(name.text), "phase": "halted"]).compactText)
    }
}

/// `cerca admin market auction`: ends a halt.
struct AdminMarketAuctionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "auction",
        abstract: "End a halt: collect orders for a time, trade what can be traded at one price, and go on.")

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @Option(help: "For how many seconds orders are collected; up to a day.")
    var seconds: Int64 = 300

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (0...86_400).contains(seconds) else { throw ValidationError("--seconds is 0 to 86400") }
    }

    func run() async throws {
        let name = try AdminLedger.market(name)
        let until = try await AdminLedger.use(database) {
            [seconds] administration throws(ServiceError) in
            try await administration.beginAuction(name, seconds: seconds)
        }
        guard json else { return AdminStrings.marketAuction(market: "\(name)", time: until.rfc3339).say() }
        print(
            JSONValue.object([
                "market": .string(name.text), "phase": "auction", "auctionUntil": .string(until.rfc3339),
            ]).compactText)
    }
}

/// `cerca admin market collar`: bounds how far from the last price orders trade.
struct AdminMarketCollarCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "collar",
        abstract:
            "Bound how far from the last price an order may trade when it arrives; without --percent, at any price.",
        discussion: """
            A market has a collar of 20 percent until you set another one.

            Examples:
              cerca admin market collar ETHCLP --percent 10
              cerca admin market collar ETHCLP
            """)

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @Option(help: "How far, in per cent: above 0 and at most 100, with up to four decimal places.")
    var percent: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard percent == nil || collar != nil else {
            throw ValidationError("--percent is above 0 and at most 100, with up to four decimal places")
        }
    }

    /// The collar that is asked for; nil for none.
    private var collar: PriceCollar? {
        guard let percent, let units = try? DecimalText.units(percent, exponent: 4) else { return nil }
        return Int64(exactly: units).flatMap(PriceCollar.init)
    }

    func run() async throws {
        let name = try AdminLedger.market(name)
        let chosen = collar
        try await AdminLedger.use(database) { administration throws(ServiceError) in
            try await administration.setCollar(chosen, market: name)
        }
        let text = chosen.map(MarketRulesLines.percent)
        guard json else {
            return text.map { AdminStrings.marketCollar(market: "\(name)", percent: $0).say() }
                ?? AdminStrings.marketNoCollar(market: "\(name)").say()
        }
        print(
            JSONValue.object([
                "market": .string(name.text), "collarPercent": text.map { .string($0) } ?? .null,
            ]).compactText)
    }
}

/// `cerca admin market cancel`: ends open orders.
struct AdminMarketCancelCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel",
        abstract: "End the open orders of a market, or of one account there, with the reason operator.",
        discussion: "A running server does it within a second; else the next one does when it starts.")

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @Option(help: "The e-mail address of the account whose orders they are; everybody's without it.")
    var user: String?

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.market(name)
        try await AdminLedger.use(database) {
            [user] administration throws(ServiceError) in
            try await administration.endOrders(market: name, of: user, because: .operator)
        }
        guard json else { return AdminStrings.marketEnding(market: "\(name)").say() }
        print(JSONValue.object(["market": .string(name.text), "ending": true]).compactText)
    }
}
