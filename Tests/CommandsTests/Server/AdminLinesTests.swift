import ArgumentParser
import Basics
import Foundation
import HTTPKit
import Ledger
import LedgerService
import Market
import MarketService
import Testing

@testable import Commands

/// Does `work` with a database that begins empty and is gone with the test.
private func withDatabase(_ work: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-admin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let database = "sqlite:\(folder.appending(path: "a.sqlite").path)"
    _ = try await CommandDatabase.use(database) { _, _ in true }
    try await work(database)
}

private func lines(_ write: (inout OutputBuffer) -> Void) -> [String] {
    var output = OutputBuffer(descriptor: nil)
    write(&output)
    return output.takenText().split(separator: "\n").map(String.init)
}

private func objects(_ lines: [String]) throws -> [JSONValue] {
    try lines.map { try JSONValue(parsing: Array($0.utf8)) }
}

@Suite("What an operator's commands print")
struct AdminLinesTests {
    @Test("assets are a table for people and one object each for programs")
    func assets() async throws {
        try await withDatabase { database in
            let draft = AssetDraft(
                name: try AdminLedger.asset("gold"), kind: .points, exponent: 0, decimals: 0,
                title: "Gold stars", prefix: "", postfix: "*")
            let assets = try await AdminLedger.use(.parse(["--database", database])) {
                administration throws(ServiceError) in
                _ = try await administration.addAsset(draft)
                return try await administration.assets()
            }
            let table = lines { AssetLines.write(assets, json: false, width: nil, to: &$0) }
            #expect(table.count == assets.count + 1 && table[0].contains("asset"))
            #expect(table.contains { $0.hasPrefix("GOLD") && $0.contains("points") })
            let objects = try objects(lines { AssetLines.write(assets, json: true, width: nil, to: &$0) })
            #expect(objects.count == assets.count)
            let gold = try #require(objects.first { $0["asset"] == "GOLD" })
            #expect(gold["kind"] == "points" && gold["decimals"] == 0 && gold["postfix"] == "*")
            #expect(gold["isActive"] == true)
        }
    }

    @Test("a market has its steps and fees, and is found among assets by its name alone when that is clear")
    func markets() async throws {
        try await withDatabase { database in
            let (base, quote) = (try AdminLedger.asset("ABC"), try AdminLedger.asset("XYZ"))
            let rules = try await AdminLedger.use(.parse(["--database", database])) {
                administration throws(ServiceError) in
                for name in [base, quote] {
                    _ = try await administration.addAsset(
                        AssetDraft(
                            name: name, kind: .currency, exponent: 8, decimals: 2, title: name.text, prefix: "",
                            postfix: ""))
                }
                return try await administration.addMarket(
                    MarketDraft(
                        name: MarketName("ABCXYZ")!, base: base, quote: quote, tick: "0.01", lot: "0.001",
                        minimum: "0.005",
                        fees: FeeSchedule([
                            FeeTier(threshold: 0, maker: FeeRate(percent: "0.1")!, taker: FeeRate(percent: "0.25")!),
                            FeeTier(
                                threshold: 1_000_00000000, maker: FeeRate(percent: "0")!,
                                taker: FeeRate(percent: "0.2")!),
                        ])!))
            }
            let table = lines { MarketRulesLines.write([rules], json: false, width: nil, to: &$0) }
            #expect(table.count == 2 && table[1].hasPrefix("ABCXYZ"))
            for cell in ["0.01", "0.001", "0.005", "0.1 %", "0.25 %"] { #expect(table[1].contains(cell), "\(cell)") }
            let object = MarketRulesLines.json(rules)
            #expect(object["tick"] == "0.01" && object["lot"] == "0.001" && object["minimum"] == "0.005")
            guard case .array(let tiers)? = object["fees"] else { throw CommandFailure("no fees") }
            #expect(tiers.count == 2 && tiers[1]["threshold"] == "1000" && tiers[1]["makerPercent"] == "0")
            #expect(MarketRulesLines.json(rules.name, isActive: false)["isActive"] == false)
        }
    }

    @Test("an audit of a ledger that agrees says so; one that does not names what is wrong, asset by asset")
    func audit() async throws {
        try await withDatabase { database in
            var report = try await AdminLedger.use(.parse(["--database", database])) {
                administration throws(ServiceError) in
                try await administration.audit()
            }
            #expect(report.isClean && !report.assets.isEmpty)
            let exponents = Dictionary(uniqueKeysWithValues: report.assets.map { ($0.name, 2) })
            let clean = lines { AuditLines.writeTable(report, exponents, width: nil, to: &$0) }
            #expect(clean.last == "everything agrees" && !clean.contains { $0.contains("NOT") })
            report.faults = ["order 7 has one fill too many", "balance of account 3"]
            let table = lines { AuditLines.writeTable(report, exponents, width: nil, to: &$0) }
            #expect(table.suffix(2) == ["fault: order 7 has one fill too many", "fault: balance of account 3"])
            let objects = try objects(lines { AuditLines.writeObjects(report, exponents, to: &$0) })
            #expect(objects.count == report.assets.count + 3)
            #expect(objects.last?["isClean"] == false && objects.last?["faults"] == 2)
            #expect(objects.filter { $0["fault"] != nil }.count == 2)
            #expect(AuditLines.summary(report).contains("2 faults") && AuditLines.summary(report).contains("order 7"))
            report.faults = ["order 7"]
            #expect(AuditLines.summary(report) == "one fault: order 7")
        }
    }

    @Test("a database that does not exist is not made, and what is refused is told in words")
    func refusals() async throws {
        let missing = FileManager.default.temporaryDirectory.appending(path: "cerca-none-\(UUID().uuidString)").path
        let failure = await #expect(throws: CommandFailure.self) {
            _ = try await AdminLedger.use(.parse(["--database", "sqlite:\(missing)"])) {
                administration throws(ServiceError) in
                try await administration.assets()
            }
        }
        #expect(failure?.reason.contains("does not exist") == true)
        #expect(!FileManager.default.fileExists(atPath: missing))
        try await withDatabase { database in
            let unknown = await #expect(throws: CommandFailure.self) {
                _ = try await AdminLedger.use(.parse(["--database", database])) {
                    administration throws(ServiceError) in
                    try await administration.settle(request: 99)
                }
            }
            #expect(unknown?.reason == "there is no such request")
            let stranger = await #expect(throws: CommandFailure.self) {
                _ = try await AdminLedger.use(.parse(["--database", database])) {
                    administration throws(ServiceError) in
                    try await administration.deposit(to: "nobody@example.org", asset: AssetName("CLP")!, amount: "1")
                }
            }
            #expect(stranger?.reason.contains("no account") == true)
        }
    }

    @Test("a key with its secret is what programs read it from")
    func keys() {
        #expect(KeyLines.json(public: "p", secret: "s").compactText == #"{"public":"p","secret":"s"}"#)
    }
}

