import ArgumentParser
import Testing

@testable import Commands

/// Arguments that are wrong: where the help stands that they need, and what their reason has to name.
private let wrong: [(arguments: String, help: String, names: String)] = [
    ("serve --port 65536", "serve", "--port"), ("serve --port x", "serve", "--port"),
    ("serve --tls-certificate a.pem", "serve", "--tls-key"), ("serve --feed-interval 0", "serve", "--feed-interval"),
    ("serve --log-level loud", "serve", "--log-level"), ("serve --database mysql://x", "serve", "--database"),
    ("serve --trusted-proxy 10.0.0.0/33", "serve", "--trusted-proxy"),
    ("serve --proxy-protocol", "serve", "--trusted-proxy"), ("serve --metrics-port -1", "serve", "--metrics-port"),
    ("serve --forwarded-header via", "serve", "--forwarded-header"), ("serve --limit nonsense=1", "serve", "nonsense"),
    ("serve --limit connections=many", "serve", "connections"), ("serve --mail-from a@example.org", "serve", "--mail"),
    ("serve --mail smtp://mail.example", "serve", "--mail-from"), ("serve extra", "serve", "'extra'"),
    ("serve --mail ftp://mail.example --mail-from a@example.org", "serve", "--mail"),
    ("serve --mail file: --mail-from a@example.org", "serve", "file:"),
    ("serve --mail smtp://mail.example --mail-from ana", "serve", "--mail-from"),
    ("demo --visitors 0", "demo", "--visitors"), ("demo --visitors 5001", "demo", "--visitors"),
    ("demo --speed -1", "demo", "--speed"), ("demo --speed nan", "demo", "--speed"),
    ("demo --seconds 0", "demo", "--seconds"), ("demo --report day.json", "demo", "--seconds"),
    ("demo --report-after 1209601", "demo", "--report-after"), ("demo --period 4", "demo", "--period"),
    ("venue check", "venue check", "<file>"), ("venue import v.json", "venue import", "--database"),
    ("venue export", "venue export", "--database"),
    ("venue export --database sqlite:a --venue x", "venue export", "--venue"), ("venue nonsense", "venue", "nonsense"),
    ("beacon", "beacon send", "--hci"), ("beacon --hci hci0", "beacon send", "--ibeacon"),
    ("beacon --hci nowhere:1 --eddystone-url https://a.b", "beacon send", "--hci"),
    ("beacon --hci hci0 --ibeacon 1,2", "beacon send", "--ibeacon"),
    ("beacon --hci hci0 --eddystone-uid 00,11", "beacon send", "--eddystone-uid"),
    ("beacon --hci hci0 --eddystone-url ftp://a", "beacon send", "--eddystone-url"),
    ("beacon --hci hci0 --eddystone-eid 00,11", "beacon send", "--eddystone-eid"),
    ("beacon --hci hci0 --altbeacon 00", "beacon send", "--altbeacon"),
    ("beacon --hci hci0 --eddystone-url https://a.b --interval 19", "beacon send", "--interval"),
    ("beacon --hci hci0 --eddystone-url https://a.b --period 0", "beacon send", "--period"),
    ("beacon --hci hci0 --eddystone-url https://a.b --seconds 0", "beacon send", "--seconds"),
    ("beacon --hci hci0 --eddystone-url https://a.b --address 01:02:03:04:05:06", "beacon send", "--address"),
    ("beacon --hci hci0 --eddystone-url https://a.b --security-key 00", "beacon send", "--ibeacon"),
    ("beacon eid --identity-key 00 --exponent 1 --time 1", "beacon eid", "--identity-key"),
    ("scan", "scan", "--hci"), ("scan --hci hci0 --decode -", "scan", "--decode"),
    ("scan --hci hci0 --seconds 0", "scan", "--seconds"), ("scan --hci tcp:x", "scan", "--hci"),
    ("phone --hci hci0", "phone", "--server"),
    ("phone --hci hci0 --server x --email a@b.c --password-file p", "phone", "--server"),
    ("phone --hci hci0 --server http://x --email a@b.c --password-file p --shops 1,a", "phone", "--shops"),
    ("phone --hci hci0 --server http://x --email a@b.c --password-file p --venue-days", "phone", "--exposure-store"),
    ("exposure derive --key 12", "exposure derive", "--key"),
    ("exposure evaluate . --assume-power 21", "exposure evaluate", "--assume-power"),
    ("exposure evaluate . --rule none", "exposure evaluate", "--rule"),
    ("exposure issue-code --database sqlite:a --onset yesterday", "exposure issue-code", "--onset"),
    ("exposure issue-code --database nothing", "exposure issue-code", "--database"),
    ("exposure sync --server nowhere", "exposure sync", "--server"),
    ("vault nonsense", "vault", "nonsense"), ("vault add", "vault add", "<title>"),
    ("vault add Mail --field password", "vault add", "--field"),
    ("vault list --position 1,2 --gpsd localhost:2947", "vault list", "--position"),
    ("vault list --position 91,0", "vault list", "90"), ("vault list extra", "vault list", "'extra'"),
    ("vault open --port 65536", "vault open", "--port"), ("vault open --kdf-cost cheap", "vault open", "--kdf-cost"),
    ("vault create-user ana --cipher rot13", "vault create-user", "--cipher"),
    ("vault list --hci nowhere", "vault list", "--hci"),
    ("market book", "market book", "<market>"), ("market book E", "market book", "<market>"),
    ("market book ETH-CLP", "market book", "<market>"), ("market order ETHCLP boy 1", "market order", "<side>"),
    ("market order ETHCLP buy 0", "market order", "<amount>"),
    ("market order ETHCLP buy -1", "market order", "<amount>"),
    ("market order ETHCLP buy 1e3", "market order", "<amount>"),
    ("market order ETHCLP buy 1 --stop 5", "market order", "--price"),
    ("market order ETHCLP buy 1 --price much", "market order", "--price"),
    ("market candles ETHCLP --frame 7m", "market candles", "--frame"),
    ("market trades ETHCLP extra", "market trades", "'extra'"),
    ("admin asset add", "admin asset add", "<name>"), ("admin asset add X --kind gold", "admin asset add", "--kind"),
    ("admin asset add X --exponent 19", "admin asset add", "--exponent"),
    ("admin asset add X --decimals 3 --exponent 2", "admin asset add", "--decimals"),
    ("admin market add ETHCLP --base ETH", "admin market add", "--quote"),
    ("admin market add ETHCLP --maker 101", "admin market add", "--maker"),
    ("admin market fees ETHCLP --tier 1:2", "admin market fees", "--tier"),
    ("admin market pause", "admin market pause", "<name>"),
    ("admin market auction ETHCLP --seconds 86401", "admin market auction", "--seconds"),
    ("admin market collar ETHCLP --percent 0", "admin market collar", "--percent"),
    ("admin market collar ETHCLP --percent 100.1", "admin market collar", "--percent"),
    ("admin requests settle one", "admin requests settle", "<id>"),
    ("admin requests refuse 1 2", "admin requests refuse", "'2'"),
    ("admin user add a@b.c --password-file p --role king", "admin user add", "--role"),
    ("admin user add a@b.c --password-file p --qr --json", "admin user add", "--qr"),
    ("admin api-key a@b.c --scopes everything", "admin api-key make", "--scopes"),
    ("admin api-key a@b.c --expires 0", "admin api-key make", "--expires"),
    ("admin api-key a@b.c --address 192.0.2.1/24", "admin api-key make", "--address"),
    ("admin deposit a@b.c CLP", "admin deposit", "<amount>"), ("nonsense", "", "nonsense"),
]

