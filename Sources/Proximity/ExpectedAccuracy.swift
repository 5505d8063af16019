/// The errors to expect of positions on a floor, as a trial of its beacons has them.
public struct ExpectedAccuracy: Sendable {
    /// What to expect at one cell.
    public struct Place: Hashable, Sendable {
        /// The cell's middle.
        public let point: PlanPoint
        /// The mean error in metres of who stands there or a step away; the plan's diagonal where nothing is heard.
        public let metres: Double
        /// How many beacons are heard in a second, on average.
        public let heard: Double
    }

    /// The cells on which one walks, row by row.
    public let places: [Place]
    /// The side of a cell in metres.
    public let side: Double
    /// The mean error in metres over all places and seconds.
    public let mean: Double
    /// The error in metres that nine of ten seconds do not exceed.
    public let ninetieth: Double

    /// What the samples of all cells of a trial come to.
    public init(_ samples: [PlanTrial.Sample], of trial: PlanTrial) {
        let floor = trial.floor
        side = floor.side
        // Who hears nothing may be anywhere.
        let lost = (floor.width * floor.width + floor.height * floor.height).squareRoot()
        var means = [Double?](repeating: nil, count: floor.count)
        var all: [Double] = []
        for (cell, sample) in zip(trial.cells, samples) {
            let errors = sample.errors.isEmpty ? [lost] : sample.errors.map { Double($0) }
            means[cell] = errors.reduce(0, +) / Double(errors.count)
            all += errors
        }
        all.sort()
        mean = all.isEmpty ? 0 : all.reduce(0, +) / Double(all.count)
        ninetieth = all.isEmpty ? 0 : all[min(all.count * 9 / 10, all.count - 1)]
        // One phone at a cell has one luck: those a step away have another.
        places = zip(trial.cells, samples).map { cell, sample in
            let around = [cell] + (0..<8).compactMap { floor.neighbour(of: cell, $0) }
            let known = around.compactMap { means[$0] }
            return Place(
                point: floor.centre(cell), metres: known.reduce(0, +) / Double(max(known.count, 1)),
                heard: Double(sample.heard))
        }
    }

    /// The place with the greatest error; nil on a floor without any.
    public var worst: Place? { places.max { $0.metres < $1.metres } }

    /// The share of the floor with an error of at most so many metres, 0 to 1.
    public func share(within metres: Double) -> Double { share { $0.metres <= metres } }

    /// The share of the floor where fewer than so many beacons are heard in a second, 0 to 1.
    public func share(hearingFewerThan beacons: Double) -> Double { share { $0.heard < beacons } }

    private func share(_ isCounted: (Place) -> Bool) -> Double {
        places.isEmpty ? 0 : Double(places.filter(isCounted).count) / Double(places.count)
    }
}
