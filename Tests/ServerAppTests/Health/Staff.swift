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
struct Staff: Sendable {
    static let email = "eva@salud.example"
    static let password = "long enough"

    let factor: SecondFactor
    let account: [UInt8]
    private let email: String
    private let role: Role

    /// A new one in `world`, entrusted on the machine.
    static func add(to world: World, email: String = email, role: Role = .health) async throws -> Staff {
        let added = try await world.accounts.addAccount(email: email, password: password, role: role)
        return try await Staff(in: world, email: email, role: role, address: #require(added.authenticatorAddress))
    }

    init(in world: World, email: String, role: Role = .health, address: String) async throws {
        (self.email, self.role) = (email, role)
        let secret = try #require(address.split(separator: "secret=").last?.prefix { $0 != "&" })
        factor = try #require(SecondFactor(bytes: Self.base32(secret)))
        let found = try await world.database.read { try AccountStore($0).credentials(of: EmailAddress(email))?.id }
        account = try #require(found)
    }

    var actor: AuditActor { .account(account) }

    /// What the app shows so many steps from now.
    func code(_ world: World, steps: Int64 = 0) -> String {
        factor.code(atStep: world.clock.now.milliseconds / 30_000 + steps)
    }

    func signIn(_ world: World, code: String? = nil) async throws -> SignedIn {
        try await world.accounts.signIn(
            email: email, password: Self.password, code: code ?? self.code(world), as: role)
    }

    static func base32(_ text: Substring) -> [UInt8] {
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

/// What a phone shows as a QR code.
struct ShownCase: Sendable {
    let key: DayKey
    let day: UTCDay
    var application = [UInt8](repeating: 7, count: 16)

    /// The key of so many days ago.
    init(seed: UInt64 = 1, daysAgo: Int = 13, now: Timestamp) {
        var random = SplitMix64(seed: seed)
        key = DayKey(using: &random)
        day = UTCDay(containing: now).advanced(by: -daysAgo)
    }

    var bytes: [UInt8] {
        key.bytes + withUnsafeBytes(of: UInt32(day.number).bigEndian) { Array($0) } + application
    }

    /// `V1.` and base64url without padding.
    var text: String { "V1." + Self.base64url(bytes) }

    var address: String { "https://cerca.example/console/health#case=\(text)" }

    var words: String {
        let digits = SHA256.hash(data: bytes).prefix(4).map { String(format: "%02X", $0) }.joined()
        return "\(digits.prefix(4))-\(digits.suffix(4))"
    }

    static func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacingOccurrences(of: "+", with: "-")
            .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
    }
}

extension World {
    var health: HealthService { HealthService(exposure: exposure) }

    /// The actions of the trail, the oldest first, and what is counted today with how often.
    func trail() async throws -> [String] {
        try await database.read { connection in
            try AuditTrail.entries(in: connection).reversed().map(\.action.rawValue)
                + AuditTrail.tallies(in: connection).map { "\($0.action.rawValue) \($0.times)" }.sorted()
        }
    }
}
