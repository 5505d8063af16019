import Beacons
import Loyalty
import Phone
import Proximity
import RadioMaps

/// A venue as somebody surveys it: its plan, and its places by name.
struct SurveyVenue: Sendable {
    /// What somebody who types where they are may mean.
    enum Found: Equatable {
        case point(PlanPoint)
        /// A point that is not on the plan.
        case outside
        /// Several places of that name; how they are told apart.
        case several([String])
        case nothing
    }

    let name: String
    let plan: SurveyedPlan
    /// Each beacon's place as `SHOP ZONE` in small letters; several may have one name.
    private let places: [(name: String, reference: String, point: PlanPoint)]

    /// The venue of a venue file.
    init(_ venue: Venue) {
        self.init(
            name: venue.name, plan: SurveyedPlan(venue),
            shops: Dictionary(venue.shops.map { ($0.major, $0.name) }, uniquingKeysWith: { first, _ in first }),
            zones: Dictionary(
                venue.beacons.map { (venue.identity(of: $0), $0.zone.rawValue) },
                uniquingKeysWith: { first, _ in first }))
    }

    /// A venue that a server describes.
    init(_ venue: PhoneVenue) {
        self.init(
            name: venue.name, plan: venue.surveyedPlan, shops: venue.shops, zones: venue.beacons.mapValues(\.zone))
    }

    init(name: String, plan: SurveyedPlan, shops: [UInt16: String], zones: [BeaconIdentity: String]) {
        self.name = name
        self.plan = plan
        places = plan.beacons.sorted { $0.key < $1.key }
            .map { beacon, point in
                let words = [shops[beacon.major], zones[beacon]].compactMap { $0 }
                return (words.joined(separator: " ").lowercased(), "\(beacon.major).\(beacon.minor)", point)
            }
    }

    /// Where somebody is who types this: `3.5 12` in metres, a beacon as `100.1`, or a shop with or without the spot, as
    /// `Nimbo till`.
    func place(_ text: String) -> Found {
        let parts = text.split { $0 == " " || $0 == "\t" }.map { part -> Substring in
            part.hasSuffix(",") ? part.dropLast() : part
        }
        let numbers = parts.map { Double($0.replacing(",", with: ".")) }
        if numbers.count == 2, let x = numbers[0], let y = numbers[1] {
            guard x >= 0, x <= plan.width, y >= 0, y <= plan.height else { return .outside }
            // Nobody paces more exactly than to the decimetre.
            return .point(PlanPoint(x: (x * 10).rounded() / 10, y: (y * 10).rounded() / 10))
        }
        let wanted = parts.joined(separator: " ").lowercased()
        guard !wanted.isEmpty else { return .nothing }
        if let beacon = places.first(where: { $0.reference == wanted }) { return .point(beacon.point) }
        var found = places.filter { $0.name == wanted }
        if found.isEmpty { found = places.filter { $0.name.hasPrefix(wanted + " ") } }
        guard let only = found.first else { return .nothing }
        return found.count == 1
            ? .point(only.point) : .several(found.prefix(8).map { "\($0.reference) (\($0.name))" })
    }
}
