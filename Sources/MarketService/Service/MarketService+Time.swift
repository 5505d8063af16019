import Basics
import HTTPKit
import Ledger
import LedgerService
import Logging
import Market
import ServiceKit
import Storage

// What happens because of the time: timers of accounts, orders that end, auctions.
extension MarketService {
    /// The longest time after which all orders of an account end when its owner says nothing.
    package static let longestTimerSeconds: Int64 = 86_400
    /// How often is looked for what is due, in milliseconds.
    private static let lookForDueEvery: Int64 = 250
    /// Timers that are carried out in one round.
    private static let timersAtOnce = 100

    /// Lets all open orders of the trader end after so many seconds, unless this is said again before; 0 lets them
    /// stay.
    ///
    /// Whoever comes too late begins anew, after what was due has happened.
    ///
    /// - Returns: When they end; nil when they stay.
    @discardableResult
    package func cancelAll(
        after seconds: Int64, for trader: Trader
    ) async throws(ServiceError) -> CancelTimer? {
        let now = clock.now()
        let timer =
            seconds > 0
            ? CancelTimer(
                account: trader.number, seconds: min(seconds, Self.longestTimerSeconds),
                dueAt: now.advanced(bySeconds: min(seconds, Self.longestTimerSeconds)))
            : nil
        while true {
            let due: CancelTimer? = try await database.writing { connection in
                let store = CancelTimerStore(connection)
                let known = try store.timer(of: trader.number)
                if let known, known.dueAt <= now { return known }
                if let timer { try store.put(timer) } else if let known { try store.remove(known) }
                return nil
            }
            guard let due else { return timer }
            try await carryOut(due)
        }
    }

    /// When all open orders of the trader end; nil when nothing lets them.
    package func cancelTimer(of trader: Trader) async throws(ServiceError) -> CancelTimer? {
        try await database.reading { try CancelTimerStore($0).timer(of: trader.number) }
    }

    /// Ends the orders of an account whose timer is due, market after market, and then takes the timer away.
    ///
    /// Each market is a transaction, which looks whether the timer is still the same: a server that ends between two of
    /// them goes on when it begins again, and of two servers the second one finds nothing to do.
    private func carryOut(_ timer: CancelTimer) async throws(ServiceError) {
        let command = MarketCommand.cancelAllWhenDue(account: timer.account, at: timer.dueAt)
        for rules in try await markets() {
            _ = try await writer(rules.name).writer.submit([command]).first?.get()
        }
        try await database.writing { try CancelTimerStore($0).remove(timer) }
    }

    /// Does what is due, and does it again, until the task is cancelled.
    func watchTime() async {
        while (try? await Task.sleep(for: .milliseconds(Self.lookForDueEvery))) != nil {
            do {
                try await carryOutWhatIsDue()
            } catch {
                guard !Task.isCancelled else { break }
                logger.warning("what is due in the markets could not be done", metadata: ["cause": "\(error)"])
            }
        }
    }

    /// Does what is due now.
    package func carryOutWhatIsDue() async throws(ServiceError) {
        let now = clock.now()
        let (markets, timers) = try await database.reading { connection in
            (
                try OrderEndingStore(connection).marketsWithSomethingDue(at: now),
                try CancelTimerStore(connection).due(at: now, limit: Self.timersAtOnce)
            )
        }
        // Whoever writes a market looks by itself.
        for number in markets.sorted() where rights.permit(for: number) != nil {
            _ = try await registry.known.writers[number]?.submit([.lookAtTime]).first?.get()
        }
        for timer in timers { try await carryOut(timer) }
    }
}
