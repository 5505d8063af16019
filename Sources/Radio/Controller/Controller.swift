import Basics
import Logging
import NIOCore

#if canImport(Darwin)
    import Darwin
#elseif canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// What happens on a controller.
public enum ControllerEvent: Sendable, Equatable {
    /// The controller is set up and does what its role says.
    case ready(ControllerCapabilities)
    /// An advertisement was heard.
    case heard(HeardAdvertisement)
    /// The controller went away, for a reason in one line; it is tried again.
    case lost(reason: String)
    /// The controller works again, after `lost`.
    case back(ControllerCapabilities)
}

/// A controller behind a transport, kept at work: opened, set up, and opened again when it goes away.
public struct Controller: Sendable {
    private let transport: TransportAddress
    private let role: HCIHost.Role
    private let logger: Logger
    private let backOff: BackOff
    private let generator: any RandomNumberGenerator & Sendable
    private let clock: @Sendable () -> Timestamp

    /// A controller that is not open yet; its times are the system's.
    public init(transport: TransportAddress, role: HCIHost.Role, logger: Logger) {
        self.init(
            transport: transport, role: role, logger: logger, backOff: .standard,
            generator: SystemRandomNumberGenerator(), clock: Controller.systemClock)
    }

    /// A controller that is not open yet, with its own waits, randomness and clock.
    ///
    /// The clock stamps what is heard, and is what the plan's payloads are asked with.
    public init(
        transport: TransportAddress, role: HCIHost.Role, logger: Logger, backOff: BackOff,
        generator: any RandomNumberGenerator & Sendable, clock: @escaping @Sendable () -> Timestamp
    ) {
        self.transport = transport
        self.role = role
        self.logger = logger
        self.backOff = backOff
        self.generator = generator
        self.clock = clock
    }

    /// The system's clock.
    public static let systemClock: @Sendable () -> Timestamp = {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    /// Runs until cancelled, and hands over each event in order.
    ///
    /// A transport that cannot be opened at the first time, or a controller that does not come up then, is thrown as
    /// `TransportError` or `ControllerFailure`: waiting would not mend a wrong name. Once it was ready, a controller
    /// that goes away is reported as `lost` and opened again with growing waits until it is `back`. What `handle`
    /// throws ends the run and is thrown on; cancelling throws `CancellationError`.
    public func run(
        isolation: isolated (any Actor)? = #isolation, _ handle: (ControllerEvent) async throws -> Void
    ) async throws {
        var generator = generator
        var wasReady = false
        var isLost = false
        var failures = 0
        while true {
            try Task.checkCancellation()
            let reason: String
            do {
                let connection = try await Transport.open(transport, role: role, clock: clock)
                reason = try await connection.executeThenClose { inbound in
                    try await serve(inbound) { signal in
                        switch signal {
                        case .heard(let advertisement):
                            try await handle(.heard(advertisement))
                        case .ready(let capabilities):
                            try await handle(isLost ? .back(capabilities) : .ready(capabilities))
                            wasReady = true
                            isLost = false
                            failures = 0
                        }
                    }
                }
            } catch let error as TransportError {
                try Task.checkCancellation()
                guard wasReady else { throw error }
                reason = error.description
            }
            try Task.checkCancellation()
            guard wasReady else { throw ControllerFailure(reason: reason) }
            if !isLost {
                isLost = true
                try await handle(.lost(reason: reason))
            }
            let delay = backOff.delay(afterFailures: failures, using: &generator)
            failures += 1
            logger.debug("controller is tried again", metadata: ["delay": "\(delay)", "reason": "\(reason)"])
            try await Task.sleep(for: delay)
        }
    }

    /// Hands over what comes from an open controller; the reason why nothing more comes.
    private func serve(
        isolation: isolated (any Actor)? = #isolation,
        _ inbound: NIOAsyncChannelInboundStream<HCIHostHandler.Signal>,
        _ handle: (HCIHostHandler.Signal) async throws -> Void
    ) async throws -> String {
        var signals = inbound.makeAsyncIterator()
        while true {
            let signal: HCIHostHandler.Signal?
            do {
                signal = try await signals.next(isolation: isolation)
            } catch {
                try Task.checkCancellation()
                return Self.reason(error)
            }
            try Task.checkCancellation()
            guard let signal else { return "the controller closed the connection" }
            try await handle(signal)
        }
    }

    private static func reason(_ error: any Error) -> String {
        switch error {
        case let error as HCIError: error.description
        case let error as IOError: "the connection broke: \(String(cString: strerror(error.errnoCode)))"
        default: "the connection broke"
        }
    }
}

/// A controller that did not come up.
public struct ControllerFailure: Error, Equatable, Sendable, CustomStringConvertible {
    /// Why, in one line.
    public let reason: String

    /// The reason, as it is logged.
    public var description: String { reason }
}
