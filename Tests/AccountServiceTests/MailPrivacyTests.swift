import Accounts
import Basics
import Forwarding
import HTTPKit
import Network
import Strings
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

@Suite("A mail server learns what the page about privacy says, and no more")
struct MailPrivacyTests {
    private static let (former, present) = ("ana@example.org", "anna@example.net")
    private static let (first, second, third) = ("walks among shops", "walks among them still", "and has lost its way")
    private static let network = "203.0.113.77"

    /// A mail server that reads all that goes through it, while an account is made, lost, moved and found again.
    @Test(
        "no mail has a password, a key, a place, an address of the network or somebody else's",
        arguments: Engine.allCases)
    func reader(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(forPeople: post)
            let accounts = services.accounts
            let device = PresentedDevice(label: "Ana's telephone", address: IPAddress(Self.network))
            let ana = try await accounts.signUp(
                email: Self.former, password: Self.first, device: device, proof: .mailbox)
            try await accounts.keepTrailAddresses(true, of: ana.session)
            try await world.choose([100], ana.session)
            let factor = try #require(try await accounts.beginFactor(password: Self.first, of: ana.session))
            let recovery = try await accounts.confirmFactor(code: try world.code(factor), of: ana.session)
            let key = try await services.apiKeys.make(for: ana.session.accountID, scopes: [.read], label: "bookkeeping")
            _ = try await accounts.setDeviceApproval(
                true, password: Self.first, device: PresentedDevice(), of: ana.session)
            var elsewhere = PresentedDevice(label: "Firefox, Linux", address: IPAddress(Self.network))
            elsewhere.language = "it"
            // Another device asks for its code, somebody forgets a password, another one is set, the address changes.
            _ = try? await accounts.signIn(
                email: Self.former, password: Self.first, code: try world.code(factor, steps: 1), device: elsewhere)
            _ = try await accounts.setDeviceApproval(
                false, password: Self.first, device: PresentedDevice(), of: ana.session)
            world.clock.advance(seconds: 1)
            try await accounts.requestReset(email: Self.former, from: elsewhere)
            #expect(try await accounts.answerResets() == 1)
            let token = try await post.token(for: Self.former, by: services)
            try await accounts.resetPassword(to: Self.second, token: token, in: "es")
            world.clock.advance(seconds: 90)
            let again = try await accounts.signIn(
                email: Self.former, password: Self.second, code: recovery.first, device: device)
            try await accounts.changePassword(
                to: Self.third, old: Self.second, code: recovery.last, of: again.session, in: "pt")
            _ = try await accounts.archive(of: again.session, in: .english)
            let challenge = try await accounts.beginAddressChange(to: Self.present, of: again.session, in: "en")
            let code = try await post.line(for: Self.present, by: services)
            try await accounts.confirmAddressChange(challenge: challenge, code: code, of: again.session)
            _ = try await post.texts(for: Self.present, by: services)

            let mails = post.mails.withLock { $0 }
            #expect(mails.count >= 7)
            #expect(Set(mails.map(\.recipient.text)) == [Self.former, Self.present])
            let secrets =
                [
                    Self.first, Self.second, Self.third, Self.network, key.public, key.secret, ana.token,
                    again.token, ana.session.accountID.hexadecimal, "Almendra",
                    try #require(factor.split(separator: "secret=").last?.prefix { $0 != "&" }).description,
                ] + recovery
            for mail in mails {
                let read = "\(mail.subject)\n\(mail.text)\n\(mail.id)"
                for secret in secrets { #expect(!read.contains(secret), "\(mail.subject) has \(secret)") }
                // Neither mailbox learns of the other one.
                #expect(!read.contains(mail.recipient.text == Self.former ? Self.present : Self.former))
                // What a link carries stays in the browser: it stands after the #, and nowhere else.
                for link in read.split(whereSeparator: \.isWhitespace) where link.hasPrefix("http") {
                    #expect(link.split(separator: "#").first == "https://cerca.example/")
                }
            }
        }
    }
}
