import Ledger

/// The rates of accounts that trade at least so much.
public struct FeeTier: Equatable, Sendable {
    /// The 30-day volume from which the rates hold, in minor units of the market's quote asset.
    public let threshold: Int128
    /// The rate of the order that waited in the book.
    public let maker: FeeRate
    /// The rate of the order that met it.
    public let taker: FeeRate

    /// A tier from `threshold` up.
    public init(threshold: Int128, maker: FeeRate, taker: FeeRate) {
        self.threshold = threshold
        self.maker = maker
        self.taker = taker
    }
}

/// What trades in a market cost, by the volume that an account traded there in 30 days.
public struct FeeSchedule: Equatable, Sendable {
    /// The tiers by rising threshold, the first from zero; 1 to 32.
    public let tiers: [FeeTier]

    /// The most tiers of one schedule.
    public static let maximumTiers = 32

    /// A schedule of `tiers`, or nil unless their thresholds rise from zero and there are 1 to 32.
    public init?(_ tiers: [FeeTier]) {
        guard let first = tiers.first, first.threshold == 0, tiers.count <= Self.maximumTiers else { return nil }
        for (lower, upper) in zip(tiers, tiers.dropFirst()) {
            guard lower.threshold < upper.threshold else { return nil }
        }
        self.tiers = tiers
    }

    private init(single maker: FeeRate, _ taker: FeeRate) {
        tiers = [FeeTier(threshold: 0, maker: maker, taker: taker)]
    }

    /// 0.39 % for makers and 0.68 % for takers, whatever they trade.
    public static let standard = FeeSchedule(single: .standardMaker, .standardTaker)

    /// The tier of an account that traded `volume` minor units of the quote asset, and its level from 0 up.
    public func tier(for volume: Int128) -> (level: Int, tier: FeeTier) {
        var level = 0
        while level + 1 < tiers.count, tiers[level + 1].threshold <= volume { level += 1 }
        return (level, tiers[level])
    }

    /// The schedule as one line, `threshold:maker:taker` for each tier with commas between, in minor units and parts
    /// per million: `0:3900:6800`.
    public var text: String {
        var text = ""
        for tier in tiers {
            if !text.isEmpty { text += "," }
            text += DecimalText.integerText(tier.threshold)
            text += ":" + DecimalText.integerText(Int128(tier.maker.rawValue))
            text += ":" + DecimalText.integerText(Int128(tier.taker.rawValue))
        }
        return text
    }

    /// The schedule that `text` writes down, or nil when it is not one.
    public init?(text: String) {
        guard text.utf8.count <= 4096 else { return nil }
        var tiers: [FeeTier] = []
        for line in text.utf8.split(separator: 0x2C, omittingEmptySubsequences: false) {
            var numbers: [Int128] = []
            for part in line.split(separator: 0x3A, omittingEmptySubsequences: false) {
                guard numbers.count < 3, let number = DecimalText.integer(String(decoding: part, as: UTF8.self))
                else { return nil }
                numbers.append(number)
            }
            guard numbers.count == 3, let maker = FeeRate(partsPerMillion: numbers[1]),
                let taker = FeeRate(partsPerMillion: numbers[2])
            else { return nil }
            tiers.append(FeeTier(threshold: numbers[0], maker: maker, taker: taker))
        }
        self.init(tiers)
    }
}

extension FeeRate {
    fileprivate init?(partsPerMillion number: Int128) {
        guard let number = UInt32(exactly: number) else { return nil }
        self.init(rawValue: number)
    }
}
