import Basics
import Beacons
import Loyalty
import Testing

@Suite("Validation of a venue")
struct VenueValidationTests {
    @Test("a sound draft becomes the venue that it describes")
    func sound() throws {
        var draft = VenueSamples.draft()
        draft.offers?[0].hours = ["mon": ["17:00-24:00", "10:00-14:00"]]
        draft.offers?[0].limit = 7
        let venue = try Venue(validating: draft)
        #expect(venue.uuid == UUID128(VenueSamples.uuid))
        #expect(venue.shop(major: 101)?.name == "Dos")
        #expect(venue.shop(major: 1) == nil)
        #expect(venue.plan.walls.count == 2)
        let till = try #require(venue.beacon(BeaconRef(major: 100, minor: 2)))
        #expect(till.position == PlanPosition(x: 4, y: 1) && till.zone == .till && till.periodSeconds == 60)
        #expect(venue.identity(of: till).minor == 2)
        #expect(venue.offers(major: 100).map(\.limit) == [7])
        #expect(venue.offers(major: 100)[0].hours.days[.monday]?.map(\.description) == ["10:00-14:00", "17:00-24:00"])
        #expect(venue.offers(major: 1).isEmpty)
    }

    @Test("what is optional may be absent")
    func optional() throws {
        var draft = VenueSamples.draft()
        draft.offers = nil
        draft.plan?.walls = nil
        draft.beacons?[0].neighbours = nil
        draft.beacons?[0].period = nil
        let venue = try Venue(validating: draft)
        #expect(venue.offers.isEmpty && venue.plan.walls.isEmpty)
        #expect(venue.beacons[0].periodSeconds == 60)
    }

    @Test("an empty draft lacks all that is required, in order")
    func empty() {
        let expected = ["name", "uuid", "timeZone", "location", "plan", "shops", "beacons"].map { "$.\($0)" }
        #expect(VenueDraft().faultyPaths == expected)
    }

    @Test("empty parts lack all that is required of them")
    func emptyParts() {
        var draft = VenueDraft()
        draft.location = VenueDraft.Location()
        draft.plan = VenueDraft.Plan()
        draft.shops = [VenueDraft.Shop()]
        draft.beacons = [VenueDraft.Beacon()]
        draft.offers = [VenueDraft.Offer()]
        let expected = [
            "name", "uuid", "timeZone", "location.latitude", "location.longitude", "plan.width", "plan.height",
            "shops[0].major", "shops[0].name", "shops[0].category", "shops[0].area", "beacons[0].major",
            "beacons[0].minor", "beacons[0].x", "beacons[0].y", "beacons[0].zone", "beacons[0].measuredPower",
            "offers[0].major", "offers[0].text", "offers[0].validFrom", "offers[0].validUntil",
        ]
        #expect(draft.faultyPaths == expected.map { "$.\($0)" })
    }

    @Test("what could not be read is told once, not as missing too")
    func unreadable() {
        var draft = VenueSamples.draft()
        draft.name = nil
        draft.shops?[0] = VenueDraft.Shop()
        draft.offers = []
        draft.beacons = []
        draft.readingFaults = [
            VenueFault(path: "$.name", message: "is a number"), VenueFault(path: "$.shops[0]", message: "is a text"),
        ]
        #expect(draft.faultyPaths == ["$.name", "$.shops[0]"])
    }

    @Test("a fault of reading alone refuses the draft")
    func readingFault() {
        var draft = VenueSamples.draft()
        draft.readingFaults = [VenueFault(path: "$.nmae", message: "is not a key here")]
        #expect(draft.faultyPaths == ["$.nmae"])
    }

