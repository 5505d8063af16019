import Basics

/// What hands a message over to somebody else's servers, which carry it to one device.
package protocol PushCarrier<Address>: Sendable {
    /// What names a device to these servers.
    associatedtype Address: Sendable
    /// Hands over one message; when it returns, somebody else is responsible for it.
    func send(_ message: PushMessage, to address: Address) async throws(PushFault)
}

/// A message to one device, as the queue knows it.
package struct PushMessage: Sendable {
    /// What tells this message from every other, also when it is sent a second time.
    package let id: String
    /// What the device is to read; at most ``MessageEncryption/mostBytes``.
    ///
    /// No carrier sees it.
    package let text: [UInt8]
    /// How soon it is to arrive.
    package let urgency: PushUrgency
    /// Replaces a waiting message of the same topic: at most 32 characters of Base64 for URLs; nil replaces none.
    package let topic: String?
    /// From when it is of no use.
    package let expiresAt: Timestamp

    /// A message to one device.
    package init(id: String, text: [UInt8], urgency: PushUrgency, topic: String?, expiresAt: Timestamp) {
        self.id = id
        self.text = text
        self.urgency = urgency
        self.topic = topic
        self.expiresAt = expiresAt
    }

    /// For how many seconds from `now` on it is of use, at most four weeks.
    func secondsLeft(at now: Timestamp) -> Int64 {
        max(0, min(28 * 86_400, expiresAt.milliseconds(since: now) / 1000))
    }
}

/// How soon a message is to arrive, as RFC 8030 (section 5.3) calls it.
package enum PushUrgency: String, Sendable, CaseIterable {
    /// It may wait until the device has power.
    case low
    /// It may wait while the device saves power.
    case normal
    /// It is worth waking the device.
    case high
}

/// Why a message was not taken: all that the queue needs to know.
package enum PushFault: Error, Equatable, Sendable {
    /// There is no such device any more: its address is to be deleted.
    case gone
    /// We are at fault; the same message will never be taken. Somebody has to look.
    case ours(PushAlarm)
    /// It may be taken later: after so many seconds where the other side says so.
    case later(after: Int64?)
    /// Nobody answered.
    case unreachable
}

/// What is wrong with us, for the log; it names nobody.
package struct PushAlarm: Error, Equatable, Sendable, CustomStringConvertible {
    /// The status that was answered; 0 when nothing was asked.
    package let status: Int
    /// The carrier's own word for it: letters and underscores, at most 40.
    package let reason: String

    /// A fault of ours; characters of `reason` that belong in no log are left out.
    package init(status: Int, reason: String) {
        self.status = status
        self.reason = String(reason.filter { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }.prefix(40))
    }

    /// The status and the word.
    package var description: String { reason.isEmpty ? "\(status)" : "\(status) \(reason)" }
}
