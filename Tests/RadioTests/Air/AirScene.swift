import Basics

@testable import Radio

/// Hosts on simulated air, stepped together.
struct AirScene {
    var air: SimulatedAir
    private(set) var hosts: [Int: HCIHost] = [:]
    /// What each device's host reported, in order.
    private(set) var reported: [Int: [HCIHost.Action]] = [:]
    /// Milliseconds of one step.
    var step: Int64 = 10

    init(
        seed: UInt64 = 1, model: PropagationModel = .indoor, walls: [Wall] = [],
        start: Timestamp = Timestamp(milliseconds: 1_700_000_000_000)
    ) {
        air = SimulatedAir(seed: seed, model: model, walls: walls)
        air.advance(to: start)
    }

    /// Adds a device with a host of this role, already started.
    mutating func add(
        x: Double, y: Double = 0, _ role: HCIHost.Role, kind: SimulatedAir.ControllerKind = .extended
    ) -> Int {
        let number = air.devices.count
        let address = DeviceAddress(value: 0x0010_0000_0000 + UInt64(number), kind: .public)
        let device = air.addDevice(at: AirPosition(x: x, y: y), address: address, controller: kind)
        hosts[device] = HCIHost(role: role)
        restart(device)
        return device
    }

    mutating func addListener(x: Double, y: Double = 0, timing: ScanTiming = .continuous) -> Int {
        add(x: x, y: y, HCIHost.Role(scan: true, scanTiming: timing))
    }

    /// A device that advertises these payloads under the address of its number.
    mutating func addSender(
        x: Double, y: Double = 0, interval: Int = 200, _ payloads: [[UInt8]] = [[2, 1, 6]],
        kind: SimulatedAir.ControllerKind = .extended
    ) -> Int {
        let address = DeviceAddress(value: 0xC000_0000_0000 + UInt64(air.devices.count), kind: .random)
        return add(
            x: x, y: y,
            HCIHost.Role(
                scan: false,
                advertise: AdvertisingPlan(intervalMilliseconds: interval, address: address) { _ in payloads }),
            kind: kind)
    }

    mutating func restart(_ device: Int) {
        guard var host = hosts[device] else { return }
        var actions = air.carry(host.start(at: air.now), from: device)
        actions += air.exchange(with: &host, on: device)
        hosts[device] = host
        reported[device, default: []] += actions
    }

    mutating func run(seconds: Double) {
        let end = air.now.advanced(byMilliseconds: Int64(seconds * 1000))
        let devices = hosts.keys.sorted()
        while air.now < end {
            air.advance(to: min(air.now.advanced(byMilliseconds: step), end))
            for device in devices {
                guard var host = hosts.removeValue(forKey: device) else { continue }
                let actions = air.exchange(with: &host, on: device)
                hosts[device] = host
                if !actions.isEmpty { reported[device, default: []] += actions }
            }
        }
    }

    func heard(_ listener: Int, from sender: Int) -> [HeardAdvertisement] {
        let address = DeviceAddress(value: 0xC000_0000_0000 + UInt64(sender), kind: .random)
        return heard(listener).filter { $0.address == address }
    }

    func heard(_ listener: Int) -> [HeardAdvertisement] {
        (reported[listener] ?? []).heard
    }

    func strengths(_ listener: Int, from sender: Int) -> [Double] {
        heard(listener, from: sender).compactMap { $0.rssi.map(Double.init) }
    }
}

extension [Double] {
    var mean: Double { reduce(0, +) / Double(count) }

    var deviation: Double {
        let mean = mean
        return (reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(count)).squareRoot()
    }
}
