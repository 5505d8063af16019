import HTTPKit
import Ledger
import Market
import Synchronization
import Testing

@testable import MarketService

@Suite("Commands that are handed on together")
struct CommandGatheringTests {
    /// Lets the first ones go only when a test says so.
    private final class Door: Sendable {
        let (opened, opening) = AsyncStream<Void>.makeStream()
        let asked = Mutex<[[Int64]]>([])

        func gathering(most: Int) -> CommandGathering {
            CommandGathering(most: most) { [opened] in for await _ in opened { return } }
        }

        /// Answers each command with an order for each, whose refusal says which it was.
        func carry(_ commands: [MarketCommand]) -> ForwardedOutcome {
            let ids = commands.map { command in
                if case .cancel(let id, _) = command { id } else { Int64(-1) }
            }
            asked.withLock { $0.append(ids) }
            return .results(ids.map { .failure(.refused(KeyFault.answered([UInt8($0)]))) })
        }
    }

    private static func cancel(_ ids: Int64...) -> [MarketCommand] {
        ids.map { .cancel(id: $0, account: LedgerAccount(rawValue: 7)) }
    }

    private static func ids(_ outcome: ForwardedOutcome) -> [UInt8] {
        guard case .results(let results) = outcome else { return [] }
        return results.compactMap { result in
            guard case .failure(.refused(KeyFault.answered(let bytes))) = result else { return nil }
            return bytes[0]
        }
    }

    private func until(_ gathering: CommandGathering, has count: Int) async {
        while gathering.count(for: 3) != count { await Task.yield() }
    }

    @Test("those who come while the first ones wait go along, as many as may; each is told what came of its own")
    func together() async throws {
        let door = Door()
        let gathering = door.gathering(most: 4)
        async let first = gathering.carry(Self.cancel(1), for: 3) { door.carry($0) }
        await until(gathering, has: 1)
        async let second = gathering.carry(Self.cancel(2, 3), for: 3) { door.carry($0) }
        await until(gathering, has: 3)
        // There is no place for two more, and none of them waits for the others.
        #expect(Self.ids(try await gathering.carry(Self.cancel(4, 5), for: 3) { door.carry($0) }) == [4, 5])
        async let third = gathering.carry(Self.cancel(6), for: 3) { door.carry($0) }
        await until(gathering, has: 4)
        // Another market's are not theirs.
        #expect(gathering.count(for: 4) == 0)
        door.opening.yield()
        #expect(Self.ids(try await first) == [1])
        #expect(Self.ids(try await second) == [2, 3])
        #expect(Self.ids(try await third) == [6])
        #expect(door.asked.withLock { $0 } == [[4, 5], [1, 2, 3, 6]])
        #expect(gathering.count(for: 3) == 0)
    }

    @Test("what fails fails for all of them, and nothing that happened not is told as if it had")
    func failure() async throws {
        for outcome in [Result<ForwardedOutcome, ServiceError>.success(.nothing), .failure(.request(.overloaded))] {
            let door = Door()
            let gathering = door.gathering(most: 4)
            let tasks = [Self.cancel(1), Self.cancel(2)].map { commands in
                Task { () async throws in
                    try await gathering.carry(commands, for: 3) { (_) throws(ServiceError) in try outcome.get() }
                }
            }
            await until(gathering, has: 2)
            door.opening.yield()
            for task in tasks {
                switch (outcome, await task.result) {
                case (.success, .success(.nothing)): break
                case (.failure(let expected), .failure(let error)): #expect("\(error)" == "\(expected)")
                default: Issue.record("another outcome")
                }
            }
        }
    }

    @Test("when the first one does not wait any longer, the others are carried all the same")
    func cancelled() async throws {
        let door = Door()
        let gathering = door.gathering(most: 4)
        let first = Task { try await gathering.carry(Self.cancel(1), for: 3) { door.carry($0) } }
        await until(gathering, has: 1)
        async let second = gathering.carry(Self.cancel(2), for: 3) { commands in
            #expect(!Task.isCancelled)
            return door.carry(commands)
        }
        await until(gathering, has: 2)
        first.cancel()
        door.opening.yield()
        #expect(Self.ids(try await second) == [2])
        #expect(door.asked.withLock { $0 } == [[1, 2]])
    }
}
