import API
import AccountService
import Basics
import Exposure
import ExposureService
import HTTPKit
import Loyalty
import Phone

extension CentreSimulation {
    /// How often tracing follows the time, in milliseconds; what is heard and sent does not wait for it.
    private static let tracingInterval: Int64 = 15_000

    /// Lives a second of tracing: the true encounters, the phones' clocks, what is published, and the reports.
    mutating func followTracing() async throws {
        let (now, server) = (now, exposureServer)
        truth.observe(visitors.indices.map { isInside($0) ? visitors[$0].position : nil }, at: now)
        let isTime = now.milliseconds % Self.tracingInterval == 0 || part == .night
        for index in visitors.indices {
            if isTime { visitors[index].phone.tracing?.tick(at: now) }
            if let due = visitors[index].phone.tracing?.nextSync, due <= now {
                await visitors[index].phone.tracing?.synchronise(
                    with: server, verifier: server.verifier, at: now)
            }
            if isTime { visitors[index].guestTracing?.tick(at: now) }
            if let due = visitors[index].guestTracing?.nextSync, due <= now {
                await visitors[index].guestTracing?.synchronise(
                    with: server, verifier: server.verifier, at: now)
            }
        }
        await followGuestEncounters()
        await readWhatIsPublished()
        try await reportInfections()
        noteWarnings()
    }

    /// Looks at each batch as anybody can who knows the server's address.
    private mutating func readWhatIsPublished() async {
        while nextPublication < now {
            guard let answer = try? await exposureServer.batch(nextPublication),
                let batch = try? Synchroniser.checked(
                    answer, release: nextPublication, verifier: exposureServer.verifier, now: now)
            else { return }
            published += batch.keys
            nextPublication = BatchTime.next(after: nextPublication)
        }
    }

    /// When it is time each of the infected gets a code from the authority and reports with it.
    private mutating func reportInfections() async throws {
        let (now, server) = (now, exposureServer)
        guard now >= configuration.reportAt, now >= nextReport else { return }
        for (place, number) in truth.infected.enumerated() where truth.reported[place] == nil {
            // A code tells nothing of whom it is given to, so that the authority's own hand is all that is noted.
            let code = try await server.service.issueCode(by: .operatorOfTheMachine)
            if let key = await visitors[number].phone.tracing?.report(with: code.code, to: server, at: now) {
                truth.reported(place, from: key.day)
                reportedKeys.insert(key.key)
                report.exposure.reported += 1
            }
        }
        nextReport = now.advanced(bySeconds: 60)
    }

    /// Keeps how many were warned after each batch.
    private mutating func noteWarnings() {
        guard !truth.reported.isEmpty, now.milliseconds % 60_000 == 0 || part == .night else { return }
        let release = BatchTime.floor(now)
        guard release > configuration.reportAt, warnings.count < 1000 else { return }
        let count = warned.count
        if let last = warnings.indices.last, warnings[last].release == release {
            warnings[last].warned = count
        } else {
            warnings.append(DemoWarningsBody(release: release, warned: count))
        }
    }

    /// The visitors whose phones have warned them.
    var warned: Set<Int> {
        Set(visitors.indices.filter { visitors[$0].phone.tracing?.tracer.exposureDays.isEmpty == false })
            .subtracting(truth.infected)
    }

    /// Keeps what is true of encounters with guests, and which guests have reported.
    private mutating func followGuestEncounters() async {
        guard !guests.isEmpty, part != .night else { return }
        var sending: [(guest: GuestEncounters.Installation, position: PlanPosition)] = []
        var people = visitors.indices.filter { isInside($0) }.map { index -> GuestEncounters.Place in
            (.visitor(index), visitors[index].position)
        }
        for guest in guests {
            let (installation, isOn, first) = await guest.tracing.standing()
            let name = GuestEncounters.Installation(account: guest.session.accountID, number: installation)
            if let first { guestEncounters.reported(name, from: first) }
            guard isOn else { continue }
            sending.append((name, guest.position))
            people.append((.guest(guest.session.accountID), guest.position))
        }
        guestEncounters.observe(sending, among: people, at: now)
    }

