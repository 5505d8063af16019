import Basics
import Beacons
import Proximity
import Testing

@Suite("Entering and leaving regions")
struct RegionMonitorTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)
    private let one = BeaconIdentity.grid(0, 1)
    private let two = BeaconIdentity.grid(0, 2)

    private func time(_ seconds: Double) -> Timestamp {
        start.advanced(byMilliseconds: Int64(seconds * 1000))
    }

    @Test("a region is entered on hearing and left after ten silent seconds, once each")
    func enteringAndLeaving() {
        var monitor = RegionMonitor()
        #expect(monitor.hear(one, rssi: -90, at: start) == [.entered(one)])
        #expect(monitor.hear(one, rssi: -90, at: time(1)) == [])
        #expect(monitor.inside == [one])
        #expect(monitor.tick(at: time(10.999)) == [])
        #expect(monitor.tick(at: time(11)) == [.exited(one)])
        #expect(monitor.tick(at: time(12)) == [])
        #expect(monitor.inside.isEmpty)
    }

    @Test("a region that is heard again after a long silence is left before it is entered")
    func late() {
        var monitor = RegionMonitor()
        _ = monitor.hear(one, rssi: -60, at: start)
        #expect(monitor.hear(one, rssi: -60, at: time(110)) == [.exited(one), .entered(one)])
    }

    @Test("regions are left in the order in which they fell silent")
    func order() {
        var monitor = RegionMonitor(exitDelayMilliseconds: 5000)
        _ = monitor.hear(two, rssi: -60, at: time(0))
        _ = monitor.hear(one, rssi: -60, at: time(1))
        #expect(monitor.tick(at: time(60)) == [.exited(two), .exited(one)])
    }

    @Test("a threshold keeps weak beacons out, and lets a region go only well below it")
    func threshold() {
        var monitor = RegionMonitor(minimumRSSI: -75)
        #expect(monitor.hear(one, rssi: -76, at: start) == [])
        #expect(monitor.hear(one, rssi: nil, at: start) == [])
        #expect(monitor.hear(one, rssi: 127, at: start) == [])
        #expect(monitor.hear(one, rssi: -75, at: start) == [.entered(one)])
        #expect(monitor.hear(one, rssi: -83, at: time(9)) == [])
        #expect(monitor.tick(at: time(12)) == [])
        #expect(monitor.hear(one, rssi: -84, at: time(18)) == [])
        #expect(monitor.tick(at: time(19)) == [.exited(one)])
    }

    @Test("only monitored regions count, and what is monitored no longer is left")
    func monitored() {
        var monitor = RegionMonitor(monitored: [one])
        #expect(monitor.hear(two, rssi: -50, at: start) == [])
        #expect(monitor.hear(one, rssi: -50, at: start) == [.entered(one)])
        #expect(monitor.monitor([two]) == [.exited(one)])
        #expect(monitor.hear(two, rssi: -50, at: start) == [.entered(two)])
        #expect(monitor.monitor(nil) == [])
    }

    @Test("events alternate for each region, whatever is heard when", arguments: 0..<32 as Range<UInt64>)
    func alternation(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var monitor = RegionMonitor(minimumRSSI: -80)
        var inside: Set<BeaconIdentity> = []
        var now = start
        for _ in 0..<1000 {
            now = now.advanced(byMilliseconds: Int64.random(in: -500...4000, using: &random))
            let identity = BeaconIdentity.grid(0, Int.random(in: 0..<6, using: &random))
            let rssi = Int8.random(in: -100 ... -50, using: &random)
            let events =
                Bool.random(using: &random) ? monitor.hear(identity, rssi: rssi, at: now) : monitor.tick(at: now)
            for event in events {
                switch event {
                case .entered(let identity): #expect(inside.insert(identity).inserted)
                case .exited(let identity): #expect(inside.remove(identity) != nil)
                }
            }
            #expect(monitor.inside == inside)
        }
    }

    /// When a beacon's packets are heard that sends every `interval` seconds with Bluetooth's random delay of up to 10 ms,
    /// where some packets are lost.
    private func packets(
        every interval: Double, for duration: Double, losing share: Double, _ random: inout SplitMix64
    ) -> [Double] {
        var (time, heard) = (0.0, [0.0])
        while time < duration {
            time += interval + Double.random(in: 0...0.01, using: &random)
            if Double.random(in: 0..<1, using: &random) >= share { heard.append(time) }
        }
        return heard
    }

    @Test("a slow beacon is not left while it is there", arguments: [2.0, 5.12, 10.24], 0..<8 as Range<UInt64>)
    func slow(interval: Double, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var monitor = RegionMonitor()
        let heard = packets(every: interval, for: 1800, losing: 0.3, &random)
        #expect(events(of: &monitor, hearing: heard).map(\.event) == [.entered(one)])
        #expect(monitor.tick(at: time((heard.last ?? 0) + 105)) == [.exited(one)])
    }

    /// When one of `count` frames is heard that a device sends in turn or by chance, one frame every `interval`.
    private func frames(
        of count: Int, byChance: Bool = false, every interval: Double, for duration: Double, losing share: Double,
        _ random: inout SplitMix64
    ) -> [Double] {
        var (time, turn, heard) = (0.0, 0, [0.0])
        while time < duration {
            time += interval + Double.random(in: 0...0.01, using: &random)
            turn = byChance ? Int.random(in: 0..<count, using: &random) : (turn + 1) % count
            if turn == 0, Double.random(in: 0..<1, using: &random) >= share { heard.append(time) }
        }
        return heard
    }

    /// What a monitor that is asked each second tells about a beacon heard at `instants`, and when.
    private func events(
        of monitor: inout RegionMonitor, hearing instants: [Double]
    ) -> [(event: RegionEvent, at: Double)] {
        var (events, second): ([(event: RegionEvent, at: Double)], Double) = ([], 0)
        for instant in instants {
            while second < instant {
                events += monitor.tick(at: time(second)).map { ($0, second) }
                second += 1
            }
            events += monitor.hear(one, rssi: -70, at: time(instant)).map { ($0, instant) }
        }
        return events
    }

    @Test(
        "an iBeacon in turn with an Eddystone frame is not left while it is there", arguments: [1.0, 5.12, 10.24],
        0..<40 as Range<UInt64>)
    func inTurn(interval: Double, seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var monitor = RegionMonitor()
        let heard = frames(of: 2, every: interval, for: 1800, losing: 0.3, &random)
        #expect(events(of: &monitor, hearing: heard).map(\.event) == [.entered(one)])
        #expect(monitor.tick(at: time((heard.last ?? 0) + 206)) == [.exited(one)])
    }

    /// A device's frames, of which one is the identity that a region is about.
    struct Frames {
        let count: Int
        let isByChance: Bool

        static let all =
            [1, 2, 3].map { Self(count: $0, isByChance: false) } + [2, 3].map { Self(count: $0, isByChance: true) }
    }

    @Test(
        "one of several frames keeps its region, in turn or by chance, whatever the interval", arguments: Frames.all,
        [1.0, 5.12, 10.24])
    func several(frames: Frames, interval: Double) {
        var late = 0
        for seed in 0..<20 as Range<UInt64> {
            var random = SplitMix64(seed: seed)
            var monitor = RegionMonitor()
            let heard = self.frames(
                of: frames.count, byChance: frames.isByChance, every: interval, for: 3600, losing: 0.3, &random)
            // In the first minutes the interval is not known yet: a single packet is waited for 103 s.
            late += events(of: &monitor, hearing: heard).count { $0.at > 600 && $0.event == .exited(one) }
            #expect(monitor.tick(at: time((heard.last ?? 0) + 905)) == [.exited(one)])
        }
        #expect(late <= 1, "\(late) of 20 hours")
    }

    @Test("an absence does not make a beacon a slow one")
    func absence() {
        var monitor = RegionMonitor()
        var second = 0.0
        for absence in [0.0, 60, 90, 300] {
            second += absence
            for _ in 0..<40 {
                _ = monitor.hear(one, rssi: -70, at: time(second))
                second += 0.5
            }
        }
        let last = second - 0.5
        #expect(monitor.tick(at: time(last + 9.9)) == [])
        #expect(monitor.tick(at: time(last + 10.01)) == [.exited(one)])
    }

    @Test("a fast beacon is left after ten seconds, whatever is lost", arguments: [0.02, 0.1, 0.35, 0.7])
    func fast(interval: Double) throws {
        var random = SplitMix64(seed: 3)
        var monitor = RegionMonitor()
        let heard = packets(every: interval, for: 60, losing: 0.3, &random)
        for instant in heard { _ = monitor.hear(one, rssi: -70, at: time(instant)) }
        let last = try #require(heard.last)
        #expect(monitor.tick(at: time(last + 9.9)) == [])
        #expect(monitor.tick(at: time(last + 10.01)) == [.exited(one)])
    }

    @Test("a repeated packet of a slow beacon does not make it a fast one")
    func repetition() {
        var monitor = RegionMonitor()
        for number in 0..<6 { _ = monitor.hear(one, rssi: -70, at: time(Double(number) * 10.24)) }
        _ = monitor.hear(one, rssi: -70, at: time(51.202))
        #expect(monitor.tick(at: time(80)) == [])
        #expect(monitor.inside == [one])
    }

    @Test("a beacon that is heard for the first time may be a slow one")
    func first() {
        var monitor = RegionMonitor()
        _ = monitor.hear(one, rssi: -70, at: start)
        #expect(monitor.tick(at: time(102.5)) == [])
        #expect(monitor.tick(at: time(103)) == [.exited(one)])
    }

    @Test("made-up identities enter a bounded number of regions")
    func bounded() {
        var monitor = RegionMonitor(limit: 50)
        for number in 0..<1000 { _ = monitor.hear(.grid(number, 0), rssi: -40, at: start) }
        #expect(monitor.inside.count == 50)
    }
}

