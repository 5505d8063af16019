import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The key of one slot under which elements are evaluated without seeing what they hide.
///
/// Source: RFC 9497, VOPRF(P-384, SHA-384).
struct EvaluationKey: Sendable {
    /// The scalar, 48 bytes; it stays on the server.
    let bytes: [UInt8]
    /// The compressed point that a device checks evaluations by, 49 bytes.
    let publicKey: [UInt8]

    /// How many bytes an element takes as a compressed point.
    static let elementBytes = 49

    /// A new key.
    init(using random: inout some RandomNumberGenerator) {
        while true {
            let bytes = (0..<6).flatMap { _ in withUnsafeBytes(of: random.next().bigEndian) { Array($0) } }
            // One number in 2^190 is none below the order of the curve.
            if let key = Self(bytes: bytes) {
                self = key
                return
            }
        }
    }

    /// The key with this scalar, or nil when it is none.
    init?(bytes: [UInt8]) {
        guard let key = try? P384._VOPRF.PrivateKey(rawRepresentation: bytes) else { return nil }
        self.bytes = bytes
        self.publicKey = Array(key.publicKey.compressedRepresentation)
    }

    /// Evaluates a blinded element, with the proof that this key did it; about 5 ms.
    ///
    /// Nil when the bytes are no point of the curve, or the point at infinity.
    func evaluate(_ blinded: BlindedElement) -> (element: [UInt8], proof: [UInt8])? {
        guard let key = try? P384._VOPRF.PrivateKey(rawRepresentation: bytes),
            let element = try? P384._VOPRF.BlindedElement(oprfRepresentation: blinded.bytes),
            let evaluation = try? key.evaluate(element)
        else { return nil }
        return (Array(evaluation.evaluatedElement.oprfRepresentation), Array(evaluation.proof.rawRepresentation))
    }
}

/// A point of P-384 that a device blinded, known to be one.
struct BlindedElement: Sendable {
    /// The compressed point.
    let bytes: [UInt8]

    /// The element that bytes say, or nil when they are no point of the curve in compressed form.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == EvaluationKey.elementBytes, bytes[0] == 2 || bytes[0] == 3,
            (try? P384.KeyAgreement.PublicKey(compressedRepresentation: bytes)) != nil
        else { return nil }
        self.bytes = bytes
    }
}
