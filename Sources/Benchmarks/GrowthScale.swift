/// How much there is in a database whose growth is measured.
struct GrowthScale: Sendable, Equatable {
    /// Accounts with a session, choices and money.
    let accounts: Int
    /// Venues of 100 beacons in 10 shops.
    let venues: Int
    /// Orders that wait in the book of one market.
    let orders: Int
    /// Visits of the last thirty days, as many in each venue.
    let visits: Int
    /// Fills of the last thirty days in that market.
    let fills: Int

    /// Beacons of all venues.
    var beacons: Int { venues * SightingLoad.Centre.small.beaconCount }

    /// So many times the least: 100 is a million of accounts, and ten million visits.
    static func times(_ factor: Int) -> GrowthScale {
        GrowthScale(
            accounts: 10_000 * factor, venues: factor, orders: 1000 * factor, visits: 100_000 * factor,
            fills: 100_000 * factor)
    }
}
