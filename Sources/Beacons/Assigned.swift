/// Numbers that the Bluetooth SIG has assigned ("Assigned Numbers", sections 2.3, 3.4 and 7.1).
enum Assigned {
    /// AD type of the flags.
    static let flags: UInt8 = 0x01
    /// AD type of an incomplete list of 16-bit service UUIDs.
    static let incompleteServices16: UInt8 = 0x02
    /// AD type of a complete list of 16-bit service UUIDs.
    static let completeServices16: UInt8 = 0x03
    /// AD type of a shortened local name.
    static let shortenedName: UInt8 = 0x08
    /// AD type of a complete local name.
    static let completeName: UInt8 = 0x09
    /// AD type of the transmit power level.
    static let powerLevel: UInt8 = 0x0A
    /// AD type of service data that begin with a 16-bit UUID.
    static let serviceData16: UInt8 = 0x16
    /// AD type of manufacturer-specific data, which begin with a company.
    static let manufacturer: UInt8 = 0xFF

    /// Apple, as a company.
    static let apple: UInt16 = 0x004C
    /// Eddystone's service.
    static let eddystone: UInt16 = 0xFEAA
    /// DP-3T's service.
    static let exposure: UInt16 = 0xFD68
    /// Exposure Notification's service.
    static let exposureNotification: UInt16 = 0xFD6F
}
