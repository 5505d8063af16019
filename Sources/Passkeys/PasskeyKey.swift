import Crypto
import CryptoExtras

/// The public key of a passkey, as COSE (RFC 9052, RFC 9053) writes it.
public struct PasskeyKey: Sendable {
    /// How a passkey signs; the numbers are COSE's.
    public enum Algorithm: Int, CaseIterable, Sendable {
        /// Ed25519.
        case edDSA = -8
        /// ECDSA on P-256 with SHA-256.
        case es256 = -7
        /// RSASSA-PKCS1-v1_5 with SHA-256, from 2,048 to 4,096 bits; what many TPMs have.
        case rs256 = -257
    }

    private enum Key: Sendable {
        case edDSA(Curve25519.Signing.PublicKey)
        case es256(P256.Signing.PublicKey)
        case rs256(_RSA.Signing.PublicKey)
    }

    private static let moduli: Set<Int> = [256, 384, 512]
    private static let exponent: [UInt8] = [1, 0, 1]

    /// How it signs.
    public let algorithm: Algorithm
    private let key: Key

    /// The key that the whole of `bytes` is.
    public init(cose bytes: [UInt8]) throws(PasskeyFault) {
        do { try self.init(try CBORValue(parsing: bytes)) } catch let fault as PasskeyFault { throw fault } catch {
            throw .malformed
        }
    }

    /// The key that a map describes, which has the members of its kind and no others.
    init(_ map: CBORValue) throws(PasskeyFault) {
        guard case .map(let entries) = map else { throw .malformed }
        guard let algorithm = Algorithm.allCases.first(where: { map[3] == .integer($0.rawValue) }) else {
            throw .unsupportedKey
        }
        let key: Key?
        switch algorithm {
        case .edDSA where map[1] == .integer(1) && map[-1] == .integer(6) && entries.count == 4:
            key = map[-2]?.bytes.flatMap { try? Curve25519.Signing.PublicKey(rawRepresentation: $0) }.map(Key.edDSA)
        case .es256 where map[1] == .integer(2) && map[-1] == .integer(1) && entries.count == 5:
            key = Self.point(map[-2]?.bytes, map[-3]?.bytes).map(Key.es256)
        case .rs256 where map[1] == .integer(3) && entries.count == 4:
            key = Self.modulus(map[-1]?.bytes, exponent: map[-2]?.bytes).map(Key.rs256)
        default: key = nil
        }
        guard let key else { throw .unsupportedKey }
        self.algorithm = algorithm
        self.key = key
    }

    /// Whether a signature over `message` is this key's; those of P-256 come as DER.
    public func isValid(_ signature: [UInt8], for message: [UInt8]) -> Bool {
        switch key {
        case .edDSA(let key): return key.isValidSignature(signature, for: message)
        case .es256(let key):
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else { return false }
            return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            // The name warns of a padding that is old; it is the one that the algorithm is defined with.
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: message, padding: .insecurePKCS1v1_5)
        }
    }

    /// A point of P-256; one that is not on the curve is refused by the library.
    private static func point(_ x: [UInt8]?, _ y: [UInt8]?) -> P256.Signing.PublicKey? {
        guard let x, let y, x.count == 32, y.count == 32 else { return nil }
        return try? P256.Signing.PublicKey(x963Representation: [4] + x + y)
    }

    private static func modulus(_ modulus: [UInt8]?, exponent: [UInt8]?) -> _RSA.Signing.PublicKey? {
        guard let modulus, let exponent, moduli.contains(modulus.count), modulus.first.map({ $0 >= 0x80 }) == true,
            exponent == Self.exponent
        else { return nil }
        return try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
    }
}
