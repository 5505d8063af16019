import Beacons
import Proximity
import Randomness
import Testing
import Time

@Suite("Position on the plan")
struct PositionEstimatorTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)

    /// The errors in metres of a stroll of some minutes, after the first five seconds.
    private func errors(seed: UInt64, seconds: Int = 150, configure: (inout WalkingPhone) -> Void = { _ in })
        -> [Double]
    {
        var phone = WalkingPhone(seed: seed)
        configure(&phone)
        var ranger = Ranger()
        var estimator = PositionEstimator(
            beacons: phone.beacons, width: WalkingPhone.width, height: WalkingPhone.height)
        return (0..<seconds).compactMap { second in
            for reading in phone.step() { ranger.hear(reading) }
            let estimate = estimator.estimate(ranger.range(at: phone.now), at: phone.now)
            return second < 5 ? nil : estimate.map { $0.distance(to: phone.position) }
        }
    }

    private func mean(_ errors: [Double]) -> Double {
        errors.reduce(0, +) / Double(errors.count)
    }

    @Test("with beacons every 7 m, two packets a second and 8 dB the mean error of walkers stays under 3 m")
    func accuracy() {
        let errors = (0..<16 as Range<UInt64>).flatMap { self.errors(seed: $0) }.sorted()
        #expect(errors.count == 16 * 145)
        #expect(mean(errors) < 3, "\(mean(errors))")
        #expect(errors[errors.count * 9 / 10] < 5, "\(errors[errors.count * 9 / 10])")
    }

    @Test("without noise and standing still it is right to about a metre")
    func noiseless() throws {
        var random = SplitMix64(seed: 2)
        let phone = WalkingPhone(seed: 0)
        for _ in 0..<20 {
            let truth = PlanPoint(x: 6 + 68 * random.uniform(), y: 6 + 33 * random.uniform())
            var estimator = PositionEstimator(beacons: phone.beacons, width: 80, height: 45)
            let ranged = ranged(from: truth, among: phone.beacons)
            let estimate = estimator.estimate(ranged, at: start)
            #expect(try #require(estimate).distance(to: truth) < 1.5)
        }
    }

    @Test("beacons in the wrong place do not carry it away", arguments: 0..<8 as Range<UInt64>)
    func clone(seed: UInt64) throws {
        let phone = WalkingPhone(seed: 0)
        var random = SplitMix64(seed: seed)
        let truth = PlanPoint(x: 10 + 20 * random.uniform(), y: 10 + 25 * random.uniform())
        var estimator = PositionEstimator(beacons: phone.beacons, width: 80, height: 45)
        var ranged = ranged(from: truth, among: phone.beacons)
        for second in 0..<60 as Range<Int64> {
            if second == 10 {
                // From now on a beacon of the far corner is cloned beside the phone.
                ranged.insert(
                    RangedBeacon(
                        identity: .grid(5, 10), rssi: -68, distance: 2.5, proximity: .near, lastHeard: start,
                        readingCount: 8), at: 1)
            }
            let found = estimator.estimate(ranged, at: start.advanced(bySeconds: second))
            let estimate = try #require(found)
            #expect(estimate.distance(to: truth) < 4)
        }
    }

    @Test("it never moves faster than 2 m/s, except when it was lost", arguments: 0..<4 as Range<UInt64>)
    func speed(seed: UInt64) throws {
        var phone = WalkingPhone(seed: seed)
        var configuration = PositioningConfiguration.default
        configuration.lostDistance = .infinity
        var ranger = Ranger()
        var estimator = PositionEstimator(
            beacons: phone.beacons, width: 80, height: 45, configuration: configuration)
        var last: PlanPoint?
        for _ in 0..<120 {
            for reading in phone.step() { ranger.hear(reading) }
            let found = estimator.estimate(ranger.range(at: phone.now), at: phone.now)
            let estimate = try #require(found)
            if let last { #expect(estimate.distance(to: last) <= 2.0 + 1e-9) }
            #expect(estimate.x >= 0 && estimate.x <= 80 && estimate.y >= 0 && estimate.y <= 45)
            last = estimate
        }
    }

    @Test("when it was wrong by far it starts anew after some seconds")
    func lost() throws {
        let phone = WalkingPhone(seed: 0)
        var estimator = PositionEstimator(beacons: phone.beacons, width: 80, height: 45)
        let (here, there) = (PlanPoint(x: 10, y: 10), PlanPoint(x: 70, y: 40))
        _ = estimator.estimate(ranged(from: here, among: phone.beacons), at: start)
        var errors: [Double] = []
        for second in 1...6 as ClosedRange<Int64> {
            let estimate = estimator.estimate(
                ranged(from: there, among: phone.beacons), at: start.advanced(bySeconds: second))
            errors.append(try #require(estimate).distance(to: there))
        }
        #expect(errors[0] > 50 && errors[5] < 2)
    }

    @Test("nothing heard, or nothing of the plan, is no position")
    func nothing() {
        let phone = WalkingPhone(seed: 0)
        var estimator = PositionEstimator(beacons: phone.beacons, width: 80, height: 45)
        #expect(estimator.estimate([], at: start) == nil)
        let stranger = RangedBeacon(identity: .grid(99, 99), rssi: -60, distance: 1, proximity: .near, lastHeard: start)
        let silent = RangedBeacon(identity: .grid(0, 0), rssi: -60, distance: 1, proximity: .unknown, lastHeard: start)
        #expect(estimator.estimate([stranger, silent], at: start) == nil)
    }

    @Test("one beacon alone places the phone near it, inside the plan")
    func alone() throws {
        var estimator = PositionEstimator(beacons: [.grid(0, 0): PlanPoint(x: 1, y: 1)], width: 80, height: 45)
        let beacon = RangedBeacon(identity: .grid(0, 0), rssi: -65, distance: 2, proximity: .near, lastHeard: start)
        let found = estimator.estimate([beacon], at: start)
        let estimate = try #require(found)
        #expect(estimate.distance(to: PlanPoint(x: 1, y: 1)) < 5 && estimate.x >= 0 && estimate.y >= 0)
    }

    @Test("hostile values give a finite position or none")
    func hostile() {
        let values: [Double] = [.nan, .infinity, -.infinity, -1, 0, 1e-300, 1e300]
        for value in values {
            let identity = BeaconIdentity.grid(0, 0)
            for point in [PlanPoint(x: value, y: value), PlanPoint(x: 5, y: 5)] {
                var estimator = PositionEstimator(beacons: [identity: point], width: 80, height: 45)
                for distance in values {
                    let beacon = RangedBeacon(
                        identity: identity, rssi: value, distance: distance, proximity: .near, lastHeard: start,
                        readingCount: .min)
                    if let estimate = estimator.estimate([beacon], at: start) {
                        #expect(estimate.x.isFinite && estimate.y.isFinite)
                    }
                    _ = estimator.estimate([beacon], at: Timestamp(milliseconds: .min))
                    _ = estimator.estimate([beacon], at: Timestamp(milliseconds: .max))
                }
            }
        }
    }

    /// All beacons as they are ranged at `truth` when there is no noise, the nearest first.
    private func ranged(from truth: PlanPoint, among beacons: [BeaconIdentity: PlanPoint]) -> [RangedBeacon] {
        beacons.map { identity, point in
            let distance = max(point.distance(to: truth), 0.1)
            return RangedBeacon(
                identity: identity, rssi: -60, distance: distance, proximity: distance < 5 ? .near : .far,
                lastHeard: start, readingCount: 8)
        }.sorted { $0.distance < $1.distance }
    }
}
