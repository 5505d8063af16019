import Vault

/// Why a server on the network gave no contribution to a key.
///
/// None of these is a failed attempt to unlock: nothing was tried.
package enum NetworkFactorFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text names no server: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    case notAServer
    /// Nobody answers, or not in time.
    case unreachable(server: String)
    /// The server answered with a status of HTTP that does not belong there.
    case refused(server: String, status: Int)
    /// The server does not have the key any more.
    case unknownKey(server: String)
    /// The answer is none that a server of this kind gives.
    case malformed(server: String, reason: String)
    /// The advertisement is not signed by all of the keys that it says are the server's.
    case notSigned(server: String)
    /// The advertisement is signed, but not by the key that is trusted.
    case notTrusted(server: String, thumbprints: [String])
    /// The advertisement has no key on P-521 to exchange.
    case noExchangeKey(server: String)
    /// The points make no key.
    case vault(VaultFault)
    /// The caller did not want the answer any more.
    case stopped

    /// The reason in one line.
    package var description: String {
        switch self {
        case .notAServer: "a server is named by http://HOST[:PORT] or https://HOST[:PORT]"
        case .unreachable(let server): "no answer from \(server)"
        case .refused(let server, let status): "\(server) answered with status \(status)"
        case .unknownKey(let server): "\(server) does not have the key any more"
        case .malformed(let server, let reason): "\(server) answered with something else: \(reason)"
        case .notSigned(let server): "\(server) did not sign its keys with all of its own signing keys"
        case .notTrusted(let server, let thumbprints):
            "\(server) does not have the trusted key; it has \(thumbprints.joined(separator: ", "))"
        case .noExchangeKey(let server): "\(server) has no key on P-521 to exchange"
        case .vault(let fault): fault.description
        case .stopped: "stopped"
        }
    }
}
