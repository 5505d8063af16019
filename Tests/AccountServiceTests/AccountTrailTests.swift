import API
import Accounts
import Basics
import Forwarding
import Network
import Storage
import Synchronization
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import ServerApp
@testable import ServiceKit

@Suite("An account's own trail")
struct AccountTrailTests {
    private static let email = "ana@example.org"
    private static let password = "long enough"

    /// What the trail tells: kind, label and number of times.
    private func told(_ accounts: AccountService, _ session: Session) async throws -> Set<String> {
        Set(
            try await accounts.history(of: session).events.map {
                "\($0.kind.rawValue) \($0.label ?? "-") \($0.times)"
            })
    }

    private func prove(_ world: World, _ session: Session) async throws {
        try await world.database.write { try AccountStore($0).setProof(.mailbox, ofAccount: session.accountID) }
    }

    @Test(
        "what happens to factor, devices and keys is told by days, and failures as a number", arguments: Engine.allCases
    )
    func events(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services(Post())
            let accounts = services.accounts
            let session = try await world.visitor()
            for _ in 0..<3 {
                _ = await code { _ = try await accounts.signIn(email: Self.email, password: "wrong one") }
            }
            _ = await code { _ = try await accounts.signIn(email: "nobody@example.org", password: "wrong one") }
            let address = try #require(try await accounts.beginFactor(password: Self.password, of: session))
            let codes = try await accounts.confirmFactor(code: try world.code(address), of: session)
            world.clock.advance(seconds: 30)
            _ = try await accounts.renewRecoveryCodes(password: Self.password, code: codes[0], of: session)
            _ = await code { try await accounts.removeFactor(password: Self.password, code: "ABCD", of: session) }
            try await accounts.removeFactor(password: Self.password, code: try world.code(address), of: session)
            let key = try await services.apiKeys.make(for: session.accountID, scopes: [.read], label: "Robot")
            try await services.apiKeys.revoke(key.public, of: session.accountID)
            _ = try await accounts.setDeviceApproval(
                true, password: Self.password, device: PresentedDevice(label: "Telephone"), of: session)
            let device = try #require(try await accounts.devices(of: session).first)
            try await accounts.removeDevice(device.id, of: session)
            #expect(
                try await told(accounts, session) == [
                    "account.made - 1", "session.failed - 4", "factor.on - 1", "factor.renewed - 1", "factor.off - 1",
                    "key.made Robot 1", "key.revoked Robot 1", "approval.on - 1", "device.removed Telephone 1",
                ])
            // A failure is one row, however often it is.
            let failed = try await world.database.read {
                try $0.query("SELECT times FROM account_events WHERE kind = 'session.failed'")
            }
            #expect(failed.count == 1)
            // Another account's trail is another's.
            let bea = try await world.visitor("bea")
            #expect(try await told(accounts, bea) == ["account.made - 1"])
        }
    }

    @Test("a failure is not written when it happens, so that its time tells nothing", arguments: Engine.allCases)
    func failuresWait(engine: Engine) async throws {
        try await World.with(engine) { world in
            _ = try await world.visitor()
            let before = try await Contents(of: world.database)
            _ = await code { _ = try await world.accounts.signIn(email: Self.email, password: "wrong one") }
            #expect(try await Contents(of: world.database).differences(from: before) == [])
            try await world.accounts.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).differences(from: before) == ["account_events"])
        }
    }

    @Test("a device that is new is told and mailed once a day, to a proved address alone", arguments: Engine.allCases)
    func newDevice(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let session = try await world.visitor()
            try await world.database.write { try AccountStore($0).setProof(.none, ofAccount: session.accountID) }
            func signIn(_ label: String, known: String? = nil) async throws {
                var device = PresentedDevice(label: label, language: "es")
                device.knownAs = known
                _ = try await services.accounts.signIn(email: Self.email, password: Self.password, device: device)
            }
            try await signIn("Firefox, Linux")
            _ = try await services.mail.deliverDue()
            #expect(post.count == 0, "nobody has shown that they read mail at this address")
            try await prove(world, session)
            try await signIn("Chrome, Android", known: "0123")
            _ = try await services.mail.deliverDue()
            #expect(post.count == 0, "a browser that is known is no news")
            for _ in 0..<3 { try await signIn("Safari, iPhone") }
            _ = try await services.mail.deliverDue()
            #expect(post.count == 1)
            let mail = try #require(post.mails.withLock { $0.last })
            #expect(mail.recipient.text == Self.email && mail.text.contains("dispositivo nuevo. (Safari, iPhone)"))
            for number in 0..<10 { try await signIn("Browser \(number)") }
            _ = try await services.mail.deliverDue()
            #expect(post.count <= 1 + Int(AccountEventKind.deviceNew.mailsPerDay), "a mailbox is not flooded")
            let told = try await told(services.accounts, session)
            #expect(told.contains("device.new Safari, iPhone 3") && told.contains("session.begun Chrome, Android 1"))
        }
    }

    @Test(
        "what whoever came in would want to hide is mailed in the language of the session", arguments: Engine.allCases)
    func mails(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let session = try await world.accounts.signUp(
                email: Self.email, password: Self.password, device: PresentedDevice(language: "it")
            ).session
            try await prove(world, session)
            _ = try await services.apiKeys.make(for: session.accountID, scopes: [.trade], label: "Robot")
            let address = try #require(
                try await services.accounts.beginFactor(password: Self.password, of: session))
            _ = try await services.accounts.confirmFactor(code: try world.code(address), of: session)
            _ = try await services.mail.deliverDue()
            let texts = post.mails.withLock { $0.map(\.text) }
            #expect(texts.contains { $0.contains("È stata creata una chiave API. (Robot)") })
            #expect(texts.contains { $0.contains("Il secondo fattore è stato attivato.") })
            #expect(texts.count == 2)
        }
    }

    @Test(
        "an address is kept only when the owner wants it, and is forgotten when not any more",
        arguments: Engine.allCases)
    func addresses(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.accounts
            let session = try await world.visitor()
            let place = try #require(IPAddress("2001:db8::17"))
            func signIn() async throws {
                _ = try await accounts.signIn(
                    email: Self.email, password: Self.password,
                    device: PresentedDevice(label: "Telephone", address: place))
            }
            func stored() async throws -> String {
                "\(try await Contents(of: world.database).rows["account_events"] ?? [])"
            }
            try await signIn()
            _ = await code {
                _ = try await accounts.signIn(
                    email: Self.email, password: "wrong one", device: PresentedDevice(address: place))
            }
            try await accounts.prune(at: world.clock.now)
            #expect(try await !stored().contains("2001:db8"))
            try await accounts.keepTrailAddresses(true, of: session)
            try await signIn()
            let kept = try await accounts.history(of: session)
            #expect(kept.keepsAddresses)
            #expect(kept.events.filter { $0.address == "2001:db8::17" }.map(\.kind) == [.deviceNew])
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            await #expect(
                code { try await accounts.keepTrailAddresses(false, of: session) } == "accounts.confirmation_needed")
            try await accounts.confirm(password: Self.password, code: nil, of: session)
            try await accounts.keepTrailAddresses(false, of: session)
            #expect(try await !stored().contains("2001:db8"))
            #expect(try await told(accounts, session).contains("device.new Telephone 2"))
        }
    }

    @Test("events go after 90 days", arguments: Engine.allCases)
    func ends(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.accounts
            _ = try await world.visitor()
            world.clock.advance(seconds: AccountTrail.days * 86_400)
            try await accounts.prune(at: world.clock.now)
            let session = try await accounts.signIn(email: Self.email, password: Self.password).session
            #expect(try await told(accounts, session) == ["account.made - 1", "device.new - 1"])
            world.clock.advance(seconds: 86_400)
            try await accounts.prune(at: world.clock.now)
            #expect(try await told(accounts, session) == ["device.new - 1"])
        }
    }

    @Test("whoever knows a password cannot fill the trail with names of devices", arguments: Engine.allCases)
    func bounded(engine: Engine) async throws {
        try await World.with(engine) { world in
            let session = try await world.visitor()
            let trail = world.accounts.trail
            try await world.database.write { connection in
                for number in 0..<(AccountTrail.rowsPerDay * 2) {
                    try trail.note(.deviceNew, of: session.accountID, label: "Browser \(number)", connection)
                }
            }
            let events = try await world.accounts.history(of: session).events
            #expect(events.count == AccountTrail.rowsPerDay + 1)
            #expect(events.reduce(0) { $0 + $1.times } == Int64(AccountTrail.rowsPerDay) * 2 + 1)
        }
    }

    @Test("once five minutes are over no row says when in the day it came", arguments: Engine.allCases)
    func order(engine: Engine) async throws {
        try await World.with(engine) { world in
            var random = SplitMix64(seed: 3)
            let people = try await world.visitors(20, choosing: [])
            world.clock.advance(seconds: 2 * 86_400)
            try await world.accounts.prune(at: world.clock.now)
            let order = people.indices.shuffled(using: &random)
            for person in order {
                _ = try await world.accounts.signIn(email: "visitor\(person)@example.org", password: Self.password)
                world.clock.advance(seconds: 60)
                try await world.accounts.prune(at: world.clock.now)
            }
            let day = world.clock.now.day
            world.clock.advance(seconds: SettlingPace.seconds)
            try await world.accounts.prune(at: world.clock.now)
            let rows = try await world.database.read { connection in
                try connection.query(
                    engine == .postgres
                        ? "SELECT account_id, CAST(xmin AS TEXT) AS place FROM account_events WHERE day = ?1 ORDER BY ctid"
                        : "SELECT account_id, 'x' AS place FROM account_events WHERE day = ?1",
                    [.integer(day)]
                ).map { (try $0.blob("account_id"), try $0.text("place")) }
            }
            let lying = rows.compactMap { row in people.firstIndex { $0.accountID == row.0 } }
            #expect(lying.count == 20 && Set(rows.map(\.1)).count == 1)
            // By chance one of twenty is in its place; eight come about once in 50,000 orders.
            #expect(zip(lying, order).count { $0 == $1 } < 8 && zip(lying.reversed(), order).count { $0 == $1 } < 8)
            #expect(try await world.database.read { try AccountTrailStore($0).unsettled(on: day) == nil })
        }
    }
}
