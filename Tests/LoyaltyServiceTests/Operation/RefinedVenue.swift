import AnonymousCredentials
import Basics
import Beacons
import Loyalty
import Proximity
import RadioMaps
import ServiceKit
import TestServer
import Testing

@testable import HTTPKit
@testable import LoyaltyService

/// A phone that has the credential of a month, and what it and the server said for that.
struct RefiningPhone {
    let request: [UInt8]
    let response: [UInt8]
    private var credential: AnonymousCredential

    /// A phone that got its credential of `period` of nobody in particular.
    init(_ counting: CountingService, _ period: ReportPeriod) async throws {
        let issuer = try #require(try await counting.issuer(of: period))
        let asked = try #require(CredentialRequest(context: period.context, publicKey: issuer.publicKey))
        request = asked.bytes
        response = try #require(issuer.issue(request))
        credential = try #require(asked.credential(from: response))
    }

    /// What shows the credential for a day, once.
    mutating func presentation(for day: Int) throws -> [UInt8] {
        let made = credential.present(BeaconResidual.context(of: day))
        return try #require(made)
    }
}

extension World {
    /// The radio maps of this world, with the credentials of its counting.
    func radioMaps() -> RadioMapService {
        let counting = counting()
        return RadioMapService(loyalty: loyalty) { presentation, thing, day throws(ServiceError) in
            try await counting.tag(of: presentation, for: thing, in: ReportPeriod(containing: day))
        }
    }

    /// The present day of UTC.
    var day: Int { Int(clock.now.day) }

    /// A beacon of this world.
    func beacon(_ major: UInt16, _ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: uuid, major: major, minor: minor)
    }

    /// Puts a map in force that has heard 100.1 and 100.2, and gives its number.
    @discardableResult
    func putRadioMap(_ maps: RadioMapService, scans: Int = 1) async throws -> Int64 {
        let plan = SurveyedPlan(try await loyalty.venue(uuid))
        var survey = RadioSurvey()
        for _ in 0..<scans {
            survey.add(
                SurveyReading(
                    place: PlanPoint(x: 10, y: 15), strengths: [beacon(100, 1): -60, beacon(100, 2): -63]))
        }
        try await maps.takeIn(RadioMapFile(survey, on: plan, day: 20_000), adding: false)
        return try RadioMapFile(Array(try await maps.surveyed(of: uuid).utf8)).number
    }

    /// So many phones, each of which says the same of a beacon for yesterday.
    func say(
        _ decibels: Int, of beacon: BeaconIdentity, phones: Int, number: Int64, _ maps: RadioMapService
    ) async throws {
        let counting = counting()
        for _ in 0..<phones {
            var phone = try await RefiningPhone(counting, ReportPeriod(containing: day - 1))
            try await maps.take(
                BeaconResidual(beacon: beacon, number: number, decibels: decibels, day: day - 1),
                presentation: try phone.presentation(for: day - 1))
        }
    }
}
