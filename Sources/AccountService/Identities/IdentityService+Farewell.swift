import API
import Basics
import HTTPKit
import OpenID
import ServiceKit
import Storage

extension IdentityService {
    /// Ends the tie of somebody who wants, as a provider tells with a signed request, that nothing of theirs stays here
    /// that came from there; gives what the request is called from then on.
    ///
    /// The identity goes with the address that the provider told, and the sessions that stem from it end. The account
    /// stays its owner's: who tells is the provider, and it shall not be able to lose somebody's money. The same request
    /// once more changes nothing and has the same answer.
    ///
    /// Throws `unknownProvider` and the faults of a signed request.
    func forget(_ name: String, request text: String) async throws(ServiceError) -> String {
        let connection = try connection(name)
        guard case .graph(let app, _, _) = connection.provider.way else { throw .identity(.unknownProvider) }
        let (issuer, now, trail) = (connection.provider.issuer.text, clock.now(), accounts.trail)
        let farewell = try Self.checking { () throws(OpenIDFault) in try app.farewell(text, at: now) }
        let notice = LogoutNotice(
            subject: farewell.person, session: nil, id: farewell.code, expiresAt: farewell.expiresAt)
        let ended: [[UInt8]] = try await database.writing { connection in
            let store = IdentityStore(connection)
            guard try store.take(notice, issuer: issuer) else { return [] }
            let ended = try store.sessions(of: notice, issuer: issuer)
            try store.deleteArrivals(issuer: issuer, subject: farewell.person)
            guard let account = try store.account(issuer: issuer, subject: farewell.person),
                let identity = try store.list(of: account).first(where: {
                    $0.issuer == issuer && $0.subject == farewell.person
                })
            else { return ended }
            try store.unlink(identity, of: account)
            try trail.note(.identityUnlinked, of: account, label: identity.provider, connection)
            return ended
        }
        try await accounts.end(sessions: ended)
        return farewell.code
    }

    /// Where somebody reads what has become of such a request.
    var farewellAddress: String { "\(publicAddress)/?sign-in=untied#/me" }
}
