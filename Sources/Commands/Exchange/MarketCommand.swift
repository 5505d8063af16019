import ArgumentParser

/// `cerca market`: trading on an exchange, here or elsewhere.
package struct MarketCommand: AsyncParsableCommand {
    package static let configuration = CommandConfiguration(
        commandName: "market",
        abstract: "Look at markets and trade on an exchange.",
        discussion: """
            Everybody may look; orders and balances need an API key, which the operator makes (cerca admin api-key \
            EMAIL). It is read from --key-file, $CERCA_MARKET_KEY_FILE, or market-key.json in the folder of your \
            data, and must be readable by you alone. Any exchange with CryptoMarket's API v2 will do.

            To begin:  cerca market markets;  cerca market book ETHCLP;  cerca market candles ETHCLP --frame 1h
            With key:  cerca market balance;  cerca market order ETHCLP buy 0.1 --price 10000;  cerca market watch

            Amounts and prices are decimal numbers with a point. Times are in UTC.
            Exit codes: 0 done, 1 refused or failed, 2 wrong usage.
            """,
        groupedSubcommands: [
            CommandGroup(
                name: "What everybody sees",
                subcommands: [
                    MarketMarketsCommand.self, MarketTickerCommand.self, MarketBookCommand.self,
                    MarketTradesCommand.self, MarketCandlesCommand.self, MarketWatchCommand.self,
                ]),
            CommandGroup(
                name: "Trading",
                subcommands: [
                    MarketOrderCommand.self, MarketCancelCommand.self, MarketOrdersCommand.self,
                    MarketInstantCommand.self,
                ]),
            CommandGroup(
                name: "Money",
                subcommands: [
                    MarketBalanceCommand.self, MarketTransactionsCommand.self, MarketDepositCommand.self,
                    MarketWithdrawCommand.self, MarketTransferCommand.self,
                ]),
        ]
    )

    @OptionGroup var options: MarketOptions

    package init() {}
}
