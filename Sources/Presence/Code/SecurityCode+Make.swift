import Basics
import Beacons

#if canImport(Crypto) && !hasFeature(Embedded)
    import Crypto
#endif

extension SecurityCode {
    /// The code that the beacon sends during `window`.
    ///
    /// It is the first 14 bytes of HMAC-SHA256(key, UUID (16) | major (2) | minor (2) | window (8)), all big-endian.
    /// The identity is inside, so that a code proves nothing about another beacon even if two shared a key. 112 bits
    /// are what an Eddystone frame of 20 bytes leaves beside version, major and minor; they cannot be guessed.
    public static func make(key: BeaconKey, identity: BeaconIdentity, window: Int64) -> SecurityCode {
        #if canImport(Crypto) && !hasFeature(Embedded)
            let message = message(identity: identity, window: window)
            let full = HMAC<SHA256>.authenticationCode(for: message, using: SymmetricKey(data: key.bytes))
            return SecurityCode(digest: full)
        #else
            return makePortably(key: key, identity: identity, window: window)
        #endif
    }

    /// The same code from the portable HMAC, for machines without swift-crypto: a beacon's microcontroller.
    package static func makePortably(key: BeaconKey, identity: BeaconIdentity, window: Int64) -> SecurityCode {
        let full = PortableHMAC.authenticationCode(
            for: message(identity: identity, window: window), key: key.bytes)
        return SecurityCode(digest: full)
    }

    private static func message(identity: BeaconIdentity, window: Int64) -> [UInt8] {
        var message = identity.uuid.bytes
        message.reserveCapacity(28)
        func append(_ value: UInt64, bytes count: Int) {
            for shift in stride(from: (count - 1) * 8, through: 0, by: -8) {
                message.append(UInt8(truncatingIfNeeded: value >> UInt64(shift)))
            }
        }
        append(UInt64(identity.major), bytes: 2)
        append(UInt64(identity.minor), bytes: 2)
        append(UInt64(bitPattern: window), bytes: 8)
        return message
    }

    /// The code that the first 14 bytes of a digest make.
    private init(digest: some Sequence<UInt8>) {
        var words: (high: UInt64, low: UInt64) = (0, 0)
        for (index, byte) in digest.enumerated().prefix(Self.byteCount) {
            if index < 8 {
                words.high = words.high << 8 | UInt64(byte)
            } else {
                words.low = words.low << 8 | UInt64(byte)
            }
        }
        self.init(high: words.high, low: words.low)
    }
}
