// Written by `make api` from the table in API/; edit that, not this.
import Basics

/// What credentials for time are issued with.
package struct StayIssuerBody: APIBody {
    /// The issuer's public key.
    package var publicKey: String

    /// What credentials for time are issued with.
    package init(publicKey: String) {
        self.publicKey = publicKey
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "StayIssuer",
        [
            .required("publicKey", .hexadecimal(bytes: 99))
        ])
}

/// A request for a credential that somebody was proved inside of a shop in ten minutes.
package struct PresenceRequestBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The major number of the shop's beacons.
    package var major: Int
    /// The beginning of the ten minutes, a whole number of tens of minutes in UTC.
    package var from: Timestamp
    /// The blinded request; the same again is answered as before.
    package var request: String

    /// A request for a credential that somebody was proved inside of a shop in ten minutes.
    package init(venue: String, major: Int, from: Timestamp, request: String) {
        self.venue = venue
        self.major = major
        self.from = from
        self.request = request
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PresenceRequest",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("from", .dateTime),
            .required("request", .hexadecimal(bytes: 226)),
        ])
}

/// The blinded answer to a request for a credential.
package struct StayCredentialBody: APIBody {
    /// The blinded answer.
    package var response: String

    /// The blinded answer to a request for a credential.
    package init(response: String) {
        self.response = response
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "StayCredential",
        [
            .required("response", .hexadecimal(bytes: 454))
        ])
}

/// A stay in a shop, shown by nobody: two credentials, and a request for a third.
package struct ShownStayBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The major number of the shop's beacons.
    package var major: Int
    /// The beginning of the first ten minutes.
    package var first: Timestamp
    /// The beginning of the last ten minutes, at least half an hour later on the same day of the venue.
    package var last: Timestamp
    /// What shows the credential of the first ten minutes.
    package var firstPresentation: String
    /// What shows the credential of the last ten minutes.
    package var lastPresentation: String
    /// The blinded request for a credential of the venue and day; the same of the same two is answered as before.
    package var request: String
    /// Whatever makes every stay as long as any other.
    package var padding: String?

    /// A stay in a shop, shown by nobody: two credentials, and a request for a third.
    package init(
        venue: String, major: Int, first: Timestamp, last: Timestamp, firstPresentation: String,
        lastPresentation: String, request: String, padding: String? = nil
    ) {
        self.venue = venue
        self.major = major
        self.first = first
        self.last = last
        self.firstPresentation = firstPresentation
        self.lastPresentation = lastPresentation
        self.request = request
        self.padding = padding
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "ShownStay",
        [
            .required("venue", .uuid),
            .required("major", .uint16),
            .required("first", .dateTime),
            .required("last", .dateTime),
            .required("firstPresentation", .hexadecimal(bytes: 292)),
            .required("lastPresentation", .hexadecimal(bytes: 292)),
            .required("request", .hexadecimal(bytes: 226)),
            .optional("padding", .text(8)),
        ])
}

/// A credential for time, shown to be paid.
package struct StayPaymentBody: APIBody {
    /// The UUID of the venue.
    package var venue: String
    /// The day in the venue's time zone, as `2026-11-21`.
    package var day: String
    /// What shows the credential of the venue and day.
    package var presentation: String

    /// A credential for time, shown to be paid.
    package init(venue: String, day: String, presentation: String) {
        self.venue = venue
        self.day = day
        self.presentation = presentation
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "StayPayment",
        [
            .required("venue", .uuid),
            .required("day", .text(10)),
            .required("presentation", .hexadecimal(bytes: 292)),
        ])
}

/// What was paid for time.
package struct PaidStayBody: APIBody {
    /// The points.
    package var points: Int

    /// What was paid for time.
    package init(points: Int) {
        self.points = points
    }

    /// Its shape in JSON.
    package static let schema: Schema = .object(
        "PaidStay",
        [
            .required("points", .count)
        ])
}
