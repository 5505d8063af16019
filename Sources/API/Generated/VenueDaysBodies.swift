// Written by `make api` from the table in API/; edit that, not this.

/// The key with which credentials for contributions are issued at present.
public struct VenueDayIssuerBody: APIBody {
    /// The number of the fourteen days whose reports share the key.
    public var period: Int
    /// The issuer's public key.
    public var publicKey: String

    /// The key with which credentials for contributions are issued at present.
    public init(period: Int, publicKey: String) {
        self.period = period
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VenueDayIssuer",
        [
            .required("period", .count),
            .required("publicKey", .hexadecimal(bytes: 99)),
        ])
}

/// A request for a credential, by a phone whose upload of keys was accepted and whose owner agreed.
public struct VenueDayClaimBody: APIBody {
    /// The secret that the phone chose for the upload, which nobody else has.
    public var uploadSecret: String
    /// The period of the issuer's key.
    public var period: Int
    /// The blinded request.
    public var request: String
    /// Whether it only makes traffic, so that nobody sees from outside who contributes.
    public var isFake: Bool

    /// A request for a credential, by a phone whose upload of keys was accepted and whose owner agreed.
    public init(uploadSecret: String, period: Int, request: String, isFake: Bool) {
        self.uploadSecret = uploadSecret
        self.period = period
        self.request = request
        self.isFake = isFake
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VenueDayClaim",
        [
            .required("uploadSecret", .text(200)),
            .required("period", .count),
            .required("request", .hexadecimal(bytes: 226)),
            .required("isFake", .boolean),
        ])
}

/// The blinded answer to a request for a credential.
public struct VenueDayCredentialBody: APIBody {
    /// The blinded answer.
    public var response: String

    /// The blinded answer to a request for a credential.
    public init(response: String) {
        self.response = response
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VenueDayCredential",
        [
            .required("response", .hexadecimal(bytes: 454))
        ])
}

/// That somebody who reported was in a shop on a day: one contribution, which nothing joins to another.
public struct VenueDayBody: APIBody {
    /// The venue.
    public var venue: String
    /// The major of the shop.
    public var major: Int
    /// The day (UTC), as `2026-11-21`.
    public var day: String
    /// The period of the credential.
    public var period: Int
    /// What proves that some credential of the period makes this contribution, and makes it once.
    public var presentation: String
    /// Whether it only makes traffic.
    public var isFake: Bool

    /// That somebody who reported was in a shop on a day: one contribution, which nothing joins to another.
    public init(venue: String, major: Int, day: String, period: Int, presentation: String, isFake: Bool) {
        self.venue = venue
        self.major = major
        self.day = day
        self.period = period
        self.presentation = presentation
        self.isFake = isFake
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
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
public struct VenueRiskBody: APIBody {
    /// The day on which this was published, as it stays until the next one; missing before the first.
    public var publishedOn: String?
    /// How many days back it reaches.
    public var days: Int
    /// The fewest people that are shown.
    public var least: Int
    /// Whether the venue has too few shops for anything to be shown.
    public var isTooSmall: Bool
    /// The shops and days with at least that many people.
    public var cells: [VenueRiskCellBody]

    /// Where in a venue people were who later reported, as far as that hides each of them.
    public init(publishedOn: String? = nil, days: Int, least: Int, isTooSmall: Bool, cells: [VenueRiskCellBody]) {
        self.publishedOn = publishedOn
        self.days = days
        self.least = least
        self.isTooSmall = isTooSmall
        self.cells = cells
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
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
public struct VenueRiskCellBody: APIBody {
    /// The major of the shop.
    public var major: Int
    /// The day (UTC), as `2026-11-21`.
    public var day: String
    /// At least so many people; a multiple of five.
    public var people: Int

    /// A shop and day at which several people were who later reported.
    public init(major: Int, day: String, people: Int) {
        self.major = major
        self.day = day
        self.people = people
    }

    /// Its shape in JSON.
    public static let schema: Schema = .object(
        "VenueRiskCell",
        [
            .required("major", .uint16),
            .required("day", .text(10)),
            .required("people", .count),
        ])
}
