import Crypto
import CryptoExtras

/// The parameters of a proved presence: which server judges it, for which of its slots, at which beacon.
public struct PresenceFactor: Equatable, Sendable {
    /// The beacon that must be near.
    public struct Beacon: Hashable, Sendable {
        /// How many bytes the identifier of a region has.
        public static let uuidCount = 16
        /// The 16 bytes that beacons of one venue share.
        public let uuid: [UInt8]
        /// Which shop.
        public let major: UInt16
        /// Which of its beacons.
        public let minor: UInt16

        /// A beacon, or nil unless `uuid` has 16 bytes.
        public init?(uuid: [UInt8], major: UInt16, minor: UInt16) {
            guard uuid.count == Self.uuidCount else { return nil }
            self.uuid = uuid
            self.major = major
            self.minor = minor
        }
    }

    /// How many bytes the server's key has: a compressed point of P-384.
    public static let serverKeyCount = 49
    /// The most bytes that the server's address may have.
    public static let serverLimit = 500

    /// The server's address, as a URL.
    public let server: String
    /// Which slot it is on that server.
    public let slotOnServer: RecordID
    /// The key that the server proves each evaluation to be made with, pinned when the slot was made.
    public let serverKey: [UInt8]
    /// Where presence has to be proved.
    public let beacon: Beacon
    /// 16 random bytes under which the key that signs receipts is derived.
    public let receiptSalt: [UInt8]

    /// The parameters of a slot that the server has just registered.
    ///
    /// Throws ``VaultFault/invalidPoint`` for a key that is no point, ``VaultFault/tooLarge(_:)`` for an address that
    /// is empty or too long.
    public init(
        server: String, slotOnServer: RecordID, serverKey: [UInt8], beacon: Beacon,
        using random: inout some RandomNumberGenerator
    ) throws(VaultFault) {
        try self.init(
            server: server, slotOnServer: slotOnServer, serverKey: serverKey, beacon: beacon,
            receiptSalt: random.bytes(KeyDerivation.saltCount))
    }

    init(
        server: String, slotOnServer: RecordID, serverKey: [UInt8], beacon: Beacon, receiptSalt: [UInt8]
    ) throws(VaultFault) {
        guard (1...Self.serverLimit).contains(server.utf8.count) else { throw .tooLarge("server address") }
        guard serverKey.count == Self.serverKeyCount,
            (try? P384._VOPRF.PublicKey(compressedRepresentation: serverKey)) != nil
        else { throw .invalidPoint }
        self.server = server
        self.slotOnServer = slotOnServer
        self.serverKey = serverKey
        self.beacon = beacon
        self.receiptSalt = receiptSalt
    }

    /// What a receipt signs: the server's slot, and the attempt that it gave.
    public static func receipt(slot: RecordID, attempt: [UInt8]) -> [UInt8] {
        Array("cerca.vault/receipt".utf8) + slot.bytes + attempt
    }

    /// The key that signs, for this slot's contribution, that an unlock succeeded, so that the server sets its count of
    /// failures back; it learns the public half alone.
    public func receiptKey(for contribution: SymmetricKey) throws(VaultFault) -> Curve25519.Signing.PrivateKey {
        var extract = KeyExtract(salt: receiptSalt)
        extract.add(contribution)
        let seed = extract.key(info: Array("VP1/receipt".utf8))
        do {
            return try seed.withUnsafeBytes { try Curve25519.Signing.PrivateKey(rawRepresentation: $0) }
        } catch {
            throw .derivationFailed
        }
    }
}
