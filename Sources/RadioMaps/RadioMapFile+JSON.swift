import Basics
import Beacons
import Loyalty
import Proximity

extension RadioMapFile {
    private static let format = "cerca-radio-map"
    private static let version = 1

    // MARK: Writing

    /// The document, one line for each place; the same map gives the same text, whatever order it was surveyed in.
    package var text: String {
        let order = beacons.keys.sorted()
        let numbers = Dictionary(
            order.enumerated().map { ($0.element, $0.offset) }, uniquingKeysWith: { first, _ in first })
        let hung = order.map { beacon in
            let point = beacons[beacon] ?? PlanPoint(x: 0, y: 0)
            return "    {\"major\": \(beacon.major), \"minor\": \(beacon.minor), \(Self.text(point))}"
        }
        let places = survey.places.sorted { ($0.point.y, $0.point.x) < ($1.point.y, $1.point.x) }.map { place in
            let heard = place.heard.compactMap { beacon, tally in numbers[beacon].map { (number: $0, tally: tally) } }
                .sorted { $0.number < $1.number }.map { number, tally in
                    "[\(number), \(tally.scans), \(Self.text(tally.sum)), \(Self.text(tally.squares))]"
                }
            return "    {\(Self.text(place.point)), \"scans\": \(place.scans), \"heard\": "
                + "[\(heard.joined(separator: ", "))]}"
        }
        return """
            {
              "format": "\(Self.format)",
              "version": \(Self.version),
              "venue": "\(venue)",
              "plan": "\(plan.hexadecimal)",
              "number": \(number),
              "day": "\(Timestamp(seconds: day * 86_400).rfc3339.prefix(10))",\(Self.member(corrections))
              "beacons": [\(Self.list(hung))],
              "places": [\(Self.list(places))]
            }

            """
    }

    /// The document of a map with corrections in it, as a server gives it; `document` is one that `text` made without any.
    package static func document(_ document: String, corrections: [BeaconIdentity: Int]) -> String {
        guard let beacons = document.firstRange(of: "\n  \"beacons\": [") else { return document }
        return document[..<beacons.lowerBound] + member(corrections) + document[beacons.lowerBound...]
    }

    /// The member of the document that has the corrections, on a line of its own; nothing where there are none.
    private static func member(_ corrections: [BeaconIdentity: Int]) -> String {
        let lines = corrections.sorted { $0.key < $1.key }.map {
            "    {\"major\": \($0.key.major), \"minor\": \($0.key.minor), \"decibels\": \($0.value)}"
        }
        return lines.isEmpty ? "" : "\n  \"corrections\": [\(list(lines))],"
    }

    private static func list(_ lines: [String]) -> String {
        lines.isEmpty ? "" : "\n\(lines.joined(separator: ",\n"))\n  "
    }

    private static func text(_ point: PlanPoint) -> String { "\"x\": \(text(point.x)), \"y\": \(text(point.y))" }

    /// The shortest text that reads as the same number.
    private static func text(_ value: Double) -> String {
        let text = "\(value)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    // MARK: Reading

    /// The map that a document describes; throws the first thing that is wrong with it.
    package init(_ document: some Collection<UInt8>) throws(RadioMapFault) {
        guard document.count <= Self.sizeLimit else {
            throw RadioMapFault(
                path: "$", message: "is \(document.count) bytes long; at most \(Self.sizeLimit) are read")
        }
        let bytes = [UInt8](document)
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            let (line, column) = fault.position(in: bytes)
            throw RadioMapFault(path: "$", message: "is not JSON: line \(line), column \(column): \(fault.message)")
        }
        let node = RadioMapNode(tree: tree, path: "$")
        let root = try node.object([
            "format", "version", "venue", "plan", "number", "day", "corrections", "beacons", "places",
        ])
        try root.member("format").equals(Self.format)
        _ = try root.member("version").whole(in: Self.version...Self.version)
        let venueNode = try root.member("venue")
        guard let venue = UUID128(try venueNode.text()) else { throw venueNode.fault("is no UUID") }
        let planNode = try root.member("plan")
        guard let plan = [UInt8](hexadecimal: try planNode.text()), plan.count == 32 else {
            throw planNode.fault("is no digest of 64 hexadecimal digits")
        }
        let dayNode = try root.member("day")
        let dayText = try dayNode.text()
        guard dayText.utf8.count == 10, let midnight = Timestamp(rfc3339: "\(dayText)T00:00:00Z")
        else {
            throw dayNode.fault("is no day as 2026-11-28")
        }
        let number = try root.member("number").whole(in: 0...(1 << 53))
        let beacons = try Self.beacons(try root.member("beacons"), of: venue)
        let survey = try Self.survey(try root.member("places"), hearing: beacons.map { $0.beacon })
        let corrections = try root.optional("corrections").map { node throws(RadioMapFault) in
            try Self.corrections(node, of: beacons.map { $0.beacon })
        }
        self.init(
            venue: venue, plan: plan, number: Int64(number),
            day: midnight.seconds.flooredQuotient(by: 86_400),
            beacons: Dictionary(beacons.map { ($0.beacon, $0.point) }, uniquingKeysWith: { first, _ in first }),
            survey: survey, corrections: corrections ?? [:])
    }

