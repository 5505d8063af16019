import Crypto

/// The McCallum-Relyea exchange on P-521, as Tang servers speak it: a key that can be had only while the server is
/// reached, and that the server itself never sees.
///
/// Making: c random, C = cG is kept, K = cS is used, c is forgotten. Recovering: X = C + eG with e random is sent,
/// Y = sX comes back, and K = Y - eS.
public enum McCallumRelyea {
    /// A new client point for the server whose key this is, and what the pair gives a slot.
    public static func provision(
        serverKey: ECPoint521, using random: inout some RandomNumberGenerator
    ) throws(VaultFault) -> (clientPoint: ECPoint521, contribution: SymmetricKey) {
        let secret = try CurveScalar(using: &random)
        let clientPoint = try CurvePoint(generatorTimes: secret).affine()
        return (clientPoint, try contribution(of: CurvePoint(serverKey).times(secret)))
    }

    /// One recovery: a request that differs each time, and what its answer gives.
    public struct Recovery {
        /// X, to be sent to the server, which cannot tell from it which vault asks.
        public let request: ECPoint521
        private let blinding: CurveScalar

        /// A request for the client point of a slot.
        public init(clientPoint: ECPoint521, using random: inout some RandomNumberGenerator) throws(VaultFault) {
            blinding = try CurveScalar(using: &random)
            request = try CurvePoint(clientPoint).plus(CurvePoint(generatorTimes: blinding)).affine()
        }

        /// What the answer Y of the server whose key S this is gives the slot.
        ///
        /// Whether the server answered rightly shows when the slot opens or does not. Throws
        /// ``VaultFault/invalidPoint`` when the answer takes the blinding away and leaves nothing.
        public func finish(answer: ECPoint521, serverKey: ECPoint521) throws(VaultFault) -> SymmetricKey {
            let blinded = try CurvePoint(serverKey).times(blinding)
            return try contribution(of: CurvePoint(answer).minus(blinded))
        }
    }

    private static func contribution(of shared: CurvePoint) throws(VaultFault) -> SymmetricKey {
        var extract = KeyExtract(salt: [])
        extract.add(try shared.secretX())
        return extract.key(info: Array("cerca.vault/tang".utf8))
    }
}
