import ArgumentParser
import Basics
import MarketClient
import Strings
import Synchronization
import UnixSignals

/// `cerca market watch`: what happens, as it happens.
struct MarketWatchCommand: MarketSubcommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", abstract: "Follow markets live: prices, the best of the book, trades and your orders.",
        discussion: """
            On a terminal a table is drawn anew at each change; otherwise each event is one line. With an API key your \
            own orders and balances are followed as well. A lost connection is said, and made again. It runs until \
            interrupted.
            """)

    @ParentCommand var parent: MarketCommand
    @OptionGroup var options: MarketOptions

    @Argument(help: "The markets, as ETHCLP; without any, all.")
    var markets: [MarketArgument] = []

    @Option(help: "Stop after this many seconds; without it, follow until interrupted.")
    var seconds: Double?

    func validate() throws {
        if let seconds, !(seconds > 0 && seconds < 1e9) { throw ValidationError("--seconds must be positive") }
    }

    func run() async throws {
        let client = try perhapsSigningClient()
        let known = try await exchanging(client) { () throws(MarketClientError) in try await client.tickers() }
        for market in markets where !known.contains(where: { $0.market == market.name }) {
            throw CommandFailure(MarketStrings.refusalUnknownMarket(market: market.name).text)
        }
        let followed = markets.isEmpty ? known.map(\.market) : markets.map(\.name)
        let feed = MarketFeed(client, markets: followed, asking: client.server.key == nil ? [FeedTopic(.board)] : [])
        let output = WatchOutput(
            isJSON ? .json : Terminal.isRead ? .screen : .lines,
            screen: WatchScreen(address: client.server.address, markets: followed, tickers: known), markets: followed)
        let interruptions = await UnixSignalsSequence(trapping: .sigint, .sigterm)
        let duration = seconds
        let result = await withTaskGroup(of: Result<Void, MarketClientError>.self) { group in
            group.addTask {
                do throws(MarketClientError) {
                    return .success(try await feed.follow { output.take($0) })
                } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                for await _ in interruptions { break }
                return .success(())
            }
            if let duration {
                group.addTask {
                    try? await Task.sleep(for: .seconds(duration))
                    return .success(())
                }
            }
            defer { group.cancelAll() }
            return await group.next() ?? .success(())
        }
        if case .failure(let error) = result { throw MarketRefusal.failure(error, client) }
    }
}

/// Writes what happens, in one of three ways.
private final class WatchOutput: Sendable {
    enum Form: Sendable {
        case json
        case lines
        case screen
    }

    private struct State {
        var reader: FeedNewsReader
        var screen: WatchScreen
    }

    private let form: Form
    private let state: Mutex<State>

    init(_ form: Form, screen: WatchScreen, markets: [String]) {
        self.form = form
        state = Mutex(State(reader: FeedNewsReader(markets: markets), screen: screen))
    }

    /// Writes what is new in an event; false when nobody reads it any more.
    func take(_ event: FeedEvent) -> Bool {
        state.withLock { state in
            let news = state.reader.take(event)
            guard !news.isEmpty else { return true }
            var output = OutputBuffer()
            switch form {
            case .json: for item in news { output.line(WatchLines.json(item).compactText) }
            case .lines: for item in news { output.line(TerminalText.harmless(WatchLines.words(item))) }
            case .screen:
                for item in news { state.screen.take(item) }
                state.screen.write(to: &output)
            }
            do throws(OutputClosed) {
                try output.flush()
                return true
            } catch {
                return false
            }
        }
    }
}
