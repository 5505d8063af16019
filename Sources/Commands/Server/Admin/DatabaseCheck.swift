import Basics
import ExposureService
import ExposureWire
import HTTPKit
import LedgerService
import Logging
import MarketService
import ServerApp
import Storage
import Strings

/// What is looked at of a database, as it is: nothing is brought up to date.
struct DatabaseCheck {
    /// The tables of which people want to know how many rows they have.
    private static let counted = [
        "accounts", "sessions", "venues", "visits", "coupons", "transfers", "orders", "fills", "exposure_keys",
    ]

    /// The database, of a server or a backup.
    let url: DatabaseURL
    /// Its keys; without them nothing that is sealed is tried.
    let keyring: Keyring?

    /// What is found, in the order in which one thing rests on another: nothing is said that rests on what is wrong.
    func findings() async throws -> [CheckFinding] {
        let file = await fileFindings()
        guard !file.contains(where: \.isFault) else { return file }
        let logger = Logger(label: "cerca.command", factory: { _ in SwiftLogNoOpLogHandler() })
        let database = try await Databases.openUnchanged(url, keyring: keyring ?? .temporary(), logger: logger)
        do {
            let findings = file + (try await tables(of: database))
            await database.close()
            return findings
        } catch {
            await database.close()
            // Of a server that does not answer; a service says it in its own way.
            let cause = if case .storage(let cause) = error as? ServiceError { cause as any Error } else { error }
            throw CommandFailure(ServerStrings.databaseFailed(database: "\(url)", reason: "\(cause)").text)
        }
    }

    private func fileFindings() async -> [CheckFinding] {
        switch url {
        case .postgres: return [CheckFinding(.file, AdminStrings.checkOwnTools)]
        case .sqlite(let path):
            do {
                let faults = try await SQLiteFile.faults(path, depth: .everything)
                guard faults.isEmpty else { return faults.map { CheckFinding(.file, fault: $0) } }
                return [CheckFinding(.file, AdminStrings.checkFile)]
            } catch {
                return [CheckFinding(.file, fault: "\(path): \(error)")]
            }
        }
    }

    private func tables(of database: any Database) async throws -> [CheckFinding] {
        switch try await SchemaState.of(database, at: url, migrations: ServerDatabase.migrations) {
        case .foreign: return [CheckFinding(.schema, fault: AdminStrings.checkForeign.text)]
        case .refused(let fault): return [CheckFinding(.schema, fault: "\(fault)")]
        case .altered(let objects):
            let added = AdminStrings.backupAdded(objects: objects.joined(separator: ", "))
            return [CheckFinding(.schema, fault: added.text)]
        case .served(let applied, let known):
            return [CheckFinding(.schema, AdminStrings.checkSchema(schema: applied, known: known))]
                + (try await contents(of: database, isCurrent: applied >= known))
        }
    }

    private func contents(of database: any Database, isCurrent: Bool) async throws -> [CheckFinding] {
        var findings: [CheckFinding] = []
        if keyring != nil {
            findings += await Self.keys(of: database, isCurrent: isCurrent)
        } else {
            findings.append(CheckFinding(.key, AdminStrings.checkKeyUntried))
        }
        // Its queries are of today's tables.
        guard isCurrent else { return findings + [CheckFinding(.ledger, AdminStrings.checkLedgerLater)] }
        let report = try await LedgerAdministration(database: database).audit()
        if report.isClean {
            findings.append(
                CheckFinding(
                    .ledger,
                    AdminStrings.auditCompared(balances: report.balances, orders: report.orders, fills: report.fills)))
        } else {
            findings.append(CheckFinding(.ledger, fault: AuditLines.summary(report)))
        }
        return findings + [try await Self.counts(in: database)]
    }

    private static func keys(of database: any Database, isCurrent: Bool) async -> [CheckFinding] {
        var findings: [CheckFinding] = []
        do {
            try await KeyCheck.confirm(database)
            let id = try await KeyChange.currentID(database).hexadecimal
            findings.append(CheckFinding(.key, AdminStrings.checkKey(key: id)))
        } catch {
            return [CheckFinding(.key, fault: "\((error as? StorageError) ?? .corrupt)")]
        }
        guard isCurrent else { return findings }
        do {
            let signer = try await ExposureSigners(database).signer()
            findings.append(
                CheckFinding(
                    .exposureKey,
                    signer.map { AdminStrings.checkExposureKey(key: $0.fingerprint) } ?? AdminStrings.checkNoExposureKey
                ))
        } catch {
            findings.append(CheckFinding(.exposureKey, fault: "\((error as? StorageError) ?? .corrupt)"))
        }
        return findings
    }

    private static func counts(in database: any Database) async throws -> CheckFinding {
        let counts = try await database.readHistory { connection in
            try counted.map { table in
                (table: table, rows: try connection.first("SELECT COUNT(*) FROM \(table)")?.integer(0) ?? 0)
            }
        }
        return CheckFinding(counts: counts)
    }
}
