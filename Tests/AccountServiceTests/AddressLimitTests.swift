import Accounts
import Basics
import Forwarding
import HTTPKit
import TestServer
import Testing

@testable import AccountService
@testable import ServerApp

/// A stranger asks for codes for somebody's address; its owner gets one all the same.
@Suite("Codes for an address are not used up by strangers")
struct AddressLimitTests {
    private static let (ana, anna) = ("ana@example.org", "anna@example.org")

    private func device(_ address: String) -> PresentedDevice { PresentedDevice(address: IPAddress(address)) }

    /// Why a sign-up is refused; a code that went out is no refusal.
    private func signUp(_ accounts: AccountService, _ email: String, from address: String) async -> String? {
        let outcome = await code {
            _ = try await accounts.register(email: email, password: "long enough", device: device(address))
        }
        return outcome == "accounts.mailbox_unproved" ? nil : outcome
    }

    @Test(
        "five requests of a stranger do not keep the owner from signing up", arguments: ["192.0.2.7", "2001:db8:1::7"])
    func signingUp(stranger: String) async throws {
        try await World.with(.sqlite) { world in
            let accounts = world.services(forPeople: Post()).accounts
            for _ in 0..<5 { #expect(await signUp(accounts, Self.ana, from: stranger) == nil) }
            #expect(await signUp(accounts, Self.ana, from: stranger) == "request.too_many_attempts")
            #expect(await signUp(accounts, Self.ana, from: "198.51.100.9") == nil)
            // One who has many addresses of one network is one stranger.
            if stranger.contains(":") {
                #expect(await signUp(accounts, Self.ana, from: "2001:db8:1:ffff::1") == "request.too_many_attempts")
            }
            // Five of them are too many for one address, whoever they are.
            for number in 20..<40 { _ = await signUp(accounts, Self.ana, from: "198.51.100.\(number)") }
            #expect(await signUp(accounts, Self.ana, from: "203.0.113.1") == "request.too_many_attempts")
            #expect(await signUp(accounts, Self.anna, from: "203.0.113.1") == nil)
        }
    }

    @Test("what strangers ask for takes no code from the owner of an account")
    func owning() async throws {
        try await World.with(.sqlite) { world in
            let services = world.services(forPeople: Post())
            let accounts = services.accounts
            let session = try await accounts.signUp(
                email: Self.ana, password: "long enough", proof: .trading
            ).session
            for number in 0..<40 {
                for email in [Self.ana, Self.anna] { _ = await signUp(accounts, email, from: "198.51.100.\(number)") }
            }
            #expect(await code { _ = try await accounts.sendProof(of: session, in: "en") } == nil)
            #expect(
                await code { _ = try await accounts.beginAddressChange(to: Self.anna, of: session, in: "en") } == nil)
            // The owner has five, too.
            for _ in 0..<3 { _ = try await accounts.sendProof(of: session, in: "en") }
            #expect(
                await code { _ = try await accounts.sendProof(of: session, in: "en") } == "request.too_many_attempts")
            // Nobody else's five are fewer for it, and many accounts together are bounded by the address.
            var refusals = 0
            for number in 0..<6 {
                let other = try await accounts.signUp(
                    email: "p\(number)@example.org", password: "long enough", proof: .mailbox
                ).session
                for _ in 0..<5 {
                    let refusal = await code {
                        _ = try await accounts.beginAddressChange(to: Self.anna, of: other, in: "en")
                    }
                    if refusal == "request.too_many_attempts" { refusals += 1 }
                }
            }
            #expect(refusals == 11)
        }
    }
}
