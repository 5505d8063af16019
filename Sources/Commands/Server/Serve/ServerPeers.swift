import AccountService
import HTTPKit
import Logging
import MarketService
import Network
import ServiceKit
import ServiceLifecycle
import Storage

/// Answers other servers for as long as this one runs.
struct ServerPeers: NamedService {
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
enum PeerQuestion: UInt8 {
    /// Commands of a market follow.
    case commands = 1
    /// There are events to be read.
    case events = 2
    /// The digests of sessions follow that were ended.
    case endedSessions = 3

    /// The digests that follow ``endedSessions``; bytes that are left over are none.
    static func digests(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
        let size = AccountService.sessionDigestByteCount
        return stride(from: bytes.startIndex, through: bytes.endIndex - size, by: size).map {
            Array(bytes[$0..<$0 + size])
        }
    }
}

/// The other servers of the database, which are told of something and not waited for.
struct OtherServers: Sendable {
    let market: MarketService
    let links: PeerLinks

    /// Tells each of them; one that does not hear it finds out by itself within seconds.
    func tell(_ question: PeerQuestion, _ bytes: [UInt8] = []) {
        for address in market.otherServers {
            Task { _ = try? await links.ask(address, [question.rawValue] + bytes, within: 500) }
        }
    }
}

/// Carries what happens to people between servers.
struct EventCarrier: Sendable {
    let events: UserEvents
    let others: OtherServers
    let database: any Database
    let logger: Logger

    /// Carries until the task is cancelled.
    func run() async {
        await events.carry(
            in: database,
            tellOthers: { others.tell(.events) },
            failed: { [logger] error in
                logger.warning("events of other servers cannot be read", metadata: ["cause": "\(error)"])
            })
    }
}

/// The other servers, over links.
struct LinkedPeers: MarketPeers {
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
