import API
import Basics
import Exposure
import ExposureService
import ExposureWire
import Phone
import QRCode
import Radio
import Synchronization

/// Tracing on a guest's phone in the simulation, which its owner uses from the page like an own one.
///
/// It sends, collects and compares like every other, but is heard in an air of its own (see `GuestAir`), so that a seed
/// lives the same day whether or not somebody visits it: a guest can be warned, and a guest's report warns those who were
/// near, visitors and other guests, and is counted apart.
final class GuestTracing: Sendable {
    /// One installation; deleting everything begins another.
    private struct Installation: Sendable {
        /// Counted from 0.
        var number = 0
        /// The first day that the key of a report which was taken speaks of.
        var reportedFrom: UTCDay?
        let session: TracingSession
        let synchroniser: Synchroniser
        let reporter: Reporter
        let teller: VenueDayTeller
    }

    private let server: SimulatedExposureServer
    private let installation: Mutex<Installation>

    /// A phone on which tracing was never switched on.
    init(server: SimulatedExposureServer) {
        self.server = server
        installation = Mutex(Self.install(server))
    }

    private static func install(_ server: SimulatedExposureServer) -> Installation {
        var random = SystemRandomNumberGenerator()
        let session = TracingSession(tracer: Tracer(using: &random))
        let clock: @Sendable () -> Timestamp = { server.clock.now }
        return Installation(
            session: session,
            synchroniser: Synchroniser(
                session: session, server: server, base: "in-process", pinnedKey: server.service.publicKeyPEM,
                clock: clock),
            reporter: Reporter(session: session, server: server, venueDays: server, clock: clock),
            teller: VenueDayTeller(session: session, server: server, clock: clock))
    }

    private var current: Installation { installation.withLock { $0 } }

    /// What the phone sends at an instant.
    func moment(at now: Timestamp) -> AdvertisingMoment {
        current.session.broadcast.moment(at: now)
    }

    /// Which installation it is, whether tracing is on, and from which day on its report speaks, once that was taken.
    func standing() async -> (installation: Int, isOn: Bool, reportedFrom: UTCDay?) {
        let current = current
        return (current.number, await current.session.tracer.state == .on, current.reportedFrom)
    }

    /// Whether the phone warns its owner.
    var isWarned: Bool {
        get async { await !current.session.tracer.exposureDays.isEmpty }
    }

    /// Takes in what other phones sent.
    func hear(_ advertisements: [HeardAdvertisement]) async {
        let heard = advertisements.filter { SimulatedTracing.isListening(at: $0.time) }
        guard !heard.isEmpty else { return }
        let session = current.session
        for advertisement in heard { await session.hear(advertisement) }
    }

    /// Follows the time, and asks the server when that is due.
    func live(at now: Timestamp) async {
        let current = current
        // Without a store nothing can fail to be written down.
        _ = try? await current.session.tick(at: now)
        if let due = await current.session.tracer.settings.nextSync, due <= now {
            _ = await current.synchroniser.synchronise()
        }
        _ = try? await current.teller.sendDue()
    }

    /// Takes in that the phone proved to be in a shop, which its owner may want to tell the venue after a report.
    func proved(_ place: VenueDay) async {
        _ = try? await current.session.take { $0.proved(place) }
    }

    /// The phone as its owner's page sees it; `base` is the address of that page.
    func shown(at base: String) -> any ServedPhone {
        Shown(phone: self, base: base)
    }

    private struct Shown: ServedPhone {
        let phone: GuestTracing
        let base: String

        func tracing() async throws -> TracingBody {
            TracingBody(await phone.current.session.tracer, at: phone.server.clock.now)
        }

        func setTracing(on: Bool) async throws {
            let (current, now) = (phone.current, phone.server.clock.now)
            guard on else {
                try await current.session.take { $0.switchOff(at: now) }
                return
            }
            guard try await current.session.switchOn(at: now) else {
                throw ProblemCode.exposureAlreadyReported.problem()
            }
            // A report asks whether the venue may learn of them; until then they stay on the phone.
            try await current.session.take { $0.rememberVenueDays(true) }
            _ = await current.synchroniser.synchronise()
        }

        func synchronise() async throws {
            _ = await phone.current.synchroniser.synchronise()
        }

