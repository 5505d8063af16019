import Foundation
import Statistics

/// Two beacons, in no order.
package struct BeaconPair: Hashable, Sendable {
    /// The one with the lower major and minor.
    package let first: BeaconRef
    /// The other one.
    package let second: BeaconRef

    /// The pair of two beacons.
    package init(_ one: BeaconRef, _ other: BeaconRef) {
        first = min(one, other)
        second = max(one, other)
    }

}

/// Whether beacons hang where the plan has them, by which of them phones hear within ten seconds of each other.
///
/// How a beacon's pairs divide among the others is compared with how they did before, or, while there is too little of
/// that, with what the distances on the plan suggest: how pairs thin out with the distance is taken from the venue's other
/// beacons. Chi-square says whether the difference is chance. Since no such model is exact, of many pairs only two hundred
/// count, and a beacon is called misplaced only where another place explains its pairs far better than its own.
package struct PlaceCheck: Sendable {
    /// What is found of a beacon.
    package enum Finding: Hashable, Sendable {
        /// It and another hang in each other's place.
        case swapped(with: BeaconRef)
        /// It hangs near another's place.
        case moved(near: BeaconRef)
    }

    /// Fewer pairs say nothing.
    package static let leastPairs = 50
    private static let mostPairs = 200.0
    private static let leastBefore = 200
    private static let chance = 1e-4
    /// By how much the logarithm of the likelihood has to rise, against what was counted before and against the plan:
    /// people do not walk as the distances suggest.
    private static let lead = (before: 9.2, plan: 50.0)
    private static let edges = [6.0, 12, 20, 35, 60]
    /// The share of pairs that come from anywhere.
    private static let stray = 0.02

    private typealias Shares = [BeaconRef: Double]

    private let places: [BeaconRef: PlanPosition]
    private let recent: [BeaconRef: [BeaconRef: Int]]
    private let before: [BeaconRef: [BeaconRef: Int]]
    private let traffic: [BeaconRef: Double]
    private let thinning: [Double]

    /// A check of beacons at these places.
    ///
    /// - Parameters:
    ///   - recent: How often two were heard within ten seconds, lately.
    ///   - before: How often before that.
    package init(places: [BeaconRef: PlanPosition], recent: [BeaconPair: Int], before: [BeaconPair: Int]) {
        self.places = places
        self.recent = Self.byBeacon(recent, places)
        self.before = Self.byBeacon(before, places)
        traffic = self.recent.mapValues { Double($0.values.reduce(0, +)) }
        thinning = Self.thinning(self.recent, traffic, places)
    }

    /// What is found, by beacon; nothing of those that hang where they should or have too few pairs.
    package func findings() -> [BeaconRef: Finding] {
        guard places.count >= 4 else { return [:] }
        var best: [BeaconRef: BeaconRef] = [:]
        for (beacon, pairs) in recent where isMisplaced(beacon, pairs) { best[beacon] = betterPlace(of: beacon, pairs) }
        return Dictionary(
            uniqueKeysWithValues: best.map { beacon, place in
                (beacon, best[place] == beacon ? .swapped(with: place) : .moved(near: place))
            })
    }

    /// Whether a beacon's pairs divide in a way that chance does not explain at its own place.
    private func isMisplaced(_ beacon: BeaconRef, _ pairs: [BeaconRef: Int]) -> Bool {
        let total = pairs.values.reduce(0, +)
        guard total >= Self.leastPairs else { return false }
        let scale = min(1, Self.mostPairs / Double(total))
        let weight = scale * Double(total)
        let shares = shares(of: beacon, at: beacon, leaving: nil)
        var (sum, cells) = (0.0, 0)
        var rest = (found: 0.0, expected: 0.0)
        for other in places.keys where other != beacon {
            let found = scale * Double(pairs[other] ?? 0)
            let expected = weight * (shares[other] ?? 0)
            if expected < 5 {
                rest = (rest.found + found, rest.expected + expected)
            } else {
                sum += (found - expected) * (found - expected) / expected
                cells += 1
            }
        }
        if rest.expected > 0 {
            let expected = max(rest.expected, 1)
            sum += (rest.found - expected) * (rest.found - expected) / expected
            cells += 1
        }
        guard cells >= 2 else { return false }
        // What is compared with was counted as well, and scatters.
        let earlier = before[beacon]?.values.reduce(0, +) ?? 0
        let scatter = earlier >= Self.leastBefore ? 1 + weight / Double(earlier) : 1
        let tail = try? ChiSquare.upperTail(sum / scatter, degrees: cells - 1)
        return tail.map { $0 < Self.chance } ?? false
    }

    /// The other beacon whose place explains a beacon's pairs far better than its own does.
    private func betterPlace(of beacon: BeaconRef, _ pairs: [BeaconRef: Int]) -> BeaconRef? {
        let isKnown = before[beacon]?.values.reduce(0, +) ?? 0 >= Self.leastBefore
        let own = likelihood(pairs, shares(of: beacon, at: beacon, leaving: nil))
        let least = own + (isKnown ? Self.lead.before : Self.lead.plan)
        var best: (place: BeaconRef, likelihood: Double)?
        for candidate in candidates(pairs) where candidate != beacon {
            for leaving in [candidate, nil] {
                let found = likelihood(pairs, shares(of: beacon, at: candidate, leaving: leaving))
                if found > best?.likelihood ?? least { best = (candidate, found) }
            }
        }
        return best?.place
    }

    /// The beacons around those that a beacon is heard with most.
    private func candidates(_ pairs: [BeaconRef: Int]) -> Set<BeaconRef> {
        let most = pairs.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(4).map(\.key)
        var found = Set(most)
        for centre in most {
            guard let from = places[centre] else { continue }
            let nearest = places.map { (beacon: $0.key, metres: $0.value.distance(to: from)) }
                .sorted { ($0.metres, $0.beacon) < ($1.metres, $1.beacon) }
            found.formUnion(nearest.prefix(9).map(\.beacon))
        }
        return found
    }

    private func likelihood(_ pairs: [BeaconRef: Int], _ shares: Shares) -> Double {
        let total = Double(pairs.values.reduce(0, +))
        let scale = min(1, Self.mostPairs / total)
        let stray = Self.stray / Double(places.count)
        return pairs.reduce(0) { sum, pair in
            sum + scale * Double(pair.value) * log((1 - Self.stray) * (shares[pair.key] ?? 0) + stray)
        }
    }

    /// How the pairs of `beacon` divide if it hangs at the place of `place`, and the one that hangs there at its own when
    /// it is `leaving`.
    private func shares(of beacon: BeaconRef, at place: BeaconRef, leaving: BeaconRef?) -> Shares {
        let weights =
            earlierShares(of: beacon, at: place, leaving: leaving)
            ?? planShares(of: beacon, at: place, leaving: leaving)
        let sum = weights.values.reduce(0, +)
        return sum > 0 ? weights.mapValues { $0 / sum } : weights
    }

    private func earlierShares(of beacon: BeaconRef, at place: BeaconRef, leaving: BeaconRef?) -> Shares? {
        guard let earlier = before[place], earlier.values.reduce(0, +) >= Self.leastBefore else { return nil }
        // A pair that was never counted is rare, not impossible.
        var weights = Dictionary(uniqueKeysWithValues: places.keys.map { ($0, Double(earlier[$0] ?? 0) + 0.5) })
        weights[beacon] = nil
        guard place != beacon else { return weights }
        let met = Double(earlier[beacon] ?? 0) + 0.5
        weights[place] = leaving == nil ? Double(earlier.values.max() ?? 1) : met
        return weights
    }

    private func planShares(of beacon: BeaconRef, at place: BeaconRef, leaving: BeaconRef?) -> Shares {
        guard let here = places[place], let home = places[beacon] else { return [:] }
        var weights: Shares = [:]
        for (other, position) in places where other != beacon {
            let there = other == leaving ? home : position
            weights[other] = (traffic[other] ?? 0) * thinning[Self.ring(here.distance(to: there))]
        }
        return weights
    }

    private static func ring(_ metres: Double) -> Int { edges.firstIndex { metres < $0 } ?? edges.count }

    /// How pairs thin out with the distance: pairs of a ring over the product of what both have of them.
    private static func thinning(
        _ pairs: [BeaconRef: [BeaconRef: Int]], _ traffic: [BeaconRef: Double], _ places: [BeaconRef: PlanPosition]
    ) -> [Double] {
        var found = [Double](repeating: 0.5, count: edges.count + 1)
        var possible = [Double](repeating: 1, count: edges.count + 1)
        for (one, from) in places {
            guard let weight = traffic[one] else { continue }
            for (other, to) in places where other != one {
                let ring = ring(from.distance(to: to))
                found[ring] += Double(pairs[one]?[other] ?? 0)
                possible[ring] += weight * (traffic[other] ?? 0)
            }
        }
        return zip(found, possible).map { $0 / $1 }
    }

    private static func byBeacon(
        _ pairs: [BeaconPair: Int], _ places: [BeaconRef: PlanPosition]
    ) -> [BeaconRef: [BeaconRef: Int]] {
        var found: [BeaconRef: [BeaconRef: Int]] = [:]
        for (pair, number) in pairs where number > 0 && places[pair.first] != nil && places[pair.second] != nil {
            found[pair.first, default: [:]][pair.second, default: 0] += number
            found[pair.second, default: [:]][pair.first, default: 0] += number
        }
        return found
    }
}
