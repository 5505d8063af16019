import API
import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import Presence
import Proximity

@testable import Phone

/// A server and a venue around one phone whose day passes in steps of ten seconds.
actor CountingWorld: CountingServer, ReportServer {
    static let shop = ShopKey(venue: UUID128(high: 1, low: 2), major: 100)
    static let till = BeaconIdentity(uuid: shop.venue, major: shop.major, minor: 2)
    /// 2026-11-29 at nine in the morning, UTC.
    static let start = Timestamp(seconds: 20_786 * 86_400 + 9 * 3600)

    static let venue = PhoneVenue(
        uuid: shop.venue, name: "Little centre", width: 20, height: 15, shops: [100: "Almendra"],
        beacons: [till: .init(position: PlanPoint(x: 8, y: 2), zone: "till", neighbours: [])], timeZone: "UTC")

    nonisolated let issuer: CredentialIssuer
    private(set) var now = start
    private(set) var events: [(at: Timestamp, batch: [VisitEvent])] = []
    private(set) var asked: [Timestamp] = []
    private(set) var reports: [(at: Timestamp, body: [UInt8])] = []
    private(set) var residuals: [(at: Timestamp, body: [UInt8])] = []
    /// How many reports are lost before one arrives.
    var failures = 0
    /// How many answers to requests for a credential are lost before one arrives.
    var lostAnswers = 0
    private var first: [UInt8]?

    init() {
        issuer = CredentialIssuer(context: ReportPeriod(containing: 20_786).context)
    }

    nonisolated func phone(
        term: Term = .habits, files folder: URL? = nil, seed: UInt64 = 1, map number: Int64 = 0, refines: Bool = false
    ) -> PhoneCounting {
        var venue = Self.venue
        venue.radioMapNumber = number
        return PhoneCounting(
            venues: [venue], terms: [Self.shop: term], account: self, anonymous: self,
            diary: folder?.appending(path: "habits.json"),
            store: PresentationStore(file: folder?.appending(path: "reports.json")),
            refinement: MapRefinement(isAgreed: refines, file: folder?.appending(path: "refinement.json")),
            random: SplitMix64(seed: seed))
    }

    func fail(_ times: Int) { failures = times }

    func loseAnswers(_ times: Int) { lostAnswers = times }

    func record(_ batch: [VisitEvent]) async throws(PhoneServerError) { events.append((now, batch)) }

    func issueCredential(_ request: [UInt8], of period: ReportPeriod) async throws(PhoneServerError) -> [UInt8] {
        asked.append(now)
        guard first == nil || first == request, let answer = issuer.issue(request) else {
            throw .refused(code: "counting.credential_had")
        }
        first = request
        if lostAnswers > 0 {
            lostAnswers -= 1
            throw .unreachable(reason: "lost")
        }
        return answer
    }

    func issuers() async throws(PhoneServerError) -> [ReportPeriod: [UInt8]] {
        [ReportPeriod(containing: 20_786): issuer.publicKey]
    }

    func report(_ body: [UInt8]) async throws(PhoneServerError) {
        reports.append((now, body))
        if failures > 0 {
            failures -= 1
            throw .unreachable(reason: "lost")
        }
    }

    func reportResidual(_ body: [UInt8]) async throws(PhoneServerError) {
        residuals.append((now, body))
        if failures > 0 {
            failures -= 1
            throw .unreachable(reason: "lost")
        }
    }

    /// Lets `seconds` pass, beside the till or far from it.
    func pass(_ seconds: Int64, _ phone: PhoneCounting, inside: Bool = false, residuals: [MapResidual] = [])
        async throws
    {
        for step in 0..<seconds / 10 {
            now = now.advanced(bySeconds: 10)
            var happened: [PhoneEvent] = []
            if inside {
                if step == 0 { happened.append(.regionEntered(Self.till)) }
                let till = RangedBeacon(
                    identity: Self.till, rssi: -60, distance: 2, proximity: .near, lastHeard: now)
                happened.append(.ranged([till]))
                if step == seconds / 10 - 1 { happened.append(.regionExited(Self.till)) }
            }
            await phone.follow(happened, residuals, at: now)
            if inside, step == 30, let code = SecurityCode(bytes: Array(repeating: 1, count: SecurityCode.byteCount)) {
                await phone.proved(PresenceSighting(identity: Self.till, code: code, heardAt: now))
            }
            try await phone.work(at: now)
        }
    }
}
