// Written by `make api` from the table in API/; edit that, not this.

/// The key with which credentials for contributions are issued at present.
package struct VenueDayIssuerBody: APIBody {
    /// The number of the fourteen days whose reports share the key.
    package var period: Int
    /// The issuer's public key.
    package var publicKey: String

    /// The key with which credentials for contributions are issued at present.
    package init(period: Int, publicKey: String) {
        self.period = period
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueDayIssuer",
        [
            .required("period", .count),
            .required("publicKey", .hexadecimal(bytes: 99)),
        ])
}

/// A request for a credential, by a phone whose upload of keys was accepted and whose owner agreed.
package struct VenueDayClaimBody: APIBody {
    /// The secret that the phone chose for the upload, which nobody else has.
    package var uploadSecret: String
    /// The period of the issuer's key.
    package var period: Int
    /// The blinded request.
    package var request: String
    /// Whether it only makes traffic, so that nobody sees from outside who contributes.
    package var isFake: Bool

    /// A request for a credential, by a phone whose upload of keys was accepted and whose owner agreed.
    package init(uploadSecret: String, period: Int, request: String, isFake: Bool) {
        self.uploadSecret = uploadSecret
        self.period = period
        self.request = request
        self.isFake = isFake
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueDayClaim",
        [
            .required("uploadSecret", .text(200)),
            .required("period", .count),
            .required("request", .hexadecimal(bytes: 226)),
            .required("isFake", .boolean),
        ])
}

/// The blinded answer to a request for a credential.
package struct VenueDayCredentialBody: APIBody {
    /// The blinded answer.
    package var response: String

    /// The blinded answer to a request for a credential.
    package init(response: String) {
        self.response = response
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueDayCredential",
        [
            .required("response", .hexadecimal(bytes: 454))
        ])
}

/// That somebody who reported was in a shop on a day: one contribution, which nothing joins to another.
package struct VenueDayBody: APIBody {
    /// The venue.
    package var venue: String
    /// The major of the shop.
    package var major: Int
    /// The day (UTC), as `2026-11-21`.
    package var day: String
    /// The period of the credential.
    package var period: Int
    /// What proves that some credential of the period makes this contribution, and makes it once.
    package var presentation: String
    /// Whether it only makes traffic.
    package var isFake: Bool

    /// That somebody who reported was in a shop on a day: one contribution, which nothing joins to another.
    package init(venue: String, major: Int, day: String, period: Int, presentation: String, isFake: Bool) {
        self.venue = venue
        self.major = major
        self.day = day
        self.period = period
        self.presentation = presentation
        self.isFake = isFake
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueDay",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("day", .text(10)),
            .required("period", .count),
            .required("presentation", .hexadecimal(bytes: 292)),
            .required("isFake", .boolean),
        ])
}

/// Where in a venue people were who later reported, as far as that hides each of them.
package struct VenueRiskBody: APIBody {
    /// The day on which this was published, as it stays until the next one; missing before the first.
    package var publishedOn: String?
    /// How many days back it reaches.
    package var days: Int
    /// The fewest people that are shown.
    package var least: Int
    /// Whether the venue has too few shops for anything to be shown.
    package var isTooSmall: Bool
    /// The shops and days with at least that many people.
    package var cells: [VenueRiskCellBody]

    /// Where in a venue people were who later reported, as far as that hides each of them.
    package init(publishedOn: String? = nil, days: Int, least: Int, isTooSmall: Bool, cells: [VenueRiskCellBody]) {
        self.publishedOn = publishedOn
        self.days = days
        self.least = least
        self.isTooSmall = isTooSmall
        self.cells = cells
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueRisk",
        [
            .optional("publishedOn", .text(10)),
            .required("days", .count),
            .required("least", .count),
            .required("isTooSmall", .boolean),
            .required("cells", .list(of: VenueRiskCellBody.schema)),
        ])
}

/// A shop and day at which several people were who later reported.
package struct VenueRiskCellBody: APIBody {
    /// The major of the shop.
    package var major: Int
    /// The day (UTC), as `2026-11-21`.
    package var day: String
    /// At least so many people; a multiple of five.
    package var people: Int

    /// A shop and day at which several people were who later reported.
    package init(major: Int, day: String, people: Int) {
        self.major = major
        self.day = day
        self.people = people
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "VenueRiskCell",
        [
            .required("major", .uint16),
            .required("day", .text(10)),
            .required("people", .count),
        ])
}
