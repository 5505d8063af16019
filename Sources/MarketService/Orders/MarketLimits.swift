/// How much of the market one trader may take, and how much may wait.
package struct MarketLimits: Sendable {
    /// Open orders that one account may have in one market.
    package var openOrders = 1000
    /// Commands that may wait for one market's writer.
    package var waitingCommands = 16_384
    /// Commands that one commit takes at most.
    package var batch = 1024
    /// Orders or cancellations in one bulk request.
    package var bulk = 100

    /// Lines of statements that one question for a portfolio's past looks through; the next one goes on.
    package var portfolioLines = 20_000

    /// The limits of a server that people use.
    package static let standard = MarketLimits()

    /// The standard limits.
    package init() {}
}
