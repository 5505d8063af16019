import Basics

/// Eight bytes that name an Eddystone-EID beacon for 2^exponent seconds, and mean something only to its resolver.
public struct EphemeralIdentifier: Hashable, Sendable {
    /// The eight bytes as one big-endian word.
    public let word: UInt64

    /// The identifier in one big-endian word.
    @inlinable
    public init(word: UInt64) {
        self.word = word
    }

    /// The identifier in eight bytes, or nil for another count.
    @inlinable
    public init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 8 else { return nil }
        self.word = bytes.bigEndianWord(first: 8)
    }

    /// The eight bytes in the order in which they are sent.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(bigEndian: word, count: 8)
        return bytes
    }

    /// The identifier that a beacon sends at `time`: google/eddystone, `eddystone-eid/eid-computation.md`.
    ///
    /// A temporary key, good for 65,536 s, is the identity key's encryption of the upper half of the time; the
    /// identifier is the first half of that key's encryption of the time with the `exponent` low bits cleared.
    ///
    /// - Parameters:
    ///   - identityKey: The sixteen secret bytes that beacon and resolver share.
    ///   - exponent: 0 to 15; the identifier changes every 2^exponent seconds.
    ///   - time: Seconds on the beacon's own clock.
    ///   - encrypt: AES-128 of one block of sixteen bytes; it answers sixteen bytes, or anything else when it failed.
    public static func derive(
        identityKey: [UInt8], exponent: UInt8, time: UInt32, encrypt: (_ key: [UInt8], _ block: [UInt8]) -> [UInt8]
    ) throws(EphemeralIdentifierError) -> EphemeralIdentifier {
        guard identityKey.count == 16 else { throw .identityKeyLength(identityKey.count) }
        guard exponent < 16 else { throw .exponent(exponent) }
        var block = [UInt8](repeating: 0, count: 11)
        block.append(contentsOf: [0xFF, 0, 0])
        block.append(bigEndian: time >> 16, count: 2)
        let temporaryKey = encrypt(identityKey, block)
        guard temporaryKey.count == 16 else { throw .cipher }

        block = [UInt8](repeating: 0, count: 11)
        block.append(exponent)
        block.append(bigEndian: time & (UInt32.max << UInt32(exponent)), count: 4)
        let encrypted = encrypt(temporaryKey, block)
        guard encrypted.count == 16 else { throw .cipher }
        return EphemeralIdentifier(word: encrypted.bigEndianWord(first: 8))
    }
}

/// Why no ephemeral identifier could be derived.
public enum EphemeralIdentifierError: Error, Equatable, Sendable {
    /// The identity key has this many bytes and not sixteen.
    case identityKeyLength(Int)
    /// The exponent is over 15.
    case exponent(UInt8)
    /// The block cipher answered something other than sixteen bytes.
    case cipher

    /// The stable text of this error for programs.
    public var code: String {
        switch self {
        case .identityKeyLength: "eid.identity_key_length"
        case .exponent: "eid.exponent"
        case .cipher: "eid.cipher"
        }
    }
}
