import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import Strings

/// `cerca admin market`: the markets.
struct AdminMarketCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "market", abstract: "Add, list, pause, halt and resume markets.",
        subcommands: [
            AdminMarketAddCommand.self, AdminMarketListCommand.self, AdminMarketFeesCommand.self,
            AdminMarketPauseCommand.self, AdminMarketResumeCommand.self, AdminMarketHaltCommand.self,
            AdminMarketAuctionCommand.self, AdminMarketCollarCommand.self, AdminMarketCancelCommand.self,
        ])
}

/// `cerca admin market list`: lists the markets with their rules.
struct AdminMarketListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the markets with their steps, minimums and fees.")

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let markets = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.markets()
        }
        var output = OutputBuffer()
        MarketRulesLines.write(markets, json: json, width: Terminal.columns, to: &output)
        try output.flush()
    }
}

/// Markets with their rules as lines: a table for people, one JSON object each for programs.
enum MarketRulesLines {
    /// Writes markets in their order; a table is cut to `width` columns.
    static func write(_ markets: [MarketRules], json: Bool, width: Int?, to output: inout OutputBuffer) {
        if json {
            for rules in markets { output.line(Self.json(rules).compactText) }
            return
        }
        var table = TextTable([
            .init("market"), .init("base"), .init("quote"), .init("tick", right: true), .init("lot", right: true),
            .init("minimum", right: true), .init("maker", right: true), .init("taker", right: true), .init("orders"),
        ])
        for rules in markets {
            let tier = rules.fees.tier(for: 0).tier
            table.add([
                rules.name.text, rules.base.name.text, rules.quote.name.text, rules.priceText(1), rules.amountText(1),
                rules.amountText(rules.minimumLots), tier.maker.percent + " %", tier.taker.percent + " %",
                rules.isActive ? state(rules.phase) : "paused",
            ])
        }
        table.write(to: &output, width: width)
    }

    /// What a market that takes orders does with them.
    private static func state(_ phase: MarketPhase) -> String {
        switch phase {
        case .trading: "taken"
        case .halted: "halted"
        case .auction(let until): "auction until \(until.rfc3339)"
        }
    }

    /// A market as an object.
    static func json(_ rules: MarketRules) -> JSONValue {
        .object([
            JSONValue.Member("market", .string(rules.name.text)),
            JSONValue.Member("base", .string(rules.base.name.text)),
            JSONValue.Member("quote", .string(rules.quote.name.text)),
            JSONValue.Member("tick", .string(rules.priceText(1))),
            JSONValue.Member("lot", .string(rules.amountText(1))),
            JSONValue.Member("minimum", .string(rules.amountText(rules.minimumLots))),
            JSONValue.Member("fees", json(rules.fees, quote: rules.quote)),
            JSONValue.Member("isActive", .boolean(rules.isActive)),
            JSONValue.Member("phase", .string(rules.phase.word)),
            JSONValue.Member("auctionUntil", rules.phase.until.map { .string($0.rfc3339) } ?? .null),
            JSONValue.Member("collarPercent", rules.collar.map { .string(percent($0)) } ?? .null),
        ])
    }

    /// The width of a collar in per cent.
    static func percent(_ collar: PriceCollar) -> String {
        DecimalText.text(Int128(collar.millionths), exponent: 4)
    }

    /// The tiers of a market's fees, thresholds in the quote asset.
    static func json(_ fees: FeeSchedule, quote: Asset) -> JSONValue {
        .array(
            fees.tiers.map { tier in
                .object([
                    JSONValue.Member("threshold", .string(DecimalText.text(tier.threshold, exponent: quote.exponent))),
                    JSONValue.Member("makerPercent", .string(tier.maker.percent)),
                    JSONValue.Member("takerPercent", .string(tier.taker.percent)),
                ])
            })
    }

    /// Whether a market takes orders, as an object.
    static func json(_ market: MarketName, isActive: Bool) -> JSONValue {
        .object(["market": .string(market.text), "isActive": .boolean(isActive)])
    }
}

/// `cerca admin market fees`: replaces a market's fees.
struct AdminMarketFeesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fees", abstract: "Replace a market's fees; a running server notices within two seconds.")

    @Argument(help: "The market, as ETHCLP.")
    var name: String

    @OptionGroup var fees: FeeOptions

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func run() async throws {
        let name = try AdminLedger.market(name)
        let set = try await AdminLedger.use(database) {
            [fees] administration throws(ServiceError) in
            guard let market = try await administration.markets().first(where: { $0.name == name }) else {
                throw .market(.unknownMarket)
            }
            guard let schedule = fees.schedule(quote: market.quote) else { throw .market(.invalidRules) }
            AdminLedger.warnOfFreeTrades(try await administration.setFees(schedule, market: name))
            return MarketRulesLines.json(schedule, quote: market.quote)
        }
        guard json else { return AdminStrings.marketNewFees(market: "\(name)").say() }
        print(JSONValue.object(["market": .string(name.text), "fees": set]).compactText)
    }
}
