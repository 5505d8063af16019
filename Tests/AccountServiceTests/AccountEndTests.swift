import API
import Accounts
import Basics
import Foundation
import Ledger
import LedgerService
import LoyaltyService
import Market
import Storage
import Strings
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import InboxService
@testable import MarketService
@testable import ServerApp
@testable import ServiceKit

@Suite("The end of an account, and what it takes along")
struct AccountEndTests {
    private static let password = "long enough"

    /// A row of every kind that can name an account, for one who has done everything.
    private func live(_ world: World, _ services: ServerServices) async throws -> Session {
        let session = try await world.visitor("ana", choosing: [100, 101])
        let other = try await world.visitor("bea")
        let (account, now) = (session.accountID, world.clock.now)
        // A coupon that is settled, and one that is fresh.
        try await world.prove(world.sighting(100, 1), session)
        try await world.settle()
        world.clock.advance(seconds: 600)
        try await world.prove(world.sighting(101, 1), session)
        let accounts = services.accounts
        let address = try #require(try await accounts.beginFactor(password: Self.password, of: session))
        _ = try await accounts.confirmFactor(code: try world.code(address), of: session)
        _ = try await accounts.setDeviceApproval(
            true, password: Self.password, device: PresentedDevice(label: "Telephone"), of: session)
        _ = try await services.apiKeys.make(for: account, scopes: [.read], label: "Robot")
        let ledger = services.market.administration
        for who in [account, other.accountID] {
            for asset in ["CLP", "ETH"] {
                try await ledger.deposit(
                    toAccount: who, asset: try #require(AssetName(asset)), amount: "1000")
            }
        }
        let trader = try await services.market.trader(of: account)
        _ = try await services.market.address(of: trader, asset: try #require(AssetName("CLP")))
        let number = trader.number.rawValue
        try await world.database.write { connection in
            let id = SQLValue.blob(account)
            let filled: [(String, [SQLValue])] = [
                (
                    "INSERT INTO pending_factors (account_id, secret, expires_at) VALUES (?1, ?2, 1)",
                    [id, .blob([1])]
                ),
                ("INSERT INTO passkeys VALUES (?2, ?1, ?2, 0, 0, 'Key', 1, NULL)", [id, .blob([5])]),
                ("INSERT INTO passkey_challenges VALUES (?2, 'confirmation', ?1, 1)", [id, .blob([5])]),
                ("INSERT INTO identities VALUES ('https://issuer', 's', ?1, 'p', 'ana@example.org', 1)", [id]),
                ("INSERT INTO identity_requests VALUES (?2, ?2, 'p', 'me', ?1, 1, NULL)", [id, .blob([5])]),
                (
                    """
                    INSERT INTO identity_arrivals
                    VALUES (?2, 'p', 'https://issuer', 't', 'ana@example.org', 1, NULL, ?1, NULL, 0, 1, 0, NULL)
                    """, [id, .blob([5])]
                ),
                (
                    "INSERT INTO provider_tokens VALUES (?2, 'p', 'https://issuer', 's', ?1, ?2, 0, 0)",
                    [id, .blob([5])]
                ),
                (
                    """
                    INSERT INTO address_challenges
                    VALUES (?2, 'change', 'ana@example.org', NULL, ?1, NULL, NULL, NULL, 0, 1)
                    """, [id, .blob([5])]
                ),
                ("INSERT INTO reset_requests VALUES (?1, 'ana@example.org', 'en', 1)", [.blob([5])]),
                ("INSERT INTO password_resets VALUES (?1, ?2, ?2, 1)", [id, .blob([5])]),
                ("INSERT INTO address_changes VALUES (?2, ?1, 'former@example.org', 'none', 1)", [id, .blob([5])]),
                (
                    """
                    INSERT INTO push_devices
                    VALUES ('d', ?1, ?2, 'web', 'https://push.example/1', 0, ?3, ?3, 'en', '', 1, 1)
                    """, [id, .blob(session.tokenDigest), .blob([5])]
                ),
                ("INSERT INTO push_rules VALUES (?1, 0, NULL, NULL, 'UTC')", [id]),
                ("INSERT INTO account_preferences VALUES (?1, 'CLP', 'es-CL', 'UTC')", [id]),
                ("INSERT INTO push_muted_shops VALUES (?1, ?2, 1)", [id, .blob([5])]),
                ("INSERT INTO pushed_offers VALUES (?1, ?2, 1, 1)", [id, .blob([5])]),
                ("INSERT INTO photos VALUES (?1, ?2, ?2, ?2)", [id, .blob([5])]),
                ("INSERT INTO device_challenges VALUES (?2, ?1, ?2, NULL, 'x', 0, 1)", [id, .blob([1])]),
                ("INSERT INTO roles VALUES (?1, 'health')", [id]),
                ("INSERT INTO venue_staff VALUES (?1, ?2, 'merchant', 100, 1)", [id, .blob([5])]),
                ("INSERT INTO report_credentials VALUES (?1, 1, ?2, ?2)", [id, .blob([5])]),
                ("INSERT INTO stay_credentials VALUES (?1, ?2, 100, 0, ?2, ?2)", [id, .blob([5])]),
                ("INSERT INTO stay_payments VALUES (?1, ?2, 20778, 5, ?2)", [id, .blob([5])]),
                ("INSERT INTO plan_versions VALUES (?2, 1, '{}', ?1, 1, '', NULL, 0, 0)", [id, .blob([5])]),
                ("INSERT INTO plan_drafts VALUES (?2, 1, 1, '{}', ?1, 1)", [id, .blob([5])]),
                ("INSERT INTO radio_maps VALUES (?2, 1, '{}', ?2, ?1, 1, NULL, 1, 1)", [id, .blob([5])]),
                ("INSERT INTO shop_offers VALUES (?2, 100, 'o', 1, '{}', 0, 1, ?1)", [id, .blob([5])]),
                ("INSERT INTO offer_versions VALUES (?2, 100, 'o', 1, 'published', '{}', 1, ?1)", [id, .blob([5])]),
                (
                    """
                    INSERT INTO venue_invitations
                    VALUES (?2, ?2, ?2, 'merchant', '100', 'luz@example.org', ?1, 1, 2, 'open')
                    """, [id, .blob([6])]
                ),
                (
                    """
                    INSERT INTO venue_invitations
                    VALUES (?1, ?1, ?1, 'merchant', '100', 'ana@example.org', NULL, 1, 2, 'open')
                    """, [.blob([7])]
                ),
                ("INSERT INTO last_places VALUES (?1, ?2, 0)", [id, .blob([1])]),
                ("INSERT INTO notifications VALUES ('n', ?1, '{}', 1, 0, NULL, NULL)", [id]),
                ("INSERT INTO alerts VALUES ('a', ?1, ?2, 0, NULL, NULL, 0)", [id, .integer(number)]),
                ("INSERT INTO vaults VALUES (?1, ?2, 1, 1, 1, 1, NULL)", [id, .blob([2])]),
                ("INSERT INTO vault_records VALUES (?1, ?2, ?2, 1, 1, 1, ?2)", [id, .blob([2])]),
                (
                    """
                    INSERT INTO vault_slots (id, account_id, venue, major, minor, rule, private_key, failures, waits_until)
                    VALUES (?2, ?1, ?2, 1, 1, 1, ?2, 0, 0)
                    """, [id, .blob([3])]
                ),
                (
                    """
                    INSERT INTO socket_tickets (digest, verify_digest, trader, account_id, expires_at)
                    VALUES (?2, ?2, ?3, ?1, 1)
                    """, [id, .blob([4]), .integer(number)]
                ),
                (
                    """
                    INSERT INTO deliveries (id, recipient, subject, body, attempts, next_at, expires_at, lane)
                    VALUES ('m', 'ana@example.org', 's', 'ana@example.org', 0, 1, 1, 'mail')
                    """,
                    []
                ),
                (
                    """
                    INSERT INTO money_requests VALUES (77, ?1, 1, 1, '5', 'ana@example.org', 'd', 't', 'v', 1, ?2, ?2, NULL,
                    'no')
                    """, [.integer(number), .integer(now.milliseconds)]
                ),
                ("INSERT INTO request_approvals VALUES (77, ?1, ?2)", [.blob(account), .integer(now.milliseconds)]),
                (
                    """
                    INSERT INTO payment_orders (id, merchant, token, address, receive_asset, to_receive, expected_asset,
                    expected_amount, receiver, external_id, callback_url, error_url, success_url, refund_email, language,
                    status, created_at, updated_at, expires_at)
                    VALUES (1, ?1, '', 'x', 1, '', 1, '', 'ana@example.org', '', '', '', '', '', '', 3, 1, 1, 1)
                    """, [.integer(number)]
                ),
                ("INSERT INTO portfolio_days VALUES (?1, 1, 1, '1', '1')", [.integer(number)]),
                ("INSERT INTO portfolio_walks VALUES (?1, 1, 1, 0, NULL, '0', 0)", [.integer(number)]),
                ("INSERT INTO traded_volumes VALUES (?1, 1, 1, '1')", [.integer(number)]),
                ("INSERT INTO withdrawal_limits VALUES (?1, 1, '1')", [.integer(number)]),
                ("INSERT INTO outgoings VALUES ('w77', ?1, 1, '1', 1)", [.integer(number)]),
                ("INSERT INTO address_book_rules VALUES (?1, NULL)", [.integer(number)]),
                (
                    """
                    INSERT INTO destinations (id, account, name, asset, address, added_at)
                    VALUES ('77', ?1, 'ana@example.org', 1, 'ana@example.org', 1)
                    """, [.integer(number)]
                ),
            ]
            for (sql, arguments) in filled { try connection.execute(sql, arguments) }
        }
        return session
    }

    /// Notes that the owner has shown who they are, as by password and code.
    private func show(_ session: Session, _ world: World) async throws {
        let now = world.clock.now
        try await world.database.write { try AccountStore($0).confirm(session: session.tokenDigest, at: now) }
    }

    /// The tables and columns of the schema, without what names nobody.
    private func columns(_ database: any Database, _ engine: Engine) async throws -> [(table: String, column: String)] {
        try await database.read { connection in
            let sql =
                engine == .sqlite
                ? """
                SELECT m.name AS t, p.name AS c FROM sqlite_schema m JOIN pragma_table_info(m.name) p
                WHERE m.type = 'table' ORDER BY 1, 2
                """
                : """
                SELECT CAST(table_name AS TEXT) AS t, CAST(column_name AS TEXT) AS c FROM information_schema.columns
                WHERE table_schema = current_schema() ORDER BY 1, 2
                """
            return try connection.query(sql).map { (try $0.text("t"), try $0.text("c")) }
        }
    }

    /// The tables in which an account's identifier or address stands, in whatever column and form.
    private func tablesNaming(
        _ account: [UInt8], _ email: String, in database: any Database, _ engine: Engine
    ) async throws -> Set<String> {
        let tables = Set(try await columns(database, engine).map(\.table))
        return try await database.read { connection in
            var found: Set<String> = []
            for table in tables {
                for row in try connection.query("SELECT * FROM \(table)") {
                    for column in 0..<row.count {
                        switch row[column] {
                        case .blob(let bytes) where bytes == account: found.insert(table)
                        case .text(let text) where text.contains(email) || text.contains(account.hexadecimal):
                            found.insert(table)
                        default: break
                        }
                    }
                }
            }
            return found
        }
    }

    @Test("nothing in any table names an account that was deleted", arguments: Engine.allCases)
    func nothingRemains(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services(Post())
            let session = try await live(world, services)
            let account = session.accountID
            let named = try await tablesNaming(account, "ana@example.org", in: world.database, engine)
            // Each table that the services list was filled, else the test would say nothing of it.
            let listed = AccountService.personalDataTables + (services.accounts.ties?.tables ?? [])
            for table in listed {
                guard case .account = table.owner else { continue }
                #expect(named.contains(table.name), "\(table.name) is empty")
            }
            try await show(session, world)
            try await services.accounts.end(session, forfeits: true)
            #expect(try await tablesNaming(account, "ana@example.org", in: world.database, engine) == [])
            // The books add up, and what people wrote of their bank is gone.
            #expect(try await LedgerAdministration(database: world.database).audit().isClean)
            let requests = try await world.database.read { try $0.query("SELECT * FROM money_requests") }
            #expect(requests.count == 1 && !"\(requests)".contains("\"t\"") && !"\(requests)".contains("\"v\""))
            // Another account is untouched.
            _ = try await services.accounts.signIn(email: "bea@example.org", password: Self.password)
        }
    }

    @Test("every column that can name an account is listed by its service", arguments: Engine.allCases)
    func everyTableIsListed(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services()
            let listed = Set((AccountService.personalDataTables + (services.accounts.ties?.tables ?? [])).map(\.name))
            let naming: Set<String> = [
                "account_id", "account", "trader", "merchant", "buyer", "seller", "recipient", "email",
            ]
            let tables = Set(
                try await columns(world.database, engine).filter { naming.contains($0.column) }.map(\.table))
            // A staff member's acts stay in the audit, and of those the identifier stands under `actor`.
            #expect(tables.subtracting(listed) == [])
        }
    }

