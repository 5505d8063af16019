import CommandOutput
import MarketClient

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
                "no exchange answers at \(address) (\(TerminalText.harmless(reason))): is it running (cerca serve), "
                    + "and is it the one you mean (--server, CERCA_MARKET_SERVER)?")
        case .refused(let status, let message): CommandFailure(words(status, message))
        case .unexpectedAnswer:
            CommandFailure("what \(address) answered is not in the contract; is it an exchange?")
        case .noKey: CommandFailure("no API key: name its file with --key-file")
        }
    }

    /// The failure that tells that nobody knows whether something was done.
    static func doubt(_ error: MarketClientError, _ client: MarketClient, _ advice: String) -> CommandFailure {
        guard case .unreachable = error else { return failure(error, client) }
        return CommandFailure(failure(error, client).reason + " It may have been done nevertheless: \(advice)")
    }

    /// What an exchange's own message means, with the message itself.
    static func words(_ status: Int, _ message: String) -> String {
        let message = TerminalText.harmless(message)
        let meaning: String? =
            switch message {
            case "authentication_error": "the exchange does not take this API key"
            case "timestamp_out_of_window": "the clock of this machine and that of the exchange differ"
            case "invalid_scope": "the API key may not do this"
            case "address_not_allowed": "the API key may not be used from here"
            case "rate_limit_exceeded": "too many requests; try again in a while"
            case "not_enough_balance": "not enough is available"
            case "pair_not_active" where status == 404: "there is no such market"
            case "pair_not_active": "there is no such market, or it takes no orders at the moment"
            case "currency_not_active": "there is no such asset"
            case "order_not_active": "the order is filled or cancelled already"
            case "not_enough_liquidity": "it cannot be had whole within the bound at this moment; nothing was traded"
            case "self_trade": "it would trade with an order of your own"
            case "invalid_amount": "this is no amount"
            case "invalid_price": "this is no price"
            case "amount_too_small": "the amount is too small for this market"
            case "amount_too_large": "the amount is too large"
            case "amount_too_precise", "amount_not_on_lot": "the amount has more places than this allows"
            case "price_not_on_tick": "the price is between two steps of this market"
            case "too_many_orders": "there are as many open orders as one may have"
            case "address_not_found": "nobody has this address"
            case "temporarily disabled": "the exchange is not at work at the moment"
            default: nil
            }
        if let meaning { return "\(meaning) (\(message))" }
        return status == 404 ? "there is no such thing (\(message))" : "the exchange refused: \(message)"
    }
}
