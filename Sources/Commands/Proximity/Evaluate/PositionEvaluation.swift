import Basics
import Proximity

/// Every method judged on the same rows.
struct PositionEvaluation {
    /// What can be compared, by the names that programs read.
    enum Method: String, CaseIterable {
        /// The most alike scan of the survey.
        case nearest1
        /// The vote of the three most alike.
        case nearest3
        /// The vote of the five most alike.
        case nearest5
        /// Beacons' places and path loss alone; only where a plan is given.
        case pathLoss
        /// The radio map with its filter: what a phone uses.
        case estimator
    }

    private(set) var results: [Method: MethodResult] = [:]
    private(set) var rows = 0
    private(set) var days: Set<CivilDate> = []
    private let plan: BeaconPlan?
    private let cellSide: Double

    /// Nothing judged yet.
    init(plan: BeaconPlan?, cellSide: Double) {
        self.plan = plan
        self.cellSide = cellSide
    }

    /// Judges each day by what all the other days teach.
    mutating func leaveOneDayOut(_ scans: [RecordedScan]) {
        for day in Set(scans.map(\.day)).sorted(by: { $0.daysSinceEpoch < $1.daysSinceEpoch }) {
            judge(scans.filter { $0.day == day }, taughtBy: scans.filter { $0.day != day })
        }
    }

    /// Judges scans by what others teach.
    ///
    /// Each day is a walk of its own, in the order of its instants.
    mutating func judge(_ scans: [RecordedScan], taughtBy training: [RecordedScan]) {
        let survey = training.map { SurveyReading(place: $0.cell.point, strengths: $0.strengths) }
        guard let map = RadioMap(learnedFrom: survey) else { return }
        let neighbours = NearestNeighbours(training)
        let walks = Dictionary(grouping: scans, by: \.day).sorted { $0.key.daysSinceEpoch < $1.key.daysSinceEpoch }
        for (day, walk) in walks {
            days.insert(day)
            rows += walk.count
            let order = walk.indices.sorted { (walk[$0].time, $0) < (walk[$1].time, $1) }
            follow(order.map { walk[$0] }, map: map, neighbours: neighbours, training: training)
        }
    }

    private mutating func follow(
        _ walk: [RecordedScan], map: RadioMap, neighbours: NearestNeighbours, training: [RecordedScan]
    ) {
        var filter = PlaceFilter(map: map)
        var pathLoss = plan.map { PathLossMethod(plan: $0, training: training, cellSide: cellSide) }
        // Before anything is heard, the middle of the survey is as good as any place.
        var last = PositionEstimate(point: map.places[map.places.count / 2], doubt: map.spacing * 100)
        for scan in walk {
            let cells = neighbours.cells(of: scan, counts: [1, 3, 5])
            for (method, cell) in zip([Method.nearest1, .nearest3, .nearest5], cells) {
                results[method, default: MethodResult()].add(cell, truth: scan.cell)
            }
            if let cell = pathLoss?.cell(of: scan) {
                results[.pathLoss, default: MethodResult()].add(cell, truth: scan.cell)
            }
            last = filter.update(scan.strengths, at: scan.time) ?? last
            results[.estimator, default: MethodResult()]
                .add(PlanCell(nearestTo: last.point), truth: scan.cell, doubt: last.doubt)
        }
    }
}