@Suite("The moving window of regions")
struct RegionWindowTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)

    /// A corridor of a hundred beacons, each the neighbour of the next two either side.
    private let neighbours: [BeaconIdentity: [BeaconIdentity]] = {
        var neighbours: [BeaconIdentity: [BeaconIdentity]] = [:]
        for number in 0..<100 {
            let around = [number - 1, number + 1, number - 2, number + 2].filter { (0..<100).contains($0) }
            neighbours[.grid(0, number)] = around.map { .grid(0, $0) }
        }
        return neighbours
    }()

    private func makeWindow() -> RegionWindow {
        RegionWindow(neighbours: neighbours, start: [.grid(0, 0), .grid(0, 1)])
    }

    /// What is ranged from beside beacon `number`: it and those around it.
    private func ranged(at number: Int) -> [RangedBeacon] {
        (number - 3...number + 3).filter { (0..<100).contains($0) }.map {
            RangedBeacon(
                identity: .grid(0, $0), rssi: -60, distance: 1 + 6 * Double(abs($0 - number)), proximity: .near,
                lastHeard: start)
        }
    }

    @Test("it starts at the entrances that exist, at most twenty")
    func entrances() {
        #expect(makeWindow().regions == [.grid(0, 0), .grid(0, 1)])
        let many = (0..<60).map { BeaconIdentity.grid(0, $0) }
        let window = RegionWindow(neighbours: neighbours, start: [.grid(7, 7)] + many + many)
        #expect(window.regions == Array(many.prefix(20)))
    }

    @Test("somebody who walks from end to end is always inside the window")
    func walk() {
        var window = makeWindow()
        var now = start
        for number in 0..<100 {
            for _ in 0..<4 {
                _ = window.follow(ranged(at: number), at: now)
                now = now.advanced(bySeconds: 1)
            }
            #expect(window.regions.first == .grid(0, number))
            #expect(window.regions.count <= 20 && Set(window.regions).count == window.regions.count)
            for neighbour in neighbours[.grid(0, number)] ?? [] { #expect(window.regions.contains(neighbour)) }
        }
    }

    @Test("it says when it has changed, and is not moved by a moment's nearest")
    func changes() {
        var window = makeWindow()
        #expect(window.follow(ranged(at: 1), at: start) == true)
        #expect(window.follow(ranged(at: 1), at: start.advanced(bySeconds: 1)) == false)
        let regions = window.regions
        #expect(window.follow(ranged(at: 3), at: start.advanced(bySeconds: 2)) == false)
        #expect(window.follow(ranged(at: 1), at: start.advanced(bySeconds: 3)) == false)
        #expect(window.regions == regions)
        #expect(window.follow([], at: start.advanced(bySeconds: 4)) == false)
        #expect(window.regions == regions)
    }

    @Test("who appears in the middle is found only by being located")
    func locating() {
        var window = makeWindow()
        #expect(window.follow(ranged(at: 50), at: start) == false)
        #expect(window.regions == [.grid(0, 0), .grid(0, 1)])
        #expect(window.locate(from: ranged(at: 50)) == .grid(0, 50))
        #expect(window.regions.count == 20 && window.regions.first == .grid(0, 50))
        #expect(window.follow(ranged(at: 50), at: start) == false)
        #expect(window.locate(from: []) == nil)
        #expect(window.regions.first == .grid(0, 50))
    }

    @Test("beacons that the venue does not have are no place to be located at")
    func strangers() {
        var window = makeWindow()
        let stranger = RangedBeacon(
            identity: .grid(5, 5), rssi: -40, distance: 0.2, proximity: .immediate, lastHeard: start)
        let silent = RangedBeacon(
            identity: .grid(0, 9), rssi: -40, distance: 0.1, proximity: .unknown, lastHeard: start)
        #expect(window.locate(from: [stranger, silent]) == nil)
        #expect(window.locate(from: [stranger] + ranged(at: 20)) == .grid(0, 20))
    }
}

