import Radio
import Randomness
import Time

/// A radio in the simulated air: the host side of HCI that a real device has, joined to a simulated controller.
struct SimulatedRadio {
    /// The device's number in the air.
    let device: Int
    private var host: HCIHost

    /// Puts a device into the air and begins to talk to its controller.
    init(role: HCIHost.Role, address: DeviceAddress, at position: AirPosition, in air: inout SimulatedAir, now: Timestamp) {
        device = air.addDevice(at: position, address: address)
        host = HCIHost(role: role)
        _ = perform(host.start(at: now), in: &air)
    }

    /// Takes what the controller said since the last time, answers it, and gives what was heard.
    mutating func exchange(with air: inout SimulatedAir, at now: Timestamp) -> [HeardAdvertisement] {
        var heard: [HeardAdvertisement] = []
        for bytes in air.takeEvents(for: device) {
            heard += perform(host.receive(bytes, at: now), in: &air)
        }
        if let deadline = host.nextDeadline, deadline <= now {
            heard += perform(host.tick(at: now), in: &air)
        }
        return heard
    }

    private func perform(_ actions: [HCIHost.Action], in air: inout SimulatedAir) -> [HeardAdvertisement] {
        var heard: [HeardAdvertisement] = []
        for action in actions {
            switch action {
            case .send(let bytes): air.send(bytes, from: device)
            case .heard(let advertisement): heard.append(advertisement)
            case .ready, .failed: break
            }
        }
        return heard
    }
}

extension DeviceAddress {
    /// A random static address (Bluetooth Core 5.4, Volume 6, Part B, section 1.3.2.1): the two highest bits are set.
    static func random(using random: inout SplitMix64) -> DeviceAddress {
        DeviceAddress(value: random.next() & 0x3FFF_FFFF_FFFF | 0xC000_0000_0000, kind: .random)
    }
}
