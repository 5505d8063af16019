import ArgumentParser
import CommandOutput
import HTTPKit
import Logging
import MarketService
import NIOCore
import PeerLinks
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
        _ market: MarketService, _ events: UserEvents, counting servers: ServerCount, of url: DatabaseURL,
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
        market.share(at: listener.address, with: LinkedPeers(links: links), counting: servers)
        let outbox = EventOutbox(secret: secret)
        try await events.share(outbox, in: database)
        listener.answer { question in
            switch question.first.flatMap(PeerQuestion.init) {
            case .commands: return await market.answerPeer(Array(question.dropFirst()))
            case .events:
                outbox.wake()
                return []
            case nil: return []
            }
        }
        let carrier = EventCarrier(events: events, market: market, database: database, links: links, logger: logger)
        return ServerPeers(listener: listener, links: links, carrier: carrier)
    }
}

/// Answers other servers for as long as this one runs.
struct ServerPeers: Service {
    let listener: PeerListener
    let links: PeerLinks
    let carrier: EventCarrier

    func run() async throws {
        await cancelWhenGracefulShutdown { await carrier.run() }
        await listener.close()
        links.close()
    }
}

/// What a question of another server is about, by its first byte.
private enum PeerQuestion: UInt8 {
    /// Commands of a market follow.
    case commands = 1
    /// There are events to be read.
    case events = 2
}

/// Carries what happens to people between servers.
struct EventCarrier: Sendable {
    let events: UserEvents
    let market: MarketService
    let database: any Database
    let links: PeerLinks
    let logger: Logger

    /// Carries until the task is cancelled.
    func run() async {
        await events.carry(
            in: database,
            tellOthers: { [market, links] in
                for address in market.otherServers {
                    Task { _ = try? await links.ask(address, [PeerQuestion.events.rawValue], within: 500) }
                }
            },
            failed: { [logger] error in
                logger.warning("events of other servers cannot be read", metadata: ["cause": "\(error)"])
            })
    }
}

/// The other servers, over links.
private struct LinkedPeers: MarketPeers {
    let links: PeerLinks

    func ask(_ address: String, _ question: [UInt8], within limit: Int64) async throws(PeerFailure) -> [UInt8] {
        do throws(PeerFault) {
            return try await links.ask(address, [PeerQuestion.commands.rawValue] + question, within: limit)
        } catch {
            switch error {
            case .notSent: throw .notSent
            case .nobodyThere: throw .nobodyThere
            case .answerLost: throw .answerLost
            }
        }
    }
}
