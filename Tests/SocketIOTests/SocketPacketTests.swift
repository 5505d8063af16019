import Basics
import Testing

@testable import SocketIO

@Suite("Packets of Socket.IO")
struct SocketPacketTests {
    @Test(
        "packets are written as the protocol has them, and read again",
        arguments: [
            ("0", SocketPacket.connect(namespace: "/", nil)), ("0{}", .connect(namespace: "/", .object([]))),
            (#"0{"sid":"oSO0"}"#, .connect(namespace: "/", .object([.init("sid", "oSO0")]))),
            (#"0/admin,{"sid":"o"}"#, .connect(namespace: "/admin", .object([.init("sid", "o")]))),
            ("1", .disconnect(namespace: "/")), ("1/admin,", .disconnect(namespace: "/admin")),
            (#"2["subscribe","ETHCLP"]"#, .event("subscribe", "ETHCLP")),
            (#"21["a"]"#, .event(namespace: "/", id: 1, name: "a", arguments: [])),
            (
                #"2/admin,456["project:delete",123]"#,
                .event(namespace: "/admin", id: 456, name: "project:delete", arguments: [123])
            ),
            (#"3/admin,456[]"#, .ack(namespace: "/admin", id: 456, [])),
            (#"31["ok",1]"#, .ack(namespace: "/", id: 1, ["ok", 1])),
            (
                #"4{"message":"Not authorized"}"#,
                .connectError(namespace: "/", .object([.init("message", "Not authorized")]))
            ),
        ])
    func texts(text: String, packet: SocketPacket) throws {
        #expect(packet.text == text)
        #expect(try SocketPacket(text: text) == packet)
    }

    @Test("a namespace may end the packet, and carries a query in revision 4")
    func namespaces() throws {
        #expect(try SocketPacket(text: "0/admin") == .connect(namespace: "/admin", nil))
        #expect(try SocketPacket(text: "0/admin?token=1234&uid=abcd,") == .connect(namespace: "/admin", nil))
        #expect(try SocketPacket(text: "0/?token=1,{}") == .connect(namespace: "/", .object([])))
    }

    @Test(
        "what is no packet is refused",
        arguments: [
            ("", PacketFault.empty), ("7", .unknownType), ("x[]", .unknownType), ("2", .malformed), ("2[]", .malformed),
            ("2[1]", .malformed), ("2{}", .malformed), ("2[\"a\"", .malformed), ("3[]", .malformed), ("31", .malformed),
            ("31{}", .malformed), ("1{}", .malformed), ("01{}", .malformed), ("41[]", .malformed),
            ("21234567890123456[\"a\"]", .tooLarge), (#"51-["a",{"_placeholder":true,"num":0}]"#, .unsupported),
            ("61-1[]", .unsupported), ("2[\"a\"]x", .malformed), ("0 1", .malformed), ("0[]", .malformed),
            ("4 1", .malformed),
        ])
    func refused(text: String, fault: PacketFault) {
        #expect(throws: fault) { try SocketPacket(text: text) }
    }

    @Test("a namespace is bounded")
    func longNamespace() {
        #expect(throws: PacketFault.tooLarge) { try SocketPacket(text: "0/" + String(repeating: "a", count: 255)) }
    }
}

@Suite("Entering Socket.IO")
struct SocketGateTests {
    @Test("a client of Socket.IO 2 is let in at once")
    func revision4() {
        var gate = SocketGate(version: .three, sid: "s", now: 0)
        #expect(gate.open() == [.send("0"), .connected])
        #expect(gate.receive(#"21["subscribe","ETHCLP"]"#) == [.event(name: "subscribe", arguments: ["ETHCLP"], id: 1)])
        #expect(gate.receive("0") == [])
        #expect(gate.tick(now: 1_000_000) == [])
        #expect(gate.receive("1") == [.disconnected])
        #expect(gate.receive(#"2["late"]"#) == [])
    }

    @Test("a client of Socket.IO 4 has to ask, and is told its identifier")
    func revision5() {
        var gate = SocketGate(version: .four, sid: "0R9JaLrFPELIP8XNAAAB", now: 0)
        #expect(gate.open() == [])
        #expect(gate.receive("0{}") == [.send(#"0{"sid":"0R9JaLrFPELIP8XNAAAB"}"#), .connected])
        #expect(gate.receive(#"31["ok"]"#) == [.acknowledged(id: 1, ["ok"])])
        #expect(gate.receive("0") == [.close])
    }

    @Test(
        "who sends before asking, or what nobody sends, is sent away", arguments: ["2[\"a\"]", "31[]", "1", "x", "4{}"])
    func outOfTurn(message: String) {
        var gate = SocketGate(version: .four, sid: "s", now: 0)
        #expect(gate.receive(message) == [.close])
        #expect(!gate.isConnected)
    }

    @Test("who asks for nothing is sent away after a while")
    func timeout() {
        var gate = SocketGate(version: .four, sid: "s", now: 1000)
        #expect(gate.nextDeadline == 46_000)
        #expect(gate.tick(now: 45_999) == [])
        #expect(gate.tick(now: 46_000) == [.close])
        #expect(gate.tick(now: 46_001) == [])
    }

    @Test("there is one namespace")
    func namespaces() {
        var four = SocketGate(version: .four, sid: "s", now: 0)
        #expect(four.receive("0/admin,") == [.send(#"4/admin,{"message":"Invalid namespace"}"#)])
        #expect(four.receive(#"2/admin,["a"]"#) == [])
        var three = SocketGate(version: .three, sid: "s", now: 0)
        #expect(three.receive("0/admin") == [.send(#"4/admin,"Invalid namespace""#)])
    }
}
