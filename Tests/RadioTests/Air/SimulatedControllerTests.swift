import Basics
import Beacons
import Testing

@testable import Radio

@Suite("Simulated controllers")
struct SimulatedControllerTests {
    private let position = AirPosition(x: 0, y: 0)
    private let address = DeviceAddress(value: 0xA1B2_C3D4_E5F6, kind: .public)

    private func air(_ kind: SimulatedAir.ControllerKind = .extended) -> SimulatedAir {
        var air = SimulatedAir(seed: 1)
        _ = air.addDevice(at: position, address: address, controller: kind)
        air.advance(to: Timestamp(milliseconds: 1000))
        return air
    }

    /// The status of the Command Complete that answers a command.
    private func status(_ command: HCICommand, _ air: inout SimulatedAir) -> UInt8? {
        air.send(command.packet, from: 0)
        let events = air.takeEvents(for: 0)
        guard events.count == 1, case .commandComplete(_, command.opcode, let result) = HCIEvent(events[0][...]) else {
            return nil
        }
        return result.first
    }

    @Test("questions are answered with the address and the features")
    func questions() {
        var extended = air()
        extended.send(HCICommand(.readAddress).packet, from: 0)
        #expect(extended.takeEvents(for: 0).map(\.hexadecimal) == ["040e0a01091000f6e5d4c3b2a1"])
        extended.send(HCICommand(.readLowEnergyFeatures).packet, from: 0)
        #expect(extended.takeEvents(for: 0).map(\.hexadecimal) == ["040e0c010320000010000000000000"])
        var legacy = air(.legacy)
        legacy.send(HCICommand(.readLowEnergyFeatures).packet, from: 0)
        #expect(legacy.takeEvents(for: 0).map(\.hexadecimal) == ["040e0c010320000000000000000000"])
    }

    @Test("the two families are refused together until a reset")
    func families() {
        var air = air()
        #expect(status(.setScanParameters(.continuous), &air) == 0)
        #expect(status(.setExtendedScanParameters(.continuous), &air) == HCIStatus.commandDisallowed)
        #expect(status(HCICommand(.reset), &air) == 0)
        #expect(status(.setExtendedScanParameters(.continuous), &air) == 0)
        #expect(status(.setScanEnable(true), &air) == HCIStatus.commandDisallowed)
    }

    @Test("a controller of Bluetooth 4 does not know the extended commands")
    func legacyController() {
        var air = air(.legacy)
        #expect(status(.setExtendedScanParameters(.continuous), &air) == HCIStatus.unknownCommand)
        #expect(status(HCICommand(HCIOpcode(rawValue: 0xFC01)), &air) == HCIStatus.unknownCommand)
    }

    @Test("a scan without a random address is refused, and so are parameters while scanning")
    func scanOrder() {
        var air = air()
        #expect(status(.setExtendedScanParameters(.continuous), &air) == 0)
        #expect(status(.setExtendedScanEnable(true), &air) == HCIStatus.invalidParameters)
        #expect(status(.setRandomAddress([1, 0, 0, 0, 0, 0xC0]), &air) == 0)
        #expect(status(.setExtendedScanEnable(true), &air) == 0)
        #expect(status(.setExtendedScanParameters(.continuous), &air) == HCIStatus.commandDisallowed)
        #expect(status(.setRandomAddress([2, 0, 0, 0, 0, 0xC0]), &air) == HCIStatus.commandDisallowed)
    }

