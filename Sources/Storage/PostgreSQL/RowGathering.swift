import Synchronization

/// Lets rows for a table of keys that come at about the same time go in one transaction.
///
/// To PostgreSQL a transaction is a journey and a commit, which cost many times what a row does. So one is under way at a
/// time, and those who come meanwhile go with the next one. Whoever comes alone waits for nobody.
final class RowGathering: Sendable {
    /// A row whose task waits to hear whether it was new.
    struct Waiting: Sendable {
        fileprivate let number: Int
        let row: [SQLValue]
        let continuation: CheckedContinuation<Bool, any Error>
    }

    private struct State {
        var waiting: [Waiting] = []
        var next = 0
        /// Whether a transaction was asked for or is under way; until it begins it takes along whoever waits.
        var isBusy = false
        var refused = 0
    }

    /// The most that one transaction takes along.
    private static let mostTogether = 512

    private let table: KeyTable
    private let queue: WorkQueue
    private let state = Mutex(State())

    /// A gathering for `table`, whose transactions wait in `queue`; no more rows wait than work may there.
    init(_ table: KeyTable, in queue: WorkQueue) {
        self.table = table
        self.queue = queue
    }

    /// How many rows wait for a transaction to begin, and how many were refused because too many waited.
    var counts: (waiting: Int, refused: Int) { state.withLock { ($0.waiting.count, $0.refused) } }

    /// Inserts a row, and says whether there was none like it.
    ///
    /// A task that is cancelled before its row's transaction has begun gets a `CancellationError` at once.
    func insert(_ row: [SQLValue]) async throws -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                wait(Waiting(number: number, row: row, continuation: continuation))
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.waiting.firstIndex { $0.number == number }.map { state.waiting.remove(at: $0) }
            }
            waiting?.continuation.resume(throwing: CancellationError())
        }
    }

    private func wait(_ waiting: Waiting) {
        let (refusal, begins): ((any Error)?, Bool) = state.withLock { state in
            if Task.isCancelled { return (CancellationError(), false) }
            guard state.waiting.count < queue.limit else {
                state.refused += 1
                return (StorageError.overloaded, false)
            }
            state.waiting.append(waiting)
            defer { state.isBusy = true }
            return (nil, !state.isBusy)
        }
        if let refusal { return waiting.continuation.resume(throwing: refusal) }
        if begins { begin() }
    }

    /// Asks for a transaction.
    private func begin() {
        let work = GatheredRows(self, table)
        guard let refusal = queue.add(work) else { return }
        if work.begin() { work.answer(refusal) }
    }

    /// Takes out those who go along with a transaction that begins.
    fileprivate func taken() -> [Waiting] {
        state.withLock { state in
            let count = min(state.waiting.count, Self.mostTogether)
            defer { state.waiting.removeFirst(count) }
            return Array(state.waiting.prefix(count))
        }
    }

    /// A transaction has ended, and whoever waits by now needs another.
    fileprivate func ended() {
        let begins = state.withLock { state in
            state.isBusy = !state.waiting.isEmpty
            return state.isBusy
        }
        if begins { begin() }
    }
}

/// The rows of one transaction.
///
/// `@unchecked Sendable`: the members and what came of them are written and read only by the one thread that took the
/// work out of the queue, or was refused a place in it.
private final class GatheredRows: Work, @unchecked Sendable {
    let kind = WorkKind.writingOwnRows(nil)
    private let gathering: RowGathering
    private let table: KeyTable
    private var members: [RowGathering.Waiting] = []
    private var new: Set<[SQLValue]> = []

    init(_ gathering: RowGathering, _ table: KeyTable) {
        self.gathering = gathering
        self.table = table
    }

    func begin() -> Bool {
        members = gathering.taken()
        if members.isEmpty { gathering.ended() }
        return !members.isEmpty
    }

    func run(on connection: any Connection) throws {
        var rows = RowInserter(table.many)
        // In one order everywhere: two servers that are sent the same rows would else wait for each other.
        for row in Set(members.map(\.row)).sorted(by: { $0.lexicographicallyPrecedes($1, by: SQLValue.precedes) }) {
            try rows.add(to: connection) { $0 += row }
        }
        try rows.finish(connection)
        new = Set(rows.returned.map(\.values))
    }

    func answer(_ failure: (any Error)?) {
        for member in members {
            if let failure {
                member.continuation.resume(throwing: failure)
            } else {
                // Of two that are alike and came together, one is the first.
                member.continuation.resume(returning: new.remove(member.row) != nil)
            }
        }
        gathering.ended()
    }
}

extension SQLValue {
    /// Some order of all values, the same in every process.
    fileprivate static func precedes(_ one: SQLValue, _ other: SQLValue) -> Bool {
        switch (one, other) {
        case (.integer(let one), .integer(let other)): one < other
        case (.real(let one), .real(let other)): one < other
        case (.text(let one), .text(let other)): one < other
        case (.blob(let one), .blob(let other)): one.lexicographicallyPrecedes(other)
        default: one.rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .integer: 1
        case .real: 2
        case .text: 3
        case .blob: 4
        }
    }
}
