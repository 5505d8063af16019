import API
import HTTPKit
import Ledger
import Market

// Orders that somebody thinks of, as our own API reads and writes them.

extension OrderWish {
    /// The order in a market of these rules that a body thinks of.
    init(_ body: MarketQuoteRequestBody, _ rules: MarketRules) throws {
        let size: Size
        switch (body.amount, body.spend, body.share) {
        case (let amount?, nil, nil): size = .amount(amount)
        case (nil, let spend?, nil): size = .spend(try Self.units(spend, of: rules.quote))
        case (nil, nil, let share?): size = .share(try Self.parts(share))
        default:
            throw BodyError.invalid([
                Fault(path: "$.amount", message: "must be there, or one of spend and share in its place")
            ])
        }
        self.init(market: rules.name, side: Side(body.side), price: body.price, size: size)
    }

    /// An amount of money in minor units.
    private static func units(_ text: String, of asset: Asset) throws -> Int128 {
        guard let units = try? DecimalText.units(text, exponent: asset.exponent), units > 0 else {
            throw BodyError.invalid([
                Fault(path: "$.spend", message: "must be a plain decimal number above zero that the asset can have")
            ])
        }
        return units
    }

    /// A share in per cent as parts per million.
    private static func parts(_ text: String) throws -> Int128 {
        guard let parts = try? DecimalText.units(text, exponent: shareExponent), (1...whole).contains(parts) else {
            throw BodyError.invalid([
                Fault(path: "$.share", message: "must be above 0 and at most 100, with up to four decimal places")
            ])
        }
        return parts
    }
}

extension MarketQuoteBody {
    init(_ estimate: OrderEstimate) {
        let (rules, preview) = (estimate.market, estimate.preview)
        let (received, given) = preview.side == .buy ? (rules.base, rules.quote) : (rules.quote, rules.base)
        let (atOnce, waiting) = (preview.atOnce, preview.waiting)
        self.init(
            obtained: received.text(preview.received(atOnce, rules)), obtainedAsset: received.name.text,
            required: given.text(preview.given(atOnce, rules)), requiredAsset: given.name.text,
            fee: received.text(atOnce.fee), takerRate: Int(estimate.tier.taker.rawValue),
            makerRate: Int(estimate.tier.maker.rawValue), amount: rules.amountText(atOnce.lots),
            order: rules.amountText(preview.lots), isBelowMinimum: preview.lots < rules.minimumLots,
            waiting: waiting.lots == 0
                ? nil
                : MarketQuoteRestBody(
                    amount: rules.amountText(waiting.lots), required: given.text(preview.given(waiting, rules)),
                    obtained: received.text(preview.received(waiting, rules)), fee: received.text(waiting.fee)),
            needed: given.text(preview.needed), available: given.text(estimate.available),
            isCovered: preview.needed <= estimate.available,
            averagePrice: atOnce.lots == 0
                ? nil : rules.averagePriceText(notional: atOnce.notional, lots: atOnce.lots),
            worstPrice: preview.worstTicks.map(rules.priceText), distance: estimate.distance, levels: preview.levels,
            meetsOwn: preview.meetsOwn, meetsCollar: preview.meetsCollar, isComplete: preview.isComplete)
    }
}
