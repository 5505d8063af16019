import Crypto

/// Who writes which market, as the database has it at one time; all times are its own, in milliseconds.
///
/// It is a value: what becomes of it when a server says how it is doing follows from nothing else, so that a test can be
/// the database.
struct LeaseTable: Equatable, Sendable {
    /// For how long a lease is worth something after it was said.
    static let lifetime: Int64 = 5000
    /// For how long a server has said nothing when one who finds nobody at its address may end its time; it says something
    /// every ``MarketService/reportEvery``.
    static let silence: Int64 = 700
    /// For how long a server is known after its time was over.
    private static let remembered: Int64 = 60_000

    /// The right to write a market.
    struct Lease: Equatable, Sendable {
        /// The name of the server that has it, or had it last.
        var holder: String
        /// Where the others reach that server.
        var address: String
        /// How often it has gone to another server; it only grows.
        var epoch: Int64
        /// When it ends unless it is said again.
        var until: Int64
    }

    /// A server that works on the database.
    struct Server: Equatable, Sendable {
        /// Where the others reach it.
        var address: String
        /// Until when it is there, unless it says so again.
        var until: Int64
    }

    /// The leases by market.
    var leases: [Int: Lease] = [:]
    /// The servers by name.
    var servers: [String: Server] = [:]

    /// Takes over what a server says, and tells it where it stands.
    mutating func exchange(_ report: LeaseReport, at now: Int64) -> LeaseView {
        servers = servers.filter { $0.value.until > now - Self.remembered }
        let end = now + Self.lifetime
        forget(report, at: now)
        servers[report.server] = report.isLeaving ? nil : Server(address: report.address, until: end)
        // Also those of which the server does not know that it has them, because the answer was lost.
        for (market, lease) in leases where lease.holder == report.server {
            leases[market]?.until = report.isLeaving || report.givenUp.contains(market) ? now : end
        }
        if !report.isLeaving {
            for market in report.markets where (leases[market]?.until ?? now) <= now {
                guard first(for: market, at: now)?.name == report.server else { continue }
                leases[market] = Lease(
                    holder: report.server, address: report.address, epoch: (leases[market]?.epoch ?? 0) + 1, until: end)
            }
        }
        return view(of: report, at: now)
    }

    /// Ends the time of servers that are surely gone: nobody listens where they were, or another one does.
    ///
    /// If one of them writes a market all the same, its batches do not fit the next epoch.
    private mutating func forget(_ report: LeaseReport, at now: Int64) {
        for (name, server) in servers where name != report.server && server.until > now {
            let isSilent = server.until - Self.lifetime + Self.silence <= now
            guard isSilent, [report.address, report.nobodyAt].contains(server.address) else { continue }
            servers[name]?.until = now
            for (market, lease) in leases where lease.holder == name { leases[market]?.until = now }
        }
    }

    private func view(of report: LeaseReport, at now: Int64) -> LeaseView {
        var view = LeaseView()
        view.others = servers.filter { $0.key != report.server && $0.value.until > now }.map(\.value.address).sorted()
        for market in report.markets {
            let first = first(for: market, at: now)
            if let lease = leases[market], lease.until > now {
                if lease.holder == report.server { view.held[market] = lease.epoch }
                view.addresses[market] = lease.address
                if lease.holder == report.server, let first, first.name != report.server { view.wanted.insert(market) }
            } else {
                view.addresses[market] = first?.address
            }
        }
        return view
    }

    /// The server that is to write a market: of those that are there the one with the highest rank, which differs from
    /// market to market (rendezvous hashing), so that one that comes or goes moves no more than its own share.
    private func first(for market: Int, at now: Int64) -> (name: String, address: String)? {
        servers.filter { $0.value.until > now }
            .map { (name: $0.key, address: $0.value.address, rank: Self.rank(of: $0.key, for: market)) }
            .max { ($0.rank, $0.name) < ($1.rank, $1.name) }
            .map { ($0.name, $0.address) }
    }

    static func rank(of server: String, for market: Int) -> UInt64 {
        SHA256.hash(data: Array("\(market) \(server)".utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}

/// What a server says of itself.
struct LeaseReport: Equatable, Sendable {
    /// Its name, which no other has or had.
    let server: String
    /// Where the others reach it.
    let address: String
    /// The markets that there are.
    var markets: [Int] = []
    /// The leases that it gives up, and writes nothing under any more; all others that it has are made longer.
    var givenUp: Set<Int> = []
    /// Whether it goes, and gives up all of them.
    var isLeaving = false
    /// Where it has found nobody.
    var nobodyAt: String?
}

/// Where a server stands after its report.
struct LeaseView: Equatable, Sendable {
    /// The leases that it has, with their epochs.
    var held: [Int: Int64] = [:]
    /// Where each market's writer is reached, or the server that is to be it.
    var addresses: [Int: String] = [:]
    /// Those that it has while another one is to have them.
    var wanted: Set<Int> = []
    /// Where the other servers are reached that are there.
    var others: [String] = []
}