@Suite("What an operator types about a market")
struct AdminArgumentsTests {
    private func names(_ texts: String...) throws -> [AssetName] { try texts.map { try AdminLedger.asset($0) } }

    @Test("the pair of a market is read from its name when there is exactly one")
    func pair() throws {
        let assets = try names("ETH", "CLP", "ET", "HCLP", "EUR")
        let eur = AdminMarketAddCommand.pair(in: try AdminLedger.market("etheur"), among: assets)
        #expect(eur?.base.text == "ETH" && eur?.quote.text == "EUR")
        // ETH and CLP, or ET and HCLP: nobody knows.
        #expect(AdminMarketAddCommand.pair(in: try AdminLedger.market("ETHCLP"), among: assets) == nil)
        #expect(AdminMarketAddCommand.pair(in: try AdminLedger.market("CLPXXX"), among: assets) == nil)
    }

    @Test(
        "names are taken in any case, and what is none is refused", arguments: ["", "A", "1AB", "A-B", "ABCDEFGHIJK"])
    func assetNames(text: String) throws {
        #expect(try AdminLedger.asset("clp").text == "CLP")
        #expect(throws: CommandFailure.self) { _ = try AdminLedger.asset(text) }
    }

    @Test(
        "a fee in per cent is exact to four places",
        arguments: [
            ("0", 0), ("0.39", 3900), ("100", 1_000_000), ("0.0001", 1), ("0.00001", nil), ("100.0001", nil),
            ("-1", nil), ("1e1", nil), ("", nil), ("1,5", nil),
        ] as [(String, UInt32?)])
    func rates(text: String, parts: UInt32?) {
        #expect(FeeRate(percent: text)?.rawValue == parts)
        if let parts { #expect(FeeRate(percent: FeeRate(rawValue: parts)?.percent ?? "")?.rawValue == parts) }
    }

    @Test("tiers stand in the order of their thresholds, and a threshold that repeats is none")
    func tiers() throws {
        let quote = Asset(
            number: 1, name: try AdminLedger.asset("CLP"), kind: .currency, exponent: 2, decimals: 0, title: "Peso")
        let schedule = try #require(try schedule(of: quote, "1000:0.1:0.2", "10.5:0.2:0.3"))
        #expect(schedule.tiers.map(\.threshold) == [0, 1050, 100_000])
        #expect(schedule.tiers[0].maker.percent == "0.39" && schedule.tiers[2].taker.percent == "0.2")
        #expect(try self.schedule(of: quote, "10:0.1:0.2", "10:0.1:0.1") == nil)
        #expect(try self.schedule(of: quote, "much:0.1:0.2") == nil)
        #expect(try self.schedule(of: quote, "1:0.1:200") == nil)
    }

    private func schedule(of quote: Asset, _ tiers: String...) throws -> FeeSchedule? {
        try FeeOptions.parse(tiers.flatMap { ["--tier", $0] }).schedule(quote: quote)
    }
}
