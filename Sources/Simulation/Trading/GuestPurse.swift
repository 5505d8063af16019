import Basics
import Ledger
import LedgerService
import Storage

/// The play money with which whoever signs up at a demo's page begins.
package enum GuestPurse {
    /// How much of each asset.
    static let money = [("CLP", "1000000"), ("ETH", "1"), ("BTC", "0.02"), ("XLM", "5000"), ("EUR", "500")]
    /// How many points.
    static let points: Int64 = 300

    /// Gives it to a new account, in the transaction that makes the account.
    package static func give(_ account: [UInt8], at now: Timestamp, in connection: any Connection) throws {
        for (asset, amount) in money {
            guard let name = AssetName(asset) else { continue }
            try LedgerAdministration.credit(amount, of: name, toAccount: account, at: now, in: connection)
        }
        let day = Timestamp(milliseconds: now.milliseconds - now.milliseconds % 86_400_000)
        try LedgerAdministration.grantPoints(points, toAccount: account, memo: nil, at: day, in: connection)
    }
}
