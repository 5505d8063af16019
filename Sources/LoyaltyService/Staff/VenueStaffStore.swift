import AccountService
import Accounts
import Basics
import Storage

/// The SQL of venues' staff, within one transaction.
struct VenueStaffStore {
    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Whether the account has this role.
    ///
    /// One row by its key, whatever exists: the time of the answer tells nothing.
    func has(_ role: VenueRole, _ account: [UInt8]) throws -> Bool {
        try connection.first(
            "SELECT 1 FROM venue_staff WHERE account_id = ?1 AND venue = ?2 AND role = ?3 AND major = ?4",
            [.blob(account), .blob(role.venue.bytes), .text(role.word), .integer(role.majorColumn)]) != nil
    }

    /// Gives an account a role; false when it has it already.
    func give(_ role: VenueRole, to account: [UInt8], at now: Timestamp) throws -> Bool {
        try connection.execute(
            """
            INSERT INTO venue_staff (account_id, venue, role, major, since) VALUES (?1, ?2, ?3, ?4, ?5)
            ON CONFLICT DO NOTHING
            """,
            [
                .blob(account), .blob(role.venue.bytes), .text(role.word), .integer(role.majorColumn),
                .integer(now.milliseconds),
            ]) == 1
    }

    /// Takes a role from an account; false when it has it not.
    func take(_ role: VenueRole, from account: [UInt8]) throws -> Bool {
        try connection.execute(
            "DELETE FROM venue_staff WHERE account_id = ?1 AND venue = ?2 AND role = ?3 AND major = ?4",
            [.blob(account), .blob(role.venue.bytes), .text(role.word), .integer(role.majorColumn)]) == 1
    }

    /// What an account looks after as `role`, or as anything; by venue, role and shop.
    func roles(of account: [UInt8], as role: Role? = nil) throws -> [HeldRole] {
        try connection.query(
            """
            SELECT account_id, venue, role, major, since FROM venue_staff
            WHERE account_id = ?1 AND (role = ?2 OR ?2 = '') ORDER BY venue, role, major
            """,
            [.blob(account), .text(role?.rawValue ?? "")]
        ).compactMap(Self.held)
    }

    /// Who looks after a venue and its shops.
    func staff(of venue: UUID128) throws -> [HeldRole] {
        try connection.query(
            """
            SELECT account_id, venue, role, major, since FROM venue_staff WHERE venue = ?1
            ORDER BY account_id, role, major
            """,
            [.blob(venue.bytes)]
        ).compactMap(Self.held)
    }

    /// Every role of every venue.
    func everybody() throws -> [HeldRole] {
        try connection.query(
            "SELECT account_id, venue, role, major, since FROM venue_staff ORDER BY venue, role, major, account_id", []
        ).compactMap(Self.held)
    }

    /// Whether somebody else who can sign in runs the venue.
    func hasOtherOperator(of venue: UUID128, than account: [UInt8]) throws -> Bool {
        let accounts = AccountStore(connection)
        return try staff(of: venue).contains { held in
            guard case .operator = held.role, held.account != account else { return false }
            return try AccountService.hasFactor(held.account, in: connection) && !accounts.isDisabled(held.account)
        }
    }

    private static func held(_ row: Row) throws -> HeldRole? {
        let major = try row.integer("major")
        guard let venue = UUID128(bytes: try row.blob("venue")), let role = Role(rawValue: try row.text("role")),
            let held = VenueRole(role, venue: venue, major: major < 0 ? nil : UInt16(clamping: major))
        else { return nil }
        return HeldRole(
            account: try row.blob("account_id"), role: held,
            since: Timestamp(milliseconds: try row.integer("since")))
    }
}
