import API
import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import NIOHTTP1
import Testing

@testable import Phone

/// What a server sees of stays that nobody is to be known by.
struct UnlinkedStayTests {
    @Test(
        "each stay and each question for the key comes alone on a connection, without a session, all stays of one length"
    )
    func reveals() async throws {
        try await ListeningServer.with { server, address in
            let base = try #require(URL(string: address))
            let unlinked = UnlinkedServer(base: base)
            for (major, day) in [(7, 20_786), (65_535, 20_787), (100, 20_999)] as [(UInt16, Int)] {
                // Signed-in requests in between, whose connection stays open.
                try? await HTTPPhoneServer(base: base).signOut()
                let stay = StayRecords.Finished(
                    venue: StayingWorld.shop.venue.description, major: major, day: day, first: Int64(day) * 144,
                    firstPresentation: String(repeating: "0d", count: AnonymousCredential.presentationByteCount),
                    last: Int64(day) * 144 + 3,
                    lastPresentation: String(repeating: "0e", count: AnonymousCredential.presentationByteCount),
                    notBefore: 0)
                let request = [UInt8](repeating: UInt8(day & 255), count: CredentialRequest.byteCount)
                // The answer is none, which is all the same here.
                _ = try? await unlinked.show(try ShownStayBody(stay, request: request).json())
                _ = try? await unlinked.stayKey()
            }
            let shown = server.asked.filter { $0.head.uri == "/api/stays" }
            let keys = server.asked.filter { $0.head.uri == "/api/stays/issuer" }
            let others = server.asked.filter { !$0.head.uri.hasPrefix("/api/stays") }
            #expect(shown.count == 3 && keys.count == 3 && others.count == 3)
            let names = shown.map { $0.head.headers.map { $0.name.lowercased() }.sorted() }
            #expect(Set(names) == [["accept", "content-length", "content-type", "host"]], "\(names)")
            #expect(Set(shown.map(\.bytes)).count == 1)
            #expect((shown + keys).allSatisfy { !$0.head.headers.contains(name: "authorization") })
            let ports = Set((shown + keys).compactMap(\.port))
            #expect(ports.count == 6 && ports.isDisjoint(with: others.compactMap(\.port)))
        }
    }
}
