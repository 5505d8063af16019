import Basics
import Testing

@testable import Radio

@Suite("Simulated air repeats itself")
struct SimulatedAirRepeatTests {
    private func scene(seed: UInt64, step: Int64 = 10, extraListeners: Int = 0) -> AirScene {
        var scene = AirScene(seed: seed)
        scene.step = step
        for index in 0..<4 {
            _ = scene.addSender(x: Double(index * 3), interval: 100, [[2, 1, 6]])
        }
        _ = scene.addListener(x: 2, y: 1)
        _ = scene.addListener(x: 6, y: 1)
        for index in 0..<extraListeners { _ = scene.addListener(x: Double(index), y: 2) }
        scene.run(seconds: 10)
        return scene
    }

    @Test("the same seed gives the same reports", arguments: 0..<8 as Range<UInt64>)
    func sameSeed(seed: UInt64) {
        let one = scene(seed: seed)
        let other = scene(seed: seed)
        #expect(one.heard(4) == other.heard(4))
        #expect(one.heard(4).count > 100)
    }

    @Test("another seed gives others")
    func otherSeed() {
        #expect(scene(seed: 1).heard(4) != scene(seed: 2).heard(4))
    }

    @Test("listeners that come along change nothing for the others")
    func moreListeners() {
        #expect(scene(seed: 3).heard(4) == scene(seed: 3, extraListeners: 5).heard(4))
    }

    @Test("the length of the steps changes when reports are fetched and not what they say")
    func steps() {
        let fine = scene(seed: 4, step: 1).heard(5)
        let coarse = scene(seed: 4, step: 100).heard(5)
        #expect(fine.map(\.rssi) == coarse.map(\.rssi))
        #expect(fine.map(\.address) == coarse.map(\.address))
    }

    @Test("a copy of the air goes its own way")
    func copies() {
        var one = scene(seed: 5)
        var other = one
        one.run(seconds: 2)
        other.run(seconds: 2)
        #expect(one.heard(4) == other.heard(4))
    }
}
