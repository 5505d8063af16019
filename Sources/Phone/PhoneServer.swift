import Basics
import Presence

/// What a phone asks of a server about a sighting: over HTTP in the street, by a direct call in a simulation.
public protocol PhoneServer: Sendable {
    /// Tries to prove presence with a sighting.
    func prove(_ sighting: PresenceSighting) async throws(PhoneServerError) -> ProvedSighting
}

/// A sighting that the server took for proved.
public struct ProvedSighting: Sendable, Equatable {
    /// An offer that came with it.
    public struct Offer: Sendable, Equatable {
        /// The coupon's identifier.
        public let coupon: String
        /// The offer's text by language.
        public let text: [String: String]

        /// An offer as the coupon `coupon`.
        public init(coupon: String, text: [String: String]) {
            self.coupon = coupon
            self.text = text
        }
    }

    /// The shop's name.
    public let shop: String
    /// The visit's identifier.
    public let visit: String
    /// The offers of the shop that this visit brought.
    public let offers: [Offer]
    /// When the server took it, by its own clock; nil when it does not say.
    public let at: Timestamp?

    /// A proved sighting in `shop`.
    public init(shop: String, visit: String, offers: [Offer], at: Timestamp? = nil) {
        self.shop = shop
        self.visit = visit
        self.offers = offers
        self.at = at
    }
}

/// Why a server did not prove a sighting.
public enum PhoneServerError: Error, Equatable, Sendable {
    /// It could not be reached or is overloaded; the sighting is worth another try.
    case unreachable(reason: String)
    /// It refused, with a stable code such as `presence.stale`; another try would be refused as well.
    case refused(code: String)
}
