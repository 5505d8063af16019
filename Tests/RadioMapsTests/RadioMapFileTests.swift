import Basics
import Beacons
import Proximity
import Testing

@testable import RadioMaps

@Suite("The file of a radio map")
struct RadioMapFileTests {
    static let venue = UUID128(high: 0x7b44_b47b_52a1_5381, low: 0x90c2_f09b_6838_c5d4)

    static func beacon(_ minor: UInt16) -> BeaconIdentity { BeaconIdentity(uuid: venue, major: 100, minor: minor) }

    static let plan = SurveyedPlan(
        venue: venue, width: 20, height: 10,
        beacons: [
            beacon(1): PlanPoint(x: 2, y: 2.5), beacon(2): PlanPoint(x: 10, y: 5), beacon(3): PlanPoint(x: 18, y: 2),
        ],
        walls: [PlanWall(from: PlanPoint(x: 5, y: 0), to: PlanPoint(x: 5, y: 8))])

    static func survey() -> RadioSurvey {
        var survey = RadioSurvey()
        for (place, strengths) in [
            (PlanPoint(x: 8, y: 4.5), [beacon(2): -61.0, beacon(1): -77]),
            (PlanPoint(x: 1, y: 1), [beacon(1): -55]), (PlanPoint(x: 8, y: 4.5), [beacon(2): -64]),
            (PlanPoint(x: 1, y: 1), [:]),
        ] { survey.add(SurveyReading(place: place, strengths: strengths)) }
        return survey
    }

    static let file = RadioMapFile(survey(), on: plan, number: 3, day: 20_785)

    @Test("what is written is read again, by the text and by the map")
    func roundTrip() throws {
        let text = Self.file.text
        let read = try RadioMapFile(Array(text.utf8))
        #expect(read.text == text)
        #expect(read.number == 3 && read.day == 20_785 && read.venue == Self.venue)
        #expect(read.fit(Self.plan) == .fits)
        #expect(read.beacons == [Self.beacon(1): PlanPoint(x: 2, y: 2.5), Self.beacon(2): PlanPoint(x: 10, y: 5)])
        let place = try #require(read.survey.places.first { $0.point == PlanPoint(x: 8, y: 4.5) })
        #expect(place.scans == 2)
        #expect(place.heard[Self.beacon(2)] == RadioSurvey.Tally(scans: 2, sum: -125, squares: 7817))
    }