@Suite("The nearest beacon")
struct NearestBeaconTests {
    private let start = Timestamp(milliseconds: 1_795_253_400_000)

    private func ranged(_ distances: [Double]) -> [RangedBeacon] {
        distances.enumerated().map { number, distance in
            RangedBeacon(
                identity: .grid(0, number), rssi: -60, distance: distance, proximity: distance < 0 ? .unknown : .near,
                lastHeard: start)
        }
    }

    @Test("another must be nearer by a fifth for two seconds")
    func takingOver() {
        var nearest = NearestBeacon()
        #expect(nearest.update(ranged([2, 3]), at: start) == .grid(0, 0))
        #expect(nearest.update(ranged([2, 1.7]), at: start.advanced(bySeconds: 9)) == .grid(0, 0))
        #expect(nearest.update(ranged([2, 1]), at: start.advanced(bySeconds: 10)) == .grid(0, 0))
        #expect(nearest.update(ranged([2, 1]), at: start.advanced(bySeconds: 11)) == .grid(0, 0))
        #expect(nearest.update(ranged([2, 1]), at: start.advanced(bySeconds: 12)) == .grid(0, 1))
    }

    @Test("when the nearest falls silent the next takes over at once, and none is none")
    func silence() {
        var nearest = NearestBeacon()
        _ = nearest.update(ranged([2, 3]), at: start)
        #expect(nearest.update(ranged([-1, 3]), at: start) == .grid(0, 1))
        #expect(nearest.update(ranged([-1, -1]), at: start) == nil)
    }
}
