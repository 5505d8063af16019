import API
import Basics
import HTTPKit
import Loyalty
import ServiceKit

// What a merchant does in the console, for a module that acts as one.
extension ShopService {
    /// What is done to an offer.
    package enum OfferDeed: Sendable {
        /// It is to say something else; so a new one begins.
        case write(ShopOfferTermsBody)
        /// Its newest version is published, at once or at an instant.
        case publish(at: Timestamp?)
        /// It is given to nobody any more.
        case end
    }

    /// Does it to version `version` of an offer, 0 for a new one; gives the version after it.
    package func act(
        _ deed: OfferDeed, on offer: String, from version: Int64, of shop: ShopKey, by account: [UInt8]
    ) async throws(ServiceError) -> Int64 {
        switch deed {
        case .write(let terms): try await save(terms, as: offer, from: version, in: shop, by: account).head.version
        case .publish(let at):
            try await publish(offer, at: at, from: version, in: shop, by: account).head.version
        case .end: try await end(offer, from: version, in: shop, by: account).head.version
        }
    }
}
