import MarketClient
import Strings

/// Does what asks an exchange, and tells in one line why it could not be done.
func exchanging<Value>(
    _ client: MarketClient, _ work: () async throws(MarketClientError) -> Value
) async throws(CommandFailure) -> Value {
    do throws(MarketClientError) {
        return try await work()
    } catch {
        throw MarketRefusal.failure(error, client)
    }
}

/// Why an exchange did not do something, in words.
enum MarketRefusal {
    /// The failure that tells of an error.
    static func failure(_ error: MarketClientError, _ client: MarketClient) -> CommandFailure {
        let address = client.server.address
        return switch error {
        case .notConnected(let reason), .unreachable(let reason):
            CommandFailure(
                MarketStrings.refusalUnreachable(address: address, reason: TerminalText.harmless(reason)).text)
        case .refused(let status, let message): CommandFailure(words(status, message))
        case .unexpectedAnswer:
            CommandFailure(MarketStrings.refusalNotAnExchange(address: address).text)
        case .noKey: CommandFailure(MarketStrings.keyUnnamed.text)
        }
    }

    /// The failure that tells that nobody knows whether something was done.
    static func doubt(_ error: MarketClientError, _ client: MarketClient, _ advice: Phrase) -> CommandFailure {
        guard case .unreachable = error else { return failure(error, client) }
        return CommandFailure(
            MarketStrings.refusalDoubt(reason: failure(error, client).reason, advice: advice).text)
    }

    /// The same, where a command shows whether it was done.
    static func doubt(_ error: MarketClientError, _ client: MarketClient, see command: String) -> CommandFailure {
        doubt(error, client, MarketStrings.refusalSee(command: command))
    }

    /// What an exchange's own message means, with the message itself.
    static func words(_ status: Int, _ message: String) -> String {
        let message = TerminalText.harmless(message)
        if let meaning = meaning(status, message) {
            return MarketStrings.refusalMeaning(meaning: meaning, message: message).text
        }
        return status == 404
            ? MarketStrings.refusalUnknown(message: message).text : MarketStrings.refusalRefused(message: message).text
    }

    private static func meaning(_ status: Int, _ message: String) -> Phrase? {
        switch message {
        case "authentication_error": MarketStrings.refusalAuthentication
        case "timestamp_out_of_window": MarketStrings.refusalClock
        case "invalid_scope": MarketStrings.refusalScope
        case "address_not_allowed": MarketStrings.refusalAddress
        case "rate_limit_exceeded": MarketStrings.refusalTooMany
        case "not_enough_balance": MarketStrings.refusalBalance
        case "pair_not_active" where status == 404: MarketStrings.refusalNoMarket
        case "pair_not_active": MarketStrings.refusalClosedMarket
        case "currency_not_active": MarketStrings.refusalNoAsset
        case "order_not_active": MarketStrings.refusalNotActive
        case "not_enough_liquidity": MarketStrings.refusalLiquidity
        case "self_trade": MarketStrings.refusalSelfTrade
        case "invalid_amount": MarketStrings.refusalAmount
        case "invalid_price": MarketStrings.refusalPrice
        case "amount_too_small": MarketStrings.refusalTooSmall
        case "amount_too_large": MarketStrings.orderTooLarge
        case "amount_too_precise", "amount_not_on_lot": MarketStrings.refusalTooPrecise
        case "price_not_on_tick": MarketStrings.refusalTick
        case "too_many_orders": MarketStrings.refusalOrders
        case "address_not_found": MarketStrings.refusalNobody
        case "temporarily disabled": MarketStrings.refusalDisabled
        default: nil
        }
    }
}
