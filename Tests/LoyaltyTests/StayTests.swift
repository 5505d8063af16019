import Basics
import Loyalty
import Testing

@Suite("Stays")
struct StayTests {
    private func proof(_ id: String, minute: Double, disputed: Bool = false) -> ShopProof {
        ShopProof(id: id, at: Timestamp(milliseconds: Int64(minute * 60_000)), isDisputed: disputed)
    }

    @Test("proofs less than fifteen minutes apart are one stay, however many they are")
    func gap() {
        let stays = Stay.stays(of: [
            proof("d", minute: 60), proof("a", minute: 0), proof("c", minute: 29.9), proof("b", minute: 15 - 0.001),
            proof("e", minute: 75),
        ])
        #expect(stays.map { $0.proofs.map(\.id) } == [["a", "b", "c"], ["d"], ["e"]])
        #expect(stays.map(\.id) == ["a", "d", "e"])
        #expect(stays[0].from == proof("", minute: 0).at && stays[0].until == proof("", minute: 29.9).at)
        #expect(Stay.stays(of: []) == [])
    }

    @Test("one good proof makes a visitor of a stay")
    func disputed() {
        let stays = Stay.stays(of: [
            proof("a", minute: 0, disputed: true), proof("b", minute: 1), proof("c", minute: 30, disputed: true),
        ])
        #expect(stays.map(\.isDisputed) == [false, true])
    }

    @Test("whatever the proofs, each is in one stay, stays are apart, and what is in one is not")
    func property() {
        var random = SplitMix64(seed: 5)
        for _ in 0..<200 {
            let proofs = (0..<Int.random(in: 1...40, using: &random)).map {
                proof("\($0)", minute: Double.random(in: 0...300, using: &random))
            }
            let stays = Stay.stays(of: proofs.shuffled(using: &random))
            #expect(stays.flatMap(\.proofs).map(\.id).sorted() == proofs.map(\.id).sorted())
            for (stay, next) in zip(stays, stays.dropFirst()) { #expect(next.from.seconds(since: stay.until) >= 900) }
            for stay in stays {
                for (proof, next) in zip(stay.proofs, stay.proofs.dropFirst()) {
                    #expect((0..<900).contains(next.at.seconds(since: proof.at)))
                }
            }
        }
    }
}
