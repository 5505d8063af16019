import Basics
import Beacons
import Proximity
import Strings

/// What happens in a survey, a line each: words for people, JSON for programs.
enum SurveyLines {
    static func words(_ event: SurveySession.Event) -> String {
        switch event {
        case .began(let point): ProximityStrings.surveyBegan(x: metres(point.x), y: metres(point.y)).text
        case .scanned(let number, let total, let scan):
            ProximityStrings.surveyScanned(
                number: number, total: total, beacons: ProximityStrings.surveyBeacons(count: scan.count).text,
                strongest: strongest(scan)
            ).text
        case .kept(let point, let beacons, let places):
            ProximityStrings.surveyKept(
                x: metres(point.x), y: metres(point.y), beacons: ProximityStrings.surveyBeacons(count: beacons).text,
                places: ProximityStrings.surveyPlaces(count: places).text
            ).text
        case .silent(let point): ProximityStrings.surveySilent(x: metres(point.x), y: metres(point.y)).text
        case .undone(let point): ProximityStrings.surveyUndone(x: metres(point.x), y: metres(point.y)).text
        case .nothingToUndo: ProximityStrings.surveyNothingToUndo.text
        case .full: ProximityStrings.surveyFull.text
        case .refused(_, .outside): ProximityStrings.surveyOutside.text
        case .refused(_, .several(let names)):
            ProximityStrings.surveySeveral(names: names.joined(separator: ", ")).text
        case .refused: ProximityStrings.surveyNoPlace.text
        case .lost(let reason): ProximityStrings.surveyLost(reason: reason).text
        case .back: ProximityStrings.surveyBack.text
        case .done: ProximityStrings.surveyDone.text
        }
    }

    static func json(_ event: SurveySession.Event) -> JSONValue {
        switch event {
        case .began(let point): line("place.began", members(point))
        case .scanned(let number, let total, let scan):
            line(
                "place.scan",
                [.init("number", .count(number)), .init("of", .count(total))] + [
                    .init(
                        "heard",
                        .array(
                            scan.sorted { $0.key < $1.key }.map {
                                beacon, strength in
                                .object([
                                    .init("major", .count(beacon.major)), .init("minor", .count(beacon.minor)),
                                    .init("rssi", .number(strength)),
                                ])
                            }))
                ])
        case .kept(let point, let beacons, let places):
            line(
                "place.kept", members(point) + [.init("beacons", .count(beacons)), .init("places", .count(places))])
        case .silent(let point): line("place.silent", members(point))
        case .undone(let point): line("place.undone", members(point))
        case .nothingToUndo: line("undo.nothing")
        case .full: line("survey.full")
        case .refused(let text, let found): line("line.refused", [.init("line", .string(text))] + reason(found))
        case .lost(let reason): line("radio.lost", [.init("reason", .string(reason))])
        case .back: line("radio.back")
        case .done: line("survey.ending")
        }
    }

    /// The end of a survey: how much there is, and where nothing is.
    static func summary(_ survey: RadioSurvey, _ coverage: SurveyCoverage) -> [String] {
        var lines = [
            ProximityStrings.surveySummary(
                places: ProximityStrings.surveyPlaces(count: survey.places.count).text,
                scans: ProximityStrings.surveyScans(count: survey.scanCount).text,
                share: "\(Int((coverage.share * 100).rounded(.down)))"
            ).text
        ]
        if !coverage.missing.isEmpty {
            let hints = coverage.missing.map { "(\(metres($0.x).text), \(metres($0.y).text))" }
            lines.append(ProximityStrings.surveyMissing(places: hints.joined(separator: ", ")).text)
        }
        return lines
    }

    static func json(_ survey: RadioSurvey, _ coverage: SurveyCoverage) -> JSONValue {
        line(
            "survey.done",
            [
                .init("places", .count(survey.places.count)), .init("scans", .count(survey.scanCount)),
                .init("coverage", .number((coverage.share * 1000).rounded() / 1000)),
                .init("missing", .array(coverage.missing.map { .object(members($0)) })),
            ])
    }

    private static func reason(_ found: SurveyVenue.Found) -> [JSONValue.Member] {
        switch found {
        case .outside: [.init("reason", .string("outside"))]
        case .several(let names):
            [.init("reason", .string("several")), .init("places", .array(names.map { .string($0) }))]
        case .point, .nothing: [.init("reason", .string("unknown"))]
        }
    }

    private static func line(_ event: String, _ members: [JSONValue.Member] = []) -> JSONValue {
        .object([.init("event", .string(event))] + members)
    }

    private static func members(_ point: PlanPoint) -> [JSONValue.Member] {
        [.init("x", .number((point.x * 100).rounded() / 100)), .init("y", .number((point.y * 100).rounded() / 100))]
    }

    private static func metres(_ value: Double) -> DecimalNumber { DecimalNumber(tenths: value) }

    /// The three strongest, as `100.1 -61 dBm`.
    private static func strongest(_ scan: [BeaconIdentity: Double]) -> String {
        scan.sorted { (-$0.value, $0.key) < (-$1.value, $1.key) }.prefix(3)
            .map { "\($0.key.major).\($0.key.minor) \(Int($0.value)) dBm" }.joined(separator: ", ")
    }
}
