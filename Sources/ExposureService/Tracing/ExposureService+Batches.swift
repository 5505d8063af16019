import Basics
import Exposure
import ExposureWire
import HTTPKit
import HTTPTypes
import NIOCore
import ServiceKit
import Storage

extension ExposureService {
    /// The batch that was released at an instant: what came in the two hours before it.
    ///
    /// It is made and signed once, when it is asked for first, and then kept: however many servers share a database,
    /// all of them serve the same bytes, and what was served never changes.
    package func batch(_ release: Timestamp) async throws(BatchRefusal) -> StoredBatch {
        try requireServed(release)
        return try await batches.stored.batch(release) { () async throws(BatchRefusal) in
            do throws(ServiceError) {
                return try await load(release)
            } catch {
                throw .service(error)
            }
        }
    }

    /// The releases of the batches of a day that are over by now: its midnight and every two hours after that.
    package func buckets(on day: UTCDay) -> [Timestamp] {
        let (begin, now) = (day.begin, clock.now())
        return (0..<UTCDay.milliseconds / BatchTime.milliseconds)
            .map { begin.advanced(byMilliseconds: $0 * BatchTime.milliseconds) }.filter { $0 < now }
    }

    /// Throws unless there is a batch of an instant now.
    func requireServed(_ release: Timestamp) throws(BatchRefusal) {
        guard BatchTime.isAligned(release) else { throw .misaligned }
        let now = clock.now()
        let oldest = now.advanced(bySeconds: -Int64(policy.retentionDays) * 86_400)
        guard release > oldest, release < now else { throw .outOfRange }
    }

    /// A batch with what an answer with it needs.
    func served(_ release: Timestamp, as form: BatchForm) async throws(BatchRefusal) -> ServedBatch {
        try requireServed(release)
        let cache = form == .json ? batches.json : batches.protobuf
        // The way of nearly every request, without anything to wait for.
        if let served = cache.batch(release) { return served }
        let stored = try await batch(release)
        return try await cache.batch(release) { () async throws(BatchRefusal) in
            switch form {
            case .protobuf:
                return ServedBatch(
                    stored.body, mediaType: KeyBatch.protobufMediaType, signature: stored.signature, release: release,
                    common: SecurityHeaders.native)
            case .json:
                let json: [UInt8]
                do throws(BatchError) {
                    json = try KeyBatch(protobuf: stored.protobuf).json()
                } catch {
                    throw .service(.storage(StorageError.corrupt))
                }
                return ServedBatch(
                    ByteBuffer(bytes: json), mediaType: "application/json", signature: stored.jsonSignature,
                    release: release, common: SecurityHeaders.native)
            }
        }
    }

    private func load(_ release: Timestamp) async throws(ServiceError) -> StoredBatch {
        let kept = try await database.reading { try ExposureStore($0).batch(of: release) }
        let stored =
            if let kept { kept } else {
                try await database.writing { connection in
                    let store = ExposureStore(connection)
                    if let kept = try store.batch(of: release) { return kept }
                    guard let batch = KeyBatch(release: release, keys: try store.keys(of: release)) else {
                        throw StorageError.corrupt
                    }
                    let made = try sign(batch)
                    // Of two servers the second to write begins again, and finds the first one's batch.
                    try store.insert(made)
                    return made
                }
            }
        // After a change of the signing key the batch stays and its signatures are made anew.
        guard stored.signer != digests.signer else { return StoredBatch(stored) }
        do {
            return StoredBatch(try sign(KeyBatch(protobuf: stored.protobuf)))
        } catch {
            throw .storage(error)
        }
    }

    private func sign(_ batch: KeyBatch) throws -> BatchRecord {
        let body = try batch.protobuf()
        return BatchRecord(
            release: batch.release, protobuf: body, signer: digests.signer,
            signature: try signature(of: body, release: batch.release),
            jsonSignature: try signature(of: batch.json(), release: batch.release))
    }

    private func signature(of body: [UInt8], release: Timestamp) throws -> String {
        try signer.sign(
            body: body, at: release, retentionDays: policy.retentionDays,
            protected: [("x-batch-release-time", String(release.milliseconds))]
                + (riskParameters.map { [(ServedRule.claimName, $0.json)] } ?? []))
    }
}

/// The form in which a batch is asked for.
enum BatchForm {
    /// `ProtoExposedList`.
    case protobuf
    /// The same as JSON.
    case json
}

/// What is kept of batches in memory.
struct BatchCaches: Sendable {
    let stored = BatchCache<StoredBatch>(largest: 128 << 20) { $0.body.readableBytes }
    /// It shares the memory of `stored`.
    let protobuf = BatchCache<ServedBatch>(largest: 128 << 20) { $0.body.readableBytes }
    let json = BatchCache<ServedBatch>(largest: 64 << 20) { $0.body.readableBytes }

    /// Forgets what was released up to an instant.
    func removeAll(until release: Timestamp) {
        stored.removeAll(until: release)
        protobuf.removeAll(until: release)
        json.removeAll(until: release)
    }
}

/// A batch as the table keeps it.
struct BatchRecord: Sendable {
    let release: Timestamp
    let protobuf: [UInt8]
    /// Whose signatures these are, as `ExposureDigests.signer`.
    let signer: [UInt8]
    let signature: String
    let jsonSignature: String
}

extension StoredBatch {
    fileprivate init(_ record: BatchRecord) {
        self.init(
            release: record.release, signature: record.signature, jsonSignature: record.jsonSignature,
            body: ByteBuffer(bytes: record.protobuf))
    }
}
