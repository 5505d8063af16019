import Testing

@testable import MarketCompatibility

@Suite("Sockets: what no client should do")
struct SocketHostileTests {
    private func status(_ site: SocketSite, _ request: String) async throws -> (Int, String) {
        let client = try await SocketClient(port: site.port)
        try await client.send(bytes: Array(request.utf8))
        let answer = try await client.answer()
        await client.close()
        return (try #require(Int(answer.head.split(separator: " ").dropFirst().first ?? "")), answer.body)
    }

    @Test(
        "requests that make no sense are refused in the protocol's words",
        arguments: [
            ("GET /socket.io/", 400, "\"code\":0"), ("GET /socket.io/?EIO=4&transport=flash", 400, "\"code\":0"),
            ("GET /socket.io/?EIO=5&transport=polling", 400, "\"code\":5"),
            ("GET /socket.io/?transport=polling", 400, "\"code\":5"),
            ("GET /socket.io/?EIO=4&transport=polling&sid=nobody", 400, "\"code\":1"),
            ("POST /socket.io/?EIO=4&transport=polling&sid=nobody", 400, "\"code\":1"),
            ("POST /socket.io/?EIO=4&transport=polling", 400, "\"code\":2"),
            ("GET /socket.io/?EIO=4&transport=websocket", 400, "\"code\":3"),
            ("GET /socket.io/?EIO=3&transport=polling&j=1", 400, "\"code\":3"),
            ("PUT /socket.io/?EIO=4&transport=polling", 405, ""), ("GET /socket.io/other", 404, ""),
        ])
    func refusals(line: String, status: Int, body: String) async throws {
        try await SocketSite.with { site in
            let answer = try await self.status(site, "\(line) HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n")
            #expect(answer.0 == status)
            #expect(body.isEmpty || answer.1.contains(body), "\(answer)")
            #expect(site.sockets.count == 0)
        }
    }

    @Test("an upgrade that cannot be is answered and ends the connection, whatever follows it")
    func refusedUpgrades() async throws {
        try await SocketSite.with { site in
            for target in [
                "/socket.io/?transport=websocket&EIO=4&sid=nobody", "/socket.io/?transport=websocket&EIO=9",
                "/socket.io/?transport=polling&EIO=4", "/healthz", "/elsewhere",
            ] {
                let client = try await SocketClient(port: site.port)
                try await client.send(
                    bytes: SocketClient.upgradeRequest(target) + [UInt8](repeating: 0x41, count: 100_000))
                let head = try await client.head()
                #expect(!head.hasPrefix("HTTP/1.1 101") && head.hasPrefix("HTTP/1.1 "), "\(target): \(head)")
                #expect(try await client.ended(), "\(target)")
            }
            #expect(try await status(site, "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").0 == 200)
        }
    }

    @Test("a request for a WebSocket behind one that has no answer yet is served in its turn")
    func upgradeInTurn() async throws {
        try await SocketSite.with { site in
            let client = try await SocketClient(port: site.port)
            let id = site.sockets.newIdentifier()
            try await client.send(
                bytes: Array("GET /socket.io/?EIO=4&transport=polling&sid=\(id) HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
                    + SocketClient.upgradeRequest("/socket.io/?transport=websocket&EIO=4"))
            #expect(try await client.answer().body.contains("\"code\":1"))
            #expect(try await client.head().hasPrefix("HTTP/1.1 101"))
            #expect(try await client.message().hasPrefix("0{"))
            #expect(site.sockets.count == 1)
            await client.close()
            #expect(try await SocketSite.wait { site.sockets.count == 0 })
        }
    }

    @Test("a request for a WebSocket with a body is an ordinary request")
    func upgradeWithBody() async throws {
        try await SocketSite.with { site in
            let client = try await SocketClient(port: site.port)
            let text = String(
                decoding: SocketClient.upgradeRequest("/socket.io/?transport=websocket&EIO=4"), as: UTF8.self)
            try await client.send(
                bytes: Array(text.dropLast(2).utf8) + Array("Content-Length: 2\r\n\r\nhi".utf8))
            #expect(try await client.head().hasPrefix("HTTP/1.1 400"))
            #expect(try await client.ended())
            #expect(site.sockets.count == 0)
        }
    }

    @Test("a second WebSocket of a session is refused, before the upgrade and after it")
    func secondWebSocket() async throws {
        try await SocketSite.with { site in
            let open = try await status(
                site, "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n"
            ).1
            let id = try #require(open.split(separator: "\"").dropFirst(3).first)
            let first = try await SocketClient.webSocket(port: site.port, query: "EIO=4&sid=\(id)")
            for isUpgraded in [false, true] {
                let second = try await SocketClient(port: site.port)
                try await second.send(
                    bytes: SocketClient.upgradeRequest("/socket.io/?transport=websocket&EIO=4&sid=\(id)"))
                #expect(try await second.answer().body.contains("\"code\":3"))
                guard !isUpgraded else { break }
                try await first.send("2probe")
                #expect(try await first.message() == "3probe")
                try await first.send("5")
                try await first.send("40")
                #expect(try await first.message().hasPrefix("40"))
            }
            // A second upgrade is out of its turn.
            try await first.send("5")
            #expect(try await first.closeCode() == 1002)
            #expect(try await SocketSite.wait { site.sockets.count == 0 })
        }
    }

    @Test(
        "what is not of the protocol ends the socket, and nothing else",
        arguments: [
            ("9", 1002), ("", 1002), ("0{}", 1002), ("2", 1002), ("b!!!", 1002), ("4", -1), ("42", -1),
            ("42{\"a\":1}", -1), ("42[1]", -1), ("451-[\"x\",{\"_placeholder\":true,\"num\":0}]", -1), ("41", -1),
        ])
    func garbage(text: String, code: Int) async throws {
        try await SocketSite.with { site in
            let socket = try await site.connect()
            try await socket.send(text)
            let closed = try await socket.closeCode()
            #expect(code == -1 ? closed == 1000 : closed == code)
            #expect(try await SocketSite.wait { site.sockets.count == 0 })
        }
    }

    @Test("frames that a client must not send end the socket")
    func frames() async throws {
        try await SocketSite.with { site in
            for (frames, code) in [
                ([(opcode: UInt8(1), bytes: 65_537, isLast: true, isMasked: true)], 1009),
                ([(1, 10, true, false)], 1002), ([(0, 10, true, true)], 1002), ([(3, 10, true, true)], 1002),
                ([(9, 126, true, true)], 1002), ([(9, 10, false, true)], 1002),
                ([(1, 10, false, true), (1, 10, true, true)], 1002),
                ([(1, 40_000, false, true), (0, 40_000, true, true)], 1009),
                ([(2, 10, true, true)], 1000),
            ] as [([(opcode: UInt8, bytes: Int, isLast: Bool, isMasked: Bool)], Int)] {
                let socket = try await site.connect()
                for frame in frames {
                    try? await socket.send(
                        opcode: frame.opcode, [UInt8](repeating: 0x41, count: frame.bytes), isLast: frame.isLast,
                        isMasked: frame.isMasked)
                }
                #expect(try await socket.closeCode() == code, "\(frames)")
            }
            let text = try await site.connect()
            try await text.send([0x34, 0x32, 0xFF])
            #expect(try await text.closeCode() == 1007)
            let many = try await site.connect()
            try await many.send([0x34], isLast: false)
            for _ in 0..<70 { try? await many.send(opcode: 0, [0x32], isLast: false) }
            #expect(try await many.closeCode() == 1009)
            #expect(try await SocketSite.wait { site.sockets.count == 0 })
        }
    }

    @Test("a body that is too large, two polls at once, and garbage in a poll end the session")
    func polls() async throws {
        try await SocketSite.with { site in
            func open() async throws -> String {
                let body = try await status(
                    site, "GET /socket.io/?EIO=4&transport=polling HTTP/1.1\r\nHost: x\r\n\r\n"
                ).1
                return
                    "/socket.io/?EIO=4&transport=polling&sid=\(try #require(body.split(separator: "\"").dropFirst(3).first))"
            }
            let large = try await open()
            #expect(
                try await status(site, "POST \(large) HTTP/1.1\r\nHost: x\r\nContent-Length: 70000\r\n\r\n").0 == 413)
            let garbled = try await open()
            #expect(
                try await status(site, "POST \(garbled) HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nzz").0 == 400)
            #expect(try await status(site, "GET \(garbled) HTTP/1.1\r\nHost: x\r\n\r\n").1.contains("\"code\":1"))
            let twice = try await open()
            let first = try await SocketClient(port: site.port)
            try await first.send(bytes: Array("GET \(twice) HTTP/1.1\r\nHost: x\r\n\r\n".utf8))
            try await Task.sleep(for: .milliseconds(50))
            #expect(try await status(site, "GET \(twice) HTTP/1.1\r\nHost: x\r\n\r\n").0 == 400)
            #expect(try await first.answer().body == "1")
        }
    }
}