        func report(with code: ReportCode, tellsVenueDays: Bool) async throws {
            let first = await phone.current.session.tracer.publishable(at: phone.server.clock.now)?.day
            switch try await phone.current.reporter.report(code, tellsVenueDays: tellsVenueDays) {
            case .taken: phone.installation.withLock { $0.reportedFrom = first }
            case .refused, .notUnderstood, .nothingToReport: throw ProblemCode.exposureCodeRefused.problem()
            case .alreadyReported: throw ProblemCode.exposureAlreadyReported.problem()
            case .later: throw ProblemCode.requestTooManyAttempts.problem()
            case .unknown: throw ProblemCode.storageUnavailable.problem()
            }
        }

        func caseCode() async throws -> CaseCodeBody {
            let tracer = await phone.current.session.tracer
            guard tracer.state != .reported else { throw ProblemCode.exposureAlreadyReported.problem() }
            guard let code = tracer.caseCode(at: phone.server.clock.now) else {
                throw ProblemCode.exposureNoPhone.problem()
            }
            let url = code.url(base: base)
            return CaseCodeBody(url: url, checkWords: code.checkWords, modules: try QRCode(url).rows)
        }

        func deleteEverything() async throws {
            let new = GuestTracing.install(phone.server)
            phone.installation.withLock { installation in
                let number = installation.number + 1
                installation = new
                installation.number = number
            }
        }
    }
}

extension TracingBody {
    /// What the owner of a phone sees of its tracing.
    init(_ tracer: Tracer, at now: Timestamp) {
        let today = UTCDay(containing: now)
        let counts = Dictionary(uniqueKeysWithValues: tracer.contactDays.map { ($0.day, $0.contacts) })
        let oldest = today.advanced(by: -tracer.policy.retentionDays)
        var day = max(oldest, min(tracer.settings.startedOn ?? today, counts.keys.min() ?? today))
        var contacts: [ContactDayBody] = []
        while day <= today, tracer.state != .never {
            contacts.append(
                ContactDayBody(
                    day: day.description, daysAgo: today.days(since: day), contacts: counts[day] ?? 0))
            day = day.advanced(by: 1)
        }
        let reportable = tracer.publishable(at: now).map { key in
            ReportableDaysBody(from: key.day.description, to: today.description)
        }
        self.init(
            state: tracer.state.apiValue, since: tracer.settings.since?.description, now: now,
            lastSync: tracer.settings.lastSync, nextSync: tracer.state == .on ? tracer.settings.nextSync : nil,
            contacts: contacts,
            exposures: tracer.exposureDays.map { exposure in
                ExposureDayBody(
                    day: exposure.day.description, daysAgo: today.days(since: exposure.day),
                    foundOn: exposure.foundOn.description, minutes: exposure.minutes,
                    probability: exposure.probability, grade: ExposureGrade(exposure.grade))
            },
            notices: tracer.settings.notices.reversed().map { TracingNoticeBody($0, today: today) },
            reportable: reportable,
            venueDays: tracer.settings.venueDays.places.isEmpty ? nil : tracer.settings.venueDays.places.count,
            gaps: tracer.settings.gaps.isEmpty ? nil : tracer.settings.gaps.count,
            codesHaveCheckDigit: tracer.settings.server?.codesHaveCheckDigit)
    }
}

extension TracingNoticeBody {
    /// A notice as its owner sees it.
    fileprivate init(_ notice: TracingNotice, today: UTCDay) {
        let kind: TracingNoticeKind
        var heartbeat: Int?
        var missed: Int?
        switch notice.kind {
        case .heartbeat(let days):
            kind = .heartbeat
            heartbeat = days
        case .exposure: kind = .exposure
        case .reported: kind = .reported
        case .missedBatches(let count):
            kind = .missedBatches
            missed = count
        }
        self.init(
            kind: kind, day: notice.day.description, daysAgo: today.days(since: notice.day), heartbeat: heartbeat,
            missed: missed)
    }
}

extension TracingState {
    /// As it travels.
    fileprivate var apiValue: TracingStateName {
        switch self {
        case .never: .never
        case .on: .on
        case .off: .off
        case .reported: .reported
        }
    }
}

extension ExposureGrade {
    /// As it travels.
    fileprivate init(_ grade: RiskGrade) {
        switch grade {
        case .low: self = .low
        case .medium: self = .medium
        case .high: self = .high
        }
    }
}
