import Basics
import Beacons
import Testing

@testable import Radio

@Suite("HCI hosts on simulated air")
struct HostOnAirTests {
    private let beacon = Frame.iBeacon(
        IBeacon(
            identity: BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 7), measuredPower: -59))

    @Test(
        "frames go from host to host, whichever commands each controller has",
        arguments: [SimulatedAir.ControllerKind.legacy, .extended],
        [SimulatedAir.ControllerKind.legacy, .extended])
    func endToEnd(sending: SimulatedAir.ControllerKind, listening: SimulatedAir.ControllerKind) {
        var scene = AirScene(seed: 9)
        let payload = beacon.advertisement
        let sender = scene.addSender(x: 0, interval: 100, [payload], kind: sending)
        let listener = scene.add(x: 1, HCIHost.Role(scan: true), kind: listening)
        scene.run(seconds: 5)
        let family = scene.reported[listener]?.capabilities?.commandFamily
        #expect(family == (listening == .legacy ? .legacy : .extended))
        let heard = scene.heard(listener, from: sender)
        #expect(heard.count > 35)
        #expect(heard.allSatisfy { Array($0.frames) == [beacon] })
    }

    @Test("a device with two payloads sends both, about as often")
    func twoPayloads() {
        var scene = AirScene(seed: 10)
        let sender = scene.addSender(x: 0, interval: 100, [[2, 1, 6], [2, 1, 4]])
        let listener = scene.addListener(x: 1)
        scene.run(seconds: 60)
        let heard = scene.heard(listener, from: sender)
        let first = Double(heard.count { $0.data == [2, 1, 6] }) / Double(heard.count)
        #expect(heard.count > 450)
        #expect(first > 0.4 && first < 0.6)
    }

    @Test("a device can send and listen at once")
    func both() {
        var scene = AirScene(seed: 12)
        let plan = AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }
        let one = scene.add(x: 0, HCIHost.Role(scan: true, advertise: plan))
        let other = scene.add(x: 1, HCIHost.Role(scan: true, advertise: plan))
        scene.run(seconds: 5)
        #expect(scene.heard(one).count > 35)
        #expect(scene.heard(other).count > 35)
    }

    @Test("a controller that loses its power is noticed, and works again once set up anew")
    func lossAndReturn() {
        var scene = AirScene(seed: 13)
        let sender = scene.addSender(x: 0, interval: 100)
        let listener = scene.addListener(x: 1)
        scene.run(seconds: 2)
        #expect(scene.reported[listener]?.failure == nil)
        scene.air.powerOff(listener)
        let before = scene.heard(listener, from: sender).count
        scene.run(seconds: 15)
        #expect(scene.reported[listener]?.failure == .noAnswer(.readAddress))
        #expect(scene.heard(listener, from: sender).count == before)
        scene.air.powerOn(listener)
        scene.restart(listener)
        scene.run(seconds: 2)
        #expect(scene.heard(listener, from: sender).count > before + 10)
    }

    @Test("a device that is gone is silent, and the others' numbers stay")
    func removal() {
        var scene = AirScene(seed: 14)
        let gone = scene.addSender(x: 0, interval: 100)
        let stays = scene.addSender(x: 0, y: 1, interval: 100)
        let listener = scene.addListener(x: 1)
        scene.air.remove(gone)
        scene.run(seconds: 2)
        #expect(scene.heard(listener, from: gone).isEmpty)
        #expect(!scene.heard(listener, from: stays).isEmpty)
        scene.air.send([1, 3, 0x0C, 0], from: gone)
        #expect(scene.air.takeEvents(for: gone).isEmpty)
        #expect(scene.air.takeEvents(for: 99).isEmpty)
    }

    @Test("an attacker may send another's frame, and its radio tells it from the other by strength alone")
    func clone() {
        var scene = AirScene(seed: 15)
        let payload = beacon.advertisement
        let honest = scene.addSender(x: 2, interval: 100, [payload])
        let attacker = scene.addSender(x: 20, interval: 100, [payload])
        let listener = scene.addListener(x: 21)
        scene.run(seconds: 20)
        #expect(scene.heard(listener).allSatisfy { Array($0.frames) == [beacon] })
        #expect(scene.strengths(listener, from: attacker).mean > scene.strengths(listener, from: honest).mean + 15)
    }

    @Test("what is started before time begins, begins with it")
    func beforeTime() {
        var air = SimulatedAir(seed: 1)
        let plan = AdvertisingPlan(intervalMilliseconds: 100) { _ in [[2, 1, 6]] }
        var sender = HCIHost(role: .init(scan: false, advertise: plan))
        var listener = HCIHost(role: .init(scan: true))
        for (device, start) in [sender.start(at: air.now), listener.start(at: air.now)].enumerated() {
            _ = air.addDevice(
                at: AirPosition(x: Double(device), y: 0),
                address: DeviceAddress(value: UInt64(device), kind: .public))
            _ = air.carry(start, from: device)
        }
        _ = air.exchange(with: &sender, on: 0)
        _ = air.exchange(with: &listener, on: 1)
        let begin = Timestamp(milliseconds: 1_700_000_000_000)
        air.advance(to: begin)
        air.advance(to: begin.advanced(bySeconds: 1))
        let heard = air.exchange(with: &listener, on: 1).heard
        #expect(heard.count >= 7 && heard.count <= 11)
    }
}
