import API
import ArgumentParser
import Basics
import Exposure
import Foundation
import Phone
import Radio
import Strings

/// What every command about this device's own tracing takes.
struct TracingOptions: ParsableArguments {
    @Option(help: "The file of this device's tracing; without it, one in the user's data directory.")
    var store: String?

    @Flag(help: "Print one JSON object a line.")
    var json = false

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp("Seconds by which the clock differs from the system's; for tests.", visibility: .hidden))
    var clockOffset: Int64 = 0

    /// The file of this device's tracing.
    var file: URL {
        store.map { URL(filePath: $0) } ?? UserData.folder.appending(path: "exposure.sqlite")
    }

    /// A clock for what does not run for long.
    var clock: TracingClock { TracingClock(offsetSeconds: clockOffset) }

    /// Tracing as the store has it; nil when there is no store yet.
    func openIfPresent() throws -> TracingSession? {
        guard FileManager.default.fileExists(atPath: file.path) else { return nil }
        return try open(policy: .standard)
    }

    /// Tracing as the store has it, in a new store if there is none.
    func openOrCreate() throws -> TracingSession {
        let policy = TracingPolicy.standard
        if FileManager.default.fileExists(atPath: file.path) { return try open(policy: policy) }
        do throws(TracingStoreError) {
            var random = SystemRandomNumberGenerator()
            let store = try TracingDatabase.create(
                file: file, keys: FileKeyStore.standard, policy: policy, now: clock.now, using: &random)
            return try TracingSession(store: store, policy: policy)
        } catch {
            throw failure(error)
        }
    }

    private func open(policy: TracingPolicy) throws -> TracingSession {
        do throws(TracingStoreError) {
            let store = try TracingDatabase.open(
                file: file, keys: FileKeyStore.standard, policy: policy, now: clock.now)
            return try TracingSession(store: store, policy: policy)
        } catch {
            throw failure(error)
        }
    }

    /// A store's failure in one line.
    func failure(_ error: TracingStoreError) -> CommandFailure {
        CommandFailure("\(file.path): \(error.phrase.text)")
    }
}

/// Which server a command speaks to, and how it is known.
struct TracingServerOptions: ParsableArguments {
    @Option(help: "The server, for example https://cerca.example; without it, the one that is known.")
    var server: String?

    @Option(
        help: ArgumentHelp(
            "The server's public key in PEM form; without it, the first one that the server itself tells is trusted.",
            valueName: "file"))
    var publicKey: String?

    func validate() throws {
        if let server, URL(string: server)?.host == nil { throw ValidationError("--server must be a URL") }
    }

    /// The address that was given, or else the one in the store.
    func base(_ settings: TracingSettings) throws -> URL {
        guard let base = (server ?? settings.server?.base).flatMap({ URL(string: $0) }) else {
            throw CommandFailure(ExposureStrings.serverUnknown.text)
        }
        return base
    }

    /// What the file of `--public-key` holds.
    func key() throws -> String? {
        try publicKey.map { path in
            guard let text = try? String(contentsOfFile: path, encoding: .utf8) else {
                throw CommandFailure(ExposureStrings.serverBadKey(file: path).text)
            }
            return text
        }
    }

    /// A synchroniser with the server.
    func synchroniser(_ session: TracingSession, clock: TracingClock) async throws -> Synchroniser {
        let base = try base(await session.tracer.settings)
        let server = HTTPExposureServer(base: base)
        return Synchroniser(
            session: session, server: server, base: base.absoluteString, pinnedKey: try key(), venueDays: server,
            clock: { clock.now })
    }
}
