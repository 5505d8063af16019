import Basics
import Market

/// One thing that sockets follow: what it is now, and the messages that tell of it.
///
/// A change is made into one message for everybody. A snapshot is made when somebody needs one, and once for each state.
struct Feed: Sendable {
    let key: FeedKey
    /// The market's name; nil for what is of none.
    let market: String?
    private let maker: DeltaMaker
    /// The number of the state; it began as the time in milliseconds, so that no restart repeats one.
    private(set) var transaction: Int64
    /// What it is now; nil until it has been read.
    private(set) var data: JSONValue?
    private var snapshot: SocketMessage?

    /// A feed that nothing is known of yet.
    init(_ key: FeedKey, market: String?, transaction: Int64) {
        self.key = key
        self.market = market
        self.transaction = transaction
        switch key {
        case .orders:
            // The 2018 generation compares orders whole: a changed one is removed and inserted.
            maker = DeltaMaker(objectHash: { $0.compactText }, replacesInArrays: false, detectsMoves: false)
        default:
            maker = DeltaMaker(objectHash: Self.hash, replacesInArrays: false, detectsMoves: false)
        }
    }

    /// What makes items of arrays the same although they have changed: an order's number, a candle's beginning.
    private static func hash(_ value: JSONValue) -> String? {
        if case .string(let executed)? = value["executed_amount"] {
            // One order can be executed several times in one millisecond.
            return "\(value["tradeId"]?.compactText ?? "")\(value["executed_date"]?.compactText ?? "")\(executed)"
        }
        if case .string(let id)? = value["tradeId"] { return id }
        if case .string(let date)? = value["date"] { return date }
        return value.compactText
    }

    /// Whether deltas come in an array of one, as clients read those of a person.
    private var wrapsDeltas: Bool {
        switch key {
        case .balance, .openOrders, .historicalOrders, .operated: true
        default: false
        }
    }

    /// Takes a new state and gives the message that tells of the change; nil when there is none or nobody knew a state.
    ///
    /// - Parameters:
    ///   - now: Milliseconds, by which the 2018 generation numbers its states.
    ///   - number: The number of the new state where it has one of its own; else it is the next.
    mutating func advance(to new: JSONValue, now: Int64, number: Int64? = nil) -> SocketMessage? {
        guard let old = data else {
            data = new
            if let number { transaction = number }
            return nil
        }
        switch key {
        case .boardAlert, .pairs, .balances:
            guard old != new else { return nil }
            data = new
            snapshot = nil
            return wholeMessage()
        case .orders:
            guard case .object(let changes)? = maker.delta(from: old, to: new)?.json else { return nil }
            let before = transaction
            set(new, max(now, before + 1))
            return patchMessage(changes, from: before)
        default:
            guard let delta = maker.delta(from: old, to: new) else { return nil }
            let before = transaction
            set(new, max(number ?? 0, before + 1))
            return deltaMessage(delta, from: before)
        }
    }

    private mutating func set(_ new: JSONValue, _ transaction: Int64) {
        data = new
        snapshot = nil
        self.transaction = transaction
    }

    /// The message with the whole state; nil while nothing is known.
    mutating func wholeMessage() -> SocketMessage? {
        guard let data else { return nil }
        if let snapshot { return snapshot }
        let body: JSONValue
        switch key {
        case .boardAlert: body = .object([.init("board", data)])
        case .pairs, .balances: body = data
        case .orders:
            body = .object([
                .init("pair", .string(market ?? "")), .init("t", .integer(transaction)),
                .init("buy", data["buy"] ?? []), .init("sell", data["sell"] ?? []),
            ])
        default:
            var members: [JSONValue.Member] = []
            if let market { members.append(.init("stock_id", .string(market))) }
            members += [.init("to_tx", .integer(transaction)), .init("data", data)]
            body = .object(members)
        }
        let message = SocketMessage(event: key.event, body)
        snapshot = message
        return message
    }

    private func deltaMessage(_ delta: JSONDelta, from before: Int64) -> SocketMessage {
        var members: [JSONValue.Member] = []
        if let market { members.append(.init("stock_id", .string(market))) }
        members += [
            .init("from_tx", .integer(before)), .init("to_tx", .integer(transaction)), .init("delta_data", delta.json),
        ]
        return SocketMessage(event: key.event + "-delta", wrapsDeltas ? .array([.object(members)]) : .object(members))
    }

    /// The 2018 generation reads several patches in one message: an array of them, while the whole book is an object.
    private func patchMessage(_ changes: [JSONValue.Member], from before: Int64) -> SocketMessage {
        let patch: [JSONValue.Member] =
            changes.map { .init("delta_" + $0.name, $0.value) } + [
                .init("p", .integer(before)), .init("pair", .string(market ?? "")), .init("t", .integer(transaction)),
            ]
        return SocketMessage(event: key.event, .array([.object(patch)]))
    }
}
