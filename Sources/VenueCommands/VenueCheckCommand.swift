import API
import ArgumentParser
import CommandOutput
import Encodings
import Fleet
import Loyalty
import Strings

/// `cerca venue check`: says whether a file describes a venue, and if not, all that is wrong with it.
struct VenueCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List every fault of a venue file, and how long its beacons' batteries would last.",
        discussion: """
            Faults are lines `PATH: message` on standard error; with --json, objects on standard output. Of a venue without
            any it estimates the life of a new CR2032, and how likely a phone has heard a code after some seconds.
            """)

    @Argument(help: "The venue file.")
    var file: String

    @Option(help: "How often beacons say who they are, in milliseconds.")
    var position = BeaconEnergy.usual.positionMilliseconds

    @Option(help: "How often beacons send their codes, in milliseconds.")
    var security = BeaconEnergy.usual.securityMilliseconds

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func validate() throws {
        guard (20...60_000).contains(position), (20...60_000).contains(security) else {
            throw ValidationError("An interval is 20 to 60,000 milliseconds.")
        }
    }

    func run() throws {
        let venue = try VenueDocument.read(file, json: json)
        let estimates = BeaconEstimate.all(of: venue, position: position, security: security)
        if json {
            print(JSONValue.object(VenueDocument.summaryMembers(venue)).compactText)
            for object in estimates.flatMap(\.objects) { print(object.compactText) }
        } else {
            print(ServerStrings.venueOk(summary: VenueDocument.summary(venue)).text)
            for line in estimates.flatMap(\.lines) { print(line) }
        }
    }
}
