import Basics
import SocketIO
import Synchronization
import TestServer
import Testing

@testable import HTTPKit
@testable import MarketCompatibility

@Suite("Sockets: bounds")
struct SocketBoundTests {
    private func requireFull(_ site: SocketSite) async throws {
        let first = try await site.connect()
        let second = try await site.connect()
        let third = try await SocketClient(port: site.port)
        try await third.send(bytes: SocketClient.upgradeRequest("/socket.io/?transport=websocket&EIO=4"))
        #expect(try await third.head().hasPrefix("HTTP/1.1 503"))
        let poll = try await SocketClient(port: site.port)
        try await poll.send(bytes: Array("GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
        #expect(try await poll.head().hasPrefix("HTTP/1.1 503"))
        await first.close()
        #expect(try await SocketSite.wait { site.sockets.count == 1 })
        let fourth = try await site.connect()
        for client in [second, fourth, poll] { await client.close() }
    }

    @Test("there are so many sockets and no more")
    func total() async throws {
        try await SocketSite.with { limits in
            limits.sockets.total = 2
            // On a busy machine nobody is ended meanwhile for saying nothing.
            limits.sockets.silentSeconds = 600
        } _: { site in
            try await requireFull(site)
        }
    }

    @Test("one address has so many sockets and no more")
    func perAddress() async throws {
        try await SocketSite.with { limits in
            limits.sockets.perAddress = 2
            // On a busy machine nobody is ended meanwhile for saying nothing.
            limits.sockets.silentSeconds = 600
        } _: { site in
            try await requireFull(site)
        }
    }

    /// Stops its server as soon as a socket is opened.
    private final class Stopper: SocketListener {
        let server = Mutex<SocketServer?>(nil)
        let closedCount = Atomic(0)

        func opened(_ socket: SocketSession) { server.withLock { $0 }?.stop() }
        func answers(_ event: String) -> Bool { false }
        func received(
            _ event: String, _ arguments: [JSONValue], acknowledgement: Int?, from socket: SocketSession
        ) {}
        func drained(_ socket: SocketSession) {}
        func closed(_ socket: SocketSession) { closedCount.add(1, ordering: .relaxed) }
    }

    @Test("a socket that is opened while the server stops is ended like every other")
    func stopping() throws {
        let stopper = Stopper()
        let server = SocketServer(limits: SocketLimits(), listener: stopper)
        stopper.server.withLock { $0 = server }
        let query = try EngineQuery([("EIO", "3"), ("transport", "polling")], method: "GET", isUpgrade: false)
        #expect(server.open(query, address: nil) == nil)
        #expect(server.count == 0)
        #expect(stopper.closedCount.load(ordering: .relaxed) == 1)
    }

    @Test("a client that says neither who it is nor what it wants is ended")
    func silent() async throws {
        try await SocketSite.with { limits in
            limits.sockets.silentSeconds = 1
        } _: { site in
            let socket = try await site.connect()
            #expect(try await socket.ended())
        }
    }

    @Test("a client that guesses ids is ended, and one that says too much")
    func loud() async throws {
        try await SocketSite.with { limits in
            limits.sockets.eventsPerSecond = 10
        } _: { site in
            let guessing = try await site.connect()
            for _ in 0..<5 {
                try await guessing.emit("user-auth", "{\"uid\":\"a\",\"socid\":\"b\"}")
                _ = try? await guessing.event()
            }
            #expect(try await guessing.ended())
            let loud = try await site.connect()
            for _ in 0..<60 { try? await loud.emit("nothing") }
            #expect(try await loud.ended())
        }
    }

    @Test("nobody gets into a namespace that there is not, and an event before entering is none")
    func namespaces() async throws {
        try await SocketSite.with { site in
            let socket = try await SocketClient.webSocket(port: site.port)
            _ = try await socket.message()
            try await socket.send("40/admin,")
            #expect(try await socket.message() == "44/admin,{\"message\":\"Invalid namespace\"}")
            try await socket.send("42[\"board\"]")
            #expect(try await socket.closeCode() == 1000)
        }
    }
}
