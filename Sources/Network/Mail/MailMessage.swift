import Basics

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// A mail to one person: plain text in any language.
package struct MailMessage: Sendable {
    /// What tells this mail from every other, also when it is sent a second time: letters, digits and hyphens.
    package let id: String
    /// To whom it goes.
    package let recipient: MailAddress
    /// What it is about, on one line.
    package let subject: String
    /// What it says; lines end in a line feed.
    package let text: String
    /// When it was written.
    package let date: Timestamp

    /// A mail; characters of `id` that may not stand there are left out.
    package init(id: String, recipient: MailAddress, subject: String, text: String, date: Timestamp) {
        self.id = String(id.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
        self.recipient = recipient
        self.subject = subject
        self.text = text
        self.date = date
    }

    /// The mail as it travels (RFC 5322, RFC 2045), every line ended by CR and LF and none longer than 76 characters.
    package func bytes(from sender: MailAddress) -> [UInt8] {
        let head = [
            "Date: \(Self.dateText(date))", "From: \(sender.path)", "To: \(recipient.path)",
            "Message-ID: <\(id)@\(sender.domain)>", "Subject: \(HeaderText.encoded(subject))", "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: quoted-printable",
            // RFC 3834: nobody's absence answers a machine.
            "Auto-Submitted: auto-generated",
        ]
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + QuotedPrintable.encode(text)
    }

    /// A date as RFC 5322 (section 3.3) writes it, in UTC.
    static func dateText(_ date: Timestamp) -> String {
        let days = date.milliseconds.flooredQuotient(by: 86_400_000)
        let second = (date.milliseconds - days * 86_400_000) / 1000
        let day = CivilDate(daysSinceEpoch: days)
        // 1970-01-01 was a Thursday.
        let weekday = Int((days % 7 + 7) % 7)
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let time = "\(two(second / 3600)):\(two(second / 60 % 60)):\(two(second % 60))"
        return "\(weekdays[weekday]), \(day.day) \(months[day.month - 1]) \(day.year) \(time) +0000"
    }

    private static let weekdays = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension MailMessage: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// A mark without the mail, which may hold a code.
    package var description: String { "[mail]" }

    /// A mark without the mail.
    package var debugDescription: String { description }

    /// Nothing, so that a dump does not show the mail either.
    package var customMirror: Mirror { Mirror(self, children: []) }
}

/// Text of any language in a header field (RFC 2047).
enum HeaderText {
    /// How many bytes of UTF-8 one encoded word takes, so that it has at most 75 characters.
    private static let wordBytes = 45
    /// The longest text that stands as it is: with the field's name it stays within 76 characters.
    private static let longestPlain = 60

    /// `text` on as many lines as it needs; line breaks and other controls in it become blanks.
    static func encoded(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            scalars.append(scalar.properties.generalCategory == .control ? " " : scalar)
        }
        let isPlain =
            scalars.count <= longestPlain && scalars.allSatisfy { (0x20...0x7E).contains($0.value) }
            && !String(scalars).contains("=?") && scalars.first != " " && scalars.last != " "
        guard !isPlain else { return String(scalars) }
        var words: [String] = []
        var word: [UInt8] = []
        for scalar in scalars {
            let bytes = Array(String(scalar).utf8)
            // A character is never divided between two words (section 5).
            if word.count + bytes.count > wordBytes {
                words.append(base64(word))
                word = []
            }
            word += bytes
        }
        words.append(base64(word))
        return words.joined(separator: "\r\n ")
    }

    private static func base64(_ bytes: [UInt8]) -> String {
        "=?UTF-8?B?\(Data(bytes).base64EncodedString())?="
    }
}

/// Text as lines of at most 76 printable characters (RFC 2045 section 6.7).
enum QuotedPrintable {
    private static let digits = Array("0123456789ABCDEF".utf8)

    /// The lines of `text`, each ended by CR and LF.
    static func encode(_ text: String) -> [UInt8] {
        var encoded: [UInt8] = []
        var bytes = Array(text.utf8)
        if bytes.last != UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\n")) }
        var column = 0
        for (index, byte) in bytes.enumerated() {
            let next = index + 1 < bytes.count ? bytes[index + 1] : UInt8(ascii: "\n")
            if byte == UInt8(ascii: "\n") {
                encoded += [0x0D, 0x0A]
                column = 0
                continue
            }
            if byte == 0x0D, next == 0x0A { continue }
            let isBlankAtEnd = (byte == 0x20 || byte == 0x09) && (next == 0x0A || next == 0x0D)
            let isPlain =
                ((0x21...0x7E).contains(byte) && byte != UInt8(ascii: "=")) || (byte == 0x20 && !isBlankAtEnd)
            let piece: [UInt8] =
                isPlain ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            if column + piece.count > 75 {
                encoded += [UInt8(ascii: "="), 0x0D, 0x0A]
                column = 0
            }
            encoded += piece
            column += piece.count
        }
        return encoded
    }
}
