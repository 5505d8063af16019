import Basics
import Beacons
import Phone
import Presence
import Proximity
import Radio
import Testing

@Suite("The phone as a value")
struct PhoneCoreTests {
    private static let uuid = UUID128(high: 0x7b44_b47b_52a1_5381, low: 0x90c2_f09b_6838_c5d4)
    private static let window = BeaconIdentity(uuid: uuid, major: 100, minor: 1)
    private static let till = BeaconIdentity(uuid: uuid, major: 100, minor: 2)
    private static let neighbour = BeaconIdentity(uuid: uuid, major: 101, minor: 1)
    private static let start = Timestamp(seconds: 1_795_253_400)

    private static let venue = PhoneVenue(
        uuid: uuid, name: "Little centre", width: 20, height: 15, shops: [100: "Almendra", 101: "Nimbo"],
        beacons: [
            window: .init(position: PlanPoint(x: 2, y: 2), zone: "window", neighbours: [till, neighbour]),
            till: .init(position: PlanPoint(x: 8, y: 2), zone: "till", neighbours: [window]),
            neighbour: .init(position: PlanPoint(x: 2, y: 12), zone: "window", neighbours: [window]),
        ])

    /// A phone with a little air around it: what is sent is heard at the given strength, ten times a second.
    private struct Street {
        var core: PhoneCore
        var now = PhoneCoreTests.start
        var events: [PhoneEvent] = []
        var sightings: [PresenceSighting] = []

        init(choices: [UInt16]) {
            core = PhoneCore(
                venues: [PhoneCoreTests.venue],
                choices: Set(choices.map { ChosenShop(venue: PhoneCoreTests.uuid, major: $0) }))
        }

        mutating func live(
            seconds: Int, hearing beacons: [(BeaconIdentity, Int8)], code: SecurityCode? = nil,
            sender: UInt8 = 1, outcome: SightingOutcome = .refused(code: "presence.stale")
        ) {
            for _ in 0..<seconds {
                for tenth in 0..<10 {
                    let time = now.advanced(byMilliseconds: Int64(tenth) * 100)
                    for (identity, rssi) in beacons {
                        hear(.iBeacon(IBeacon(identity: identity, measuredPower: -59)), rssi, sender, time)
                        guard let code else { continue }
                        hear(
                            .security(SecurityFrame(major: identity.major, minor: identity.minor, code: code)), rssi,
                            sender, time)
                    }
                }
                now = now.advanced(bySeconds: 1)
                let second = core.tick(at: now)
                events += second.events
                if let sighting = second.sighting {
                    sightings.append(sighting)
                    core.conclude(sighting, outcome, at: now)
                }
            }
        }

        private mutating func hear(_ frame: Frame, _ rssi: Int8, _ sender: UInt8, _ time: Timestamp) {
            core.hear(
                HeardAdvertisement(
                    time: time, address: DeviceAddress(value: 0xc000_0000_0000 | UInt64(sender), kind: .random),
                    rssi: rssi,
                    data: frame.advertisement))
        }
    }

    private static func code(_ byte: UInt8) throws -> SecurityCode {
        try #require(SecurityCode(bytes: Array(repeating: byte, count: SecurityCode.byteCount)))
    }

    private static let proved = SightingOutcome.accepted(ProvedSighting(shop: "Almendra", visit: "v", offers: []))

    @Test("each second tells the position with its doubt and its place, once beacons are heard")
    func told() throws {
        var street = Street(choices: [])
        street.live(seconds: 5, hearing: [])
        #expect(street.events.isEmpty)
        street.live(seconds: 5, hearing: [(Self.window, -59), (Self.till, -80)])
        let positions = street.events.compactMap { event -> PhonePosition? in
            guard case .positioned(let position) = event else { return nil }
            return position
        }
        #expect(positions.count >= 4)
        let last = try #require(positions.last)
        #expect(last.point == street.core.position && last.doubt > 0)
        #expect(last.point.distance(to: PlanPoint(x: 2, y: 2)) < 4)
        #expect(last.place == PhonePlace(beacon: Self.window, shop: "Almendra", zone: "window"))
    }

    @Test("standing at a chosen shop's beacon gives one sighting with the code that was heard")
    func sendsOnce() throws {
        var street = Street(choices: [100])
        street.live(seconds: 30, hearing: [(Self.window, -62)], code: try Self.code(7), outcome: Self.proved)
        #expect(street.sightings.count == 1)
        #expect(street.sightings.first?.identity == Self.window)
        #expect(street.sightings.first?.code == (try Self.code(7)))
        #expect(street.events.contains(.regionEntered(Self.window)))
    }

