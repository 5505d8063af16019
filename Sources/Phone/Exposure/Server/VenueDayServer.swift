import API
import Basics
import Exposure

/// What a phone asks of a server to tell its venue days; each call says nothing of any other.
public protocol VenueDayServer: Sendable {
    /// The period of today and the public key with which its credentials are issued.
    func venueDayIssuer() async throws(ExposureServerError) -> (period: VenueDayPeriod, publicKey: [UInt8])
    /// The blinded answer to a blinded request; `isFake` when it is of no use.
    func venueDayCredential(
        _ request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ExposureServerError) -> [UInt8]
    /// Tells one shop and day, or seems to.
    func contribute(_ contribution: VenueDayContribution) async throws(ExposureServerError)
}

extension VenueDayContribution {
    /// The body of `POST /api/exposure/venue-days`, of the same length whether it is fake or not.
    func json() throws -> [UInt8] {
        try VenueDayBody(
            venue: place.venue.description, major: Int(place.major), day: UTCDay(number: place.day).description,
            period: period.number, presentation: presentation.hexadecimal, isFake: isFake
        ).json().evened(isFake)
    }
}

extension VenueDayClaimBody {
    /// The body of `POST /api/exposure/venue-days/credential`, of the same length whether it is fake or not.
    func evenedJSON() throws -> [UInt8] {
        try json().evened(isFake)
    }
}

extension [UInt8] {
    /// `true` is shorter than `false`, which would show in the count of encrypted bytes: a space makes up for it.
    fileprivate func evened(_ isTrue: Bool) -> [UInt8] {
        isTrue ? self + [0x20] : self
    }
}
