import Basics

/// The access token of an account, asked for once by however many want it.
actor GoogleTokens {
    /// A token is used for so long at most; it is good for an hour.
    static let seconds: Int64 = 3000

    private let account: GoogleAccount
    private let exchange: any PushExchange
    private var kept: (text: String, until: Timestamp)?
    private var pending: Task<Result<String, PushFault>, Never>?

    init(_ account: GoogleAccount, exchange: any PushExchange) {
        self.account = account
        self.exchange = exchange
    }

    /// A token that is good at `now`.
    ///
    /// - Parameter refused: A token that was not believed, and is not given again.
    func token(at now: Timestamp, refused: String? = nil) async throws(PushFault) -> String {
        if let refused, kept?.text == refused { kept = nil }
        if let kept, now < kept.until { return kept.text }
        // Whoever comes while it is on its way waits for the same answer; it ends with the request's own limit.
        let asked = pending ?? Task { await self.ask(at: now) }
        pending = asked
        let answer = await asked.value
        return try answer.get()
    }

    private func ask(at now: Timestamp) async -> Result<String, PushFault> {
        defer { pending = nil }
        do throws(PushFault) {
            let request = try account.tokenRequest(at: now)
            let answer: PushAnswer
            do { answer = try await exchange.ask(request) } catch { throw .unreachable }
            switch answer.status {
            case 200: break
            case 429, 500...599: throw .later(after: RetryAfter.seconds(answer.retryAfter, at: now))
            default: throw .ours(PushAlarm(status: answer.status, reason: "token_refused"))
            }
            guard let body = try? JSONValue(parsing: answer.body), case .string(let text)? = body["access_token"],
                (1...4096).contains(text.utf8.count), text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw .ours(PushAlarm(status: 200, reason: "no_token")) }
            var seconds = Self.seconds
            if case .integer(let told)? = body["expires_in"] { seconds = max(60, min(seconds, told - 600)) }
            kept = (text, now.advanced(bySeconds: seconds))
            return .success(text)
        } catch {
            return .failure(error)
        }
    }
}
