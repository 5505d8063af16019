import API
import ArgumentParser
import Basics
import Loyalty
import Proximity
import Strings

/// `cerca venue check`: says whether a file describes a venue, and if not, all that is wrong with it.
struct VenueCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List every fault of a venue file, and how long its beacons' batteries would last.",
        discussion: """
            Faults are lines `PATH: message` on standard error; with --json, objects on standard output. For a venue \
            without any it lists what you should look at, such as a measured power that is a factory setting, and it
            estimates the life of a new CR2032, and how likely a phone has heard a code after some seconds.

            With --accuracy it tries the plan before a beacon is bought: a phone stands at each square metre of the
            floor, in an air with the venue's walls, and is told positions by what it hears. Told are the errors to
            expect, the worst place, and where one more beacon would help most.
            """)

    @Argument(help: "The venue file.")
    var file: String

    @Option(help: "How often beacons say who they are, in milliseconds.")
    var position = BeaconEnergy.usual.positionMilliseconds

    @Option(help: "How often beacons send their codes, in milliseconds.")
    var security = BeaconEnergy.usual.securityMilliseconds

    @Flag(help: "Try what positions the beacons would give, and where one more would help most.")
    var accuracy = false

    @Option(
        help: ArgumentHelp(
            "By how many dB bodies and antennas change each beacon at a place, as a standard deviation.",
            valueName: "dB"))
    var bodies = 3.0

    @Option(
        help: ArgumentHelp("Draw the plan with the errors to expect into this SVG file.", valueName: "file"),
        completion: .file(extensions: ["svg"]))
    var picture: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard (20...60_000).contains(position), (20...60_000).contains(security) else {
            throw ValidationError("An interval is 20 to 60,000 milliseconds.")
        }
        guard (0...20).contains(bodies) else { throw ValidationError("--bodies must be from 0 to 20 dB") }
        guard accuracy || picture == nil else { throw ValidationError("--picture goes with --accuracy") }
    }

    func run() async throws {
        let venue = try VenueDocument.read(file, json: json)
        let drawing = try picture.map { try PictureFile(path: $0) }
        if accuracy { try checkBeacons(of: venue) }
        let estimates = BeaconEstimate.all(of: venue, position: position, security: security)
        if json {
            print(JSONValue.object(VenueDocument.summaryMembers(venue)).compactText)
            for notice in venue.notices { print(notice.object.compactText) }
            for object in estimates.flatMap(\.objects) { print(object.compactText) }
        } else {
            print(ServerStrings.venueOk(summary: VenueDocument.summary(venue)).text)
            for notice in venue.notices { print("\(notice.path): \(notice.message)") }
            for line in estimates.flatMap(\.lines) { print(line) }
        }
        guard accuracy else { return }
        let trial = await tried(venue)
        let report = AccuracyReport(venue: venue, trial: trial)
        if json {
            print(report.object.compactText)
        } else {
            for line in report.lines { print(line.text) }
        }
        try drawing?.write(AccuracyPicture(venue: venue, trial: trial).svg)
    }

    private func checkBeacons(of venue: Venue) throws(CommandFailure) {
        guard !venue.beacons.isEmpty else {
            throw CommandFailure(ServerStrings.venueAccuracyNoBeacons(file: file).text)
        }
        guard venue.beacons.count <= AccuracyTrial.mostBeacons else {
            throw CommandFailure(
                ServerStrings.venueAccuracyTooMany(
                    file: file, number: GroupedNumber(venue.beacons.count),
                    most: GroupedNumber(AccuracyTrial.mostBeacons)
                ).text)
        }
    }

    /// The trial, with its progress on a terminal.
    private func tried(_ venue: Venue) async -> AccuracyTrial {
        let air = ExpectedAir(packetsPerSecond: 1000 / Double(position), placeDeviation: bodies)
        let shows = Terminal.showsProgress && !json
        var told = -1
        let trial = await AccuracyTrial(of: venue, air: air) { share in
            let percent = Int(share * 100)
            guard shows, percent > told else { return }
            told = percent
            StandardError.writePart("\r" + ServerStrings.venueAccuracyTrying(share: String(percent)).text)
        }
        if shows { StandardError.writePart("\r\u{1B}[K") }
        return trial
    }
}

extension VenueNotice {
    /// The notice for programs.
    fileprivate var object: JSONValue {
        JSONValue.object([
            JSONValue.Member("notice", .string(message)), JSONValue.Member("path", .string(path)),
        ])
    }
}
