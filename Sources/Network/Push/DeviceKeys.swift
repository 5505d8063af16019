import Basics
import Crypto

/// What messages to a device are encrypted with: its public key, and a secret that it shares with us (RFC 8291).
package struct DeviceKeys: Hashable, Sendable {
    /// Bytes of the secret.
    package static let secretBytes = 16

    /// The point on P-256, 65 bytes that begin with 4.
    package let point: [UInt8]
    /// The secret, ``secretBytes`` of them.
    package let secret: [UInt8]

    /// The keys of these bytes; nil unless the point is on the curve and both have their lengths.
    package init?(point: [UInt8], secret: [UInt8]) {
        guard secret.count == Self.secretBytes, point.count == 65, point.first == 4,
            (try? P256.KeyAgreement.PublicKey(x963Representation: point)) != nil
        else { return nil }
        self.point = point
        self.secret = secret
    }

    /// The keys as a browser tells them, in Base64 for URLs without padding.
    package init?(p256dh: String, auth: String) {
        guard let point = Base64.bytes(p256dh, .url), let secret = Base64.bytes(auth, .url) else { return nil }
        self.init(point: point, secret: secret)
    }
}
