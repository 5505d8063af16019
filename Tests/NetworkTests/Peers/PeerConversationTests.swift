import Basics
import NIOCore
import Testing

@testable import Network

/// Two sides of one conversation, whose bytes a test carries from one to the other.
@Suite("Conversations of servers")
struct PeerConversationTests {
    private static let secret = [UInt8](repeating: 7, count: 32)

    /// Two sides, of which each has heard the other's opening and proof.
    private func pair(
        asking: [UInt8] = secret, answering: [UInt8] = secret
    ) throws -> (asking: PeerConversation, answering: PeerConversation) {
        var random = SplitMix64(seed: 1)
        var first = PeerConversation(.asking, secret: asking, random: &random)
        var second = PeerConversation(.answering, secret: answering, random: &random)
        #expect(try second.receive(ByteBuffer(bytes: first.opening)) == [])
        #expect(try first.receive(ByteBuffer(bytes: second.opening)) == [.prove])
        #expect(try second.receive(first.seal([])) == [.prove, .proven])
        #expect(try first.receive(second.seal([])) == [.proven])
        return (first, second)
    }

    @Test("both sides prove the secret and then understand each other, byte by byte as well")
    func conversation() throws {
        var (first, second) = try pair()
        #expect(first.isProven && second.isProven)
        #expect(try second.receive(first.seal([1, 2, 3])) == [.message([1, 2, 3])])
        #expect(try first.receive(second.seal([])) == [.message([])])
        var heard: [PeerConversation.Event] = []
        for byte in try first.seal([UInt8](repeating: 9, count: 300)).readableBytesView {
            heard += try second.receive(ByteBuffer(bytes: [byte]))
        }
        #expect(heard == [.message([UInt8](repeating: 9, count: 300))])
    }

    @Test("another secret proves nothing, on either side")
    func otherSecret() {
        #expect(throws: PeerConversation.Fault.altered) {
            try pair(asking: [UInt8](repeating: 8, count: 32))
        }
    }

    @Test("a frame that was altered, repeated, left out or sent back is refused")
    func altered() throws {
        let (first, second) = try pair()
        var asking = first
        var frame = Array(try asking.seal([1, 2, 3]).readableBytesView)
        let next = try asking.seal([4])
        frame[5] ^= 1
        var victim = second
        #expect(throws: PeerConversation.Fault.altered) { try victim.receive(ByteBuffer(bytes: frame)) }
        frame[5] ^= 1
        victim = second
        #expect(try victim.receive(ByteBuffer(bytes: frame)) == [.message([1, 2, 3])])
        #expect(throws: PeerConversation.Fault.altered) { try victim.receive(ByteBuffer(bytes: frame)) }
        victim = second
        #expect(throws: PeerConversation.Fault.altered) { try victim.receive(next) }
        #expect(throws: PeerConversation.Fault.altered) { try asking.receive(ByteBuffer(bytes: frame)) }
    }

    @Test("a stranger's first bytes are few: another protocol and a long first frame are refused at once")
    func strangers() throws {
        var random = SplitMix64(seed: 2)
        let fresh = PeerConversation(.answering, secret: Self.secret, random: &random)
        var victim = fresh
        #expect(throws: PeerConversation.Fault.notPeer) {
            try victim.receive(ByteBuffer(string: "GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nUser-Agent: someone\r\n\r\n"))
        }
        victim = fresh
        let asking = PeerConversation(.asking, secret: Self.secret, random: &random)
        var bytes = ByteBuffer(bytes: asking.opening)
        bytes.writeInteger(UInt32(1 << 20))
        #expect(throws: PeerConversation.Fault.tooLong) { try victim.receive(bytes) }
    }
}
