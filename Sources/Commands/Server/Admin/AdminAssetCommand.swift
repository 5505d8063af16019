import ArgumentParser
import Basics
import HTTPKit
import Ledger
import LedgerService
import Strings

/// `cerca admin asset`: what accounts can hold.
struct AdminAssetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "asset", abstract: "Add and list the assets that accounts can hold.",
        subcommands: [AdminAssetAddCommand.self, AdminAssetListCommand.self])
}

/// `cerca admin asset add`: adds an asset; a running server knows it within two seconds.
struct AdminAssetAddCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an asset; a running server knows it within two seconds.")

    @Argument(help: "The short name, as USD.")
    var name: String

    @Option(help: "What it is: crypto, currency or points.")
    var kind = "currency"

    @Option(help: "The name in words; the short name without it.")
    var title: String?

    @Option(help: "How many decimal places are shown, 0 to 18.")
    var decimals = 2

    @Option(help: "How many decimal places an amount can have, 0 to 18.")
    var exponent = 18

    @Option(help: "What stands before an amount.")
    var prefix = ""

    @Option(help: "What stands after an amount.")
    var postfix = ""

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object.")
    var json = false

    func validate() throws {
        guard AssetKind(word: kind) != nil else { throw ValidationError("--kind must be crypto, currency or points") }
        guard (0...18).contains(exponent), (0...exponent).contains(decimals) else {
            throw ValidationError("--exponent must be 0 to 18, and --decimals no more than that")
        }
    }

    func run() async throws {
        let name = try AdminLedger.asset(name)
        let draft = AssetDraft(
            name: name, kind: AssetKind(word: kind) ?? .currency, exponent: exponent, decimals: decimals,
            title: title ?? name.text, prefix: prefix, postfix: postfix)
        let asset = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.addAsset(draft)
        }
        if json { print(AssetLines.json(asset).compactText) } else { AdminStrings.assetAdded(asset: "\(name)").say() }
    }
}

/// `cerca admin asset list`: lists the assets.
struct AdminAssetListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "list", abstract: "List the assets.")

    @OptionGroup
    var database: CommandDatabaseOptions

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let assets = try await AdminLedger.use(database) {
            administration throws(ServiceError) in
            try await administration.assets()
        }
        var output = OutputBuffer()
        AssetLines.write(assets, json: json, width: Terminal.columns, to: &output)
        try output.flush()
    }
}

/// Assets as lines: a table for people, one JSON object each for programs.
enum AssetLines {
    /// Writes assets in their order; a table is cut to `width` columns.
    static func write(_ assets: [Asset], json: Bool, width: Int?, to output: inout OutputBuffer) {
        if json {
            for asset in assets { output.line(Self.json(asset).compactText) }
            return
        }
        var table = TextTable([
            .init("asset"), .init("kind"), .init("decimals", right: true), .init("exponent", right: true),
            .init("title", shortest: 12),
        ])
        for asset in assets {
            table.add([
                asset.name.text, asset.kind.word, "\(asset.decimals)", "\(asset.exponent)", asset.title,
            ])
        }
        table.write(to: &output, width: width)
    }

    /// An asset as an object.
    static func json(_ asset: Asset) -> JSONValue {
        .object([
            JSONValue.Member("asset", .string(asset.name.text)), JSONValue.Member("kind", .string(asset.kind.word)),
            JSONValue.Member("title", .string(asset.title)), JSONValue.Member("prefix", .string(asset.prefix)),
            JSONValue.Member("postfix", .string(asset.postfix)),
            JSONValue.Member("decimals", .integer(Int64(asset.decimals))),
            JSONValue.Member("exponent", .integer(Int64(asset.exponent))),
            JSONValue.Member("isActive", .boolean(asset.isActive)),
        ])
    }
}

extension AssetKind {
    fileprivate var word: String {
        switch self {
        case .points: "points"
        case .crypto: "crypto"
        case .currency: "currency"
        }
    }

    fileprivate init?(word: String) {
        guard let kind = Self.allCases.first(where: { $0.word == word }) else { return nil }
        self = kind
    }
}
