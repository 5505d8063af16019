import HTTPKit
import LedgerService
import ServiceKit
import Storage

/// How a server shares the markets with the other servers of its database.
struct MarketSharing: Sendable {
    let leases: MarketLeases
    let dispatch: CommandDispatch
}

/// The columns of the markets' tables in which secrets are sealed.
package enum MarketSecrets {
    private static let peers = SealedColumn(table: "server_secrets", column: "secret", key: ["name"])
    private static let name = "peers"

    /// All of them.
    package static let all = [peers]

    /// What the servers of a database know each other by: 32 bytes, made by the first one.
    package static func ofPeers(in database: any Database, random: ServerRandom) async throws -> [UInt8] {
        let fresh = random.identifier() + random.identifier()
        return try await database.write { connection in
            let key: [SQLValue] = [.text(name)]
            let known = try connection.first("SELECT secret FROM server_secrets WHERE name = ?1", key)
            if let secret = try known.flatMap({ try connection.sealing.secret(in: peers, $0, of: key) }) {
                return secret
            }
            try connection.execute(
                "INSERT INTO server_secrets (name, secret) VALUES (?1, ?2)",
                key + [try connection.sealing.value(fresh, in: peers, of: key)])
            return fresh
        }
    }
}
