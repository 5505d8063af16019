import API
import Basics
import Beacons
import Loyalty
import ServiceKit

// Offers of the venue file in the console: they are listed beside the shop's own, and become the shop's own with the first
// change. Until then nothing is written of them here, since each import may change them.
extension ShopPlace {
    /// The last day that the console can write: 31 December 9998, in days since 1970-01-01.
    private static let lastDay: Int64 = 2_932_531

    /// What the console calls an offer of the venue file.
    func consoleID(of offer: Offer) -> String {
        PublishedOffers.consoleID(ofFileOffer: offer.id, in: reference.venue)
    }

    /// The offer of the venue file that the console calls so, while it is as the file has it.
    func fileOffer(_ id: String) -> Offer? {
        fileOffers.first { consoleID(of: $0) == id }
    }

    /// An offer of the venue file as the first version of an offer.
    func head(of offer: Offer, importedAt: Timestamp) -> OfferHead {
        OfferHead(
            id: consoleID(of: offer), version: PublishedOffers.fileVersion, terms: terms(of: offer), isDeleted: false,
            changedAt: importedAt)
    }

    /// What an offer of the venue file says in the words of the console, which knows whole days.
    private func terms(of offer: Offer) -> ShopOfferTermsBody {
        func text(_ day: Int64) -> String { Timestamp(day: min(max(day, 0), Self.lastDay)).dayText }
        let hours = Weekday.allCases.flatMap { day in
            offer.hours.days[day, default: []].compactMap { stretch in
                ShopWeekday(rawValue: day.key).map { ShopHoursBody(day: $0, from: stretch.from, to: stretch.to) }
            }
        }
        return ShopOfferTermsBody(
            text: offer.text, validFrom: text(days.day(of: offer.validFrom)),
            validUntil: text(days.day(of: offer.validUntil.advanced(byMilliseconds: -1))), hours: hours,
            points: offer.points, limit: offer.limit)
    }
}
