import Foundation
import Vault

/// Speaks with the agent of a vault, if there is one.
package struct AgentClient: Sendable {
    private let socket: @Sendable () -> AgentSocket

    /// The agent of a vault, whose socket is in `folder` or else where agents have theirs.
    package init(vault: RecordID, folder: URL? = nil) {
        socket = { AgentSocket(vault: vault, folder: folder) }
    }

    /// The keys that the agent holds; nil when there is no agent.
    package func keys() -> OpenedKeys? {
        withSecretBuffer(AgentRecord.keyCount) { buffer in
            guard ask(.keys, answer: buffer) else { return nil }
            return AgentRecord.keys(in: UnsafeRawBufferPointer(buffer))
        }
    }

    /// In how many seconds the agent forgets the keys unless it is used; nil when there is no agent.
    package func secondsLeft() -> Int64? {
        withSecretBuffer(AgentRecord.statusCount) { buffer in
            guard ask(.status, answer: buffer) else { return nil }
            return AgentRecord.secondsLeft(in: Array(buffer))
        }
    }

    /// Makes the agent forget the keys and end; false when there was none.
    @discardableResult
    package func lock() -> Bool {
        withSecretBuffer(1) { ask(.lock, answer: $0) }
    }

    private func ask(_ request: AgentRecord.Request, answer: UnsafeMutableRawBufferPointer) -> Bool {
        guard let descriptor = socket().connect() else { return false }
        defer { close(descriptor) }
        var byte = request.rawValue
        return withUnsafeBytes(of: &byte) { AgentSocket.send($0, to: descriptor) }
            && AgentSocket.receive(into: answer, from: descriptor)
    }
}
