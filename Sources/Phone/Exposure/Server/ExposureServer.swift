import Basics
import ExposureWire

/// What a phone asks of an exposure server: over HTTP in the street, by a direct call in a simulation.
public protocol ExposureServer: Sendable {
    /// What the server says of itself; it is asked once, before there is a key to check anything with.
    func parameters() async throws(ExposureServerError) -> ExposureParameters
    /// The batch released at `release`; nil when there is none, or none any more.
    func batch(_ release: Timestamp) async throws(ExposureServerError) -> BatchAnswer?
    /// Publishes a key, or seems to; `attempt` is the same when the same words are sent again.
    func upload(_ upload: ExposedUpload, attempt: String) async throws(ExposureServerError)
}

/// What an exposure server says of itself.
public struct ExposureParameters: Equatable, Sendable {
    /// The public key in PEM form that its signatures are checked with.
    public var publicKey: String
    /// For how many days it keeps batches.
    public var retentionDays: Int
    /// Whether its codes for reports end with a check digit.
    public var codesHaveCheckDigit: Bool

    /// A server that signs with the private part of `publicKey`.
    public init(publicKey: String, retentionDays: Int, codesHaveCheckDigit: Bool = false) {
        self.publicKey = publicKey
        self.retentionDays = retentionDays
        self.codesHaveCheckDigit = codesHaveCheckDigit
    }
}

/// A batch as it came, not believed yet.
public struct BatchAnswer: Equatable, Sendable {
    /// The exact body.
    public var body: [UInt8]
    /// The header field `Signature`.
    public var signature: String
    /// The server's clock as it answered: the header field `Date`, and `Age` where a cache answered.
    public var serverTime: Timestamp

    /// An answer of these parts.
    public init(body: [UInt8], signature: String, serverTime: Timestamp) {
        self.body = body
        self.signature = signature
        self.serverTime = serverTime
    }
}

/// Why an exposure server gave no answer that is of use.
public enum ExposureServerError: Error, Equatable, Sendable {
    /// It could not be reached or is overloaded; another try is worth it, and what was asked may have happened.
    case unreachable(reason: String)
    /// It asks to come again after so many seconds, at least 1, and did nothing of what it was asked.
    case later(seconds: Int)
    /// It refused, with an HTTP status.
    case refused(status: Int)
    /// Its answer is none of this protocol.
    case malformed(reason: String)
}
