import Basics
import Beacons
import Foundation
import Proximity
import Radio
import RadioMaps
import Testing

@testable import Commands

@Suite("A survey while it is made")
struct SurveySessionTests {
    private static let uuid = UUID128(high: 1, low: 2)
    private static let till = BeaconIdentity(uuid: uuid, major: 100, minor: 1)
    private static let window = BeaconIdentity(uuid: uuid, major: 100, minor: 2)
    private static let door = BeaconIdentity(uuid: uuid, major: 101, minor: 1)

    static let venue = SurveyVenue(
        name: "Little centre",
        plan: SurveyedPlan(
            venue: uuid, width: 20, height: 10,
            beacons: [
                till: PlanPoint(x: 2, y: 2), window: PlanPoint(x: 6, y: 2), door: PlanPoint(x: 12, y: 8),
            ], walls: []),
        shops: [100: "Nimbo", 101: "Almendra Café"], zones: [till: "till", window: "window", door: "door"])

    /// A session with its clock.
    private struct Walk {
        var session = SurveySession(venue: SurveySessionTests.venue, survey: RadioSurvey(), secondsPerPlace: 6)
        var now = Timestamp(seconds: 0)

        mutating func say(_ line: String) -> [SurveySession.Event] { session.take(line, at: now) }

        /// Lets time go on while something is in the air.
        mutating func live(seconds: Int, hearing beacons: [(BeaconIdentity, Int8)] = []) -> [SurveySession.Event] {
            var events: [SurveySession.Event] = []
            for _ in 0..<(seconds * 4) {
                for (beacon, strength) in beacons {
                    session.hear(
                        HeardAdvertisement(
                            time: now, address: DeviceAddress(value: 0xC000_0000_0001, kind: .random), rssi: strength,
                            data: Frame.iBeacon(IBeacon(identity: beacon, measuredPower: -59)).advertisement))
                }
                now = now.advanced(byMilliseconds: 250)
                events += session.tick(at: now)
            }
            return events
        }
    }

    @Test("a place is listened to for its seconds, and kept with what each scan had")
    func keeps() throws {
        var walk = Walk()
        #expect(!walk.session.isIdle, "the controller is not there yet")
        #expect(walk.session.find(at: walk.now).isEmpty)
        #expect(walk.session.isIdle)
        #expect(walk.say("3,5 4") == [.began(PlanPoint(x: 3.5, y: 4))])
        #expect(!walk.session.isIdle)
        let stranger = BeaconIdentity(uuid: UUID128(high: 9, low: 9), major: 1, minor: 1)
        let events = walk.live(seconds: 7, hearing: [(Self.till, -61), (stranger, -40)])
        #expect(events.last == .kept(PlanPoint(x: 3.5, y: 4), beacons: 1, places: 1))
        #expect(walk.session.isIdle)
        let place = try #require(walk.session.survey.places.first)
        #expect(place.scans == 3 && Set(place.heard.keys) == [Self.till])
        #expect(place.heard[Self.till]?.scans == 3 && place.heard[Self.till]?.sum == -183)
    }

