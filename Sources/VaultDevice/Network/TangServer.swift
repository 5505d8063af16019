import AsyncHTTPClient
import Crypto
import Foundation
import NIOCore
import NIOHTTP1
import Vault

/// A Tang server: it helps to find a key again for whoever reaches it, and knows neither the key nor who asks.
///
/// Plain HTTP is what Tang is made for: what travels is blinded, and what comes back is checked by the key that it
/// makes. Source: tangd 11; N. McCallum, R. Relyea, "Network-Bound Encryption in the data center".
package struct TangServer: Sendable {
    /// The largest answer that is read, in bytes.
    static let answerLimit = 64 << 10

    /// The address, without a stroke at its end.
    package let address: String
    private let timeout: TimeAmount

    /// The server at `address`: `http://` or `https://`, a host, and a port or a path where it needs them.
    ///
    /// - Parameter timeout: how long an answer may take before the server counts as out of reach.
    package init(
        address: String, timeout: Duration = .seconds(5)
    ) throws(NetworkFactorFault) {
        guard address.utf8.count <= TangFactor.urlLimit,
            address.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let parts = URLComponents(string: address), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host, !host.isEmpty,
            parts.user == nil, parts.password == nil, parts.query == nil, parts.fragment == nil
        else { throw .notAServer }
        self.address = address.hasSuffix("/") ? String(address.dropLast()) : address
        self.timeout = TimeAmount(timeout)
    }

    /// Asks which keys the server has, and verifies that they are signed.
    package func advertisement() async throws(NetworkFactorFault) -> TangAdvertisement {
        let answer = try await send(HTTPClientRequest(url: address + "/adv"))
        guard answer.status == 200 else { throw .refused(server: address, status: answer.status) }
        return try TangAdvertisement(answer.body, from: address)
    }

    /// Binds a fresh secret to the server, when one of its signing keys has the trusted thumbprint.
    package func provision(
        trusting thumbprint: String, using random: inout some RandomNumberGenerator
    ) async throws(NetworkFactorFault) -> (factor: TangFactor, contribution: SymmetricKey) {
        let advertisement = try await advertisement()
        try advertisement.check(trusting: thumbprint)
        return try advertisement.factor(using: &random)
    }

    /// Finds the contribution of a slot again.
    ///
    /// A server that answers with another point gives another key, which opens nothing.
    package static func recover(
        _ factor: TangFactor, timeout: Duration = .seconds(5),
        using random: inout some RandomNumberGenerator
    ) async throws(NetworkFactorFault) -> SymmetricKey {
        let server = try TangServer(address: factor.url, timeout: timeout)
        return try await server.recover(factor, using: &random)
    }

    private func recover(
        _ factor: TangFactor, using random: inout some RandomNumberGenerator
    ) async throws(NetworkFactorFault) -> SymmetricKey {
        do {
            let recovery = try McCallumRelyea.Recovery(clientPoint: factor.clientPoint, using: &random)
            let answer = try await exchange(recovery.request, thumbprint: factor.thumbprint)
            return try recovery.finish(answer: answer, serverKey: factor.serverKey)
        } catch let fault as VaultFault {
            throw .vault(fault)
        } catch let fault as NetworkFactorFault {
            throw fault
        } catch {
            throw .unreachable(server: address)
        }
    }

    /// Posts X to `/rec/<thumbprint>` and gives the point that comes back.
    private func exchange(_ point: ECPoint521, thumbprint: String) async throws(NetworkFactorFault) -> ECPoint521 {
        var request = HTTPClientRequest(url: address + "/rec/" + thumbprint)
        request.method = .POST
        request.headers.add(name: "content-type", value: "application/jwk+json")
        guard let body = try? JSONEncoder().encode(JSONWebKey(exchanging: point)) else { throw .vault(.invalidPoint) }
        request.body = .bytes(body)
        let answer = try await send(request)
        switch answer.status {
        case 200: break
        case 404: throw .unknownKey(server: address)
        default: throw .refused(server: address, status: answer.status)
        }
        guard let key = try? JSONDecoder().decode(JSONWebKey.self, from: Data(answer.body)), let point = key.point
        else {
            throw .malformed(server: address, reason: "it is not a point on P-521")
        }
        return point
    }

    private func send(
        _ request: HTTPClientRequest
    ) async throws(NetworkFactorFault) -> (status: Int, body: [UInt8]) {
        var request = request
        request.headers.add(name: "user-agent", value: "cerca")
        do {
            let response = try await HTTPClient.direct.execute(request, timeout: timeout)
            let body = try await response.body.collect(upTo: Self.answerLimit)
            return (Int(response.status.code), Array(body.readableBytesView))
        } catch is NIOTooManyBytesError {
            throw .malformed(server: address, reason: "it is longer than any answer can be")
        } catch is CancellationError {
            throw .stopped
        } catch {
            throw .unreachable(server: address)
        }
    }
}
