import Basics

/// What a browser says of the page that asked, and the authenticator signs (WebAuthn, section 5.8.1).
public struct ClientData: Sendable {
    /// What a page asks an authenticator for.
    public enum Purpose: String, Sendable {
        /// A new key.
        case create = "webauthn.create"
        /// A signature.
        case get = "webauthn.get"
    }

    /// The most bytes of it that are read.
    public static let mostBytes = 4096

    /// What was asked for, as it came.
    let type: String
    /// The random bytes that are answered.
    public let challenge: [UInt8]
    /// The origin of the page.
    let origin: String
    /// Whether the page lay within one of another origin.
    let isCrossOrigin: Bool

    /// What JSON says.
    public init(_ bytes: [UInt8]) throws(PasskeyFault) {
        guard bytes.count <= Self.mostBytes, let value = try? JSONValue(parsing: bytes),
            case .string(let type)? = value["type"], case .string(let text)? = value["challenge"],
            let challenge = Base64.bytes(text, .url), case .string(let origin)? = value["origin"]
        else { throw .malformed }
        self.type = type
        self.challenge = challenge
        self.origin = origin
        switch value["crossOrigin"] {
        case nil, .boolean(false)?: isCrossOrigin = value["topOrigin"] != nil
        case .boolean(true)?: isCrossOrigin = true
        default: throw .malformed
        }
    }

    /// Refuses what answers something else, or another page.
    func check(_ purpose: Purpose, challenge: [UInt8], party: RelyingParty) throws(PasskeyFault) {
        guard type == purpose.rawValue else { throw .wrongType }
        guard self.challenge == challenge else { throw .wrongChallenge }
        guard party.origins.contains(origin) else { throw .wrongOrigin }
        guard !isCrossOrigin else { throw .crossOrigin }
    }
}
