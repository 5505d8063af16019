import Time

/// By which way something is handed over; each has its own turn, so that none waits for another's slowness.
package enum DeliveryLane: String, Sendable, CaseIterable {
    /// Mail.
    case mail
    /// Browsers, by the push service of each.
    case web
    /// Apps on Apple's devices.
    case apple
    /// Apps on Android.
    case google
    /// Programs of merchants, each at the address that its merchant wrote.
    case callback

    /// How many are handed over in one round.
    var batch: Int { self == .mail ? 20 : 64 }
    /// How many are handed over at once: mail goes by one conversation, pushes to many servers.
    var width: Int { self == .mail ? 1 : 16 }
}

/// Something that waits to be handed over.
package struct Delivery: Sendable {
    /// What tells it from every other, also when it is handed over a second time.
    package let id: String
    /// By which way it goes.
    package let lane: DeliveryLane
    /// To whom: an e-mail address, or the name of a device.
    package let recipient: String
    /// What a mail is about; empty for others.
    package let subject: String
    /// What it says.
    package let text: String
    /// How often it was tried.
    let attempts: Int64
    /// When it is tried next.
    let nextAt: Timestamp
    /// From when it is of no use.
    package let expiresAt: Timestamp
}

/// Why something was not handed over: all that the queue knows of it.
package enum DeliveryFault: Error, Sendable {
    /// The recipient does not exist any more, or refuses for good.
    case gone(cause: String)
    /// We are at fault; the same would never be taken.
    case ours(cause: String)
    /// It may be taken later: after so many seconds where the other side says so.
    case later(after: Int64?, cause: String)

    /// The reason, which names nobody.
    package var cause: String {
        switch self {
        case .gone(let cause), .ours(let cause), .later(_, let cause): cause
        }
    }
}

/// What hands things over, by one way.
package protocol DeliveryCarrier: Sendable {
    /// Whether anything can be handed over at all.
    var isAvailable: Bool { get }
    /// Hands over one; when it returns, somebody else is responsible for it.
    func deliver(_ delivery: Delivery, at now: Timestamp) async throws(DeliveryFault)
}
