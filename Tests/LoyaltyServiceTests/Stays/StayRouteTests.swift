import API
import AnonymousCredentials
import Basics
import Beacons
import HTTPTypes
import Loyalty
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// Points for time over HTTP: three steps, the second of which knows no session and tells no reason.
struct StayRouteTests {
    private func text(_ body: some APIBody) throws -> String { String(decoding: try body.json(), as: UTF8.self) }

    @Test("who stays for half an hour is paid the next day; a refused stay is answered like any other")
    func steps() async throws {
        try await Site.with { site in
            let world = site.world
            var centre = Centre()
            centre.pointsForTime = 5
            try await world.loyalty.importVenue(centre.venue())
            let token = try await site.signUp(choosing: [100])
            let venue = try await site.ask(.get, "/api/venues/\(world.uuid)").body(VenueBody.self)
            #expect(venue.pointsForTime == 5)
            let issuer = try await site.ask(.get, "/api/stays/issuer")
            #expect(issuer.headers[.setCookie] == nil)
            let key = try #require([UInt8](hexadecimal: try issuer.body(StayIssuerBody.self).publicKey))
            #expect(try await site.ask(.get, "/api/stays/issuer", token: token).text == issuer.text)

            var held: [(StaySlot, String)] = []
            for _ in 0..<2 {
                let proved = try await site.ask(.post, "/api/sightings", try site.sighting(100, 1), token: token)
                let slot = StaySlot(containing: try proved.body(SightingReceiptBody.self).at)
                let request = try #require(
                    CredentialRequest(context: slot.context(in: world.shopKey()), publicKey: key))
                let body = PresenceRequestBody(
                    venue: world.uuid.description, major: 100, from: slot.beginning, request: request.bytes.hexadecimal)
                #expect(try await site.ask(.post, "/api/stays/presence", try text(body)).status == 401)
                var odd = body
                odd.from = slot.beginning.advanced(bySeconds: 60)
                #expect(
                    try await site.ask(.post, "/api/stays/presence", try text(odd), token: token).code
                        == "request.invalid")
                let answer = try await site.ask(.post, "/api/stays/presence", try text(body), token: token)
                let response = try #require([UInt8](hexadecimal: try answer.body(StayCredentialBody.self).response))
                var credential = try #require(request.credential(from: response))
                let presentation = credential.present(StaySlot.presentation)
                held.append((slot, try #require(presentation).hexadecimal))
                world.clock.advance(seconds: 1800)
            }
            let day = world.stayDay
            let request = try #require(CredentialRequest(context: day.context, publicKey: key))
            let stay = ShownStayBody(
                venue: world.uuid.description, major: 100, first: held[0].0.beginning, last: held[1].0.beginning,
                firstPresentation: held[0].1, lastPresentation: held[1].1, request: request.bytes.hexadecimal,
                padding: "  ")
            var (near, elsewhere, forged) = (stay, stay, stay)
            near.last = near.first
            elsewhere.major = 55
            forged.firstPresentation = held[1].1
            var refusals: Set<String> = []
            for body in [near, elsewhere, forged] {
                let answer = try await site.ask(.post, "/api/stays", try text(body))
                #expect(answer.status == 422 && answer.code == "stays.refused")
                refusals.insert(answer.text)
            }
            let taken = try await site.ask(.post, "/api/stays", try text(stay))
            #expect(taken.status == 200 && taken.headers[.setCookie] == nil)
            #expect(try await site.ask(.post, "/api/stays", try text(stay)).text == taken.text)
            let other = try #require(CredentialRequest(context: day.context, publicKey: key))
            var again = stay
            again.request = other.bytes.hexadecimal
            refusals.insert(try await site.ask(.post, "/api/stays", try text(again)).text)
            #expect(refusals.count == 1)

            let response = try #require([UInt8](hexadecimal: try taken.body(StayCredentialBody.self).response))
            var credential = try #require(request.credential(from: response))
            let made = credential.present(StayDay.presentation)
            let payment = StayPaymentBody(
                venue: world.uuid.description, day: "2026-11-21", presentation: try #require(made).hexadecimal)
            #expect(
                try await site.ask(.post, "/api/stays/points", try text(payment), token: token).code
                    == "stays.closed_day")
            world.clock.advance(seconds: 86_400)
            #expect(try await site.ask(.post, "/api/stays/points", try text(payment)).status == 401)
            for _ in 0..<2 {
                let paid = try await site.ask(.post, "/api/stays/points", try text(payment), token: token)
                #expect(try paid.body(PaidStayBody.self).points == 5)
            }
            let lines = try await site.ask(.get, "/api/market/balances/PTS/transactions?movement=time", token: token)
                .body(MarketTransactionsBody.self).transactions
            #expect(lines.map(\.kind) == [.time] && lines.first?.memo == "2026-11-21 Centro de prueba")
            let figures = try await site.ask(.get, RouteHandlers.figuresPath).text
            for (outcome, count) in [("taken", 1), ("again", 1), ("near", 1), ("place", 1), ("forged", 1), ("used", 1)]
            {
                #expect(figures.contains(#"cerca_stays_total{outcome="\#(outcome)"} \#(count)"#))
            }
        }
    }
}