    @Test("advertising is refused out of order and out of range")
    func advertisingOrder() {
        var air = air(.legacy)
        #expect(
            status(.setAdvertisingParameters(intervalMilliseconds: 10, random: true), &air)
                == HCIStatus.invalidParameters)
        #expect(status(.setAdvertisingParameters(intervalMilliseconds: 100, random: true), &air) == 0)
        #expect(status(.setAdvertisingEnable(true), &air) == HCIStatus.invalidParameters)
        #expect(status(.setRandomAddress([1, 0, 0, 0, 0, 0xC0]), &air) == 0)
        #expect(status(.setAdvertisingEnable(true), &air) == 0)
        #expect(
            status(.setAdvertisingParameters(intervalMilliseconds: 100, random: true), &air)
                == HCIStatus.commandDisallowed)
        #expect(status(.setAdvertisingData([1, 2, 3]), &air) == 0)
        let long = HCICommand(.setAdvertisingData, [32] + [UInt8](repeating: 0, count: 31))
        #expect(status(long, &air) == HCIStatus.invalidParameters)
        #expect(status(HCICommand(.setAdvertisingData, [1, 2]), &air) == HCIStatus.invalidParameters)
    }

    @Test("an extended set needs parameters before anything else")
    func setOrder() {
        var air = air()
        let unknown = HCIStatus.unknownAdvertisingIdentifier
        #expect(status(.setExtendedAdvertisingData([1]), &air) == unknown)
        #expect(status(.setAdvertisingSetRandomAddress([1, 0, 0, 0, 0, 0xC0]), &air) == unknown)
        #expect(status(.setExtendedAdvertisingEnable(true), &air) == unknown)
        #expect(status(.setExtendedAdvertisingParameters(intervalMilliseconds: 100, random: true), &air) == 0)
        #expect(status(.setExtendedAdvertisingEnable(true), &air) == HCIStatus.invalidParameters)
        #expect(status(.setAdvertisingSetRandomAddress([1, 0, 0, 0, 0, 0xC0]), &air) == 0)
        #expect(status(.setExtendedAdvertisingEnable(true), &air) == 0)
        #expect(status(.setExtendedAdvertisingEnable(false), &air) == 0)
    }

    @Test("reports that the masks leave out do not come")
    func masks() {
        var scene = AirScene(seed: 2)
        _ = scene.addSender(x: 0, interval: 20)
        let listener = scene.addListener(x: 1)
        scene.run(seconds: 1)
        let before = scene.heard(listener).count
        #expect(before > 20)
        scene.air.send(HCICommand(.setLowEnergyEventMask, [0x1F, 0, 0, 0, 0, 0, 0, 0]).packet, from: listener)
        scene.run(seconds: 1)
        #expect(scene.heard(listener).count == before)
    }

    @Test("a host that fetches nothing loses reports, not memory")
    func overflow() {
        var air = SimulatedAir(seed: 1)
        var scene = AirScene(seed: 2)
        let listener = scene.addListener(x: 0)
        for index in 0..<20 { _ = scene.addSender(x: 1, y: Double(index) / 10, interval: 20) }
        swap(&air, &scene.air)
        air.advance(to: air.now.advanced(bySeconds: 60))
        #expect(air.takeEvents(for: listener).count <= SimulatedController.mostWaiting + 1)
    }

    @Test("any bytes at all are taken without a trap", arguments: 0..<32 as Range<UInt64>)
    func anyBytes(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var air = air(seed % 2 == 0 ? .extended : .legacy)
        let opcodes: [HCIOpcode] = [
            .reset, .setEventMask, .setLowEnergyEventMask, .setRandomAddress, .setAdvertisingParameters,
            .readAdvertisingPower, .setAdvertisingData, .setAdvertisingEnable, .setScanParameters, .setScanEnable,
            .setAdvertisingSetRandomAddress, .setExtendedAdvertisingParameters, .setExtendedAdvertisingData,
            .setExtendedAdvertisingEnable, .setExtendedScanParameters, .setExtendedScanEnable,
        ]
        let lengths = [0, 1, 2, 6, 7, 8, 15, 25, 32, 35]
        for step in 0..<500 {
            let length = lengths[Int(random.next() % UInt64(lengths.count))]
            let parameters = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next() & random.next()) }
            let opcode = opcodes[Int(random.next() % UInt64(opcodes.count))]
            air.send(HCICommand(opcode, parameters).packet, from: 0)
            air.advance(to: Timestamp(milliseconds: 1000 + Int64(step) * 5))
            _ = air.takeEvents(for: 0)
        }
    }
}
