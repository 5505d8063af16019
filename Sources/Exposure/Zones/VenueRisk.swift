/// What may be shown of where people were who later reported: counts of shops and days that are coarse enough to hide
/// each of them.
public struct VenueRiskRule: Equatable, Sendable {
    /// The fewest different contributors of a shop and day that is shown.
    public let least: Int
    /// Counts are rounded down to multiples of this.
    public let step: Int
    /// How many days back anything is shown or kept.
    public let days: Int
    /// The fewest shops of a venue that is shown: in a smaller one a shop would be nearly a person.
    public let leastShops: Int

    /// From 5 contributors on, in steps of 5, for 14 days, in venues of at least 5 shops.
    public static let standard = VenueRiskRule(least: 5, step: 5, days: 14, leastShops: 5)

    /// A custom rule; every number must be positive.
    public init(least: Int, step: Int, days: Int, leastShops: Int) {
        self.least = max(1, least)
        self.step = max(1, step)
        self.days = max(1, days)
        self.leastShops = max(1, leastShops)
    }

    /// A shop and day with how many people reported later who were there, at least.
    public struct Cell: Hashable, Sendable {
        /// The major of the shop.
        public let major: UInt16
        /// The day, in days since 1970-01-01.
        public let day: Int
        /// At least so many people.
        public let people: Int

        /// A shop and day.
        public init(major: UInt16, day: Int, people: Int) {
            self.major = major
            self.day = day
            self.people = people
        }
    }

    /// The days of a picture that is published on `today`: whole ones, the last being yesterday.
    public func shownDays(on today: Int) -> Range<Int> {
        today - days..<today
    }

    /// What is shown of `counted` on `today`, in the order of days and majors.
    ///
    /// Neither sums nor shares are ever shown with it, so that no number left out can be worked out from the others.
    ///
    /// `shops` are the majors of the venue's shops.
    public func shown(of counted: some Sequence<Cell>, shops: Set<UInt16>, on today: Int) -> [Cell] {
        guard shops.count >= leastShops else { return [] }
        let days = shownDays(on: today)
        return counted.compactMap { cell in
            let rounded = cell.people / step * step
            guard cell.people >= least, rounded > 0, days.contains(cell.day), shops.contains(cell.major) else {
                return nil
            }
            return Cell(major: cell.major, day: cell.day, people: rounded)
        }.sorted { ($0.day, $0.major) < ($1.day, $1.major) }
    }
}
