import Foundation
import Vault

/// Holds the keys of one vault for the commands of its owner, until it is idle for too long or told to lock.
///
/// It is one thread that waits for three things: a command, the end of its time, and a byte on the pipe by which the
/// rest of the process tells it to lock.
package struct VaultAgent: ~Copyable {
    private let socket: AgentSocket
    private let listener: Int32
    private let inode: UInt64?
    private var state: AgentState
    private let lockSwitch: Int32

    /// Begins to listen for commands; nil when the socket cannot be made.
    ///
    /// An agent that holds the same vault's keys already is told to lock first.
    ///
    /// - Parameters:
    ///   - lockSwitch: the end of a pipe that is read; a byte on it, or its end, makes the agent lock. It stays the
    ///     caller's.
    ///   - folder: where the socket is; without it, where agents have theirs.
    package init?(_ handover: AgentHandover, lockSwitch: Int32, folder: URL? = nil) {
        AgentClient(vault: handover.vault, folder: folder).lock()
        socket = AgentSocket(vault: handover.vault, folder: folder)
        guard let listener = socket.listen() else { return nil }
        self.listener = listener
        self.lockSwitch = lockSwitch
        inode = socket.inode
        state = AgentState(keys: handover.keys, idleSeconds: handover.idleSeconds, at: Self.bootMilliseconds)
    }

    deinit {
        close(listener)
        if let inode, socket.inode == inode { unlink(socket.path) }
    }

    /// Answers commands until the keys are forgotten.
    package mutating func run() {
        while !state.isLocked {
            // The waiting stands still while the device sleeps, the boot clock does not: look at least twice a minute.
            let wait = min(state.millisecondsLeft(at: Self.bootMilliseconds), 30_000)
            var waiting = [
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: lockSwitch, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&waiting, nfds_t(waiting.count), Int32(wait))
            if count < 0, errno != EINTR { return }
            state.expire(at: Self.bootMilliseconds)
            if count > 0, waiting[1].revents != 0 { state.lock() }
            if count > 0, waiting[0].revents & Int16(POLLIN) != 0, !state.isLocked { answerOne() }
        }
    }

    /// Takes one connection, one request, and gives one answer.
    private mutating func answerOne() {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        defer { close(connection) }
        guard AgentSocket.isOfSameUser(connection) else { return }
        AgentSocket.limitWaiting(connection)
        var byte: UInt8 = 0
        guard withUnsafeMutableBytes(of: &byte, { AgentSocket.receive(into: $0, from: connection) }),
            let request = AgentRecord.Request(rawValue: byte),
            let answer = state.answer(request, at: Self.bootMilliseconds)
        else { return }
        switch answer {
        case .keys(let keys):
            withSecretBuffer(AgentRecord.keyCount) { buffer in
                AgentRecord.write(keys, to: buffer)
                _ = AgentSocket.send(UnsafeRawBufferPointer(buffer), to: connection)
            }
        case .status(let seconds):
            _ = AgentRecord.status(secondsLeft: seconds).withUnsafeBytes { AgentSocket.send($0, to: connection) }
        case .locked:
            _ = [AgentRecord.version].withUnsafeBytes { AgentSocket.send($0, to: connection) }
        }
    }

    /// Milliseconds since the system started, time asleep included.
    package static var bootMilliseconds: Int64 {
        var time = timespec()
        #if os(Linux)
            clock_gettime(CLOCK_BOOTTIME, &time)
        #else
            clock_gettime(CLOCK_MONOTONIC, &time)
        #endif
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
