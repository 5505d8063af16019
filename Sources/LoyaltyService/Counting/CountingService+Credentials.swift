import AnonymousCredentials
import Basics
import Crypto
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension CountingService {
    /// The periods for which credentials are issued now, with the keys.
    package func issuers() async throws(ServiceError) -> [(period: ReportPeriod, publicKey: [UInt8])] {
        var issuers: [(ReportPeriod, [UInt8])] = []
        for period in ReportPeriod.issued(on: today) {
            guard let issuer = try await issuer(of: period) else { continue }
            issuers.append((period, issuer.publicKey))
        }
        return issuers
    }

    /// Issues the credential of a period to the session's owner, blindly: what is presented later leads to nobody.
    ///
    /// The same request again has the same answer, for a phone that got none; another one is refused with
    /// `CountingError.credentialHad`. Throws `periodClosed` and `invalidRequest` as well.
    package func issueCredential(
        _ request: [UInt8], of period: ReportPeriod, to session: Session
    ) async throws(ServiceError) -> [UInt8] {
        guard ReportPeriod.issued(on: today).contains(period), let issuer = try await issuer(of: period) else {
            throw .counting(.periodClosed)
        }
        let account = session.accountID
        let digest = Array(SHA256.hash(data: request))
        let known = try await database.reading { connection in
            try ReportStore(connection).answer(to: account, of: period).map { [$0.request, $0.response] }
        }
        if let known {
            guard known[0] == digest else { throw .counting(.credentialHad) }
            return known[1]
        }
        guard let response = issuer.issue(request) else { throw .counting(.invalidRequest) }
        let isFirst = try await database.writing { connection in
            try ReportStore(connection).insertAnswer(response, to: digest, of: account, period)
        }
        // Two requests at once: only one of their answers is worth anything.
        guard isFirst else { throw .counting(.credentialHad) }
        return response
    }

    /// The tag of a presentation for `thing`, by which a second one is known; nil when no credential of the period made it.
    package func tag(
        of presentation: [UInt8], for thing: [UInt8], in period: ReportPeriod
    ) async throws(ServiceError) -> [UInt8]? {
        try await issuer(of: period)?.tag(of: presentation, for: thing)
    }

    /// The day in UTC.
    var today: Int { Int(clock.now().day) }

    /// The issuer of a period; nil for one that is over, whose secret is gone, or too far off.
    func issuer(of period: ReportPeriod) async throws(ServiceError) -> CredentialIssuer? {
        if let known = try await database.reading({ try ReportStore($0).issuer(of: period) }) { return known }
        guard ReportPeriod.issued(on: today).contains(period) else { return nil }
        let made = CredentialIssuer(context: period.context)
        return try await database.writing { connection in
            let store = ReportStore(connection)
            try store.insert(made, of: period)
            return try store.issuer(of: period)
        }
    }
}
