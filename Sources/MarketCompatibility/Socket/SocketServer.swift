import Basics
import HTTPKit
import HTTPTypes
import NIOCore
import ServiceKit
import ServiceLifecycle
import SocketIO
import Synchronization

/// All sockets of this server.
///
/// They are counted in total and by address, and looked after once a second: pings, time-outs, readers that take
/// nothing, clients that never say what they want.
package final class SocketServer: Service {
    private struct State {
        var sessions: [String: SocketSession] = [:]
        var isStopping = false
    }

    let limits: SocketLimits
    let listener: any SocketListener
    private let random: ServerRandom
    private let state = Mutex(State())
    private let counter: AddressCounter

    /// A server without sockets.
    package init(limits: SocketLimits, listener: any SocketListener, random: ServerRandom = .system) {
        self.limits = limits
        self.listener = listener
        self.random = random
        self.counter = AddressCounter(total: limits.total, perAddress: limits.perAddress)
    }

    /// How many sockets there are.
    package var count: Int { counter.count }

    /// A clock that never goes back.
    static func milliseconds() -> Int64 {
        Int64(NIODeadline.now().uptimeNanoseconds / 1_000_000)
    }

    /// An identifier that nobody can guess.
    func newIdentifier() -> String {
        random.identifier().hexadecimal
    }

    /// A new session; nil when there are as many as may be.
    func open(
        _ query: EngineQuery, address: ClientAddress?
    ) -> SocketSession? {
        let sid = newIdentifier()
        let isAdmitted = state.withLock { state in
            !state.isStopping && counter.enter(address)
        }
        guard isAdmitted else { return nil }
        let session = SocketSession(
            sid: sid, version: query.version, transport: query.transport, base64: query.base64, address: address,
            server: self, now: Self.milliseconds())
        // A server that began to stop meanwhile did not see this session, and would wait for it.
        let isStopping = state.withLock { state in
            state.sessions[sid] = session
            return state.isStopping
        }
        if isStopping {
            session.close()
            // Nobody will poll for the packet that says so.
            remove(session)
            return nil
        }
        return session
    }

    /// Whether one more session may begin for this address.
    func hasRoom(for address: ClientAddress?) -> Bool {
        !state.withLock { $0.isStopping } && counter.hasRoom(for: address)
    }

    /// The session of this identifier, or nil.
    func session(_ sid: String) -> SocketSession? {
        state.withLock { $0.sessions[sid] }
    }

    /// A session has ended.
    func remove(_ session: SocketSession) {
        let wasThere = state.withLock { state in
            guard state.sessions.removeValue(forKey: session.sid) != nil else { return false }
            counter.leave(session.address)
            return true
        }
        if wasThere { listener.closed(session) }
    }

    /// Sends one message to many.
    func broadcast(_ message: SocketMessage, to sockets: some Sequence<(session: SocketSession, epoch: Int)>) {
        WebSocketLink.pump(sockets.compactMap { $0.session.enqueue(message, epoch: $0.epoch) })
    }

    /// Looks after the sockets until the server stops, and then ends them all.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(1))) != nil { self.tick(now: Self.milliseconds()) }
        }
        stop()
    }

    /// Ends all sockets and takes no new ones: a poll that waits would hold the server's end up.
    package func stop() {
        let sessions = state.withLock { state -> [SocketSession] in
            guard !state.isStopping else { return [] }
            state.isStopping = true
            return Array(state.sessions.values)
        }
        for session in sessions { session.close() }
    }

    func tick(now: Int64) {
        for session in state.withLock({ Array($0.sessions.values) }) { session.tick(now: now) }
    }
}

extension SocketServer: WebSocketAcceptor {
    /// The largest frame that is taken, bytes.
    package var messageBytes: Int { limits.messageBytes }

    /// Whether the target of a request is `/socket.io/`.
    package func owns(_ target: String?) -> Bool { SocketPath.matches(target) }

    /// The WebSocket of a new or a polling session; nil when the protocol or a limit refuses it.
    package func accept(_ head: HTTPRequest, address: () -> ClientAddress?) -> (any WebSocketHandler)? {
        guard let query = try? EngineQuery(SocketPath.values(head.path), method: "GET", isUpgrade: true) else {
            return nil
        }
        let session: SocketSession? =
            if let sid = query.sid {
                session(sid).flatMap { $0.acceptsWebSocket ? $0 : nil }
            } else {
                open(query, address: address())
            }
        return session.map { WebSocketConnection(session: $0, messageBytes: limits.messageBytes) }
    }
}
