import Basics
import Beacons
import Phone
import Proximity
import Radio
import Testing

@testable import Commands

private let uuid = UUID128(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10)

@Suite("Where a phone says that it is")
struct PlaceWordsTests {
    private func position(_ x: Double, shop: String?, zone: String, minor: UInt16 = 1) -> PhonePosition {
        let beacon = BeaconIdentity(uuid: uuid, major: 100, minor: minor)
        return PhonePosition(
            point: PlanPoint(x: x, y: 4.567), doubt: 0.956, place: PhonePlace(beacon: beacon, shop: shop, zone: zone))
    }

    @Test("an object has the point and the doubt to the centimetre, and the place with its words")
    func object() {
        let json = PhoneEventLines.json(
            .positioned(position(1.234, shop: "Nimbo", zone: "till")), at: Timestamp(milliseconds: 0))
        #expect(json["x"] == .number(1.23) && json["y"] == .number(4.57) && json["doubt"] == .number(0.96))
        let place = json["place"]
        #expect(place?["shop"] == "Nimbo" && place?["zone"] == "till" && place?["major"] == 100)
        guard case .string(let words)? = place?["words"] else {
            Issue.record("no words")
            return
        }
        #expect(words.contains("Nimbo"))
        let lost = PhonePosition(point: PlanPoint(x: 1, y: 2), doubt: 3, place: nil)
        #expect(PhoneEventLines.json(.positioned(lost), at: Timestamp(milliseconds: 0))["place"] == nil)
    }

    @Test("each zone of a shop has words of its own, and so have the venue's")
    func zones() {
        let zones = ["entrance", "window", "door", "till", "fitting-room", "aisle", "elsewhere"]
        let shops = zones.map { zone in
            PlaceWords.place(
                PhonePlace(beacon: BeaconIdentity(uuid: uuid, major: 1, minor: 1), shop: "Nimbo", zone: zone)
            ).text
        }
        #expect(Set(shops).count == zones.count && shops.allSatisfy { $0.contains("Nimbo") })
        let common = ["entrance", "aisle", "elsewhere"].map { zone in
            PlaceWords.place(
                PhonePlace(beacon: BeaconIdentity(uuid: uuid, major: 1, minor: 1), shop: nil, zone: zone)
            ).text
        }
        #expect(Set(common).count == 3)
    }

    @Test("for people a line comes when the place changes, and not each second")
    func changes() {
        var changes = PlaceChanges()
        let events: [PhoneEvent] = [
            .positioned(position(1, shop: "Nimbo", zone: "till")),
            .positioned(position(2, shop: "Nimbo", zone: "till")), .radioBack,
            .positioned(position(2, shop: "Nimbo", zone: "window", minor: 2)),
            .positioned(PhonePosition(point: PlanPoint(x: 0, y: 0), doubt: 1, place: nil)),
            .positioned(PhonePosition(point: PlanPoint(x: 5, y: 0), doubt: 1, place: nil)),
        ]
        let isNews = events.map { changes.isNews($0) }
        #expect(isNews == [true, false, true, true, true, false])
    }
}

@Suite("How far away beacons of a scan are")
struct ScanRangingTests {
    private func heard(minor: UInt8, rssi: Int8, milliseconds: Int64, uuid first: UInt8 = 1) -> HeardAdvertisement {
        let iBeacon: [UInt8] =
            [0x02, 0x01, 0x06, 0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15, first] + (2...16).map { UInt8($0) }
            + [0, 100, 0, minor, 0xC5]
        return HeardAdvertisement(
            time: Timestamp(milliseconds: milliseconds),
            address: DeviceAddress(value: 0xC000_0000_0000 + UInt64(minor), kind: .random), rssi: rssi, data: iBeacon)
    }