    @Test("numbers that are none are refused", arguments: [Double.nan, .infinity, -.infinity])
    func noNumber(value: Double) {
        var draft = VenueSamples.draft()
        draft.location?.latitude = value
        draft.plan?.walls = [[value, 0, 1, 1]]
        draft.shops?[0].area = [[0, 0], [value, 0], [5, 5]]
        draft.beacons?[0].x = value
        #expect(
            draft.faultyPaths == [
                "$.location.latitude", "$.plan.walls[0]", "$.shops[0].area[1]", "$.beacons[0].x",
            ])
        draft.plan?.width = value
        #expect(draft.faultyPaths.contains("$.plan.width"))
    }

    @Test("the known time zones are the caller's")
    func timeZone() throws {
        let draft = VenueSamples.draft()
        #expect(try Venue(validating: draft, isTimeZone: { $0 == "Europe/Madrid" }).timeZone == "Europe/Madrid")
        let faults = #expect(throws: VenueFaults.self) { try Venue(validating: draft, isTimeZone: { _ in false }) }
        #expect(faults?.faults.map(\.path) == ["$.timeZone"])
    }

    @Test(
        "lists have bounds",
        arguments: [
            ("$.plan.walls", 5000), ("$.shops", 500), ("$.beacons", 2000), ("$.offers", 1000),
        ])
    func bounds(path: String, limit: Int) {
        func paths(_ count: Int) -> [String] {
            var draft = VenueSamples.draft()
            draft.plan = VenueSamples.plan(width: 2000, height: 2000)
            draft.offers = []
            draft.beacons = []
            switch path {
            case "$.plan.walls": draft.plan?.walls = Array(repeating: [0, 0, 1, 1], count: count)
            case "$.shops":
                draft.shops = (0..<count).map { index in
                    let x = Double(index) * 2
                    return VenueSamples.shop(index, "S", area: [[x, 0], [x + 2, 0], [x, 2]])
                }
            case "$.beacons":
                // Stated neighbours, because working out so many takes its time without optimisation.
                draft.beacons = (0..<count).map {
                    VenueSamples.beacon(1, $0, x: 1, y: 1, "aisle", neighbours: [[1, $0 == 0 ? 1 : 0]])
                }
            default: draft.offers = (0..<count).map { VenueSamples.offer(100, ["es": "Libro \($0)"]) }
            }
            return draft.faultyPaths
        }
        #expect(paths(limit) == [])
        #expect(paths(limit + 1) == [path])
    }

    @Test("more faults than anybody reads are counted")
    func faultLimit() {
        let many = (0..<VenueLimits.faults + 5).map { VenueFault(path: "$.\($0)", message: "is wrong") }
        let faults = VenueFaults(many).faults
        #expect(faults.count == VenueLimits.faults)
        #expect(faults.last == VenueFault(path: "$", message: "has 6 more faults"))
        #expect(VenueFaults(Array(many.prefix(VenueLimits.faults))).faults == Array(many.prefix(VenueLimits.faults)))
    }

    @Test("an offer without an id is named by its content, not by its place")
    func derivedIDs() throws {
        var draft = VenueSamples.draft()
        let before = try Venue(validating: draft).offers.map(\.id)
        draft.offers?.swapAt(0, 1)
        #expect(try Venue(validating: draft).offers.map(\.id) == before.reversed())
        draft.offers?[0].points = 5
        #expect(try Venue(validating: draft).offers[0].id == before[1])
        draft.offers?[0].text = ["es": "Un juguetes"]
        #expect(try Venue(validating: draft).offers[0].id != before[1])
        draft.offers?[0].id = before[0]
        #expect(draft.faultyPaths == ["$.offers[1]"])
    }

    @Test(
        "languages are ISO 639-1 with an optional region",
        arguments: [
            ("es", true), ("pt-BR", true), ("eu", true), ("ca-ES", true), ("xx", false), ("ES", false), ("e", false),
            ("spa", false), ("es-es", false), ("es-", false), ("", false), ("es-ES-x", false), ("pt_BR", false),
        ])
    func languages(tag: String, isKnown: Bool) {
        #expect(LanguageTag.isKnown(tag) == isKnown)
    }

    @Test("a path quotes a key that is no plain word")
    func paths() {
        #expect(JSONPath.key("name", of: "$") == "$.name")
        #expect(JSONPath.key("a.b\"\n", of: "$.x") == "$.x[\"a.b\\\"\\u000A\"]")
        #expect(JSONPath.key("", of: "$") == "$[\"\"]")
        #expect(JSONPath.key(String(repeating: "k", count: 1000), of: "$").count < 80)
        #expect(JSONPath.index(3, of: "$.beacons") == "$.beacons[3]")
    }

    @Test(
        "references are read as they are written",
        arguments: [
            ("100.1", true), ("65535.0", true), ("65536.0", false), ("1", false), ("1.2.3", false), ("+1.2", false),
            ("01.2", false), ("", false), ("-1.2", false),
        ])
    func references(text: String, isSound: Bool) {
        #expect(BeaconRef(text)?.description == (isSound ? text : nil))
    }
}
