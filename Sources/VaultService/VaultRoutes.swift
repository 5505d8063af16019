import API
import Basics
import Beacons
import Foundation
import HTTPKit
import HTTPTypes
import LoyaltyService
import Presence
import Vault

extension RouteHandlers {
    /// Presence for a vault's slot, and sealed records on their way between devices.
    package mutating func addVaultRoutes(_ vaults: VaultService) {
        addSlotRoutes(vaults)
        addRecordRoutes(vaults)
    }

    private mutating func addSlotRoutes(_ vaults: VaultService) {
        on(Routes.addVaultSlot) { call, body in
            let (beacon, session) = (try body.beacon, try call.session)
            let slot = try await told { () throws(VaultError) in
                try await vaults.addSlot(at: beacon, rule: body.isStrict ? .strict : .standard, session: session)
            }
            return VaultSlotBody(id: slot.id.hexadecimal, publicKey: slot.publicKey.hexadecimal)
        }
        on(Routes.removeVaultSlot) { call -> Void in
            let (id, session) = (try call.identifier, try call.session)
            try await told { () throws(VaultError) in try await vaults.removeSlot(id, session: session) }
        }
        on(Routes.setVaultReceiptKey) { call, body -> Void in
            let (id, session) = (try call.identifier, try call.session)
            try await told { () throws(VaultError) in
                try await vaults.setReceiptKey(body.publicKey.bytesOfDigits, of: id, session: session)
            }
        }
        on(Routes.evaluateVaultSlot) { call, body in
            let (id, session, sighting) = (try call.identifier, try call.session, try body.sighting.sighting)
            let evaluation = try await told { () throws(VaultError) in
                try await vaults.evaluate(
                    body.blinded.bytesOfDigits, slot: id, sighting: sighting, session: session)
            }
            return VaultEvaluationBody(
                evaluation: evaluation.element.hexadecimal, proof: evaluation.proof.hexadecimal,
                attempt: evaluation.attempt.hexadecimal)
        }
        on(Routes.sendVaultReceipt) { call, body -> Void in
            let (id, session) = (try call.identifier, try call.session)
            try await told { () throws(VaultError) in
                try await vaults.takeReceipt(
                    body.signature.bytesOfDigits, attempt: body.attempt.bytesOfDigits, of: id, session: session)
            }
        }
    }

    private mutating func addRecordRoutes(_ vaults: VaultService) {
        on(Routes.vaults) { call in
            let session = try call.session
            let summaries = try await told { () throws(VaultError) in try await vaults.vaults(of: session) }
            return VaultsBody(
                vaults: summaries.map { vault in
                    VaultSummaryBody(
                        id: vault.id.hexadecimal, records: vault.records, bytes: vault.bytes,
                        changedOn: vault.changedOn.description)
                })
        }
        on(Routes.vaultRecords) { call in
            let (id, session) = (try call.identifier, try call.session)
            let cursor = Int64(try call.optional(RouteParameters.after) ?? 0)
            let page = try await told { () throws(VaultError) in
                try await vaults.records(of: id, after: cursor, session: session)
            }
            return VaultRecordsBody(
                records: page.records.map { VaultRecordBody($0) }, cursor: Int(page.cursor), hasMore: page.hasMore)
        }
        on(Routes.vaultRecord) { call in
            let (id, session) = (try call.identifier, try call.session)
            let record = try call.value(RouteParameters.record, or: Refusal(.vaultUnknownRecord)).bytesOfDigits
            return VaultRecordBody(
                try await told { () throws(VaultError) in try await vaults.record(record, of: id, session: session) })
        }
        respond(Routes.changeVaultRecords.route) { call in
            let (id, session) = (try call.identifier, try call.session)
            let body = try VaultChangesBody(request: try await call.jsonBytes())
            let changes = try body.changes.enumerated().map { index, change in
                VaultRecordChange(
                    id: change.id.bytesOfDigits, replaces: Int64(change.replaces),
                    sealed: try bytes(change.sealed, at: "$.changes[\(index)].sealed", limit: VaultLimits.recordBytes))
            }
            let cursor = try await told { () throws(VaultError) in
                try await vaults.change(changes, of: id, session: session)
            }
            return try .json(VaultCursorBody(cursor: Int(cursor)))
        }
        on(Routes.setVaultJoin) { call, body -> Void in
            let (id, session) = (try call.identifier, try call.session)
            let header = try bytes(body.header, at: "$.header", limit: VaultLimits.joinBytes)
            try await told { () throws(VaultError) in
                try await vaults.setJoinHeader(header, of: id, session: session)
            }
        }
        on(Routes.vaultJoin) { call in
            let (id, session) = (try call.identifier, try call.session)
            let header = try await told { () throws(VaultError) in
                try await vaults.joinHeader(of: id, session: session)
            }
            return VaultJoinBody(header: Data(header).base64EncodedString())
        }
        on(Routes.removeVault) { call -> Void in
            let (id, session) = (try call.identifier, try call.session)
            try await told { () throws(VaultError) in try await vaults.removeVault(id, session: session) }
        }
    }
}

/// What `work` gives; a `VaultError` becomes the problem that tells of it.
private func told<Value>(_ work: () async throws(VaultError) -> Value) async throws -> Value {
    do {
        return try await work()
    } catch {
        switch error {
        case .unknown: throw Refusal(.vaultUnknown)
        case .unknownRecord: throw Refusal(.vaultUnknownRecord)
        case .lockedOut(let seconds): throw Refusal(.vaultLockedOut, headers: [.retryAfter: String(seconds)])
        case .stopped: throw Refusal(.vaultStopped)
        case .conflict: throw Refusal(.vaultConflict)
        case .full: throw Refusal(.vaultFull)
        case .invalidElement: throw Refusal(.vaultInvalidElement)
        case .service(let cause): throw cause
        }
    }
}

/// The bytes of a Base64 text (RFC 4648 section 4) of 1 to `limit` bytes.
private func bytes(_ text: String, at path: String, limit: Int) throws -> [UInt8] {
    guard let data = Data(base64Encoded: text), (1...limit).contains(data.count) else {
        throw BodyError.invalid([Fault(path: path, message: "is no Base64 of 1 to \(limit) bytes")])
    }
    return Array(data)
}

extension RouteCall {
    /// The slot or the vault that the path names.
    fileprivate var identifier: [UInt8] {
        get throws {
            guard let id = [UInt8](hexadecimal: try value(RouteParameters.id)), id.count == 16 else {
                throw Refusal(.vaultUnknown)
            }
            return id
        }
    }
}

extension String {
    /// The bytes of hexadecimal digits whose number the body's schema has checked.
    fileprivate var bytesOfDigits: [UInt8] { [UInt8](hexadecimal: self) ?? [] }
}

extension VaultRecordBody {
    fileprivate init(_ record: StoredVaultRecord) {
        self.init(
            id: record.id.hexadecimal, version: Int(record.version), sealed: Data(record.sealed).base64EncodedString())
    }
}

extension VaultSlotRequestBody {
    fileprivate var beacon: BeaconIdentity {
        get throws {
            guard let uuid = UUID128(uuid), let major = UInt16(exactly: major), let minor = UInt16(exactly: minor)
            else { throw ServiceError.presence(.unknownBeacon) }
            return BeaconIdentity(uuid: uuid, major: major, minor: minor)
        }
    }
}
