import AccountService
import Basics
import ExposureService
import HTTPKit
import InboxService
import Logging
import LoyaltyService
import MarketCompatibility
import MarketService
import ServiceKit
import ServiceLifecycle
import Synchronization

/// Removes once a minute what the server need not keep any longer, and counts what is over.
package struct Housekeeping: NamedService {
    /// Seconds after the start until the first time.
    private static let firstSeconds = 2

    /// One thing that is done each minute.
    private struct Step: Sendable {
        let name: String
        let perform: @Sendable (ServerServices, Timestamp) async throws -> Void

        init(_ name: String, _ perform: @escaping @Sendable (ServerServices, Timestamp) async throws -> Void) {
            self.name = name
            self.perform = perform
        }
    }

    private static let steps = [
        Step("loyalty") { try await $0.loyalty.prune(at: $1) },
        Step("counting") { try await $0.counting.keepCounting(at: $1) },
        Step("stays") { try await $0.stays.prune(at: $1) },
        Step("beacons") { try await $0.venueOperation.keepHouse(at: $1) },
        Step("radio-maps") { services, _ in try await services.radioMaps.keepHouse() },
        Step("accounts") { try await $0.accounts.prune(at: $1) },
        Step("identities") { try await $0.identities.prune(at: $1) },
        Step("exposure") { try await $0.exposure.prune(at: $1) },
        Step("health") { try await $0.health.prune(at: $1) },
        Step("zones") { try await $0.zones.prune(at: $1) },
        Step("inbox") { try await $0.inbox.prune(at: $1) },
        Step("push") { try await $0.push.prune(at: $1) },
        Step("reminders") { try await $0.push.remind(at: $1) },
        Step("market") { try await $0.market.prune(at: $1) },
        Step("venue-staff") { try await $0.venueStaff.prune(at: $1) },
        Step("events") { try await KeptEvents.prune($0.market.database, at: $1) },
        Step("requests") { try await $0.requests.prune(at: $1) },
    ]

    private let services: ServerServices
    private let logger: Logger
    private var failures: StepFailures { services.housekeepingFailures }

    /// Housekeeping for `services`.
    package init(services: ServerServices, logger: Logger) {
        self.services = services
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            var pause = Self.firstSeconds
            while (try? await Task.sleep(for: .seconds(pause))) != nil {
                // Each step has logged why it failed.
                try? await prune()
                pause = 60
            }
        }
    }

    /// Removes once what need not be kept, and counts what is over.
    ///
    /// - Throws: What failed first; everything else is done all the same.
    package func prune() async throws {
        var failure: (any Error)?
        for step in Self.steps {
            do {
                try await step.perform(services, services.clock.now())
                if failures.ends(step.name) {
                    logger.notice("housekeeping succeeds again", metadata: ["step": "\(step.name)"])
                }
            } catch {
                // A server that stops gives up what it does.
                if Task.isCancelled { throw error }
                if failures.begins(step.name) {
                    logger.warning("housekeeping failed", metadata: ["step": "\(step.name)", "cause": "\(error)"])
                }
                failure = failure ?? error
            }
        }
        if let failure { throw failure }
    }
}

/// The steps that fail, so that each is logged once and not each minute, and how often they have.
final class StepFailures: Sendable {
    private struct State {
        var failing: Set<String> = []
        var counts: [String: Int] = [:]
    }

    private let state = Mutex(State())

    /// Counts a failure, and says whether the step did not fail the time before.
    func begins(_ step: String) -> Bool {
        state.withLock { state in
            state.counts[step, default: 0] += 1
            return state.failing.insert(step).inserted
        }
    }

    /// Notes that a step succeeded, and says whether it failed the time before.
    func ends(_ step: String) -> Bool {
        state.withLock { $0.failing.remove(step) != nil }
    }

    /// The number of failures by step.
    var family: MetricFamily {
        let counts = state.withLock { $0.counts }
        return MetricFamily(
            "cerca_housekeeping_failures_total", .counter, "Failures of what is done once a minute, by step.",
            counts.sorted { $0.key < $1.key }.map { MetricFamily.Sample($0.value, [("step", $0.key)]) })
    }
}
