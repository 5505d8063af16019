import Crypto
import Exposure
import NIOCore
import Synchronization

/// An answer about areas as bytes, with the tag by which a browser asks whether its own is still right.
struct ZoneAnswer: Sendable {
    /// The JSON text.
    let bytes: [UInt8]
    /// The same, which all answers share.
    let buffer: ByteBuffer
    /// The entity tag with its quotes.
    let entityTag: String

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        self.buffer = ByteBuffer(bytes: bytes)
        let digest = SHA256.hash(data: bytes).prefix(12)
        entityTag = "\"" + digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\""
    }
}

/// The answers about areas and cases, each made once for an import: making one costs far more than sending it.
final class ZoneAnswers: Sendable {
    /// What an answer is about; without a measure, about the areas themselves.
    struct Subject: Hashable, Sendable {
        let level: ZoneLevel
        var measure: ZoneMeasure?
    }

    private struct Kept: Sendable {
        let version: Int64
        let answer: ZoneAnswer
    }

    private let answers = Mutex<[Subject: Kept]>([:])

    /// The answer of this version, if it is at hand.
    func answer(_ subject: Subject, version: Int64) -> ZoneAnswer? {
        answers.withLock { $0[subject].flatMap { $0.version == version ? $0.answer : nil } }
    }

    /// Keeps an answer in the place of an older one; there are no more subjects than levels and measures.
    func keep(_ answer: ZoneAnswer, of subject: Subject, version: Int64) {
        answers.withLock { answers in
            if let kept = answers[subject], kept.version > version { return }
            answers[subject] = Kept(version: version, answer: answer)
        }
    }
}
