import API
import ArgumentParser
import CommandOutput
import Encodings
import Loyalty
import Strings

/// `cerca venue check`: says whether a file describes a venue, and if not, all that is wrong with it.
struct VenueCheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "List every fault of a venue file, each with its JSON path.",
        discussion: "Faults are lines `PATH: message` on standard error; with --json, objects on standard output.")

    @Argument(help: "The venue file.")
    var file: String

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() throws {
        let venue = try VenueDocument.read(file, json: json)
        if json {
            print(JSONValue.object(VenueDocument.summaryMembers(venue)).compactText)
        } else {
            print(ServerStrings.venueOk(summary: VenueDocument.summary(venue)).text)
        }
    }
}
