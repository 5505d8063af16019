import Foundation
import Synchronization
import Testing

@testable import Network

/// A line on which a server says what a test wrote for it.
private final class Script: SMTPLine {
    private let replies: Mutex<[String]>
    let said = Mutex<[String]>([])
    let isEncrypted = Mutex(false)

    init(_ replies: [String]) {
        self.replies = Mutex(replies)
    }

    func send(_ bytes: [UInt8]) async throws(MailError) {
        said.withLock { $0.append(String(decoding: bytes, as: UTF8.self)) }
    }

    func reply() async throws(MailError) -> SMTPReply {
        let next = replies.withLock { $0.isEmpty ? nil : $0.removeFirst() }
        guard let next else { throw .unreachable }
        var parser = SMTPReplyParser()
        guard let reply = try parser.take(Array(next.utf8)).first else { throw .invalidReply }
        return reply
    }

    func startTLS() async throws(MailError) {
        isEncrypted.withLock { $0 = true }
    }
}

@Suite("SMTP")
struct SMTPTests {
    private static let login = SMTPServer.Login(user: "ana", password: "secret words")
    private static let open = ["220 hello\r\n", "250-there\r\n250 STARTTLS\r\n"]
    private static let taken = [
        "250 sender\r\n", "251 recipient\r\n", "354 go on\r\n", "250 taken\r\n",
    ]

    private func said(
        _ replies: [String], startsTLS: Bool = true, login: SMTPServer.Login? = login, _ text: String = "Hi\n"
    ) async throws -> (lines: [String], error: MailError?, isEncrypted: Bool) {
        let script = Script(replies)
        let conversation = SMTPConversation(name: "example.org", startsTLS: startsTLS, login: login)
        let (message, from) = (try mail(text: text), try #require(sender))
        var failure: MailError?
        do throws(MailError) {
            try await conversation.send(message, from: from, on: script)
        } catch {
            failure = error
        }
        return (script.said.withLock { $0 }, failure, script.isEncrypted.withLock { $0 })
    }

    @Test("a mail is handed over with STARTTLS and AUTH PLAIN")
    func plain() async throws {
        let outcome = try await said(
            Self.open + ["220 ready\r\n", "250-there\r\n250 AUTH LOGIN PLAIN\r\n", "235 come in\r\n"] + Self.taken)
        #expect(outcome.error == nil && outcome.isEncrypted)
        let secret = Data("\0ana\0secret words".utf8).base64EncodedString()
        #expect(
            outcome.lines.prefix(7) == [
                "EHLO example.org\r\n", "STARTTLS\r\n", "EHLO example.org\r\n", "AUTH PLAIN \(secret)\r\n",
                "MAIL FROM:<cerca@example.org>\r\n", "RCPT TO:<ana@example.org>\r\n", "DATA\r\n",
            ])
        #expect(outcome.lines[7].hasSuffix("\r\n\r\nHi\r\n.\r\n") && outcome.lines[8] == "QUIT\r\n")
    }

    @Test("a server that knows AUTH LOGIN alone is answered in its way")
    func loginWay() async throws {
        let outcome = try await said(
            Self.open + [
                "220 ready\r\n", "250-there\r\n250 AUTH=LOGIN\r\n", "334 VXNlcm5hbWU6\r\n", "334 UGFzc3dvcmQ6\r\n",
                "235 in\r\n",
            ] + Self.taken)
        #expect(outcome.error == nil)
        #expect(outcome.lines[3...5] == ["AUTH LOGIN\r\n", "YW5h\r\n", "c2VjcmV0IHdvcmRz\r\n"])
    }

    @Test("without encryption nothing is said that matters")
    func noEncryption() async throws {
        let outcome = try await said(["220 hello\r\n", "250 there\r\n"])
        #expect(outcome.error == .notEncrypted && outcome.lines == ["EHLO example.org\r\n"])
    }

    @Test("what was offered before encryption counts for nothing")
    func offersBefore() async throws {
        let outcome = try await said([
            "220 hello\r\n", "250-there\r\n250-AUTH PLAIN\r\n250 STARTTLS\r\n", "220 ready\r\n", "250 there\r\n",
        ])
        #expect(outcome.error == .notLoggedIn && !outcome.lines.contains { $0.hasPrefix("AUTH") })
    }

