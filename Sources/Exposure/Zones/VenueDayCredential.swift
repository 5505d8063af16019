import Beacons
import Crypto
import CryptoExtras

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

// How a person who reported tells of shops and days so that each counts once and none can be joined to another.
//
// Anonymous Rate-Limited Credentials (draft-yun-cfrg-arc-00, P-256): whoever proves an accepted upload gets one credential,
// signed blindly. For each shop and day it makes one presentation. The server checks that it comes of some credential of
// the period, and can tell a second presentation for the same shop and day by its tag; it cannot tell which credential it
// was, nor whether two presentations for different shops or days are of one person, even if it kept everything it saw.

/// The server's side of one period: it issues credentials blindly and checks what is presented.
public struct VenueDayIssuer: Sendable {
    /// The period whose credentials it issues.
    public let period: VenueDayPeriod
    private let key: P256._ARCV1.PrivateKey

    /// How many bytes the secret has.
    public static let secretByteCount = 4 * 32

    /// An issuer with a new secret of the system's randomness.
    public init(period: VenueDayPeriod) {
        self.period = period
        self.key = P256._ARCV1.PrivateKey()
    }

    /// The issuer with this secret; nil when it is not one.
    public init?(period: VenueDayPeriod, secret: [UInt8]) {
        guard secret.count == Self.secretByteCount, let key = try? P256._ARCV1.PrivateKey(rawRepresentation: secret)
        else { return nil }
        self.period = period
        self.key = key
    }

    /// The secret, to be stored; with it contributions can be made that count.
    public var secret: [UInt8] { Array(key.rawRepresentation) }

    /// The public key, 99 bytes; every phone must see the same one.
    public var publicKey: [UInt8] { Array(key.publicKey.rawRepresentation) }

    /// The answer to a request for a credential, 454 bytes; nil when the request is none.
    public func issue(_ request: [UInt8]) -> [UInt8]? {
        guard request.count == VenueDayRequest.byteCount,
            let request = try? P256._ARCV1.CredentialRequest(rawRepresentation: request),
            let response = try? key.issue(request)
        else { return nil }
        return Array(response.rawRepresentation)
    }

    /// The tag of a presentation for `place`: the same for every presentation of one credential for it, and unlike those
    /// of all others; nil when the presentation is not valid for this period and place.
    public func tag(of presentation: [UInt8], for place: VenueDay) -> [UInt8]? {
        guard presentation.count == VenueDayCredential.presentationByteCount,
            let presentation = try? P256._ARCV1.Presentation(rawRepresentation: presentation),
            let isValid = try? key.verify(
                presentation, requestContext: period.context, presentationContext: place.context, presentationLimit: 1,
                nonce: 0),
            isValid
        else { return nil }
        return Array(presentation.tag)
    }
}

/// The phone's side before the answer: what it asks and what it keeps to itself meanwhile.
public struct VenueDayRequest: Sendable {
    /// How many bytes a request has.
    public static let byteCount = 2 * 33 + 5 * 32
    /// How many bytes the answer has.
    public static let responseByteCount = 6 * 33 + 8 * 32
    /// How many bytes an issuer's public key has.
    public static let publicKeyByteCount = 3 * 33

    private let key: P256._ARCV1.PublicKey
    private let precredential: P256._ARCV1.Precredential

    /// A request to the issuer with this public key; nil when it is not one.
    public init?(period: VenueDayPeriod, publicKey: [UInt8]) {
        guard publicKey.count == Self.publicKeyByteCount,
            let key = try? P256._ARCV1.PublicKey(rawRepresentation: publicKey),
            let precredential = try? key.prepareCredentialRequest(requestContext: period.context)
        else { return nil }
        self.key = key
        self.precredential = precredential
    }

    /// What is sent to the server.
    public var bytes: [UInt8] { Array(precredential.credentialRequest.rawRepresentation) }

    /// The credential that the server's answer makes; nil when the answer was not made with the issuer's key.
    public func credential(from response: [UInt8]) -> VenueDayCredential? {
        guard response.count == Self.responseByteCount,
            let response = try? P256._ARCV1.CredentialResponse(rawRepresentation: response),
            let credential = try? key.finalize(response, for: precredential)
        else { return nil }
        return VenueDayCredential(credential)
    }
}

/// What a person who reported contributes with, for one period.
///
/// It cannot be stored: a phone makes all its presentations at once and sends them one by one, later.
public struct VenueDayCredential: Sendable {
    /// How many bytes a presentation has.
    public static let presentationByteCount = 4 * 33 + 5 * 32

    private var credential: P256._ARCV1.Credential

    fileprivate init(_ credential: P256._ARCV1.Credential) {
        self.credential = credential
    }

    /// A contribution for `place`; nil when there was one before.
    public mutating func present(_ place: VenueDay) -> [UInt8]? {
        guard let made = try? credential.makePresentation(context: place.context, presentationLimit: 1) else {
            return nil
        }
        return Array(made.presentation.rawRepresentation)
    }
}
