/// The event with which a simulated controller tells its host of an advertisement.
///
/// Source: Bluetooth Core 5.4, Volume 4, Part E, sections 7.7.65.2 and 7.7.65.13.
struct SimulatedReport: Sendable {
    private let legacy: [UInt8]
    private let extended: [UInt8]
    /// Type and sender, by which duplicates are known.
    let identity: [UInt8]

    /// Where the strength stands in an extended report: after indicator, code, length, subevent, count, type (2),
    /// address type, address (6), PHYs (2), set and transmit power.
    private static let extendedStrength = 18

    /// `type` is that of a legacy report: 0 connectable, 2 scannable, 3 neither.
    init(type: UInt8, addressType: UInt8, address: [UInt8], data: [UInt8]) {
        let strength: UInt8 = 0
        legacy =
            [0x04, 0x3E, UInt8(12 + data.count), 0x02, 1, type, addressType] + address + [UInt8(data.count)] + data
            + [strength]
        let extendedType: UInt8 =
            switch type {
            case 0: 0x13
            case 2: 0x12
            default: 0x10
            }
        extended =
            [0x04, 0x3E, UInt8(26 + data.count), 0x0D, 1, extendedType, 0, addressType] + address
            // Heard on the 1M PHY, no other; no set number, transmit power unknown.
            + [1, 0, 0xFF, 0x7F, strength, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(data.count)] + data
        identity = [type, addressType] + address
    }

    /// The event packet, indicator included, with this strength in dBm.
    func event(_ kind: SimulatedController.ReportKind, strength: Int8) -> [UInt8] {
        switch kind {
        case .legacy:
            var event = legacy
            event[event.count - 1] = UInt8(bitPattern: strength)
            return event
        case .extended:
            var event = extended
            event[Self.extendedStrength] = UInt8(bitPattern: strength)
            return event
        }
    }
}
