import API
import Accounts
import Beacons
import HTTPTypes
import Network
import ServerApp
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

@Suite("Invitations to look after shops and venues")
struct VenueInvitationTests {
    @Test(
        "an operator invites, the account with the address accepts once, and signs in to it", arguments: Engine.allCases
    )
    func accepted(_ engine: Engine) async throws {
        try await VenueSite.with(engine) { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            let luz = try await venue.person("luz")
            let sent = try await venue.invite("Luz@Example.org", [101, 100], by: eva.token)
            #expect(sent.status == 201, "\(sent.text)")
            #expect(try sent.body(VenueInvitationBody.self).majors == [100, 101])
            let secret = try venue.secret()
            #expect(!sent.text.contains(secret))
            let mail = try #require(venue.post.mails.withLock { $0.last })
            #expect(mail.text.contains("Almendra, Bruma") && mail.subject.contains("Centro de prueba"))

            // The database has nothing that the link could be made of.
            let rows = try await venue.world.database.read { try $0.query("SELECT * FROM venue_invitations") }
            #expect(!"\(rows)".contains(secret))
            let shown = try await venue.site.ask(.post, "/api/invitations/shown", #"{"secret":"\#(secret)"}"#)
            #expect(try shown.body(ShownInvitationBody.self).shops.map(\.name) == ["Almendra", "Bruma"])
            #expect(!shown.text.contains("luz@"))

            // A mail program may have put other dashes and invisible characters into the link.
            let pasted = "\u{200B}\(secret.replacing("-", with: "\u{2013}")) "
            #expect(try await venue.accept(pasted, luz.token).status == 200)
            #expect(try await venue.accept(secret, luz.token).code == "staff.invitation_used")
            let signedIn = try await venue.signIn("luz", luz.factor, as: "merchant")
            #expect(signedIn.status == 201, "\(signedIn.text)")
            let token = try signedIn.body(SessionBody.self).token
            let places = try await venue.site.ask(.get, "/api/merchant/places", token: token)
                .body(VenuePlacesBody.self).places
            #expect(places.map(\.name) == ["Centro de prueba"] && places[0].timeZone == "Europe/Madrid")
            #expect(places[0].shops.map(\.major) == [100, 101])
            #expect(
                try await venue.journal() == [
                    "role.given", "session.begun", "invitation.sent", "invitation.accepted", "role.given", "role.given",
                    "session.begun",
                ])
            // The address went with the invitation.
            let left = try await venue.world.database.read { try $0.query("SELECT email FROM venue_invitations") }
            #expect(try left.allSatisfy { try $0.optionalText("email") == nil })
        }
    }

    @Test("a link that is forged, withdrawn, expired or for somebody else is worth nothing", arguments: Engine.allCases)
    func refused(_ engine: Engine) async throws {
        try await VenueSite.with(engine) { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            let (luz, ana) = (try await venue.person("luz"), try await venue.person("ana"))
            for forged in [String(repeating: "A", count: 43), "", "?", String(repeating: "A", count: 44)] {
                #expect(try await venue.accept(forged, luz.token).code == "staff.invitation_unknown")
            }
            _ = try await venue.invite("luz@example.org", by: eva.token)
            let first = try venue.secret()
            #expect(try await venue.accept(first, ana.token).code == "staff.other_address")
            let list = try await venue.site.ask(.get, "/api/operator/\(venue.venue)/staff", token: eva.token)
                .body(VenueStaffBody.self)
            #expect(list.invitations.map(\.email) == ["luz@example.org"])
            #expect(list.invitations[0].invitedBy == "eva@example.org")
            #expect(list.people.map(\.email) == ["eva@example.org"] && list.people[0].isYou)
            let path = "/api/operator/\(venue.venue)/invitations/\(list.invitations[0].id)"
            #expect(try await venue.site.ask(.delete, path, token: eva.token).status == 204)
            #expect(try await venue.site.ask(.delete, path, token: eva.token).code == "staff.invitation_unknown")
            #expect(try await venue.accept(first, luz.token).code == "staff.invitation_withdrawn")

            _ = try await venue.invite("luz@example.org", by: eva.token)
            let second = try venue.secret()
            venue.world.clock.advance(seconds: VenueStaffService.invitationSeconds)
            #expect(try await venue.accept(second, luz.token).code == "staff.invitation_expired")
            try await venue.staff.prune(at: venue.world.clock.now)
            let rows = try await venue.world.database.read { try $0.query("SELECT email FROM venue_invitations") }
            #expect(rows.count == 2)
            #expect(try rows.allSatisfy { try $0.optionalText("email") == nil })
            venue.world.clock.advance(seconds: VenueStaffService.invitationKeptSeconds)
            try await venue.staff.prune(at: venue.world.clock.now)
            let left = try await venue.world.database.read { try $0.query("SELECT email FROM venue_invitations") }
            #expect(left.isEmpty)
            let held = try await venue.world.database.read { try VenueStaffStore($0).roles(of: luz.account) }
            #expect(held.isEmpty)
        }
    }

