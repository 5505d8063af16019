import Beacons

/// The simplest method: the cells of the scans that are most alike vote.
///
/// Scans are compared by the Euclidean distance of their strengths, what was not heard counting as −100 dBm. Of cells with
/// as many votes that of the nearest scan wins; of scans alike the earlier in the files is nearer.
struct NearestNeighbours {
    /// What a beacon that is not heard counts as, in dBm.
    private static let silence = -100.0

    private let scans: [RecordedScan]
    private let beacons: [BeaconIdentity]
    private let strengths: [[Double]]

    /// The method with these scans to compare with.
    init(_ scans: [RecordedScan]) {
        self.scans = scans
        // In an order of their own, so that sums come out the same in every run.
        let beacons = Set(scans.flatMap(\.strengths.keys)).sorted()
        self.beacons = beacons
        strengths = scans.map { scan in beacons.map { scan.strengths[$0] ?? Self.silence } }
    }

    /// The cell by the vote of the `counts` nearest scans, for each count; counts stand in rising order.
    func cells(of scan: RecordedScan, counts: [Int]) -> [PlanCell] {
        let asked = beacons.map { scan.strengths[$0] ?? Self.silence }
        var nearest: [(distance: Double, index: Int)] = []
        let most = counts.last ?? 1
        for (index, known) in strengths.enumerated() {
            var distance = 0.0
            for beacon in known.indices {
                let difference = known[beacon] - asked[beacon]
                distance += difference * difference
            }
            if nearest.count == most, let last = nearest.last, distance >= last.distance { continue }
            let place = nearest.firstIndex { distance < $0.distance } ?? nearest.count
            nearest.insert((distance, index), at: place)
            if nearest.count > most { nearest.removeLast() }
        }
        return counts.map { vote(nearest.prefix($0).map { scans[$0.index].cell }) }
    }

    private func vote(_ cells: [PlanCell]) -> PlanCell {
        var best = (cell: cells[0], votes: 0)
        for cell in cells {
            let votes = cells.count { $0 == cell }
            if votes > best.votes { best = (cell, votes) }
        }
        return best.cell
    }
}
