import API
import AccountService
import Accounts
import Basics
import Exposure
import HTTPKit
import Hummingbird

extension RouteHandlers {
    /// The health authority's console.
    package mutating func addHealthRoutes(_ health: HealthService) {
        addCodeRoutes(health.exposure)
        addCaseRoutes(health)
        addWatchRoutes(health.exposure, health)
        addPublicationRoutes(health)
    }

    private mutating func addCodeRoutes(_ exposure: ExposureService) {
        on(Routes.exposureCodes) { _ in
            ExposureCodesBody(
                codes: try await exposure.codes().map { code in
                    ExposureCodeBody(
                        id: code.id, state: ExposureCodeState(code.state), issuedOn: code.issuedOn.description)
                })
        }
        on(Routes.issueCode) { call in
            let issued = try await exposure.issueCode(by: try call.actor)
            return IssuedCodeBody(id: issued.id, code: issued.code, expiresAt: issued.expiresAt)
        }
        on(Routes.withdrawCode) { call in
            try await exposure.withdrawCode(try call.id, by: try call.actor)
        }
        on(Routes.setCodeOnset) { call, body in
            try await exposure.setOnset(try body.day(for: exposure), ofCode: try call.id)
        }
        on(Routes.restoreCode) { call in
            try await exposure.restoreCode(try call.id, by: try call.actor)
        }
    }

    private mutating func addCaseRoutes(_ health: HealthService) {
        on(Routes.healthCases) { _ in
            HealthCasesBody(cases: try await health.cases().map(HealthCaseBody.init))
        }
        on(Routes.registerCase) { call, body in
            let result = try await health.register(body.text, by: try call.actor)
            return RegisteredCaseBody(
                registered: HealthCaseBody(result.registered), isDuplicate: result.isDuplicate)
        }
        on(Routes.approveCase) { call in
            HealthCaseBody(try await health.approve(try call.id, by: try call.actor))
        }
        on(Routes.rejectCase) { call in
            HealthCaseBody(try await health.reject(try call.id, by: try call.actor))
        }
    }

    private mutating func addWatchRoutes(_ exposure: ExposureService, _ health: HealthService) {
        @Sendable func brake() async throws -> BrakeBody {
            BrakeBody(try await exposure.brake())
        }
        on(Routes.brake) { _ in try await brake() }
        on(Routes.releaseHeld) { call in
            try await exposure.releaseHeld(by: try call.actor)
            return try await brake()
        }
        on(Routes.discardHeld) { call in
            try await exposure.discardHeld(by: try call.actor)
            return try await brake()
        }
        on(Routes.audit) { _ in AuditBody(try await health.audit()) }
    }
}

extension CodeOnsetBody {
    /// The day, or none; throws for what can be no onset now.
    fileprivate func day(for exposure: ExposureService) throws -> UTCDay? {
        guard let onset else { return nil }
        guard let day = DayText.day(onset).map(UTCDay.init(number:)), exposure.canBeOnset(day) else {
            throw Refusal(.requestInvalid, detail: "onset must be a day of the last 21.")
        }
        return day
    }
}

extension RouteCall {
    /// Who of the staff asks.
    var actor: AuditActor {
        get throws(ServiceError) { .account(try session.accountID) }
    }

    /// The identifier in the path.
    var id: String {
        get throws(BodyError) { try value(RouteParameters.id) }
    }
}

extension BrakeBody {
    fileprivate init(_ state: BrakeState) {
        let held = Dictionary(state.held.map { ($0.release, $0.keys) }, uniquingKeysWith: +)
        let batches = state.earlier.map { ($0.release, $0.uploads) } + [(state.release, state.uploads)]
        self.init(
            state: state.isOn ? .holding : .watching, held: state.held.reduce(0) { $0 + $1.keys },
            limit: state.limit,
            batches: batches.map { BrakeBatchBody(release: $0, uploads: $1, held: held[$0] ?? 0) })
    }
}

extension AuditActor {
    /// As it travels.
    fileprivate var kind: AuditActorKind {
        switch self {
        case .account: .account
        case .operatorOfTheMachine: .operator
        case .server: .server
        }
    }
}

extension ExposureCodeState {
    /// As it travels.
    fileprivate init(_ state: CodeRecord.State) {
        switch state {
        case .waiting: self = .waiting
        case .used: self = .used
        case .expired: self = .expired
        case .withdrawn: self = .withdrawn
        }
    }
}

extension HealthCaseState {
    /// As it travels.
    fileprivate init(_ state: HealthCase.State) {
        switch state {
        case .pending: self = .pending
        case .approved: self = .approved
        case .rejected: self = .rejected
        case .expired: self = .expired
        }
    }
}

extension HealthCaseBody {
    fileprivate init(_ value: HealthCase) {
        self.init(
            id: value.id, state: HealthCaseState(value.state), firstDay: value.firstDay.description,
            registeredOn: value.registeredOn.description, decidedOn: value.decidedOn?.description,
            checkWords: value.checkWords)
    }
}

extension AuditBody {
    fileprivate init(_ report: AuditReport) {
        let tallies = report.tallies.map { tally in
            AuditEntryBody(
                number: nil, at: tally.day.begin, actor: tally.actor?.kind ?? .server,
                email: tally.actor.flatMap { report.emails[$0] }, action: tally.action.rawValue,
                times: Int(tally.times))
        }
        let entries = report.entries.map { entry in
            // What it was done to stays in the database: an identifier would say nothing to a reader.
            let isCount = AuditAction.countedByDay.contains(entry.action)
            return AuditEntryBody(
                number: Int(entry.number), at: entry.at, actor: entry.actor?.kind ?? .server,
                email: entry.actor.flatMap { report.emails[$0] }, action: entry.action.rawValue,
                times: isCount ? Int(entry.subject) : nil)
        }
        // A day's counts come below what has an instant of that day.
        let place = entries.firstIndex { entry in tallies.first.map { entry.at < $0.at } ?? true } ?? entries.endIndex
        self.init(
            isIntact: report.isIntact, total: Int(report.entries.first?.number ?? 0),
            entries: Array(entries[..<place]) + tallies + Array(entries[place...]))
    }
}
