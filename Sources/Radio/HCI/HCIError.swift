/// Why an HCI host gave its controller up.
public enum HCIError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The controller did not answer a command in time.
    case noAnswer(HCIOpcode)
    /// The controller refused a command that nothing works without; the status is the specification's error code.
    case refused(HCIOpcode, status: UInt8)
    /// The controller reported that its hardware failed.
    case hardware(code: UInt8)
    /// What comes from the other side is not HCI.
    case notHCI
    /// A payload of this many bytes does not fit into the 31 of an advertisement; it was not sent.
    case payloadTooLong(Int)

    /// The reason in words.
    public var description: String {
        switch self {
        case .noAnswer(let opcode): "the controller did not answer \(opcode)"
        case .refused(let opcode, let status): "the controller refused \(opcode): \(HCIStatus.name(status))"
        case .hardware(let code): "the controller reported hardware error \(code)"
        case .notHCI: "the other side does not speak HCI"
        case .payloadTooLong(let count): "a payload of \(count) bytes does not fit into an advertisement of 31"
        }
    }
}

/// The status codes with which a controller answers.
///
/// Source: Bluetooth Core 5.4, Volume 1, Part F.
enum HCIStatus {
    static let success: UInt8 = 0x00
    static let unknownCommand: UInt8 = 0x01
    static let memoryExceeded: UInt8 = 0x07
    static let commandDisallowed: UInt8 = 0x0C
    static let unsupportedValue: UInt8 = 0x11
    static let invalidParameters: UInt8 = 0x12
    static let unknownAdvertisingIdentifier: UInt8 = 0x42

    static func name(_ status: UInt8) -> String {
        switch status {
        case unknownCommand: "unknown command"
        case memoryExceeded: "memory exceeded"
        case commandDisallowed: "command disallowed"
        case unsupportedValue: "unsupported feature or parameter value"
        case invalidParameters: "invalid parameters"
        case unknownAdvertisingIdentifier: "unknown advertising identifier"
        default: "status \(status)"
        }
    }
}
