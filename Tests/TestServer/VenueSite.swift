import API
import Accounts
import Basics
import Beacons
import HTTPTypes
import HummingbirdTesting
import Storage
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LoyaltyService
@testable import ServerApp

/// A server with the staff of a venue, whose mails are kept.
package struct VenueSite: Sendable {
    package let site: Site
    package let post: Post
    package let services: ServerServices

    package init(site: Site, post: Post, services: ServerServices) {
        (self.site, self.post, self.services) = (site, post, services)
    }

    package var world: World { site.world }
    package var staff: VenueStaffService { services.venueStaff }
    /// The venue, as paths name it.
    package var venue: String { world.uuid.description }

    package static func with(
        _ engine: Engine = .sqlite, _ body: @escaping @Sendable (VenueSite) async throws -> Void
    ) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let configuration = ServerConfiguration(
                port: 0, webRoot: "/nonexistent", limits: ServerLimits.standard.withoutRates)
            let application = try buildApplication(
                configuration: configuration, services: services, logger: Site.quiet)
            try await application.test(.router) { client in
                services.passkeys.site.open(
                    publicURL: SoftAuthenticator.origin, host: "0.0.0.0", port: 1, isEncrypted: false)
                try await body(
                    VenueSite(site: Site(world: world, client: client), post: post, services: services))
            }
        }
    }

    /// An account with a second factor; its identifier, and what its authenticator app has.
    package func person(_ name: String) async throws -> (account: [UInt8], token: String, factor: SecondFactor) {
        let email = "\(name)@example.org"
        let signedIn = try await world.accounts.signUp(email: email, password: Staff.password)
        let account = signedIn.session.accountID
        var random = services.loyalty.random
        let factor = SecondFactor(using: &random)
        try await world.database.write { try RoleStore($0).setSecondFactor(factor, of: account) }
        return (account, signedIn.token, factor)
    }

    /// Somebody of the staff, signed in to a role by password and code; the token of the session.
    package func signIn(_ name: String, _ factor: SecondFactor, as role: String) async throws -> Answer {
        let code = factor.code(atStep: world.clock.now.milliseconds / 30_000)
        return try await site.ask(
            .post, "/api/session/\(role)",
            #"{"email":"\#(name)@example.org","password":"\#(Staff.password)","code":"\#(code)"}"#)
    }

    /// Somebody new with a role, signed in to it.
    package func member(_ name: String, _ role: VenueRole) async throws -> (account: [UInt8], token: String) {
        let person = try await person(name)
        try await staff.give(role, to: person.account, by: .operatorOfTheMachine)
        let answer = try await signIn(name, person.factor, as: role.word)
        #expect(answer.status == 201, "\(answer.text)")
        return (person.account, try answer.body(SessionBody.self).token)
    }

    /// What stands after `#invitation=` in the last mail.
    package func secret() throws -> String {
        try String(#require(post.code().split(separator: "#invitation=").last))
    }

    /// Sends an invitation and hands its mail over; the answer.
    package func invite(
        _ email: String, as role: String = "merchant", _ majors: [Int] = [100], by token: String
    ) async throws -> Answer {
        let answer = try await site.ask(
            .post, "/api/operator/\(venue)/invitations",
            #"{"email":"\#(email)","role":"\#(role)","majors":\#(majors)}"#, token: token)
        _ = try await services.mail.deliverDue()
        return answer
    }

    /// Accepts with a secret.
    package func accept(_ secret: String, _ token: String) async throws -> Answer {
        try await site.ask(.post, "/api/account/invitations", #"{"secret":"\#(secret)"}"#, token: token)
    }

    /// What was done at the venue, the oldest first.
    package func journal() async throws -> [String] {
        try await world.database.read {
            try AuditTrail.entries(of: .venue(world.uuid), in: $0).reversed().map(\.action.rawValue)
        }
    }
}
