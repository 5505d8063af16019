import API
import ArgumentParser
import Basics
import Foundation
import Loyalty
import LoyaltyService
import Presence
import Strings

/// `cerca venue import`: puts a venue into the database and hands out the keys of its new beacons.
struct VenueImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Put a venue into the database and make keys for its new beacons.",
        discussion: """
            A venue with the same UUID is replaced: beacons that stay keep their keys, and only the keys of new ones are \
            told. Offers that a merchant has changed in the console stay as the shop has them, and are listed. A file with \
            any fault changes nothing.

            Keys are told once, as {"MAJOR.MINOR": "HEX"}. A file that --keys names has mode 0600; if it exists and \
            holds keys, the new ones are added. It also holds the periods of codes that do not last a minute, as \
            {"MAJOR.MINOR.period": "SECONDS"}, which `cerca beacon` reads.
            """)

    @Argument(help: "The venue file.")
    var file: String

    @Option(help: "The database: sqlite:PATH or postgres://….")
    var database: String

    @OptionGroup
    var secrets: SecretKeyOptions

    @Option(help: ArgumentHelp("Write the new keys here instead of to standard output.", valueName: "file"))
    var keys: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let venue = try VenueDocument.read(file, json: json)
        var keyFile = try keys.map { try VenueKeyFile(path: $0) }
        defer { keyFile?.discard() }
        let (added, kept) = try await VenueDatabase.use(database, secretKeyFile: secrets.file) { service in
            if let keyFile {
                let known = try await service.beaconKeys(of: venue.uuid)
                let new = venue.beacons.map(\.reference).filter { known[$0] == nil }
                if let clash = new.first(where: keyFile.contains) {
                    throw CommandFailure(ServerStrings.venueKeyClash(file: keyFile.path, beacon: "\(clash)").text)
                }
            }
            return (try await service.importVenue(venue), try await service.offersOfShops(in: venue))
        }
        try tell(added, of: venue, into: &keyFile)
        report(venue, added: added.count, kept: kept.map(\.id))
    }

    /// Hands the keys over; when the file fails now, standard output is better than keys that nobody has.
    private func tell(_ added: [BeaconRef: BeaconKey], of venue: Venue, into keyFile: inout VenueKeyFile?) throws {
        guard let path = keyFile?.path else {
            print(VenueKeyFile.document(added, isPretty: !json), terminator: "")
            return
        }
        do {
            try keyFile?.write(
                added,
                periods: Dictionary(
                    venue.beacons.map { ($0.reference, $0.periodSeconds) }, uniquingKeysWith: { first, _ in first }))
        } catch {
            print(VenueKeyFile.document(added, isPretty: !json), terminator: "")
            throw CommandFailure(ServerStrings.venueKeysOnOutput(file: path, reason: "\(error)").text)
        }
    }

    /// What was imported, and which offers of the file were not, since they are their shops' own by now.
    private func report(_ venue: Venue, added: Int, kept: [String]) {
        if json, keys != nil {
            let members =
                VenueDocument.summaryMembers(venue) + [
                    JSONValue.Member("newKeys", .count(added)),
                    JSONValue.Member("offersOfShops", .array(kept.map { .string($0) })),
                ]
            print(JSONValue.object(members).compactText)
        } else if !json {
            let summary = VenueDocument.summary(venue)
            ServerStrings.venueImported(venue: venue.name, summary: summary, count: added).say()
            if !kept.isEmpty {
                ServerStrings.venueOffersOfShops(count: kept.count, offers: kept.joined(separator: ", ")).say()
            }
        }
    }
}
