/// How the sightings at a beacon ended on one day.
package struct OutcomeDay: Hashable, Sendable {
    /// Proofs.
    package var proofs = 0
    /// Proofs that count for nobody, because too many accounts had them.
    package var disputed = 0
    /// Codes that the beacon cannot have sent.
    package var mismatches = 0
    /// Codes that came too late.
    package var stale = 0
    /// Refusals for another reason.
    package var others = 0

    /// A day without any.
    package init() {}

    /// All refusals.
    package var refused: Int { mismatches + stale + others }

    /// Adds what another part of the day had.
    package static func += (left: inout OutcomeDay, right: OutcomeDay) {
        left.proofs += right.proofs
        left.disputed += right.disputed
        left.mismatches += right.mismatches
        left.stale += right.stale
        left.others += right.others
    }
}

/// What refusals of a day say, against those of the days before.
package struct RefusalCheck: Sendable {
    /// How many days before it takes to know what is usual.
    private static let leastDays = 7
    /// How many sightings a day needs for its share to say anything.
    private static let leastSightings = 30

    /// Wrong codes, and how many are usual, when there are more than chance brings.
    package private(set) var cloned: (found: Int, usual: Double)?
    /// The share of proofs, and the least that is usual, when it fell below.
    package private(set) var fallen: (found: Double, usual: Double)?
    /// Codes that came too late, when they are more than the proofs: the clock was set back.
    package private(set) var late: Int?
    /// Codes that came too late and how many are usual, when there are more than chance brings although proofs come as
    /// usual: somebody sends recorded codes again.
    package private(set) var replayed: (found: Int, usual: Double)?
    /// Proofs and how many are usual, when there are far more than on any day before.
    package private(set) var shared: (found: Int, usual: Double)?

    /// Compares the last 24 hours with the days before them, at most 28.
    package init(_ today: OutcomeDay, before: [OutcomeDay]) {
        let usual = before.isEmpty ? 0 : Double(before.reduce(0) { $0 + $1.mismatches }) / Double(before.count)
        // Wrong codes come in bursts: four standard deviations of as many, and five of them for nothing.
        if Double(today.mismatches) > usual + 4 * (usual + 1).squareRoot() + 5 { cloned = (today.mismatches, usual) }
        if today.stale >= 10, today.stale > today.proofs { late = today.stale }
        judgeProofs(today, before)
        let shares = before.compactMap(Self.share)
        guard shares.count >= Self.leastDays, let share = Self.share(of: today) else { return }
        let mean = shares.reduce(0, +) / Double(shares.count)
        let variance = shares.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(shares.count - 1)
        // A day of few sightings scatters by itself, and nobody minds a fall of two in a hundred.
        let chance = max(mean * (1 - mean), 0.01) / Double(today.proofs + today.refused)
        let least = mean - 3 * max(variance, chance).squareRoot() - 0.02
        if share < least { fallen = (share, least) }
    }

    /// Judges late codes and proofs by the proofs that are usual.
    private mutating func judgeProofs(_ today: OutcomeDay, _ before: [OutcomeDay]) {
        guard before.count >= Self.leastDays else { return }
        let days = Double(before.count)
        let proofs = Double(before.reduce(0) { $0 + $1.proofs }) / days
        let stale = Double(before.reduce(0) { $0 + $1.stale }) / days
        let isUsual = today.proofs >= 10 && Double(today.proofs) >= proofs / 2
        if isUsual, today.stale >= 10, Double(today.stale) > stale + 4 * (stale + 1).squareRoot() + 5 {
            replayed = (today.stale, stale)
        }
        // Weekends and sales double what comes; more than twice the best day of four weeks is something else.
        let best = before.map(\.proofs).max() ?? 0
        if today.proofs >= Self.leastSightings, today.proofs > 2 * best, Double(today.proofs) > 3 * proofs {
            shared = (today.proofs, proofs)
        }
    }

    private static func share(of day: OutcomeDay) -> Double? {
        let all = day.proofs + day.refused
        return all >= leastSightings ? Double(day.proofs) / Double(all) : nil
    }
}
