/// Who asks when whether the other side is there: the client in Engine.IO 3, the server in Engine.IO 4.
struct EngineHeartbeat: Sendable {
    enum Beat: Equatable {
        case nothing
        /// A ping is due.
        case ping
        /// The client was silent for too long.
        case dead
    }

    private let version: EngineVersion
    private let interval: Int64
    private let timeout: Int64
    /// In Engine.IO 4, whether a ping was sent and nothing has come since.
    private var isWaiting = false
    private(set) var deadline: Int64

    init(version: EngineVersion, limits: EngineLimits, now: Int64) {
        self.version = version
        interval = limits.pingInterval
        timeout = limits.pingTimeout
        deadline = now + interval + (version == .three ? timeout : 0)
    }

    /// Something came from the client; any packet shows that it is there.
    mutating func heard(now: Int64) {
        switch version {
        case .three: deadline = now + interval + timeout
        case .four where isWaiting:
            isWaiting = false
            deadline = now + interval
        case .four: break
        }
    }

    mutating func tick(now: Int64) -> Beat {
        guard now >= deadline else { return .nothing }
        guard version == .four, !isWaiting else { return .dead }
        isWaiting = true
        deadline = now + timeout
        return .ping
    }
}
