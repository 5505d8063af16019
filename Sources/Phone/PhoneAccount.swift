import API
import Basics
import Foundation
import Loyalty
import Presence

/// Why a phone has no account to work for.
package enum PhoneAccountFailure: Error, Equatable, Sendable {
    /// The server did not answer, for that reason; another try may succeed.
    case unreachable(reason: String)
    /// It refused, with its stable code.
    case refused(code: String)
    /// The owner wants a shop that no venue has.
    case noShop(UInt16)

    init(_ error: PhoneServerError) {
        switch error {
        case .unreachable(let reason): self = .unreachable(reason: reason)
        case .refused(let code): self = .refused(code: code)
        }
    }
}

/// The owner's account at a server that may not answer yet: what is asked before it does is unreachable, and waits.
package actor PhoneAccount {
    /// The code with which a server says that a session has ended.
    private static let ended = "accounts.not_signed_in"

    private let base: URL
    private let email: String
    private let password: String
    private let signsUp: Bool
    /// The shops that are still to be chosen: once they are, what the owner chooses elsewhere stands.
    private var majors: [UInt16]?
    private let now: @Sendable () -> Timestamp
    private let loss: AsyncStream<Void>.Continuation
    private var server: HTTPPhoneServer?

    /// Says each time that the session has ended at the server.
    package nonisolated let losses: AsyncStream<Void>

    /// The account at the server `base`.
    ///
    /// - Parameters:
    ///   - signsUp: Whether the account is made first, where no session of it is known.
    ///   - majors: The shops to choose; nil leaves the account's choices as they are.
    package init(
        base: URL, email: String, password: String, signsUp: Bool, majors: [UInt16]?,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.base = base
        self.email = email
        self.password = password
        self.signsUp = signsUp
        self.majors = majors
        self.now = now
        (losses, loss) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Goes on with the session of `token`, or signs in, and gives what the server says, and whether the session is a new
    /// one in place of that of `token`.
    ///
    /// Each answer is waited for during so many seconds at most.
    package func connect(
        token: String?, seconds: Int64
    ) async throws(PhoneAccountFailure) -> (answers: ServerAnswers, isRenewed: Bool) {
        let anonymous = HTTPPhoneServer(base: base, seconds: seconds)
        if let token {
            do throws(PhoneAccountFailure) {
                return (try await look(at: anonymous.signedIn(with: token)), false)
            } catch {
                // Somebody has ended the session; who has the password may begin another one.
                guard error == .refused(code: Self.ended) else { throw error }
            }
        }
        let signedIn = try await signIn(at: anonymous, isNew: signsUp && token == nil)
        return (try await look(at: signedIn), token != nil)
    }

    private func signIn(
        at anonymous: HTTPPhoneServer, isNew: Bool
    ) async throws(PhoneAccountFailure) -> HTTPPhoneServer {
        try await asking { () throws(PhoneServerError) in
            isNew
                ? try await anonymous.signUp(email: email, password: password)
                : try await anonymous.signIn(email: email, password: password)
        }
    }

    /// Looks at all that a phone needs, and chooses what its owner wants.
    private func look(at server: HTTPPhoneServer) async throws(PhoneAccountFailure) -> ServerAnswers {
        let bodies = try await asking { () throws(PhoneServerError) in try await server.venueBodies() }
        let chosen = try await asking { () throws(PhoneServerError) in try await server.choicesBody() }
        var maps: [String: String] = [:]
        for body in bodies {
            if let venue = UUID128(body.uuid) { maps[body.uuid] = await server.radioMap(of: venue) }
        }
        guard let token = server.token,
            var answers = ServerAnswers(
                at: now(), token: token, bodies: bodies, maps: maps, choicesBody: chosen)
        else { throw .unreachable(reason: "the server describes a venue that makes no sense") }
        if let majors {
            let wanted = answers.shops(majors)
            if let unknown = majors.first(where: { major in !wanted.contains { $0.major == major } }) {
                throw .noShop(unknown)
            }
            answers.choicesBody = try await asking { () throws(PhoneServerError) in
                try await server.chooseBody(wanted)
            }
            self.majors = nil
        }
        self.server = HTTPPhoneServer(base: base).signedIn(with: token)
        return answers
    }

    private func asking<Answer: Sendable>(
        _ question: () async throws(PhoneServerError) -> Answer
    ) async throws(PhoneAccountFailure) -> Answer {
        do {
            return try await question()
        } catch {
            throw PhoneAccountFailure(error)
        }
    }

    /// Asks in the owner's name; a session that has ended is no answer, so that nothing is lost for want of one.
    private func ask<Answer: Sendable>(
        _ question: (HTTPPhoneServer) async throws(PhoneServerError) -> Answer
    ) async throws(PhoneServerError) -> Answer {
        guard let asked = server else { throw .unreachable(reason: "nobody is signed in yet") }
        do {
            return try await question(asked)
        } catch {
            guard error == .refused(code: Self.ended) else { throw error }
            // The answer may be to a session that has been replaced meanwhile.
            if server?.token == asked.token {
                server = nil
                loss.yield()
            }
            throw .unreachable(reason: "the session has ended")
        }
    }
}

extension PhoneAccount: PhoneServer {
    /// Tries to prove presence with a sighting.
    package func prove(_ sighting: PresenceSighting) async throws(PhoneServerError) -> ProvedSighting {
        try await ask { server throws(PhoneServerError) in try await server.prove(sighting) }
    }
}

extension PhoneAccount: CountingServer {
    /// Tells at which beacons the phone came and went.
    package func record(_ events: [VisitEvent]) async throws(PhoneServerError) {
        try await ask { server throws(PhoneServerError) in try await server.record(events) }
    }

    /// The answer to a blinded request for the credential of a period, 454 bytes.
    package func issueCredential(
        _ request: [UInt8], of period: ReportPeriod
    ) async throws(PhoneServerError) -> [UInt8] {
        try await ask { server throws(PhoneServerError) in
            try await server.issueCredential(request, of: period)
        }
    }
}

extension PhoneAccount: StayAccountServer {
    /// The answer to a blinded request for the credential of a shop and slot, 454 bytes.
    package func issuePresence(
        _ request: [UInt8], in shop: ShopKey, _ slot: StaySlot
    ) async throws(PhoneServerError) -> [UInt8] {
        try await ask { server throws(PhoneServerError) in
            try await server.issuePresence(request, in: shop, slot)
        }
    }

    /// Shows a credential for time and gives the points that are paid.
    package func pay(_ presentation: [UInt8], of day: StayDay) async throws(PhoneServerError) -> Int {
        try await ask { server throws(PhoneServerError) in try await server.pay(presentation, of: day) }
    }
}
