import AccountService
import Basics
import Exposure
import ExposureService
import Loyalty
import LoyaltyService

/// What the map of cases shows in the demo: a country that does not exist, which the page says, and its epidemic.
package enum DemoZones {
    /// How many invented people reported in the days before the demo, and told where they had been.
    static let pastContributors = 12

    /// Imports country and cases, and lets some people of days gone by tell where in the centre they were, by the same
    /// way as any phone.
    ///
    /// - Parameters:
    ///   - loyalty: The service that has the venue.
    ///   - venue: The centre.
    ///   - today: The first day of the demo; cases end the day before.
    package static func install(
        in loyalty: LoyaltyService, venue: Venue, today: UTCDay, seed: UInt64
    ) async throws(ZoneError) {
        // These people never uploaded anything: the demo's own service takes their word.
        let zones = ZoneService(loyalty: loyalty, acceptedUpload: { _ in true })
        let country = DemoCountry(seed: seed)
        let epidemic = DemoEpidemic(in: country, today: today, seed: seed)
        for (level, areas) in [(ZoneLevel.state, country.regions), (.municipality, country.municipalities)] {
            try await zones.importAreas(
                DemoCountry.geoJSON(areas), of: level, isFictional: true, by: .operatorOfTheMachine)
            for file in epidemic.files(of: level) {
                try await zones.importCases(file.csv, of: file.measure, in: level, by: .operatorOfTheMachine)
            }
        }
        var random = SplitMix64(seed: seed).split(11)
        for number in 0..<pastContributors {
            try await contribute(number, to: zones, venue, today, &random)
        }
    }

    /// One person's shops of the last days: everybody prefers the first few, so that some of them are shown.
    private static func contribute(
        _ number: Int, to zones: ZoneService, _ venue: Venue, _ today: UTCDay, _ random: inout SplitMix64
    ) async throws(ZoneError) {
        let favourites = venue.shops.prefix(6).map(\.major)
        var places: Set<VenueDay> = []
        for _ in 0..<14 {
            let major =
                random.uniform() < 0.75
                ? favourites.randomElement(using: &random) : venue.shops.randomElement(using: &random)?.major
            guard let major else { continue }
            places.insert(
                VenueDay(venue: venue.uuid, major: major, day: today.number - Int.random(in: 1...4, using: &random)))
        }
        let issuer = try await zones.venueDayIssuer()
        guard let request = VenueDayRequest(period: issuer.period, publicKey: issuer.publicKey) else { return }
        let response = try await zones.issueVenueDayCredential(
            to: request.bytes, period: issuer.period, uploadSecret: "an invented person, number \(number)",
            isFake: false)
        guard var credential = request.credential(from: response) else { return }
        for place in places {
            guard let presentation = credential.present(place) else { continue }
            try await zones.contribute(place, period: issuer.period, presentation: presentation, isFake: false)
        }
    }
}
