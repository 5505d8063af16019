import Beacons

extension RadioMap {
    /// Where a beacon is heard so rarely, the survey is at the edge of what its receiver understands.
    private static let edge = 0.3...0.7
    /// Fewer places at the edge than this say nothing of where it is.
    private static let leastEdges = 8

    /// The same map for a venue whose beacons are heard otherwise by so many decibels than the survey heard them, louder
    /// above zero; beacons that the map has not, and what is no finite number, are passed over.
    ///
    /// Means are shifted. The share of scans that have the beacon goes with them as far as the receiver's edge explains it:
    /// a strength is a Gaussian around the mean, and what of it lies above the edge is heard; the share is multiplied by
    /// that part after the shift over that part before. The edge is where the survey itself heard beacons in about half of
    /// its scans. Strengths of packets that were not understood are in no mean, so means near the edge are too high and the
    /// share of a weaker beacon comes out too low there rather than too high: a beacon that is heard although the map
    /// hardly expects it costs little, one that is missing although the map is sure of it costs much. Without enough
    /// places at the edge shares stay as they are. Corrections of a corrected map add up.
    public func corrected(by decibels: [BeaconIdentity: Double]) -> RadioMap {
        var map = self
        let edge = strengthAtTheEdge
        for (beacon, shift) in decibels where shift.isFinite && shift != 0 {
            guard let index = indices[beacon] else { continue }
            map.corrections[index] += shift
            for place in places.indices {
                let expected = expectations[place * beacons.count + index]
                var shifted = expected
                shifted.mean += shift
                if let edge {
                    let before = Self.shareAbove((edge - expected.mean) * expected.sharpness)
                    let after = Self.shareAbove((edge - shifted.mean) * expected.sharpness)
                    shifted.chance = expected.chance * after / max(before, 1e-6)
                }
                map.expectations[place * beacons.count + index] = shifted
            }
        }
        return map
    }

    /// The median of the mean strengths of what is heard in about half of the scans; nil where there is too little of it.
    private var strengthAtTheEdge: Double? {
        let means = expectations.filter { Self.edge.contains($0.chance) }.map { $0.mean }.sorted()
        return means.count >= Self.leastEdges ? means[means.count / 2] : nil
    }

    /// About which part of a Gaussian lies above so many standard deviations: the logistic function, which is never off by
    /// more than a hundredth.
    private static func shareAbove(_ deviations: Double) -> Double {
        1 / (1 + NaturalExponential.power(1.702 * deviations))
    }
}
