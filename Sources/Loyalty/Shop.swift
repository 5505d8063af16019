/// A shop of a venue.
package struct Shop: Equatable, Sendable {
    /// The iBeacon major of all the shop's beacons; unique in the venue.
    package let major: UInt16
    /// The name that people read, 1 to 80 characters.
    package let name: String
    /// What it sells, in a word that the venue chooses, as `books`; 1 to 40 characters.
    package let category: String
    /// The floor that it covers: a simple polygon of 3 to 64 corners inside the plan.
    package let area: [PlanPosition]

    init(major: UInt16, name: String, category: String, area: [PlanPosition]) {
        self.major = major
        self.name = name
        self.category = category
        self.area = area
    }

    /// Whether a point of the plan lies in the shop; the edge itself may count either way.
    package func contains(_ point: PlanPosition) -> Bool {
        Polygon(area).contains(point)
    }
}
