import Vault

/// What an agent holds and until when; it knows no clock and no socket.
struct AgentState {
    /// What to send back.
    enum Answer: Equatable {
        /// The keys.
        case keys(OpenedKeys)
        /// How many seconds are left.
        case status(Int64)
        /// The keys are forgotten.
        case locked
    }

    private var keys: OpenedKeys?
    private let idleMilliseconds: Int64
    private var deadline: Int64

    /// Keys that are forgotten after `idleSeconds` without use; instants are milliseconds of the device's boot clock,
    /// which goes on while the device sleeps and which nobody can set.
    init(keys: OpenedKeys, idleSeconds: Int, at now: Int64) {
        self.keys = keys
        idleMilliseconds = Int64(idleSeconds) * 1000
        deadline = now + idleMilliseconds
    }

    /// Whether there is nothing to hold any more.
    var isLocked: Bool { keys == nil }

    /// The answer to a request; nil when there is none to give.
    mutating func answer(_ request: AgentRecord.Request, at now: Int64) -> Answer? {
        expire(at: now)
        guard let held = keys else { return nil }
        switch request {
        case .keys:
            deadline = now + idleMilliseconds
            return .keys(held)
        case .status:
            return .status((deadline - now + 999) / 1000)
        case .lock:
            lock()
            return .locked
        }
    }

    /// Forgets the keys when their time is over.
    mutating func expire(at now: Int64) {
        if now >= deadline { lock() }
    }

    /// Forgets the keys.
    mutating func lock() {
        keys = nil
    }

    /// For how many milliseconds nothing has to be done, unless somebody asks.
    func millisecondsLeft(at now: Int64) -> Int64 {
        max(deadline - now, 0)
    }
}
