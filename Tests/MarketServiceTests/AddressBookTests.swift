import API
import Banks
import Basics
import HTTPTypes
import Ledger
import Market
import Storage
import TestServer
import Testing

@testable import AccountService
@testable import HTTPKit
@testable import LedgerService
@testable import MarketService
@testable import ServerApp

@Suite("The address book")
struct AddressBookTests {
    private static let (clp, btc) = (MarketWorld.asset("CLP"), MarketWorld.asset("BTC"))

    private static func bank(_ number: String = "12345678") throws -> Destination.Place {
        .bank(
            try BankAccount(
                country: "CL", holder: "Ana Pérez", bank: "Banco de Chile", kind: .current, number: number,
                taxNumber: "12345678-5"))
    }

    private func withdraw(
        _ amount: String, to destination: String? = nil, text: String = "", asset: AssetName = clp, _ trader: Trader,
        _ world: MarketWorld
    ) async throws -> MoneyRequest {
        try await world.market.requestWithdrawal(
            MoneyRequestDraft(asset: asset, amount: amount, bankAccount: text, destination: destination), for: trader)
    }

    @Test(
        "a withdrawal names an entry that has waited a day, and keeps its line after it is gone",
        arguments: Engine.allCases)
    func waiting(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = (
                try await world.person(1, ["CLP": "1000", "BTC": "1"]), try await world.person(2, ["CLP": "10"])
            )
            let old = try await withdraw("1", text: "Banco 1, as it was written", ana, world)
            let entry = try await world.market.addDestination(try Self.bank(), name: "Mine", of: ana)
            let until = world.clock.now.advanced(bySeconds: 86_400)
            #expect(entry.usableAt == until && entry.id.utf8.count == 32)
            #expect(
                try await refusal { _ = try await withdraw("1", to: entry.id, ana, world) }
                    == .destinationWaits(until: until))
            world.clock.advance(seconds: 86_399)
            #expect(
                try await refusal { _ = try await withdraw("1", to: entry.id, ana, world) }
                    == .destinationWaits(until: until))
            world.clock.advance(seconds: 1)
            let request = try await withdraw("2", to: entry.id, ana, world)
            #expect(request.bankAccount == "Banco de Chile, current 12345678, Ana Pérez, 12.345.678-5, CL")
            // It is nobody else's, takes no crypto-currency, and says all there is to say.
            #expect(
                try await refusal { _ = try await withdraw("1", to: entry.id, ben, world) } == .unknownDestination)
            #expect(
                try await refusal { _ = try await withdraw("0.1", to: entry.id, asset: Self.btc, ana, world) }
                    == .unknownDestination)
            #expect(
                try await refusal { _ = try await withdraw("1", to: entry.id, text: "else", ana, world) }
                    == .invalidText)
            #expect(try await refusal { _ = try await withdraw("1", ana, world) } == .invalidText)
            #expect(
                try await refusal { try await world.market.removeDestination(entry.id, of: ben) }
                    == .unknownDestination)
            try await world.market.removeDestination(entry.id, of: ana)
            #expect(
                try await refusal { _ = try await withdraw("1", to: entry.id, ana, world) } == .unknownDestination)
            let lines = try await world.market.requests(of: ana, page: Page()).items.map(\.bankAccount)
            #expect(lines == [request.bankAccount, old.bankAccount])
            try await world.expectClean()
        }
    }

    @Test(
        "whoever insists on the book sends nowhere else, and a day passes before that ends", arguments: Engine.allCases)
    func only(engine: Engine) async throws {
        try await MarketWorld.with(engine) { world in
            let (ana, ben) = (try await world.person(1, ["CLP": "1000"]), try await world.person(2))
            let address = try await world.market.address(of: ben, asset: Self.clp)
            func send() async throws -> MarketError? {
                try await refusal {
                    try await world.market.transfer(to: address, amount: "1", asset: Self.clp, memo: nil, from: ana)
                }
            }
            func write(_ text: String) async throws -> MarketError? {
                try await refusal { _ = try await withdraw("1", text: text, ana, world) }
            }
            let place = try await world.market.place(address: address, asset: Self.clp)
            let added = try await world.market.addDestination(place, name: "Ben", of: ana)
            _ = try await world.market.addDestination(try Self.bank(), name: "Mine", of: ana)
            // Beside the book money goes anywhere as long as nobody insists.
            #expect(try await send() == nil)
            #expect(try await write("Mine") == nil)
            #expect(try await world.market.insistOnAddressBook(true, of: ana).rule.isOnly)
            #expect(try await send() == .destinationWaits(until: added.usableAt))
            #expect(try await write("elsewhere") == .notInAddressBook)
            world.clock.advance(seconds: 86_400)
            #expect(try await send() == nil)
            // Programs name an entry by writing its name.
            #expect(try await write("Mine") == nil)
            #expect(try await write("mine") == .notInAddressBook)
            #expect(
                try await world.market.requests(of: ana, page: Page()).items.map(\.bankAccount).first
                    == "Banco de Chile, current 12345678, Ana Pérez, 12.345.678-5, CL")
            try await world.market.removeDestination(added.id, of: ana)
            #expect(try await send() == .notInAddressBook)

            let end = world.clock.now.advanced(bySeconds: 86_400)
            #expect(try await world.market.insistOnAddressBook(false, of: ana).rule.opensAt == end)
            world.clock.advance(seconds: 3600)
            // To ask again begins nothing anew; to insist again takes it back.
            #expect(try await world.market.insistOnAddressBook(false, of: ana).rule.opensAt == end)
            #expect(try await world.market.insistOnAddressBook(true, of: ana).rule.opensAt == nil)
            world.clock.advance(seconds: 86_400)
            #expect(try await send() == .notInAddressBook)
            _ = try await world.market.insistOnAddressBook(false, of: ana)
            world.clock.advance(seconds: 86_399)
            #expect(try await send() == .notInAddressBook)
            world.clock.advance(seconds: 1)
            #expect(try await send() == nil)
            #expect(try await world.market.addressBook(of: ana).rule == AddressBookRule())
            #expect(try await world.market.insistOnAddressBook(false, of: ana).rule == AddressBookRule())
            try await world.expectClean()
        }
    }

    @Test("names are unique and shown, entries few, and each change is told", arguments: Engine.allCases)
    func entries(engine: Engine) async throws {
        try await World.with(engine) { world in
            let post = Post()
            let services = world.services(post)
            let session = try await world.visitor()
            let ana = try await services.market.trader(of: session.accountID)
            try await world.database.write { connection in
                try connection.execute(
                    "UPDATE accounts SET proof = 'mailbox' WHERE id = ?1", [.blob(session.accountID)])
            }
            let market = services.market
            try await market.refresh()
            func add(_ name: String, _ place: Destination.Place) async throws -> MarketError? {
                try await refusal { _ = try await market.addDestination(place, name: name, of: ana) }
            }
            let address = try await market.place(address: "c7f5", asset: Self.clp)
            #expect(try await add("Ben", address) == nil)
            #expect(try await add("Ben", try Self.bank()) == .nameTaken)
            for name in ["", "  ", "a\nb", "a\u{202E}b", "a\u{200B}", String(repeating: "a", count: 61)] {
                #expect(try await add(name, address) == .invalidText, "\(name)")
            }
            for wrong in ["", "a b", "é", String(repeating: "a", count: 201)] {
                let place = try await market.place(address: wrong, asset: Self.clp)
                #expect(try await add("New", place) == .invalidText, "\(wrong)")
            }
            let nope = MarketWorld.asset("NOPE")
            #expect(try await refusal { _ = try await market.place(address: "c7", asset: nope) } == .unknownAsset)
            _ = try await market.insistOnAddressBook(true, of: ana)
            _ = try await market.insistOnAddressBook(false, of: ana)
            let entry = try #require(try await market.addressBook(of: ana).entries.first)
            try await market.removeDestination(entry.id, of: ana)
            let texts = try await post.texts(for: "ana@example.org", by: services)
            #expect(texts.count == 4 && texts.filter { $0.contains("(Ben)") }.count == 2)
            #expect(!texts.contains { $0.contains("http") || $0.contains("c7f5") })
            let kinds = try await services.accounts.history(of: session).events.map(\.kind.rawValue)
            #expect(
                kinds.filter { $0.hasPrefix("book.") }
                    == ["book.added", "book.only", "book.opening", "book.removed"])
            for number in 0..<Destination.perAccount { #expect(try await add("Place \(number)", address) == nil) }
            #expect(try await add("One more", address) == .limitReached)
        }
    }

    @Test("a change needs that its owner has just shown who they are, and a bank account is checked")
    func routes() async throws {
        try await TradingSite.with { trading in
            let site = Site(world: trading.world, client: trading.client)
            let (ana, eva) = (try await site.signUp("ana"), try await site.signUp("eva"))
            func post(_ path: String, _ body: some APIBody, _ token: String) async throws -> Answer {
                try await site.ask(
                    .post, "/api/market/destination-" + path, String(decoding: try body.json(), as: UTF8.self),
                    token: token)
            }
            func draft(_ country: String = "CL", number: String = "12345678", tax: String? = "12.345.678-5")
                -> MarketBankAccountDraftBody
            {
                .init(
                    name: "Mine", country: country, holder: "Ana Pérez", bank: "Banco de Chile", type: .sight,
                    number: number, taxNumber: tax)
            }
            for (wrong, path) in [
                (draft(tax: "12.345.678-4"), "$.taxNumber"), (draft(tax: nil), "$.taxNumber"),
                (draft("cl"), "$.country"), (draft(number: "12a"), "$.number"),
                (draft("ES", number: "ES9121000418450200051333", tax: nil), "$.number"),
            ] {
                let answer = try await post("bank-accounts", wrong, ana)
                #expect(answer.status == 422 && answer.code == "market.invalid_bank_account")
                #expect(try answer.body(ProblemBody.self).faults?.map(\.path) == [path])
            }
            let made = try await post("bank-accounts", draft(), ana).body(MarketDestinationBody.self)
            #expect(made.bankAccount?.taxNumber == "12.345.678-5" && made.bankAccount?.type == .sight)
            let address = MarketAddressDraftBody(name: "Ben", asset: "BTC", address: "bc1q")
            #expect(try await post("addresses", address, ana).status == 201)
            func book(_ token: String) async throws -> MarketAddressBookBody {
                try await site.ask(.get, "/api/market/destinations", token: token).body(MarketAddressBookBody.self)
            }
            #expect(try await book(ana).destinations.map(\.name) == ["Ben", "Mine"])
            #expect(try await book(eva).destinations.isEmpty)
            let path = "/api/market/destinations/\(made.id)"
            #expect(try await site.ask(.delete, path, token: eva).code == "market.unknown_destination")
            func rule(_ isOnly: Bool) async throws -> Answer {
                try await site.ask(.put, "/api/market/destination-rule", #"{"isOnly":\#(isOnly)}"#, token: ana)
            }
            #expect(try await rule(true).body(MarketAddressBookBody.self).isOnly)
            let withdrawal = MarketMoneyDraftBody(asset: "CLP", amount: "1", bankAccount: "elsewhere")
            let refused = try await site.ask(
                .post, "/api/market/withdrawals", String(decoding: try withdrawal.json(), as: UTF8.self), token: ana)
            #expect(refused.code == "market.not_in_address_book")
            // Five minutes later each of them asks who it is; to look does not.
            trading.world.clock.advance(seconds: 300)
            let answers = [
                try await post("bank-accounts", draft(), ana), try await post("addresses", address, ana),
                try await site.ask(.delete, path, token: ana), try await rule(false),
            ]
            #expect(answers.map(\.code) == [String](repeating: "accounts.confirmation_needed", count: 4))
            let last = try await book(ana)
            #expect(last.destinations.count == 2 && last.opensAt == nil)
        }
    }
}
