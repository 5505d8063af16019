/// What the simulated controller does on each command.
extension SimulatedController {
    /// Executes one command and answers it; whether advertising or scanning may have changed.
    mutating func execute(_ opcode: HCIOpcode, _ parameters: [UInt8]) -> Bool {
        guard knows(opcode) else {
            complete(opcode, [HCIStatus.unknownCommand])
            return false
        }
        guard parameters.count == Self.length(of: opcode) ?? parameters.count else {
            complete(opcode, [HCIStatus.invalidParameters])
            return false
        }
        if opcode.isLegacy || opcode.isExtended {
            let wanted: Family = opcode.isLegacy ? .legacy : .extended
            guard family == nil || family == wanted else {
                complete(opcode, [HCIStatus.commandDisallowed])
                return false
            }
            family = wanted
        }
        if let answer = question(opcode) {
            complete(opcode, [HCIStatus.success] + answer)
            return false
        }
        let status = order(opcode, parameters)
        let saysPower = opcode == .setExtendedAdvertisingParameters && status == HCIStatus.success
        complete(opcode, [status] + (saysPower ? [UInt8(bitPattern: Self.transmitPower)] : []))
        return true
    }

    private func knows(_ opcode: HCIOpcode) -> Bool {
        switch opcode {
        case .reset, .setEventMask, .readLocalVersion, .readSupportedCommands, .readLocalFeatures, .readAddress,
            .setLowEnergyEventMask, .readLowEnergyFeatures, .setRandomAddress, .random:
            true
        default:
            opcode.isLegacy || (opcode.isExtended && kind == .extended)
        }
    }

    /// The length that a command's parameters have; nil where it varies.
    private static func length(of opcode: HCIOpcode) -> Int? {
        switch opcode {
        case .setEventMask, .setLowEnergyEventMask: 8
        case .setRandomAddress: 6
        case .setAdvertisingParameters: 15
        case .readAdvertisingPower: 0
        case .setAdvertisingData: 32
        case .setAdvertisingEnable: 1
        case .setScanParameters: 7
        case .setScanEnable: 2
        case .setAdvertisingSetRandomAddress: 7
        case .setExtendedAdvertisingParameters: 25
        case .setExtendedAdvertisingData, .setExtendedAdvertisingEnable: nil
        case .setExtendedScanParameters: 8
        case .setExtendedScanEnable: 6
        default: 0
        }
    }

    /// The answers to questions.
    private mutating func question(_ opcode: HCIOpcode) -> [UInt8]? {
        switch opcode {
        case .readLocalVersion:
            [Self.versionNumber, 0, 0, Self.versionNumber, 0xFF, 0xFF, 0, 0]
        case .readSupportedCommands:
            supportedCommands
        case .readLocalFeatures:
            // BR/EDR not supported (bit 37), LE supported (bit 38).
            [0, 0, 0, 0, 0x60, 0, 0, 0]
        case .readLowEnergyFeatures:
            [0, kind == .extended ? 0x10 : 0, 0, 0, 0, 0, 0, 0]
        case .readAddress:
            publicAddress
        case .readAdvertisingPower:
            [UInt8(bitPattern: Self.transmitPower)]
        case .random:
            littleEndian(random.next())
        default:
            nil
        }
    }

    /// The bits of section 6.27 for the commands above.
    private var supportedCommands: [UInt8] {
        var bits = [UInt8](repeating: 0, count: 64)
        bits[5] = 0xC0
        bits[14] = 0x28
        bits[15] = 0x02
        bits[25] = 0xF5
        bits[26] = 0x0E
        bits[27] = 0x80
        if kind == .extended {
            bits[36] = 0x2E
            bits[37] = 0x60
        }
        return bits
    }

    private func littleEndian(_ value: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    }

    private mutating func order(_ opcode: HCIOpcode, _ parameters: [UInt8]) -> UInt8 {
        switch opcode {
        case .reset:
            reset()
            return HCIStatus.success
        case .setEventMask:
            eventMask = number(parameters, 0, 8)
            return HCIStatus.success
        case .setLowEnergyEventMask:
            lowEnergyEventMask = number(parameters, 0, 8)
            return HCIStatus.success
        case .setRandomAddress:
            // Not while it is in use.
            let advertises = family == .legacy && sets.contains { $0.enabled }
            guard !scanning.enabled, !advertises else { return HCIStatus.commandDisallowed }
            randomAddress = parameters
            return HCIStatus.success
        case .setAdvertisingParameters: return setAdvertisingParameters(parameters)
        case .setAdvertisingData: return setAdvertisingData(parameters)
        case .setAdvertisingEnable: return setAdvertisingEnable(parameters)
        case .setScanParameters: return setScanParameters(parameters)
        case .setScanEnable: return setScanEnable(parameters, extended: false)
        case .setAdvertisingSetRandomAddress: return setAdvertisingSetRandomAddress(parameters)
        case .setExtendedAdvertisingParameters: return setExtendedAdvertisingParameters(parameters)
        case .setExtendedAdvertisingData: return setExtendedAdvertisingData(parameters)
        case .setExtendedAdvertisingEnable: return setExtendedAdvertisingEnable(parameters)
        case .setExtendedScanParameters: return setExtendedScanParameters(parameters)
        case .setExtendedScanEnable: return setScanEnable(parameters, extended: true)
        default: return HCIStatus.unknownCommand
        }
    }

    func number(_ bytes: [UInt8], _ from: Int, _ count: Int) -> UInt64 {
        (0..<count).reduce(0) { $0 | UInt64(bytes[from + $1]) << (8 * UInt64($1)) }
    }
}
