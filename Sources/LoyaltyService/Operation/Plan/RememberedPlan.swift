import AccountService
import Basics
import Loyalty
import ServiceKit
import Storage

extension PlanService {
    /// Takes it that a plan was put in force at `instant`, with the journal's entry; nobody did it where it was imported on
    /// the machine.
    ///
    /// The last one of a venue must be the plan that is in force, without offers: else what is in force becomes one more.
    package static func remember(
        _ plan: Venue, note: String, by account: [UInt8]?, at instant: Timestamp, in connection: any Connection
    ) throws {
        let number = try PlanStore(connection, of: plan.uuid).add(plan, by: account, note: note, at: instant)
        guard let account else { return }
        try AuditTrail.append(
            .planPublished, subject: String(number), by: .account(account), at: instant, to: .venue(plan.uuid),
            in: connection)
    }
}
