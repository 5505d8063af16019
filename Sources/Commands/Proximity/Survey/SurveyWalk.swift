import Basics
import Foundation
import Proximity
import Radio
import RadioMaps
import Synchronization

/// Lets a session live: carries to it what is heard and typed, keeps what it finished, and tells what happens.
final class SurveyWalk: Sendable {
    private struct State {
        var session: SurveySession
        var file: SurveyFile
    }

    /// How often a session is asked what it has come to.
    private static let pace = Duration.milliseconds(100)

    private let state: Mutex<State>
    private let number: Int64
    private let json: Bool
    private let start = ContinuousClock.now

    init(session: SurveySession, file: SurveyFile, number: Int64, json: Bool) {
        state = Mutex(State(session: session, file: file))
        self.number = number
        self.json = json
    }

    /// Time since the beginning, whatever the wall clock does.
    private var now: Timestamp {
        let (seconds, attoseconds) = start.duration(to: .now).components
        return Timestamp(milliseconds: seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    }

    func take(_ event: ControllerEvent) throws {
        try change { session, now in
            switch event {
            case .ready, .back: return session.find(at: now)
            case .lost(let reason): return session.lose(reason)
            case .heard(let advertisement):
                session.hear(advertisement)
                return []
            }
        }
    }

    /// Answers one line after another, each when the place before it is finished, until somebody is done.
    func answer(_ lines: AsyncStream<String>) async throws {
        try await settle()
        for await line in lines {
            let plain = line.trimmingCharacters(in: .whitespacesAndNewlines)
            // Nobody types more than that; what a pipe has is told shortly.
            let events = try change { session, now in session.take(String(plain.prefix(200)), at: now) }
            if events.contains(.done) { return }
            try await settle()
        }
    }

    /// Waits until the session is idle.
    private func settle() async throws {
        repeat {
            try change { session, now in session.tick(at: now) }
            if state.withLock({ $0.session.isIdle }) { return }
            try await Task.sleep(for: Self.pace)
        } while true
    }

    @discardableResult
    private func change(
        _ body: (inout SurveySession, Timestamp) -> [SurveySession.Event]
    ) throws -> [SurveySession.Event] {
        let now = now
        let events = try state.withLock { state in
            let events = body(&state.session, now)
            let isKept = events.contains { event in
                switch event {
                case .kept, .undone: true
                default: false
                }
            }
            if isKept {
                let day = Controller.systemClock().seconds.flooredQuotient(by: 86_400)
                try state.file.write(
                    RadioMapFile(state.session.survey, on: state.session.venue.plan, number: number, day: day))
            }
            return events
        }
        for event in events {
            try OutputLines.write(json ? SurveyLines.json(event).compactText : SurveyLines.words(event))
        }
        return events
    }

    func tellSummary() throws {
        let session = state.withLock { $0.session }
        let coverage = SurveyCoverage(
            of: session.survey.places.map(\.point), width: session.venue.plan.width, height: session.venue.plan.height)
        let lines =
            json
            ? [SurveyLines.json(session.survey, coverage).compactText]
            : SurveyLines.summary(session.survey, coverage)
        for line in lines { try? OutputLines.write(line) }
    }
}