    @Test("what is typed is understood, or refused with what it might have meant")
    func lines() {
        let venue = Self.venue
        #expect(venue.place("3.5 4") == .point(PlanPoint(x: 3.5, y: 4)))
        #expect(venue.place(" 3.5,  4 ") == .point(PlanPoint(x: 3.5, y: 4)))
        #expect(venue.place("100.2") == .point(PlanPoint(x: 6, y: 2)))
        #expect(venue.place("nimbo TILL") == .point(PlanPoint(x: 2, y: 2)))
        #expect(venue.place("Almendra café") == .point(PlanPoint(x: 12, y: 8)))
        #expect(venue.place("Nimbo") == .several(["100.1 (nimbo till)", "100.2 (nimbo window)"]))
        for text in ["21 4", "-1 4", "1e9 4"] { #expect(venue.place(text) == .outside, "\(text)") }
        for text in ["nan nan", "1 2 3", "4", "Nim", "\u{1B}[2J", String(repeating: "9", count: 200), "inf 3"] {
            #expect(venue.place(text) == .nothing || venue.place(text) == .outside, "\(text)")
        }
        var walk = Walk()
        _ = walk.session.find(at: walk.now)
        #expect(walk.say("nowhere") == [.refused("nowhere", .nothing)])
        #expect(walk.session.isIdle && walk.session.survey.places.isEmpty)
        #expect(walk.say("") == [] && walk.say("done") == [.done])
    }

    @Test("undo takes back place after place, and gives what there was before")
    func undo() {
        var walk = Walk()
        _ = walk.session.find(at: walk.now)
        #expect(walk.say("undo") == [.nothingToUndo])
        for line in ["1 1", "5 5", "1.2 1"] {
            _ = walk.say(line)
            _ = walk.live(seconds: 7, hearing: [(Self.till, -70)])
        }
        #expect(walk.session.survey.places.map(\.scans) == [6, 3], "near to a place is at it")
        #expect(walk.say("undo") == [.undone(PlanPoint(x: 1, y: 1))])
        #expect(walk.session.survey.places.map(\.scans) == [3, 3])
        #expect(walk.say("undo") == [.undone(PlanPoint(x: 5, y: 5))])
        #expect(walk.session.survey.places.map(\.point) == [PlanPoint(x: 1, y: 1)])
    }

    @Test("a place where nothing is heard is not kept")
    func silent() {
        var walk = Walk()
        _ = walk.session.find(at: walk.now)
        _ = walk.say("1 1")
        #expect(walk.live(seconds: 7).last == .silent(PlanPoint(x: 1, y: 1)))
        #expect(walk.session.survey.places.isEmpty && walk.session.isIdle)
    }

    @Test("a controller that goes away makes the place begin anew; its silence is not counted")
    func lost() throws {
        var walk = Walk()
        _ = walk.session.find(at: walk.now)
        _ = walk.say("1 1")
        _ = walk.live(seconds: 3, hearing: [(Self.till, -70)])
        #expect(walk.session.lose("gone") == [.lost("gone")])
        #expect(walk.live(seconds: 20).isEmpty && !walk.session.isIdle)
        #expect(walk.session.find(at: walk.now) == [.back, .began(PlanPoint(x: 1, y: 1))])
        let events = walk.live(seconds: 7, hearing: [(Self.till, -70)])
        #expect(events.last == .kept(PlanPoint(x: 1, y: 1), beacons: 1, places: 1))
        let place = try #require(walk.session.survey.places.first)
        #expect(place.scans == 3 && place.heard[Self.till]?.scans == 3)
    }

    @Test("a machine that slept in between has no scan of its sleep")
    func slept() throws {
        var walk = Walk()
        _ = walk.session.find(at: walk.now)
        _ = walk.say("1 1")
        _ = walk.live(seconds: 3, hearing: [(Self.till, -70)])
        walk.now = walk.now.advanced(bySeconds: 3600)
        _ = walk.live(seconds: 10, hearing: [(Self.till, -70)])
        let place = try #require(walk.session.survey.places.first)
        #expect(place.scans == 3 && place.heard[Self.till]?.scans == 3)
    }

    @Test("each event is a line in words and in JSON")
    func told() {
        let point = PlanPoint(x: 1, y: 1)
        let events: [SurveySession.Event] = [
            .began(point), .scanned(1, of: 3, [Self.till: -61]), .kept(point, beacons: 2, places: 1), .silent(point),
            .undone(point), .nothingToUndo, .full, .refused("x", .nothing), .refused("x", .several(["a"])),
            .refused("x", .outside), .lost("gone"), .back, .done,
        ]
        for event in events {
            #expect(!SurveyLines.words(event).isEmpty)
            #expect(SurveyLines.json(event).compactText.hasPrefix("{\"event\":\""))
        }
        #expect(Set(events.map(SurveyLines.words)).count == events.count)
    }
}

@Suite("The file of a survey")
struct SurveyFileTests {
    private func folder() throws -> URL {
        let folder = URL.temporaryDirectory.appending(path: "survey-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    @Test("it is gone on with, and refuses what is not its own without touching it")
    func file() throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appending(path: "map.json").path(percentEncoded: false)
        let plan = SurveySessionTests.venue.plan
        var (file, map) = try SurveyFile.opened(at: path, on: plan)
        #expect(map == nil)
        var survey = RadioSurvey()
        let beacon = try #require(plan.beacons.keys.first)
        survey.add(SurveyReading(place: PlanPoint(x: 1, y: 1), strengths: [beacon: -60]))
        try file.write(RadioMapFile(survey, on: plan, day: 1))
        (file, map) = try SurveyFile.opened(at: path, on: plan)
        #expect(map?.placeCount == 1)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1, "nothing is left beside it")
        // Another survey wrote meanwhile.
        try Data(RadioMapFile(RadioSurvey(), on: plan, day: 1).text.utf8).write(to: URL(filePath: path))
        #expect(throws: (any Error).self) { try file.write(RadioMapFile(survey, on: plan, day: 1)) }
        let other = SurveyedPlan(venue: plan.venue, width: 21, height: 10, beacons: plan.beacons, walls: [])
        let foreign = SurveyedPlan(
            venue: UUID128(high: 5, low: 5), width: 21, height: 10, beacons: [:], walls: [])
        let before = try Data(contentsOf: URL(filePath: path))
        for plan in [other, foreign] {
            #expect(throws: (any Error).self) { try SurveyFile.opened(at: path, on: plan) }
        }
        #expect(try Data(contentsOf: URL(filePath: path)) == before)
        try Data("{}".utf8).write(to: URL(filePath: path))
        #expect(throws: (any Error).self) { try SurveyFile.opened(at: path, on: plan) }
        #expect(throws: (any Error).self) {
            try SurveyFile.opened(at: folder.path(percentEncoded: false), on: plan)
        }
    }
}