    /// What reports of guests have come to.
    private func guestWarnings() async -> DemoGuestWarningsBody {
        let warnedVisitors = visitors.indices.filter { index in
            visitors[index].guestTracing?.tracer.exposureDays.isEmpty == false && !truth.infected.contains(index)
        }
        var warnedGuests = 0
        for guest in guests where await guest.tracing.isWarned { warnedGuests += 1 }
        let concerned = guestEncounters.concerned.filter { person in
            if case .visitor(let index) = person { !truth.infected.contains(index) } else { true }
        }
        return DemoGuestWarningsBody(
            reported: guestEncounters.reports, warnedVisitors: warnedVisitors.count, warnedGuests: warnedGuests,
            shouldHaveBeenWarned: concerned.count)
    }

    /// What tracing has come to so far; what stands in the database is for an audit to tell.
    var exposureSummary: SimulationReport.Exposure {
        var summary = report.exposure
        let concerned = truth.concerned(onlyReported: true)
        let warned = warned
        summary.warned = warned.count
        summary.shouldHaveBeenWarned = concerned.count
        summary.warnedOfThose = warned.intersection(concerned).count
        summary.falseWarnings = warned.subtracting(concerned).count
        let own = published.filter { reportedKeys.contains($0.key) }
        let joined = collector.joined(by: own, until: UTCDay(containing: now))
        summary.identifiersHeardByEavesdropper = collector.heard.count
        summary.longestChainBeforeReports = collector.longestChain
        summary.longestChainAfterReports = max(summary.longestChainBeforeReports, joined.max() ?? 0)
        summary.devicesLinkedAfterReports = joined.count { $0 > 1 }
        summary.keysPublished = own.count
        return summary
    }

    /// What an audit looks for in the server's database.
    var exposureAudit: ExposureAudit {
        var identifiers = Set(collector.heard.keys)
        for visitor in visitors {
            for entry in visitor.phone.tracing?.tracer.settings.keys?.entries ?? [] {
                identifiers.formUnion(entry.key.identifiers)
            }
        }
        return ExposureAudit(
            identifiers: identifiers, keys: Set(published.map(\.key.bytes)),
            accounts: Set(visitors.map(\.phone.session.accountID)), emails: Set(visitors.map(\.email)))
    }

    /// How each visitor stands, by number.
    private func states(warned: Set<Int>, concerned: Set<Int>) -> [DemoPersonState] {
        let infected = Set(truth.infected)
        return visitors.indices.map { number in
            if infected.contains(number) { return .infected }
            return switch (warned.contains(number), concerned.contains(number)) {
            case (true, true): .warned
            case (true, false): .needless
            case (false, true): .due
            case (false, false): .clear
            }
        }
    }

    /// What the page shows of tracing; before the first report, those who would have to be warned as things stand.
    func exposureBody(_ findings: ExposureAudit.Findings) async -> DemoExposureBody {
        let summary = exposureSummary
        let concerned = truth.concerned(onlyReported: !truth.reported.isEmpty)
        return DemoExposureBody(
            at: now, reportAt: configuration.reportAt, reported: summary.reported, warned: summary.warned,
            shouldHaveBeenWarned: concerned.count, warnedOfThose: summary.warnedOfThose,
            falseWarnings: summary.falseWarnings, people: states(warned: warned, concerned: concerned),
            spread: warnings, guests: await guestWarnings(),
            eavesdropper: DemoEavesdropperBody(
                identifiers: summary.identifiersHeardByEavesdropper,
                longestChainBefore: summary.longestChainBeforeReports,
                longestChainAfter: summary.longestChainAfterReports, devicesLinked: summary.devicesLinkedAfterReports),
            server: DemoServerKnowledgeBody(
                rows: findings.rows, keys: published.count, contacts: findings.contacts),
            authority: DemoAuthorityKnowledgeBody(
                codesIssued: findings.codesIssued, codesUsed: findings.codesUsed, names: findings.names,
                keysBesideNames: findings.keysBesideNames))
    }
}

extension SimulationReport.Exposure {
    /// Adds what a search of the database found.
    mutating func take(_ findings: ExposureAudit.Findings) {
        contactsKnownToServer = findings.contacts
        codesIssued = findings.codesIssued
        codesUsed = findings.codesUsed
        namesKnownToAuthority = findings.names
        keysBesideNames = findings.keysBesideNames
    }
}
