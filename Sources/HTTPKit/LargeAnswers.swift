import API
import Forwarding
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// Writes large answers piece by piece, as their readers take them, and bounds the memory that they hold.
///
/// What waits in a connection is then a piece, whatever the length of the answer; with TLS only that much is encrypted
/// ahead. The answer itself is in memory until its reader has taken it, so these bytes are counted, in all and by address.
struct LargeAnswers: Sendable {
    /// Answers of so many bytes are written at once.
    static let pieceBytes = 64 * 1024
    /// Bytes that an address may have waiting when little is left for all: an answer or two.
    static let fewBytes = 4 << 20

    private let counter: AddressCounter
    private let figures: ServerMetrics

    /// Large answers within `limits`.
    init(_ limits: ServerLimits, _ figures: ServerMetrics) {
        counter = AddressCounter(
            total: limits.answerBytes, perAddress: limits.answerBytesPerAddress, few: Self.fewBytes)
        self.figures = figures
    }

    /// The same answer, in pieces if it is large.
    ///
    /// - Parameter isShared: Whether its bytes are in memory for all readers.
    /// - Throws: A refusal when too many bytes wait for readers of its address, or in all.
    func inPieces(
        _ response: Response, for source: IPAddress?, isShared: Bool, _ method: HTTPRequest.Method
    ) throws(Refusal) -> Response {
        guard let bytes = response.body.contentLength, bytes > Self.pieceBytes, method != .head else { return response }
        var place: AnswerPlace?
        if !isShared {
            let address = source.map(ClientAddress.init)
            guard counter.enter(address, bytes) else {
                throw Refusal(.requestOverloaded, headers: [.retryAfter: "1"])
            }
            place = AnswerPlace(counter, figures, address, bytes)
        }
        let body = response.body
        var response = response
        response.body = ResponseBody(contentLength: bytes) { [place] writer in
            try await body.write(PieceWriter(base: writer))
            place?.leave()
        }
        return response
    }
}

/// The bytes of one large answer while its reader has not taken it; also left when the answer is never written.
private final class AnswerPlace: Sendable {
    private let counter: AddressCounter
    private let figures: ServerMetrics
    private let address: ClientAddress?
    private let bytes: Int
    private let isLeft = Atomic<Bool>(false)

    init(_ counter: AddressCounter, _ figures: ServerMetrics, _ address: ClientAddress?, _ bytes: Int) {
        (self.counter, self.figures, self.address, self.bytes) = (counter, figures, address, bytes)
        figures.answerBytes.add(bytes, ordering: .relaxed)
    }

    deinit { leave() }

    func leave() {
        guard !isLeft.exchange(true, ordering: .relaxed) else { return }
        counter.leave(address, bytes)
        figures.answerBytes.subtract(bytes, ordering: .relaxed)
    }
}

/// Hands on what is written in pieces, each when the connection has room for it.
private struct PieceWriter: ResponseBodyWriter {
    var base: any ResponseBodyWriter

    mutating func write(_ buffer: ByteBuffer) async throws {
        var rest = buffer
        while rest.readableBytes > LargeAnswers.pieceBytes, let piece = rest.readSlice(length: LargeAnswers.pieceBytes)
        {
            try await base.write(piece)
        }
        if rest.readableBytes > 0 { try await base.write(rest) }
    }

    consuming func finish(_ trailingHeaders: HTTPFields?) async throws {
        try await base.finish(trailingHeaders)
    }
}
