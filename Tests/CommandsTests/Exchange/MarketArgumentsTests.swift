import ArgumentParser
import Basics
import Foundation
import Market
import Testing

@testable import Commands
@testable import MarketClient

@Suite("What is typed about a market")
struct MarketArgumentsTests {
    @Test(
        "names are letters and digits, in whatever case",
        arguments: [
            ("ETHCLP", "ETHCLP"), ("ethclp", "ETHCLP"), ("1INCHEUR", "1INCHEUR"), ("ab", "AB"), ("a", nil), ("", nil),
            ("ETH-CLP", nil), ("ETH CLP", nil), ("ÑANDU", nil),
            (String(repeating: "A", count: 24), String(repeating: "A", count: 24)),
            (String(repeating: "A", count: 25), nil), ("ſ1", "S1"),
        ])
    func markets(text: String, name: String?) {
        #expect(MarketArgument(argument: text)?.name == name)
    }

    @Test(
        "the name of an asset has at most ten of them",
        arguments: [("clp", "CLP"), ("ABCDEFGHIJ", "ABCDEFGHIJ"), ("ABCDEFGHIJK", nil), ("C", nil), ("C/P", nil)])
    func assets(text: String, name: String?) {
        #expect(AssetArgument(argument: text)?.name == name)
    }

    @Test(
        "an amount is a plain number above zero",
        arguments: [
            ("1", "1"), ("0.50", "0.5"), ("0.000000000000000001", "0.000000000000000001"), ("0", nil), ("-1", nil),
            ("1e3", nil), ("1,5", nil), ("", nil), (".", nil), ("nan", nil), ("0x10", nil), ("１", nil),
        ])
    func amounts(text: String, sent: String?) {
        #expect(AmountArgument(argument: text).flatMap { ExactDecimal.trimmed($0.text) } == sent)
    }

    @Test("a side is one of two words", arguments: [("buy", Side.buy), ("SELL", .sell), ("b", nil), ("", nil)])
    func sides(text: String, side: Side?) {
        #expect(SideArgument(argument: text)?.side == side)
    }

    @Test(
        "how long a candle lasts is said by name or in minutes",
        arguments: [
            ("1m", 1), ("5m", 5), ("15m", 15), ("1h", 60), ("4h", 240), ("1d", 1440), ("1w", 10_080), ("1M", 44_640),
            ("60", 60), ("1440", 1440), ("7", nil), ("1H", nil), ("", nil), ("-5", nil), ("2h", nil),
        ])
    func frames(text: String, minutes: Int64?) {
        #expect(FrameArgument(argument: text)?.frame.minutes == minutes)
    }

    @Test("the frame of an hour is shown as it is typed")
    func hour() {
        #expect(FrameArgument.hour.defaultValueDescription == "1h")
    }

    @Test("the assets of a market are those that the exchange says, else those that its name says")
    func pairs() throws {
        let details = try MarketDetails(
            .object([
                "name": "PTSEUR", "base": "PTS", "quote": "EURO", "tick": "1", "lot": "1", "minimum": "1",
            ]))
        let said = AssetPair(of: "PTSEUR", in: [details])
        #expect(said.base == "PTS" && said.quote == "EURO")
        #expect(said.names(.buy) == (given: "EURO", received: "PTS"))
        #expect(said.names(.sell) == (given: "PTS", received: "EURO"))
        let read = AssetPair(of: "ETHCLP", in: nil)
        #expect(read.base == "ETH" && read.quote == "CLP")
    }
}

@Suite("The file with an API key")
struct MarketKeyFileTests {
    private func reading(_ content: String?, mode: Int = 0o600) throws -> MarketKey? {
        let path = FileManager.default.temporaryDirectory.appending(path: "cerca-key-\(UUID().uuidString)")
            .path(percentEncoded: false)
        defer { try? FileManager.default.removeItem(atPath: path) }
        if let content {
            let isMade = FileManager.default.createFile(
                atPath: path, contents: Data(content.utf8), attributes: [.posixPermissions: mode])
            #expect(isMade)
        }
        return try MarketKeyFile.read(path)
    }

    private let key = #"{"public":"abc","secret":"5ec4e7"}"#

    @Test("a key is read as it was printed, and none where there is no file")
    func read() throws {
        #expect(try reading(key) != nil)
        #expect(try reading(key + "\n") != nil)
        #expect(try reading(nil) == nil)
    }

    @Test("a file that others can read is refused, whoever they are", arguments: [0o644, 0o640, 0o604, 0o620, 0o601])
    func permissions(mode: Int) throws {
        let failure = #expect(throws: CommandFailure.self) { _ = try reading(key, mode: mode) }
        #expect(failure?.reason.contains("chmod 600") == true)
        #expect(failure?.reason.contains("5ec4e7") == false)
    }

    @Test("what is no key is refused without being repeated", arguments: ["", "{}", "5ec4e7", #"{"secret":"5ec4e7"}"#])
    func noKey(content: String) throws {
        let failure = #expect(throws: CommandFailure.self) { _ = try reading(content) }
        #expect(failure?.reason.contains("5ec4e7") == false)
    }

    @Test("a folder or a device is no file of keys", arguments: ["/tmp", "/dev/null"])
    func noOrdinaryFile(path: String) {
        #expect(throws: CommandFailure.self) { _ = try MarketKeyFile.read(path) }
    }
}
