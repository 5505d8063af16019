/// The number of an HCI command: group (6 bits) and command (10 bits).
///
/// Source: Bluetooth Core 5.4, Volume 4, Part E, section 7.
public struct HCIOpcode: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The number as it stands in a command packet.
    public var rawValue: UInt16

    /// The command with this number, known here or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    static let setEventMask = HCIOpcode(rawValue: 0x0C01)
    static let reset = HCIOpcode(rawValue: 0x0C03)
    static let readLocalVersion = HCIOpcode(rawValue: 0x1001)
    static let readSupportedCommands = HCIOpcode(rawValue: 0x1002)
    static let readLocalFeatures = HCIOpcode(rawValue: 0x1003)
    static let readAddress = HCIOpcode(rawValue: 0x1009)
    static let setLowEnergyEventMask = HCIOpcode(rawValue: 0x2001)
    static let readLowEnergyFeatures = HCIOpcode(rawValue: 0x2003)
    static let setRandomAddress = HCIOpcode(rawValue: 0x2005)
    static let setAdvertisingParameters = HCIOpcode(rawValue: 0x2006)
    static let readAdvertisingPower = HCIOpcode(rawValue: 0x2007)
    static let setAdvertisingData = HCIOpcode(rawValue: 0x2008)
    static let setAdvertisingEnable = HCIOpcode(rawValue: 0x200A)
    static let setScanParameters = HCIOpcode(rawValue: 0x200B)
    static let setScanEnable = HCIOpcode(rawValue: 0x200C)
    static let random = HCIOpcode(rawValue: 0x2018)
    static let setAdvertisingSetRandomAddress = HCIOpcode(rawValue: 0x2035)
    static let setExtendedAdvertisingParameters = HCIOpcode(rawValue: 0x2036)
    static let setExtendedAdvertisingData = HCIOpcode(rawValue: 0x2037)
    static let setExtendedAdvertisingEnable = HCIOpcode(rawValue: 0x2039)
    static let setExtendedScanParameters = HCIOpcode(rawValue: 0x2041)
    static let setExtendedScanEnable = HCIOpcode(rawValue: 0x2042)

    /// Whether it belongs to the advertising and scanning commands of Bluetooth 4.
    var isLegacy: Bool {
        switch self {
        case .setAdvertisingParameters, .readAdvertisingPower, .setAdvertisingData, .setAdvertisingEnable,
            .setScanParameters, .setScanEnable:
            true
        default: false
        }
    }

    /// Whether it belongs to the advertising and scanning commands that Bluetooth 5 added.
    var isExtended: Bool {
        switch self {
        case .setAdvertisingSetRandomAddress, .setExtendedAdvertisingParameters, .setExtendedAdvertisingData,
            .setExtendedAdvertisingEnable, .setExtendedScanParameters, .setExtendedScanEnable:
            true
        default: false
        }
    }

    /// The specification's name, or the number in hexadecimal.
    public var description: String {
        switch self {
        case .setEventMask: "HCI_Set_Event_Mask"
        case .reset: "HCI_Reset"
        case .readLocalVersion: "HCI_Read_Local_Version_Information"
        case .readSupportedCommands: "HCI_Read_Local_Supported_Commands"
        case .readLocalFeatures: "HCI_Read_Local_Supported_Features"
        case .readAddress: "HCI_Read_BD_ADDR"
        case .setLowEnergyEventMask: "HCI_LE_Set_Event_Mask"
        case .readLowEnergyFeatures: "HCI_LE_Read_Local_Supported_Features"
        case .setRandomAddress: "HCI_LE_Set_Random_Address"
        case .setAdvertisingParameters: "HCI_LE_Set_Advertising_Parameters"
        case .readAdvertisingPower: "HCI_LE_Read_Advertising_Physical_Channel_Tx_Power"
        case .setAdvertisingData: "HCI_LE_Set_Advertising_Data"
        case .setAdvertisingEnable: "HCI_LE_Set_Advertising_Enable"
        case .setScanParameters: "HCI_LE_Set_Scan_Parameters"
        case .setScanEnable: "HCI_LE_Set_Scan_Enable"
        case .random: "HCI_LE_Rand"
        case .setAdvertisingSetRandomAddress: "HCI_LE_Set_Advertising_Set_Random_Address"
        case .setExtendedAdvertisingParameters: "HCI_LE_Set_Extended_Advertising_Parameters"
        case .setExtendedAdvertisingData: "HCI_LE_Set_Extended_Advertising_Data"
        case .setExtendedAdvertisingEnable: "HCI_LE_Set_Extended_Advertising_Enable"
        case .setExtendedScanParameters: "HCI_LE_Set_Extended_Scan_Parameters"
        case .setExtendedScanEnable: "HCI_LE_Set_Extended_Scan_Enable"
        default:
            "command 0x" + String(UInt32(rawValue) + 0x1_0000, radix: 16).dropFirst()
        }
    }
}
