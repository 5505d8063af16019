import API
import Basics
import Beacons
import HTTPTypes
import Presence
import TestServer
import Testing

@Suite("Shops, sightings and coupons over HTTP")
struct LoyaltyRouteTests {
    @Test("a visit is proved, listed and brings its coupon, which can be deleted and restored")
    func wholeStory() async throws {
        try await Site.with { site in
            let token = try await site.signUp(choosing: [100, 101])
            let choices = try await site.ask(.get, "/api/choices", token: token).body(ChoicesBody.self)
            #expect(Set(choices.shops.map(\.major)) == [100, 101])

            let answer = try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: token)
            #expect(answer.status == 200 && answer.headers[.contentType] == "application/json")
            let receipt = try answer.body(SightingReceiptBody.self)
            #expect(receipt.shop == ShopReferenceBody(venue: site.world.uuid.description, major: 100, name: "Almendra"))
            #expect(receipt.offers.map(\.text["en"]) == ["A coffee with every shirt"])

            let visits = try await site.ask(.get, "/api/visits", token: token).body(VisitsBody.self).visits
            let visit = VisitBody(
                id: receipt.visit, shop: receipt.shop, at: receipt.at, until: receipt.at, proofs: [receipt.visit],
                disputed: false)
            #expect(visits == [visit])
            let coupons = try await site.ask(.get, "/api/coupons", token: token).body(CouponsBody.self).coupons
            #expect(coupons == receipt.offers)

            let path = "/api/coupons/\(try #require(coupons.first).id)"
            #expect(try await site.ask(.delete, path, token: token).status == 204)
            #expect(try await site.ask(.get, "/api/coupons", token: token).body(CouponsBody.self).coupons.isEmpty)
            #expect(try await site.ask(.post, "\(path)/restore", token: token).body(CouponBody.self) == coupons[0])
            #expect(try await site.ask(.get, "/api/coupons", token: token).body(CouponsBody.self).coupons == coupons)
        }
    }

    /// A sighting that is refused, and what its answer must say.
    struct Refused: Sendable {
        var shop: UInt16 = 100
        var windowsAgo: Int64 = 0
        var edit: @Sendable (String) -> String = { $0 }
        let status: Int
        let code: String
    }

    @Test(
        "a sighting that proves nothing leaves no trace",
        arguments: [
            Refused(shop: 102, status: 403, code: "loyalty.not_chosen"),
            Refused(windowsAgo: 10, status: 422, code: "presence.stale"),
            Refused(
                edit: { $0.replacing("\"minor\":1", with: "\"minor\":9") }, status: 422, code: "presence.unknown_beacon"
            ),
            Refused(
                edit: { $0.replacing("\"minor\":1", with: "\"minor\":2") }, status: 422, code: "presence.code_mismatch"),
            Refused(edit: { $0.replacing("6f1d8a52", with: "6f1d8a53") }, status: 422, code: "presence.unknown_beacon"),
            Refused(edit: { $0.replacing("2026-11-21", with: "2026-11-22") }, status: 422, code: "presence.future"),
            Refused(edit: { $0.replacing("\"code\":\"", with: "\"code\":\"00") }, status: 422, code: "request.invalid"),
            Refused(edit: { $0.replacing("}", with: "") }, status: 400, code: "request.malformed"),
        ])
    func refused(row: Refused) async throws {
        try await Site.with { site in
            let token = try await site.signUp(choosing: [100])
            let before = try await Contents(of: site.world.database)
            let answer = try await site.ask(
                .post, "/api/sightings", row.edit(try site.sighting(row.shop, 1, windowsAgo: row.windowsAgo)),
                token: token)
            #expect(answer.status == row.status && answer.code == row.code, "\(answer.text)")
            #expect(!answer.text.contains("Almendra") && !answer.text.contains("visit\""))
            #expect(try await Contents(of: site.world.database) == before)
        }
    }

    @Test("the same sighting proves nothing a second time")
    func replayed() async throws {
        try await Site.with { site in
            let token = try await site.signUp(choosing: [100])
            let sighting = try site.sighting(100, 1)
            #expect(try await site.ask(.post, "/api/sightings", sighting, token: token).status == 200)
            #expect(try await site.ask(.post, "/api/sightings", sighting, token: token).code == "presence.replayed")
        }
    }

    @Test(
        "choices of a shop or venue that does not exist are refused whole",
        arguments: [
            (#"{"shops":[{"venue":"VENUE","major":100},{"venue":"VENUE","major":999}]}"#, "loyalty.unknown_shop"),
            (#"{"shops":[{"venue":"00000000-0000-0000-0000-000000000000","major":100}]}"#, "loyalty.unknown_shop"),
            (#"{"shops":[{"venue":"VENUE","major":-1}]}"#, "request.invalid"),
            (#"{"shops":{}}"#, "request.invalid"),
        ])
    func unknownChoice(body: String, code: String) async throws {
        try await Site.with { site in
            let token = try await site.signUp(choosing: [101])
            let text = body.replacing("VENUE", with: site.world.uuid.description)
            #expect(try await site.ask(.put, "/api/choices", text, token: token).code == code)
            let choices = try await site.ask(.get, "/api/choices", token: token).body(ChoicesBody.self)
            #expect(choices.shops.map(\.major) == [101])
        }
    }

    @Test("somebody else's coupon does not exist")
    func foreignCoupon() async throws {
        try await Site.with { site in
            let ana = try await site.signUp("ana", choosing: [100])
            let bea = try await site.signUp("bea")
            let receipt = try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: ana)
                .body(SightingReceiptBody.self)
            let path = "/api/coupons/\(try #require(receipt.offers.first).id)"
            #expect(try await site.ask(.delete, path, token: bea).code == "loyalty.unknown_coupon")
            #expect(try await site.ask(.post, "\(path)/restore", token: bea).code == "loyalty.unknown_coupon")
            #expect(try await site.ask(.get, "/api/coupons", token: bea).body(CouponsBody.self).coupons.isEmpty)
            #expect(try await site.ask(.get, "/api/coupons", token: ana).body(CouponsBody.self).coupons.count == 1)
        }
    }

    @Test(
        "every route that needs a session refuses without one, whatever the body",
        arguments: Routes.all.filter(\.needsSession))
    func needsSession(route: Route) async throws {
        guard !route.isDemo else { return }
        try await Site.with { site in
            let before = try await Contents(of: site.world.database)
            var values = Dictionary(
                route.path.parameters.map { ($0, "x") }, uniquingKeysWith: { first, _ in first })
            values["uuid"] = site.world.uuid.description
            let path = try #require(route.path.path(values))
            for body in [nil, "{}", "nonsense"] {
                #expect(try await site.ask(route.method, path, body).code == "accounts.not_signed_in")
            }
            #expect(try await Contents(of: site.world.database) == before)
        }
    }

    @Test("a venue is described without keys and without its offers")
    func venue() async throws {
        try await Site.with { site in
            let list = try await site.ask(.get, "/api/venues").body(VenuesBody.self)
            #expect(list.venues.map(\.shops) == [3] && list.venues.map(\.beacons) == [7])
            let answer = try await site.ask(.get, "/api/venues/\(site.world.uuid.description.uppercased())")
            let venue = try answer.body(VenueBody.self)
            #expect(venue.shops.map(\.major) == [100, 101, 102] && venue.timeZone == "Europe/Madrid")
            #expect(venue.beacons.contains { $0.zone == "till" && !$0.neighbours.isEmpty })
            for key in site.world.keys.values { #expect(!answer.text.contains(key.bytes.hexadecimal)) }
            #expect(!answer.text.contains("coffee"))
        }
    }

    @Test("a venue that does not exist is told so", arguments: ["x", "00000000-0000-0000-0000-000000000000"])
    func unknownVenue(uuid: String) async throws {
        try await Site.with { site in
            for path in ["/api/venues/\(uuid)", "/api/venues/\(uuid)/stream"] {
                let answer = try await site.ask(.get, path)
                #expect(answer.code == "loyalty.unknown_venue")
            }
        }
    }
}