    @Test("the position is near the beacon that is heard, and says how sure it is")
    func position() throws {
        var street = Street(choices: [])
        street.live(seconds: 30, hearing: [(Self.window, -62)])
        let position = try #require(street.core.position)
        #expect(position.distance(to: PlanPoint(x: 2, y: 2)) < 8)
        #expect(try #require(street.core.positionDoubt) > 0)
        street.live(seconds: 30, hearing: [])
        #expect(street.core.position == nil && street.core.positionDoubt == nil)
    }

    @Test("a shop that was not chosen is never asked about")
    func keepsQuiet() throws {
        var street = Street(choices: [101])
        street.live(seconds: 30, hearing: [(Self.window, -62)], code: try Self.code(7))
        #expect(street.sightings.isEmpty)
    }

    @Test("a position beacon without a code, as a plain clone, gives nothing to send")
    func ignoresPlainClone() {
        var street = Street(choices: [100])
        street.live(seconds: 30, hearing: [(Self.window, -62)])
        #expect(street.sightings.isEmpty)
    }

    @Test("walking past is no visit")
    func ignoresPassersBy() throws {
        var street = Street(choices: [100])
        street.live(seconds: 2, hearing: [(Self.window, -62)], code: try Self.code(7))
        street.live(seconds: 20, hearing: [(Self.neighbour, -60)])
        #expect(street.sightings.isEmpty)
    }

    @Test("far away is no visit either")
    func ignoresFarBeacons() throws {
        var street = Street(choices: [100])
        street.live(seconds: 20, hearing: [(Self.window, -90)], code: try Self.code(7))
        #expect(street.sightings.isEmpty)
    }

    @Test("a code that the server refused is not sent again, another sender's is")
    func triesAnotherSender() throws {
        var street = Street(choices: [100])
        let forged = try Self.code(1)
        let genuine = try Self.code(2)
        let refused = SightingOutcome.refused(code: "presence.code_mismatch")
        street.live(seconds: 10, hearing: [(Self.window, -55)], code: forged, sender: 1, outcome: refused)
        #expect(street.sightings.map(\.code) == [forged])
        for _ in 0..<70 {
            street.live(seconds: 1, hearing: [(Self.window, -55)], code: forged, sender: 1, outcome: Self.proved)
            street.live(seconds: 1, hearing: [(Self.window, -58)], code: genuine, sender: 2, outcome: Self.proved)
        }
        #expect(street.sightings.map(\.code) == [forged, genuine])
    }

    @Test("what was too old when it arrived is tried again at once with a newer code, an old code in the air is not")
    func triesAgainWhenLate() throws {
        let (first, second, third) = (try Self.code(1), try Self.code(2), try Self.code(3))
        var street = Street(choices: [100])
        street.live(seconds: 10, hearing: [(Self.window, -60)], code: first, outcome: .unreachable)
        let waiting = try #require(street.sightings.first)
        street.live(seconds: 20, hearing: [(Self.window, -60)], code: second, outcome: .unreachable)
        #expect(street.sightings == [waiting])
        street.core.conclude(waiting, .refused(code: "presence.stale"), at: street.now)
        // This one is refused as soon as it is sent: somebody sends old codes, and the phone is in no hurry.
        street.live(
            seconds: 2, hearing: [(Self.window, -60)], code: second, outcome: .refused(code: "presence.stale"))
        #expect(street.sightings.map(\.code) == [first, second])
        street.live(seconds: 50, hearing: [(Self.window, -60)], code: third, outcome: Self.proved)
        #expect(street.sightings.count == 2)
        street.live(seconds: 15, hearing: [(Self.window, -60)], code: third, outcome: Self.proved)
        #expect(street.sightings.map(\.code) == [first, second, third])
    }

    @Test("a hostile air full of security frames does not grow the phone or silence the true beacon")
    func survivesFlood() throws {
        var street = Street(choices: [100])
        for sender in 0..<200 {
            let noise = Frame.security(
                SecurityFrame(major: UInt16(sender), minor: 9, code: try Self.code(UInt8(sender))))
            street.core.hear(
                HeardAdvertisement(
                    time: street.now, address: DeviceAddress(value: 0xc001_0000_0000 | UInt64(sender), kind: .random),
                    rssi: -40, data: noise.advertisement))
        }
        street.live(seconds: 10, hearing: [(Self.window, -60)], code: try Self.code(7), outcome: Self.proved)
        #expect(street.sightings.map(\.code) == [try Self.code(7)])
    }

