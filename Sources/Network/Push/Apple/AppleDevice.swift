import Basics

/// An app on a device of Apple's that takes messages.
package struct AppleDevice: Hashable, Sendable {
    /// The token of the app on this device: 32 to 100 bytes in hexadecimal digits.
    package let token: String
    /// Whether it was built for the sandbox; tokens of one are unknown to the other.
    package let isSandbox: Bool
    /// What messages are encrypted with, for the app's extension to open.
    package let keys: DeviceKeys
    /// When the app last told us its token.
    package let registeredAt: Timestamp

    /// A device; nil for a token that Apple never makes.
    package init?(token: String, isSandbox: Bool, keys: DeviceKeys, registeredAt: Timestamp) {
        guard (64...200).contains(token.utf8.count), [UInt8](hexadecimal: token) != nil else { return nil }
        self.token = token.lowercased()
        self.isSandbox = isSandbox
        self.keys = keys
        self.registeredAt = registeredAt
    }
}
