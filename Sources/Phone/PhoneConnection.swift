import Basics
import Radio

/// Keeps a phone in touch with its server: tries until it answers, and again once the session has ended there.
package struct PhoneConnection: Sendable {
    /// For how many seconds the first answer after a start is waited for, before the owner is told that there is none.
    private static let firstSeconds: Int64 = 2
    /// For how many seconds any other answer is waited for.
    package static let seconds: Int64 = 10

    private let account: PhoneAccount
    private let file: KeptAnswersFile
    private let backOff: BackOff

    /// A connection of `account`, whose answers are kept in `file`; failed tries wait as `backOff` says.
    package init(
        account: PhoneAccount, file: KeptAnswersFile,
        backOff: BackOff = BackOff(shortest: .milliseconds(500), longest: .seconds(60))
    ) {
        self.account = account
        self.file = file
        self.backOff = backOff
    }

    /// The answers of a phone's first start, which are kept; throws also when they cannot be.
    package func begin() async throws -> ServerAnswers {
        let answers = try await account.connect(token: nil, seconds: Self.seconds).answers
        try file.keep(answers)
        return answers
    }

    /// Runs until it is cancelled, and tells a phone that knows `known` what is new; throws what the server refuses for
    /// good, and when a file cannot be written.
    ///
    /// When the phone begins with what was kept nobody `isConnected`, and the server is asked at once.
    package func run(
        from known: ServerAnswers, isConnected: Bool, _ tell: (PhoneInput) -> Void
    ) async throws {
        var known = known
        if !isConnected { known = try await connect(from: known, isStart: true, tell) }
        for await _ in account.losses { known = try await connect(from: known, isStart: false, tell) }
    }

    private func connect(
        from known: ServerAnswers, isStart: Bool, _ tell: (PhoneInput) -> Void
    ) async throws -> ServerAnswers {
        var failures = 0
        var random = SystemRandomNumberGenerator()
        while true {
            let seconds = isStart && failures == 0 ? Self.firstSeconds : Self.seconds
            let attempt: (answers: ServerAnswers, isRenewed: Bool)
            do throws(PhoneAccountFailure) {
                attempt = try await account.connect(token: known.token, seconds: seconds)
            } catch {
                guard case .unreachable(let reason) = error else { throw error }
                if failures == 0 { tell(.event(.offline(keptAt: known.at, reason: reason))) }
                try await Task.sleep(for: backOff.delay(afterFailures: failures, using: &random))
                failures += 1
                continue
            }
            try file.keep(attempt.answers)
            if failures > 0 { tell(.event(.online)) }
            if attempt.isRenewed { tell(.event(.sessionRenewed)) }
            for event in attempt.answers.venueEvents(since: known) { tell(.event(event)) }
            tell(.knowledge(attempt.answers.news(since: known)))
            return attempt.answers
        }
    }
}
