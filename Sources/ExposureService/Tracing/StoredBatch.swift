import Basics
import Beacons
import Crypto
import Exposure
import HTTPKit
import HTTPTypes
import NIOCore

/// A batch as it is served: the same bytes for everybody, for as long as it is served.
package struct StoredBatch: Sendable {
    /// When it was released.
    package let release: Timestamp
    /// The signature of the protobuf body.
    package let signature: String
    let jsonSignature: String
    let body: ByteBuffer

    /// The body as protobuf, which `KeyBatch(protobuf:)` reads.
    package var protobuf: [UInt8] { Array(body.readableBytesView) }
}

/// One of the two forms of a batch with everything that an answer with it needs, made once.
struct ServedBatch: Sendable {
    /// The body; answers share its memory.
    let body: ByteBuffer
    let entityTag: String
    /// The header fields of an answer 200.
    let fields: HTTPFields
    /// The header fields of an answer 304.
    let unchangedFields: HTTPFields

    /// A form of the batch released at `release`.
    init(_ body: ByteBuffer, mediaType: String, signature: String, release: Timestamp, common: HTTPFields) {
        self.body = body
        let digest = SHA256.hash(data: body.readableBytesView)
        entityTag = "\"\(Array(digest.prefix(16)).hexadecimal)\""
        var fields = common
        fields[.eTag] = entityTag
        fields[.cacheControl] = "max-age=300"
        unchangedFields = fields
        fields[.contentType] = mediaType
        fields[.contentLength] = String(body.readableBytes)
        fields[.signature] = signature
        fields[.xBatchReleaseTime] = String(release.milliseconds)
        self.fields = fields
    }
}
