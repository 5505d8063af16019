import Accounts
import HTTPKit
import ServiceKit

/// What other services have to do with accounts, for their ends and for what their owners are told of them.
package struct AccountTies: Sendable {
    /// What the services keep of accounts, in the order in which it ends; of accounts themselves nothing.
    let tables: [PersonalDataTable]
    /// Cancels the open orders of an account.
    let cancelOrders: @Sendable (_ account: [UInt8]) async throws(ServiceError) -> Void

    /// Ties of these parts; orders stay open unless somebody can cancel them.
    package init(
        tables: [PersonalDataTable],
        cancelOrders: @escaping @Sendable (_ account: [UInt8]) async throws(ServiceError) -> Void = {
            _ throws(ServiceError) in
        }
    ) {
        self.tables = tables
        self.cancelOrders = cancelOrders
    }
}
