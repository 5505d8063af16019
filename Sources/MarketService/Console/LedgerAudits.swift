import AccountService
import Basics
import HTTPKit
import Ledger
import LedgerService
import ServiceKit
import Storage
import Synchronization

/// How an audit of the ledger stands.
struct LedgerAuditState: Sendable {
    /// How far it is.
    enum Progress: Sendable {
        case never, running, ended, failed
    }

    /// A piece that was looked at.
    struct Piece: Sendable {
        let piece: LedgerAuditPiece
        let milliseconds: Int64
        let faults: Int
    }

    var progress = Progress.never
    var begunAt: Timestamp?
    var endedAt: Timestamp?
    var inAll = 0
    var pieces: [Piece] = []
    /// What was found; nil until the end.
    var report: LedgerAuditReport?
    /// How many decimal places the assets have.
    var exponents: [AssetName: Int] = [:]
}

/// Audits the ledger on behalf of the console, one audit at a time; the last one's result stays as long as the server runs.
///
/// An audit may take minutes, so that nobody's request waits for it.
final class LedgerAudits: Sendable {
    private let market: MarketService
    private let current = Mutex(LedgerAuditState())

    init(market: MarketService) {
        self.market = market
    }

    /// How the audit stands that is made now, or was made last.
    var state: LedgerAuditState { current.withLock { $0 } }

    /// Begins an audit unless one is being made, and tells how it stands.
    func begin(by staff: [UInt8]) -> LedgerAuditState {
        let now = market.clock.now()
        let (isNew, state) = current.withLock { state in
            let isNew = state.progress != .running
            if isNew {
                state = LedgerAuditState()
                state.progress = .running
                state.begunAt = now
            }
            return (isNew, state)
        }
        if isNew { Task { await audit(by: staff) } }
        return state
    }

    private func audit(by staff: [UInt8]) async {
        do {
            let exponents = try await market.administration.assets().map { ($0.name, $0.exponent) }
            let last = Mutex(ContinuousClock.now)
            let report = try await market.administration.audit { piece, faults, inAll in
                let now = ContinuousClock.now
                let took = last.withLock { last in
                    defer { last = now }
                    return last.duration(to: now)
                }
                self.current.withLock { state in
                    state.inAll = inAll
                    state.pieces.append(
                        .init(piece: piece, milliseconds: Int64(took / .milliseconds(1)), faults: faults))
                }
            }
            let now = market.clock.now()
            try await market.database.writing { connection in
                try AuditTrail.append(
                    .ledgerAudited, subject: Self.subject(report), by: .account(staff), at: now, to: .market,
                    in: connection)
            }
            current.withLock { state in
                state.progress = .ended
                state.endedAt = now
                state.exponents = Dictionary(exponents, uniquingKeysWith: { first, _ in first })
                state.report = report
            }
        } catch {
            let now = market.clock.now()
            current.withLock { state in
                state.progress = .failed
                state.endedAt = now
            }
        }
    }

    /// What was found, in the journal.
    private static func subject(_ report: LedgerAuditReport) -> String {
        let unbalanced = report.assets.filter { !$0.isBalanced }.map(\.name.text)
        let found = report.isClean ? "clean" : "faults:\(report.faults.count) unbalanced:\(unbalanced.count)"
        return "\(found) balances:\(report.balances) orders:\(report.orders) fills:\(report.fills)"
    }
}
