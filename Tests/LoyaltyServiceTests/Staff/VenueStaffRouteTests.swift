import API
import Accounts
import Basics
import HTTPTypes
import ServerApp
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService

@Suite("The staff of venues over HTTP")
struct VenueStaffRouteTests {
    private static let other = UUID128(high: 1, low: 2)

    @Test("a server that is no demo tells the consoles the time, and lets nobody in without a password")
    func entrances() async throws {
        try await VenueSite.with { venue in
            _ = try await venue.member("luz", .operator(venue: venue.world.uuid))
            let told = try await venue.site.ask(.get, "/api/console/entrances").body(ConsoleEntrancesBody.self)
            #expect(told.entrances.isEmpty && told.password == nil && told.speed == 1)
            #expect(told.now == venue.world.clock.now)
            for role in ["merchant", "operator"] {
                let answer = try await venue.site.ask(.post, "/api/demo/console", #"{"role":"\#(role)"}"#)
                #expect(answer.status == 404 && answer.code == "request.not_found")
            }
            // That of luz, who has the password and the code.
            #expect(try await venue.journal().count { $0 == "session.begun" } == 1)
        }
    }

    @Test("sign-in to a role takes password and code, or a passkey, and tells nobody what was wrong")
    func signIn() async throws {
        try await VenueSite.with { venue in
            let role = VenueRole.merchant(venue: venue.world.uuid, major: 100)
            let luz = try await venue.member("luz", role)
            // Somebody with a factor and no role, with a role and no factor, and nobody.
            let ana = try await venue.person("ana")
            let bare = try await venue.site.signUp("bea")
            let bea = try await venue.world.accounts.session(token: bare).accountID
            try await venue.staff.give(role, to: bea, by: .operatorOfTheMachine)
            for name in ["ana", "bea", "nobody"] {
                #expect(try await venue.signIn(name, ana.factor, as: "merchant").code == "accounts.wrong_credentials")
            }
            let own = try await venue.site.ask(.get, "/api/account/venue-roles", token: bare).body(
                OwnVenueRolesBody.self)
            #expect(!own.hasFactor && own.roles.map(\.shop?.name) == ["Almendra"])
            // A session of a role is of one role.
            #expect(
                try await venue.site.ask(.get, "/api/operator/places", token: luz.token).code == "accounts.wrong_role")
            let account = try await venue.site.ask(.get, "/api/account", token: luz.token).body(AccountBody.self)
            #expect(account.role == .merchant)
            #expect(account.expiresAt == venue.world.clock.now.quarter.advanced(bySeconds: 12 * 3600))

            // A passkey alone.
            let session = try await venue.world.accounts.session(token: bare)
            let device = try await passkey(venue, session)
            let signedIn = try await passkeySignIn(venue, device, as: "merchant")
            #expect(signedIn.status == 201, "\(signedIn.text)")
            let token = try signedIn.body(SessionBody.self).token
            let places = try await venue.site.ask(.get, "/api/merchant/places", token: token).body(VenuePlacesBody.self)
            #expect(places.places.first?.shops.map(\.major) == [100])
            #expect(try await passkeySignIn(venue, device, as: "operator").code == "passkeys.refused")
            // User verification is asked for.
            var careless = device
            careless.flags = 0x01
            #expect(try await passkeySignIn(venue, careless, as: "merchant").code == "passkeys.not_verified")
            #expect(try await venue.journal().filter { $0 == "session.begun" }.count == 2)
        }
    }

