import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How somebody tells of things so that each counts once and none can be joined to another.
//
// Anonymous Rate-Limited Credentials (draft-yun-cfrg-arc-00, P-256): whoever is entitled gets one credential, signed blindly
// and bound to a context that many share, such as a month. For each thing that it tells of it makes one presentation. The
// server checks that it comes of some credential of the context, and can tell a second presentation for the same thing by its
// tag; it cannot tell which credential it was, nor whether two presentations for different things are of one person, even if
// it kept everything it saw.

/// The server's side: it issues credentials blindly and checks what is presented.
package struct CredentialIssuer: Sendable {
    /// What its credentials are bound to.
    package let context: [UInt8]
    private let key: P256._ARCV1.PrivateKey

    /// How many bytes the secret has.
    package static let secretByteCount = 4 * 32

    /// An issuer with a new secret of the system's randomness.
    package init(context: [UInt8]) {
        self.context = context
        self.key = P256._ARCV1.PrivateKey()
    }

    /// The issuer with this secret; nil when it is not one.
    package init?(context: [UInt8], secret: [UInt8]) {
        guard secret.count == Self.secretByteCount, let key = try? P256._ARCV1.PrivateKey(rawRepresentation: secret)
        else { return nil }
        self.context = context
        self.key = key
    }

    /// The secret, to be stored; with it presentations can be made that count.
    package var secret: [UInt8] { Array(key.rawRepresentation) }

    /// The public key, 99 bytes; everybody must see the same one.
    package var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

    /// The answer to a request for a credential, 454 bytes; nil when the request is none.
    package func issue(_ request: [UInt8]) -> [UInt8]? {
        guard request.count == CredentialRequest.byteCount,
            let request = try? P256._ARCV1.CredentialRequest(rawRepresentation: request),
            let response = try? key.issue(request)
        else { return nil }
        return Array(response.rawRepresentation)
    }

    /// The tag of a presentation for `thing`: the same for every presentation of one credential for it, and unlike those
    /// of all others; nil when the presentation is not valid for this issuer and thing.
    package func tag(of presentation: [UInt8], for thing: [UInt8]) -> [UInt8]? {
        guard presentation.count == AnonymousCredential.presentationByteCount,
            let presentation = try? P256._ARCV1.Presentation(rawRepresentation: presentation),
            let isValid = try? key.verify(
                presentation, requestContext: context, presentationContext: thing, presentationLimit: 1, nonce: 0),
            isValid
        else { return nil }
        return Array(presentation.tag)
    }
}
