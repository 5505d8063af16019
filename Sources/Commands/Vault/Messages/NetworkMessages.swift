import Strings
import VaultDevice

extension ServerFault {
    /// Why a server of Cerca did not do what was asked.
    var phrase: Phrase {
        switch self {
        case .notAServer: VaultStrings.serverNotAServer
        case .insecure(let server): VaultStrings.serverInsecure(server: server)
        case .unreachable(let server): VaultStrings.serverUnreachable(server: server)
        case .malformed(let server): VaultStrings.serverMalformed(server: server)
        case .failed(let server, let status): VaultStrings.serverFailed(server: server, status: status)
        case .wrongCredentials: VaultStrings.serverWrongCredentials
        case .notSignedIn: VaultStrings.serverNotSignedIn
        case .lockedOut(let seconds): VaultStrings.serverLockedOut(seconds: seconds)
        // The titles of problems are the API's, and English.
        case .refused: VaultStrings.serverRefused(reason: description)
        case .vault(let fault): fault.phrase
        case .stopped: VaultStrings.serverInterrupted
        }
    }
}

extension NetworkFactorFault {
    /// Why a Tang server gave no key.
    var phrase: Phrase {
        switch self {
        case .notAServer: VaultStrings.serverNotAServer
        case .unreachable(let server): VaultStrings.serverUnreachable(server: server)
        case .refused(let server, let status): VaultStrings.serverFailed(server: server, status: status)
        case .unknownKey(let server): VaultStrings.tangUnknownKey(server: server)
        case .malformed(let server, let reason): VaultStrings.tangMalformed(server: server, reason: reason)
        case .notSigned(let server): VaultStrings.tangNotSigned(server: server)
        case .notTrusted(let server, let thumbprints):
            VaultStrings.tangNotTrusted(server: server, thumbprints: thumbprints.joined(separator: ", "))
        case .noExchangeKey(let server): VaultStrings.tangNoExchangeKey(server: server)
        case .vault(let fault): fault.phrase
        case .stopped: VaultStrings.serverInterrupted
        }
    }
}
