/// The first byte of Eddystone service data, and the second where a type has versions.
enum EddystoneType {
    static let uid: UInt8 = 0x00
    static let url: UInt8 = 0x10
    static let tlm: UInt8 = 0x20
    static let eid: UInt8 = 0x30
    /// Our own; Eddystone defines nothing there.
    static let security: UInt8 = 0x50

    static let plainVersion: UInt8 = 0x00
    static let encryptedVersion: UInt8 = 0x01
    static let securityVersion: UInt8 = 0x01
}
