import Forwarding
import OpenID

/// Asks providers over the network: 5 seconds for each answer, 64 KiB at most, no redirect, and no machine within the own
/// network unless the operator named it as the issuer.
///
/// A name that a provider's document contains is resolved once for each request, and the connection goes to the number that
/// was checked, so a name that leads elsewhere a moment later gains nothing. TLS still checks the name.
package struct ProviderClient: ProviderNetwork {
    /// Seconds for an answer, from the first byte that is sent to the last that is read.
    package static let seconds: Int64 = 5
    /// Bytes of the largest answer.
    package static let answerBytes = 64 * 1024
    /// Bytes of the longest address, with what is asked in its query.
    private static let longestAddress = 8192

    /// Connections to all providers; they live as long as the process.
    private static let connections = OutsideConnections(seconds: seconds)

    private let resolve: OutsideResolver

    /// A client of any provider.
    package init() {
        self.init { await NameResolver.system.addresses(of: $0, for: $1) }
    }

    init(resolve: @escaping OutsideResolver) {
        self.resolve = resolve
    }

    package func ask(
        _ address: ProviderAddress, of home: ProviderAddress, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        guard let target = OutsideAddress(address.text, longest: Self.longestAddress),
            let issuer = OutsideAddress(home.text, longest: Self.longestAddress)
        else { throw .unreachable }
        // The operator wrote the issuer, and may mean a machine of their own.
        guard target.host != issuer.host, !Self.isOwn(issuer) else {
            return try await ask(target, at: nil, form: form, authorization: authorization)
        }
        let number: IPAddress
        do throws(OutsideFault) {
            number = try await OutsideRule.providers.place(
                of: target, for: "provider \(issuer.hostText)", resolve: resolve)
        } catch {
            throw .unreachable
        }
        return try await ask(target, at: number, form: form, authorization: authorization)
    }

    /// Whether an issuer is a machine of the own network by its very name.
    private static func isOwn(_ issuer: OutsideAddress) -> Bool {
        switch issuer.host {
        case .name(let name): name == "localhost" || name.hasSuffix(".localhost")
        case .number(let number): !number.isPublic
        }
    }

    /// Asks at this number, whatever the name leads to by now; nil for wherever the name leads.
    func ask(
        _ address: OutsideAddress, at number: IPAddress?, form: String?, authorization: String?
    ) async throws(OpenIDFault) -> ProviderReply {
        var fields = [("accept", "application/json"), ("user-agent", "cerca")]
        if let authorization { fields.append(("authorization", authorization)) }
        if form != nil { fields.append(("content-type", "application/x-www-form-urlencoded")) }
        do {
            let answer = try await Self.connections.ask(
                address, at: number, headers: fields, body: form.map { Array($0.utf8) }, mostBytes: Self.answerBytes)
            return ProviderReply(
                status: answer.status, cacheControl: answer.field("cache-control"), body: answer.body)
        } catch {
            throw .unreachable
        }
    }
}
