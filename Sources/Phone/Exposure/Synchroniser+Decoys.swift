import Basics
import Exposure
import ExposureWire
import Foundation

/// Uploads that only look like reports.
extension Synchroniser {
    /// How often a decoy goes out, per day: DP-3T's best practices name a Poisson process of this rate.
    public static let decoysPerDay = 0.2

    /// Sends an upload that only looks like a report, if one is due, and plans the next.
    ///
    /// An observer of the network sees phones that report all the time, most of them nothing. Whether it arrives does
    /// not matter, and whether it does is not said. A phone that has reported goes on, and so does one that is
    /// switched off: its owner may still report.
    public func sendDecoyIfDue() async throws(TracingStoreError) -> Bool {
        let now = clock()
        guard await session.tracer.state != .never else { return false }
        guard let due = await session.tracer.settings.nextDecoy else {
            try await session.take { $0.planDecoy(at: Self.nextDecoy(after: now)) }
            return false
        }
        guard due <= now else { return false }
        try await session.take { $0.planDecoy(at: Self.nextDecoy(after: now)) }
        var random = SystemRandomNumberGenerator()
        let real = await session.tracer.publishable(at: now)
        let decoy = ExposedUpload(
            key: PublishedKey(key: DayKey(using: &random), day: real?.day ?? UTCDay(containing: now)),
            authorization: ReportCode.random(using: &random).digits, isFake: true)
        let attempt = Identifier128(high: random.next(), low: random.next()).bytes.hexadecimal
        do {
            try await server.upload(decoy, attempt: attempt)
        } catch {
            return true
        }
        try await teller?.begin(uploadSecret: attempt, isFake: true)
        return true
    }

    /// The gaps of a Poisson process are exponential.
    static func nextDecoy(after now: Timestamp) -> Timestamp {
        let days = -log(Double.random(in: Double.leastNonzeroMagnitude..<1)) / decoysPerDay
        return now.advanced(byMilliseconds: Int64(min(days, 60) * Double(UTCDay.milliseconds)))
    }
}
