import Basics
import Beacons
import Phone
import Presence
import Proximity
import Radio
import Testing

/// What copies of other shops' beacons can do to a phone that stands before a shop.
@Suite("Copies of beacons around a phone")
struct LoudCopyTests {
    private static let uuid = UUID128(high: 0x7b44_b47b_52a1_5381, low: 0x90c2_f09b_6838_c5d4)
    private static let window = BeaconIdentity(uuid: uuid, major: 100, minor: 1)
    private static let till = BeaconIdentity(uuid: uuid, major: 100, minor: 2)
    private static let neighbor = BeaconIdentity(uuid: uuid, major: 101, minor: 1)
    private static let farther = BeaconIdentity(uuid: uuid, major: 102, minor: 1)

    private static let venue = PhoneVenue(
        uuid: uuid, name: "Little center", width: 30, height: 20,
        shops: [100: "Peñalara", 101: "Ñandú", 102: "Nimbo"],
        beacons: [
            window: .init(position: PlanPoint(x: 2, y: 2), zone: "door", neighbours: [till], measuredPower: -61),
            till: .init(position: PlanPoint(x: 8, y: 2), zone: "till", neighbours: [window], measuredPower: -61),
            neighbor: .init(position: PlanPoint(x: 2, y: 14), zone: "door", neighbours: [], measuredPower: -61),
            farther: .init(position: PlanPoint(x: 25, y: 14), zone: "door", neighbours: [], measuredPower: -61),
        ])

    /// A device that sends a beacon's identity, and a code where it has one.
    private struct Sender {
        var identity: BeaconIdentity
        var rssi: Int8
        var power: Int8 = -61
        var code: UInt8?
        var address: UInt64
        var packets = 10
        /// Whether each second has another code, as a forger's guesses have.
        var isGuessing = false
    }

    /// The window as the phone hears it from a meter away, with the right code.
    private static let real = [
        Sender(identity: window, rssi: -62, code: 7, address: 1),
        Sender(identity: till, rssi: -78, code: 8, address: 2),
    ]

    private struct Street {
        var core = PhoneCore(
            venues: [LoudCopyTests.venue], choices: [ChosenShop(venue: LoudCopyTests.uuid, major: 100)])
        var now = Timestamp(seconds: 1_795_253_400)
        var proved: [BeaconIdentity] = []

        mutating func live(seconds: Int, _ senders: [Sender]) throws {
            for second in 0..<seconds {
                let packets = senders.flatMap { sender in
                    (0..<sender.packets).map { (offset: Int64($0 * 1000 / sender.packets), sender: sender) }
                }
                for (offset, sender) in packets.sorted(by: { $0.offset < $1.offset }) {
                    let time = now.advanced(byMilliseconds: offset)
                    let frame = Frame.iBeacon(IBeacon(identity: sender.identity, measuredPower: sender.power))
                    hear(frame, sender, time)
                    guard let code = sender.code else { continue }
                    let byte = sender.isGuessing ? code &+ UInt8(truncatingIfNeeded: second) : code
                    let security = SecurityFrame(
                        major: sender.identity.major, minor: sender.identity.minor,
                        code: try #require(SecurityCode(bytes: Array(repeating: byte, count: 14))))
                    hear(.security(security), sender, time)
                }
                now = now.advanced(bySeconds: 1)
                guard let sighting = core.tick(at: now).sighting else { continue }
                if sighting.identity.major == 100, [7, 8].contains(sighting.code.bytes.first) {
                    proved.append(sighting.identity)
                    core.conclude(
                        sighting, .accepted(ProvedSighting(shop: "Peñalara", visit: "v", offers: [])), at: now)
                } else {
                    core.conclude(sighting, .refused(code: "presence.code_mismatch"), at: now)
                }
            }
        }

        private mutating func hear(_ frame: Frame, _ sender: Sender, _ time: Timestamp) {
            core.hear(
                HeardAdvertisement(
                    time: time, address: DeviceAddress(value: 0xc000_0000_0000 | sender.address, kind: .random),
                    rssi: sender.rssi, data: frame.advertisement))
        }
    }

