import Basics
import Beacons
import Exposure
import Logging
import NIOCore
import Presence
import Radio

/// A phone on a real radio: it hears, ranges, proves where it is, and keeps what it could not send.
public struct Phone: Sendable {
    private let controller: Controller
    private let server: any PhoneServer
    private let tracing: TracingSession?
    private let counting: PhoneCounting?
    private let stays: PhoneStays?
    private let now: @Sendable () -> Timestamp
    private let logger: Logger

    /// A phone on the controller at `transport`, with `server` to prove presence to and `now` as its clock.
    ///
    /// With `tracing`, the same scan feeds tracing as well, and what tracing has to send is sent; synchronising is its
    /// owner's. With `counting`, what shops may know beside proofs is told as well; with `stays` time there is paid.
    public init(
        transport: TransportAddress, server: any PhoneServer, tracing: TracingSession? = nil,
        counting: PhoneCounting? = nil, stays: PhoneStays? = nil, now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        let plan = tracing.map { session in
            let broadcast = session.broadcast
            return AdvertisingPlan(
                intervalMilliseconds: TracingRadio.Setting().intervalMilliseconds, requesting: nil,
                moment: broadcast.moment(at:transmitPower:))
        }
        controller = Controller(
            transport: transport, role: HCIHost.Role(scan: true, advertise: plan), logger: logger)
        self.server = server
        self.tracing = tracing
        self.counting = counting
        self.stays = stays
        self.now = now
        self.logger = logger
    }

    /// Runs until it is cancelled, and tells `emit` what happens, in order; of regions, what `notices` selects.
    ///
    /// The network is slower than the air, so sightings are sent by a task of their own while the phone goes on
    /// hearing. `inputs` never end while it runs.
    public func run(
        core: PhoneCore, outbox: Outbox, notices: RegionNotices = RegionNotices(),
        inputs: AsyncStream<PhoneInput> = AsyncStream { _ in },
        emit: @escaping @Sendable (PhoneEvent) async throws -> Void
    ) async throws {
        let session = PhoneSession(core: core, outbox: outbox, notices: notices)
        do {
            try await work(session, inputs, emit: emit)
        } catch {
            try? await tracing?.flush()
            try? await counting?.save()
            throw error
        }
        try await tracing?.flush()
        try await counting?.save()
    }

    private func work(
        _ session: PhoneSession, _ inputs: AsyncStream<PhoneInput>,
        emit: @escaping @Sendable (PhoneEvent) async throws -> Void
    ) async throws {
        let (toSend, sender) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (toCount, counter) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let (toStay, stayer) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await controller.run { event in
                    switch event {
                    case .heard(let advertisement):
                        await session.hear(advertisement)
                        await tracing?.hear(advertisement)
                    case .lost(let reason): try await emit(.radioLost(reason: reason))
                    case .back: try await emit(.radioBack)
                    case .ready: break
                    }
                }
            }
            group.addTask {
                while true {
                    try await Task.sleep(for: .seconds(1))
                    let (events, residuals, hasWork) = try await session.tick(at: now())
                    await counting?.follow(events, residuals, at: now())
                    counter.yield()
                    stayer.yield()
                    for event in await session.select(events) { try await emit(event) }
                    for notice in try await tracing?.tick(at: now()) ?? [] { try await emit(.tracing(notice)) }
                    if hasWork { sender.yield() }
                }
            }
            group.addTask {
                for await _ in toSend {
                    while let sighting = await session.next {
                        let outcome = await send(sighting)
                        for event in try await session.conclude(sighting, outcome, at: now()) { try await emit(event) }
                        if case .accepted(let proved) = outcome {
                            try await remember(sighting)
                            await counting?.proved(sighting)
                            try await stays?.proved(sighting, at: proved.at ?? now())
                        }
                        // Unreachable: the next second tries again.
                        if outcome == .unreachable { break }
                    }
                }
            }
            group.addTask {
                for await input in inputs {
                    for event in try await take(input, session) { try await emit(event) }
                }
            }
            group.addTask {
                for await _ in toCount { try await counting?.work(at: now()) }
            }
            group.addTask {
                for await _ in toStay { try await stays?.work(at: now()) }
            }
            defer { group.cancelAll() }
            try await group.next()
        }
    }

    /// Takes in what reaches the phone beside what it hears, and gives what is told of it at once.
    private func take(_ input: PhoneInput, _ session: PhoneSession) async throws -> [PhoneEvent] {
        switch input {
        case .updatePosition: await session.updatePosition(at: now())
        case .screen(let isOn): return await session.setScreen(isOn: isOn)
        case .event(let event): return [event]
        case .knowledge(let knowledge):
            await session.take(knowledge)
            try await counting?.take(knowledge)
            await stays?.take(knowledge)
        }
        return []
    }

    /// What was proved may be told after a report, by day, if the owner wants it remembered.
    private func remember(_ sighting: PresenceSighting) async throws {
        let place = VenueDay(
            venue: sighting.identity.uuid, major: sighting.identity.major,
            day: UTCDay(containing: sighting.heardAt).number)
        try await tracing?.take { $0.proved(place) }
    }

    private func send(_ sighting: PresenceSighting) async -> SightingOutcome {
        do {
            return .accepted(try await server.prove(sighting))
        } catch {
            switch error {
            case .refused(let code):
                return .refused(code: code)
            case .unreachable(let reason):
                logger.debug("The sighting waits", metadata: ["reason": "\(reason)"])
                return .unreachable
            }
        }
    }
}

/// Owns the phone's state, which the radio, the clock and the network all touch.
private actor PhoneSession {
    private var core: PhoneCore
    private var outbox: Outbox
    private var notices: RegionNotices

    init(core: PhoneCore, outbox: Outbox, notices: RegionNotices) {
        self.core = core
        self.outbox = outbox
        self.notices = notices
    }

    func updatePosition(at now: Timestamp) {
        core.updatePosition(at: now)
    }

    func setScreen(isOn: Bool) -> [PhoneEvent] {
        notices.setScreen(isOn: isOn)
    }

    /// What of a second's events the owner wants to be told.
    func select(_ events: [PhoneEvent]) -> [PhoneEvent] {
        notices.select(events)
    }

    func take(_ knowledge: PhoneKnowledge) {
        if let venues = knowledge.venues { core.replaceVenues(venues) }
        core.choices = knowledge.choices
    }

    func hear(_ advertisement: HeardAdvertisement) {
        core.hear(advertisement)
    }

    /// What the second came to, and whether something waits to be sent.
    func tick(at now: Timestamp) throws -> (events: [PhoneEvent], residuals: [MapResidual], hasWork: Bool) {
        let second = core.tick(at: now)
        if let sighting = second.sighting { try outbox.append(sighting) }
        return (second.events, second.residuals, !outbox.waiting.isEmpty)
    }

    /// The sighting that waits the longest.
    var next: PresenceSighting? { outbox.waiting.first }

    func conclude(_ sighting: PresenceSighting, _ outcome: SightingOutcome, at now: Timestamp) throws -> [PhoneEvent] {
        core.conclude(sighting, outcome, at: now)
        switch outcome {
        case .unreachable:
            return []
        case .refused(let code):
            try outbox.remove(sighting)
            return [.sightingRejected(code: code)]
        case .accepted(let proved):
            try outbox.remove(sighting)
            return [.sightingAccepted(proved)] + proved.offers.map { .offerReceived(shop: proved.shop, $0) }
        }
    }
}
