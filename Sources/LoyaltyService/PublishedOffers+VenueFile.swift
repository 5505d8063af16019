import Basics
import Crypto
import Loyalty
import ServiceKit
import Storage

// Offers of the venue file. The file says what they are until their shop changes one in the console: from then on the offer
// is the shop's own, with the row of the file as its first version, and imports leave it as it is.
extension PublishedOffers {
    /// The version that an offer has as it came with the venue file.
    package static let fileVersion: Int64 = 1

    /// What a shop's console calls an offer of the venue file: 32 hexadecimal digits, the same after each import.
    package static func consoleID(ofFileOffer id: String, in venue: UUID128) -> String {
        let digest = SHA256.hash(data: Array("cerca.offer.file/1".utf8) + venue.bytes + Array(id.utf8))
        return Array(digest.prefix(16)).hexadecimal
    }

    /// Makes an offer of the venue file its shop's own, as the first version of `family`; once is enough.
    ///
    /// It is given as before, coupons that were given stay, and those count as coupons of the family.
    package func adopt(_ offer: Offer, as family: String, in venue: UUID128) throws {
        let adopted = try connection.execute(
            """
            UPDATE offers SET family = ?4, given_from = ?5, given_until = valid_until, hours = ?6
            WHERE venue = ?1 AND id = ?2 AND major = ?3 AND family IS NULL
            """,
            [
                .blob(venue.bytes), .text(offer.id), .integer(Int64(offer.major)), .text(family),
                .integer(offer.validFrom.milliseconds), .text(offer.hours.text),
            ])
        if adopted == 1 { try noteChange(in: venue) }
    }

    /// The identifiers of the venue file's offers that are their shops' own by now.
    package func adopted(in venue: UUID128) throws -> Set<String> {
        let rows = try connection.query(
            "SELECT id FROM offers WHERE venue = ?1 AND family IS NOT NULL AND id NOT LIKE family || '/%'",
            [.blob(venue.bytes)])
        return Set(rows.compactMap { try? $0.text("id") })
    }

    /// What the versions of an offer of the venue file have in common, once it is its shop's own.
    func family(ofFileOffer id: String, in venue: [UInt8]) throws -> String? {
        try connection.first("SELECT family FROM offers WHERE venue = ?1 AND id = ?2", [.blob(venue), .text(id)])?
            .optionalText("family")
    }
}
