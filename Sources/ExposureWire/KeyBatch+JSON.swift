import Basics
import Exposure
import Foundation

extension KeyBatch {
    /// Reads `{"batchReleaseTime": ms, "exposed": [{"key": base64, "keyDate": ms}]}`.
    public init(json bytes: [UInt8]) throws(BatchError) {
        guard bytes.count <= Self.largestBody else { throw .tooLarge }
        let list: ListBody
        do {
            list = try JSONDecoder().decode(ListBody.self, from: Data(bytes))
        } catch {
            throw .malformed
        }
        var skipped = 0
        try self.init(release: list.batchReleaseTime, count: list.exposed.count, skipped: &skipped) { index in
            (Data(KeyText.bytes(of: list.exposed[index].key) ?? []), list.exposed[index].keyDate)
        }
    }

    /// The batch as JSON without white space, the keys in the order in which they are.
    public func json() -> [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(64 + keys.count * 90)
        text.append(contentsOf: "{\"batchReleaseTime\":\(release.milliseconds),\"exposed\":[".utf8)
        for (index, published) in keys.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.append(contentsOf: "{\"key\":\"\(KeyText.text(of: published.key))\",\"keyDate\":".utf8)
            text.append(contentsOf: "\(published.day.begin.milliseconds)}".utf8)
        }
        text.append(contentsOf: "]}".utf8)
        return text
    }

    private struct ListBody: Decodable {
        let batchReleaseTime: Int64
        let exposed: [Entry]

        struct Entry: Decodable {
            let key: String
            let keyDate: Int64
        }
    }
}

/// A day key as base64 (RFC 4648 section 4).
enum KeyText {
    /// The 32 bytes that `text` says, with or without its padding; nil for anything else.
    static func bytes(of text: String) -> [UInt8]? {
        let padded = text.utf8.count == 43 ? text + "=" : text
        guard padded.utf8.count == 44, let data = Data(base64Encoded: padded), data.count == DayKey.byteCount else {
            return nil
        }
        return Array(data)
    }

    /// The 44 characters of a key.
    static func text(of key: DayKey) -> String {
        Data(key.bytes).base64EncodedString()
    }
}
