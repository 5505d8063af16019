import API
import HTTPKit
import Ledger
import LedgerService
import Market

// Markets as our own API reads and writes them; amounts travel as decimal text, never as numbers.

extension MarketName {
    /// The name that a body says.
    package init(checking text: String) throws {
        guard let name = MarketName(text) else { throw ServiceError.market(.unknownMarket) }
        self = name
    }
}

extension CandleKind {
    init(_ wire: MarketCandleKind) {
        switch wire {
        case .buy: self = .buy
        case .sell: self = .sell
        case .last: self = .last
        }
    }
}

extension MarketRules {
    /// The orders of one side of the book, those of a price added up.
    func levels(of lines: [BookLine]) -> [MarketLevelBody] {
        var levels: [(ticks: Int64, lots: Int128, orders: Int)] = []
        for line in lines {
            if let last = levels.indices.last, levels[last].ticks == line.ticks {
                levels[last].lots += Int128(line.lots)
                levels[last].orders += 1
            } else {
                levels.append((line.ticks, Int128(line.lots), 1))
            }
        }
        return levels.map {
            MarketLevelBody(price: priceText($0.ticks), amount: volumeText($0.lots), orders: $0.orders)
        }
    }
}

extension MarketFeeTierBody {
    init(_ tier: FeeTier, quote: Asset) {
        self.init(
            threshold: quote.text(tier.threshold), maker: Int(tier.maker.rawValue), taker: Int(tier.taker.rawValue))
    }
}

extension MarketBody {
    /// A market as everybody sees it.
    package init(_ rules: MarketRules) {
        self.init(
            name: rules.name.text, base: rules.base.name.text, quote: rules.quote.name.text,
            tick: rules.priceText(1), lot: rules.amountText(1), minimum: rules.amountText(rules.minimumLots),
            fees: rules.fees.tiers.map { MarketFeeTierBody($0, quote: rules.quote) }, isActive: rules.isActive,
            phase: rules.phase.apiValue, auctionUntil: rules.phase.until,
            collar: rules.collar.map { DecimalText.text(Int128($0.millionths), exponent: 4) })
    }
}

extension MarketPhase {
    /// As it travels.
    var apiValue: MarketTradingPhase {
        switch self {
        case .trading: .trading
        case .halted: .halted
        case .auction: .auction
        }
    }
}

extension MarketTickerBody {
    init(_ ticker: Ticker) {
        let rules = ticker.market
        self.init(
            market: rules.name.text, last: ticker.last.map(rules.priceText), bid: ticker.bid.map(rules.priceText),
            ask: ticker.ask.map(rules.priceText), high: ticker.high.map(rules.priceText),
            low: ticker.low.map(rules.priceText), volume: rules.volumeText(ticker.volume),
            change1d: ticker.change1d, change7d: ticker.change7d, at: ticker.at)
    }
}

extension MarketTradeBody {
    /// Without the orders of the trade: our pages need not know what joins two trades.
    init(_ trade: PublicTrade, _ rules: MarketRules) {
        self.init(
            id: String(trade.id), price: rules.priceText(trade.ticks), amount: rules.amountText(trade.lots),
            takerSide: trade.takerSide.apiValue, at: trade.at)
    }
}

extension MarketCandleBody {
    init(_ candle: Candle, _ rules: MarketRules) {
        self.init(
            start: candle.start, open: rules.priceText(candle.open), high: rules.priceText(candle.high),
            low: rules.priceText(candle.low), close: rules.priceText(candle.close),
            volume: rules.volumeText(candle.volume), count: Int(candle.count))
    }
}
