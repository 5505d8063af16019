import Accounts
import Basics
import Crypto
import Exposure
import Foundation
import Storage
import Testing

@testable import AccountService
@testable import ExposureService
@testable import HTTPKit

/// Somebody of a staff, the health authority's unless another is named, with an authenticator app.
package struct Staff: Sendable {
    package static let email = "eva@salud.example"
    package static let password = "long enough"

    package let factor: SecondFactor
    package let account: [UInt8]
    private let email: String
    private let role: Role

    /// A new one in `world`, entrusted on the machine.
    package static func add(to world: World, email: String = email, role: Role = .health) async throws -> Staff {
        let added = try await world.accounts.addAccount(email: email, password: password, role: role)
        return try await Staff(in: world, email: email, role: role, address: #require(added.authenticatorAddress))
    }

    package init(in world: World, email: String, role: Role = .health, address: String) async throws {
        (self.email, self.role) = (email, role)
        let secret = try #require(address.split(separator: "secret=").last?.prefix { $0 != "&" })
        factor = try #require(SecondFactor(bytes: Self.base32(secret)))
        let found = try await world.database.read { try AccountStore($0).credentials(of: EmailAddress(email))?.id }
        account = try #require(found)
    }

    package var actor: AuditActor { .account(account) }

    /// What the app shows so many steps from now.
    package func code(_ world: World, steps: Int64 = 0) -> String {
        factor.code(atStep: world.clock.now.milliseconds / 30_000 + steps)
    }

    package func signIn(_ world: World, code: String? = nil) async throws -> SignedIn {
        try await world.accounts.signIn(
            email: email, password: Self.password, code: code ?? self.code(world), as: role)
    }

    package static func base32(_ text: Substring) -> [UInt8] {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
        var bytes: [UInt8] = []
        var pending = 0
        var bits = 0
        for character in text {
            pending = pending << 5 | (alphabet.firstIndex(of: character) ?? 0)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: pending >> bits))
            }
        }
        return bytes
    }
}

extension World {
    package var health: HealthService { HealthService(exposure: exposure) }

    /// The actions of the trail, the oldest first, and what is counted today with how often.
    package func trail() async throws -> [String] {
        try await database.read { connection in
            try AuditTrail.entries(in: connection).reversed().map(\.action.rawValue)
                + AuditTrail.tallies(in: connection).map { "\($0.action.rawValue) \($0.times)" }.sorted()
        }
    }
}
