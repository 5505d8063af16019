import LedgerService
import Storage

/// The columns of `market_servers`.
private enum MarketServerColumn: String, TableColumn {
    case name, address, until
}

/// The columns of `market_leases`.
private enum MarketLeaseColumn: String, TableColumn {
    case market, holder, address, epoch, until
}

/// The SQL of leases, within one transaction on PostgreSQL.
struct LeaseStore {
    private static let putServer = """
        \(MarketServerColumn.insertion(into: "market_servers"))
        ON CONFLICT (name) DO UPDATE SET \(MarketServerColumn.replacements([.address, .until]))
        """
    private static let putLease = """
        \(MarketLeaseColumn.insertion(into: "market_leases"))
        ON CONFLICT (market) DO UPDATE SET \(MarketLeaseColumn.replacements([.holder, .address, .epoch, .until]))
        """

    private let connection: any Connection

    init(_ connection: any Connection) {
        self.connection = connection
    }

    /// Takes over what a server says, by the database's clock, and tells it where it stands.
    func exchange(_ report: LeaseReport) throws -> LeaseView {
        let now = try now()
        let before = try table()
        var after = before
        let view = after.exchange(report, at: now)
        // Always in one order, so that two servers that write the same rows never wait for each other.
        for (name, server) in after.servers.sorted(by: { $0.key < $1.key }) where before.servers[name] != server {
            try connection.execute(Self.putServer, [.text(name), .text(server.address), .integer(server.until)])
        }
        for name in before.servers.keys.sorted() where after.servers[name] == nil {
            try connection.execute("DELETE FROM market_servers WHERE name = ?1", [.text(name)])
        }
        for (market, lease) in after.leases.sorted(by: { $0.key < $1.key }) where before.leases[market] != lease {
            try connection.execute(
                Self.putLease,
                [
                    .integer(Int64(market)), .text(lease.holder), .text(lease.address), .integer(lease.epoch),
                    .integer(lease.until),
                ])
            if before.leases[market]?.epoch != lease.epoch {
                try MarketStateStore(connection).begin(epoch: lease.epoch, of: market)
            }
        }
        return view
    }

    /// The time of the database's clock, in milliseconds.
    private func now() throws -> Int64 {
        let row = try connection.first(
            "SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) * 1000 AS BIGINT) AS milliseconds")
        guard let row else { throw StorageError.corrupt }
        return try row.integer("milliseconds")
    }

    private func table() throws -> LeaseTable {
        var table = LeaseTable()
        for row in try connection.query(
            MarketServerColumn.self, "SELECT \(MarketServerColumn.list) FROM market_servers")
        {
            table.servers[try row.text(.name)] = LeaseTable.Server(
                address: try row.text(.address), until: try row.integer(.until))
        }
        for row in try connection.query(MarketLeaseColumn.self, "SELECT \(MarketLeaseColumn.list) FROM market_leases") {
            table.leases[try row.number(.market)] = LeaseTable.Lease(
                holder: try row.text(.holder), address: try row.text(.address), epoch: try row.integer(.epoch),
                until: try row.integer(.until))
        }
        return table
    }
}