    @Test("the file tells neither a scan, nor when, nor in which order somebody went")
    func nothingOfPeople() throws {
        // The same scans in every order that there is give the same bytes.
        let scans = [
            SurveyReading(place: PlanPoint(x: 8, y: 4), strengths: [Self.beacon(2): -61]),
            SurveyReading(place: PlanPoint(x: 1, y: 1), strengths: [Self.beacon(1): -55, Self.beacon(2): -80]),
            SurveyReading(place: PlanPoint(x: 8, y: 4), strengths: [Self.beacon(1): -70, Self.beacon(2): -66]),
            SurveyReading(place: PlanPoint(x: 15, y: 9), strengths: [Self.beacon(3): -58]),
        ]
        var random = SplitMix64(seed: 1)
        var texts: Set<String> = []
        for _ in 0..<50 {
            var survey = RadioSurvey()
            for scan in scans.shuffled(using: &random) { survey.add(scan) }
            texts.insert(RadioMapFile(survey, on: Self.plan, day: 20_785).text)
        }
        #expect(texts.count == 1)
        let keys = try #require(texts.first).split(separator: "\"").filter { $0.allSatisfy(\.isLetter) }
        #expect(
            Set(keys.map(String.init)) == [
                "format", "version", "venue", "plan", "number", "day", "beacons", "major", "minor", "x", "y", "places",
                "scans", "heard",
            ])
    }

    @Test(
        "corrections stand in the file, faulty ones are refused with their place, and a map that is taken in has none")
    func corrections() throws {
        let corrections = [Self.beacon(2): -4, Self.beacon(1): 6]
        let text = RadioMapFile.document(Self.file.text, corrections: corrections)
        let read = try RadioMapFile(Array(text.utf8))
        #expect(read.corrections == corrections && read.text == text)
        #expect(read.uncorrected.text == Self.file.text && Self.file.corrections.isEmpty)
        #expect(RadioMapFile.document(Self.file.text, corrections: [:]) == Self.file.text)
        var sum = read
        let added = sum.add(Self.file)
        #expect(added && sum.corrections.isEmpty, "a sum is a survey, and nobody corrected that")
        for (wrong, fault) in [
            ("\"minor\": 2, \"decibels\": -4", "\"minor\": 3, \"decibels\": -4"),
            ("\"decibels\": -4", "\"decibels\": -7"), ("\"decibels\": -4", "\"decibels\": 1.5"),
            ("\"minor\": 2, \"decibels\": -4", "\"minor\": 1, \"decibels\": -4"),
            ("\"decibels\": -4", "\"decibels\": -4, \"reports\": 3"),
        ] {
            let broken = text.replacing(wrong, with: fault)
            #expect(broken != text)
            do throws(RadioMapFault) {
                _ = try RadioMapFile(Array(broken.utf8))
                Issue.record("\(fault) was read")
            } catch {
                #expect(error.path.hasPrefix("$.corrections[1]"), "\(error)")
            }
        }
    }

    @Test("surveys add up to what one survey of both would be")
    func addsUp() throws {
        var (one, other, both) = (RadioSurvey(), RadioSurvey(), RadioSurvey())
        for (index, strength) in [-60.0, -63, -71, -58, -66].enumerated() {
            let scan = SurveyReading(
                place: PlanPoint(x: Double(index / 2) * 3, y: 2), strengths: [Self.beacon(1): strength])
            both.add(scan)
            if index < 3 { one.add(scan) } else { other.add(scan) }
        }
        var sum = RadioMapFile(one, on: Self.plan, number: 4, day: 10)
        let added = sum.add(RadioMapFile(other, on: Self.plan, day: 12))
        #expect(added)
        #expect(sum.text == RadioMapFile(both, on: Self.plan, number: 4, day: 12).text)
        // Half a metre beside a place is at the place.
        var near = RadioSurvey()
        near.add(SurveyReading(place: PlanPoint(x: 0.3, y: 2.2), strengths: [Self.beacon(1): -60]))
        let joined = sum.add(RadioMapFile(near, on: Self.plan, day: 12))
        #expect(joined && sum.survey.places.count == 3)
    }

    @Test("a map of another plan says which beacons hang elsewhere, and can be carried over without them")
    func otherPlan() throws {
        var hung = Self.plan.beacons
        hung[Self.beacon(1)] = PlanPoint(x: 3, y: 2.5)
        let moved = SurveyedPlan(venue: Self.venue, width: 20, height: 10, beacons: hung, walls: Self.plan.walls)
        #expect(Self.file.fit(moved) == .changed([Self.beacon(1)]))
        let carried = try #require(Self.file.carried(to: moved))
        #expect(carried.fit(moved) == .fits)
        #expect(carried.survey.beacons == [Self.beacon(2)])
        #expect(carried.survey.scanCount == 4, "scans that have nothing else remain scans")
        let walls = SurveyedPlan(venue: Self.venue, width: 20, height: 10, beacons: Self.plan.beacons, walls: [])
        #expect(Self.file.fit(walls) == .changed([]))
        let gone = SurveyedPlan(venue: Self.venue, width: 20, height: 10, beacons: [:], walls: Self.plan.walls)
        #expect(Self.file.fit(gone) == .changed([Self.beacon(1), Self.beacon(2)]))
        let other = SurveyedPlan(
            venue: UUID128(high: 1, low: 2), width: 20, height: 10, beacons: [:], walls: Self.plan.walls)
        #expect(Self.file.fit(other) == .otherVenue && Self.file.carried(to: other) == nil)
        var twice = Self.file
        let added = twice.add(carried)
        #expect(!added && twice.text == Self.file.text, "surveys of two plans do not add up")
    }

    @Test("a centimetre is another plan, what computers round is not")
    func digest() {
        func digest(x: Double) -> [UInt8] {
            SurveyedPlan(
                venue: Self.venue, width: 20, height: 10, beacons: [Self.beacon(1): PlanPoint(x: x, y: 2)], walls: []
            ).digest
        }
        #expect(digest(x: 0.1 + 0.2) == digest(x: 0.3))
        #expect(digest(x: 0.31) != digest(x: 0.3))
        #expect(digest(x: .nan).count == 32)
    }

    private static let faults: [(change: (String, String), fault: String)] = [
        (("cerca-radio-map", "cerca-venue"), "$.format: must be cerca-radio-map"),
        (("\"version\": 1", "\"version\": 2"), "$.version: must be 1"),
        (("\"version\": 1,", ""), "$.version: is missing"),
        (("\"version\": 1,", "\"version\": 1, \"version\": 1,"), "$.version: is given more than once"),
        (("\"version\": 1,", "\"version\": 1, \"scans\": [],"), "$.scans: is not a key here"),
        (("7b44b47b", "7b44b47"), "$.venue: is no UUID"),
        (("2026-11-28", "2026-11-31"), "$.day: is no day"),
        (("\"number\": 3", "\"number\": -1"), "$.number: must be a whole number from 0"),
        (("\"minor\": 2", "\"minor\": 1"), "$.beacons[1]: is a beacon that stands here twice"),
        (("\"minor\": 2", "\"minor\": 65536"), "$.beacons[1].minor: must be a whole number from 0 to 65535"),
        (("\"x\": 8, \"y\": 4.5", "\"x\": 1, \"y\": 1"), "$.places[1]: is a place that stands here twice"),
        (("\"x\": 8,", "\"x\": 8e9,"), "$.places[1].x: must be from 0"),
        (("\"x\": 8,", "\"x\": \"8\","), "$.places[1].x: is a text; it must be a number"),
        (("\"scans\": 2, \"heard\": [[0, 1, -77", "\"scans\": 0, \"heard\": [[0, 1, -77"), "$.places[1].scans: must"),
        (("[1, 2, -125, 7817]", "[1, 3, -125, 7817]"), "$.places[1].heard[1][1]: must be a whole number from 1 to 2"),
        (("[1, 2, -125, 7817]", "[0, 2, -125, 7817]"), "$.places[1].heard[1]: is a beacon that stands here twice"),
        (("[1, 2, -125, 7817]", "[2, 2, -125, 7817]"), "$.places[1].heard[1][0]: must be a whole number from 0 to 1"),
        (("[1, 2, -125, 7817]", "[1, 2, -125]"), "$.places[1].heard[1]: must be a beacon's index"),
        (("[1, 2, -125, 7817]", "[1, 2, 125, 7817]"), "$.places[1].heard[1]: is no sum of strengths"),
        (("[1, 2, -125, 7817]", "[1, 2, -125, 7000]"), "$.places[1].heard[1]: is no sum of strengths"),
        (("[1, 2, -125, 7817]", "[1, 2, -125, 1e15]"), "$.places[1].heard[1]: is no sum of strengths"),
        (("[1, 2, -125, 7817]", "[1, 2, -125, 1e300]"), "$.places[1].heard[1][3]: must be from"),
        (("]\n}", "]"), "$: is not JSON"),
    ]

    @Test("each fault is told with its place", arguments: faults.indices)
    func faulty(index: Int) throws {
        let (change, expected) = Self.faults[index]
        let text = Self.file.text
        #expect(text.contains(change.0), "the test has to change something")
        let fault = #expect(throws: RadioMapFault.self) {
            try RadioMapFile(Array(text.replacing(change.0, with: change.1).utf8))
        }
        #expect(try #require(fault).description.hasPrefix(expected), "\(fault?.description ?? "")")
    }

    @Test("files that are too large are refused before they are read, and bytes of chance never trap")
    func hostile() throws {
        let large = #expect(throws: RadioMapFault.self) {
            try RadioMapFile([UInt8](repeating: 0x20, count: RadioMapFile.sizeLimit + 1))
        }
        #expect(try #require(large).description.contains("at most 4194304"))
        let places = (0...RadioMap.limits.places).map {
            "{\"x\": \($0 % 50), \"y\": \($0 / 50), \"scans\": 1, \"heard\": []}"
        }
        let many = Self.file.text.replacing(
            /"places": \[[^$]*\]\n}/, with: "\"places\": [\(places.joined(separator: ","))]}")
        let fault = #expect(throws: RadioMapFault.self) { try RadioMapFile(Array(many.utf8)) }
        #expect(try #require(fault).description.hasPrefix("$.places: has 2049 elements"))
        var random = SplitMix64(seed: 7)
        let bytes = Array(Self.file.text.utf8)
        for _ in 0..<2000 {
            var changed = bytes
            for _ in 0..<(1 + Int(random.next() % 4)) {
                changed[Int(random.next() % UInt64(changed.count))] = UInt8(truncatingIfNeeded: random.next())
            }
            if let read = try? RadioMapFile(changed) { _ = RadioMap(read.survey) }
        }
    }
}
