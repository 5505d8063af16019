import Crypto
import CryptoExtras

/// One question to a presence server: the oblivious pseudorandom function of RFC 9497 (VOPRF, P-384 with SHA-384) over
/// user, slot and cell.
///
/// The server answers an account that just proved presence; it sees a blinded point that differs each time, and learns
/// neither user nor cell. A request lives in memory alone: it is made and finished in one process.
public struct PresenceRequest {
    /// How many bytes the blinded element and its evaluation have: a compressed point.
    public static let elementCount = 49
    /// How many bytes the proof has.
    public static let proofCount = 96
    /// How many bytes the function gives a slot.
    public static let contributionCount = 48

    /// What goes to the server.
    public let blinded: [UInt8]
    private let pinned: [UInt8]
    private let serverKey: P384._VOPRF.PublicKey
    private let input: P384._VOPRF.BlindedInput

    /// A question for a slot; `cell` is the place of a slot that has one too, and `serverKey` the pinned key of the
    /// server's slot.
    ///
    /// Throws ``VaultFault/invalidPoint`` for a key that is none.
    public init(user: FoldedName, slot: SlotID, cell: Cell?, serverKey: [UInt8]) throws(VaultFault) {
        var writer = HeaderWriter()
        writer.append(fixed: "VP1".utf8)
        writer.append(part: user.bytes)
        writer.append(slot.rawValue)
        // The side is a parameter of the slot; row and column are what the reference's VP-1 blinds.
        if let cell { writer.append(fixed: cell.bytes.prefix(8)) }
        pinned = serverKey
        do {
            self.serverKey = try P384._VOPRF.PublicKey(compressedRepresentation: serverKey)
            input = try self.serverKey.blind(writer.bytes)
        } catch {
            throw .invalidPoint
        }
        blinded = Array(input.blindedElement.oprfRepresentation)
    }

    /// What the server's answer gives the slot.
    ///
    /// Throws ``VaultFault/invalidProof`` unless the proof shows that the pinned key made the evaluation.
    public func finish(evaluation: [UInt8], proof: [UInt8]) throws(VaultFault) -> SymmetricKey {
        guard evaluation.count == Self.elementCount, proof.count == Self.proofCount else { throw .invalidProof }
        guard Self.isComputable(evaluation: evaluation, proof: proof, blinded: blinded, serverKey: pinned) else {
            throw .invalidProof
        }
        do {
            let answer = try P384._VOPRF.BlindEvaluation(rawRepresentation: evaluation + proof)
            return SymmetricKey(data: try serverKey.finalize(input, using: answer))
        } catch {
            throw .invalidProof
        }
    }

    /// Whether the points that the proof leads to (RFC 9497 section 2.2.2: t2 = sG + cB, t3 up to a factor sC + cD) have
    /// an encoding; a server can choose its answer so that they have none, and CryptoExtras would trap on it.
    private static func isComputable(
        evaluation: [UInt8], proof: [UInt8], blinded: [UInt8], serverKey: [UInt8]
    ) -> Bool {
        do throws(VaultFault) {
            let c = try CurveScalar(bytes: Array(proof.prefix(proofCount / 2)))
            let s = try CurveScalar(bytes: Array(proof.suffix(proofCount / 2)))
            let key = try CurvePoint(encoded: serverKey, on: .p384).times(c)
            let first = try CurvePoint(generatorTimes: s, on: .p384).plus(key)
            let answer = try CurvePoint(encoded: evaluation, on: .p384).times(c)
            let second = try CurvePoint(encoded: blinded, on: .p384).times(s).plus(answer)
            return !first.isAtInfinity && !second.isAtInfinity
        } catch {
            return false
        }
    }
}
