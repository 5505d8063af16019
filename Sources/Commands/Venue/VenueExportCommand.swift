import ArgumentParser
import Basics
import Loyalty
import LoyaltyService
import Strings

/// `cerca venue export`: prints a venue of the database as a file; keys are never in it.
struct VenueExportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Print a venue of the database as a venue file, without keys.")

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Option(help: ArgumentHelp("Which venue, when there are several.", valueName: "uuid"))
    var venue: String?

    @Flag(help: "Print the document as one JSON object on one line.")
    var json = false

    func validate() throws {
        if let venue, UUID128(venue) == nil { throw ValidationError("--venue takes a UUID") }
    }

    func run() async throws {
        let venues = try await VenueDatabase.use(database, secretKeyFile: secrets.file, mustExist: true) {
            try await $0.venues()
        }
        print(try Self.document(try VenueChoice.choose(venue, among: venues), onOneLine: json), terminator: "")
    }

    /// The venue file of a venue, laid out for people or on one line.
    static func document(_ venue: Venue, onOneLine: Bool) throws -> String {
        let document = VenueFile.write(venue)
        return onOneLine ? try JSONValue(parsing: Array(document.utf8)).compactText + "\n" : document
    }
}
