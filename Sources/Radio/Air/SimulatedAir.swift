import Basics

/// A simulated place full of radios, each with a controller that speaks HCI like a real one.
///
/// Hosts send bytes to their device's controller and fetch its events; `advance(to:)` lets time pass, and only then is
/// anything transmitted and heard. One seed gives one course of events, in steps of any length. Each device draws from
/// a random stream of its own, and what a listener adds to the air is nothing, so that one more listener changes nothing
/// for the others. An attacker is a device like any other, which sends what it likes.
///
/// What is modelled: loss with distance, walls, shadowing per packet, sensitivity, the three advertising channels one
/// after another with the time that a packet takes, the random delay of each advertisement, the scanner's windows and
/// its one channel at a time, collisions with capture, and that no radio hears while it sends.
public struct SimulatedAir: Sendable {
    /// Which commands a simulated controller has.
    public enum ControllerKind: Sendable {
        /// Those of Bluetooth 4 only.
        case legacy
        /// Those of Bluetooth 5 as well; it refuses to have them mixed.
        case extended
    }

    struct Device: Sendable {
        var controller: SimulatedController
        var position: AirPosition
        /// Mean strength at one metre, in dBm.
        var power: Double
        var isOn = true
        /// The row of the loss table; none before the first transmission.
        var row: Int?
        /// Counts transmissions; with the device it names each packet's shadowing.
        var transmissions: UInt64 = 0
        /// Names this device's shadowing as a receiver.
        let noise: UInt64
        /// The random delays of its advertisements.
        var delays: SplitMix64
        /// The generation of each advertising set that the agenda knows.
        var planned: [UInt32] = []
    }

    /// What the way of each packet needs of a scanning device, close together since it is looked at so often.
    struct Listener: Sendable {
        let device: Int
        /// Microseconds; where the scan intervals began.
        var scanStart: Int64
        /// The scan interval in microseconds.
        let interval: Int64
        let window: Int64
        let reports: SimulatedController.ReportKind
        let noise: UInt64
    }

    let model: PropagationModel
    let walls: [Wall]
    private let root: SplitMix64
    var devices: [Device] = []
    /// Of each device: counts what changes the loss to and from others, moves and changes of power.
    var versions: [UInt32] = []
    /// Devices that scan and would be told of what they hear, in order of their numbers.
    var listeners: [Listener] = []
    var agenda = Agenda()
    /// Advertisements on air, and those that may still have collided with one on air, in order of their beginning.
    var onAir: [Transmission] = []
    /// The first of `onAir` whose fate is open.
    var firstOpen = 0
    var losses = LossTable()
    /// Microseconds since 1970.
    var clock: Int64 = 0
    private var hasBegun = false

    /// Empty air; `seed` decides everything that is random in it.
    public init(seed: UInt64, model: PropagationModel = .indoor, walls: [Wall] = []) {
        self.model = model
        self.walls = walls
        self.root = SplitMix64(seed: seed)
    }

    /// The instant up to which time has passed.
    public var now: Timestamp {
        Timestamp(milliseconds: clock / 1000)
    }

    /// Adds a device and gives its number, counted from 0 and never used again.
    ///
    /// `address` is the controller's own; which one advertisements carry is for the host to set.
    public mutating func addDevice(at position: AirPosition, address: DeviceAddress) -> Int {
        addDevice(at: position, address: address, controller: .extended)
    }

    /// Adds a device with a controller of the given kind and gives its number, counted from 0 and never used again.
    public mutating func addDevice(
        at position: AirPosition, address: DeviceAddress, controller kind: ControllerKind
    ) -> Int {
        let number = devices.count
        var own = root.split(UInt64(number))
        let noise = own.next()
        let delays = own.split(1)
        let controller = SimulatedController(
            kind: kind, publicAddress: address.littleEndianBytes, random: own.split(2))
        devices.append(
            Device(
                controller: controller, position: position, power: model.referencePower, noise: noise, delays: delays))
        versions.append(0)
        return number
    }