    @Test("each beacon has its distance and class; what is no beacon has none")
    func distances() throws {
        var ranging = ScanRanging()
        for tenth in 0..<20 {
            ranging.hear(heard(minor: 1, rssi: -59, milliseconds: Int64(tenth) * 100))
            ranging.hear(heard(minor: 2, rssi: -80, milliseconds: Int64(tenth) * 100))
        }
        let ranged = ranging.range(at: Timestamp(milliseconds: 2000))
        let address = DeviceAddress(value: 1, kind: .random)
        func frame(_ minor: UInt16) -> Frame {
            .iBeacon(IBeacon(identity: BeaconIdentity(uuid: uuid, major: 100, minor: minor), measuredPower: -59))
        }
        let near = try #require(ranged(frame(1), address))
        let far = try #require(ranged(frame(2), address))
        #expect((0.8...1.3).contains(try #require(near.distance)) && near.proximity == .near)
        #expect(try #require(far.distance) > 5 && far.proximity == .far)
        #expect(ScanLines.distance(near).contains("1") && !ScanLines.distance(far).isEmpty)
        #expect(ScanLines.distance(nil).allSatisfy { $0 == " " })
        let line = ScanLines.json(
            .heard(heard(minor: 1, rssi: -59, milliseconds: 2000)), at: Timestamp(milliseconds: 2000)
        ) { _ in near }
        let json = try JSONValue(parsing: Array(try #require(line).utf8))
        #expect(json["proximity"] == "near" && json["distance"] != nil)
    }

    @Test("AltBeacon and Eddystone have distances, Eddystone's from the power at 0 m less 41 dB")
    func otherFormats() throws {
        let identifier = Identifier128(high: 1, low: 2)
        let address = DeviceAddress(value: 0xC000_0000_0001, kind: .random)
        let frames: [Frame] = [
            .altBeacon(
                AltBeacon(company: 280, organisation: identifier, unit: 7, referenceRSSI: -59, manufacturerReserved: 0)),
            .eddystoneUID(EddystoneUID(powerAtZeroMetres: -18, identifier: identifier)),
            .eddystoneEID(EddystoneEID(powerAtZeroMetres: -18, identifier: EphemeralIdentifier(word: 9))),
            .eddystoneURL(try EddystoneURL(powerAtZeroMetres: -18, text: "https://example.com/")),
        ]
        let telemetry = Frame.eddystoneTLM(
            EddystoneTLM(millivolts: 0, temperature256: 0, advertisements: 1, uptimeDeciseconds: 1))
        var ranging = ScanRanging()
        for frame in frames + [telemetry] {
            ranging.hear(
                HeardAdvertisement(
                    time: Timestamp(milliseconds: 0), address: address, rssi: -81, data: frame.advertisement))
        }
        let ranged = ranging.range(at: Timestamp(milliseconds: 500))
        for frame in frames {
            let metres = try #require(ranged(frame, address)?.distance)
            #expect(abs(metres - 10) < 1e-6, "\(frame.kind)")
        }
        #expect(ranged(telemetry, address) == nil)
        // Two formats with the same sixteen bytes are two beacons.
        let loud = Frame.eddystoneUID(EddystoneUID(powerAtZeroMetres: 4, identifier: identifier)).advertisement
        ranging.hear(HeardAdvertisement(time: Timestamp(milliseconds: 600), address: address, rssi: -37, data: loud))
        #expect(
            ranging.range(at: Timestamp(milliseconds: 700))(frames[0], address)?.distance
                == ranged(frames[0], address)?.distance)
    }

    @Test(
        "a power that no device has gives no distance, and neither does the end of the scale",
        arguments: [(0, -60), (-3, -60), (127, -60), (-128, -60), (-59, -120)] as [(Int8, Int8)])
    func withoutDistance(power: Int8, rssi: Int8) throws {
        let frame = Frame.iBeacon(
            IBeacon(identity: BeaconIdentity(uuid: uuid, major: 100, minor: 1), measuredPower: power))
        let heard = HeardAdvertisement(
            time: Timestamp(milliseconds: 0), address: DeviceAddress(value: 1, kind: .random), rssi: rssi,
            data: frame.advertisement)
        var ranging = ScanRanging()
        ranging.hear(heard)
        let ranged = try #require(ranging.range(at: Timestamp(milliseconds: 100))(frame, heard.address))
        let words = ScanLines.distance(ranged)
        #expect(words.hasPrefix("—") && !words.contains("100"))
        let line = ScanLines.json(.heard(heard), at: Timestamp(milliseconds: 100)) { _ in ranged }
        let json = try JSONValue(parsing: Array(try #require(line).utf8))
        #expect(json["distance"] == .null)
    }

    @Test("a UUID of which nothing was heard is missing when the scan ends")
    func missing() throws {
        let other = UUID128(high: 9, low: 9)
        var ranging = ScanRanging(uuids: [uuid, other])
        #expect(ranging.missing == [other, uuid])
        ranging.hear(heard(minor: 1, rssi: -60, milliseconds: 0))
        #expect(ranging.missing == [other])
        let now = Timestamp(milliseconds: 5000)
        let json = try JSONValue(parsing: Array(ScanLines.json(missing: other, at: now).utf8))
        #expect(json["event"] == "scan.not_found" && json["uuid"] == .string(other.description))
        #expect(ScanLines.words(missing: other, at: now).contains(other.description))
        #expect(ScanRanging().missing.isEmpty)
    }

    @Test("with a UUID only its beacons are wanted")
    func uuids() {
        let ranging = ScanRanging(uuids: [uuid])
        #expect(ranging.isWanted(heard(minor: 1, rssi: -60, milliseconds: 0)))
        #expect(!ranging.isWanted(heard(minor: 1, rssi: -60, milliseconds: 0, uuid: 9)))
        let other = HeardAdvertisement(
            time: Timestamp(milliseconds: 0), address: DeviceAddress(value: 1, kind: .random), rssi: -60,
            data: [0x02, 0x01, 0x06])
        #expect(!ranging.isWanted(other) && ScanRanging().isWanted(other))
    }

    @Test("a table shows the nearest first, whatever the strength of others, and says whether any was found")
    func table() throws {
        var table = ScanTable(uuids: [uuid])
        let none = table.show(.lost(reason: "x"), at: Timestamp(milliseconds: 0))
        var screen: String?
        for tenth in 0..<30 {
            let now = Timestamp(milliseconds: Int64(tenth) * 100)
            for (minor, rssi) in [(UInt8(2), Int8(-80)), (1, -59), (3, -70)] {
                let event = ControllerEvent.heard(heard(minor: minor, rssi: rssi, milliseconds: now.milliseconds))
                screen = table.show(event, at: now) ?? screen
            }
            _ = table.show(.heard(heard(minor: 9, rssi: -30, milliseconds: now.milliseconds, uuid: 9)), at: now)
        }
        let rows = try #require(screen).split(separator: "\n").dropFirst()
        #expect(rows.count == 3)
        #expect(zip(rows, [1, 3, 2]).allSatisfy { $0.contains("minor \($1)") })
        #expect(none?.contains("; not found") == true && screen?.contains("; found") == true)
    }
}
