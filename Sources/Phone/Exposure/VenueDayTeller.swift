import API
import Basics
import Exposure

/// Tells a venue in which of its shops a person was who reported, one shop and day at a time; or only seems to.
///
/// A phone that remembers its venue days asks for a credential after each upload, report or decoy, and sends as many
/// contributions as it remembers shops and days. Only after a report whose owner agreed do they count: nobody on the way
/// sees the difference.
public struct VenueDayTeller: Sendable {
    private let session: TracingSession
    private let server: any VenueDayServer
    private let clock: @Sendable () -> Timestamp

    /// How often a request that got no answer is sent again; its secret half cannot be stored.
    private static let tries = 3

    /// A teller to `server`.
    public init(session: TracingSession, server: any VenueDayServer, clock: @escaping @Sendable () -> Timestamp) {
        self.session = session
        self.server = server
        self.clock = clock
    }

    /// Asks for a credential with the secret of an upload that was just answered, and plans a contribution for each shop
    /// and day at a time of its own within a day; nothing when the phone remembers none by its owner's wish.
    ///
    /// With `isFake` it only looks like that from outside.
    public func begin(uploadSecret: String, isFake: Bool) async throws(TracingStoreError) {
        let memory = await session.tracer.settings.venueDays
        guard memory.isOn, let issuer = try? await server.venueDayIssuer() else { return }
        let period = issuer.period
        guard let request = VenueDayRequest(period: period, publicKey: issuer.publicKey),
            let response = await answer(to: request, period, uploadSecret, isFake)
        else { return }
        var credential = isFake ? nil : request.credential(from: response)
        guard isFake || credential != nil else { return }
        let now = clock()
        guard let days = period.tellable(on: UTCDay(containing: now).number) else { return }
        var random = SystemRandomNumberGenerator()
        var planned: [VenueDayContribution] = []
        for (place, delay) in VenueDayPlan.contributions(of: memory.places, during: days, using: &random) {
            let chance = (0..<VenueDayCredential.presentationByteCount).map { _ in
                UInt8.random(in: 0...255, using: &random)
            }
            guard let presentation = isFake ? chance : credential?.present(place) else { continue }
            planned.append(
                VenueDayContribution(
                    place: place, period: period, presentation: presentation, isFake: isFake,
                    at: now.advanced(bySeconds: Int64(delay))))
        }
        let contributions = planned
        try await session.take { $0.planVenueDays(contributions) }
    }

    /// Sends the contribution whose time has come, if there is one.
    ///
    /// What else is late, as after a night without the network, gets another time: sent together they would be one
    /// person's.
    public func sendDue() async throws(TracingStoreError) {
        let now = clock()
        let waiting = await session.tracer.settings.venueDays.waiting.sorted { $0.at < $1.at }
        guard let due = waiting.first, due.at <= now else { return }
        var left = Array(waiting.dropFirst())
        do {
            try await server.contribute(due)
        } catch {
            switch error {
            // Nothing becomes of it later either.
            case .refused, .malformed: break
            case .later, .unreachable:
                var again = due
                again.at = now
                left.append(again)
            }
        }
        let rest = left.map { contribution in
            var contribution = contribution
            if contribution.at <= now {
                contribution.at = now.advanced(
                    byMilliseconds: Int64.random(in: 60_000...Int64(VenueDayPlan.longestDelay) * 1000))
            }
            return contribution
        }
        try await session.take { $0.leaveVenueDays(rest) }
    }

    private func answer(
        to request: VenueDayRequest, _ period: VenueDayPeriod, _ secret: String, _ isFake: Bool
    ) async -> [UInt8]? {
        for _ in 0..<Self.tries {
            do throws(ExposureServerError) {
                return try await server.venueDayCredential(
                    request.bytes, period: period, uploadSecret: secret, isFake: isFake)
            } catch {
                guard case .unreachable = error else { return nil }
            }
        }
        return nil
    }
}
