import API
import Vault

/// Why a server of Cerca did not do what it was asked.
///
/// None of these is a failed attempt to unlock on this device.
package enum ServerFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The text names no server: `http://HOST[:PORT]` or `https://HOST[:PORT]`.
    case notAServer
    /// The address is `http://` beyond this machine, and nobody said that this is meant.
    case insecure(server: String)
    /// Nobody answers, or not in time.
    case unreachable(server: String)
    /// The answer is none that such a server gives.
    case malformed(server: String)
    /// The server answered with a status of HTTP and no reason.
    case failed(server: String, status: Int)
    /// The e-mail address or the password is wrong.
    case wrongCredentials
    /// The session has ended.
    case notSignedIn
    /// The slot waits after evaluations that opened nothing; so many seconds are left.
    case lockedOut(seconds: Int64)
    /// The server refuses, and says why.
    case refused(ProblemCode)
    /// What the server gave makes no key, or belongs to another key than the pinned one.
    case vault(VaultFault)
    /// The caller did not want the answer any more.
    case stopped

    /// The reason in one line.
    package var description: String {
        switch self {
        case .notAServer: "a server is named by http://HOST[:PORT] or https://HOST[:PORT]"
        case .insecure(let server):
            "\(server) would get the account's password over a connection that others can read; use https://, or say "
                + "--insecure"
        case .unreachable(let server): "no answer from \(server)"
        case .malformed(let server): "\(server) did not answer as a Cerca server does"
        case .failed(let server, let status): "\(server) answered with status \(status)"
        case .wrongCredentials: "the e-mail address or the password of the account is wrong"
        case .notSignedIn: "the session has ended"
        case .lockedOut(let seconds): "the server keeps this slot locked for \(seconds) seconds more"
        case .refused(let code): code.title.prefix(1).lowercased() + code.title.dropFirst()
        case .vault(let fault): fault.description
        case .stopped: "stopped"
        }
    }
}