    @Test("nobody accepts without a second factor or a passkey; two who accept at once are one")
    func factor() async throws {
        try await VenueSite.with { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            let bare = try await venue.site.signUp("luz")
            _ = try await venue.invite("luz@example.org", as: "operator", [], by: eva.token)
            let secret = try venue.secret()
            #expect(try await venue.accept(secret, bare).code == "staff.factor_needed")
            let own = try await venue.site.ask(.get, "/api/account/venue-roles", token: bare).body(
                OwnVenueRolesBody.self)
            #expect(!own.hasFactor && own.roles.isEmpty && own.email == "luz@example.org")
            let account = try await venue.world.accounts.session(token: bare).accountID
            var random = venue.services.loyalty.random
            let factor = SecondFactor(using: &random)
            try await venue.world.database.write { try RoleStore($0).setSecondFactor(factor, of: account) }
            async let one = venue.accept(secret, bare)
            async let other = venue.accept(secret, bare)
            let answers = try await [one, other]
            #expect(answers.map(\.status).sorted() == [200, 410])
            #expect(try await venue.journal().filter { $0 == "role.given" }.count == 2)
        }
    }

    @Test("an invitation needs a fresh proof, shops of the venue, mail, and a bound")
    func sending() async throws {
        try await VenueSite.with { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            #expect(try await venue.invite("luz@example.org", [100, 999], by: eva.token).code == "staff.unknown_shop")
            #expect(try await venue.invite("luz@example.org", [], by: eva.token).code == "staff.unknown_shop")
            let withShops = try await venue.invite("luz@example.org", as: "operator", [100], by: eva.token)
            #expect(withShops.code == "staff.unknown_shop")
            #expect(try await venue.invite("nobody", by: eva.token).code == "accounts.invalid_email")
            for number in 0..<VenueStaffService.invitationsAtOnce {
                #expect(try await venue.invite("p\(number)@example.org", by: eva.token).status == 201)
            }
            #expect(try await venue.invite("more@example.org", by: eva.token).code == "staff.too_many_invitations")
            venue.world.clock.advance(seconds: AccountService.confirmationSeconds)
            #expect(try await venue.invite("luz@example.org", by: eva.token).code == "accounts.confirmation_needed")
            #expect(try await venue.journal().filter { $0 == "invitation.sent" }.count == 50)
        }
    }

    @Test("what an operator who has to go has sent is worth nothing")
    func dismissed() async throws {
        try await VenueSite.with { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            let ben = try await venue.member("ben", .operator(venue: venue.world.uuid))
            let luz = try await venue.person("luz")
            _ = try await venue.invite("luz@example.org", as: "operator", [], by: ben.token)
            let secret = try venue.secret()
            let ended = try await venue.site.ask(
                .post, "/api/operator/\(venue.venue)/staff/end", #"{"email":"ben@example.org","role":"operator"}"#,
                token: eva.token)
            #expect(ended.status == 204, "\(ended.text)")
            #expect(try await venue.accept(secret, luz.token).code == "staff.invitation_withdrawn")
            #expect(try await venue.journal().suffix(2) == ["role.ended", "invitation.withdrawn"])
        }
    }
}