    private static func corrections(
        _ node: RadioMapNode, of beacons: [BeaconIdentity]
    ) throws(RadioMapFault) -> [BeaconIdentity: Int] {
        let known = Dictionary(beacons.map { ([$0.major, $0.minor], $0) }, uniquingKeysWith: { first, _ in first })
        let most = ResidualHistogram.mostCorrection
        var corrections: [BeaconIdentity: Int] = [:]
        for element in try node.list(upTo: beacons.count) {
            let object = try element.object(["major", "minor", "decibels"])
            let numbers = [
                UInt16(clamping: try object.member("major").whole(in: 0...65_535)),
                UInt16(clamping: try object.member("minor").whole(in: 0...65_535)),
            ]
            guard let beacon = known[numbers] else { throw element.fault("is no beacon of the map") }
            let decibels = try object.member("decibels").whole(in: -most...most)
            guard corrections.updateValue(decibels, forKey: beacon) == nil else {
                throw element.fault("is a beacon that stands here twice")
            }
        }
        return corrections
    }

    private static func beacons(
        _ node: RadioMapNode, of venue: UUID128
    ) throws(RadioMapFault) -> [(beacon: BeaconIdentity, point: PlanPoint)] {
        var beacons: [(beacon: BeaconIdentity, point: PlanPoint)] = []
        var known: Set<BeaconIdentity> = []
        for element in try node.list(upTo: RadioMap.limits.beacons) {
            let object = try element.object(["major", "minor", "x", "y"])
            let beacon = BeaconIdentity(
                uuid: venue, major: UInt16(clamping: try object.member("major").whole(in: 0...65_535)),
                minor: UInt16(clamping: try object.member("minor").whole(in: 0...65_535)))
            guard known.insert(beacon).inserted else { throw element.fault("is a beacon that stands here twice") }
            beacons.append((beacon, try object.point()))
        }
        return beacons
    }

    private static func survey(
        _ node: RadioMapNode, hearing beacons: [BeaconIdentity]
    ) throws(RadioMapFault) -> RadioSurvey {
        var survey = RadioSurvey()
        for element in try node.list(upTo: RadioMap.limits.places) {
            let object = try element.object(["x", "y", "scans", "heard"])
            let scans = try object.member("scans").whole(in: 1...RadioSurvey.mostScans)
            var heard: [BeaconIdentity: RadioSurvey.Tally] = [:]
            for entry in try object.member("heard").list(upTo: beacons.count) {
                let four = try entry.list(upTo: 4)
                guard four.count == 4 else {
                    throw entry.fault("must be a beacon's index, scans, a sum and a sum of squares")
                }
                let index = try four[0].whole(in: 0...max(beacons.count - 1, 0))
                let tally = RadioSurvey.Tally(
                    scans: try four[1].whole(in: 1...scans), sum: try four[2].number(), squares: try four[3].number())
                guard tally.isPlausible else { throw entry.fault("is no sum of strengths from -127 to 20 dBm") }
                guard heard.updateValue(tally, forKey: beacons[index]) == nil else {
                    throw entry.fault("is a beacon that stands here twice")
                }
            }
            guard survey.add(RadioSurvey.Place(point: try object.point(), scans: scans, heard: heard)) else {
                throw element.fault("is a place that stands here twice")
            }
        }
        return survey
    }
}
