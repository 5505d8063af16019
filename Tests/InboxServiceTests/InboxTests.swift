import API
import Basics
import HTTPTypes
import Storage
import TestServer
import Testing

@testable import HTTPKit
@testable import InboxService
@testable import ServerApp

@Suite("The inbox")
struct InboxTests {
    @discardableResult
    private func tell(
        _ world: World, _ account: [UInt8], _ label: String, source: String? = nil
    ) async throws -> InboxNotification? {
        let inbox = world.services().inbox
        let now = world.clock.now
        world.clock.advance(seconds: 1)
        return try await world.database.write { connection in
            try inbox.deliver(
                account, .deviceApproved(label: label), at: now, now: now, source: source, in: connection)
        }
    }

    @Test("notifications are listed, read, deleted and restored by their owner alone", arguments: Engine.allCases)
    func life(engine: Engine) async throws {
        try await World.with(engine) { world in
            let inbox = world.services().inbox
            let ana = try await world.visitor("ana").accountID
            let eva = try await world.visitor("eva").accountID
            let one = try #require(try await tell(world, ana, "one"))
            let two = try #require(try await tell(world, ana, "two"))
            #expect(try await inbox.notifications(of: ana).map(\.id) == [two.id, one.id])
            #expect(try await inbox.notifications(of: eva).isEmpty)
            await #expect(code { try await inbox.markRead(one.id, of: eva) } == "inbox.unknown")
            await #expect(code { try await inbox.delete(one.id, of: eva) } == "inbox.unknown")
            try await inbox.markRead(one.id, of: ana)
            #expect(try await inbox.notifications(of: ana).map(\.isRead) == [false, true])
            try await inbox.markAllRead(of: ana)
            #expect(try await inbox.notifications(of: ana).allSatisfy(\.isRead))
            try await inbox.delete(one.id, of: ana)
            #expect(try await inbox.notifications(of: ana).map(\.id) == [two.id])
            #expect(try await inbox.restore(one.id, of: ana).content == .deviceApproved(label: "one"))
            try await inbox.delete(one.id, of: ana)
            try await inbox.prune(at: world.clock.now.advanced(bySeconds: InboxService.undoSeconds))
            await #expect(code { _ = try await inbox.restore(one.id, of: ana) } == "inbox.unknown")
        }
    }

    @Test("an inbox keeps the newest, and tells of one thing once")
    func bounded() async throws {
        try await World.with(.sqlite) { world in
            let inbox = world.services().inbox
            let ana = try await world.visitor("ana").accountID
            #expect(try await tell(world, ana, "first", source: "thing 1") != nil)
            #expect(try await tell(world, ana, "again", source: "thing 1") == nil)
            for number in 0..<InboxService.notificationsKept { try await tell(world, ana, "\(number)") }
            let kept = try await inbox.notifications(of: ana)
            #expect(kept.count == InboxService.notificationsKept)
            #expect(!kept.contains { $0.content == .deviceApproved(label: "first") })
        }
    }

    @Test("what is stored is read as it was written")
    func contents() {
        for content: InboxContent in [
            .orderExecuted(order: "O1", market: "ETHCLP", side: "buy", amount: "0.3", price: nil),
            .orderExecuted(order: "O1", market: "ETHCLP", side: "sell", amount: "0.3", price: "10000"),
            .priceReached(market: "ETHCLP", isAbove: true, price: "1"),
            .priceReached(market: "ETHCLP", isAbove: false, price: "1"), .deviceApproved(label: "\"quoted\"\n"),
            .requestDecided(request: "1", isDeposit: true, isSettled: false, asset: "CLP", amount: "5"),
            .requestDecided(request: "1", isDeposit: false, isSettled: true, asset: "CLP", amount: "5"),
            .invoice(invoice: "P1", .delayed, asset: "CLP", amount: "5"),
            .invoice(invoice: "P1", .changed, asset: "CLP", amount: "5"),
            .invoice(invoice: "P1", .kept, asset: "ETH", amount: "5"),
        ] {
            #expect(InboxContent(stored: content.stored) == content)
        }
        for text in ["", "{}", "[]", #"{"kind":"new"}"#, #"{"kind":"price.reached"}"#] {
            #expect(InboxContent(stored: text) == nil)
        }
    }
}

@Suite("Accounts over HTTP")
struct AccountSecurityRouteTests {
    @Test("without its switches an account signs in as ever, and its sessions are told by device")
    func asEver() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            let body = #"{"email":"ana@example.org","password":"long enough"}"#
            let answer = try await site.ask(
                .post, "/api/sessions", body, headers: [HTTPField.Name("X-MOBILE")!: "Pixel 9#Android 16#token"])
            #expect(
                answer.status == 201 && answer.headers[values: .setCookie].count { !$0.hasPrefix("cerca_known=") } == 1)
            #expect(try answer.body(SessionBody.self).device == nil)
            let sessions = try await site.ask(.get, "/api/account/sessions", token: token).body(SessionsBody.self)
            #expect(Set(sessions.sessions.map(\.label)) == [nil, "Pixel 9, Android 16"])
            let security = try await site.ask(.get, "/api/account/security", token: token).body(SecurityBody.self)
            #expect(
                security
                    == SecurityBody(
                        needsCode: false, recoveryCodesLeft: 0, approvesDevices: false, canApproveDevices: false))
            let rule = #"{"isOn":true,"password":"long enough"}"#
            let refused = try await site.ask(.put, "/api/account/device-approval", rule, token: token)
            #expect(refused.status == 409 && refused.text.contains("accounts.no_mail"))
        }
    }

    @Test("a key is made with the password, listed without its secret, and revoked")
    func keys() async throws {
        try await Site.with { site in
            let token = try await site.signUp()
            func draft(_ password: String, _ address: String) -> String {
                #"{"label":"Robot","scopes":["read"],"addresses":["\#(address)"],"password":"\#(password)"}"#
            }
            let wrong = try await site.ask(.post, "/api/account/keys", draft("wrong one", "::1"), token: token)
            #expect(wrong.status == 401)
            let odd = try await site.ask(.post, "/api/account/keys", draft("long enough", "here"), token: token)
            #expect(odd.status == 422 && odd.text.contains("accounts.invalid_key"))
            let made = try await site.ask(.post, "/api/account/keys", draft("long enough", "::1"), token: token)
            let key = try made.body(NewAPIKeyBody.self)
            let listed = try await site.ask(.get, "/api/account/keys", token: token)
            #expect(listed.text.contains(key.public) && !listed.text.contains(key.secret))
            #expect(try await site.ask(.delete, "/api/account/keys/\(key.public)", token: token).status == 204)
            #expect(try await site.ask(.delete, "/api/account/keys/\(key.public)", token: token).status == 404)
        }
    }

    @Test("nobody else reaches an inbox, an alert or a session")
    func strangers() async throws {
        try await Site.with { site in
            for path in ["/api/inbox", "/api/alerts", "/api/account/sessions", "/api/account/keys"] {
                #expect(try await site.ask(.get, path).status == 401)
            }
            let token = try await site.signUp()
            #expect(try await site.ask(.get, "/api/inbox", token: token).body(InboxBody.self).notifications.isEmpty)
            #expect(try await site.ask(.post, "/api/inbox/none/read", token: token).status == 404)
            #expect(try await site.ask(.delete, "/api/alerts/none", token: token).status == 404)
            let odd = try await site.ask(.post, "/api/alerts", #"{"market":"ETHCLP","price":"1"}"#, token: token)
            #expect(odd.status == 422)
        }
    }
}
