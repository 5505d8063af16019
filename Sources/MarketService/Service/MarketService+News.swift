import HTTPKit

extension MarketService {
    /// Somebody who follows an account's own orders and balances, until ``unfollow(_:)``; its number in the ledger may
    /// be made later.
    package func follow(account: [UInt8]) async throws(ServiceError) -> OwnFollower {
        let follower = OwnFollower(account: account)
        hub.add(follower)
        do throws(ServiceError) {
            if let trader = try await existingTrader(of: account) { hub.learn(trader.number, of: account) }
        } catch {
            hub.remove(follower)
            throw error
        }
        return follower
    }

    /// Ends what ``follow(account:)`` began.
    package func unfollow(_ follower: OwnFollower) {
        hub.remove(follower)
    }
}
