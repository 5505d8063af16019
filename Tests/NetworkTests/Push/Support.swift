import Basics
import Crypto
import Synchronization

@testable import Network

/// A device that opens what is sent to it, by code of its own.
struct TestDevice {
    let key = P256.KeyAgreement.PrivateKey()
    let secret: [UInt8] = (0..<16).map { _ in .random(in: .min ... .max) }

    var keys: DeviceKeys? { DeviceKeys(point: Array(key.publicKey.x963Representation), secret: secret) }

    /// The text in a message, its padding taken off; nil when it does not open.
    func open(_ body: [UInt8]) -> [UInt8]? {
        guard body.count > 86 + 16, body[20] == 65 else { return nil }
        let (salt, theirs) = (Array(body[..<16]), Array(body[21..<86]))
        guard let point = try? P256.KeyAgreement.PublicKey(x963Representation: theirs),
            let shared = try? key.sharedSecretFromKeyAgreement(with: point)
        else { return nil }
        let root = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret,
            sharedInfo: Array("WebPush: info\0".utf8) + Array(key.publicKey.x963Representation) + theirs,
            outputByteCount: 32)
        func derived(_ info: String, _ count: Int) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: root, salt: salt, info: Array("Content-Encoding: \(info)\0".utf8),
                outputByteCount: count)
        }
        guard let nonce = try? AES.GCM.Nonce(data: derived("nonce", 12).withUnsafeBytes(Array.init)),
            let box = try? AES.GCM.SealedBox(
                nonce: nonce, ciphertext: body[86...].dropLast(16), tag: body.suffix(16)),
            let plain = (try? AES.GCM.open(box, using: derived("aes128gcm", 16))).map({ Array($0) }),
            let end = plain.lastIndex(where: { $0 != 0 }), plain[end] == 2
        else { return nil }
        return Array(plain[..<end])
    }
}

/// A clock that stands still until a test moves it.
final class StillClock: Sendable {
    static let start = Timestamp(seconds: 1_795_000_000)
    private let time = Mutex(StillClock.start)

    var now: Timestamp { time.withLock { $0 } }
    var read: @Sendable () -> Timestamp { { self.now } }

    func advance(seconds: Int64) { time.withLock { $0 = $0.advanced(bySeconds: seconds) } }
}

/// Answers as a test says, and keeps what was asked.
final class ScriptedExchange: PushExchange {
    private struct Unreachable: Error {}

    private let state: Mutex<(asked: [PushRequest], answers: [PushAnswer?])>

    /// The answers in their order, the last of them for ever; nil answers nothing at all.
    init(_ answers: PushAnswer?...) { state = Mutex(([], answers)) }

    var asked: [PushRequest] { state.withLock { $0.asked } }

    func ask(_ request: PushRequest) async throws -> PushAnswer {
        let answer = state.withLock { state -> PushAnswer? in
            state.asked.append(request)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers[0]
        }
        // Others get their turn, as while a network is waited for.
        await Task.yield()
        guard let answer else { throw Unreachable() }
        return answer
    }
}

/// The members of the header and of the claims of a token.
func opened(_ token: String) -> (header: JSONValue?, claims: JSONValue?, signed: [UInt8], signature: [UInt8]?) {
    let parts = token.split(separator: ".").map(String.init)
    func json(_ index: Int) -> JSONValue? {
        parts.count == 3 ? Base64.bytes(parts[index], .url).flatMap { try? JSONValue(parsing: $0) } : nil
    }
    return (
        json(0), json(1), Array(parts.prefix(2).joined(separator: ".").utf8),
        parts.count == 3 ? Base64.bytes(parts[2], .url) : nil
    )
}

func message(_ text: String = "{}", seconds: Int64 = 3600, topic: String? = nil) -> PushMessage {
    PushMessage(
        id: "000102030405060708090a0b0c0d0e0f", text: Array(text.utf8), urgency: .normal, topic: topic,
        expiresAt: StillClock.start.advanced(bySeconds: seconds))
}
