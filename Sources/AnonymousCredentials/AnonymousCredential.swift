import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A person's side before the answer: what is asked and what is kept to oneself meanwhile.
package struct CredentialRequest: Sendable {
    /// How many bytes a request has.
    package static let byteCount = 2 * 33 + 5 * 32
    /// How many bytes the answer has.
    package static let responseByteCount = 6 * 33 + 8 * 32
    /// How many bytes an issuer's public key has.
    package static let publicKeyByteCount = 3 * 33

    private let key: P256._ARCV1.PublicKey
    private let precredential: P256._ARCV1.Precredential

    /// A request to the issuer with this public key; nil when it is not one.
    package init?(context: [UInt8], publicKey: [UInt8]) {
        guard publicKey.count == Self.publicKeyByteCount,
            let key = try? P256._ARCV1.PublicKey(rawRepresentation: publicKey),
            let precredential = try? key.prepareCredentialRequest(requestContext: context)
        else { return nil }
        self.key = key
        self.precredential = precredential
    }

    /// What is sent to the server.
    package var bytes: [UInt8] { Array(precredential.credentialRequest.rawRepresentation) }

    /// The credential that the server's answer makes; nil when the answer was not made with the issuer's key.
    package func credential(from response: [UInt8]) -> AnonymousCredential? {
        guard response.count == Self.responseByteCount,
            let response = try? P256._ARCV1.CredentialResponse(rawRepresentation: response),
            let credential = try? key.finalize(response, for: precredential)
        else { return nil }
        return AnonymousCredential(credential)
    }
}

/// What somebody makes presentations with, within one context.
///
/// It cannot be stored: whoever may be stopped makes all presentations at once and sends them one by one, later.
package struct AnonymousCredential: Sendable {
    /// How many bytes a presentation has.
    package static let presentationByteCount = 4 * 33 + 5 * 32

    private var credential: P256._ARCV1.Credential

    fileprivate init(_ credential: P256._ARCV1.Credential) {
        self.credential = credential
    }

    /// The presentation for `thing`; nil when there was one before.
    package mutating func present(_ thing: [UInt8]) -> [UInt8]? {
        guard let made = try? credential.makePresentation(context: thing, presentationLimit: 1) else { return nil }
        return Array(made.presentation.rawRepresentation)
    }
}
