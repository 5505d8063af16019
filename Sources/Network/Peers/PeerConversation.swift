import Crypto
import NIOCore

/// What two servers of one database say to each other, as a value: bytes in, events out.
///
/// Each side opens with eight fixed bytes and 32 random ones. From both and the servers' secret follows a key for each
/// direction (HKDF with SHA-256), and every frame after that is sealed under it (ChaCha20-Poly1305, whose nonce counts
/// the frames): nothing is read, altered, repeated or left out unnoticed. The first frame of each side is empty and
/// proves that it has the secret. Until then nobody can make the other side keep more than 60 bytes.
struct PeerConversation {
    /// Which side this is.
    enum Role {
        /// The one that connected, which asks.
        case asking
        /// The one that was connected to, which answers.
        case answering
    }

    /// What follows from bytes that came.
    enum Event: Equatable {
        /// An empty frame is to be sent: ``seal(_:)`` with nothing.
        case prove
        /// The other side has the secret.
        case proven
        /// The other side says this.
        case message([UInt8])
    }

    /// Why the connection is to be closed.
    enum Fault: Error, Equatable {
        /// The other side does not speak this, or another version of it.
        case notPeer
        /// A frame is longer than it may be.
        case tooLong
        /// A frame was not sealed by who has the secret, or not as the next one.
        case altered
        /// Something was to be sent before the other side had opened.
        case notOpened
    }

    /// The first bytes of both sides; the digit is the version.
    private static let mark = Array("cercap1\n".utf8)
    private static let randomByteCount = 32
    private static let tagByteCount = 16
    /// The most bytes that a frame may have, its tag counted.
    static let longest = 1 << 22

    /// What this side sends first.
    let opening: [UInt8]
    private let role: Role
    private let secret: SymmetricKey
    private var incoming = ByteBuffer()
    private var keys: (sends: SymmetricKey, receives: SymmetricKey)?
    private var sent: UInt64 = 0
    private var received: UInt64 = 0

    /// A conversation of which nothing was said.
    ///
    /// - Parameters:
    ///   - secret: What all servers of the database have and nobody else.
    ///   - random: Where the opening's random bytes come from.
    init(_ role: Role, secret: [UInt8], random: inout some RandomNumberGenerator) {
        self.role = role
        self.secret = SymmetricKey(data: secret)
        opening = Self.mark + (0..<Self.randomByteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    /// Whether the other side has proven that it has the secret.
    var isProven: Bool { received > 0 }

    /// Takes bytes that came, and says what follows from them, in order.
    mutating func receive(_ bytes: ByteBuffer) throws(Fault) -> [Event] {
        incoming.writeImmutableBuffer(bytes)
        var events: [Event] = []
        if keys == nil {
            guard let other = incoming.readBytes(length: opening.count) else {
                return events
            }
            guard other.starts(with: Self.mark) else { throw .notPeer }
            agree(with: other)
            if role == .asking { events.append(.prove) }
        }
        while let length: UInt32 = incoming.getInteger(at: incoming.readerIndex) {
            let isExpected = isProven ? (Self.tagByteCount...Self.longest).contains(Int(length)) : length == 16
            guard isExpected else { throw .tooLong }
            guard incoming.readableBytes >= 4 + Int(length) else { break }
            incoming.moveReaderIndex(forwardBy: 4)
            guard let frame = incoming.readBytes(length: Int(length)) else { break }
            let isFirst = !isProven
            let message = try unseal(frame)
            if isFirst {
                if role == .answering { events.append(.prove) }
                events.append(.proven)
            } else {
                events.append(.message(message))
            }
        }
        incoming.discardReadBytes()
        return events
    }

    /// The frame with which the other side is told `message`.
    mutating func seal(_ message: [UInt8]) throws(Fault) -> ByteBuffer {
        guard let keys else { throw .notOpened }
        guard message.count + Self.tagByteCount <= Self.longest,
            let nonce = Self.nonce(sent), let box = try? ChaChaPoly.seal(message, using: keys.sends, nonce: nonce)
        else { throw .tooLong }
        sent += 1
        var frame = ByteBuffer()
        frame.reserveCapacity(4 + message.count + Self.tagByteCount)
        frame.writeInteger(UInt32(message.count + Self.tagByteCount))
        frame.writeBytes(box.ciphertext)
        frame.writeBytes(box.tag)
        return frame
    }

    private mutating func unseal(_ frame: [UInt8]) throws(Fault) -> [UInt8] {
        guard let keys, let nonce = Self.nonce(received),
            let box = try? ChaChaPoly.SealedBox(
                nonce: nonce, ciphertext: frame.dropLast(Self.tagByteCount), tag: frame.suffix(Self.tagByteCount)),
            let message = try? ChaChaPoly.open(box, using: keys.receives)
        else { throw .altered }
        received += 1
        return Array(message)
    }

    private mutating func agree(with other: [UInt8]) {
        let salt = role == .asking ? opening + other : other + opening
        func key(_ direction: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: secret, salt: salt, info: Array("cerca peers, \(direction)".utf8),
                outputByteCount: 32)
        }
        let (questions, answers) = (key("questions"), key("answers"))
        keys = role == .asking ? (questions, answers) : (answers, questions)
    }

    private static func nonce(_ number: UInt64) -> ChaChaPoly.Nonce? {
        try? ChaChaPoly.Nonce(data: [0, 0, 0, 0] + withUnsafeBytes(of: number.bigEndian) { Array($0) })
    }
}
