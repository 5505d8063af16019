import Basics
import Testing

@testable import AccountService

@Suite struct DeliveryTurnsTests {
    @Test func `an owner has four places, and others have theirs`() {
        var turns = DeliveryTurns(.callback)
        #expect((0..<60).count { _ in turns.begin("eve") } == 4)
        #expect(turns.waitingOwners == ["eve"] && turns.begin("ana"))
        turns.end("eve")
        #expect(turns.waitingOwners.isEmpty && turns.begin("eve") && !turns.begin("eve"))
        // An owner who has no place gives none back.
        turns.end("ben")
        #expect(turns.room == 59)
    }

    @Test func `the last quarter of the places is for owners who have none`() {
        var turns = DeliveryTurns(.web)
        for owner in 0..<12 {
            let places = (0..<60).count { _ in turns.begin("\(owner)") }
            #expect(places == 4)
        }
        #expect(turns.room == 16)
        for owner in 12..<28 {
            #expect(turns.begin("\(owner)") && !turns.begin("\(owner)"))
        }
        #expect(turns.room == 0 && !turns.begin("ana"))
    }

    @Test func `mail goes one at a time`() {
        var turns = DeliveryTurns(.mail)
        #expect(turns.begin("ana") && !turns.begin("ben"))
        turns.end("ana")
        let isNext = turns.begin("ben")
        #expect(isNext)
    }
}

@Suite struct DeliveryContentTests {
    private let instant = Timestamp(seconds: 1_795_000_000)

    @Test(arguments: [("", ""), ("Hola", "ñandú\n"), ("S", String(repeating: "x", count: 5000))])
    func `a content is read as it was written`(subject: String, text: String) {
        let content = DeliveryContent(subject: subject, text: text, expiresAt: instant)
        #expect(DeliveryContent(content.bytes) == content)
        #expect(content.bytes.count % DeliveryContent.blockBytes == 0)
    }

    @Test func `contents of devices have one length`() {
        let lengths = [0, 1, 500, 1023].map {
            DeliveryContent(subject: "", text: String(repeating: "a", count: $0), expiresAt: instant).bytes.count
        }
        #expect(Set(lengths) == [DeliveryContent.blockBytes])
    }

    @Test func `bytes that nobody wrote are refused`() {
        let bytes = DeliveryContent(subject: "S", text: "T", expiresAt: instant).bytes
        #expect(DeliveryContent([]) == nil && DeliveryContent(Array(bytes.prefix(15))) == nil)
        for index in 8..<16 {
            var changed = bytes
            changed[index] = 0xFF
            // A length beyond the content is refused; a shorter one reads less.
            if index != 11, index != 15 { #expect(DeliveryContent(changed) == nil, "\(index)") }
        }
    }
}
