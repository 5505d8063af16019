import Accounts
import CommandOutput
import HTTPKit
import Ledger
import LedgerService
import Market
import ServerFiles

/// The ledger of a database, for one command of an operator.
enum AdminLedger {
    /// Lets `work` use the ledger of a database that exists; refusals become words.
    static func use<Value: Sendable>(
        _ database: String, _ work: @Sendable (LedgerAdministration) async throws(ServiceError) -> Value
    ) async throws -> Value {
        try await CommandDatabase.use(database, mustExist: true) { database, _ in
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
            throw CommandFailure("\(text) is no asset: two to ten letters and digits, a letter first")
        }
        return name
    }

    /// The name of a market, whatever its case.
    static func market(_ text: String) throws -> MarketName {
        guard let name = MarketName(text.uppercased()) else {
            throw CommandFailure("\(text) is no market: four to twenty letters and digits")
        }
        return name
    }

    /// The reason in words; failures of the database go on as they are.
    private static func failure(_ error: ServiceError) -> any Error {
        switch error {
        case .account(.invalidEmail): CommandFailure("this is no e-mail address")
        case .refused(let error as MarketError): CommandFailure(reason(error))
        default: error
        }
    }

    private static func reason(_ error: MarketError) -> String {
        switch error {
        case .unknownAccount: "there is no account with this address"
        case .unknownAsset: "there is no such asset, or it is not in use"
        case .unknownMarket: "there is no such market"
        case .unknownRequest: "there is no such request"
        case .requestDecided: "the request has been settled or refused already"
        case .notEnoughBalance: "the balance is not enough"
        case .nameTaken: "the name is taken"
        case .invalidRules:
            "the numbers are not possible: steps must be plain decimal numbers above zero, tick times lot a whole "
                + "number of the quote's smallest units, and the minimum a whole number of lots"
        case .amount(.malformed): "the amount must be a plain decimal number above zero"
        case .amount(.overPrecise): "the amount has more decimal places than the asset"
        case .amount(.tooLarge): "the amount is too large"
        case .invalidText: "a text is empty, too long or has control characters"
        default: "the ledger refuses it: \(error.code)"
        }
    }
}
