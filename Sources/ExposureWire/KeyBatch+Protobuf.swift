import Basics
import Exposure
import Foundation
import SwiftProtobuf

/// Why bytes are not a batch of keys.
public enum BatchError: Error, Equatable, Sendable {
    /// More bytes than `KeyBatch.largestBody`.
    case tooLarge
    /// No protobuf message, or no JSON, of this form.
    case malformed
    /// The release is not a multiple of two hours.
    case misalignedRelease
    /// No entry is a key; of the first, the key does not have 32 bytes.
    case keyLength
    /// No entry is a key; the date of the first is not midnight in UTC.
    case notMidnight
}

extension KeyBatch {
    /// The most bytes that are read as a batch: more than 1.4 million keys.
    public static let largestBody = 64 * 1024 * 1024

    /// The media type of a batch as protobuf.
    public static let protobufMediaType = "application/x-protobuf"

    /// Reads a `ProtoExposedList`: fields in any order, those that are not known left out.
    ///
    /// Its signature is to be checked first: a forger of that could send anything.
    public init(protobuf bytes: [UInt8]) throws(BatchError) {
        var skipped = 0
        try self.init(protobuf: bytes, skipped: &skipped)
    }

    /// Reads the same, and adds to `skipped` how many entries were no keys.
    ///
    /// An entry with a key of another length, or with a date that is not a midnight, takes no other with it. A list of which
    /// nothing can be used is refused.
    public init(protobuf bytes: [UInt8], skipped: inout Int) throws(BatchError) {
        guard bytes.count <= Self.largestBody else { throw .tooLarge }
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        let list: ProtoExposedList
        do {
            list = try ProtoExposedList(serializedBytes: bytes, options: options)
        } catch {
            throw .malformed
        }
        try self.init(release: list.batchReleaseTime, count: list.exposed.count, skipped: &skipped) { index in
            (list.exposed[index].key, list.exposed[index].keyDate)
        }
    }

    /// The batch as a `ProtoExposedList`, the keys in the order in which they are.
    public func protobuf() throws -> [UInt8] {
        var list = ProtoExposedList()
        list.batchReleaseTime = release.milliseconds
        list.exposed = keys.map { published in
            var exposee = ProtoExposee()
            exposee.key = Data(published.key.bytes)
            exposee.keyDate = published.day.begin.milliseconds
            return exposee
        }
        return try list.serializedBytes()
    }

    /// A batch of numbers and bytes from outside.
    init(
        release: Int64, count: Int, skipped: inout Int, entry: (Int) -> (key: Data, day: Int64)
    ) throws(BatchError) {
        let release = Timestamp(milliseconds: release)
        guard BatchTime.isAligned(release) else { throw .misalignedRelease }
        var keys: [PublishedKey] = []
        keys.reserveCapacity(count)
        var fault: BatchError?
        for index in 0..<count {
            let (bytes, milliseconds) = entry(index)
            guard let key = DayKey(bytes: bytes) else {
                fault = fault ?? .keyLength
                continue
            }
            guard let day = UTCDay(midnight: Timestamp(milliseconds: milliseconds)) else {
                fault = fault ?? .notMidnight
                continue
            }
            keys.append(PublishedKey(key: key, day: day))
        }
        if let fault, keys.isEmpty { throw fault }
        skipped += count - keys.count
        guard let batch = KeyBatch(release: release, keys: keys) else { throw .misalignedRelease }
        self = batch
    }
}
