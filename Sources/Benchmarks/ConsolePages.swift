/// What the pages of the venues' consoles ask for when they are opened.
struct ConsolePage: Sendable {
    /// The page's name, with that of its console.
    let name: String
    /// Whether an operator opens it, and not a merchant.
    let isOperators: Bool
    /// What is asked for, in the order in which it is waited for.
    let paths: [String]

    /// All pages, of a shop and of its venue.
    ///
    /// - Parameters:
    ///   - firstDay: The first of 28 days, as `2026-11-21`.
    ///   - yearsDay: The first of 365 days, with which visitors are compared.
    ///   - lastDay: The last of both.
    ///   - from: The beginning of the day of which a till shows what it redeemed, in milliseconds since 1970.
    static func all(
        venue: String, major: UInt16, firstDay: String, yearsDay: String, lastDay: String, from: Int64
    ) -> [ConsolePage] {
        let (shop, operated) = ("/api/merchant/\(venue)/\(major)", "/api/operator/\(venue)")
        let days = "?firstDay=\(firstDay)&lastDay=\(lastDay)"
        func merchants(_ name: String, _ paths: String...) -> ConsolePage {
            ConsolePage(name: "merchant/\(name)", isOperators: false, paths: paths.map { shop + $0 })
        }
        func operators(_ name: String, _ paths: String...) -> ConsolePage {
            ConsolePage(name: "operator/\(name)", isOperators: true, paths: paths.map { operated + $0 })
        }
        return [
            merchants("today", "/quarters", "/beacons\(days)", "/offers"),
            merchants("visitors", "/figures\(days)", "/quarters?chosenDay=\(lastDay)"),
            merchants("visitors in a year", "/figures?firstDay=\(yearsDay)&lastDay=\(lastDay)"),
            merchants("campaigns", "/campaigns", "/figures\(days)"),
            merchants("offers", "/offers"),
            merchants("till", "/redemptions?from=\(from)"),
            merchants("knowledge", "/figures"),
            operators("plan", "/plan", "/plan/versions"),
            operators("beacons", "/beacons"),
            operators("one beacon", "/beacons/\(major).1"),
            operators("deployment", "/deployment"),
            operators("staff", "/staff"),
            operators("journal", "/journal"),
        ]
    }
}