    @Test("the power in the venue file wins over any power in the packet", arguments: [-128, -100, -61, -3, 0, 127])
    func operatorsPower(power: Int) throws {
        var street = Street()
        try street.live(
            seconds: 12, [Sender(identity: Self.window, rssi: -62, power: Int8(power), code: 7, address: 1)])
        #expect(street.proved == [Self.window])
        let distance = try #require(street.core.ranged.first?.distance)
        #expect((0.9...1.4).contains(distance))
    }

    @Test("a faint copy that states -100 changes neither the nearest, nor the place, nor the proof", arguments: [1, 2])
    func faintCopies(count: Int) throws {
        var street = Street()
        let copies = [Self.neighbor, Self.farther].prefix(count).enumerated().map { number, identity in
            Sender(identity: identity, rssi: -88, power: -100, address: UInt64(10 + number))
        }
        try street.live(seconds: 20, copies + Self.real)
        #expect(street.core.ranged.first?.identity == Self.window)
        #expect(street.core.place == PhonePlace(beacon: Self.window, shop: "Peñalara", zone: "door"))
        #expect(street.proved == [Self.window])
    }

    @Test("a copy that begins beside the phone and is louder than all others is not the nearest", arguments: [10, 60])
    func loudCopy(packets: Int) throws {
        var street = Street()
        try street.live(seconds: 2, Self.real)
        let copy = Sender(identity: Self.neighbor, rssi: -45, address: 10, packets: packets)
        try street.live(seconds: 30, Self.real + [copy])
        #expect(street.core.place == PhonePlace(beacon: Self.window, shop: "Peñalara", zone: "door"))
        #expect(try #require(street.core.position).distance(to: PlanPoint(x: 2, y: 2)) < 5)
        #expect(street.proved == [Self.window])
    }

    @Test("copies without codes that were there first do not keep the shop in front from being proved")
    func copiesFirst() throws {
        var street = Street()
        let copies = [
            Sender(identity: Self.neighbor, rssi: -50, address: 10),
            Sender(identity: Self.farther, rssi: -50, address: 11),
        ]
        try street.live(seconds: 5, copies)
        try street.live(seconds: 30, copies + Self.real)
        #expect(street.proved.first == Self.window)
    }

    @Test("a copy of the shop's other beacon with guessed codes delays the proof by one refusal")
    func guessesAtTill() throws {
        var street = Street()
        let copy = Sender(identity: Self.till, rssi: -50, code: 100, address: 12, isGuessing: true)
        try street.live(seconds: 5, [copy])
        try street.live(seconds: 90, [copy] + Self.real)
        #expect(street.proved.first?.major == 100)
    }

    @Test("a flood of the shop's own identity from farther away changes nothing", arguments: [10, 50, 300])
    func flood(packets: Int) throws {
        var street = Street()
        let flood = Sender(identity: Self.window, rssi: -92, power: -20, address: 10, packets: packets)
        try street.live(seconds: 15, [flood] + Self.real)
        #expect(street.proved == [Self.window])
        #expect(try #require(street.core.ranged.first?.distance) < 2)
    }

    @Test("a forger beside the phone whose guesses change delays a proof by one refusal")
    func guesses() throws {
        var street = Street()
        let forger = Sender(identity: Self.window, rssi: -50, code: 100, address: 10, isGuessing: true)
        try street.live(seconds: 90, [forger] + Self.real)
        #expect(street.proved == [Self.window])
    }

    @Test("beacons that the venue file does not have change nothing")
    func unknownBeacon() throws {
        var street = Street()
        let unknown = BeaconIdentity(uuid: Self.uuid, major: 100, minor: 9)
        let copy = Sender(identity: unknown, rssi: -40, power: -100, code: 9, address: 10)
        try street.live(seconds: 15, [copy] + Self.real)
        #expect(street.core.place?.beacon == Self.window)
        #expect(street.proved == [Self.window])
    }
}
