import Basics
import Foundation
import TestServer
import Testing

@testable import HTTPKit
@testable import MarketCompatibility

@Suite("Sockets: the transport")
struct SocketTransportTests {
    /// Asks over HTTP on a connection of its own, and gives status and body.
    private func ask(
        _ site: SocketSite, _ query: String, body: String? = nil
    ) async throws -> (status: Int, body: String) {
        let client = try await SocketClient(port: site.port)
        let length = body.map { "Content-Length: \($0.utf8.count)\r\n" } ?? ""
        try await client.send(
            bytes: Array(
                "\(body == nil ? "GET" : "POST") /socket.io/?\(query) HTTP/1.1\r\nHost: x\r\n\(length)\r\n\(body ?? "")"
                    .utf8))
        let answer = try await client.answer()
        await client.close()
        let status = try #require(Int(answer.head.split(separator: " ")[1]))
        return (status, answer.body)
    }

    private func sid(_ body: String) throws -> String {
        let start = try #require(body.range(of: "\"sid\":\""))
        return String(body[start.upperBound...].prefix { $0 != "\"" })
    }

    @Test("Engine.IO 4 by long polling: open, enter, follow, leave")
    func polling4() async throws {
        try await SocketSite.with { site in
            let open = try await ask(site, "EIO=4&transport=polling")
            #expect(
                open.status == 200 && open.body.hasPrefix("0{\"sid\":") && open.body.contains("\"maxPayload\":65536"))
            let query = "EIO=4&transport=polling&sid=\(try sid(open.body))"
            #expect(try await ask(site, query, body: "40").body == "ok")
            #expect(try await ask(site, query).body.hasPrefix("40{\"sid\":"))
            #expect(try await ask(site, query, body: "42[\"board\"]").body == "ok")
            let board = try await ask(site, query).body
            #expect(board.hasPrefix("42[\"board\",{\"to_tx\":") && board.contains("\"ETHCLP\":{\"BID\":0"))
            #expect(try await ask(site, query, body: "1").body == "ok")
            #expect(try await ask(site, query).status == 400)
            #expect(site.sockets.count == 0)
        }
    }

    @Test("Engine.IO 3 by long polling: the client is in without asking, and pings itself")
    func polling3() async throws {
        try await SocketSite.with { site in
            let open = try await ask(site, "EIO=3&transport=polling&b64=1").body
            let count = try #require(
                open.prefix { $0 != ":" }.description.isEmpty ? nil : Int(open.prefix { $0 != ":" }))
            #expect(open.dropFirst("\(count):".count).prefix(count).last == "}")
            #expect(open.hasSuffix("2:40"))
            let query = "EIO=3&transport=polling&b64=1&sid=\(try sid(open))"
            #expect(try await ask(site, query, body: "1:2").body == "ok")
            #expect(try await ask(site, query).body == "1:3")
            // Without b64 the answer is in the binary form.
            let binary = try await ask(site, "EIO=3&transport=polling").body
            #expect(binary.utf8.first == 0)
        }
    }

    @Test("a session changes from long polling to a WebSocket, and nothing is lost on the way")
    func upgrade() async throws {
        try await SocketSite.with { site in
            let open = try await ask(site, "EIO=3&transport=polling&b64=1").body
            let id = try sid(open)
            let socket = try await SocketClient.webSocket(port: site.port, query: "EIO=3&sid=\(id)")
            try await socket.send("2probe")
            #expect(try await socket.message() == "3probe")
            // What is asked for before the upgrade comes after it.
            let query = "EIO=3&transport=polling&b64=1&sid=\(id)"
            let text = "42[\"board\"]"
            #expect(try await ask(site, query, body: "\(text.count):\(text)").body == "ok")
            try await socket.send("5")
            #expect(try await socket.event().name == "board")
            try await socket.send("2")
            #expect(try await socket.message() == "3")
            // The polls of this session are over.
            #expect(try await ask(site, query).status == 400)
            await socket.close()
            #expect(try await SocketSite.wait { site.sockets.count == 0 })
        }
    }

    @Test("a poll that waits is ended when the session changes")
    func upgradeDuringPoll() async throws {
        try await SocketSite.with { site in
            let id = try sid(try await ask(site, "EIO=4&transport=polling").body)
            async let poll = ask(site, "EIO=4&transport=polling&sid=\(id)")
            let socket = try await SocketClient.webSocket(port: site.port, query: "EIO=4&sid=\(id)")
            try await Task.sleep(for: .milliseconds(50))
            try await socket.send("2probe")
            #expect(try await socket.message() == "3probe")
            #expect(try await poll.body == "6")
            try await socket.send("5")
            try await socket.send("40")
            #expect(try await socket.message().hasPrefix("40{"))
            await socket.close()
        }
    }

    @Test("a connection that has served requests may become a WebSocket, and goes on being counted")
    func laterUpgrade() async throws {
        try await SocketSite.with { site in
            let client = try await SocketClient(port: site.port)
            try await client.send(bytes: Array("GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
            #expect(try await client.answer().body == "ok\n")
            try await client.send(bytes: SocketClient.upgradeRequest("/socket.io/?transport=websocket&EIO=4"))
            let head = try await client.head()
            #expect(head.hasPrefix("HTTP/1.1 101 "))
            // The example of RFC 6455 section 1.3.
            #expect(head.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo="))
            #expect(try await client.message().hasPrefix("0{"))
            let other = try await SocketClient(port: site.port)
            func count() async throws -> Int {
                try await other.send(bytes: Array("GET \(RouteHandlers.figuresPath) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
                let line = try await other.answer().body.split(separator: "\n")
                    .first { $0.hasPrefix("cerca_open_connections ") }
                return try #require(line.flatMap { Int($0.dropFirst("cerca_open_connections ".count)) })
            }
            let before = try await count()
            #expect(before >= 2)
            await client.close()
            #expect(try await SocketSite.wait { try await count() == before - 1 })
            await other.close()
        }
    }

    @Test("a WebSocket outlives the silence that ends other connections")
    func silence() async throws {
        try await SocketSite.with { limits in
            limits.idleSeconds = 1
        } _: { site in
            let socket = try await site.connect()
            try await socket.emit("subscribe", "\"ETHCLP\"")
            _ = try await socket.event("open-book")
            try await Task.sleep(for: .milliseconds(2200))
            #expect(!socket.isClosed)
            try await socket.emit("board")
            _ = try await socket.event("board")
            await socket.close()
        }
    }

    @Test("a WebSocket's own ping is answered, and so are events that want it; messages may come in fragments")
    func frames() async throws {
        try await SocketSite.with { site in
            let socket = try await site.connect()
            try await socket.send(opcode: 9, Array("hello".utf8))
            #expect(try await socket.frame() == .init(opcode: 10, payload: Array("hello".utf8)))
            try await socket.send("427[\"nothing\"]")
            #expect(try await socket.message() == "437[]")
            try await socket.send(Array("42[\"bo".utf8), isLast: false)
            try await socket.send(opcode: 9, [])
            try await socket.send(opcode: 0, Array("ard\"]".utf8))
            #expect(try await socket.frame()?.opcode == 10)
            #expect(try await socket.event().name == "board")
            try await socket.send(opcode: 8, [0x03, 0xE8])
            #expect(try await socket.closeCode() == 1000)
            #expect(try await socket.ended())
        }
    }

    @Test("the server asks Engine.IO 4 whether it is there, and ends a session that does not answer")
    func heartbeat() async throws {
        try await SocketSite.with { limits in
            limits.sockets.pingSeconds = 1
            limits.sockets.pingTimeoutSeconds = 1
        } _: { site in
            let silent = try await site.connect()
            let living = try await site.connect()
            try await living.emit("subscribe", "\"ETHCLP\"")
            for _ in 0..<3 {
                while try await #require(living.frame()).text != "2" {}
                try await living.send("3")
            }
            #expect(try await silent.ended())
            #expect(!living.isClosed)
            await living.close()
        }
    }

    @Test("a hundred polls and as many posts go by one connection")
    func keptConnection() async throws {
        try await SocketSite.with { site in
            let client = try await SocketClient(port: site.port)
            func ask(_ method: String, _ query: String, _ body: String = "") async throws -> (
                head: String, body: String
            ) {
                let length = method == "POST" ? "Content-Length: \(body.utf8.count)\r\n" : ""
                let request = "\(method) /socket.io/?\(query) HTTP/1.1\r\nHost: x\r\n\(length)\r\n\(body)"
                try await client.send(bytes: Array(request.utf8))
                return try await client.answer()
            }
            let open = try await ask("GET", "EIO=3&transport=polling&b64=1").body
            let query = "EIO=3&transport=polling&b64=1&sid=\(try sid(open))"
            for turn in 0..<100 {
                #expect(try await ask("POST", query, "1:2").body == "ok", "\(turn)")
                let answer = try await ask("GET", query)
                #expect(answer.body.contains("1:3"), "\(turn)")
                #expect(!answer.head.lowercased().contains("connection: close"))
            }
            #expect(!client.isClosed)
            await client.close()
        }
    }

    @Test("a poll whose client goes away is over, and the session goes on with the next one")
    func abandonedPoll() async throws {
        try await SocketSite.with { site in
            let id = try sid(try await ask(site, "EIO=4&transport=polling").body)
            for _ in 0..<3 {
                let gone = try await SocketClient(port: site.port)
                let poll = "GET /socket.io/?EIO=4&transport=polling&sid=\(id) HTTP/1.1\r\nHost: x\r\n\r\n"
                try await gone.send(bytes: Array(poll.utf8))
                // Until the server has read it; if it has not, the next one is simply the first.
                try await Task.sleep(for: .milliseconds(50))
                await gone.close()
                // Until the server has noticed, on a machine that does other things as well: a second poll beside one that
                // waits would end the session.
                try await Task.sleep(for: .milliseconds(700))
            }
            #expect(site.sockets.count == 1)
            let client = try await SocketClient(port: site.port)
            let post =
                "POST /socket.io/?EIO=4&transport=polling&sid=\(id) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n40"
            try await client.send(bytes: Array(post.utf8))
            #expect(try await client.answer().body == "ok")
            #expect(try await ask(site, "EIO=4&transport=polling&sid=\(id)").body.hasPrefix("40{"))
            await client.close()
        }
    }

    @Test("the figures count the sockets, those that poll as well")
    func figures() async throws {
        try await SocketSite.with { site in
            let other = try await SocketClient(port: site.port)
            func count() async throws -> String? {
                try await other.send(bytes: Array("GET \(RouteHandlers.figuresPath) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
                return try await other.answer().body.split(separator: "\n")
                    .first { $0.hasPrefix("cerca_open_sockets ") }.map(String.init)
            }
            #expect(try await count() == "cerca_open_sockets 0")
            let socket = try await site.connect()
            #expect(try await count() == "cerca_open_sockets 1")
            _ = try await ask(site, "EIO=4&transport=polling")
            #expect(try await count() == "cerca_open_sockets 2")
            await socket.close()
            #expect(try await SocketSite.wait { try await count() == "cerca_open_sockets 1" })
            await other.close()
        }
    }

    @Test("a server that stops ends its sockets and polls at once")
    func shutdown() async throws {
        // The least of several, since a busy machine takes longer for everything.
        var taken = Duration.seconds(1000)
        for _ in 0..<4 where taken >= .seconds(4) { taken = min(taken, try await timeToStop()) }
        #expect(taken < .seconds(4))
    }

    private func timeToStop() async throws -> Duration {
        let begun = Mutexed<ContinuousClock.Instant?>(nil)
        let clients = Mutexed<[SocketClient]>([])
        try await SocketSite.with { site in
            let socket = try await site.connect()
            let poll = try await SocketClient(port: site.port)
            let id = try sid(try await ask(site, "EIO=4&transport=polling").body)
            try await poll.send(
                bytes: Array("GET /socket.io/?EIO=4&transport=polling&sid=\(id) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
            try await Task.sleep(for: .milliseconds(50))
            clients.set([socket, poll])
            begun.set(.now)
        }
        let took = try ContinuousClock.now - #require(begun.value)
        #expect(try await clients.value[0].closeCode() != -1)
        #expect(try await clients.value[1].answer().body == "1")
        return took
    }
}
