import Basics

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

    /// How many are handed over at once: mail goes by one conversation, the rest to many servers.
    var width: Int { self == .mail ? 1 : 64 }
    /// How many of these may be of one owner, as long as a quarter of them is left; one from then on.
    var widthOfOwner: Int { self == .mail ? 1 : 4 }
}

/// Something that waits to be handed over.
package struct Delivery: Sendable {
    /// What tells it from every other, also when it is handed over a second time.
    package let id: String
    /// By which way it goes.
    package let lane: DeliveryLane
    /// Whose it is: what is handed over for one owner waits for what else is, and for nothing of others.
    let owner: String
    /// To whom: an e-mail address, or the name of a device.
    package let recipient: String
    /// What a mail is about; empty for others.
    package let subject: String
    /// What it says.
    package let text: String
    /// From when it is no longer useful.
    package let expiresAt: Timestamp
    /// How often it was tried, as far as that is known.
    var failures: Int64 = 0
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