    @Test("refusals say which step was refused, and whether for good")
    func refusals() async throws {
        func outcome(_ last: String, after: Int) async throws -> MailError? {
            try await said(
                ["220 hello\r\n", "250 there\r\n"] + Self.taken.prefix(after) + [last], startsTLS: false, login: nil
            ).error
        }
        #expect(try await outcome("550 no\r\n", after: 1) == .refused(status: 550, step: .recipient))
        #expect(try await outcome("550 no\r\n", after: 1)?.isLasting == true)
        #expect(try await outcome("451 later\r\n", after: 1)?.isLasting == false)
        #expect(try await outcome("550 not you\r\n", after: 0)?.isLasting == false)
        #expect(try await outcome("554 spam\r\n", after: 3)?.isLasting == true)
        #expect(MailError.notLoggedIn.isLasting == false && MailError.unreachable.isLasting == false)
    }

    @Test("lines that begin with a dot get one more, and the end is a dot")
    func dots() {
        let stuffed = SMTPConversation.stuffed(Array(".a\r\nb.\r\n..\r\n".utf8))
        #expect(String(decoding: stuffed, as: UTF8.self) == "..a\r\nb.\r\n...\r\n.\r\n")
    }

    @Test("replies are read in any pieces", arguments: 1...7)
    func pieces(size: Int) throws {
        let text = Array("220 a\r\n250-b\r\n250-c d\r\n250 e\r\n354\n".utf8)
        var parser = SMTPReplyParser()
        var replies: [SMTPReply] = []
        for start in stride(from: 0, to: text.count, by: size) {
            replies += try parser.take(text[start..<min(start + size, text.count)])
        }
        #expect(
            replies == [
                SMTPReply(status: 220, lines: ["a"]), SMTPReply(status: 250, lines: ["b", "c d", "e"]),
                SMTPReply(status: 354, lines: [""]),
            ])
        #expect(parser.isEmpty)
        #expect(replies[1].extensions == ["C": ["D"], "E": []])
    }

    @Test(
        "what is no reply is refused",
        arguments: [
            "hello\r\n", "22\r\n", "199 x\r\n", "600 x\r\n", "250-a\r\n251 b\r\n", "250+a\r\n",
            String(repeating: "2", count: 5000), String(repeating: "250-x\r\n", count: 500),
        ])
    func noReply(text: String) {
        var parser = SMTPReplyParser()
        #expect(throws: MailError.invalidReply) { try parser.take(Array(text.utf8)) }
    }

    @Test("addresses of servers say how they are spoken to")
    func servers() throws {
        let server = try #require(SMTPServer("smtp://ana%40b.c@mail.example.org", password: "p"))
        #expect(server.host == "mail.example.org" && server.port == 587 && server.encryption == .startTLS)
        #expect(server.login?.user == "ana@b.c" && "\(server)".contains("[login]") && !"\(server)".contains("ana"))
        #expect(try #require(SMTPServer("smtps://u@h", password: "p")).port == 465)
        #expect(try #require(SMTPServer("smtp://127.0.0.1:25", password: nil)).encryption == .none)
        #expect(try #require(SMTPServer("smtp://h:25", password: nil)).encryption == .startTLS)
        #expect(try #require(SMTPServer("smtp://u@localhost:25", password: "p")).encryption == .startTLS)
        for text in ["smtp://u:p@h", "smtp://u@h", "http://h", "smtp://", "smtp://h/path", "h:25", "smtp://h:70000"] {
            #expect(SMTPServer(text, password: nil) == nil, "\(text)")
        }
        #expect(SMTPServer("smtp://h", password: "p") == nil)
    }

    @Test("a server that is not there, and one that says nothing, are given up")
    func silence() async throws {
        let server = try #require(SMTPServer("smtp://127.0.0.1:1", password: nil))
        let sender = try #require(sender)
        await #expect(throws: MailError.self) { try await SMTPSender(server, sender: sender).send(try mail()) }
    }
}
