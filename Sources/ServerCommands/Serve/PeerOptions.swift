import ArgumentParser
import CommandOutput
import HTTPKit
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
        _ market: MarketService, counting servers: ServerCount, of url: DatabaseURL, _ database: any Database
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
        listener.answer { await market.answerPeer($0) }
        return ServerPeers(listener: listener, links: links)
    }
}

/// Answers other servers for as long as this one runs.
struct ServerPeers: Service {
    let listener: PeerListener
    let links: PeerLinks

    func run() async throws {
        try? await gracefulShutdown()
        await listener.close()
        links.close()
    }
}

/// The other servers, over links.
private struct LinkedPeers: MarketPeers {
    let links: PeerLinks

    func ask(_ address: String, _ question: [UInt8], within limit: Int64) async throws(PeerFailure) -> [UInt8] {
        do throws(PeerFault) {
            return try await links.ask(address, question, within: limit)
        } catch {
            switch error {
            case .notSent: throw .notSent
            case .nobodyThere: throw .nobodyThere
            case .answerLost: throw .answerLost
            }
        }
    }
}
