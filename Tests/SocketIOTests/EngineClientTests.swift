import Basics
import Testing

@testable import SocketIO

@Suite("Clients of Engine.IO and Socket.IO")
struct EngineClientTests {
    static let opening = EngineFrame.text(
        #"0{"sid":"uY-0kMRLd6CAwE7zAAAE","upgrades":[],"pingTimeout":20000,"pingInterval":25000,"maxPayload":1000000}"#)

    private func open(_ version: EngineVersion) -> EngineClient {
        var client = EngineClient(version: version, now: 0)
        _ = client.frameReceived(Self.opening, now: 0)
        return client
    }

    @Test("a recorded session with a server of python-socketio 5")
    func recorded5() {
        var client = SocketClient(version: .four, authorization: .object([]), now: 0)
        #expect(client.emit("early", []) == nil)
        #expect(client.frameReceived(Self.opening, now: 1) == [.send(.text("40{}"))])
        #expect(client.frameReceived(.text(#"40{"sid":"L95AmRH2Jbrae57ZAAAF"}"#), now: 2) == [.connected])
        #expect(
            client.emit("subscribe", ["ETHCLP"], id: 1) == [.send(.text(#"421["subscribe","ETHCLP"]"#))])
        #expect(
            client.frameReceived(.text(#"42["open-book",{"to_tx":1,"note":"\u00f1\ud83d\ude00"}]"#), now: 3) == [
                .event(
                    name: "open-book",
                    arguments: [.object([.init("to_tx", 1), .init("note", "ñ😀")])], id: nil)
            ])
        #expect(client.frameReceived(.text(#"431["ok",1]"#), now: 4) == [.acknowledged(id: 1, ["ok", 1])])
        #expect(
            client.close() == [
                .send(.text("41")), .send(.text("1")), .closeWebSocket(code: 1000), .closed(.clientClosed),
            ])
        #expect(client.emit("late", []) == nil)
    }

    @Test("a recorded session with a server of python-socketio 4.4.0")
    func recorded4() {
        var client = SocketClient(version: .three, now: 0)
        let opening =
            #"0{"sid":"95cd31ebf9f14c278af76009a2dcb2eb","upgrades":[],"pingTimeout":60000,"pingInterval":25000}"#
        #expect(client.frameReceived(.text(opening), now: 0) == [])
        #expect(client.frameReceived(.text("40"), now: 0) == [.connected])
        #expect(client.nextDeadline == 25_000)
        #expect(client.tick(now: 25_000) == [.send(.text("2"))])
        #expect(client.frameReceived(.text("3"), now: 25_100) == [])
        #expect(client.nextDeadline == 50_100)
        #expect(client.webSocketClosed() == [.closed(.transportClosed)])
    }

    @Test("an event that wants an answer gets it, once the namespace is entered")
    func acknowledgement() {
        var client = SocketClient(version: .four, now: 0)
        #expect(client.acknowledge(7, ["early"]) == nil)
        _ = client.frameReceived(Self.opening, now: 0)
        _ = client.frameReceived(.text(#"40{"sid":"L95AmRH2Jbrae57ZAAAF"}"#), now: 0)
        #expect(
            client.frameReceived(.text(#"427["price","ETHCLP"]"#), now: 1) == [
                .event(name: "price", arguments: ["ETHCLP"], id: 7)
            ])
        #expect(client.acknowledge(7, ["ok", 55]) == [.send(.text(#"437["ok",55]"#))])
    }

    @Test("a refused namespace ends it")
    func refused() {
        var client = SocketClient(version: .four, now: 0)
        #expect(client.frameReceived(Self.opening, now: 0) == [.send(.text("40"))])
        let reason = JSONValue.object([.init("message", "Not authorized")])
        #expect(
            client.frameReceived(.text(#"44{"message":"Not authorized"}"#), now: 0) == [
                .refused(reason), .send(.text("1")), .closeWebSocket(code: 1000), .closed(.clientClosed),
            ])
    }

    @Test("a silent server is left, by the rules of each revision")
    func heartbeats() {
        var four = open(.four)
        #expect(four.frameReceived(.text("2"), now: 25_000) == [.send(.text("3"))])
        #expect(four.tick(now: 69_999) == [])
        #expect(four.tick(now: 70_000) == [.closeWebSocket(code: 1000), .closed(.pingTimeout)])
        var three = open(.three)
        #expect(three.tick(now: 25_000) == [.send(.text("2"))])
        #expect(three.tick(now: 44_999) == [])
        #expect(three.tick(now: 45_000) == [.closeWebSocket(code: 1000), .closed(.pingTimeout)])
        var mute = EngineClient(version: .four, now: 0)
        #expect(mute.tick(now: 10_000) == [.closeWebSocket(code: 1000), .closed(.pingTimeout)])
    }

    @Test("what the protocol does not have ends it", arguments: ["", "x", "4a", "5", "2"])
    func protocolErrors(frame: String) {
        var early = EngineClient(version: .three, now: 0)
        #expect(early.frameReceived(.text(frame), now: 0) == [.closeWebSocket(code: 1002), .closed(.protocolError)])
        guard frame != "4a" else { return }
        var late = open(.three)
        #expect(late.frameReceived(.text(frame), now: 0) == [.closeWebSocket(code: 1002), .closed(.protocolError)])
    }

    @Test("our client and our server understand each other", arguments: EngineVersion.allCases)
    func together(version: EngineVersion) {
        var session = EngineSession(sid: "s", version: version, transport: .webSocket, now: 0)
        var gate = SocketGate(version: version, sid: "t", now: 0)
        var client = SocketClient(version: version, now: 0)
        var (events, echoes, isConnected) = (0, 0, false)

        func sent(_ actions: [EngineAction]) -> [EngineFrame] {
            actions.compactMap { if case .send(let frame, .main) = $0 { frame } else { nil } }
        }
        func carry(_ frames: [EngineFrame], now: Int64) {
            for frame in frames {
                for action in client.frameReceived(frame, now: now) {
                    switch action {
                    case .connected: isConnected = true
                    case .event: echoes += 1
                    case .send(let frame): serve(frame, now: now)
                    default: break
                    }
                }
            }
        }
        func serve(_ frame: EngineFrame, now: Int64) {
            for action in session.frameReceived(frame, on: .main, now: now) {
                switch action {
                case .send(let frame, _): carry([frame], now: now)
                case .deliver(let text):
                    for action in gate.receive(text) {
                        switch action {
                        case .send(let text): carry(sent(session.send(text) ?? []), now: now)
                        case .event(let name, let arguments, _):
                            events += 1
                            let packet = SocketPacket.event(
                                namespace: SocketPacket.root, id: nil, name: name, arguments: arguments)
                            carry(sent(session.send(packet.text) ?? []), now: now)
                        default: break
                        }
                    }
                default: break
                }
            }
        }

        carry(sent(session.webSocketOpened(now: 0)), now: 0)
        for case .send(let text) in gate.open() { carry(sent(session.send(text) ?? []), now: 0) }
        #expect(isConnected)
        for second in 1...600 {
            let now = Int64(second) * 1000
            carry(sent(session.tick(now: now)), now: now)
            for case .send(let frame) in client.tick(now: now) { serve(frame, now: now) }
            if second % 7 == 0 {
                for case .send(let frame) in client.emit("echo", [.count(second)]) ?? [] { serve(frame, now: now) }
            }
        }
        #expect(session.closeReason == nil && client.engine.closeReason == nil)
        #expect(events == 85 && echoes == 85)
    }
}

@Suite("Requests to Engine.IO")
struct EngineQueryTests {
    private func read(_ query: [(name: String, value: String)], _ method: String = "GET", upgrade: Bool = false) throws
        -> EngineQuery
    {
        try EngineQuery(query, method: method, isUpgrade: upgrade)
    }

    @Test("what recorded clients ask is understood")
    func recorded() throws {
        let first = try read([("transport", "polling"), ("EIO", "3"), ("b64", "1"), ("t", "1795296753.08")])
        #expect(first.version == .three && first.transport == .polling && first.sid == nil && first.base64)
        let second = try read([("transport", "websocket"), ("EIO", "4"), ("sid", "a")], upgrade: true)
        #expect(second.version == .four && second.transport == .webSocket && second.sid == "a" && !second.base64)
        #expect(try read([("transport", "polling"), ("EIO", "4"), ("sid", "a")], "POST").sid == "a")
    }

    @Test("anything else is refused with the protocol's code")
    func refused() {
        #expect(throws: EngineRefusal.unknownTransport) { try read([("EIO", "4")]) }
        #expect(throws: EngineRefusal.unknownTransport) { try read([("EIO", "4"), ("transport", "flash")]) }
        #expect(throws: EngineRefusal.unsupportedVersion) { try read([("transport", "polling")]) }
        #expect(throws: EngineRefusal.unsupportedVersion) { try read([("transport", "polling"), ("EIO", "5")]) }
        let polling = [(name: "transport", value: "polling"), (name: "EIO", value: "4")]
        #expect(throws: EngineRefusal.badHandshakeMethod) { try read(polling, "POST") }
        #expect(throws: EngineRefusal.badHandshakeMethod) { try read(polling, "PUT") }
        #expect(throws: EngineRefusal.badRequest) { try read(polling + [("sid", "a")], "PUT") }
        #expect(throws: EngineRefusal.badRequest) { try read(polling, upgrade: true) }
        #expect(throws: EngineRefusal.badRequest) { try read([("transport", "websocket"), ("EIO", "4")]) }
        #expect(throws: EngineRefusal.badRequest) { try read(polling + [("j", "0")]) }
        #expect(throws: EngineRefusal.unknownSession) {
            try read(polling + [("sid", String(repeating: "a", count: 257))])
        }
    }

    @Test("refusals have the protocol's words")
    func bodies() {
        #expect(EngineRefusal.unknownSession.body == #"{"code":1,"message":"Session ID unknown"}"#)
        #expect(EngineRefusal.allCases.map(\.httpStatus) == [400, 400, 400, 400, 403, 400, 413])
    }
}
