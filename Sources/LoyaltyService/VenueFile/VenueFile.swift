import Basics
import Loyalty
import ServiceKit

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
        _ document: some Collection<UInt8>, isTimeZone: (String) -> Bool = TimeZoneName.isTimeZone
    ) throws(VenueFaults) -> Venue {
        let tree = try tree(of: document)
        return try venue(of: VenueDraft(tree), tree, isTimeZone)
    }

    /// A fault, and where on the plan it is.
    package typealias PlacedFault = (fault: VenueFault, place: PlanPosition?)

    /// What somebody who edits a document wants to know of it: the venue when it is sound, else every fault with its
    /// place on the plan.
    package static func examine(_ document: some Collection<UInt8>) -> (venue: Venue?, faults: [PlacedFault]) {
        var draft = VenueDraft()
        do throws(VenueFaults) {
            let tree = try tree(of: document)
            draft = VenueDraft(tree)
            return (try venue(of: draft, tree, TimeZoneName.isTimeZone), [])
        } catch {
            return (nil, error.faults.map { ($0, draft.place(of: $0.path)) })
        }
    }

    private static func tree(of document: some Collection<UInt8>) throws(VenueFaults) -> JSONTree {
        guard document.count <= sizeLimit else {
            throw VenueFaults([
                VenueFault(path: "$", message: "is \(document.count) bytes long; at most \(sizeLimit) are read")
            ])
        }
        let bytes = [UInt8](document)
        do {
            return try JSONTree(parsing: bytes)
        } catch {
            let fault = JSONSyntaxError(error, in: bytes)
            let (line, column) = fault.position(in: bytes)
            let message = "is not JSON: line \(line), column \(column): \(fault.message)"
            throw VenueFaults([VenueFault(path: "$", message: message)])
        }
    }

    private static func venue(
        of draft: VenueDraft, _ tree: JSONTree, _ isTimeZone: (String) -> Bool
    ) throws(VenueFaults) -> Venue {
        do {
            return try Venue(validating: draft, isTimeZone: isTimeZone)
        } catch {
            var places = JSONPlaces(tree)
            throw VenueFaults(places.inDocumentOrder(error.faults))
        }
    }
}
