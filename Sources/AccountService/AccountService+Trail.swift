import API
import Accounts
import Basics
import HTTPKit
import ServiceKit
import Storage

extension AccountService {
    /// How many events of a trail are told.
    static let eventsTold = 500
    /// The most rows that are written anew in one transaction.
    private static let rowsPerPart = 2000

    /// What happened to the security of the account of whoever asks.
    package func history(of session: Session) async throws(ServiceError) -> AccountHistory {
        try await writeFailures(failures.take(of: session.accountID))
        let sendsMail = mail?.isAvailable == true
        let history: AccountHistory? = try await database.reading { connection in
            let store = AccountTrailStore(connection)
            guard let owner = try store.owner(of: session.accountID) else { return nil }
            return AccountHistory(
                events: try store.events(of: session.accountID, limit: Self.eventsTold),
                keepsAddresses: owner.keepsAddresses, isMailed: sendsMail && owner.isProved)
        }
        guard let history else { throw .account(.notSignedIn) }
        return history
    }

    /// Switches on or off that the trail keeps addresses of the network; off forgets those that it has.
    ///
    /// Throws `confirmationNeeded`: whoever came in by a session that was left open must not wipe their own traces.
    package func keepTrailAddresses(_ isOn: Bool, of session: Session) async throws(ServiceError) {
        try await requireConfirmed(session)
        let trail = trail
        try await database.writing { connection in
            try AccountTrailStore(connection).keepAddresses(isOn, of: session.accountID)
            try trail.note(isOn ? .addressesOn : .addressesOff, of: session.accountID, connection)
        }
    }

    /// Writes what was counted of failures, removes what is too old, and every few minutes writes the last days anew.
    func pruneTrail(at now: Timestamp) async throws(ServiceError) {
        var chores = Chores()
        await chores.attempt { () throws(ServiceError) in try await writeFailures(failures.take()) }
        await chores.attempt { () throws(ServiceError) in
            try await database.writing { try AccountTrailStore($0).deleteBefore(day: now.day - AccountTrail.days) }
        }
        await chores.attempt { () throws(ServiceError) in try await settleTrail(at: now) }
        try chores.finish()
    }

    private func settleTrail(at now: Timestamp) async throws(ServiceError) {
        guard settling.isDue(at: now) else { return }
        let unsettled = try await database.reading { try AccountTrailStore($0).unsettled(on: now.day) }
        guard let unsettled else { return }
        var parts = 1
        while parts * Self.rowsPerPart < unsettled.rows, parts < 256 { parts *= 2 }
        let random = random
        for part in 0..<parts {
            let (first, end) = (UInt8(part * 256 / parts), (part + 1) * 256 / parts)
            try await database.writing { connection in
                var random = random
                try AccountTrailStore(connection).settle(
                    from: [first], until: end < 256 ? [UInt8(end)] : nil, since: unsettled.since, by: &random)
            }
        }
        do {
            try await database.tidy(["account_events"])
        } catch {
            // Somebody still reads an older state: the next settling tidies up after this one too.
        }
    }

    /// Writes failures that were counted; what cannot be written is counted again.
    private func writeFailures(_ taken: [FailureTally.Key: Int64]) async throws(ServiceError) {
        guard !taken.isEmpty else { return }
        let trail = trail
        do {
            try await database.writing { connection in
                for (key, times) in taken {
                    try trail.note(.sessionFailed, of: key.account, from: key.address, times: times, connection)
                }
            }
        } catch {
            failures.putBack(taken)
            throw error
        }
    }
}
