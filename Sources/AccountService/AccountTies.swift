import Accounts
import HTTPKit
import ServiceKit
import Storage

/// What other services have to do with accounts, for their ends and for what their owners are told of them.
package struct AccountTies: Sendable {
    /// What the services keep of accounts, in the order in which it ends; of accounts themselves nothing.
    let tables: [PersonalDataTable]
    /// How many coupons an account has.
    let countCoupons: @Sendable (_ account: [UInt8], _ connection: any Connection) throws -> Int
    /// Cancels the open orders of an account.
    let cancelOrders: @Sendable (_ account: [UInt8]) async throws(ServiceError) -> Void

    /// Creates the ties; by default an account has no coupons and its orders stay open.
    package init(
        tables: [PersonalDataTable],
        countCoupons: @escaping @Sendable (_ account: [UInt8], _ connection: any Connection) throws -> Int = { _, _ in 0
        },
        cancelOrders: @escaping @Sendable (_ account: [UInt8]) async throws(ServiceError) -> Void = {
            _ throws(ServiceError) in
        }
    ) {
        self.tables = tables
        self.countCoupons = countCoupons
        self.cancelOrders = cancelOrders
    }
}