    @Test("money is lost only when its owner says so", arguments: Engine.allCases)
    func money(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services()
            let session = try await world.visitor()
            services.market.start()
            let clp = try #require(AssetName("CLP"))
            try await services.market.administration.deposit(toAccount: session.accountID, asset: clp, amount: "500")
            let ending = try await services.accounts.ending(of: session)
            #expect(ending.hasMoney && !ending.isHeld)
            await #expect(
                code { try await services.accounts.end(session, forfeits: false) } == "accounts.money_left")
            // A withdrawal that waits holds its amount, whatever the owner says.
            let trader = try await services.market.trader(of: session.accountID)
            _ = try await services.market.requestWithdrawal(
                MoneyRequestDraft(
                    asset: clp, amount: "100", bankAccount: "ES00", date: nil, trackingCode: nil, voucher: nil),
                for: trader)
            await #expect(
                code { try await services.accounts.end(session, forfeits: true) } == "accounts.money_held")
            let request = try #require(try await services.market.administration.requests(.waiting).items.first)
            try await services.market.administration.refuse(request: request.id)
            try await services.accounts.end(session, forfeits: true)
            await services.market.stop()
            #expect(try await LedgerAdministration(database: world.database).audit().isClean)
            await #expect(code { _ = try await services.accounts.details(of: session) } == "accounts.not_signed_in")
        }
    }

    @Test("it is asked for by its owner, ends every session at once, and frees the address", arguments: Engine.allCases)
    func sessions(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.services().accounts
            let first = try await accounts.signUp(email: "ana@example.org", password: Self.password)
            let second = try await accounts.signIn(email: "ana@example.org", password: Self.password)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            await #expect(
                code { try await accounts.end(first.session, forfeits: true) } == "accounts.confirmation_needed")
            try await accounts.confirm(password: Self.password, code: nil, of: first.session)
            let outcomes = await withTaskGroup(of: String?.self) { group in
                for _ in 0..<2 {
                    group.addTask { await code { try await accounts.end(first.session, forfeits: false) } }
                }
                return await group.reduce(into: []) { $0.append($1) }
            }
            #expect(outcomes.filter { $0 == nil }.count == 1)
            for token in [first.token, second.token] {
                await #expect(code { _ = try await accounts.session(token: token) } == "accounts.not_signed_in")
            }
            // What was on its way with the session finds nobody, and leaves nothing.
            let before = try await Contents(of: world.database)
            await #expect(code { try await world.choose([100], first.session) } != nil)
            #expect(try await Contents(of: world.database).differences(from: before) == [])
            _ = try await accounts.signUp(email: "ana@example.org", password: Self.password)
        }
    }

    @Test(
        "the archive has every row that names its owner, no secret, and nothing that runs", arguments: Engine.allCases)
    func archive(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services(Post())
            let session = try await live(world, services)
            try await show(session, world)
            try await world.database.write {
                try $0.execute(
                    "UPDATE devices SET label = '</script><script>alert(1)</script>' WHERE account_id = ?1",
                    [.blob(session.accountID)])
            }
            let page = try await services.accounts.archive(of: session, in: .italian)
            #expect(page.contains("<html lang=\"it\">") && page.contains("Che cosa Cerca conserva su di te"))
            #expect(page.components(separatedBy: "<script").count == 2 && !page.contains("alert(1)</script>"))
            let begin = try #require(page.range(of: "id=\"data\">")).upperBound
            let end = try #require(page.range(of: "</script>", options: .backwards)).lowerBound
            let data = try #require(
                try JSONSerialization.jsonObject(with: Data(page[begin..<end].utf8)) as? [String: [[String: Any]]])
            let named = try await tablesNaming(session.accountID, "ana@example.org", in: world.database, engine)
            let silent: Set<String> = ["recovery_codes"]  // Digests, and nothing else.
            #expect(named.subtracting(silent).subtracting(data.keys) == [])
            for table in named.subtracting(silent) { #expect(data[table]?.isEmpty == false, "\(table)") }
            let secrets = try await world.database.read { connection in
                try connection.query("SELECT secret FROM api_keys").map { try $0.text("secret") }
                    + connection.query("SELECT password FROM accounts").map { try $0.text("password") }
                    + connection.query("SELECT token_digest FROM sessions").map {
                        try $0.blob("token_digest").hexadecimal
                    }
                    + connection.query("SELECT secret FROM second_factors").map { try $0.blob("secret").hexadecimal }
            }
            for secret in secrets { #expect(!page.contains(secret)) }
            #expect(!page.contains("bea@example.org"))
        }
    }

    @Test("a session that nobody uses ends after 14 days, and one that is used does not", arguments: Engine.allCases)
    func idle(engine: Engine) async throws {
        try await World.with(engine) { world in
            let accounts = world.accounts
            let used = try await accounts.signUp(email: "ana@example.org", password: Self.password)
            let idle = try await accounts.signIn(email: "ana@example.org", password: Self.password)
            world.clock.advance(seconds: AccountService.idleSeconds - 3600)
            // After such a pause it is written that money needs to be shown anew who asks.
            _ = try await accounts.session(token: used.token)
            let before = try await Contents(of: world.database).rows["sessions"]
            _ = try await accounts.session(token: used.token)
            #expect(try await Contents(of: world.database).rows["sessions"] == before, "a request waits for no write")
            try await accounts.prune(at: world.clock.now)
            let written = try await Contents(of: world.database).rows["sessions"]
            #expect(written != before)
            world.clock.advance(seconds: 60)
            _ = try await accounts.session(token: used.token)
            try await accounts.prune(at: world.clock.now)
            #expect(try await Contents(of: world.database).rows["sessions"] == written, "once a quarter of an hour")
            world.clock.advance(seconds: 7200)
            _ = try await accounts.session(token: used.token)
            await #expect(code { _ = try await accounts.session(token: idle.token) } == "accounts.not_signed_in")
        }
    }

    @Test(
        "sign-out everywhere ends every session, and keys and devices when they are to end", arguments: Engine.allCases)
    func signOutEverywhere(engine: Engine) async throws {
        try await World.with(engine) { world in
            let services = world.services(Post())
            let accounts = services.accounts
            let first = try await accounts.signUp(email: "ana@example.org", password: Self.password)
            _ = try await services.apiKeys.make(for: first.session.accountID, scopes: [.read], label: "Robot")
            let second = try await accounts.signIn(email: "ana@example.org", password: Self.password)
            let kept = try await accounts.signOutEverywhere(second.session, ending: [])
            #expect(kept == SignedOutEverywhere(sessionsEnded: 2, left: RemainingAccess(keys: ["Robot"])))
            for token in [first.token, second.token] {
                await #expect(code { _ = try await accounts.session(token: token) } == "accounts.not_signed_in")
            }
            let third = try await accounts.signIn(email: "ana@example.org", password: Self.password)
            world.clock.advance(seconds: AccountService.confirmationSeconds)
            await #expect(
                code { _ = try await accounts.signOutEverywhere(third.session, ending: [.keys]) }
                    == "accounts.confirmation_needed")
            try await accounts.confirm(password: Self.password, code: nil, of: third.session)
            let ended = try await accounts.signOutEverywhere(third.session, ending: [.devices, .keys])
            #expect(ended == SignedOutEverywhere(sessionsEnded: 1, left: RemainingAccess()))
        }
    }
}
