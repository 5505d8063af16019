import Basics
import Crypto
import HTTPKit
import Storage
import Synchronization

/// Keeps what happens to people in the transaction in which it happens, and wakes those who carry it to streams.
package final class EventOutbox: Sendable {
    /// Bodies are filled up to a multiple of this many bytes.
    private static let block = 512

    private let names: SymmetricKey
    private let bodies: SymmetricKey
    private let numbers = Atomic<Int64>(0)
    private let hasCommitted = Atomic<Bool>(false)
    private let hintsSent = Atomic<Int>(0)
    private let hintsReceived = Atomic<Int>(0)
    private let progress = Mutex(EventProgress(at: .now))
    private let waking: AsyncStream<Void>.Continuation
    /// Says that there may be something to be read; several such may be said once.
    let wakes: AsyncStream<Void>

    /// An outbox of servers that have the same secret of 32 bytes.
    package init(secret: [UInt8]) {
        func key(_ purpose: String) -> SymmetricKey {
            HKDF<SHA256>.deriveKey(
                inputKeyMaterial: SymmetricKey(data: secret), info: Array("cerca events, \(purpose)".utf8),
                outputByteCount: 32)
        }
        (names, bodies) = (key("names"), key("bodies"))
        (wakes, waking) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// What rows of a minute call an account; no two minutes call it the same.
    func channel(of account: [UInt8], in minute: Int64) -> [UInt8] {
        let said = account + withUnsafeBytes(of: minute.bigEndian) { Array($0) }
        return Array(HMAC<SHA256>.authenticationCode(for: said, using: names).prefix(16))
    }

    /// Keeps an event, within the transaction in which it happens.
    func note(_ event: ServerSentEvent, to account: [UInt8], at now: Timestamp, in connection: any Connection) throws {
        let minute = EventStore.minute(of: now)
        let channel = channel(of: account, in: minute)
        var plain = [UInt8(clamping: account.count)] + account + event.text
        // The length must not tell what happened; no event ends with a zero.
        plain.append(contentsOf: repeatElement(0, count: (Self.block - plain.count % Self.block) % Self.block))
        let box = try ChaChaPoly.seal(plain, using: bodies, authenticating: channel)
        // Within a transaction numbers only have to differ and to grow.
        let number = numbers.add(1, ordering: .relaxed).newValue
        try EventStore(connection).insert(number, channel, Array(box.combined), in: minute)
    }

    /// The event of a row, and whose it is.
    func open(_ row: EventStore.Kept) throws -> (account: [UInt8], event: ServerSentEvent) {
        let box = try ChaChaPoly.SealedBox(combined: row.body)
        let plain = Array(try ChaChaPoly.open(box, using: bodies, authenticating: row.channel))
        guard let length = plain.first.map(Int.init), plain.count > length,
            let last = plain.lastIndex(where: { $0 != 0 }), last > length
        else { throw StorageError.corrupt }
        return (
            Array(plain[1...length]), ServerSentEvent(text: Array(plain[(length + 1)...last]), id: row.position.text)
        )
    }

    /// Says that something was committed here.
    func committed() {
        hasCommitted.store(true, ordering: .relaxed)
        waking.yield()
    }

    /// Says that another server has committed something.
    package func hinted() {
        hintsReceived.add(1, ordering: .relaxed)
        waking.yield()
    }

    /// Says that it is time to look.
    func wake() {
        waking.yield()
    }

    /// Whether something was committed here since this was asked last, of which the others are told then.
    func takeCommitted() -> Bool {
        guard hasCommitted.exchange(false, ordering: .relaxed) else { return false }
        hintsSent.add(1, ordering: .relaxed)
        return true
    }

    /// Takes note of a look that began at `instant`.
    func looked(_ look: EventStore.Look, at instant: ContinuousClock.Instant) {
        progress.withLock { $0.looked(at: instant, newest: look.newest, readTo: look.end) }
    }

    /// How events come here, as far as it is known `now`; what was told the hub knows.
    func figures(at now: ContinuousClock.Instant) -> EventFigures {
        EventFigures(
            hintsSent: hintsSent.load(ordering: .relaxed), hintsReceived: hintsReceived.load(ordering: .relaxed),
            secondsBehind: progress.withLock { $0.readUntil.duration(to: now) } / .seconds(1))
    }
}

/// Where an event stands among those of all servers.
///
/// Only those of ended transactions are read, below the oldest that still runs: so what is read next always stands
/// behind what was read before.
struct EventPosition: Comparable, Sendable {
    let transaction: Int64
    let number: Int64

    init(_ transaction: Int64, _ number: Int64) {
        self.transaction = transaction
        self.number = number
    }

    /// The position that a stream's reader says; nil for anything else.
    init?(_ text: some StringProtocol) {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard text.utf8.count <= 40, parts.count == 2, let transaction = Int64(parts[0]), let number = Int64(parts[1]),
            transaction >= 0, number >= 0
        else { return nil }
        self.init(transaction, number)
    }

    /// As streams say it.
    var text: String { "\(transaction).\(number)" }

    static func < (left: EventPosition, right: EventPosition) -> Bool {
        (left.transaction, left.number) < (right.transaction, right.number)
    }
}
