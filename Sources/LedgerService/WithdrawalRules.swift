import Ledger
import Storage

/// What an operator asks of withdrawals of an asset, in minor units.
package struct WithdrawalRules: Sendable, Equatable {
    /// What is kept of each withdrawal, from 0 on.
    package var fee: Int128 = 0
    /// The least that a withdrawal may be of, the fee included, from 0 on.
    package var minimum: Int128 = 0
    /// The most that one account may send away in 24 hours, by withdrawals and to other people together; nil for no bound.
    package var dailyLimit: Int128?

    /// Rules that ask for nothing.
    package init() {}
}

/// What an account may send away of an asset in 24 hours, in minor units.
package struct AccountLimit: Sendable, Equatable {
    /// The account, in the ledger.
    package let account: LedgerAccount
    /// The asset.
    package let asset: Asset
    /// The bound that holds for everybody; nil for none.
    package let usual: Int128?
    /// The bound that holds for this account instead; nil when it has none of its own.
    package let own: Int128?
}

/// What somebody has to know before money of an asset leaves, in minor units.
package struct WithdrawalTerms: Sendable, Equatable {
    /// The asset.
    package let asset: Asset
    /// What the operator asks; its bound is that of this account.
    package let rules: WithdrawalRules
    /// What the account has sent away in the last 24 hours.
    package let used: Int128
    /// What the account has available.
    package let available: Int128

    /// Terms of these parts.
    package init(asset: Asset, rules: WithdrawalRules, used: Int128, available: Int128) {
        self.asset = asset
        self.rules = rules
        self.used = used
        self.available = available
    }

    /// What may still be sent away now; nil without a bound.
    package var left: Int128? { rules.dailyLimit.map { max(0, $0 - used) } }

    /// The most that may leave now: a withdrawal of exactly this is taken, unless it is below ``least``.
    package var most: Int128 {
        let most = max(0, min(available, left ?? available))
        return max(0, most - beyondStep(most))
    }

    /// The least amount of a withdrawal: of what is not above the fee nothing would arrive.
    package var least: Int128 {
        let least = max(rules.minimum, rules.fee + step)
        let beyond = beyondStep(least)
        return beyond == 0 ? least : least - beyond + step
    }

    /// What is paid out of a withdrawal is a whole number of these.
    package var step: Int128 { asset.leavingStep }

    /// What of an amount, its fee taken off, is no whole number of steps.
    package func beyondStep(_ amount: Int128) -> Int128 {
        let rest = (amount - rules.fee) % step
        return rest < 0 ? rest + step : rest
    }
}

/// A step of money on its way out, or a change of where it may go, of which its owner is told.
package enum MoneyStep: Sendable {
    /// A withdrawal was asked for.
    case asked
    /// Its owner took it back.
    case cancelled
    /// It was paid out.
    case settled
    /// It was refused.
    case refused
    /// Money was sent to another person.
    case sent
    /// A place was added to where money may be sent.
    case bookAdded
    /// One was removed.
    case bookRemoved
    /// Money may go to those places alone.
    case bookOnly
    /// It may go anywhere again, a day later.
    case bookOpening
}

/// Notes a step, within the transaction in which it happens, for the owner of an account.
///
/// The text is an amount with the name of its asset, or what the owner calls a place; empty for none.
package typealias MoneyWitness =
    @Sendable (
        _ step: MoneyStep, _ text: String, _ account: [UInt8], _ connection: any Connection
    ) throws -> Void
