import Basics
import Beacons
import Radio
import Testing

extension LibraryExamples {
    @Test("Radio: two hosts on two controllers in one air")
    func radio() {
        // example
        let identity = BeaconIdentity(uuid: UUID128(high: 1, low: 2), major: 100, minor: 1)
        let frame = Frame.iBeacon(IBeacon(identity: identity, measuredPower: -59))
        let plan = AdvertisingPlan(intervalMilliseconds: 100) { _ in [frame.advertisement] }

        var air = SimulatedAir(seed: 1)
        air.advance(to: Timestamp(seconds: 1_795_253_400))
        let sender = air.addDevice(
            at: AirPosition(x: 0, y: 0), address: DeviceAddress(value: 0x0010_0000_0001, kind: .public))
        let listener = air.addDevice(
            at: AirPosition(x: 2, y: 0), address: DeviceAddress(value: 0x0010_0000_0002, kind: .public))

        // A host is a value: bytes of a controller in, bytes for it and reports out. With a real controller,
        // `Controller(transport:role:logger:)` carries them over TCP, a serial line or the kernel's socket.
        var beacon = HCIHost(role: HCIHost.Role(scan: false, advertise: plan))
        var phone = HCIHost(role: HCIHost.Role(scan: true))
        _ = air.carry(beacon.start(at: air.now), from: sender)
        _ = air.carry(phone.start(at: air.now), from: listener)

        var heard: [HeardAdvertisement] = []
        for _ in 0..<300 {
            air.advance(to: air.now.advanced(byMilliseconds: 10))
            _ = air.exchange(with: &beacon, on: sender)
            for case .heard(let report) in air.exchange(with: &phone, on: listener) { heard.append(report) }
        }
        // end of example
        #expect(heard.count > 10)
        #expect(heard.allSatisfy { Array($0.frames) == [frame] })
    }
}
