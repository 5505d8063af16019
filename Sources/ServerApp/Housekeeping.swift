import AccountService
import CountingService
import DeliveryService
import ExposureService
import HTTPKit
import InboxService
import Logging
import LoyaltyService
import MarketCompatibility
import MarketService
import ServiceKit
import ServiceLifecycle
import StayService
import VenueOperationService
import VenueStaffService

/// Removes once a minute what the server need not keep any longer, and counts what is over.
package struct Housekeeping: NamedService {
    private let services: ServerServices
    private let logger: Logger

    /// Housekeeping for `services`.
    package init(services: ServerServices, logger: Logger) {
        self.services = services
        self.logger = logger
    }

    /// Runs until the server stops.
    package func run() async throws {
        await cancelWhenGracefulShutdown {
            while (try? await Task.sleep(for: .seconds(60))) != nil {
                do {
                    try await prune()
                } catch {
                    logger.warning("housekeeping failed", metadata: ["cause": "\(error)"])
                }
            }
        }
    }

    /// Removes once what need not be kept, and counts what is over.
    package func prune() async throws {
        try await services.loyalty.prune(at: services.clock.now())
        try await services.counting.keepCounting(at: services.clock.now())
        try await services.stays.prune(at: services.clock.now())
        try await services.venueOperation.keepHouse(at: services.clock.now())
        try await services.radioMaps.keepHouse()
        try await services.accounts.prune(at: services.clock.now())
        try await services.identities.prune(at: services.clock.now())
        try await services.exposure.prune(at: services.clock.now())
        try await services.health.prune(at: services.clock.now())
        try await services.zones.prune(at: services.clock.now())
        try await services.inbox.prune(at: services.clock.now())
        try await services.push.prune(at: services.clock.now())
        try await services.push.remind(at: services.clock.now())
        try await services.market.prune(at: services.clock.now())
        try await services.venueStaff.prune(at: services.clock.now())
        try await KeptEvents.prune(services.market.database, at: services.clock.now())
        try await services.requests.prune(at: services.clock.now())
    }
}
