import Beacons
import Crypto
import Exposure
import Loyalty
import LoyaltyService
import Storage

// How a person who reported tells where they were. The upload of keys and a contribution have nothing in common that the
// server could store, by design and by cryptography: see `VenueDayCredential` and `Docs/protocols/risk-zones.md`.

extension ZoneService {
    /// The issuer of today's period, with the public key that every phone must see alike.
    package func venueDayIssuer() async throws(ZoneError) -> VenueDayIssuer {
        try await issuer(of: VenueDayPeriod(containing: today))
    }

    /// The blinded answer to a phone's request for a credential.
    ///
    /// An upload has one credential: the same request gets the same answer again, another one is refused.
    ///
    /// - Parameters:
    ///   - uploadSecret: The secret that the phone chose for its upload.
    ///   - isFake: Whether the request only makes traffic: it costs the server as much, and its answer is of no use.
    package func issueVenueDayCredential(
        to request: [UInt8], period: VenueDayPeriod, uploadSecret: String, isFake: Bool
    ) async throws(ZoneError) -> [UInt8] {
        let current = try await venueDayIssuer()
        if isFake { return try await pretendCredential(to: request, of: current, uploadSecret) }
        guard period == current.period else { throw .refused }
        do {
            guard try await acceptedUpload(uploadSecret) else { throw ZoneError.refused }
        } catch {
            throw .from(error)
        }
        let claim = Array(SHA256.hash(data: Array("cerca venue-day claim 1 \(uploadSecret)".utf8)))
        if let known = try await reading({ try VenueDayStore($0).answer(to: claim).map { [$0.request, $0.response] } })
        {
            guard known[0] == request else { throw .refused }
            return known[1]
        }
        guard let response = current.issue(request) else { throw .refused }
        let isFirst = try await writing { connection in
            try VenueDayStore(connection).insertAnswer(response, to: request, claim: claim, period: period)
        }
        // Two requests at once: only one of their answers is worth anything.
        guard isFirst else { throw .refused }
        return response
    }

    /// Takes one contribution; the same one again changes nothing and is answered alike.
    ///
    /// - Parameter isFake: Whether it only makes traffic; it is checked like any other and not counted.
    package func contribute(
        _ place: VenueDay, period: VenueDayPeriod, presentation: [UInt8], isFake: Bool
    ) async throws(ZoneError) {
        guard let days = period.tellable(on: today), days.contains(place.day) else { throw .unknown }
        let venue: Venue
        do { venue = try await loyalty.venue(place.venue) } catch { throw .service(error) }
        guard venue.shop(major: place.major) != nil else { throw .unknown }
        let issuer = try await issuer(of: period)
        let tag = issuer.tag(of: presentation, for: place)
        if isFake { return try await writing { _ in } }
        guard let tag else { throw .refused }
        let mark = Array(SHA256.hash(data: tag))
        try await writing { try VenueDayStore($0).count(place, mark: mark) }
    }

    /// Does what takes a real request its time, queues included, with an answer of the same size.
    private func pretendCredential(
        to request: [UInt8], of issuer: VenueDayIssuer, _ uploadSecret: String
    ) async throws(ZoneError) -> [UInt8] {
        do { _ = try await acceptedUpload(uploadSecret) } catch { throw .from(error) }
        _ = try await reading { try VenueDayStore($0).answer(to: []) != nil }
        // An answer by a key of nobody: what is signed for no upload must not count.
        let response = VenueDayIssuer(period: issuer.period).issue(request)
        try await writing { _ in }
        guard let response else { throw .refused }
        return response
    }

    private func issuer(of period: VenueDayPeriod) async throws(ZoneError) -> VenueDayIssuer {
        if let known = try await reading({ try VenueDayStore($0).issuer(of: period) }) { return known }
        // Only the present period gets an issuer: one that is gone has been deleted with its secret.
        guard period == VenueDayPeriod(containing: today) else { throw .refused }
        let made = VenueDayIssuer(period: period)
        let kept = try await writing { connection in
            let store = VenueDayStore(connection)
            try store.insert(made)
            return try store.issuer(of: period)
        }
        guard let kept else { throw .refused }
        return kept
    }
}
