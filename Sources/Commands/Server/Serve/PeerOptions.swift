import AccountService
import ArgumentParser
import HTTPKit
import Logging
import MarketService
import NIOCore
import Network
import ServerApp
import ServiceKit
import ServiceLifecycle
import Storage

/// Where the other servers of the same database reach this one.
struct PeerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The address of this machine at which other servers of the same PostgreSQL database reach this one.",
            discussion: "It is not for strangers, and no proxy belongs before it. One machine needs nothing else."))
    var peerHost = "127.0.0.1"

    @Option(help: "The port for that; 0 for a free one.")
    var peerPort = 0

    func validate() throws {
        guard (0...65_535).contains(peerPort) else { throw ValidationError("--peer-port must be 0 to 65535") }
    }

    /// Shares the markets of `database` with its other servers; nil when it is in a file, which has no other servers.
    ///
    /// Nothing has been asked of the markets before.
    func share(
        _ services: ServerServices, _ events: UserEvents, counting servers: ServerCount, of url: DatabaseURL,
        _ database: any Database, _ logger: Logger
    ) async throws -> ServerPeers? {
        guard case .postgres = url else { return nil }
        let secret = try await MarketSecrets.ofPeers(in: database, random: .system)
        let listener: PeerListener
        do {
            listener = try await PeerListener.listen(host: peerHost, port: peerPort, secret: secret)
        } catch {
            throw CommandFailure("cannot listen at \(peerHost), port \(peerPort), for other servers: \(error)")
        }
        let links = PeerLinks(secret: secret)
        let (market, accounts) = (services.market, services.accounts)
        market.share(at: listener.address, with: LinkedPeers(links: links), counting: servers)
        let outbox = EventOutbox(secret: secret)
        try await events.share(outbox, in: database)
        let others = OtherServers(market: market, links: links)
        accounts.shareEndings { others.tell(.endedSessions, Array($0.joined())) }
        listener.answer { question in
            switch question.first.flatMap(PeerQuestion.init) {
            case .commands: return await market.answerPeer(Array(question.dropFirst()))
            case .events:
                outbox.hinted()
                return []
            case .endedSessions:
                accounts.sessionsEndedElsewhere(PeerQuestion.digests(question.dropFirst()))
                return []
            case nil: return []
            }
        }
        let carrier = EventCarrier(events: events, others: others, database: database, logger: logger)
        return ServerPeers(listener: listener, links: links, carrier: carrier)
    }
}
