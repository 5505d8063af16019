import Basics
import Foundation

#if canImport(Glibc)
    import Glibc
#endif

/// How long the threads of this process have run, by what they do, to hundredths of a second; Linux alone tells it.
///
/// Unlike a rate it hardly depends on what else the machine has to do.
struct ThreadTimes: Sendable {
    /// What one piece of work took, in microseconds of one processor.
    struct Cost: Sendable {
        /// The one thread that writes to SQLite, in the kernel too.
        let writer: Double
        /// The event loops: sockets, routes and rules of the server, and the load generator.
        let eventLoops: Double
        /// All other threads, such as those that read from SQLite.
        let others: Double

        var total: Double { writer + eventLoops + others }

        /// For people.
        var text: String {
            "\(Int(total.rounded())) (writer \(Int(writer.rounded())), event loops with the load generator "
                + "\(Int(eventLoops.rounded())), others \(Int(others.rounded())))"
        }

        var json: JSONValue {
            .object([
                JSONValue.Member("total", .number(total.tenths)),
                JSONValue.Member("writer", .number(writer.tenths)),
                JSONValue.Member("eventLoops", .number(eventLoops.tenths)),
                JSONValue.Member("others", .number(others.tenths)),
            ])
        }
    }

    private var seconds: [String: Double] = [:]

    /// The times until now, of threads that are there.
    static func now() -> ThreadTimes {
        var times = ThreadTimes()
        let folder = "/proc/self/task"
        for thread in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            // The name, in parentheses, may have anything in it; user and system time are the 14th and 15th field.
            guard let stat = text("\(folder)/\(thread)/stat"), let begin = stat.firstIndex(of: "("),
                let end = stat.lastIndex(of: ")")
            else { continue }
            let fields = stat[end...].split(separator: " ")
            guard fields.count > 13, let user = Double(fields[12]), let system = Double(fields[13]) else { continue }
            let name = String(stat[stat.index(after: begin)..<end])
            times.seconds[name, default: 0] += (user + system) / Double(sysconf(Int32(_SC_CLK_TCK)))
        }
        return times
    }

    /// What has passed since an earlier look; a thread that has ended meanwhile is missing.
    func since(_ earlier: ThreadTimes) -> ThreadTimes {
        var passed = self
        for (name, before) in earlier.seconds { passed.seconds[name, default: 0] -= before }
        return passed
    }

    /// The cost of one of `count` pieces of work that were done in this time.
    func cost(of count: Int) -> Cost {
        func share(_ isCounted: (String) -> Bool) -> Double {
            seconds.filter { isCounted($0.key) }.reduce(0) { $0 + $1.value } * 1e6 / Double(max(1, count))
        }
        let isWriter = { (name: String) in name.hasPrefix("cerca.sqlite.wr") }
        let isLoop = { (name: String) in name.hasPrefix("NIO-") }
        return Cost(writer: share(isWriter), eventLoops: share(isLoop), others: share { !isWriter($0) && !isLoop($0) })
    }

    private static func text(_ path: String) -> String? {
        // The size of such a file is not known beforehand.
        FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}

extension Double {
    /// Rounded to tenths.
    fileprivate var tenths: Double { (self * 10).rounded() / 10 }
}
