/// What a controller says, as far as a host without connections cares.
enum HCIEvent: Equatable, Sendable {
    /// A command ended: how many more the controller takes now, which it was, and what it returned (status first).
    case commandComplete(credits: UInt8, opcode: HCIOpcode, result: [UInt8])
    /// A command was refused, or will end later.
    case commandStatus(status: UInt8, credits: UInt8, opcode: HCIOpcode)
    case hardwareError(code: UInt8)
    /// Reports and everything else of the LE family; the packet is left for the parser of reports.
    case lowEnergy
    case other

    /// Reads an event packet, its indicator included; what is too short for its kind is `other`.
    ///
    /// Source: Bluetooth Core 5.4, Volume 4, Part E, section 7.7.
    init(_ packet: ArraySlice<UInt8>) {
        let first = packet.startIndex
        let parameters = packet.dropFirst(3)
        guard packet.count >= 3, packet[first] == H4Framer.Indicator.event else {
            self = .other
            return
        }
        let at = parameters.startIndex
        switch packet[first + 1] {
        case 0x0E where parameters.count >= 3:
            self = .commandComplete(
                credits: parameters[at],
                opcode: HCIOpcode(rawValue: UInt16(parameters[at + 1]) | UInt16(parameters[at + 2]) << 8),
                result: Array(parameters.dropFirst(3)))
        case 0x0F where parameters.count >= 4:
            self = .commandStatus(
                status: parameters[at], credits: parameters[at + 1],
                opcode: HCIOpcode(rawValue: UInt16(parameters[at + 2]) | UInt16(parameters[at + 3]) << 8))
        case 0x10 where parameters.count >= 1:
            self = .hardwareError(code: parameters[at])
        case 0x3E where parameters.count >= 1:
            self = .lowEnergy
        default:
            self = .other
        }
    }
}
