import Basics
import Exposure
import HTTPKit
import Logging
import Loyalty
import ServiceLifecycle
import Storage

/// Lives a simulated day at the pace that was asked for, and shows it to whoever watches.
package struct SimulationRunner: NamedService {
    /// Frames a second of wall-clock time.
    private static let framesPerSecond = 5.0

    private let beginning: CentreSimulation
    private let feed: SimulationFeed
    private let board: ExposureBoard
    private let speed: Double
    private let simulatedSeconds: Int64?
    private let audited: any Database
    private let trading: SimulatedTrading?
    private let housekeeping: @Sendable () async throws -> Void
    private let progress: @Sendable (Double) -> Void
    private let finished: @Sendable (SimulationReport) async throws -> Void

    /// A runner of the day that begins as `mall`, for `simulatedSeconds` or until it is stopped; at `speed` times real time, 0 = as fast as it can.
    ///
    /// `audited` is a connection of its own to the services' database, to look at it from outside; `progress` is told
    /// each simulated minute which share of a limited day is over, and `finished` receives the report when it has ended.
    /// `trading` is what happens in the markets meanwhile, and `housekeeping` what a server does once a minute: here by the
    /// simulated clock and between two steps, so that a seed repeats it.
    package init(
        mall: CentreSimulation, feed: SimulationFeed, board: ExposureBoard, speed: Double, simulatedSeconds: Int64?,
        audited: any Database, trading: SimulatedTrading? = nil,
        housekeeping: @escaping @Sendable () async throws -> Void = {},
        progress: @escaping @Sendable (Double) -> Void = { _ in },
        finished: @escaping @Sendable (SimulationReport) async throws -> Void
    ) {
        beginning = mall
        self.feed = feed
        self.board = board
        self.speed = speed
        self.simulatedSeconds = simulatedSeconds
        self.audited = audited
        self.trading = trading
        self.housekeeping = housekeeping
        self.progress = progress
        self.finished = finished
    }

    /// Runs until the day has ended or the process is asked to stop.
    package func run() async throws {
        try await cancelWhenGracefulShutdown {
            try await live()
        }
        feed.close()
    }

    private func live() async throws {
        var mall = beginning
        var trading = trading
        let start = mall.configuration.start
        let wall = ContinuousClock()
        let begin = wall.now
        var nextFrame = begin
        var nextHousekeeping = start
        var shown = ShownExposure(board: board, audited: audited)
        while !Task.isCancelled {
            if let simulatedSeconds, mall.now.seconds(since: start) >= Double(simulatedSeconds) {
                return try await finished(try await finalReport(of: mall, trading))
            }
            try await mall.step()
            try await trading?.live(until: mall.now)
            if mall.now >= nextHousekeeping {
                nextHousekeeping = mall.now.advanced(bySeconds: 60)
                try await housekeeping()
            }
            let lived = mall.now.milliseconds(since: start)
            if let simulatedSeconds, lived % 60_000 == 0 { progress(Double(lived) / Double(simulatedSeconds * 1000)) }
            if wall.now >= nextFrame {
                nextFrame = wall.now.advanced(by: .seconds(1 / Self.framesPerSecond))
                if feed.isWatched { feed.show(mall.takeFrame()) }
                try await shown.follow(mall, at: wall.now)
            }
            if speed > 0 {
                // Nobody waits for a night that is passed over.
                let due = begin.advanced(by: .seconds(Double(lived - mall.skippedMilliseconds) / 1000 / speed))
                if wall.now < due { try? await wall.sleep(until: due) }
            }
            // Unpaced days must not keep the page's requests from being answered.
            await Task.yield()
        }
    }

    private func finalReport(of mall: CentreSimulation, _ trading: SimulatedTrading?) async throws -> SimulationReport {
        var report = mall.currentReport
        if let trading { report.trading = try await trading.report(in: audited) }
        let audit = ConsentAudit(ledger: mall.consent, venue: mall.venue)
        report.consentViolations = try await audit.violations(in: audited)
        report.exposure.take(
            try await mall.exposureAudit.findings(in: audited, ignoring: mall.guestBook.codeNames))
        return report
    }
}

/// Keeps the page's picture of tracing up to date while somebody looks at it.
private struct ShownExposure {
    /// The wall-clock time between two pictures.
    private static let pause = Duration.seconds(1)
    /// The shortest time between two searches of the whole database, and so many times as long as one takes.
    private static let longPause = Duration.seconds(15)
    private static let patience = 30

    let board: ExposureBoard
    let audited: any Database
    private var findings = ExposureAudit.Findings()
    private var nextPicture: ContinuousClock.Instant?
    private var nextSearch: ContinuousClock.Instant?

    init(board: ExposureBoard, audited: any Database) {
        self.board = board
        self.audited = audited
    }

    mutating func follow(_ mall: CentreSimulation, at instant: ContinuousClock.Instant) async throws {
        guard board.isWatched, nextPicture.map({ instant >= $0 }) ?? true else { return }
        nextPicture = instant.advanced(by: Self.pause)
        if nextSearch.map({ instant >= $0 }) ?? true {
            let clock = ContinuousClock()
            let begin = clock.now
            findings = try await mall.exposureAudit.findings(in: audited)
            let end = clock.now
            nextSearch = end.advanced(by: max(Self.longPause, begin.duration(to: end) * Self.patience))
        }
        board.show(await mall.exposureBody(findings))
    }
}
