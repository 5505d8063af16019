/// A command on its way to a controller.
struct HCICommand: Equatable, Sendable {
    var opcode: HCIOpcode
    var parameters: [UInt8]

    init(_ opcode: HCIOpcode, _ parameters: [UInt8] = []) {
        self.opcode = opcode
        self.parameters = parameters
    }

    /// The bytes as they go over the wire: indicator, opcode, length, parameters.
    var packet: [UInt8] {
        [H4Framer.Indicator.command, UInt8(opcode.rawValue & 0xFF), UInt8(opcode.rawValue >> 8)]
            + [UInt8(truncatingIfNeeded: parameters.count)] + parameters
    }
}

/// The commands used here. All numbers go low byte first.
///
/// Source: Bluetooth Core 5.4, Volume 4, Part E, sections 7.3 and 7.8.
extension HCICommand {
    /// The most that a legacy advertisement holds.
    static let longestPayload = 31

    /// The one advertising set that is used of an extended controller's.
    static let advertisingSet: UInt8 = 0

    /// Everything up to the LE Meta event (bit 61), which carries the reports.
    static let setEventMask = HCICommand(.setEventMask, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x3F])

    /// The first five LE events (Bluetooth 4), and the extended report (bit 12) where it is understood.
    ///
    /// A controller that knows extended reports may use them for a legacy scan as well.
    static func setLowEnergyEventMask(extended: Bool) -> HCICommand {
        HCICommand(.setLowEnergyEventMask, [0x1F, extended ? 0x10 : 0, 0, 0, 0, 0, 0, 0])
    }

    static func setRandomAddress(_ address: [UInt8]) -> HCICommand {
        HCICommand(.setRandomAddress, address)
    }

    // MARK: Legacy

    /// Undirected, neither connectable nor scannable (type 3), on all three channels.
    static func setAdvertisingParameters(intervalMilliseconds: Int, random: Bool) -> HCICommand {
        let interval = units(intervalMilliseconds)
        return HCICommand(
            .setAdvertisingParameters,
            littleEndian(interval, 2) + littleEndian(interval, 2)
                + [3, random ? 1 : 0, 0, 0, 0, 0, 0, 0, 0, 0x07, 0])
    }

    static func setAdvertisingData(_ payload: [UInt8]) -> HCICommand {
        let padding = [UInt8](repeating: 0, count: longestPayload - payload.count)
        return HCICommand(.setAdvertisingData, [UInt8(payload.count)] + payload + padding)
    }

    static func setAdvertisingEnable(_ on: Bool) -> HCICommand {
        HCICommand(.setAdvertisingEnable, [on ? 1 : 0])
    }

    /// Passive: the scanner never sends.
    static func setScanParameters(_ timing: ScanTiming) -> HCICommand {
        HCICommand(
            .setScanParameters,
            [0] + littleEndian(units(timing.intervalMilliseconds), 2)
                + littleEndian(units(timing.windowMilliseconds), 2) + [1, 0])
    }

    /// Duplicates are wanted: each report is a measurement.
    static func setScanEnable(_ on: Bool) -> HCICommand {
        HCICommand(.setScanEnable, [on ? 1 : 0, 0])
    }

    // MARK: Extended

    /// A legacy advertisement (property bit 4), neither connectable nor scannable, on all three channels; without a power
    /// in dBm the controller chooses one (0x7F).
    static func setExtendedAdvertisingParameters(
        intervalMilliseconds: Int, random: Bool, power: Int8? = nil
    ) -> HCICommand {
        let interval = units(intervalMilliseconds)
        return HCICommand(
            .setExtendedAdvertisingParameters,
            [advertisingSet, 0x10, 0x00] + littleEndian(interval, 3) + littleEndian(interval, 3)
                + [0x07, random ? 1 : 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(bitPattern: power ?? 0x7F), 1, 0, 1, 0, 0])
    }

    static func setAdvertisingSetRandomAddress(_ address: [UInt8]) -> HCICommand {
        HCICommand(.setAdvertisingSetRandomAddress, [advertisingSet] + address)
    }

    /// The whole payload in one piece (operation 3), which is allowed while advertising.
    static func setExtendedAdvertisingData(_ payload: [UInt8]) -> HCICommand {
        HCICommand(.setExtendedAdvertisingData, [advertisingSet, 3, 1, UInt8(payload.count)] + payload)
    }

    static func setExtendedAdvertisingEnable(_ on: Bool) -> HCICommand {
        HCICommand(.setExtendedAdvertisingEnable, on ? [1, 1, advertisingSet, 0, 0, 0] : [0, 0])
    }

    static func setExtendedScanParameters(_ timing: ScanTiming) -> HCICommand {
        HCICommand(
            .setExtendedScanParameters,
            [1, 0, 1, 0] + littleEndian(units(timing.intervalMilliseconds), 2)
                + littleEndian(units(timing.windowMilliseconds), 2))
    }

    static func setExtendedScanEnable(_ on: Bool) -> HCICommand {
        HCICommand(.setExtendedScanEnable, [on ? 1 : 0, 0, 0, 0, 0, 0])
    }

    /// Controllers count time in units of 0.625 ms.
    private static func units(_ milliseconds: Int) -> Int {
        milliseconds * 8 / 5
    }

    private static func littleEndian(_ value: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
}
