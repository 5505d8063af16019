import Basics
import Foundation
import Testing

@testable import Network

let sender = MailAddress("cerca@example.org")

/// A mail to somebody.
func mail(subject: String = "Code", text: String = "Hello\n", to recipient: String = "ana@example.org") throws
    -> MailMessage
{
    MailMessage(
        id: "0193a1", recipient: try #require(MailAddress(recipient)), subject: subject, text: text,
        date: Timestamp(milliseconds: 1_795_253_400_250))
}

@Suite("Mails as they travel")
struct MailMessageTests {
    @Test("a mail has its headers and its text, in lines that end in CR and LF")
    func whole() throws {
        let bytes = try mail(text: "Tu código:\n\n    7KQ3M\n").bytes(from: try #require(sender))
        #expect(
            String(decoding: bytes, as: UTF8.self) == """
                Date: Sat, 21 Nov 2026 09:30:00 +0000\r
                From: <cerca@example.org>\r
                To: <ana@example.org>\r
                Message-ID: <0193a1@example.org>\r
                Subject: Code\r
                MIME-Version: 1.0\r
                Content-Type: text/plain; charset=utf-8\r
                Content-Transfer-Encoding: quoted-printable\r
                Auto-Submitted: auto-generated\r
                \r
                Tu c=C3=B3digo:\r
                \r
                    7KQ3M\r

                """)
    }

    @Test("a subject cannot become another header, and is read as it was written", arguments: 0..<32 as Range<UInt64>)
    func subjects(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("abc =?_.\r\n\0ñ€🌆é").map { String($0) }
        let subject = (0..<Int.random(in: 0...120, using: &random)).map { _ in
            alphabet.randomElement(using: &random) ?? ""
        }.joined()
        let encoded = HeaderText.encoded(subject)
        let lines = encoded.components(separatedBy: "\r\n ")
        #expect(lines.allSatisfy { $0.utf8.count <= 75 && $0.utf8.allSatisfy { (0x20...0x7E).contains($0) } })
        let decoded = lines.map { line in
            guard line.hasPrefix("=?UTF-8?B?") else { return line }
            return String(
                decoding: Data(base64Encoded: String(line.dropFirst(10).dropLast(2))) ?? Data(), as: UTF8.self)
        }.joined()
        let expected = String(
            String.UnicodeScalarView(subject.unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
        #expect(decoded == expected)
    }

    @Test("quoted-printable is read as it was written, in short lines", arguments: 0..<32 as Range<UInt64>)
    func quoted(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let alphabet = Array("ab =.\t\nñ🌆")
        let text =
            String(
                (0..<Int.random(in: 0...400, using: &random)).map { _ in
                    alphabet.randomElement(using: &random) ?? "a"
                }) + "\n"
        let lines = String(decoding: QuotedPrintable.encode(text), as: UTF8.self).components(separatedBy: "\r\n")
        #expect(lines.allSatisfy { $0.utf8.count <= 76 && !$0.hasSuffix(" ") && !$0.hasSuffix("\t") })
        var decoded: [UInt8] = []
        for line in lines.dropLast() {
            var bytes = Array(line.utf8)[...]
            while let byte = bytes.popFirst() {
                guard byte == UInt8(ascii: "=") else { decoded.append(byte); continue }
                guard bytes.count >= 2 else { bytes = []; decoded.append(0); continue }
                decoded.append(UInt8(String(decoding: bytes.prefix(2), as: UTF8.self), radix: 16) ?? 0)
                bytes = bytes.dropFirst(2)
            }
            // A soft break is no break.
            if decoded.last == 0 { decoded.removeLast() } else { decoded.append(0x0A) }
        }
        #expect(String(decoding: decoded, as: UTF8.self) == text)
    }

    @Test(
        "an address is an address and nothing else",
        arguments: [
            "", "ana", "@example.org", "ana@", "ana@exam ple.org", "a\r\nRCPT TO:<eve@example.org>@b", "ana@b>",
            "<ana@b", "ana@b\r\n", "ana@b..c", "ana@[127.0.0.1]", "\"ana\"@b", "añа@b",
            String(repeating: "a", count: 65) + "@b", "a@" + String(repeating: "b.", count: 200) + "b",
        ])
    func noAddress(text: String) {
        #expect(MailAddress(text) == nil)
    }

    @Test("dots in odd places are quoted, and addresses show themselves nowhere")
    func addresses() throws {
        #expect(try #require(MailAddress("a.b@c.d")).path == "<a.b@c.d>")
        #expect(try #require(MailAddress("a..b@c.d")).path == "<\"a..b\"@c.d>")
        #expect(try "\(mail()) \(#require(sender))" == "[mail] [e-mail]")
    }

    @Test("a folder gets one file for each mail, whole and for its owner alone")
    func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = try FileOutbox(path: folder.path, sender: try #require(sender))
        try await outbox.send(try mail(text: "one\n"))
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["1795253400250-0193a1.eml"])
        let text = try String(contentsOf: folder.appending(path: names[0]), encoding: .utf8)
        #expect(text.hasSuffix("\r\n\r\none\r\n"))
        let mode = try FileManager.default.attributesOfItem(atPath: folder.path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        await #expect(throws: MailError.unavailable) { try await NoMail().send(try mail()) }
    }

    @Test("a folder that everybody may read was there before: the mails in it are for their owner alone")
    func filesInAnOpenFolder() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(at: folder) }
        let outbox = try FileOutbox(path: folder.path, sender: try #require(sender))
        // The same mail again replaces the file, as after a crash in the middle of handing it over.
        for _ in 0..<2 { try await outbox.send(try mail(text: "one\n")) }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names.count == 1)
        for name in names {
            let file = folder.appending(path: name).path
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
            #expect(mode == 0o600)
        }
    }
}