    @Test(
        "each route refuses strangers, everybody's sessions, other roles, other venues and roles that have ended",
        arguments: Engine.allCases)
    func walls(_ engine: Engine) async throws {
        try await VenueSite.with(engine) { venue in
            let eva = try await venue.member("eva", .operator(venue: venue.world.uuid))
            let luz = try await venue.member("luz", .merchant(venue: venue.world.uuid, major: 100))
            let far = try await venue.member("far", .operator(venue: Self.other))
            let visitor = try await venue.site.signUp("ana")
            _ = try await venue.invite("new@example.org", by: eva.token)
            let before = try await venue.journal()
            let routes = Routes.venueStaffRoutes
            #expect(routes.count == 5)
            for (route, body) in routes {
                let path = try #require(route.path.path(["venue": venue.venue, "id": "00"]))
                func ask(_ token: String?) async throws -> String? {
                    try await venue.site.ask(route.method, path, body, token: token).code
                }
                #expect(try await ask(nil) == "accounts.not_signed_in", "\(route.name)")
                #expect(try await ask(visitor) == "accounts.wrong_role", "\(route.name)")
                #expect(try await ask(luz.token) == "accounts.wrong_role", "\(route.name)")
                // Whether there is such a venue is told to nobody.
                #expect(try await ask(far.token) == "staff.not_yours", "\(route.name)")
                let nowhere = try #require(
                    route.path.path(["venue": UUID128(high: 9, low: 9).description, "id": "00"]))
                let there = try await venue.site.ask(route.method, nowhere, body, token: far.token).code
                #expect(there == "staff.not_yours", "\(route.name)")
            }
            #expect(try await venue.journal() == before)
            // A merchant neither reads nor erases the journal: no route of theirs names it, and none changes it.
            #expect(Routes.all.allSatisfy { !$0.path.description.contains("journal") || $0.method == .get })

            // The role ends while the page is open: the next request is told so, and an ordinary one is signed out.
            let end = #"{"email":"luz@example.org","role":"merchant","major":100}"#
            let answer = try await venue.site.ask(
                .post, "/api/operator/\(venue.venue)/staff/end", end, token: eva.token)
            #expect(answer.status == 204, "\(answer.text)")
            let next = try await venue.site.ask(.get, "/api/merchant/places", token: luz.token)
            #expect(next.status == 403 && next.code == "accounts.role_ended", "\(next.text)")
            #expect(try await venue.site.ask(.get, "/api/account", token: luz.token).code == "accounts.not_signed_in")
            let again = try await venue.site.ask(
                .post, "/api/operator/\(venue.venue)/staff/end", end, token: eva.token)
            #expect(again.code == "staff.unknown_role")
        }
    }

    @Test("of several shops one ends and the others stay, and nobody ends the last operator by a slip")
    func ending() async throws {
        try await VenueSite.with { venue in
            let uuid = venue.world.uuid
            let eva = try await venue.member("eva", .operator(venue: uuid))
            let luz = try await venue.member("luz", .merchant(venue: uuid, major: 100))
            try await venue.staff.give(.merchant(venue: uuid, major: 101), to: luz.account, by: .operatorOfTheMachine)
            func end(_ email: String, _ role: String, _ major: Int? = nil) async throws -> String? {
                let shop = major.map { #","major":\#($0)"# } ?? ""
                return try await venue.site.ask(
                    .post, "/api/operator/\(venue.venue)/staff/end",
                    #"{"email":"\#(email)@example.org","role":"\#(role)"\#(shop)}"#, token: eva.token
                ).code
            }
            #expect(try await end("luz", "merchant", 100) == nil)
            let places = try await venue.site.ask(.get, "/api/merchant/places", token: luz.token)
                .body(VenuePlacesBody.self)
            #expect(places.places.first?.shops.map(\.major) == [101])
            #expect(try await end("luz", "merchant", 100) == "staff.unknown_role")
            #expect(try await end("nobody", "merchant", 100) == "staff.unknown_role")
            #expect(try await end("luz", "merchant") == "staff.unknown_role")
            #expect(try await end("eva", "operator", 100) == "staff.unknown_role")
            #expect(try await end("eva", "operator") == "staff.last_operator")
            // One who cannot sign in does not count.
            let bare = try await venue.world.accounts.signUp(email: "bea@example.org", password: Staff.password)
            try await venue.staff.give(.operator(venue: uuid), to: bare.session.accountID, by: .operatorOfTheMachine)
            #expect(try await end("eva", "operator") == "staff.last_operator")
            let ben = try await venue.member("ben", .operator(venue: uuid))
            #expect(try await end("eva", "operator") == nil)
            #expect(try await end("ben", "operator") == "accounts.role_ended")
            await #expect(
                code {
                    try await venue.staff.end(
                        .operator(venue: uuid), ofAccountAt: "ben@example.org", evenTheLast: false)
                } == "staff.last_operator")
            try await venue.staff.end(.operator(venue: uuid), ofAccountAt: "ben@example.org", evenTheLast: true)
            #expect(
                try await venue.site.ask(.get, "/api/operator/places", token: ben.token).code == "accounts.role_ended")
            venue.world.clock.advance(seconds: AccountService.roleSessionSeconds)
            #expect(
                try await venue.site.ask(.get, "/api/operator/places", token: ben.token).code == "accounts.role_ended")
            try await venue.world.accounts.prune(at: venue.world.clock.now)
            #expect(
                try await venue.site.ask(.get, "/api/operator/places", token: ben.token).code
                    == "accounts.not_signed_in")
        }
    }

    @Test(
        "the journal tells operators who did what, page by page, and whether it was changed", arguments: Engine.allCases
    )
    func journal(_ engine: Engine) async throws {
        try await VenueSite.with(engine) { venue in
            let uuid = venue.world.uuid
            let eva = try await venue.member("eva", .operator(venue: uuid))
            let luz = try await venue.member("luz", .merchant(venue: uuid, major: 100))
            _ = try await venue.invite("new@example.org", [100, 102], by: eva.token)
            let path = "/api/operator/\(venue.venue)/journal"
            func page(_ query: String = "") async throws -> VenueJournalBody {
                try await venue.site.ask(.get, path + query, token: eva.token).body(VenueJournalBody.self)
            }
            let first = try await page()
            #expect(first.isIntact && first.total == 5 && first.next == nil)
            let sent = try #require(first.entries.first)
            #expect(sent.action == "invitation.sent" && sent.subject == "merchant 100,102")
            #expect(sent.email == "eva@example.org" && sent.about == "new@example.org" && sent.actor == .account)
            let given = try #require(first.entries.last { $0.about == "luz@example.org" })
            #expect(given.action == "role.given" && given.subject == "merchant 100" && given.actor == .operator)
            for _ in 0..<VenueStaffService.entriesAtOnce {
                try await venue.world.database.write {
                    try AuditTrail.append(
                        AuditAction(rawValue: "plan.published"), subject: "7", by: .account(luz.account),
                        at: venue.world.clock.now, to: .venue(uuid), in: $0)
                }
            }
            let newest = try await page()
            #expect(newest.entries.count == 100 && newest.next == "6" && newest.entries[0].action == "plan.published")
            #expect(try await page("?before=6").entries.map(\.number) == [5, 4, 3, 2, 1])
            #expect(try await venue.site.ask(.get, path + "?before=x", token: eva.token).status == 422)
            try await venue.world.database.write {
                _ = try $0.execute("DELETE FROM venue_journal WHERE number = 3", [])
            }
            #expect(try await !page().isIntact)
        }
    }

    /// A passkey of an account.
    private func passkey(_ venue: VenueSite, _ session: Session) async throws -> SoftAuthenticator {
        var device = SoftAuthenticator()
        let new = try await venue.services.passkeys.beginRegistration(of: session)
        device.user = new.user
        let made = device.make(new.challenge.bytes)
        _ = try await venue.services.passkeys.register(
            clientData: made.clientData, attestation: made.attestation, label: "Phone", of: session)
        return device
    }

    private func passkeySignIn(
        _ venue: VenueSite, _ device: SoftAuthenticator, as role: String
    ) async throws -> Answer {
        let challenge = try await venue.services.passkeys.beginSignIn(from: nil)
        let used = try device.use(challenge.bytes)
        let body = PasskeyAssertionBody(
            credential: Base64.text(used.credential, .url), clientData: Base64.text(used.clientData, .url),
            authenticatorData: Base64.text(used.authenticatorData, .url),
            signature: Base64.text(used.signature, .url), user: used.user.map { Base64.text($0, .url) })
        return try await venue.site.ask(
            .post, "/api/session/\(role)/passkey", String(decoding: try body.json(), as: UTF8.self))
    }
}

extension Routes {
    /// The routes of a venue's staff, with a body that each takes.
    fileprivate static let venueStaffRoutes: [(Route, String?)] = [
        (venueStaff.route, nil), (venueJournal.route, nil), (withdrawVenueInvitation.route, nil),
        (inviteToVenue.route, #"{"email":"x@example.org","role":"merchant","majors":[100]}"#),
        (endVenueRole.route, #"{"email":"luz@example.org","role":"merchant","major":100}"#),
    ]
}
