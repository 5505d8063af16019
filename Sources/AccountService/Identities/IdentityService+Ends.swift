import Accounts
import Basics
import HTTPKit
import Logging
import OpenID
import ServiceKit
import ServiceLifecycle
import Storage

extension IdentityService {
    /// For how many tries a provider is told that a tie has ended: with pauses of an hour, more than a week.
    static let mostTries: Int64 = 200

    /// For how long a try belongs to the server that makes it; longer than one may take.
    static let leaseSeconds: Int64 = 60

    /// Whether some provider has to be told when a tie ends.
    var tellsOfEnds: Bool { providers.contains { $0.traits.isToldOfEnds } }

    /// Tells providers which ties have ended since; gives how many have been told.
    ///
    /// What is to be told is a row that was written together with the end of the tie, so that a process that is killed
    /// forgets none of it; one that is killed after telling tells it twice.
    package func tellOfEnds() async throws(ServiceError) -> Int {
        let now = clock.now()
        let due = try await database.reading { try ProviderTokenStore($0).due(at: now, limit: 20) }
        var told = 0
        for tie in due {
            let lease = clock.now().advanced(bySeconds: Self.leaseSeconds)
            let isOurs = try await database.writing { try ProviderTokenStore($0).claim(tie, until: lease) }
            guard isOurs else { continue }
            let isTold = await tell(tie)
            guard isTold || tie.attempts + 1 >= Self.mostTries else {
                let pause = DeliveryQueue.pauseSeconds(after: tie.attempts + 1)
                let next = clock.now().advanced(bySeconds: pause)
                try await database.writing { try ProviderTokenStore($0).postpone(tie, until: next) }
                continue
            }
            try await database.writing { try ProviderTokenStore($0).delete(tie) }
            if isTold { told += 1 }
        }
        return told
    }

    private func tell(_ tie: EndedTie) async -> Bool {
        // A provider of the same name may be another one by now, which must not see the token.
        guard let connection = try? connection(tie.provider), connection.provider.issuer.text == tie.issuer else {
            return false
        }
        var random = accounts.random
        do throws(OpenIDFault) {
            try await connection.takeBack(tie.token, name: SessionToken(using: &random).text)
            return true
        } catch {
            return false
        }
    }
}

/// Tells providers of ties that have ended, for as long as the server runs.
package struct EndedTies: NamedService {
    private let identities: IdentityService
    private let logger: Logger

    /// Tells the providers of `identities`.
    package init(_ identities: IdentityService, logger: Logger) {
        self.identities = identities
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        // Of ties with a provider that is no longer offered, nobody can be told: their rows come to their end.
        let pause = identities.tellsOfEnds ? 1 : 60
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(pause))) != nil {
                do {
                    _ = try await identities.tellOfEnds()
                } catch {
                    guard !Task.isCancelled else { break }
                    logger.warning("providers cannot be told of ties that ended", metadata: ["cause": "\(error)"])
                }
            }
        }
    }
}
