import AccountService
import Accounts
import HTTPKit
import MarketService

/// Why ids may not trade.
enum SocketRefusal: Error {
    /// What they were obtained with has ended.
    case ended
    /// It may not trade.
    case outOfScope
    /// It may be used from some addresses only.
    case boundKey

    /// What a client is told.
    var fault: ExchangeFault {
        switch self {
        case .ended: .notAuthentic
        case .outOfScope: .outOfScope
        case .boundKey: .wrongAddress
        }
    }
}

/// Says whether ids may trade over a socket: exactly when their key or their session may at this moment.
package struct SocketRights: Sendable {
    private let accounts: AccountService
    private let keys: APIKeyService
    private let tickets: SocketTickets
    private let clock: ServerClock

    /// The rights that accounts have by their keys and sessions.
    package init(accounts: AccountService, keys: APIKeyService, tickets: SocketTickets, clock: ServerClock) {
        self.accounts = accounts
        self.keys = keys
        self.tickets = tickets
        self.clock = clock
    }

    /// Lets only those go on who may trade.
    ///
    /// A key that is bound to addresses does not trade here: of a socket's address too little is known.
    func require(_ holder: SocketTickets.Holder, _ trader: Trader) async throws {
        guard try await tickets.ended(among: [holder], now: clock.now()).isEmpty else { throw SocketRefusal.ended }
        switch holder {
        case .key(let publicText):
            guard let key = try await keys.key(publicText), key.account == trader.account else {
                throw SocketRefusal.ended
            }
            guard key.scopes.contains(.trade) else { throw SocketRefusal.outOfScope }
            guard key.addresses.isEmpty else { throw SocketRefusal.boundKey }
        case .session(let digest):
            do throws(ServiceError) { try await accounts.requireTrader(trader.account, session: digest) } catch {
                if case .account = error { throw SocketRefusal.outOfScope }
                throw error
            }
        }
    }
}
