import Basics
import Foundation
import HTTPKit
import Logging
import ServerApp
import ServiceKit
import Storage

#if canImport(Darwin)
    import Darwin
#else
    import Glibc
#endif

/// What it takes to remove what need not be kept any longer.
struct GrowthPruning: Sendable {
    /// A round of housekeeping with nothing new to do, in seconds; there is one each minute.
    let minuteSeconds: Double
    /// The first round a day later, in seconds.
    let daySeconds: Double
    /// How many rows of ``tables`` it removed.
    let rows: Int
    /// The longest that an empty write waited meanwhile, in seconds.
    let longestWait: Double

    /// The tables with a row for each session, and for each visitor at a beacon.
    static let tables = ["sessions", "events"]

    static let quiet = Logger(label: "cerca.bench", factory: { _ in SwiftLogNoOpLogHandler() })

    /// Runs the housekeeping of a server now, a minute later, and a day later.
    static func measure(
        _ services: ServerServices, _ clock: SteppedClock, in database: any Database
    ) async throws -> GrowthPruning {
        let housekeeping = Housekeeping(services: services, logger: quiet)
        // What the load has left is another matter.
        try await housekeeping.prune()
        let start = clock.serverClock.now()
        clock.set(start.advanced(bySeconds: 60))
        let minute = try await seconds { try await housekeeping.prune() }
        let before = try await count(in: database)
        clock.set(start.advanced(bySeconds: 86_400))
        let (day, longest) = try await withThrowingTaskGroup(of: (isDay: Bool, seconds: Double).self) { group in
            group.addTask { (true, try await seconds { try await housekeeping.prune() }) }
            group.addTask { (false, await longestWait(in: database)) }
            var (day, longest) = (0.0, 0.0)
            for try await one in group {
                if one.isDay {
                    day = one.seconds
                    group.cancelAll()
                } else {
                    longest = one.seconds
                }
            }
            return (day, longest)
        }
        return GrowthPruning(
            minuteSeconds: minute, daySeconds: day, rows: before - (try await count(in: database)),
            longestWait: longest)
    }

    /// The longest that one of many empty writes has waited when the task is cancelled, in seconds.
    private static func longestWait(in database: any Database) async -> Double {
        var longest = 0.0
        while !Task.isCancelled {
            let waited = try? await seconds { try await database.write { _ in } }
            longest = max(longest, waited ?? 0)
            try? await Task.sleep(for: .milliseconds(5))
        }
        return longest
    }

    private static func seconds(_ body: () async throws -> Void) async rethrows -> Double {
        let begin = ContinuousClock.now
        try await body()
        return (ContinuousClock.now - begin) / .seconds(1)
    }

    private static func count(in database: any Database) async throws -> Int {
        try await database.readHistory { connection in
            try tables.reduce(0) { sum, table in
                sum + Int(try connection.first("SELECT COUNT(*) FROM \(table)")?.integer(0) ?? 0)
            }
        }
    }
}

/// The memory of this process.
enum ProcessMemory {
    /// What it occupies, in bytes; 0 where the system does not say.
    static var resident: Int {
        guard let text = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8) else { return 0 }
        let fields = text.split(separator: " ")
        return fields.count > 1 ? (Int(fields[1]) ?? 0) * sysconf(Int32(_SC_PAGESIZE)) : 0
    }

    /// Gives what is free back to the system, so that what is used from now on can be seen.
    static func giveBack() {
        // Swift does not see the header that declares it.
        guard let symbol = dlsym(nil, "malloc_trim") else { return }
        typealias Trim = @convention(c) (Int) -> Int32
        _ = unsafeBitCast(symbol, to: Trim.self)(0)
    }
}
