import Basics
import HTTPKit
import Ledger
import LedgerService
import Market
import ServiceKit
import Storage

/// Carries commands to the server that writes their market, and carries out those that other servers hand on.
///
/// Commands are sent once under an id of their own. When the answer is lost, the id is looked up in the database: either
/// they happened, and the answer is there, or they are withdrawn in the same transaction and never will. So nothing
/// happens twice, and what is said not to have happened has not.
struct CommandDispatch: Sendable {
    /// For how long commands wait until somebody may write their market, in nanoseconds.
    private static let patience: UInt64 = 2_000_000_000
    /// For how long another server's answer is waited for, in milliseconds.
    private static let answerWithin: Int64 = 3000
    /// How often is looked whether somebody may write by now, in milliseconds.
    private static let lookAgain: Int64 = 20

    let leases: MarketLeases
    let peers: any MarketPeers
    let database: any Database
    let clock: ServerClock
    let random: ServerRandom
    let hub: MarketHub
    let registry: MarketRegistry
    let monotonic: @Sendable () -> UInt64
    let gathering: CommandGathering

    /// Carries out commands here or on the server that writes the market; they are answered after the commit.
    ///
    /// - Throws: That the market is overloaded, which a client is to try again after a second, when nobody may write it
    ///   within two: nothing has happened then.
    func submit(
        _ commands: [MarketCommand], _ writer: MarketWriter
    ) async throws(ServiceError) -> [CommandResult] {
        let begun = monotonic()
        while true {
            var nobodyAt: String?
            switch leases.place(of: writer.number) {
            case .here:
                do {
                    return try await writer.carryOut(commands)
                } catch WriterFault.notHere {
                    break
                } catch {
                    throw MarketWriter.failure(error)
                }
            case .at(let address):
                // One that carries code of its own must not stand in the way of others.
                guard commands.allSatisfy(\.canBeTold) else { throw .market(.disabled) }
                let market = writer.number
                let outcome = try await gathering.carry(commands, for: market) { some throws(ServiceError) in
                    try await forward(some, of: market, to: address)
                }
                switch outcome {
                case .results(let results): return results
                case .nothing: break
                case .nobodyThere: nobodyAt = address
                }
            case .unknown: break
            }
            guard monotonic() - begun < Self.patience else { throw .request(.overloaded) }
            await leases.report(markets, nobodyAt: nobodyAt)
            if leases.place(of: writer.number) != .here {
                do { try await Task.sleep(for: .milliseconds(Self.lookAgain)) } catch { throw .request(.overloaded) }
            }
        }
    }

    /// Hands commands on as one question, and tells what came of them.
    private func forward(
        _ commands: [MarketCommand], of market: Int, to address: String
    ) async throws(ServiceError) -> ForwardedOutcome {
        let id = random.identifier(ordered: clock.now().milliseconds)
        guard let rules = registry.known.catalogue.markets.first(where: { $0.number == market }),
            let question = ForwardedCommands(id: id, market: market, commands).bytes
        else { throw .market(.disabled) }
        var answer: [UInt8]?
        do throws(PeerFailure) {
            answer = try await peers.ask(address, question, within: Self.answerWithin)
        } catch {
            switch error {
            case .notSent: return .nothing
            case .nobodyThere: return .nobodyThere
            case .answerLost: break
            }
        }
        if let bytes = answer, let answer = try? ForwardedAnswer(bytes, rules) {
            switch answer {
            case .results(let results): return .results(try took(results, of: commands, in: market))
            case .notHere: return .nothing
            case .failure(.storage): break
            case .failure(let error): throw error
            }
        }
        // No answer, or none that says what has happened.
        guard case .answered(let kept) = try await settle(id) else { return .nothing }
        guard case .results(let results)? = try? ForwardedAnswer(kept, rules) else {
            throw .storage(StorageError.corrupt)
        }
        return .results(try took(results, of: commands, in: market))
    }

    /// What came of a command whose answer says nothing; from now on it has happened, or never will.
    ///
    /// - Throws: Where the database does not say it either, that the outcome is open, whatever the cause.
    private func settle(_ id: [UInt8]) async throws(ServiceError) -> ForwardedCommandStore.Outcome {
        let now = clock.now()
        do {
            return try await database.writing { try ForwardedCommandStore($0).settle(id, at: now) }
        } catch {
            throw .storage(StorageError.connectionLost)
        }
    }

    /// Tells those who follow the accounts here what the other server has done.
    private func took(
        _ results: [CommandResult], of commands: [MarketCommand], in market: Int
    ) throws(ServiceError) -> [CommandResult] {
        guard results.count == commands.count else { throw .storage(StorageError.corrupt) }
        if results.contains(where: { (try? $0.get())?.isEmpty == false }) {
            hub.changedElsewhere(market: market, accounts: Set(commands.compactMap(\.account)))
        }
        return results
    }

    /// Carries out what another server hands on, as long as this one writes the market.
    func answer(_ question: [UInt8]) async -> [UInt8] {
        guard let forwarded = try? ForwardedCommands(question),
            let writer = registry.known.writers[forwarded.market]
        else { return ForwardedAnswer.notHere.bytes }
        if leases.place(of: forwarded.market) != .here { await leases.report(markets) }
        guard leases.place(of: forwarded.market) == .here else { return ForwardedAnswer.notHere.bytes }
        let note = CommandNote(id: forwarded.id) { ForwardedAnswer.results($0).bytes }
        do {
            return ForwardedAnswer.results(try await writer.carryOut(forwarded.commands, keeping: note)).bytes
        } catch is WriterFault {
            return ForwardedAnswer.notHere.bytes
        } catch ServiceError.refused(MarketError.disabled) {
            // This server ends; what waited has not happened.
            return ForwardedAnswer.notHere.bytes
        } catch {
            return ForwardedAnswer.failure(MarketWriter.failure(error)).bytes
        }
    }

    private var markets: [Int] { registry.known.catalogue.markets.map(\.number) }
}
