import Accounts
import Basics
import Beacons
import HTTPKit
import Loyalty
import ServiceKit
import Storage

extension LoyaltyService {
    /// What a shop may know of an account, within the transaction that keeps something of it; nil when it was not chosen.
    package static func term(
        of account: [UInt8], venue: UUID128, major: UInt16, in connection: any Connection
    ) throws -> Term? {
        try ChoiceStore(connection).term(of: account, venue: venue.bytes, major: major)
    }

    /// Whether the session's owner has proved a visit at a beacon from one instant to another, with a code that nobody
    /// disputes.
    ///
    /// That is known for as long as the rules against replay need it, a quarter of an hour at least.
    package static func hasProof(
        of session: Session, at beacon: BeaconIdentity, from: Timestamp, until: Timestamp,
        in connection: any Connection
    ) throws -> Bool {
        let pseudonym = session.pseudonymKey.pseudonym(venue: beacon.uuid.bytes, shop: beacon.major)
        return try SightingStore(connection).hasProof(
            of: session.accountID, pseudonym, at: beacon, from: from, until: until)
    }

    /// The minors of a shop's beacons at which the session's owner has proved a visit from one instant to another, with a
    /// code that nobody disputes; that is known for as long as `hasProof` knows it.
    package static func provedMinors(
        of session: Session, in shop: ShopKey, from: Timestamp, until: Timestamp, in connection: any Connection
    ) throws -> Set<UInt16> {
        let pseudonym = session.pseudonymKey.pseudonym(venue: shop.venue.bytes, shop: shop.major)
        return try SightingStore(connection).provedMinors(
            of: session.accountID, pseudonym, in: shop, from: from, until: until)
    }
}
