import Basics
import Radio

/// A radio in the simulated air: the host side of HCI that a real device has, joined to a simulated controller.
struct SimulatedRadio {
    /// The device's number in the air.
    let device: Int
    private var host: HCIHost

    /// Puts a device into the air and begins to talk to its controller.
    init(
        role: HCIHost.Role, address: DeviceAddress, at position: AirPosition, in air: inout SimulatedAir, now: Timestamp
    ) {
        device = air.addDevice(at: position, address: address)
        host = HCIHost(role: role)
        _ = air.carry(host.start(at: now), from: device)
        _ = air.exchange(with: &host, on: device)
    }

    /// Cuts the controller's power; nothing is sent or heard until it wakes.
    func sleep(in air: inout SimulatedAir) {
        air.powerOff(device)
    }

    /// Gives the controller its power back and sets it up anew.
    mutating func wake(in air: inout SimulatedAir, at now: Timestamp) {
        air.powerOn(device)
        _ = air.carry(host.start(at: now), from: device)
        _ = air.exchange(with: &host, on: device)
    }

    /// Takes what the controller said since the last time, answers it, and gives what was heard.
    mutating func exchange(with air: inout SimulatedAir) -> [HeardAdvertisement] {
        air.exchange(with: &host, on: device).compactMap { action in
            if case .heard(let advertisement) = action { advertisement } else { nil }
        }
    }
}

extension DeviceAddress {
    /// A random static address (Bluetooth Core 5.4, Volume 6, Part B, section 1.3.2.1): the two highest bits are set.
    static func random(using random: inout SplitMix64) -> DeviceAddress {
        DeviceAddress(value: random.next() & 0x3FFF_FFFF_FFFF | 0xC000_0000_0000, kind: .random)
    }
}
