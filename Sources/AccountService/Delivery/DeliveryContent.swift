import Basics

/// What of a delivery is sealed in the database: what it says, and from when it is no longer useful.
///
/// All contents of up to 1,264 bytes, which those to devices are, have one length, so that none can be told by it.
struct DeliveryContent: Equatable {
    /// Of so many bytes a content is a multiple.
    static let blockBytes = 1280

    let subject: String
    let text: String
    let expiresAt: Timestamp

    /// The content as bytes: the instant, the length of the subject and of the text, both of them, and zeros.
    var bytes: [UInt8] {
        func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
            withUnsafeBytes(of: value.bigEndian) { Array($0) }
        }
        let (subject, text) = (Array(subject.utf8), Array(text.utf8))
        let content =
            bytes(expiresAt.milliseconds) + bytes(UInt32(clamping: subject.count)) + bytes(UInt32(clamping: text.count))
            + subject + text
        let padding = (Self.blockBytes - content.count % Self.blockBytes) % Self.blockBytes
        return content + [UInt8](repeating: 0, count: padding)
    }

    /// The content that was written as these bytes; nil for any others.
    init?(_ bytes: [UInt8]) {
        func number<Number: FixedWidthInteger>(at offset: Int, _: Number.Type) -> Number {
            bytes[offset..<offset + Number.bitWidth / 8].reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
        }
        guard bytes.count >= 16 else { return nil }
        let (subject, text) = (Int(number(at: 8, UInt32.self)), Int(number(at: 12, UInt32.self)))
        guard subject + text <= bytes.count - 16 else { return nil }
        expiresAt = Timestamp(milliseconds: number(at: 0, Int64.self))
        self.subject = String(decoding: bytes[16..<16 + subject], as: UTF8.self)
        self.text = String(decoding: bytes[(16 + subject)..<(16 + subject + text)], as: UTF8.self)
    }

    /// A content of these parts.
    init(subject: String, text: String, expiresAt: Timestamp) {
        self.subject = subject
        self.text = text
        self.expiresAt = expiresAt
    }
}