/// Arguments that are right, and the command that reads them.
private let right: [(arguments: String, command: String)] = [
    ("serve", "ServeCommand"), ("serve --port 0 --json --no-rate-limits", "ServeCommand"),
    ("serve --database postgres://cerca@db/cerca --trusted-proxy 10.0.0.0/8 --trusted-proxy ::1", "ServeCommand"),
    ("serve --clock-offset -3600 --limit connections=9 --metrics-port 0", "ServeCommand"),
    ("serve --mail file:mails --mail-from cerca@example.org", "ServeCommand"),
    ("demo --speed 0 --seconds 10 --report r.json --json", "DemoCommand"),
    ("venue check v.json --json", "VenueCheckCommand"),
    ("venue export --database sqlite:a --json", "VenueExportCommand"),
    ("beacon --hci hci0 --eddystone-url https://example.org", "BeaconSendCommand"),
    ("beacon send --hci tcp:127.0.0.1:9 --altbeacon 0000000000000000000000000000000000000000", "BeaconSendCommand"),
    ("beacon eid --identity-key 00000000000000000000000000000000 --exponent 15 --time 0 --json", "BeaconEIDCommand"),
    ("scan --decode -", "ScanCommand"), ("scan --hci serial:/dev/ttyUSB0,115200 --seconds 0.5 --json", "ScanCommand"),
    ("exposure rule --json", "RuleCommand"), ("exposure rule r.json", "RuleCommand"),
    ("exposure evaluate . --assume-power -21 --leave-one-out", "ExposureEvaluateCommand"),
    ("vault list --position 40.4,-3.7,10 --favourites", "VaultListCommand"),
    ("vault list --position -33.4,-70.6", "VaultListCommand"),
    ("vault add Mail --field password=- --field text:PIN=1=2", "VaultAddCommand"),
    ("market --json book ETHCLP", "MarketBookCommand"), ("market book ethclp --json", "MarketBookCommand"),
    ("market order ETHCLP sell 0.5 --price 10000 --stop 9000 --yes", "MarketOrderCommand"),
    ("market candles ETHCLP --frame 60", "MarketCandlesCommand"),
    ("market candles ETHCLP --frame 1M", "MarketCandlesCommand"),
    ("admin requests", "AdminRequestsListCommand"), ("admin requests settle 7 --json", "AdminRequestsSettleCommand"),
    ("admin requests refuse 7 --reason blurred", "AdminRequestsRefuseCommand"),
    ("admin api-key a@b.c --address 192.0.2.0/24 2001:db8::/32 --json", "AdminKeyMakeCommand"),
    ("admin market halt ETHCLP", "AdminMarketHaltCommand"),
    ("admin market auction ETHCLP", "AdminMarketAuctionCommand"),
    ("admin market collar ETHCLP --percent 12.5", "AdminMarketCollarCommand"),
    ("admin market collar ETHCLP", "AdminMarketCollarCommand"),
    ("admin market cancel ETHCLP --user a@example.org", "AdminMarketCancelCommand"),
    ("admin market pause ETHCLP --cancel-orders", "AdminMarketPauseCommand"),
    ("admin market fees ETHCLP --tier 100:0.1:0.2 --tier 1000:0:0.1", "AdminMarketFeesCommand"),
    ("admin asset add gold --kind points --decimals 0 --exponent 0 --json", "AdminAssetAddCommand"),
]

