import Accounts
import Basics
import HTTPKit

/// What the simulation knows to be true about choices: who had chosen which shop, and when.
///
/// It is kept apart from the server, so that an audit of the database can compare the two.
struct ConsentLedger {
    private struct Span {
        let shop: UInt16
        let from: Timestamp
        var until: Timestamp?
    }

    private var spans: [[UInt8]: [Span]] = [:]
    private var sessions: [(account: [UInt8], key: PseudonymKey)] = []
    /// Guests choose by themselves, through the page; the simulation cannot judge them.
    private var guests: Set<[UInt8]> = []

    /// Takes note of a sign-in, after which the account has new pseudonyms.
    mutating func signedIn(_ session: Session) {
        sessions.append((session.accountID, session.pseudonymKey))
    }

    /// Takes note of a guest's session.
    mutating func welcomed(_ session: Session) {
        guests.insert(session.accountID)
        signedIn(session)
    }

    /// Takes note of an account's new choice.
    mutating func chose(_ shops: Set<UInt16>, account: [UInt8], at now: Timestamp) {
        var history = spans[account, default: []]
        for index in history.indices where history[index].until == nil && !shops.contains(history[index].shop) {
            history[index].until = now
        }
        let open = Set(history.filter { $0.until == nil }.map(\.shop))
        for shop in shops.subtracting(open).sorted() {
            history.append(Span(shop: shop, from: now, until: nil))
        }
        spans[account] = history
    }

    /// Whether a row about `account` and `shop` may exist that tells of some moment in the given span, ends included.
    func allows(account: [UInt8], shop: UInt16, from start: Timestamp, until end: Timestamp) -> Bool {
        if guests.contains(account) { return true }
        return spans[account, default: []].contains { span in
            span.shop == shop && span.from <= end && span.until.map { start <= $0 } ?? true
        }
    }

    /// The account behind each pseudonym that any session could have shown to the given shops.
    func accountsByPseudonym(venue: UUID128, shops: [UInt16]) -> [String: [UInt8]] {
        var accounts: [String: [UInt8]] = [:]
        for session in sessions {
            for shop in shops {
                accounts[session.key.pseudonym(venue: venue.bytes, shop: shop).text] = session.account
            }
        }
        return accounts
    }
}
