import AnonymousCredentials
import Basics
import Beacons
import Crypto
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension StayService {
    /// Issues, blindly, the credential that the session's owner was proved inside of a shop in a slot.
    ///
    /// There is one for each account, shop and slot. The same request again has the same answer, for a phone that got none;
    /// another one is refused with `StayError.had`. Only a visit that the shop may know of is a proof (the terms `visits`
    /// and `habits`), at a door, a till, an aisle or a fitting room, with a code that nobody disputes. Throws `notOffered`,
    /// `noProof` and `invalidRequest` as well.
    package func issuePresence(
        _ request: [UInt8], in shop: ShopKey, _ slot: StaySlot, to session: Session
    ) async throws(ServiceError) -> [UInt8] {
        let venue = try await venue(shop.venue, major: shop.major)
        let account = session.accountID
        let digest = Array(SHA256.hash(data: request))
        let known = try await database.reading { try StayStore($0).answer(to: account, in: shop, slot) }
        if let known { return try known.response(to: digest) }
        guard slot.isIssued(at: clock.now()) else { throw .stays(.noProof) }
        let inside = Set(venue.beacons.filter { $0.major == shop.major && $0.zone.isInside }.map(\.minor))
        let proved = try await database.reading {
            try LoyaltyService.provedMinors(of: session, in: shop, from: slot.beginning, until: slot.end, in: $0)
        }
        guard !proved.isDisjoint(with: inside) else { throw .stays(.noProof) }
        guard let response = try await issuer(of: slot.context(in: shop)).issue(request) else {
            throw .stays(.invalidRequest)
        }
        let kept = try await database.writing { connection in
            let store = StayStore(connection)
            if try store.insertAnswer(response, to: digest, of: account, in: shop, slot) {
                return StayStore.Answer(request: digest, response: response)
            }
            // Two at once: the one that was quicker has its answer, and it may be the same request.
            guard let known = try store.answer(to: account, in: shop, slot) else { throw StorageError.busy }
            return known
        }
        return try kept.response(to: digest)
    }
}

extension StayStore.Answer {
    /// The answer, when this is what was asked.
    fileprivate func response(to digest: [UInt8]) throws(ServiceError) -> [UInt8] {
        guard request == digest else { throw .stays(.had) }
        return response
    }
}
