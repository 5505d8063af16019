import API
import HTTPTypes
import Hummingbird

extension RouteCall {
    /// The number that `If-Match` names: that of what a change was made from.
    ///
    /// - Throws: `request.match_needed` when there is none, or another kind of entity tag; `*` is no number, since whoever
    ///   sends it does not know what it replaces.
    package var matchedNumber: Int64 {
        get throws(Refusal) {
            guard let tag = request.headers[.ifMatch], (3...17).contains(tag.utf8.count), tag.hasPrefix("\""),
                tag.hasSuffix("\""), tag.utf8.dropFirst().dropLast().allSatisfy({ (48...57).contains($0) }),
                let number = Int64(tag.dropFirst().dropLast())
            else { throw Refusal(.requestMatchNeeded) }
            return number
        }
    }
}
