import Accounts
import ArgumentParser
import Basics
import Forwarding
import Foundation
import HTTPKit
import Network
import Testing

@testable import Commands

@Suite("What stands between the server and strangers")
struct EdgeOptionsTests {
    private func options(_ arguments: String...) throws -> EdgeOptions { try EdgeOptions.parse(arguments) }

    @Test("without options no proxy is trusted, there are no figures, and rates are limited")
    func standard() throws {
        let options = try options()
        #expect(options.metrics == nil)
        #expect(options.limits.connections == ServerLimits.standard.connections)
        #expect(options.limits.perAddress != nil && options.limits.signInPerAddress != nil)
        #expect(options.proxies.ranges.isEmpty && !options.proxies.sendsProxyHeader)
    }

    @Test("proxies are trusted by address, and say their clients' addresses in one field")
    func proxies() throws {
        let options = try options(
            "--trusted-proxy", "10.0.0.0/8", "--trusted-proxy", "2001:db8::1", "--forwarded-header", "Forwarded",
            "--proxy-protocol")
        #expect(options.proxies.ranges == [AddressRange("10.0.0.0/8"), AddressRange("2001:db8::1")].compactMap { $0 })
        #expect(options.proxies.ranges.count == 2)
        #expect(options.proxies.field == .forwarded && options.proxies.sendsProxyHeader)
    }

    @Test("limits are set by name, and rates can be left out without the others")
    func limits() throws {
        let set = try options("--limit", "connections=9", "--limit", "requests-per-address=8/4").limits
        #expect(set.connections == 9 && set.perAddress?.perSecond == 2 && set.perAddress?.burst == 8)
        let unlimited = try options("--limit", "connections=9", "--no-rate-limits").limits
        #expect(unlimited.connections == 9 && unlimited.perAddress == nil && unlimited.signInPerAddress == nil)
    }

    @Test("figures are served at an address and a port of their own")
    func metrics() throws {
        let metrics = try #require(try options("--metrics-port", "9090", "--metrics-host", "::1").metrics)
        #expect(metrics.host == "::1" && metrics.port == 9090)
    }
}

@Suite("How a server stops")
struct StopOptionsTests {
    @Test("it goes on for a moment, or for as long as it is told, and then each request has its time")
    func stop() throws {
        let standard = try EdgeOptions.parse([])
        #expect(standard.stopDelay == 0.5 && standard.longestStop == 12)
        let told = try EdgeOptions.parse(["--stop-delay", "4", "--limit", "answer-seconds=2"])
        #expect(told.stopDelay == 4 && told.longestStop == 9)
    }

    @Test("nobody waits for ever, or less than not at all", arguments: ["-1", "301", "soon", "nan"])
    func refused(text: String) {
        #expect(throws: (any Error).self) { try EdgeOptions.parse(["--stop-delay=\(text)"]) }
    }
}

@Suite("How mails reach people")
struct MailOptionsTests {
    @Test("without an address of a mail server there is no mail")
    func none() throws {
        #expect(try MailOptions.parse([]).sender() is NoMail)
    }

    @Test("mails become files, or go to a server with its password")
    func senders() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cerca-mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let from = ["--mail-from", "cerca@example.org"]
        let files = try MailOptions.parse(["--mail", "file:\(folder.path)/mails"] + from)
        #expect(try files.sender() is FileOutbox)
        let password = folder.appending(path: "password").path
        try Data("5ec4et\nmore\n".utf8).write(to: URL(filePath: password))
        let server = try MailOptions.parse(
            ["--mail", "smtp://ana@mail.example:587", "--mail-password-file", password] + from)
        #expect(try server.sender() is SMTPSender)
    }

    @Test("a file that is not there is told before the server begins, without what it would hold")
    func missingFiles() throws {
        let options = try MailOptions.parse([
            "--mail", "smtp://ana@mail.example:587", "--mail-from", "cerca@example.org", "--mail-password-file",
            "/no/such/file",
        ])
        #expect(throws: CommandFailure.self) { _ = try options.sender() }
    }
}

@Suite("What a server says when it listens")
struct GreetingTests {
    @Test(
        "its address as one can open it",
        arguments: [
            ("127.0.0.1", 80, false, "http://127.0.0.1:80"), ("::1", 8443, true, "https://[::1]:8443"),
            ("cerca.example", 443, true, "https://cerca.example:443"),
        ])
    func address(host: String, port: Int, isEncrypted: Bool, address: String) {
        #expect(ServerGreeting.address(host: host, port: port, isEncrypted: isEncrypted) == address)
    }

    @Test("what is missing is said to people with what to do, and to programs as it is")
    func missing() throws {
        let whole = ServerGreeting(address: "http://a:1", database: "sqlite:x", sendsMail: true, venues: 2)
        #expect(whole.lines.count == 2 && whole.lines[0].contains("http://a:1") && whole.lines[1].contains("sqlite:x"))
        let empty = ServerGreeting(address: "http://a:1", database: "sqlite:x", sendsMail: false, venues: 0)
        #expect(empty.lines.contains { $0.contains("--mail") })
        #expect(empty.lines.contains { $0.contains("cerca venue import FILE --database sqlite:x") })
        #expect(empty.json["venues"] == 0 && empty.json["sendsMail"] == false)
        #expect(empty.json["event"] == "listening" && empty.json["address"] == "http://a:1")
    }

    @Test("the demo says who walks about, and where its mails are when that stays")
    func demo() {
        let kept = DemoGreeting(address: "http://a:1", visitors: 60, seed: .max, mails: "day/mail")
        #expect(kept.lines.count == 3 && kept.lines[0].contains("60") && kept.lines[2].contains("day/mail"))
        #expect(kept.json["seed"] == .string(String(UInt64.max)) && kept.json["mails"] == "day/mail")
        #expect(kept.lines[1].contains("http://a:1/console/merchant"))
        #expect(kept.json["consoles"]?["operator"] == "http://a:1/console/operator")
        let passing = DemoGreeting(address: "http://a:1", visitors: 60, seed: 1, mails: nil)
        #expect(passing.lines.count == 2 && passing.json["mails"] == nil)
    }
}

@Suite("Where other servers reach this one")
struct PeerOptionsTests {
    @Test("without options it is this machine and a free port; a port that is none is refused")
    func ports() throws {
        let standard = try PeerOptions.parse([])
        #expect(standard.peerHost == "127.0.0.1" && standard.peerPort == 0)
        #expect(try PeerOptions.parse(["--peer-host", "::1", "--peer-port", "9443"]).peerPort == 9443)
        #expect(throws: (any Error).self) { try PeerOptions.parse(["--peer-port", "65536"]) }
    }
}
