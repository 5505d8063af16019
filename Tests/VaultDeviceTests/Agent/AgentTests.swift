import Basics
import Foundation
import Testing
import Vault

@testable import VaultDevice

/// An agent on a real socket, with real clients.
struct AgentTests {
    /// A folder for sockets, which goes with the test.
    private final class Folder {
        let url: URL

        init(permissions: Int = 0o700) throws {
            url = FileManager.default.temporaryDirectory.appending(path: "agent-\(UUID().uuidString)")
            try FileManager.default.createDirectory(
                at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: permissions])
        }

        deinit { try? FileManager.default.removeItem(at: url) }
    }

    /// An agent in a thread of its own.
    private final class Running {
        let pressing: Int32
        private let listening: Int32
        private let ended = DispatchSemaphore(value: 0)

        /// Returns nil when the agent could not listen.
        init?(_ handover: AgentHandover, folder: URL) {
            var ends: [Int32] = [-1, -1]
            guard pipe(&ends) == 0 else { return nil }
            let (listening, pressing) = (ends[0], ends[1])
            self.listening = listening
            self.pressing = pressing
            let begun = DispatchSemaphore(value: 0)
            let ended = ended
            Thread {
                if var agent = VaultAgent(handover, lockSwitch: listening, folder: folder) {
                    begun.signal()
                    agent.run()
                } else {
                    begun.signal()
                }
                ended.signal()
            }.start()
            begun.wait()
        }

        deinit {
            press()
            _ = ended.wait(timeout: .now() + 60)
            close(listening)
            close(pressing)
        }

        func press() {
            var byte: UInt8 = 1
            _ = write(pressing, &byte, 1)
        }

        /// Whether it ended within a minute, which is for a busy machine.
        func hasEnded() -> Bool {
            guard ended.wait(timeout: .now() + 60) == .success else { return false }
            ended.signal()
            return true
        }
    }

    private static func handover(_ seed: UInt64, idleSeconds: Int = 60) -> AgentHandover {
        var random = SplitMix64(seed: seed)
        let vault = RecordID(using: &random)
        let keys = OpenedKeys(data: DataKey(using: &random), travel: TravelKey(using: &random), slot: 3)
        return AgentHandover(vault: vault, keys: keys, idleSeconds: idleSeconds)
    }

    @Test func `a client gets the keys of its vault and of no other`() throws {
        let folder = try Folder()
        let handover = Self.handover(1)
        let agent = try #require(Running(handover, folder: folder.url))
        let client = AgentClient(vault: handover.vault, folder: folder.url)
        #expect(client.keys() == handover.keys)
        #expect((30...60).contains(try #require(client.secondsLeft())))
        #expect(AgentClient(vault: Self.handover(2).vault, folder: folder.url).keys() == nil)
        withExtendedLifetime(agent) {}
    }

    @Test func `locking ends the agent and takes its socket away`() throws {
        let folder = try Folder()
        let handover = Self.handover(1)
        let agent = try #require(Running(handover, folder: folder.url))
        let client = AgentClient(vault: handover.vault, folder: folder.url)
        #expect(client.lock())
        #expect(agent.hasEnded())
        #expect(client.keys() == nil)
        #expect(!client.lock())
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `the switch locks`() throws {
        let folder = try Folder()
        let handover = Self.handover(1)
        let agent = try #require(Running(handover, folder: folder.url))
        agent.press()
        #expect(agent.hasEnded())
        #expect(AgentClient(vault: handover.vault, folder: folder.url).keys() == nil)
    }

    @Test func `an idle agent ends by itself`() throws {
        let folder = try Folder()
        let handover = Self.handover(1, idleSeconds: 1)
        let agent = try #require(Running(handover, folder: folder.url))
        #expect(agent.hasEnded())
        #expect(AgentClient(vault: handover.vault, folder: folder.url).keys() == nil)
    }

    @Test func `a second agent takes the place of the first`() throws {
        let folder = try Folder()
        let first = Self.handover(1)
        let old = try #require(Running(first, folder: folder.url))
        var random = SplitMix64(seed: 99)
        let keys = OpenedKeys(data: DataKey(using: &random), travel: nil, slot: 4)
        let new = try #require(
            Running(AgentHandover(vault: first.vault, keys: keys, idleSeconds: 60), folder: folder.url))
        #expect(old.hasEnded())
        #expect(AgentClient(vault: first.vault, folder: folder.url).keys() == keys)
        withExtendedLifetime(new) {}
    }

    @Test func `a client that says nothing or nonsense keeps nobody waiting for long`() throws {
        let folder = try Folder()
        let handover = Self.handover(1)
        let agent = try #require(Running(handover, folder: folder.url))
        let socket = AgentSocket(vault: handover.vault, folder: folder.url)
        let silent = try #require(socket.connect())
        let strange = try #require(socket.connect())
        var byte: UInt8 = 200
        _ = write(strange, &byte, 1)
        // The agent gives the silent one two seconds, and so does every client.
        let client = AgentClient(vault: handover.vault, folder: folder.url)
        #expect(client.keys() ?? client.keys() == handover.keys)
        close(silent)
        close(strange)
        withExtendedLifetime(agent) {}
    }

    @Test func `a folder that others can enter is not used`() throws {
        let folder = try Folder(permissions: 0o755)
        let socket = AgentSocket(vault: Self.handover(1).vault, folder: folder.url)
        #expect(socket.listen() == nil)
        #expect(socket.connect() == nil)
    }

    @Test func `a path that is longer than an address works`() throws {
        let folder = try Folder()
        let deep = folder.url.appending(path: String(repeating: "a", count: 120))
        try FileManager.default.createDirectory(
            at: deep, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
        let handover = Self.handover(1)
        let agent = try #require(Running(handover, folder: deep))
        #expect(AgentClient(vault: handover.vault, folder: deep).keys() == handover.keys)
        withExtendedLifetime(agent) {}
    }

    @Test func `what is handed over comes through a pipe as it was`() throws {
        let fix = try #require(Fix(latitude: -33.8568, longitude: 151.2153, accuracy: 4.5))
        let side = try #require(CellSide(metres: 20))
        let plain = Self.handover(5)
        let placed = AgentHandover(
            vault: plain.vault, keys: plain.keys, idleSeconds: 300, place: (fix, side))
        for handover in [plain, placed] {
            var ends: [Int32] = [-1, -1]
            try #require(pipe(&ends) == 0)
            #expect(handover.write(to: ends[1]))
            let read = try #require(AgentHandover(from: ends[0]))
            #expect(read.vault == handover.vault)
            #expect(read.keys == handover.keys)
            #expect(read.idleSeconds == handover.idleSeconds)
            #expect(read.place?.fix == handover.place?.fix)
            #expect(read.place?.side == handover.place?.side)
            for end in ends { close(end) }
        }
    }

    @Test func `a handover that is cut is none`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let bytes = [UInt8](repeating: 1, count: 40)
        _ = write(ends[1], bytes, bytes.count)
        close(ends[1])
        #expect(AgentHandover(from: ends[0]) == nil)
        close(ends[0])
    }

    @Test func `nobody is kept open for longer than a day`() {
        let keys = Self.handover(1)
        #expect(AgentHandover(vault: keys.vault, keys: keys.keys, idleSeconds: 1 << 40).idleSeconds == 86_400)
        #expect(AgentHandover(vault: keys.vault, keys: keys.keys, idleSeconds: -3).idleSeconds == 1)
    }
}
