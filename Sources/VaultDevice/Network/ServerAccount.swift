import API
import APIClient
import AsyncHTTPClient
import Foundation

/// A person's account on a server of Cerca, signed in: what synchronizing and proving presence go through.
package struct ServerAccount: Sendable {
    private let client: APIClient

    /// The server's address, without a stroke at its end.
    package var server: String { client.server }

    /// The server at `address`, before anybody signed in.
    ///
    /// Throws `notAServer` unless it is `http://` or `https://` with a host and perhaps a port and a path, and `insecure`
    /// for `http://` beyond this machine, where anybody on the way could read the password, unless `allowsInsecure`.
    package init(server address: String, allowsInsecure: Bool = false) throws(ServerFault) {
        guard address.utf8.count <= 500, address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { throw .notAServer }
        guard scheme == "https" || allowsInsecure || Self.isLoopback(host) else { throw .insecure(server: address) }
        // A large record over a slow line has to pass, and a server that is busy to be asked again.
        self.init(
            APIClient(
                server: address, client: .direct, seconds: 60, answerBytes: 4 << 20,
                retry: Retry(attempts: 8, longestPause: 15)))
    }

    /// Whether a host of an address is this machine itself, whatever its names are resolved to: RFC 6761, RFC 1122 and
    /// RFC 4291.
    private static func isLoopback(_ host: String) -> Bool {
        let host = host.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" || host == "[::1]" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil && $0.first != "+" }
    }

    private init(_ client: APIClient) {
        self.client = client
    }

    /// Signs in and gives the account; the password goes to the server and stays nowhere.
    package func signIn(email: String, password: String) async throws(ServerFault) -> ServerAccount {
        let session = try await call(Routes.signIn, CredentialsBody(email: email, password: password))
        return ServerAccount(client.signed(in: session.token))
    }

    /// Ends the session; a server that cannot be reached ends it by itself later.
    package func signOut() async {
        _ = try? await call(Routes.signOut, NoBody())
    }

    /// Asks an endpoint and gives its answer.
    ///
    /// A server that is busy, or asked too often, is asked again after as many seconds as it says, within bounds.
    func call<Body: APIBody, Reply: APIBody>(
        _ endpoint: Endpoint<Body, Reply>, _ body: Body, _ parameters: [ParameterValue] = []
    ) async throws(ServerFault) -> Reply {
        do {
            return try await client.call(endpoint, body, parameters)
        } catch {
            switch error {
            case .stopped: throw .stopped
            case .unreachable: throw .unreachable(server: server)
            case .tooLong, .misunderstood: throw .malformed(server: server)
            case .refused(let refusal): throw fault(refusal)
            }
        }
    }

    private func fault(_ refusal: APIRefusal) -> ServerFault {
        switch refusal.code {
        case .accountsWrongCredentials: .wrongCredentials
        case .accountsNotSignedIn: .notSignedIn
        case .vaultLockedOut: .lockedOut(seconds: Int64(max(0, refusal.retryAfter ?? 0)))
        case let code?: .refused(code)
        case nil: .failed(server: server, status: refusal.status)
        }
    }
}
