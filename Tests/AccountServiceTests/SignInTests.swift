import Accounts
import Basics
import Network
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import InboxService
@testable import ServerApp

@Suite("Signing in with more than a password")
struct SignInTests {
    private static let email = "ana@example.org"
    private static let password = "long enough"

    private func signIn(
        _ accounts: AccountService, _ code: String? = nil, _ device: PresentedDevice = PresentedDevice()
    ) async throws -> SignedIn {
        try await accounts.signIn(email: Self.email, password: Self.password, code: code, device: device)
    }

    /// Switches the second factor on, and gives the app's address and the recovery codes.
    private func switchOn(_ world: World, _ accounts: AccountService, _ session: Session) async throws
        -> (address: String, codes: [String])
    {
        let address = try #require(try await accounts.beginFactor(password: Self.password, of: session))
        let codes = try await accounts.confirmFactor(code: try world.code(address), of: session)
        world.clock.advance(seconds: 30)
        return (address, codes)
    }

    @Test("the second factor is switched on, asked for, and switched off", arguments: Engine.allCases)
    func factor(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let session = try await world.visitor()
            await #expect(
                code { _ = try await accounts.beginFactor(password: "wrong one", of: session) }
                    == "accounts.wrong_credentials")
            await #expect(
                code { _ = try await accounts.confirmFactor(code: "000000", of: session) } == "accounts.factor_off")
            let (address, recovery) = try await switchOn(world, accounts, session)
            #expect(address.hasPrefix("otpauth://totp/") && Set(recovery).count == RecoveryCode.count)
            await #expect(code { _ = try await signIn(accounts) } == "accounts.code_needed")
            await #expect(
                code {
                    _ = try await accounts.signIn(email: Self.email, password: "wrong one", code: nil)
                } == "accounts.wrong_credentials")
            let once = try world.code(address)
            _ = try await signIn(accounts, once)
            await #expect(code { _ = try await signIn(accounts, once) } == "accounts.wrong_code")
            world.clock.advance(seconds: 60)
            await #expect(
                code { _ = try await accounts.beginFactor(password: Self.password, of: session) }
                    == "accounts.factor_on")
            await #expect(
                code {
                    try await accounts.removeFactor(password: Self.password, code: "ABCD", of: session)
                } == "accounts.wrong_code")
            try await accounts.removeFactor(
                password: Self.password, code: try world.code(address), of: session)
            _ = try await signIn(accounts)
            let contents = try await Contents(of: world.database)
            #expect(contents.count("second_factors") == 0 && contents.count("recovery_codes") == 0)
        }
    }

    @Test(
        "a recovery code stands for the second factor once, also when two bring it at once", arguments: Engine.allCases)
    func recovery(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let session = try await world.visitor()
            let (_, codes) = try await switchOn(world, accounts, session)
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<4 {
                    // Servers of their own, so that no throttle tells them apart.
                    let other = AccountService(
                        database: world.database, clock: world.clock.serverClock, cost: .simulation)
                    group.addTask { await code { _ = try await signIn(other, codes[0].lowercased()) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            #expect(outcomes.filter { $0 == "accounts.wrong_code" }.count == 3)
            #expect(try await accounts.security(of: session).recoveryCodesLeft == 9)
            let renewed = try await accounts.renewRecoveryCodes(
                password: Self.password, code: codes[1], of: session)
            await #expect(code { _ = try await signIn(accounts, codes[2]) } == "accounts.wrong_code")
            _ = try await signIn(accounts, renewed[0])
            // The digests alone are kept.
            let stored = try await world.database.read { try $0.query("SELECT digest FROM recovery_codes") }
            #expect(!"\(stored)".contains(renewed[1]) && stored.count == 9)
        }
    }

    @Test("guessing codes is slowed down, longer each time")
    func guessing() async throws {
        try await World.with(.sqlite) { world in
            let accounts = world.services().accounts
            let session = try await world.visitor()
            _ = try await switchOn(world, accounts, session)
            var looked = 0
            for _ in 0..<200 {
                if await code(of: { _ = try await signIn(accounts, "000000") }) == "accounts.wrong_code" { looked += 1 }
                world.clock.advance(seconds: 30)
            }
            #expect(looked > 5 && looked < 25, "\(looked)")
        }
    }

    @Test("a stolen password is not enough to replace the second factor of a role", arguments: Engine.allCases)
    func role(engine: Engine) async throws {
        try await World.with(engine) { world in
            let staff = try await Staff.add(to: world)
            let accounts = world.services().accounts
            let session = try await accounts.signIn(email: Staff.email, password: Staff.password).session
            #expect(try await accounts.beginFactor(password: Staff.password, of: session) == nil)
            await #expect(
                code { _ = try await accounts.confirmFactor(code: "000000", of: session) } == "accounts.wrong_code")
            let codes = try await accounts.confirmFactor(code: staff.code(world), of: session)
            await #expect(
                code {
                    _ = try await accounts.signIn(
                        email: Staff.email, password: Staff.password, code: codes[0], as: .health)
                } == "accounts.wrong_credentials")
            try await accounts.removeFactor(password: Staff.password, code: codes[0], of: session)
            world.clock.advance(seconds: 60)
            #expect(try await staff.signIn(world).session.role == .health)
        }
    }

    @Test("a new device is approved by the code from the mail, and known from then on", arguments: Engine.allCases)
    func device(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let accounts = services.accounts
            let session = try await world.visitor()
            let first = try #require(
                try await accounts.setDeviceApproval(
                    true, password: Self.password, device: PresentedDevice(label: "Desk"), of: session))
            // The device that switched it on is known.
            _ = try await signIn(accounts, nil, PresentedDevice(token: DeviceToken(first)))
            let challenge = try await challenge { _ = try await signIn(accounts, nil, .init(label: "Phone")) }
            #expect(try await services.mail.deliverDue() == 1)
            #expect(try await world.database.read { try $0.query("SELECT 1 FROM deliveries") }.isEmpty)
            let text = try post.code()
            let before = await code { _ = try await accounts.approveDevice(challenge: challenge, code: "22222") }
            #expect(before == "accounts.wrong_code")
            let approved = try await accounts.approveDevice(challenge: challenge, code: text.lowercased())
            let token = try #require(approved.deviceToken)
            await #expect(
                code { _ = try await accounts.approveDevice(challenge: challenge, code: text) }
                    == "accounts.challenge_ended")
            _ = try await signIn(accounts, nil, PresentedDevice(token: DeviceToken(token)))
            let devices = try await accounts.devices(of: approved.session)
            #expect(Set(devices.map(\.label)) == ["Desk", "Phone"])
            #expect(devices.filter(\.isCurrent).map(\.label) == ["Phone"])
            #expect(
                try await services.inbox.notifications(of: session.accountID).map(\.content) == [
                    .deviceApproved(label: "Phone")
                ])
            // Taking the approval back ends the sessions of the device, and asks again.
            let phone = try #require(devices.first { $0.label == "Phone" })
            try await accounts.removeDevice(phone.id, of: session)
            await #expect(
                code { _ = try await accounts.session(token: approved.token) } == "accounts.not_signed_in")
            _ = try await self.challenge {
                _ = try await signIn(accounts, nil, PresentedDevice(token: DeviceToken(token)))
            }
            // Switching it off forgets all devices.
            _ = try await accounts.setDeviceApproval(
                false, password: Self.password, device: PresentedDevice(), of: session)
            #expect(try await accounts.devices(of: session).isEmpty)
            _ = try await signIn(accounts)
        }
    }

    @Test("a challenge takes five codes and ten minutes, no more", arguments: Engine.allCases)
    func attempts(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let accounts = services.accounts
            let session = try await world.visitor()
            _ = try await accounts.setDeviceApproval(
                true, password: Self.password, device: PresentedDevice(), of: session)
            let tried = try await challenge { _ = try await signIn(accounts) }
            _ = try await services.mail.deliverDue()
            let right = try post.code()
            for _ in 0..<5 {
                await #expect(
                    code { _ = try await accounts.approveDevice(challenge: tried, code: "2222") }
                        == "accounts.wrong_code")
            }
            await #expect(
                code { _ = try await accounts.approveDevice(challenge: tried, code: right) }
                    == "accounts.challenge_ended")
            let late = try await challenge { _ = try await signIn(accounts) }
            _ = try await services.mail.deliverDue()
            world.clock.advance(seconds: DeviceCode.seconds)
            await #expect(
                code { _ = try await accounts.approveDevice(challenge: late, code: try post.code()) }
                    == "accounts.challenge_ended")
            // Mails are slowed down as well.
            var sent = 0
            for _ in 0..<20 {
                let outcome = await code(of: { _ = try await signIn(accounts) })
                if outcome == "accounts.device_unapproved" { sent += 1 }
            }
            #expect(sent < 6, "\(sent)")
            // Mails that wait expire at the end of a day.
            try await accounts.prune(at: world.clock.now.advanced(bySeconds: 172_800))
            let left = try await Contents(of: world.database)
            #expect(left.count("device_challenges") == 0 && left.count("deliveries") == 0)
        }
    }

    @Test("where no mail is sent, devices are not approved")
    func noMail() async throws {
        try await World.with(.sqlite) { world in
            let accounts = world.services().accounts
            let session = try await world.visitor()
            await #expect(
                code {
                    _ = try await accounts.setDeviceApproval(
                        true, password: Self.password, device: PresentedDevice(), of: session)
                } == "accounts.no_mail")
            #expect(try await accounts.security(of: session).canApproveDevices == false)
        }
    }

    @Test("sessions are listed by day and ended one by one, and all others", arguments: Engine.allCases)
    func sessions(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let mine = try await world.visitor()
            world.clock.advance(seconds: 86_400)
            let other = try await signIn(accounts, nil, PresentedDevice(label: "Firefox, Linux"))
            let third = try await signIn(accounts)
            let foreign = try await world.visitor("eva")
            let listed = try await accounts.sessions(of: mine)
            #expect(listed.count == 3 && listed.filter(\.isCurrent).count == 1)
            #expect(listed.map(\.begunOn.rfc3339).allSatisfy { $0.hasSuffix("T00:00:00.000Z") })
            let named = try #require(listed.first { $0.label == "Firefox, Linux" })
            await #expect(code { try await accounts.endSession(named.id, of: foreign) } == "accounts.unknown_session")
            try await accounts.endSession(named.id, of: mine)
            await #expect(code { _ = try await accounts.session(token: other.token) } == "accounts.not_signed_in")
            _ = try await accounts.session(token: third.token)
            try await accounts.endOtherSessions(of: mine)
            await #expect(code { _ = try await accounts.session(token: third.token) } == "accounts.not_signed_in")
            #expect(try await accounts.sessions(of: mine).count == 1)
            #expect(try await accounts.sessions(of: foreign).count == 1)
        }
    }

    @Test(
        "browsers are called by their name and system, and no more",
        arguments: [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox, Linux"),
            ("Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0", "Edge, Windows"),
            ("Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1", "Safari, iPhone"),
            ("curl/8.0", nil),
        ])
    func labels(agent: String, label: String?) {
        #expect(PresentedDevice.label(agent) == label)
    }

    /// The challenge with which a sign-in on an unknown device is answered.
    private func challenge(_ body: () async throws -> Void) async throws -> String {
        do {
            try await body()
        } catch ServiceError.refused(let fault as UnapprovedDevice) {
            return fault.challenge
        }
        Issue.record("the device was not asked for")
        return ""
    }
}