    @Test("the place is told by the nearest beacon, and nowhere when none is heard")
    func place() {
        var street = Street(choices: [])
        street.live(seconds: 5, hearing: [(Self.till, -60), (Self.window, -75)])
        #expect(street.core.place?.shop == "Almendra")
        #expect(street.core.place?.zone == "till")
        street.live(seconds: 120, hearing: [])
        #expect(street.core.place == nil)
        #expect(street.events.contains(.regionExited(Self.till)))
    }

    private func isRanging(_ event: PhoneEvent) -> Bool {
        switch event {
        case .ranged, .positioned: true
        default: false
        }
    }

    @Test("ranging begins with the entry into the first region and ends before the exit from the last")
    func rangesInside() throws {
        var street = Street(choices: [])
        street.live(seconds: 10, hearing: [(Self.window, -62)])
        street.live(seconds: 60, hearing: [])
        let entry = try #require(street.events.firstIndex(of: .regionEntered(Self.window)))
        let exit = try #require(street.events.firstIndex(of: .regionExited(Self.window)))
        let ranging = street.events.indices.filter { isRanging(street.events[$0]) }
        #expect(ranging.count >= 16, "each second tells what is around and where the phone is")
        #expect(ranging.allSatisfy { entry < $0 && $0 < exit })
    }

    @Test("beacons of a venue that was not entered are not told of")
    func rangesNothingOutside() {
        var street = Street(choices: [])
        // One second: the phone looks for regions to enter, and has entered none.
        street.live(seconds: 1, hearing: [(Self.window, -62)])
        #expect(street.events.isEmpty && !street.core.ranged.isEmpty)
    }

    private func answers(_ events: [PhoneEvent]) -> [PhonePosition?] {
        events.compactMap { event -> PhonePosition?? in
            guard case .located(let position) = event else { return nil }
            return .some(position)
        }
    }

    @Test("who switched on in the middle and asks is told where they are, once for each time")
    func updatesPosition() throws {
        var street = Street(choices: [])
        street.core.updatePosition(at: street.now)
        street.live(seconds: 3, hearing: [(Self.till, -60)])
        let first = try #require(answers(street.events).first)
        let answer = try #require(first)
        #expect(answer.place == PhonePlace(beacon: Self.till, shop: "Almendra", zone: "till"))
        #expect(answer.doubt > 0)
        #expect(answers(street.events).count == 1)
        street.core.updatePosition(at: street.now)
        street.live(seconds: 10, hearing: [(Self.till, -60)])
        #expect(answers(street.events).count == 2)
    }

    @Test("where nothing is heard the answer says so, after some seconds and not before")
    func findsNothing() {
        var street = Street(choices: [])
        street.core.updatePosition(at: street.now)
        street.live(seconds: Int(PhoneCore.lookingSeconds) - 1, hearing: [])
        #expect(answers(street.events).isEmpty)
        street.live(seconds: 10, hearing: [])
        #expect(answers(street.events) == [nil])
    }

    @Test("a venue that is described anew holds at once; what is gone is left, and what stays is not entered twice")
    func replacesVenues() throws {
        var street = Street(choices: [100])
        street.live(seconds: 5, hearing: [(Self.window, -60), (Self.till, -80)])
        let moved = PhoneVenue(
            uuid: Self.uuid, name: "Little centre", width: 20, height: 15, shops: [100: "Almendra & Co"],
            beacons: [Self.window: .init(position: PlanPoint(x: 18, y: 13), zone: "door", neighbours: [])])
        street.core.replaceVenues([moved])
        let before = street.events.count
        street.live(seconds: 20, hearing: [(Self.window, -60), (Self.till, -80)], code: try Self.code(7))
        let after = Array(street.events[before...])
        #expect(after.contains(.regionExited(Self.till)))
        #expect(!after.contains(.regionEntered(Self.window)) && !after.contains(.regionExited(Self.window)))
        #expect(street.core.place == PhonePlace(beacon: Self.window, shop: "Almendra & Co", zone: "door"))
        #expect(try #require(street.core.position).distance(to: PlanPoint(x: 18, y: 13)) < 8)
        #expect(street.sightings.count == 1, "choices and schedule have stayed")

        street.core.replaceVenues([])
        street.live(seconds: 5, hearing: [(Self.window, -60)])
        #expect(street.events.last == .regionExited(Self.window))
        #expect(street.core.place == nil && street.core.position == nil)
    }

    @Test("the same air gives the same events")
    func repeats() throws {
        var first = Street(choices: [100])
        var second = Street(choices: [100])
        let code = try Self.code(3)
        first.live(seconds: 60, hearing: [(Self.window, -61), (Self.till, -70)], code: code)
        second.live(seconds: 60, hearing: [(Self.window, -61), (Self.till, -70)], code: code)
        #expect(first.events == second.events)
        #expect(first.sightings == second.sightings)
    }
}
