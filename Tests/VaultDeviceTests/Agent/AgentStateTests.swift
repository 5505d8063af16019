import Basics
import Testing
import Vault

@testable import VaultDevice

/// What an agent holds, for how long, and to which questions it gives it.
struct AgentStateTests {
    private static func keys(_ seed: UInt64, travelling: Bool = false) -> OpenedKeys {
        var random = SplitMix64(seed: seed)
        let data = DataKey(using: &random)
        return OpenedKeys(data: data, travel: travelling ? nil : TravelKey(using: &random), slot: 7)
    }

    @Test func `the keys are given until their time is over`() {
        let keys = Self.keys(1)
        var state = AgentState(keys: keys, idleSeconds: 10, at: 1000)
        #expect(state.answer(.keys, at: 10_999) == .keys(keys))
        #expect(state.answer(.keys, at: 20_999) == nil)
        #expect(state.isLocked)
    }

    @Test func `use puts the end off and asking for the time does not`() {
        var state = AgentState(keys: Self.keys(1), idleSeconds: 10, at: 0)
        #expect(state.answer(.status, at: 9000) == .status(1))
        #expect(state.millisecondsLeft(at: 9000) == 1000)
        #expect(state.answer(.keys, at: 9000) != nil)
        #expect(state.answer(.status, at: 9000) == .status(10))
        #expect(state.answer(.status, at: 19_000) == nil)
    }

    @Test func `after locking there is nothing to give`() {
        var state = AgentState(keys: Self.keys(1), idleSeconds: 10, at: 0)
        #expect(state.answer(.lock, at: 1) == .locked)
        #expect(state.answer(.keys, at: 1) == nil)
        #expect(state.answer(.status, at: 1) == nil)
        #expect(state.answer(.lock, at: 1) == nil)
    }

    @Test(arguments: 0..<32 as Range<UInt64>)
    func `keys come out of a record as they went in`(seed: UInt64) throws {
        let keys = Self.keys(seed, travelling: seed % 2 == 0)
        let read = withSecretBuffer(AgentRecord.keyCount) { buffer in
            AgentRecord.write(keys, to: buffer)
            return AgentRecord.keys(in: UnsafeRawBufferPointer(buffer))
        }
        #expect(read == keys)
    }

    @Test func `a record of another version or with a strange mark is refused`() {
        for (place, value) in [(0, 2), (0, 0), (5, 2)] as [(Int, UInt8)] {
            let read = withSecretBuffer(AgentRecord.keyCount) { buffer in
                AgentRecord.write(Self.keys(1), to: buffer)
                buffer[place] = value
                return AgentRecord.keys(in: UnsafeRawBufferPointer(buffer))
            }
            #expect(read == nil, "byte \(place) is \(value)")
        }
    }

    @Test(arguments: [0, 1, 299, 86_400, 4_294_967_295] as [Int64])
    func `seconds come out of a status as they went in`(seconds: Int64) {
        #expect(AgentRecord.secondsLeft(in: AgentRecord.status(secondsLeft: seconds)) == seconds)
    }

    @Test func `a status that is cut or of another version is refused`() {
        #expect(AgentRecord.secondsLeft(in: [1, 0, 0, 0]) == nil)
        #expect(AgentRecord.secondsLeft(in: [2, 0, 0, 0, 1]) == nil)
    }

    @Test func `memory for a secret is clean before it is used`() {
        withSecretBuffer(64) { buffer in
            #expect(buffer.allSatisfy { $0 == 0 })
        }
    }
}
