import Crypto

/// What a device shows to be recognized: a text of its own, or a token that the server gave it.
///
/// Telephones bring the identifier of their notifications, browsers a cookie. Only its digest is stored, so that reading
/// the database tells no device from another and lets none be impersonated.
public struct DeviceToken: Sendable {
    /// How many bytes a text may have.
    public static let byteCounts = 16...4096

    /// What is stored, and looked up: the SHA-256 of the text.
    public let digest: [UInt8]

    /// What a device brought; nil when the text is too short to be a secret, too long, or not printable ASCII.
    public init?(_ text: String) {
        guard Self.byteCounts.contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        digest = Array(SHA256.hash(data: Array(text.utf8)))
    }
}
