import Basics
import Beacons
import Foundation
import HTTPKit
import Loyalty
import NIOCore
import Presence
import Synchronization

/// A crowd that proves a visit each minute: each account at one beacon, one beacon further the next minute.
///
/// It keeps every rule of the standard policy: a beacon's code is used by as many accounts as may use it, and the beacons
/// hang so close that anybody can be at any of them a minute later. Every sighting is a distinct one.
final class SightingLoad: RequestSource {
    /// The centre that a crowd walks through: shops with as many beacons each.
    struct Centre: Sendable {
        /// 128 beacons in each of 10 shops: a crowd that no machine gets through in a second.
        static let large = Centre(beaconsPerShop: 128)
        /// 10 beacons in each of 10 shops.
        static let small = Centre(beaconsPerShop: 10)

        static let shopCount = 10

        /// At most 128.
        let beaconsPerShop: Int

        /// How many beacons hang in it.
        var beaconCount: Int { Self.shopCount * beaconsPerShop }
        /// How many accounts take part: all that may prove a visit in one minute.
        var accountCount: Int { beaconCount * PresencePolicy.standard.accountsPerWindow }

        func reference(_ beacon: Int) -> BeaconRef {
            // Three digits each, so that every request has the same length.
            BeaconRef(major: UInt16(100 + beacon / beaconsPerShop), minor: UInt16(101 + beacon % beaconsPerShop))
        }
    }

    private static let periodMilliseconds: Int64 = 60_000

    private struct Progress {
        var next = 0
        var isStopped = false
    }

    private let tokens: [[UInt8]]
    /// The codes of each minute by beacon, in hexadecimal digits.
    private let codes: [[[UInt8]]]
    private let times: [[UInt8]]
    private let clock: SteppedClock
    private let centre: Centre
    private let start: Timestamp
    private let template: RequestTemplate
    private let progress = Mutex(Progress())

    /// The moment in the middle of a minute at which the centre opens.
    static let opening = Timestamp(milliseconds: 29_920_890 * periodMilliseconds + periodMilliseconds / 2)

    /// The load of these tokens' owners for so many minutes from `start` on, the middle of a minute.
    init(
        tokens: [String], keys: [BeaconRef: BeaconKey], uuid: UUID128, minutes: Int, clock: SteppedClock,
        centre: Centre = .large, from start: Timestamp = opening
    ) {
        self.tokens = tokens.map { Array($0.utf8) }
        var codes: [[[UInt8]]] = []
        var times: [[UInt8]] = []
        for minute in 0..<minutes {
            let now = start.advanced(byMilliseconds: Int64(minute) * Self.periodMilliseconds)
            let window = SecurityWindow.index(at: now, periodSeconds: SecurityCode.standardPeriodSeconds)
            times.append(Array(now.rfc3339.utf8))
            codes.append(
                (0..<centre.beaconCount).map { beacon in
                    let reference = centre.reference(beacon)
                    let identity = BeaconIdentity(uuid: uuid, major: reference.major, minor: reference.minor)
                    guard let key = keys[reference] else { return [] }
                    return Array(SecurityCode.make(key: key, identity: identity, window: window).hexadecimal.utf8)
                })
        }
        self.codes = codes
        self.times = times
        self.clock = clock
        self.centre = centre
        self.start = start
        self.template = RequestTemplate(uuid: uuid)
    }

    /// Writes the next request into `buffer`; false when the load is over.
    ///
    /// With the first request of a minute the clock moves on to it. Those of the minute before that are still under way
    /// are then a minute late, which the rules allow.
    func writeNext(into buffer: inout ByteBuffer) -> Bool {
        let number: Int? = progress.withLock { progress in
            guard !progress.isStopped, progress.next < codes.count * centre.accountCount else { return nil }
            defer { progress.next += 1 }
            if progress.next % centre.accountCount == 0 {
                let minute = Int64(progress.next / centre.accountCount)
                clock.set(start.advanced(byMilliseconds: minute * Self.periodMilliseconds))
            }
            return progress.next
        }
        guard let number else { return false }
        let minute = number / centre.accountCount
        // Neighbours in time are neither neighbours in the centre nor in the tables.
        let account = number % centre.accountCount * 7919 % centre.accountCount
        let beacon = (account / PresencePolicy.standard.accountsPerWindow + minute) % centre.beaconCount
        template.write(
            token: tokens[account], beacon: centre.reference(beacon), code: codes[minute][beacon],
            heardAt: times[minute],
            into: &buffer)
        return true
    }

