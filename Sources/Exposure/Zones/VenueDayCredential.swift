import AnonymousCredentials

// How a person who reported tells of shops and days so that each counts once and none can be joined to another: whoever
// proves an accepted upload gets one anonymous credential, and makes one presentation for each shop and day.

/// The server's side of one period: it issues credentials blindly and checks what is presented.
public struct VenueDayIssuer: Sendable {
    /// The period whose credentials it issues.
    public let period: VenueDayPeriod
    private let issuer: CredentialIssuer

    /// How many bytes the secret has.
    public static let secretByteCount = CredentialIssuer.secretByteCount

    /// An issuer with a new secret of the system's randomness.
    public init(period: VenueDayPeriod) {
        self.period = period
        self.issuer = CredentialIssuer(context: period.context)
    }

    /// The issuer with this secret; nil when it is not one.
    public init?(period: VenueDayPeriod, secret: [UInt8]) {
        guard let issuer = CredentialIssuer(context: period.context, secret: secret) else { return nil }
        self.period = period
        self.issuer = issuer
    }

    /// The secret, to be stored; with it contributions can be made that count.
    public var secret: [UInt8] { issuer.secret }

    /// The public key, 99 bytes; every phone must see the same one.
    public var publicKey: [UInt8] { issuer.publicKey }

    /// The answer to a request for a credential, 454 bytes; nil when the request is none.
    public func issue(_ request: [UInt8]) -> [UInt8]? {
        issuer.issue(request)
    }

    /// The tag of a presentation for `place`: the same for every presentation of one credential for it, and unlike those
    /// of all others; nil when the presentation is not valid for this period and place.
    public func tag(of presentation: [UInt8], for place: VenueDay) -> [UInt8]? {
        issuer.tag(of: presentation, for: place.context)
    }
}

/// The phone's side before the answer: what it asks and what it keeps to itself meanwhile.
public struct VenueDayRequest: Sendable {
    /// How many bytes a request has.
    public static let byteCount = CredentialRequest.byteCount
    /// How many bytes the answer has.
    public static let responseByteCount = CredentialRequest.responseByteCount
    /// How many bytes an issuer's public key has.
    public static let publicKeyByteCount = CredentialRequest.publicKeyByteCount

    private let request: CredentialRequest

    /// A request to the issuer with this public key; nil when it is not one.
    public init?(period: VenueDayPeriod, publicKey: [UInt8]) {
        guard let request = CredentialRequest(context: period.context, publicKey: publicKey) else { return nil }
        self.request = request
    }

    /// What is sent to the server.
    public var bytes: [UInt8] { request.bytes }

    /// The credential that the server's answer makes; nil when the answer was not made with the issuer's key.
    public func credential(from response: [UInt8]) -> VenueDayCredential? {
        request.credential(from: response).map { VenueDayCredential($0) }
    }
}

/// What a person who reported contributes with, for one period.
///
/// It cannot be stored: a phone makes all its presentations at once and sends them one by one, later.
public struct VenueDayCredential: Sendable {
    /// How many bytes a presentation has.
    public static let presentationByteCount = AnonymousCredential.presentationByteCount

    private var credential: AnonymousCredential

    fileprivate init(_ credential: AnonymousCredential) {
        self.credential = credential
    }

    /// A contribution for `place`; nil when there was one before.
    public mutating func present(_ place: VenueDay) -> [UInt8]? {
        credential.present(place.context)
    }
}
