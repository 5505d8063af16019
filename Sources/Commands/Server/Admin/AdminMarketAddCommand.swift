import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Market

/// `cerca admin market add`: makes a market; a running server opens it within two seconds.
struct AdminMarketAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a market; a running server opens it within two seconds.")

    @Argument(help: "The name, the base asset and the quote asset in one word: XLMEUR.")
    var name: String

    @Option(help: "The asset that is bought and sold; read from the name without it.")
    var base: String?

    @Option(help: "The asset that prices are in; read from the name without it.")
    var quote: String?

    @Option(help: "The step of prices, in the quote asset.")
    var tick = "0.01"

    @Option(help: "The step of amounts, in the base asset.")
    var lot = "0.0001"

    @Option(help: "The least amount of an order, in the base asset; one lot without it.")
    var minimum: String?

    @OptionGroup var fees: FeeOptions

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard (base == nil) == (quote == nil) else { throw ValidationError("--base and --quote go together") }
    }

    func run() async throws {
        let name = try AdminLedger.market(name)
        let given: (base: AssetName, quote: AssetName)? =
            if let base, let quote { (try AdminLedger.asset(base), try AdminLedger.asset(quote)) } else { nil }
        let rules = try await AdminLedger.use(database) {
            [tick, lot, minimum, fees] administration throws(ServiceError) in
            let assets = try await administration.assets()
            guard let pair = given ?? Self.pair(in: name, among: assets.map(\.name)),
                let quote = assets.first(where: { $0.name == pair.quote })
            else { throw .market(.unknownAsset) }
            guard let schedule = fees.schedule(quote: quote) else { throw .market(.invalidRules) }
            return try await administration.addMarket(
                MarketDraft(
                    name: name, base: pair.base, quote: pair.quote, tick: tick, lot: lot, minimum: minimum ?? lot,
                    fees: schedule))
        }
        AdminLedger.warnOfFreeTrades(rules)
        if json { return print(MarketRulesLines.json(rules).compactText) }
        StandardError.write(
            "added \(name): \(rules.base.name) for \(rules.quote.name), ticks of \(rules.priceText(1)), "
                + "lots of \(rules.amountText(1))")
    }

    /// The two assets whose names make the market's name; nil unless there is exactly one such pair.
    static func pair(in name: MarketName, among assets: [AssetName]) -> (base: AssetName, quote: AssetName)? {
        let pairs = assets.flatMap { base in
            assets.filter { base.text + $0.text == name.text }.map { (base: base, quote: $0) }
        }
        return pairs.count == 1 ? pairs.first : nil
    }
}

/// The fees of a market as options.
struct FeeOptions: ParsableArguments {
    @Option(help: "The fee of an order that waited in the book, in per cent of what is received.")
    var maker = "0.39"

    @Option(help: "The fee of an order that met one, in per cent of what is received.")
    var taker = "0.68"

    @Option(
        help: "Fees of who traded at least so much of the quote asset in 30 days: VOLUME:MAKER:TAKER, in per cent.")
    var tier: [String] = []

    func validate() throws {
        guard FeeRate(percent: maker) != nil, FeeRate(percent: taker) != nil else {
            throw ValidationError("--maker and --taker must be 0 to 100 per cent, with four decimal places at most")
        }
        guard tier.allSatisfy({ $0.split(separator: ":", omittingEmptySubsequences: false).count == 3 }) else {
            throw ValidationError("--tier must be VOLUME:MAKER:TAKER")
        }
    }

    /// The schedule for a market with this quote asset; nil when a tier is no number or thresholds repeat.
    func schedule(quote: Asset) -> FeeSchedule? {
        guard let maker = FeeRate(percent: maker), let taker = FeeRate(percent: taker) else { return nil }
        var tiers = [FeeTier(threshold: 0, maker: maker, taker: taker)]
        for text in tier {
            let parts = text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 3, let threshold = try? DecimalText.units(parts[0], exponent: quote.exponent),
                let maker = FeeRate(percent: parts[1]), let taker = FeeRate(percent: parts[2])
            else { return nil }
            tiers.append(FeeTier(threshold: threshold, maker: maker, taker: taker))
        }
        return FeeSchedule(tiers.sorted { $0.threshold < $1.threshold })
    }
}

extension FeeRate {
    /// The rate that so many per cent are; nil for what is no plain decimal number from 0 to 100 or is too precise.
    init?(percent text: String) {
        guard let parts = try? DecimalText.units(text, exponent: 4), let parts = UInt32(exactly: parts) else {
            return nil
        }
        self.init(rawValue: parts)
    }

    /// The rate in per cent, as `0.68`.
    var percent: String { DecimalText.text(Int128(rawValue), exponent: 4) }
}
