import ArgumentParser
import Foundation
import MarketClient
import Strings

/// What every command of the market takes: which exchange, as whom, and how to answer.
struct MarketOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The exchange; without it $CERCA_MARKET_SERVER, or http://127.0.0.1:8080.", valueName: "url"))
    var server: String?

    @Option(
        help: ArgumentHelp(
            "Its stream, where that has another address; without it $CERCA_MARKET_STREAM, or the exchange's.",
            valueName: "url"))
    var stream: String?

    @Option(
        help: ArgumentHelp("The file with the API key, as cerca admin api-key prints it.", valueName: "file"),
        completion: .file())
    var keyFile: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false
}

/// A command of the market; its options may stand before its name or after it.
protocol MarketSubcommand: AsyncParsableCommand {
    var parent: MarketCommand { get }
    var options: MarketOptions { get }
}

extension MarketSubcommand {
    /// Whether results are JSON.
    var isJSON: Bool { options.json || parent.options.json }

    /// A client that asks what everybody may know.
    func publicClient() throws -> MarketClient {
        MarketClient(try server(key: nil))
    }

    /// A client that signs.
    func signingClient() throws -> MarketClient {
        let path = keyPath
        guard let key = try MarketKeyFile.read(path.text) else {
            throw CommandFailure(MarketStrings.keyMissing(file: TerminalText.harmless(path.text)).text)
        }
        return MarketClient(try server(key: key))
    }

    /// A client that signs when there is a key; a file that was named has to be there.
    func perhapsSigningClient() throws -> MarketClient {
        let path = keyPath
        if path.isNamed { return try signingClient() }
        return MarketClient(try server(key: try MarketKeyFile.read(path.text)))
    }

    private var keyPath: (text: String, isNamed: Bool) {
        if let named = options.keyFile ?? parent.options.keyFile ?? Self.variable("CERCA_MARKET_KEY_FILE") {
            return (named, true)
        }
        return (MarketKeyFile.usualPath, false)
    }

    private func server(key: MarketKey?) throws -> MarketServer {
        let address =
            options.server ?? parent.options.server ?? Self.variable("CERCA_MARKET_SERVER") ?? "http://127.0.0.1:8080"
        let stream = options.stream ?? parent.options.stream ?? Self.variable("CERCA_MARKET_STREAM")
        guard let server = MarketServer(address: address, streamAddress: stream, key: key) else {
            throw CommandFailure(MarketStrings.keyBadAddress.text, exitCode: 2)
        }
        return server
    }

    private static func variable(_ name: String) -> String? {
        ProcessInfo.processInfo.environment[name].flatMap { $0.isEmpty ? nil : $0 }
    }
}
