import AccountService
import Accounts
import Basics
import Loyalty
import LoyaltyService

extension SightingLoad {
    /// Signs up so many visitors, lets them choose every shop of a centre, and returns the tokens of their sessions.
    static func signUp(
        _ count: Int, at domain: String, in venue: UUID128, _ accounts: AccountService, _ loyalty: LoyaltyService
    ) async throws -> [String] {
        let choices = majors.map { ShopChoice(venue: venue, major: $0) }
        var tokens = [String](repeating: "", count: count)
        try await withThrowingTaskGroup(of: (Int, String).self) { group in
            func add(_ number: Int) {
                group.addTask {
                    let signedIn = try await accounts.signUp(
                        email: "visitor\(number)@\(domain)", password: "a password", proof: .trading)
                    try await loyalty.setChoices(choices, of: signedIn.session)
                    return (number, signedIn.token)
                }
            }
            var next = 0
            while next < min(128, tokens.count) {
                add(next)
                next += 1
            }
            for try await (number, token) in group {
                tokens[number] = token
                if next < tokens.count {
                    add(next)
                    next += 1
                }
            }
        }
        return tokens
    }
}
