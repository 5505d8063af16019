import API
import AnonymousCredentials
import Basics
import Beacons
import Foundation
import Loyalty
import Presence
import Proximity

@testable import Phone

/// A server and a venue around one phone that is to be paid for time; it remembers all that it was asked, and when.
actor StayingWorld: StayAccountServer, StayServer {
    static let shop = ShopKey(venue: UUID128(high: 1, low: 2), major: 100)
    static let other = ShopKey(venue: shop.venue, major: 101)
    /// 2026-11-29 at nine in the morning, UTC.
    static let start = Timestamp(seconds: 20_786 * 86_400 + 9 * 3600)
    static let day = StayDay(venue: shop.venue, day: 20_786)

    static func beacon(_ shop: ShopKey, _ minor: UInt16) -> BeaconIdentity {
        BeaconIdentity(uuid: shop.venue, major: shop.major, minor: minor)
    }

    static func venue(points: Int) -> PhoneVenue {
        func beacon(_ zone: String) -> PhoneVenue.Beacon {
            PhoneVenue.Beacon(position: PlanPoint(x: 8, y: 2), zone: zone, neighbours: [])
        }
        return PhoneVenue(
            uuid: shop.venue, name: "Little centre", width: 20, height: 15, shops: [100: "Almendra", 101: "Bruma"],
            beacons: [
                Self.beacon(shop, 1): beacon("window"), Self.beacon(shop, 2): beacon("till"),
                Self.beacon(other, 2): beacon("aisle"),
            ], timeZone: "UTC", pointsForTime: points)
    }

    private static let secret = CredentialIssuer(context: []).secret

    private(set) var now = start
    private(set) var keysAsked: [Timestamp] = []
    private(set) var presences: [(at: Timestamp, shop: ShopKey, slot: StaySlot, request: [UInt8])] = []
    private(set) var shown: [(at: Timestamp, body: [UInt8])] = []
    private(set) var payments: [(at: Timestamp, day: StayDay, presentation: [UInt8])] = []
    /// How many answers of each kind are lost before one arrives.
    private var lost: [String: Int] = [:]
    private var refusals: Set<String> = []
    private var answers: [String: (request: [UInt8], response: [UInt8])] = [:]
    private var secret = StayingWorld.secret

    nonisolated func phone(
        term: Term = .visits, points: Int = 5, file: URL? = nil, seed: UInt64 = 1
    ) -> PhoneStays {
        PhoneStays(
            venues: [Self.venue(points: points)], terms: [Self.shop: term, Self.other: term], account: self,
            anonymous: self, records: StayRecords(file: file), random: SplitMix64(seed: seed))
    }

    func lose(_ count: Int, _ what: String) { lost[what] = count }

    func refuse(_ what: String) { refusals.insert(what) }

    func changeKey() { secret = CredentialIssuer(context: []).secret }

    private func answerMayGo(_ what: String) throws(PhoneServerError) {
        guard let left = lost[what], left > 0 else { return }
        lost[what] = left - 1
        throw .unreachable(reason: "lost")
    }

    private func issue(_ request: [UInt8], _ context: [UInt8], once name: String) throws(PhoneServerError) -> [UInt8] {
        if let known = answers[name] {
            guard known.request == request else { throw .refused(code: "stays.had") }
            return known.response
        }
        guard let response = CredentialIssuer(context: context, secret: secret)?.issue(request) else {
            throw .refused(code: "stays.invalid_request")
        }
        answers[name] = (request, response)
        return response
    }

    func stayKey() async throws(PhoneServerError) -> [UInt8] {
        keysAsked.append(now)
        return CredentialIssuer(context: [], secret: secret)?.publicKey ?? []
    }

    func issuePresence(_ request: [UInt8], in shop: ShopKey, _ slot: StaySlot) async throws(PhoneServerError) -> [UInt8]
    {
        presences.append((now, shop, slot, request))
        if refusals.contains("presence") { throw .refused(code: "stays.no_proof") }
        let response = try issue(request, slot.context(in: shop), once: "\(shop) \(slot.number)")
        try answerMayGo("presence")
        return response
    }

    func show(_ body: [UInt8]) async throws(PhoneServerError) -> [UInt8] {
        shown.append((now, body))
        guard let stay = try? ShownStayBody(request: body), let request = [UInt8](hexadecimal: stay.request) else {
            throw .refused(code: "request.invalid")
        }
        let response = try issue(request, Self.day.context, once: stay.firstPresentation)
        try answerMayGo("show")
        return response
    }

    func pay(_ presentation: [UInt8], of day: StayDay) async throws(PhoneServerError) -> Int {
        payments.append((now, day, presentation))
        try answerMayGo("pay")
        return 5
    }

    /// Which tag of the server's a presentation has; nil when it was not made with a credential of the context.
    func tag(_ presentation: String, _ context: [UInt8], _ thing: [UInt8]) -> [UInt8]? {
        guard let bytes = [UInt8](hexadecimal: presentation) else { return nil }
        return CredentialIssuer(context: context, secret: secret)?.tag(of: bytes, for: thing)
    }

    /// Lets `seconds` pass in steps of ten; each `every` seconds a sighting at `beacon` is accepted.
    func pass(
        _ seconds: Int64, _ phone: PhoneStays, proving beacon: BeaconIdentity? = nil, every: Int64 = 600
    ) async throws {
        for step in 0..<seconds / 10 {
            now = now.advanced(bySeconds: 10)
            if let beacon, step % (every / 10) == 0, let code = SecurityCode(bytes: Array(repeating: 1, count: 14)) {
                let sighting = PresenceSighting(identity: beacon, code: code, heardAt: now)
                try await phone.proved(sighting, at: now)
            }
            try await phone.work(at: now)
        }
    }
}
