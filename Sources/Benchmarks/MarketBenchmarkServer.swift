import Foundation
import Storage

/// `cerca serve` in a process of its own, beside what loads it.
final class MarketBenchmarkServer {
    /// Where it listens.
    let port: Int
    private let process: Process

    /// Starts it without limits of rates, on the loopback interface, and returns once it listens.
    init(database: DatabaseURL, folder: URL) throws {
        // The server that is measured is the one that people run.
        let program = Bundle.main.executableURL?.deletingLastPathComponent().appending(path: "cerca")
        guard let program, FileManager.default.isExecutableFile(atPath: program.path(percentEncoded: false)) else {
            throw BenchmarkServer.Failure(description: "cerca is not beside this program; build it with `make build`")
        }
        let process = Process()
        process.executableURL = program
        process.arguments = [
            "serve", "--port", "0", "--no-rate-limits",
            // All of its clients have one address.
            "--limit", "connections-per-address=4096", "--limit", "sockets=4096", "--limit", "sockets-per-address=4096",
            "--database", Self.text(database), "--log-level", "error",
            "--exposure-key", folder.appending(path: "exposure.key").path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var said = ""
        while !said.contains("\n") {
            let more = output.fileHandleForReading.availableData
            guard !more.isEmpty else {
                process.waitUntilExit()
                throw BenchmarkServer.Failure(description: "the server did not start")
            }
            said += String(decoding: more, as: UTF8.self)
        }
        guard let line = said.split(separator: "\n").first, let text = line.split(separator: ":").last,
            let port = Int(text)
        else {
            process.terminate()
            throw BenchmarkServer.Failure(description: "the server does not say where it listens")
        }
        self.process = process
        self.port = port
    }

    /// Ends it, and returns when it has ended.
    func stop() {
        process.terminate()
        process.waitUntilExit()
    }

    private static func text(_ database: DatabaseURL) -> String {
        switch database {
        case .sqlite(let path): "sqlite:\(path)"
        case .postgres(let uri): uri
        }
    }
}
