import Basics

/// A Bluetooth controller of a simulated device, seen from its host: HCI bytes in, HCI bytes out.
///
/// It is as strict as the specification allows: it refuses what comes in the wrong order or out of range, so that a
/// host that works on it works on hardware. Source: Bluetooth Core 5.4, Volume 4, Part E, sections 7.3 and 7.8.
struct SimulatedController: Sendable {
    /// Which commands it has.
    let kind: SimulatedAir.ControllerKind

    /// Six bytes, low byte first.
    let publicAddress: [UInt8]

    struct AdvertisingSet: Sendable {
        var handle: UInt8
        /// Microseconds between the beginnings of two advertisements, without the random delay.
        var interval: Int64 = 100_000
        /// The type of legacy report: 0 connectable, 2 scannable, 3 neither.
        var type: UInt8 = 3
        var usesRandomAddress = false
        var randomAddress: [UInt8]?
        /// Channels 37, 38, 39 in bits 0, 1, 2.
        var channels: UInt8 = 7
        var data: [UInt8] = []
        var enabled = false
        /// Counts the starts, so that what was planned before one is void.
        var generation: UInt32 = 0
    }

    struct Scanning: Sendable {
        var enabled = false
        var extended = false
        var filtersDuplicates = false
        /// The scan interval in microseconds.
        var interval: Int64 = 10_000
        var window: Int64 = 10_000
        var usesRandomAddress = false
    }

    enum Family {
        case legacy
        case extended
    }

    static let versionNumber: UInt8 = 12
    /// The power that it says it sends with, in dBm: the only one it has, whatever it is asked for.
    ///
    /// How strong it is heard is the air's matter.
    static let transmitPower: Int8 = 0
    static let mostSets = 4
    /// Reports beyond this many that the host has not fetched are dropped, as a real controller's buffers would.
    static let mostWaiting = 4096

    var sets: [AdvertisingSet] = []
    var scanning = Scanning()
    var randomAddress: [UInt8]?
    var family: Family?
    var eventMask: UInt64 = 0x0000_1FFF_FFFF_FFFF
    var lowEnergyEventMask: UInt64 = 0x1F
    var reported: Set<[UInt8]> = []
    /// For the host; each is one event packet, indicator included.
    var events: [[UInt8]] = []
    var random: SplitMix64
    private var framer = H4Framer(source: .host)

    init(kind: SimulatedAir.ControllerKind, publicAddress: [UInt8], random: SplitMix64) {
        self.kind = kind
        self.publicAddress = publicAddress
        self.random = random
    }

    /// The state after power-up or HCI_Reset.
    mutating func reset() {
        for index in sets.indices { sets[index].generation &+= 1 }
        // Sets stay in the list, switched off, so that their generations go on counting.
        for index in sets.indices {
            sets[index] = AdvertisingSet(handle: sets[index].handle, generation: sets[index].generation)
        }
        configured = []
        scanning = Scanning()
        randomAddress = nil
        family = nil
        eventMask = 0x0000_1FFF_FFFF_FFFF
        lowEnergyEventMask = 0x1F
        reported = []
    }

    /// Handles of the extended sets that have parameters since the last reset.
    var configured: Set<UInt8> = []

    /// Drops what was half received, as a power cut does.
    mutating func forgetPartialInput() {
        framer = H4Framer(source: .host)
        events = []
    }

    /// Takes bytes from the host; whether an advertising set or the scanning may have changed.
    mutating func receive(_ bytes: [UInt8]) -> Bool {
        framer.append(bytes)
        var changed = false
        while let packet = framer.next() {
            guard packet.first == H4Framer.Indicator.command, packet.count >= 4 else { continue }
            let at = packet.startIndex
            let opcode = HCIOpcode(rawValue: UInt16(packet[at + 1]) | UInt16(packet[at + 2]) << 8)
            changed = execute(opcode, Array(packet.dropFirst(4))) || changed
        }
        return changed
    }

    /// Answers with Command Complete; the controller takes one command at a time.
    mutating func complete(_ opcode: HCIOpcode, _ result: [UInt8]) {
        events.append(
            [
                H4Framer.Indicator.event, 0x0E, UInt8(3 + result.count), 1, UInt8(opcode.rawValue & 0xFF),
                UInt8(opcode.rawValue >> 8),
            ] + result)
    }

    /// Which events the host will see of what is on air: legacy reports, extended ones, or none.
    var reportKind: ReportKind? {
        guard scanning.enabled, eventMask & (1 << 61) != 0 else { return nil }
        if scanning.extended { return lowEnergyEventMask & (1 << 12) != 0 ? .extended : nil }
        return lowEnergyEventMask & (1 << 1) != 0 ? .legacy : nil
    }

    enum ReportKind: Sendable {
        case legacy
        case extended
    }

    /// Hands a report to the host unless it is a duplicate that it does not want or the buffers are full.
    mutating func report(_ event: [UInt8], sender: [UInt8]) {
        guard events.count < Self.mostWaiting else { return }
        if scanning.filtersDuplicates {
            guard reported.insert(sender).inserted else { return }
        }
        events.append(event)
    }
}
