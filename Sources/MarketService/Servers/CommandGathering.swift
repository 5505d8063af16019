import HTTPKit
import Synchronization

/// What came of commands that were handed to another server.
enum ForwardedOutcome {
    /// They were carried out, each with its result.
    case results([CommandResult])
    /// Nothing has happened; somebody is to be asked again.
    case nothing
    /// The same, and where their market's writer was nobody listens.
    case nobodyThere
}

/// Lets commands for a market that are handed on at about the same time go as one.
///
/// The first one waits until everybody had a turn who can go on now, and then takes all of them along. Most of what a
/// command costs on its way is paid once for all: a frame, a row for the answer, and the waking of those who wait at
/// either end.
final class CommandGathering: Sendable {
    /// Carries commands to the server that writes their market.
    typealias Carrying = @Sendable ([MarketCommand]) async throws(ServiceError) -> ForwardedOutcome
    private typealias Outcome = Result<ForwardedOutcome, ServiceError>

    /// Commands that go along with the first ones.
    private struct Follower {
        let commands: [MarketCommand]
        let continuation: CheckedContinuation<Turn, Never>
    }

    /// What commands find that come to be carried.
    private enum Turn {
        /// Nobody waits: they are the first ones, and take the others along.
        case first
        /// Those who wait are too many already.
        case alone
        /// They went along with others, and this came of them.
        case over(Outcome)
    }

    private struct Party {
        var count: Int
        var followers: [Follower] = []
    }

    private let most: Int
    private let pause: @Sendable () async -> Void
    /// Those who gather, by market.
    private let parties = Mutex<[Int: Party]>([:])

    /// - Parameters:
    ///   - most: How many commands go as one at most.
    ///   - pause: Returns when the first ones go.
    init(most: Int, pause: @escaping @Sendable () async -> Void = { await Task.yield() }) {
        self.most = most
        self.pause = pause
    }

    /// How many commands wait for a market's first ones to go, these counted.
    func count(for market: Int) -> Int { parties.withLock { $0[market]?.count ?? 0 } }

    /// Carries commands for a market, alone or together with others, which are as one to `carrying`.
    func carry(
        _ commands: [MarketCommand], for market: Int, _ carrying: @escaping Carrying
    ) async throws(ServiceError) -> ForwardedOutcome {
        switch await turn(of: commands, for: market) {
        case .over(let outcome): return try outcome.get()
        case .alone: return try await carrying(commands)
        case .first:
            // A task of its own: if the first one's is cancelled, the others are not.
            return try await Task { await lead(commands, for: market, carrying) }.value.get()
        }
    }

    private func turn(of commands: [MarketCommand], for market: Int) async -> Turn {
        await withCheckedContinuation { continuation in
            let turn: Turn? = parties.withLock { parties in
                guard let count = parties[market]?.count else {
                    parties[market] = Party(count: commands.count)
                    return .first
                }
                guard count + commands.count <= most else { return .alone }
                parties[market]?.count += commands.count
                parties[market]?.followers.append(Follower(commands: commands, continuation: continuation))
                return nil
            }
            if let turn { continuation.resume(returning: turn) }
        }
    }

    /// Carries the first commands and those who have come meanwhile, and tells each what came of its own.
    private func lead(_ first: [MarketCommand], for market: Int, _ carrying: Carrying) async -> Outcome {
        await pause()
        let followers = parties.withLock { $0.removeValue(forKey: market)?.followers ?? [] }
        let outcome: Outcome
        do throws(ServiceError) {
            outcome = .success(try await carrying(first + followers.flatMap(\.commands)))
        } catch {
            outcome = .failure(error)
        }
        var next = first.count
        for follower in followers {
            let end = next + follower.commands.count
            follower.continuation.resume(returning: .over(outcome.part(next..<end)))
            next = end
        }
        return outcome.part(0..<first.count)
    }
}

extension Result<ForwardedOutcome, ServiceError> {
    /// What came of some of the commands.
    fileprivate func part(_ places: Range<Int>) -> Self {
        guard case .success(.results(let results)) = self else { return self }
        return .success(.results(Array(results[places])))
    }
}
