import Basics
import Testing

@testable import Radio

@Suite("Simulated air")
struct SimulatedAirTests {
    @Test("strength falls with distance as the model says and spreads by its shadowing", arguments: [1.0, 2, 5, 10])
    func strengthByDistance(metres: Double) {
        var scene = AirScene(seed: 11)
        let sender = scene.addSender(x: 0, interval: 20)
        let listener = scene.addListener(x: metres)
        scene.run(seconds: 60)
        let strengths = scene.strengths(listener, from: sender)
        #expect(strengths.count > 1500)
        let expected = -59 - PropagationModel.indoor.loss(atDistance: metres)
        #expect(abs((scene.air.meanStrength(from: sender, at: listener) ?? 0) - expected) < 1e-9)
        // At ten metres the weakest of the packets are below the sensitivity: what is heard looks a little stronger.
        #expect(abs(strengths.mean - expected) < (metres < 10 ? 0.8 : 1.6))
        #expect(abs(strengths.deviation - 8) < (metres < 10 ? 0.5 : 1.2))
        #expect(strengths.allSatisfy { $0 >= -95 })
    }

    @Test("nobody hears what is out of reach")
    func outOfReach() {
        var scene = AirScene()
        let sender = scene.addSender(x: 0, interval: 20)
        let listener = scene.addListener(x: 4000)
        scene.run(seconds: 20)
        #expect(scene.heard(listener, from: sender).isEmpty)
    }

    @Test("walls weaken what passes through them, each by its own measure")
    func walls() {
        let walls = [1.0, 1.5].map {
            Wall(from: AirPosition(x: $0, y: -5), to: AirPosition(x: $0, y: 5), attenuation: 6)
        }
        var scene = AirScene(seed: 3, walls: walls)
        let sender = scene.addSender(x: 0, interval: 20)
        let before = scene.addListener(x: 0.5)
        let behind = scene.addListener(x: 2)
        scene.run(seconds: 40)
        let loss = PropagationModel.indoor
        #expect(abs(scene.strengths(before, from: sender).mean - (-59 - loss.loss(atDistance: 0.5))) < 1)
        #expect(abs(scene.strengths(behind, from: sender).mean - (-59 - loss.loss(atDistance: 2) - 12)) < 1)
    }

    @Test("a device that moves is heard as from where it is")
    func moves() {
        var scene = AirScene(seed: 4)
        let sender = scene.addSender(x: 1, interval: 20)
        let listener = scene.addListener(x: 0)
        scene.run(seconds: 20)
        let near = scene.strengths(listener, from: sender)
        scene.air.move(sender, to: AirPosition(x: 8, y: 0))
        scene.run(seconds: 20)
        let far = Array(scene.strengths(listener, from: sender).dropFirst(near.count))
        #expect(abs(near.mean - far.mean - PropagationModel.indoor.loss(atDistance: 8)) < 1.5)
        scene.air.setPower(-49, of: sender)
        let louder = scene.air.meanStrength(from: sender, at: listener) ?? 0
        #expect(abs(louder - (-49 - PropagationModel.indoor.loss(atDistance: 8))) < 1e-9)
    }

    @Test("advertisements come at the interval and its random delay of up to ten milliseconds")
    func interval() {
        var scene = AirScene(seed: 5)
        scene.step = 1
        let sender = scene.addSender(x: 0, interval: 100)
        let listener = scene.addListener(x: 0.5)
        scene.run(seconds: 60)
        let times = scene.heard(listener, from: sender).map(\.time.milliseconds)
        let gaps = zip(times.dropFirst(), times).map { Double($0 - $1) }
        // The change of channel takes a few away, so that some gaps are double.
        let single = gaps.filter { $0 < 150 }
        #expect(single.count > 500)
        #expect(single.allSatisfy { $0 >= 99 && $0 <= 112 })
        #expect(abs(single.mean - 105) < 1)
    }

    @Test("a scanner hears as much as its windows let it")
    func duty() {
        var scene = AirScene(seed: 6)
        let sender = scene.addSender(x: 0, interval: 20)
        let always = scene.addListener(x: 1)
        let tenth = scene.addListener(
            x: 1, timing: ScanTiming(intervalMilliseconds: 200, windowMilliseconds: 20))
        scene.run(seconds: 60)
        let share =
            Double(scene.heard(tenth, from: sender).count) / Double(scene.heard(always, from: sender).count)
        #expect(share > 0.07 && share < 0.12)
    }

    @Test("packets that overlap on a channel are lost, unless one is much stronger")
    func collisions() {
        // Nothing but the collisions is random here.
        let model = PropagationModel(
            referencePower: -59, exponent: 2.2, shadowing: 0, sensitivity: -95, captureMargin: 10)
        var crowd = AirScene(seed: 7, model: model)
        let listener = crowd.addListener(x: 0)
        let near = crowd.addSender(x: 0.5, interval: 20, [[UInt8](repeating: 0, count: 31)])
        let others = (0..<60).map { index in
            crowd.addSender(x: 5, y: Double(index) / 100, interval: 20, [[UInt8](repeating: 0, count: 31)])
        }
        crowd.run(seconds: 20)
        // Sixty others, each 376 µs long every 25 ms, overlap with twice their length: 1 − exp(−60 · 0.752 / 25) = 84 %.
        let sent = 20_000 / 25.0
        let heardOfOthers = others.map { Double(crowd.heard(listener, from: $0).count) / sent }.mean
        #expect(heardOfOthers > 0.10 && heardOfOthers < 0.24)
        // Twenty-two decibels above them, the near one gets through.
        let heardOfNear = Double(crowd.heard(listener, from: near).count) / sent
        #expect(heardOfNear > 0.95)
    }

    @Test("who is sending does not hear")
    func halfDuplex() {
        let model = PropagationModel(
            referencePower: -59, exponent: 2.2, shadowing: 0, sensitivity: -95, captureMargin: 10)
        var scene = AirScene(seed: 8, model: model)
        let plan = AdvertisingPlan(intervalMilliseconds: 20) { _ in [[UInt8](repeating: 0, count: 31)] }
        let both = scene.add(x: 0, HCIHost.Role(scan: true, advertise: plan))
        let only = scene.addListener(x: 0)
        let sender = scene.addSender(x: 1, interval: 20, [[UInt8](repeating: 0, count: 31)])
        scene.run(seconds: 40)
        // The listener that sends is deaf for about (1428 + 376) µs in every 25 ms.
        let share = Double(scene.heard(both, from: sender).count) / Double(scene.heard(only, from: sender).count)
        #expect(share > 0.88 && share < 0.98)
        #expect(scene.heard(both).allSatisfy { $0.address.value >> 40 == 0xC0 })
    }
}