    /// Puts a device somewhere else; unknown numbers change nothing, here and below.
    public mutating func move(_ device: Int, to position: AirPosition) {
        guard devices.indices.contains(device), devices[device].position != position else { return }
        devices[device].position = position
        versions[device] &+= 1
    }

    /// Where a device is.
    public func position(of device: Int) -> AirPosition? {
        devices.indices.contains(device) ? devices[device].position : nil
    }

    /// Sets how strong a device is at one metre, in dBm, instead of the model's reference.
    public mutating func setPower(_ power: Double, of device: Int) {
        guard devices.indices.contains(device), devices[device].power != power else { return }
        devices[device].power = power
        versions[device] &+= 1
    }

    /// Cuts a controller's power: it falls silent in every way and forgets its state.
    public mutating func powerOff(_ device: Int) {
        guard devices.indices.contains(device), devices[device].isOn else { return }
        devices[device].isOn = false
        devices[device].controller.reset()
        devices[device].controller.forgetPartialInput()
        adopt(device)
    }

    /// Gives a controller its power back; its host has to set it up anew.
    public mutating func powerOn(_ device: Int) {
        guard devices.indices.contains(device) else { return }
        devices[device].isOn = true
    }

    /// Takes a device away for good.
    public mutating func remove(_ device: Int) {
        powerOff(device)
    }

    /// Bytes from a host to its controller, in pieces of any size; the controller answers at once.
    public mutating func send(_ bytes: [UInt8], from device: Int) {
        guard devices.indices.contains(device), devices[device].isOn else { return }
        if devices[device].controller.receive(bytes) {
            adopt(device)
        }
    }

    /// What the controller has for its host, one event packet each, in order.
    public mutating func takeEvents(for device: Int) -> [[UInt8]] {
        guard devices.indices.contains(device), !devices[device].controller.events.isEmpty else { return [] }
        var events: [[UInt8]] = []
        swap(&events, &devices[device].controller.events)
        return events
    }

    /// Lets time pass; back it does not go.
    public mutating func advance(to instant: Timestamp) {
        let target = instant.milliseconds.multipliedReportingOverflow(by: 1000)
        guard !target.overflow else { return }
        if !hasBegun {
            // What was started before there was a time starts with it.
            hasBegun = true
            agenda.shift(by: target.partialValue - clock)
            for index in listeners.indices { listeners[index].scanStart += target.partialValue - clock }
            clock = target.partialValue
        }
        guard target.partialValue > clock else { return }
        while let next = agenda.first, next.time <= target.partialValue {
            settle(until: next.time)
            clock = next.time
            _ = agenda.removeFirst()
            transmit(next)
        }
        settle(until: target.partialValue)
        clock = target.partialValue
    }

    /// Takes over what a command may have changed: who listens, and what is to be sent when.
    private mutating func adopt(_ device: Int) {
        listen(device)
        let sets = devices[device].controller.sets
        while devices[device].planned.count < sets.count { devices[device].planned.append(0) }
        for (index, set) in sets.enumerated() where devices[device].planned[index] != set.generation {
            devices[device].planned[index] = set.generation
            guard set.enabled else { continue }
            // Real devices were not switched on together: the first advertisement falls anywhere in an interval.
            let delay = Int64(devices[device].delays.uniform() * Double(set.interval))
            agenda.insert(
                Agenda.Entry(
                    time: clock + delay, device: Int32(device), set: UInt8(index), generation: set.generation))
        }
    }

    private mutating func listen(_ device: Int) {
        let place = listeners.firstIndex { $0.device >= device } ?? listeners.count
        let was = place < listeners.count && listeners[place].device == device ? listeners[place] : nil
        guard devices[device].isOn, let reports = devices[device].controller.reportKind else {
            if was != nil { listeners.remove(at: place) }
            return
        }
        let scanning = devices[device].controller.scanning
        let listener = Listener(
            device: device, scanStart: was?.scanStart ?? clock, interval: scanning.interval, window: scanning.window,
            reports: reports, noise: devices[device].noise)
        if was != nil {
            listeners[place] = listener
        } else {
            listeners.insert(listener, at: place)
        }
    }
}
