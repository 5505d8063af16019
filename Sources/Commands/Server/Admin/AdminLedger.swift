import API
import Accounts
import HTTPKit
import Ledger
import LedgerService
import Market
import Strings

/// The ledger of a database, for one command of an operator.
enum AdminLedger {
    /// Lets `work` use the ledger of a database that exists; refusals become words.
    @discardableResult
    static func use<Value: Sendable>(
        _ options: CommandDatabaseOptions,
        _ work: @Sendable (LedgerAdministration) async throws(ServiceError) -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(options, mustExist: true) { database in
            do throws(ServiceError) {
                return try await work(LedgerAdministration(database: database))
            } catch {
                throw failure(error)
            }
        }
    }

    /// The name of an asset, whatever its case.
    static func asset(_ text: String) throws -> AssetName {
        guard let name = AssetName(text.uppercased()) else {
            throw CommandFailure(AdminStrings.ledgerNotAnAsset(text: text).text)
        }
        return name
    }

    /// The name of a market, whatever its case.
    static func market(_ text: String) throws -> MarketName {
        guard let name = MarketName(text.uppercased()) else {
            throw CommandFailure(AdminStrings.ledgerNotAMarket(text: text).text)
        }
        return name
    }

    /// Warns of a market in which the fee of a small trade is rounded down to nothing.
    static func warnOfFreeTrades(_ rules: MarketRules) {
        guard let lots = rules.minimumWithFees else { return }
        let minimum = "\(rules.amountText(lots)) \(rules.base.name)"
        StandardError.write(AdminStrings.ledgerFreeTrades(minimum: minimum).text)
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.invalidEmail): CommandFailure(AdminStrings.accountBadEmail.text)
        case .refused(let error as MarketError): CommandFailure(reason(error).text)
        default: error
        }
    }

    private static func reason(_ error: MarketError) -> Phrase {
        switch error {
        case .unknownAccount: AdminStrings.accountUnknown
        case .unknownAsset: AdminStrings.ledgerUnknownAsset
        case .unknownMarket: AdminStrings.ledgerUnknownMarket
        case .unknownRequest: AdminStrings.ledgerUnknownRequest
        case .requestDecided: AdminStrings.ledgerDecided
        case .notEnoughBalance: AdminStrings.ledgerBalance
        case .nameTaken: AdminStrings.ledgerNameTaken
        case .invalidRules: AdminStrings.ledgerRules
        case .amount(.malformed), .amount(.tooLong): AdminStrings.ledgerMalformedAmount
        case .amount(.overPrecise): AdminStrings.ledgerPreciseAmount
        case .amount(.tooLarge): AdminStrings.ledgerLargeAmount
        case .invalidText: AdminStrings.ledgerText
        default: AdminStrings.ledgerRefused(code: error.problem.rawValue)
        }
    }
}
