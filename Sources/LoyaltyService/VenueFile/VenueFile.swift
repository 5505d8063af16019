import Encodings
import Loyalty

/// The JSON document that describes a venue: what is imported, exported and edited.
package enum VenueFile {
    /// The largest document that is read, in bytes.
    package static let sizeLimit = 4 * 1024 * 1024

    /// The venue that a document describes, or every fault in it, in the order of the document.
    ///
    /// A document that is no JSON has the one fault `$`, with the line and the column. `isTimeZone` says which IANA
    /// names are known: what was accepted before, perhaps by a machine that knows newer ones, may be read with a
    /// closure that knows all.
    package static func read(
        _ document: some Collection<UInt8>, isTimeZone: (String) -> Bool = VenueCalendar.isTimeZone
    ) throws(VenueFaults) -> Venue {
        guard document.count <= sizeLimit else {
            throw VenueFaults([
                VenueFault(path: "$", message: "is \(document.count) bytes long; at most \(sizeLimit) are read")
            ])
        }
        let bytes = [UInt8](document)
        let tree: JSONTree
        do {
            tree = try JSONTree(parsing: bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            let (line, column) = fault.position(in: bytes)
            let message = "is not JSON: line \(line), column \(column): \(fault.message)"
            throw VenueFaults([VenueFault(path: "$", message: message)])
        }
        let draft = VenueDraft(tree)
        do {
            return try Venue(validating: draft, isTimeZone: isTimeZone)
        } catch {
            var places = JSONPlaces(tree)
            throw VenueFaults(places.inDocumentOrder(error.faults))
        }
    }
}
