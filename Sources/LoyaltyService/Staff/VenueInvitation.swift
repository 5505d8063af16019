import Accounts
import Basics
import Storage

/// Somebody is invited to look after shops or a venue.
struct VenueInvitation: Hashable, Sendable {
    /// What becomes of it, but for its age.
    enum State: String, Sendable {
        case open, used, withdrawn
    }

    /// What names it; not its secret.
    let id: [UInt8]
    let venue: UUID128
    let role: Role
    /// The shops in order; none for the venue itself.
    let majors: [UInt16]
    /// Who is invited; nil once it is over.
    let email: String?
    /// Who invited; nil when that account is gone.
    let invitedBy: [UInt8]?
    let invitedAt: Timestamp
    let expiresAt: Timestamp
    var state = State.open

    /// What it gives.
    var roles: [VenueRole] {
        switch role {
        case .operator: [.operator(venue: venue)]
        case .merchant: majors.map { .merchant(venue: venue, major: $0) }
        case .health, .market: []
        }
    }
}

/// The SQL of invitations, within one transaction.
struct VenueInvitationStore {
    private static let columns = "id, venue, role, majors, email, invited_by, invited_at, expires_at, state"

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Adds an invitation with the digest of its secret.
    func insert(_ invitation: VenueInvitation, digest: [UInt8]) throws {
        try connection.execute(
            """
            INSERT INTO venue_invitations
            (id, secret_digest, venue, role, majors, email, invited_by, invited_at, expires_at, state)
            VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, 'open')
            """,
            [
                .blob(invitation.id), .blob(digest), .blob(invitation.venue.bytes), .text(invitation.role.rawValue),
                .text(invitation.majors.map(String.init).joined(separator: ",")), SQLValue(invitation.email),
                SQLValue(invitation.invitedBy), .integer(invitation.invitedAt.milliseconds),
                .integer(invitation.expiresAt.milliseconds),
            ])
    }

    /// The invitation whose secret has this digest.
    func find(digest: [UInt8]) throws -> VenueInvitation? {
        try connection.first(
            "SELECT \(Self.columns) FROM venue_invitations WHERE secret_digest = ?1", [.blob(digest)]
        ).flatMap(Self.invitation)
    }

    /// Those of a venue that wait, the newest first.
    func waiting(at venue: UUID128, now: Timestamp) throws -> [VenueInvitation] {
        try connection.query(
            """
            SELECT \(Self.columns) FROM venue_invitations
            WHERE venue = ?1 AND state = 'open' AND expires_at > ?2 ORDER BY invited_at DESC, id
            """,
            [.blob(venue.bytes), .integer(now.milliseconds)]
        ).compactMap(Self.invitation)
    }

    /// The addresses of those of a venue that wait, by what names them.
    func addresses(at venue: UUID128) throws -> [[UInt8]: String] {
        let rows = try connection.query(
            "SELECT id, email FROM venue_invitations WHERE venue = ?1 AND email IS NOT NULL", [.blob(venue.bytes)])
        return Dictionary(try rows.map { (try $0.blob("id"), try $0.text("email")) }, uniquingKeysWith: { $1 })
    }

    /// How many a venue has sent since an instant, whatever has become of them.
    func count(at venue: UUID128, since instant: Timestamp) throws -> Int64 {
        try connection.first(
            "SELECT COUNT(*) AS total FROM venue_invitations WHERE venue = ?1 AND invited_at > ?2",
            [.blob(venue.bytes), .integer(instant.milliseconds)])?.integer("total") ?? 0
    }

    /// Ends an invitation that waits, and forgets its address; false when it does not, or somebody else was faster.
    func close(_ id: [UInt8], of venue: UUID128, as state: VenueInvitation.State) throws -> Bool {
        try connection.execute(
            """
            UPDATE venue_invitations SET state = ?3, email = NULL WHERE id = ?1 AND venue = ?2 AND state = 'open'
            """,
            [.blob(id), .blob(venue.bytes), .text(state.rawValue)]) == 1
    }

    /// Withdraws all that an account has sent for a venue and that wait; gives what names them.
    func withdraw(of venue: UUID128, by account: [UInt8]) throws -> [[UInt8]] {
        try connection.query(
            """
            UPDATE venue_invitations SET state = 'withdrawn', email = NULL
            WHERE venue = ?1 AND invited_by = ?2 AND state = 'open' RETURNING id
            """,
            [.blob(venue.bytes), .blob(account)]
        ).map { try $0.blob("id") }.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// Forgets the addresses of those that are too old, and all of those that are much older.
    func prune(at now: Timestamp, keptSeconds: Int64) throws {
        try connection.execute(
            "UPDATE venue_invitations SET email = NULL WHERE expires_at <= ?1 AND email IS NOT NULL",
            [.integer(now.milliseconds)])
        try connection.execute(
            "DELETE FROM venue_invitations WHERE expires_at <= ?1",
            [.integer(now.advanced(bySeconds: -keptSeconds).milliseconds)])
    }

    private static func invitation(_ row: Row) throws -> VenueInvitation? {
        guard let venue = UUID128(bytes: try row.blob("venue")), let role = Role(rawValue: try row.text("role")),
            let state = VenueInvitation.State(rawValue: try row.text("state"))
        else { return nil }
        return VenueInvitation(
            id: try row.blob("id"), venue: venue, role: role,
            majors: try row.text("majors").split(separator: ",").compactMap { UInt16($0) },
            email: try row.optionalText("email"), invitedBy: try row.optionalBlob("invited_by"),
            invitedAt: Timestamp(milliseconds: try row.integer("invited_at")),
            expiresAt: Timestamp(milliseconds: try row.integer("expires_at")), state: state)
    }
}
