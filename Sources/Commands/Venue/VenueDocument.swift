import API
import ArgumentParser
import Basics
import Beacons
import Foundation
import Loyalty
import LoyaltyService
import Strings

/// A venue file on disk.
enum VenueDocument {
    /// The venue that the file describes.
    ///
    /// When it describes none, every fault is told, and the command ends with 1: with `json` as one object a line on
    /// standard output, else as lines `PATH: message` on standard error.
    static func read(_ path: String, json: Bool) throws -> Venue {
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(filePath: path))
            defer { try? file.close() }
            // One byte more than is allowed is enough to see that there are too many.
            data = try file.read(upToCount: VenueFile.sizeLimit + 1) ?? Data()
        } catch {
            throw CommandFailure(ServerStrings.venueCannotRead(file: path, reason: error.localizedDescription).text)
        }
        do throws(VenueFaults) {
            return try VenueFile.read(data)
        } catch {
            for fault in error.faults {
                if json {
                    print(
                        JSONValue.object([
                            JSONValue.Member("path", .string(fault.path)),
                            JSONValue.Member("message", .string(fault.message)),
                        ]).compactText)
                } else {
                    StandardError.write(fault.description)
                }
            }
            throw ExitCode.failure
        }
    }

    /// What a venue holds, as `13 shops, 69 beacons, 27 offers`.
    static func summary(_ venue: Venue) -> String {
        [
            ServerStrings.venueShops(count: venue.shops.count), ServerStrings.venueBeacons(count: venue.beacons.count),
            ServerStrings.venueOffers(count: venue.offers.count),
        ].map(\.text).joined(separator: ", ")
    }

    /// The same as members of a JSON object.
    static func summaryMembers(_ venue: Venue) -> [JSONValue.Member] {
        [
            JSONValue.Member("uuid", .string(venue.uuid.description)), JSONValue.Member("name", .string(venue.name)),
            JSONValue.Member("shops", .count(venue.shops.count)),
            JSONValue.Member("beacons", .count(venue.beacons.count)),
            JSONValue.Member("offers", .count(venue.offers.count)),
        ]
    }
}
