import AnonymousCredentials
import Basics
import Loyalty
import RadioMaps

extension PhoneCounting {
    /// Asks for the credential of a month whose instant has come, away from any visit; throws when a file cannot be written.
    func askForCredentials(at now: Timestamp) async throws {
        let venues = Set(terms.filter(\.value.allowsReports).map(\.key.venue))
        var wanted = Set(venues.compactMap { places[$0] }.map { ReportPeriod(containing: $0.days.day(now)) })
        if refinesMaps { wanted.insert(ReportPeriod(containing: MapRefinement.day(of: now))) }
        for period in wanted.sorted() where !store.isHad(period) {
            guard let instant = store.asksAt(period) else {
                try store.ask(period, at: later(than: now, by: 0..<Self.askMilliseconds))
                continue
            }
            guard instant <= now, let begun, now.milliseconds(since: begun) >= Self.visitMilliseconds else { continue }
            if let heard, now.milliseconds(since: heard) < Self.visitMilliseconds {
                try store.ask(period, at: later(than: now, by: Self.pause))
                continue
            }
            do throws(PhoneServerError) {
                credentials[period] = try await credential(of: period)
            } catch .refused(code: "counting.credential_had") {
                // Another phone, or a process that was stopped before it could make anything: not before next month.
                try store.keep([], of: period)
                continue
            } catch {
                try store.ask(period, at: later(than: now, by: Self.pause))
                continue
            }
            try present(of: period, from: now)
        }
    }

    /// Makes the presentations of a period that there are not yet, from the first day of which reports may still come.
    func present(of period: ReportPeriod, from now: Timestamp? = nil) throws {
        guard var credential = credentials[period] else { return }
        var made: [(place: ShopDay, cube: Cube, presentation: [UInt8])] = []
        for shop in terms.filter(\.value.allowsReports).keys.sorted() {
            guard let place = places[shop.venue], let now = now ?? followed else { continue }
            let first = max(period.firstDay, place.days.day(now) - ReportTimes.lastDays)
            guard first <= period.lastDay else { continue }
            for day in first...period.lastDay {
                for cube in Cube.allCases {
                    let of = ShopDay(shop: shop, day: day)
                    // One that was made before is made no second time: the credential refuses.
                    if let bytes = credential.present(of.context(cube)) { made.append((of, cube, bytes)) }
                }
            }
        }
        // Those for radio maps are made whether the owner agrees now or not: a credential is had once a month.
        var residuals: [(day: Int, presentation: [UInt8])] = []
        if let now = now ?? followed {
            for day in max(period.firstDay, MapRefinement.day(of: now) - 1)..<period.lastDay + 1 {
                if let bytes = credential.present(BeaconResidual.context(of: day)) { residuals.append((day, bytes)) }
            }
        }
        credentials[period] = credential
        try refinement.keep(residuals)
        try store.keep(made, of: period)
    }

    private func credential(of period: ReportPeriod) async throws(PhoneServerError) -> AnonymousCredential {
        if requests[period] == nil, let key = try await anonymous.issuers()[period] {
            requests[period] = CredentialRequest(context: period.context, publicKey: key)
        }
        guard let request = requests[period] else { throw .unreachable(reason: "the server issues no credential yet") }
        let answer = try await account.issueCredential(request.bytes, of: period)
        guard let credential = request.credential(from: answer) else {
            throw .refused(code: "counting.invalid_request")
        }
        requests[period] = nil
        return credential
    }
}