    /// No request is given out any more.
    func stop() {
        progress.withLock { $0.isStopped = true }
    }

    /// Whether every request that there is was given out.
    var isExhausted: Bool {
        progress.withLock { $0.next >= codes.count * centre.accountCount }
    }

    /// The majors of all shops.
    static var majors: [UInt16] { (0..<Centre.shopCount).map { UInt16(100 + $0) } }

    /// The centre as a venue: beacons four metres apart in a rectangle of 156 by 124 metres at most, and an offer in each
    /// shop.
    static func venue(
        _ centre: Centre = .large, uuid: String = "0c0ffee0-2c0b-4e57-9a41-5a1e015a1e01"
    ) throws -> Venue {
        var draft = VenueDraft()
        draft.name = "Centre of measurement"
        draft.uuid = uuid
        draft.timeZone = "Europe/Madrid"
        draft.location = VenueDraft.Location(latitude: 40.4, longitude: -3.7)
        var plan = VenueDraft.Plan()
        plan.width = 200
        plan.height = 200
        plan.walls = []
        draft.plan = plan
        draft.shops = majors.enumerated().map { index, major in
            var shop = VenueDraft.Shop()
            shop.major = Int(major)
            shop.name = "Shop \(major)"
            shop.category = "goods"
            let left = Double(index) * 16
            shop.area = [[left, 0], [left + 16, 0], [left + 16, 128], [left, 128]]
            return shop
        }
        draft.beacons = (0..<centre.beaconCount).map { index in
            let reference = centre.reference(index)
            var beacon = VenueDraft.Beacon()
            beacon.major = Int(reference.major)
            beacon.minor = Int(reference.minor)
            beacon.x = Double(index / 32) * 4 + 2
            beacon.y = Double(index % 32) * 4 + 2
            beacon.zone = Zone.door.rawValue
            beacon.measuredPower = -59
            // One more than come, so that nobody disputes what they prove.
            beacon.accountsPerWindow = PresencePolicy.standard.accountsPerWindow + 1
            return beacon
        }
        draft.offers = majors.map { major in
            var offer = VenueDraft.Offer()
            offer.id = "welcome-\(major)"
            offer.major = Int(major)
            offer.text = ["en": "Welcome", "es": "Hola"]
            offer.validFrom = "2020-01-01T00:00:00Z"
            offer.validUntil = "2100-01-01T00:00:00Z"
            return offer
        }
        return try Venue(validating: draft)
    }
}

/// The bytes that all requests have in common.
private struct RequestTemplate: Sendable {
    private let head: [UInt8]
    private let beforeMajor: [UInt8]

    init(uuid: UUID128) {
        head = Array("POST /api/sightings HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ".utf8)
        let start = "{\"uuid\":\"\(uuid)\",\"major\":"
        let length =
            start.utf8.count + 3 + ",\"minor\":".utf8.count + 3 + ",\"code\":\"".utf8.count + 28
            + "\",\"heardAt\":\"".utf8.count + 24 + "\"}".utf8.count
        beforeMajor = Array(
            "\r\nContent-Type: application/json\r\nContent-Length: \(length)\r\n\r\n\(start)".utf8)
    }

    func write(
        token: [UInt8], beacon: BeaconRef, code: [UInt8], heardAt: [UInt8], into buffer: inout ByteBuffer
    ) {
        buffer.writeBytes(head)
        buffer.writeBytes(token)
        buffer.writeBytes(beforeMajor)
        buffer.writeString(String(beacon.major))
        buffer.writeStaticString(",\"minor\":")
        buffer.writeString(String(beacon.minor))
        buffer.writeStaticString(",\"code\":\"")
        buffer.writeBytes(code)
        buffer.writeStaticString("\",\"heardAt\":\"")
        buffer.writeBytes(heardAt)
        buffer.writeStaticString("\"}")
    }
}

/// The clock of a measured server: it stands still until the load moves it.
final class SteppedClock: Sendable {
    private let milliseconds: Atomic<Int64>

    init(_ start: Timestamp) {
        milliseconds = Atomic(start.milliseconds)
    }

    func set(_ instant: Timestamp) {
        milliseconds.store(instant.milliseconds, ordering: .relaxed)
    }

    var serverClock: ServerClock {
        ServerClock { Timestamp(milliseconds: self.milliseconds.load(ordering: .relaxed)) }
    }
}
