import Basics
import Ledger
import ServiceKit
import Storage

/// The order of rows in which points of days lie, within one transaction.
package struct PointsOrder {
    private let connection: any Connection

    /// The ledger that a transaction sees.
    package init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Writes the points of the days from `day` on again in a random order, and the balances of who has got them.
    ///
    /// - Parameters:
    ///   - part: Which part of them, from 0; transfers and accounts belong to one by their number.
    ///   - count: How many parts there are.
    package func shuffle(
        since day: Timestamp, part: Int, of count: Int, using random: inout some RandomNumberGenerator
    ) throws {
        let first = TransferStore.firstPointsNumber(day: day)
        let parts: [SQLValue] = [.integer(Int64(count)), .integer(Int64(part))]
        try connection.rewrite(
            "balances",
            where: """
                account IN (SELECT account FROM postings WHERE transfer >= ?1) AND account % ?2 = ?3
                AND asset IN (SELECT number FROM assets WHERE kind = ?4)
                """, [.integer(first)] + parts + [.integer(AssetKind.points.rawValue)], shuffledBy: &random)
        try connection.rewrite(
            "transfers", where: "id >= ?1 AND id % ?2 = ?3", [.integer(first)] + parts, shuffledBy: &random)
        try connection.rewrite(
            "postings", where: "transfer >= ?1 AND transfer % ?2 = ?3", [.integer(first)] + parts,
            shuffledBy: &random)
    }
}
