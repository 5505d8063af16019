import Crypto
import Foundation
import Vault

/// The keys that a Tang server says are its own, signed by each of its signing keys.
package struct TangAdvertisement: Equatable, Sendable {
    /// The address that the advertisement came from.
    package let server: String
    /// SHA-256 thumbprints (RFC 7638) of the signing keys, for people to compare with what the server's owner says.
    ///
    /// They are what `tang-show-keys` prints and what clevis asks to trust.
    package let signingThumbprints: [String]
    /// The key that secrets are bound to.
    package let exchangeKey: ECPoint521
    /// Its thumbprint, by which the server finds it.
    package let exchangeThumbprint: String

    /// Reads and verifies an advertisement.
    ///
    /// As clevis does it: every advertised key for signing has to have signed, so that a key that somebody trusts
    /// vouches for the whole set.
    init(_ bytes: [UInt8], from server: String) throws(NetworkFactorFault) {
        let decoder = JSONDecoder()
        guard let signed = try? decoder.decode(JSONWebSignature.self, from: Data(bytes)),
            let content = signed.content,
            let set = try? decoder.decode(JSONWebKeySet.self, from: Data(content))
        else { throw .malformed(server: server, reason: "it is not a signed set of keys") }
        guard set.keys.count <= JSONWebKeySet.mostKeys else {
            throw .malformed(server: server, reason: "it has too many keys")
        }
        let signing = set.keys.filter { $0.allows("verify", algorithm: JSONWebKey.signatureAlgorithm) }
        guard !signing.isEmpty,
            signing.allSatisfy({ $0.verifyingKey.map(signed.isSigned) ?? false })
        else { throw .notSigned(server: server) }
        let exchange = set.keys.first {
            $0.allows("deriveKey", algorithm: JSONWebKey.exchangeAlgorithm) && $0.point != nil
        }
        guard let exchange, let point = exchange.point, let thumbprint = exchange.thumbprint else {
            throw .noExchangeKey(server: server)
        }
        self.server = server
        signingThumbprints = signing.compactMap(\.thumbprint)
        exchangeKey = point
        exchangeThumbprint = thumbprint
    }

    /// Passes when one of the signing keys is the trusted one.
    package func check(trusting thumbprint: String) throws(NetworkFactorFault) {
        guard signingThumbprints.contains(thumbprint) else {
            throw .notTrusted(server: server, thumbprints: signingThumbprints)
        }
    }

    /// Binds a fresh secret to the server: what the slot remembers, and what the server helps to find again.
    package func factor(
        using random: inout some RandomNumberGenerator
    ) throws(NetworkFactorFault) -> (factor: TangFactor, contribution: SymmetricKey) {
        do throws(VaultFault) {
            let (clientPoint, contribution) = try McCallumRelyea.provision(serverKey: exchangeKey, using: &random)
            let factor = try TangFactor(
                url: server, thumbprint: exchangeThumbprint, clientPoint: clientPoint, serverKey: exchangeKey)
            return (factor, contribution)
        } catch {
            throw .vault(error)
        }
    }
}
