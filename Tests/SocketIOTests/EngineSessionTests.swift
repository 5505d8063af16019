import Basics
import Testing

@testable import SocketIO

@Suite("Sessions of Engine.IO")
struct EngineSessionTests {
    private func poll(_ session: inout EngineSession, now: Int64 = 0) -> [EngineAction] { session.pollOpened(now: now) }

    private func text(_ body: String) -> EngineAction {
        .answerPoll(body: Array(body.utf8), contentType: EnginePayload.textType)
    }

    /// A session of long polling whose handshake was fetched.
    private func polling(_ version: EngineVersion, limits: EngineLimits = EngineLimits()) -> EngineSession {
        var session = EngineSession(
            sid: "s", version: version, transport: .polling, base64: true, limits: limits, now: 0)
        _ = session.pollOpened(now: 0)
        return session
    }

    /// A session on a WebSocket from the beginning.
    private func onWebSocket(_ version: EngineVersion, limits: EngineLimits = EngineLimits()) -> EngineSession {
        var session = EngineSession(sid: "s", version: version, transport: .webSocket, limits: limits, now: 0)
        _ = session.webSocketOpened(now: 0)
        return session
    }

    @Test("the handshake of Engine.IO 3 goes out with what waits, to the byte")
    func handshake3() {
        var session = EngineSession(
            sid: "342163f386864ce4be9c28d2872a609f", version: .three, transport: .polling, base64: true, now: 0)
        #expect(session.send("0") == [])
        #expect(poll(&session) == [text(EnginePayloadTests.counted)])
        var binary = EngineSession(
            sid: "6351f2144d1449f19786672d3361f998", version: .three, transport: .polling, now: 0)
        #expect(binary.send("0") == [])
        #expect(
            poll(&binary) == [.answerPoll(body: EnginePayloadTests.framed, contentType: EnginePayload.binaryType)])
    }

    @Test("a recorded session of python-socketio 5 over long polling")
    func recorded5() {
        var session = EngineSession(sid: "EA5wN54JwxTULu7cAAAA", version: .four, transport: .polling, now: 0)
        let opening =
            #"0{"sid":"EA5wN54JwxTULu7cAAAA","upgrades":["websocket"],"pingTimeout":60000,"pingInterval":25000,"#
            + #""maxPayload":65536}"#
        #expect(poll(&session) == [text(opening)])
        #expect(poll(&session) == [])
        #expect(session.postReceived(Array("40{}".utf8), now: 1) == [.answerPost, .deliver("0{}")])
        #expect(session.send(#"0{"sid":"0R9JaLrFPELIP8XNAAAB"}"#) == [text(#"40{"sid":"0R9JaLrFPELIP8XNAAAB"}"#)])
        #expect(
            session.postReceived(Array(#"421["subscribe","ETHCLP"]"#.utf8), now: 2)
                == [.answerPost, .deliver(#"21["subscribe","ETHCLP"]"#)])
        #expect(session.send(#"2["open-book",1]"#) == [])
        #expect(session.send(#"31["ok",1]"#) == [])
        #expect(poll(&session) == [text("42[\"open-book\",1]\u{1E}431[\"ok\",1]")])
        #expect(poll(&session) == [])
        #expect(
            session.postReceived(Array("41\u{1E}1".utf8), now: 3)
                == [.answerPost, .deliver("1"), text("6"), .closed(.clientClosed)])
        #expect(poll(&session) == [.refusePoll(.unknownSession)])
    }

    @Test("a recorded session of python-socketio 4.4.0 that changes to a WebSocket")
    func upgrade() {
        var session = polling(.three)
        #expect(session.acceptsWebSocket)
        #expect(session.webSocketOpened(now: 1) == [])
        #expect(!session.acceptsWebSocket)
        #expect(session.frameReceived(.text("2probe"), on: .probe, now: 1) == [.send(.text("3probe"), on: .probe)])
        #expect(session.send("2[\"a\"]") == [])
        #expect(
            session.frameReceived(.text("5"), on: .probe, now: 2) == [.upgraded, .send(.text("42[\"a\"]"), on: .main)])
        #expect(session.transport == .webSocket)
        #expect(session.frameReceived(.text("2"), on: .main, now: 3) == [.send(.text("3"), on: .main)])
        #expect(
            session.frameReceived(.text(#"421["subscribe","ETHCLP"]"#), on: .main, now: 4)
                == [.deliver(#"21["subscribe","ETHCLP"]"#)])
        #expect(session.frameReceived(.text("41"), on: .main, now: 5) == [.deliver("1")])
        #expect(
            session.frameReceived(.text("1"), on: .main, now: 5)
                == [.closeWebSocket(.main, code: 1000), .closed(.clientClosed)])
    }

    @Test("a poll that waits is ended by the probe, and what is sent meanwhile goes to the WebSocket")
    func flushedPoll() {
        var session = polling(.four)
        #expect(poll(&session) == [])
        #expect(session.webSocketOpened(now: 1) == [])
        #expect(
            session.frameReceived(.text("2probe"), on: .probe, now: 1) == [
                .send(.text("3probe"), on: .probe), text("6"),
            ])
        #expect(session.send("2[\"a\"]") == [])
        #expect(poll(&session) == [text("6")])
        // What was posted before the client stopped polling still counts.
        #expect(session.postReceived(Array("4x".utf8), now: 2) == [.answerPost, .deliver("x")])
        #expect(
            session.frameReceived(.text("5"), on: .probe, now: 2) == [.upgraded, .send(.text("42[\"a\"]"), on: .main)])
        #expect(poll(&session) == [.refusePoll(.badRequest)])
        #expect(session.postReceived(Array("4x".utf8), now: 3) == [.refusePost(.badRequest)])
        #expect(session.webSocketOpened(now: 4) == [])
        #expect(session.webSocketClosed(.main) == [.closed(.transportClosed)])
    }

    @Test(
        "a probe that says anything else is closed, and long polling goes on",
        arguments: ["2", "5", "4a", "x", "3probe"])
    func badProbe(frame: String) {
        var session = polling(.four)
        _ = session.webSocketOpened(now: 1)
        #expect(session.frameReceived(.text(frame), on: .probe, now: 2) == [.closeWebSocket(.probe, code: 1002)])
        #expect(session.acceptsWebSocket)
        _ = session.webSocketOpened(now: 3)
        _ = session.frameReceived(.text("2probe"), on: .probe, now: 3)
        #expect(session.send("late") == [])
        if frame != "5" {
            #expect(session.frameReceived(.text(frame), on: .probe, now: 4) == [.closeWebSocket(.probe, code: 1002)])
            #expect(poll(&session) == [text("4late")])
        }
    }

    @Test("a probe that goes away or takes too long leaves long polling as it was")
    func lostProbe() {
        var session = polling(.four)
        _ = session.webSocketOpened(now: 1)
        #expect(session.nextDeadline == 10_001)
        #expect(session.tick(now: 10_000) == [])
        #expect(session.tick(now: 10_001) == [.closeWebSocket(.probe, code: 1002)])
        _ = session.webSocketOpened(now: 10_002)
        _ = session.frameReceived(.text("2probe"), on: .probe, now: 10_003)
        #expect(session.webSocketClosed(.probe) == [])
        #expect(session.send("a") == [])
        #expect(poll(&session) == [text("4a")])
    }

    @Test("a second WebSocket beside the first is closed")
    func secondProbe() {
        var session = polling(.four)
        _ = session.webSocketOpened(now: 1)
        #expect(session.webSocketOpened(now: 1) == [.closeWebSocket(.probe, code: 1002)])
    }

    @Test("in Engine.IO 3 the client pings, and is gone when it does not")
    func heartbeat3() {
        var session = onWebSocket(.three)
        #expect(session.frameReceived(.text("2hello"), on: .main, now: 25_000) == [.send(.text("3hello"), on: .main)])
        #expect(session.nextDeadline == 110_000)
        #expect(session.tick(now: 109_999) == [])
        #expect(session.tick(now: 110_000) == [.closeWebSocket(.main, code: 1000), .closed(.pingTimeout)])
        #expect(session.nextDeadline == .max)
    }

    @Test("in Engine.IO 4 the server pings, and the client is gone when it does not answer")
    func heartbeat4() {
        var session = onWebSocket(.four)
        #expect(session.tick(now: 24_999) == [])
        #expect(session.tick(now: 25_000) == [.send(.text("2"), on: .main)])
        #expect(session.tick(now: 30_000) == [])
        #expect(session.frameReceived(.text("3"), on: .main, now: 30_000) == [])
        #expect(session.nextDeadline == 55_000)
        #expect(session.tick(now: 55_000) == [.send(.text("2"), on: .main)])
        #expect(session.tick(now: 115_000) == [.closeWebSocket(.main, code: 1000), .closed(.pingTimeout)])
    }

    @Test("heartbeats in the other revision's direction end the session")
    func wrongHeartbeat() {
        let end: [EngineAction] = [.closeWebSocket(.main, code: 1002), .closed(.protocolError)]
        var three = onWebSocket(.three)
        #expect(three.frameReceived(.text("3"), on: .main, now: 1) == end)
        var four = onWebSocket(.four)
        #expect(four.frameReceived(.text("2"), on: .main, now: 1) == end)
    }

    @Test("what the protocol does not have ends the session", arguments: EngineVersion.allCases)
    func protocolErrors(version: EngineVersion) {
        for frame in ["", "x", "0{}", "5", "1x", "b4*"] {
            var session = onWebSocket(version)
            let actions = session.frameReceived(.text(frame), on: .main, now: 1)
            #expect(actions == [.closeWebSocket(.main, code: 1002), .closed(.protocolError)], "\(frame)")
            #expect(session.send("a") == nil)
            #expect(session.frameReceived(.text("4a"), on: .main, now: 2) == [])
        }
        var session = polling(version)
        _ = poll(&session)
        #expect(
            session.postReceived(Array("abc".utf8), now: 1)
                == [.refusePost(.badRequest), text(version == .three ? "1:1" : "1"), .closed(.protocolError)])
    }

    @Test("two polls at once end the session")
    func overlap() {
        var session = polling(.four)
        #expect(poll(&session) == [])
        #expect(poll(&session) == [text("1"), .refusePoll(.badRequest), .closed(.protocolError)])
        var patient = polling(.four)
        #expect(poll(&patient) == [])
        patient.pollAbandoned()
        #expect(poll(&patient) == [])
    }

    @Test("frames and bodies beyond the limit end the session in the transport's own way")
    func oversized() {
        var limits = EngineLimits()
        limits.maxPayload = 10
        var session = onWebSocket(.four, limits: limits)
        #expect(session.frameReceived(.text("4123456789"), on: .main, now: 1) == [.deliver("123456789")])
        #expect(
            session.frameReceived(.text("41234567890"), on: .main, now: 1)
                == [.closeWebSocket(.main, code: 1009), .closed(.overflow)])
        var polls = polling(.four, limits: limits)
        #expect(
            polls.postReceived(Array("41234567890".utf8), now: 1) == [.refusePost(.tooLarge), .closed(.overflow)])
    }

    @Test("a client that never reads fills its queue and no more")
    func slowReader() {
        var limits = EngineLimits()
        limits.mostQueued = 5
        var session = onWebSocket(.three, limits: limits)
        #expect(session.webSocketWritable(false) == [])
        for number in 0..<5 { #expect(session.send("\(number)") == []) }
        #expect(session.isFull)
        #expect(session.send("5") == nil)
        let sent = (0..<5).map { EngineAction.send(.text("4\($0)"), on: .main) }
        #expect(session.webSocketWritable(true) == sent)
        #expect(!session.isFull && session.isDrained)
        // Not even answers to pings are kept without end.
        _ = session.webSocketWritable(false)
        var actions: [EngineAction] = []
        for _ in 0..<100 { actions += session.frameReceived(.text("2"), on: .main, now: 1) }
        #expect(actions == [.closeWebSocket(.main, code: 1008), .closed(.overflow)])
    }

    @Test("bytes fill the queue too, and one message may be larger")
    func largeMessages() {
        var limits = EngineLimits()
        limits.mostQueuedBytes = 100
        var session = polling(.four, limits: limits)
        let large = String(repeating: "a", count: 1000)
        #expect(session.send(large) == [])
        #expect(session.isFull)
        #expect(poll(&session) == [text("4" + large)])
        #expect(!session.isFull)
    }

    @Test("no more packets are answered at once than python's clients take")
    func manyPackets() {
        var session = polling(.four)
        for _ in 0..<40 { #expect(session.send("a") == []) }
        for count in [16, 16, 8] {
            #expect(poll(&session) == [text(Array(repeating: "4a", count: count).joined(separator: "\u{1E}"))])
        }
    }

    @Test("the server says that it closes, after what waits")
    func close() {
        var session = onWebSocket(.four)
        #expect(
            session.close(now: 1)
                == [.send(.text("1"), on: .main), .closeWebSocket(.main, code: 1000), .closed(.serverClosed)])
        var polls = polling(.four)
        #expect(polls.send("bye") == [])
        #expect(polls.close(now: 1) == [])
        #expect(polls.send("later") == nil)
        #expect(poll(&polls) == [text("4bye\u{1E}1"), .closed(.serverClosed)])
        var waiting = polling(.four)
        #expect(poll(&waiting) == [])
        #expect(waiting.close(now: 1) == [text("1"), .closed(.serverClosed)])
        var gone = polling(.four)
        #expect(gone.close(now: 1) == [])
        #expect(gone.tick(now: gone.nextDeadline) == [.closed(.serverClosed)])
    }

    @Test("binary messages are given to the layer above in every way")
    func binary() {
        var three = onWebSocket(.three)
        #expect(three.frameReceived(.binary([4, 1]), on: .main, now: 1) == [.deliverBinary([1])])
        var four = polling(.four)
        #expect(four.postReceived(Array("bAQ==".utf8), now: 1) == [.answerPost, .deliverBinary([1])])
    }

    @Test("any order of events is survived, and ends once at most", arguments: 0..<64 as Range<UInt64>)
    func anyOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var now: Int64 = 0
        let version: EngineVersion = Bool.random(using: &random) ? .three : .four
        var session = EngineSession(
            sid: "s", version: version, transport: Bool.random(using: &random) ? .polling : .webSocket,
            base64: true, now: 0)
        var (ends, waiting) = (0, 0)
        let frames = ["2probe", "5", "2", "3", "4a", "6", "1", "x", "4b"]
        for _ in 0..<200 {
            now += Int64.random(in: 0...3000, using: &random)
            let frame = EngineFrame.text(frames.randomElement(using: &random) ?? "4a")
            var actions: [EngineAction] = []
            switch Int.random(in: 0..<12, using: &random) {
            case 0, 1:
                waiting += 1
                actions = session.pollOpened(now: now)
            case 2: actions = session.postReceived(EnginePayload.bytes([.message("a")], .counted), now: now)
            case 3: actions = session.webSocketOpened(now: now)
            case 4: actions = session.frameReceived(frame, on: .probe, now: now)
            case 5: actions = session.frameReceived(frame, on: .main, now: now)
            case 6: actions = session.webSocketWritable(Bool.random(using: &random))
            case 7: actions = Int.random(in: 0..<20, using: &random) == 0 ? session.webSocketClosed(.main) : []
            case 8: actions = session.webSocketClosed(.probe)
            case 9: actions = Int.random(in: 0..<30, using: &random) == 0 ? session.close(now: now) : []
            case 10: actions = session.send("m") ?? []
            default: actions = session.tick(now: now)
            }
            for action in actions {
                switch action {
                case .answerPoll, .refusePoll: waiting -= 1
                case .closed: ends += 1
                default: break
                }
            }
            #expect((0...1).contains(waiting))
            #expect(session.isDrained || session.closeReason == nil)
        }
        #expect(ends == (session.closeReason == nil ? 0 : 1))
    }
}
