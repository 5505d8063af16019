import Basics
import Beacons
import Exposure
import Logging
import Radio

/// What happens while a phone traces.
public enum TracingEvent: Sendable, Equatable {
    /// The radio is set up, with these commands; its advertisements state this power in dBm, nil = none is known.
    case started(commands: ControllerCapabilities.CommandFamily, transmitPower: Int8?)
    /// Something to tell the owner.
    case notice(TracingNotice)
    /// Batches were asked for.
    case synchronised(SyncReport)
    /// The controller went away; it is being opened again.
    case radioLost(reason: String)
    /// The controller is back.
    case radioBack
}

/// Tracing on a real radio: it sends, collects, and synchronises when it is time.
public struct TracingRadio: Sendable {
    /// How a radio is used for tracing.
    public struct Setting: Sendable {
        /// Milliseconds from one advertisement to the next; Android's "balanced" is 250.
        public var intervalMilliseconds = 250
        /// When it listens, a third of the time unless told otherwise.
        public var scanTiming = ScanTiming.third
        /// The power in dBm to ask the controller for, or to state where it cannot be asked; nil = its own choice.
        public var transmitPower: Int8?

        /// The published system's: every 250 ms, and listening a third of the time.
        public init() {}
    }

    private let session: TracingSession
    private let synchroniser: Synchroniser?
    private let controller: Controller
    private let clock: TracingClock

    /// Tracing on the controller at `transport`; without a synchroniser it only sends and collects.
    public init(
        transport: TransportAddress, session: TracingSession, synchroniser: Synchroniser?, setting: Setting = Setting(),
        clock: TracingClock, logger: Logger
    ) {
        self.session = session
        self.synchroniser = synchroniser
        self.clock = clock
        let broadcast = session.broadcast
        let plan = AdvertisingPlan(
            intervalMilliseconds: setting.intervalMilliseconds, requesting: setting.transmitPower
        ) { instant, power in
            broadcast.moment(at: clock.time(ofSystem: instant), transmitPower: power)
        }
        controller = Controller(
            transport: transport,
            role: HCIHost.Role(scan: true, advertise: plan, scanTiming: setting.scanTiming), logger: logger)
    }

    /// Runs until it is cancelled, and tells `emit` what happens, in order; what was heard is written down at the end.
    public func run(emit: @escaping @Sendable (TracingEvent) async throws -> Void) async throws {
        do {
            try await work(emit)
        } catch {
            try? await session.flush()
            throw error
        }
        try await session.flush()
    }

    private func work(_ emit: @escaping @Sendable (TracingEvent) async throws -> Void) async throws {
        for notice in try await session.tick(at: clock.now) { try await emit(.notice(notice)) }
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await controller.run { event in
                    switch event {
                    case .heard(let heard):
                        await session.hear(
                            HeardAdvertisement(
                                time: clock.time(ofSystem: heard.time), address: heard.address, rssi: heard.rssi,
                                data: heard.data))
                    case .ready(let capabilities):
                        try await emit(
                            .started(
                                commands: capabilities.commandFamily, transmitPower: capabilities.advertisingPower))
                    case .lost(let reason): try await emit(.radioLost(reason: reason))
                    case .back: try await emit(.radioBack)
                    }
                }
            }
            group.addTask {
                while true {
                    // A clock that runs fast for a test needs as many ticks for each of its seconds, within reason.
                    try await Task.sleep(for: .milliseconds(clock.speed > 1 ? 50 : 1000))
                    for notice in try await session.tick(at: clock.now) { try await emit(.notice(notice)) }
                }
            }
            if let synchroniser {
                group.addTask {
                    while true {
                        if let report = try await synchroniser.followSchedule() {
                            try await emit(.synchronised(report))
                            for notice in report.notices { try await emit(.notice(notice)) }
                        }
                        try await Task.sleep(for: .milliseconds(clock.speed > 1 ? 500 : 15_000))
                    }
                }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }
}

/// A clock that follows the system's, moved and perhaps faster, for tests.
public struct TracingClock: Sendable {
    /// How many of its seconds pass in one of the system's.
    public let speed: Double
    private let offset: Int64
    private let start: Timestamp
    private let system: @Sendable () -> Timestamp

    /// A clock that now shows the system's time moved by `offsetSeconds`, and runs `speed` times as fast.
    public init(
        offsetSeconds: Int64 = 0, speed: Double = 1,
        system: @escaping @Sendable () -> Timestamp = Controller.systemClock
    ) {
        self.speed = speed
        self.system = system
        offset = offsetSeconds
        start = system()
    }

    /// The time that it shows.
    public var now: Timestamp { time(ofSystem: system()) }

    /// What it showed when the system's clock showed `instant`.
    public func time(ofSystem instant: Timestamp) -> Timestamp {
        let passed = instant.milliseconds(since: start)
        let own = speed == 1 ? passed : Int64((Double(passed) * speed).rounded())
        return start.advanced(bySeconds: offset).advanced(byMilliseconds: own)
    }
}