@Suite("How arguments are read")
struct UsageTests {
    @Test("wrong ones end with 2, one line, what is wrong and where the help is", arguments: wrong.indices)
    func refused(index: Int) throws {
        let (arguments, help, name) = wrong[index]
        let error = #expect(throws: (any Error).self, "\(arguments)") {
            _ = try Cerca.parseAsRoot(arguments.split(separator: " ").map(String.init))
        }
        let end = CommandEnd(of: Cerca.self, in: nil, after: try #require(error))
        let reason = try #require(end.reason, "\(arguments)")
        #expect(end.exitCode == 2 && end.output == nil, "\(arguments)")
        #expect(!reason.contains("\n") && reason.contains(name), "\(arguments): \(reason)")
        #expect(reason.hasSuffix("; see 'cerca\(help.isEmpty ? "" : " \(help)") --help'"), "\(reason)")
    }

    @Test("right ones reach their command", arguments: right.indices)
    func taken(index: Int) throws {
        let (arguments, command) = right[index]
        let parsed = try Cerca.parseAsRoot(arguments.split(separator: " ").map(String.init))
        #expect("\(type(of: parsed))" == command, "\(arguments)")
    }

    @Test("a secret that stands in a wrong place is not repeated")
    func secretsAreNotRepeated() throws {
        let secret = "5EC4E7" + String(repeating: "0", count: 57)
        for arguments in [
            ["exposure", "derive", "--key", secret], ["vault", "add", "Mail", "--field", secret],
            [
                "beacon", "--hci", "hci0", "--ibeacon", "01020304-0506-0708-090a-0b0c0d0e0f10,1,2", "--security-key",
                secret,
            ],
            ["beacon", "eid", "--identity-key", secret, "--exponent", "1", "--time", "1"],
        ] {
            let error = #expect(throws: (any Error).self) { _ = try Cerca.parseAsRoot(arguments) }
            let end = CommandEnd(of: Cerca.self, in: nil, after: try #require(error))
            #expect(end.exitCode == 2 && end.reason?.contains("5EC4E7") == false, "\(end)")
        }
    }
}
