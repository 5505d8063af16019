import API
import Basics
import Foundation
import Loyalty
import NIOHTTP1
import Testing

@testable import Phone

/// What a server sees of reports that nobody is to be known by.
struct UnlinkedServerTests {
    @Test("each report comes on a connection of its own, without a session, and like any other to the byte's count")
    func reveals() async throws {
        try await ListeningServer.with { server, address in
            let base = try #require(URL(string: address))
            let unlinked = UnlinkedServer(base: base)
            for (cell, major) in [(Cell.first, 7), (.heldOutRedeemed, 65_535), (.from2, 100)] as [(Cell, UInt16)] {
                // Signed-in requests in between, whose connection stays open.
                try? await HTTPPhoneServer(base: base).signOut()
                let shop = ShopKey(venue: CountingWorld.shop.venue, major: major)
                let report = PlannedReport(
                    place: ShopDay(shop: shop, day: 20_786), cell: cell, at: CountingWorld.start)
                let body = try #require(ReportBody(report, presentation: String(repeating: "0d", count: 292)))
                try await unlinked.report(try body.json())
            }
            let reports = server.asked.filter { $0.head.uri == "/api/reports" }
            let others = server.asked.filter { $0.head.uri != "/api/reports" }
            #expect(reports.count == 3 && others.count == 3)
            let names = reports.map { $0.head.headers.map { $0.name.lowercased() }.sorted() }
            #expect(Set(names) == [["content-length", "content-type", "host"]], "\(names)")
            #expect(Set(reports.map(\.bytes)).count == 1)
            let ports = Set(reports.compactMap(\.port))
            #expect(ports.count == 3 && ports.isDisjoint(with: others.compactMap(\.port)))
        }
    }
}
