import API
import ArgumentParser
import Basics
import Beacons
import Exposure

/// `cerca exposure derive`: the keys and identifiers that follow from a day key.
struct DeriveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "derive",
        abstract: "Print the day keys and identifiers that follow from a day key.",
        discussion: "The identifiers are in the order of their derivation; a phone sends them in a random one.")

    @Option(help: ArgumentHelp("The first day's key, 64 hexadecimal digits.", valueName: "hex"))
    var key: String

    @Option(help: "How many days to print, 1 to 3660.")
    var days = 1

    @Flag(help: "Print one JSON object a day.")
    var json = false

    func validate() throws {
        // The reason does not repeat what was given: it may be somebody's key with a slip.
        guard firstKey != nil else { throw ValidationError("--key must be 64 hexadecimal digits") }
        guard (1...3660).contains(days) else { throw ValidationError("--days must be from 1 to 3660") }
    }

    func run() throws {
        guard var key = firstKey else { return }
        for day in 0..<days {
            if day > 0 { key = key.next }
            let identifiers = key.identifiers.map(\.bytes.hexadecimal)
            if json {
                let object = JSONValue.object([
                    JSONValue.Member("day", .count(day)),
                    JSONValue.Member("key", .string(key.bytes.hexadecimal)),
                    JSONValue.Member("identifiers", .array(identifiers.map { .string($0) })),
                ])
                try OutputLines.write(object.compactText)
            } else {
                try OutputLines.write("day \(day)  key \(key.bytes.hexadecimal)")
                for (index, identifier) in identifiers.enumerated() {
                    try OutputLines.write("  \(index < 10 ? " " : "")\(index)  \(identifier)")
                }
            }
        }
    }

    private var firstKey: DayKey? {
        [UInt8](hexadecimal: key).flatMap { DayKey(bytes: $0) }
    }
}
