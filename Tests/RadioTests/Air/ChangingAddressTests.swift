import Basics
import Testing

@testable import Radio

@Suite("Addresses that change with what is sent")
struct ChangingAddressTests {
    /// Milliseconds for which one address and one payload are sent.
    private static let epoch: Int64 = 1500

    private static func number(at now: Timestamp) -> UInt64 {
        UInt64(now.milliseconds / epoch)
    }

    /// A non-resolvable private address: the two highest bits are zero.
    private static func address(_ number: UInt64) -> DeviceAddress {
        var random = SplitMix64(seed: number)
        return DeviceAddress(value: random.next() & 0x3FFF_FFFF_FFFF, kind: .random)
    }

    private static func payload(_ number: UInt64) -> [UInt8] {
        [9, 0xFF] + (0..<8).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    private static let plan = AdvertisingPlan(intervalMilliseconds: 100) { now in
        AdvertisingMoment(payloads: [payload(number(at: now))], address: address(number(at: now)))
    }

    @Test(
        "an address and a payload belong together for as long as either is on air",
        arguments: [SimulatedAir.ControllerKind.legacy, .extended], [false, true])
    func belongTogether(kind: SimulatedAir.ControllerKind, scanning: Bool) throws {
        for seed in 0..<8 as Range<UInt64> {
            var scene = AirScene(seed: seed)
            let sender = scene.add(x: 0, HCIHost.Role(scan: scanning, advertise: Self.plan), kind: kind)
            let neighbour = scene.addSender(x: 0.5, interval: 100, [[2, 1, 6]])
            let listener = scene.addListener(x: 1)
            scene.run(seconds: 30)
            #expect(scene.reported[sender]?.failure == nil)
            let heard = scene.heard(listener).filter { $0.data.first == 9 }
            #expect(heard.count > 150)
            var addresses: [[UInt8]: Set<DeviceAddress>] = [:]
            for one in heard { addresses[one.data, default: []].insert(one.address) }
            #expect(addresses.count >= 20)
            #expect(addresses.values.allSatisfy { $0.count == 1 })
            #expect(Set(addresses.values.flatMap { $0 }).count == addresses.count)
            for (data, address) in addresses {
                let number = data.dropFirst(2).reversed().reduce(0) { $0 << 8 | UInt64($1) }
                #expect(address == [Self.address(number)])
            }
            // Pausing the scan for a command costs hardly anything.
            if scanning { #expect(scene.heard(sender, from: neighbour).count > 200) }
        }
    }

    @Test("nothing is on air between the old pair and the new", arguments: [true, false])
    func order(extended: Bool) {
        let start = Timestamp(milliseconds: 1_500_000)
        var host = HCIHost(role: .init(scan: true, advertise: Self.plan))
        var controller = ScriptedController()
        if !extended { controller.answers[.readLowEnergyFeatures] = .complete([0, 0, 0, 0, 0, 0, 0, 0, 0]) }
        let actions = controller.carry(host.start(at: start), &host, at: start)
        let first = Self.number(at: start)
        #expect(actions.capabilities?.randomAddress == Self.address(first))
        let before = controller.asked.count
        _ = controller.pass(until: start.advanced(byMilliseconds: 2 * Self.epoch - 100), &host)
        let bytes = Self.address(first + 1).littleEndianBytes
        let data = Self.payload(first + 1)
        let expected: [HCICommand] =
            extended
            ? [
                .setExtendedAdvertisingEnable(false), .setAdvertisingSetRandomAddress(bytes),
                .setExtendedAdvertisingData(data), .setExtendedAdvertisingEnable(true),
            ]
            : [
                .setAdvertisingEnable(false), .setScanEnable(false), .setRandomAddress(bytes), .setScanEnable(true),
                .setAdvertisingData(data), .setAdvertisingEnable(true),
            ]
        #expect(Array(controller.asked[before...]) == expected)
    }

    @Test("silence keeps the address for later, and what comes after it goes from its own")
    func silence() throws {
        let start = Timestamp(milliseconds: 1_500_000)
        let middle = start.advanced(byMilliseconds: Self.epoch)
        let plan = AdvertisingPlan(intervalMilliseconds: 100) { now in
            now < middle ? .silence : Self.plan.moment(now, nil)
        }
        var scene = AirScene(seed: 3, start: start)
        _ = scene.add(x: 0, HCIHost.Role(scan: true, advertise: plan), kind: .legacy)
        let listener = scene.addListener(x: 1)
        scene.run(seconds: 3)
        let heard = scene.heard(listener)
        let first = try #require(heard.first)
        #expect(first.time >= middle)
        #expect(first.address == Self.address(Self.number(at: middle)))
    }

    @Test("an address that is not random is not taken for one")
    func publicAddress() {
        let moment = AdvertisingMoment(payloads: [[2, 1, 6]], address: DeviceAddress(value: 7, kind: .public))
        #expect(moment.address == nil)
    }
}
