import API
import AccountService
import Basics
import Exposure
import HTTPKit
import HTTPTypes
import Hummingbird
import LoyaltyService
import NIOCore

extension RouteHandlers {
    /// Areas with their cases, their import, and where people were in venues who later reported.
    package mutating func addZoneRoutes(_ zones: ZoneService) {
        on(Routes.zones) { _ in try await told { () throws(ZoneError) in try await zones.overview() } }
        share(Routes.zoneAreas.route) { call in
            try await told { () throws(ZoneError) in
                try await zones.areas(of: try call.level)
            }.response(to: call)
        }
        share(Routes.zoneSeries.route) { call in
            try await told { () throws(ZoneError) in
                try await zones.series(of: try call.measure, in: try call.level)
            }.response(to: call)
        }
        addImports(zones)
        addVenueDays(zones)
    }

    private mutating func addImports(_ zones: ZoneService) {
        respond(Routes.importZoneAreas) { call in
            let level = try await told { () throws(ZoneError) in try call.level }
            let actor = AuditActor.account(try call.session.accountID)
            let mode = try call.optional(RouteParameters.mode) ?? .add
            let file = try await call.file(as: ["application/geo+json", "application/json"])
            let result = try await told { () throws(ZoneError) -> ZoneImportResult in
                guard mode != .check else { return try await zones.checkAreas(file, of: level) }
                return try await zones.importAreas(file, of: level, replacing: mode == .replace, by: actor)
            }
            return try .json(result.body(of: level))
        }
        respond(Routes.importZoneCases) { call in
            let (level, measure) = try await told { () throws(ZoneError) in (try call.level, try call.measure) }
            let actor = AuditActor.account(try call.session.accountID)
            let file = try await call.file(as: ["text/csv", "text/plain", "application/vnd.ms-excel"])
            let table = try await told { () throws(ZoneError) in
                try await zones.importCases(file, of: measure, in: level, by: actor)
            }
            // The row of the whole country is no area.
            let areas = table.rows.count { $0.code != CaseTable.nation }
            return try .json(ZoneImportBody(level: level.apiValue, areas: areas, days: table.dayCount))
        }
    }

    private mutating func addVenueDays(_ zones: ZoneService) {
        on(Routes.venueDayIssuer) { _ in
            let issuer = try await told { () throws(ZoneError) in try await zones.venueDayIssuer() }
            return VenueDayIssuerBody(period: issuer.period.number, publicKey: issuer.publicKey.hexadecimal)
        }
        on(Routes.claimVenueDays) { _, body in
            let response = try await told { () throws(ZoneError) in
                try await zones.issueVenueDayCredential(
                    to: [UInt8](hexadecimal: body.request) ?? [], period: VenueDayPeriod(number: body.period),
                    uploadSecret: body.uploadSecret, isFake: body.isFake)
            }
            return VenueDayCredentialBody(response: response.hexadecimal)
        }
        on(Routes.contributeVenueDay) { _, body -> Void in
            guard let venue = UUID128(body.venue), let major = UInt16(exactly: body.major),
                let day = DayText.day(body.day)
            else { throw Refusal(.zonesUnknown) }
            try await told { () throws(ZoneError) in
                try await zones.contribute(
                    VenueDay(venue: venue, major: major, day: day), period: VenueDayPeriod(number: body.period),
                    presentation: [UInt8](hexadecimal: body.presentation) ?? [], isFake: body.isFake)
            }
        }
        on(Routes.venueRisk) { call in
            let unknown = ServiceError.loyalty(.unknownVenue)
            guard let uuid = UUID128(try call.value(RouteParameters.uuid, or: unknown)) else { throw unknown }
            return try await told { () throws(ZoneError) in try await zones.venueRisk(of: uuid) }
        }
    }
}

/// What `work` gives; a `ZoneError` becomes the problem that tells of it.
private func told<Value>(_ work: () async throws(ZoneError) -> Value) async throws -> Value {
    do {
        return try await work()
    } catch {
        switch error {
        case .unknown: throw Refusal(.zonesUnknown)
        case .refused: throw Refusal(.exposureCodeRefused)
        case .service(let cause): throw cause
        case .invalidFile(let faults):
            throw Refusal(
                .zonesInvalidFile, detail: faults.faults.first.map(\.description), faults: faults.faults.map(\.apiValue)
            )
        }
    }
}

extension ZoneImportResult {
    /// The result as the answer has it.
    fileprivate func body(of level: ZoneLevel) -> ZoneAreaImportBody {
        ZoneAreaImportBody(
            level: level.apiValue, areas: imported, added: added, updated: updated, others: others, removed: removed,
            removable: removable, total: total, leftOut: leftOut,
            faults: refusals.isEmpty ? nil : refusals.map(\.apiValue))
    }
}

extension ZoneFileFault {
    /// The fault as a problem lists it, with what pages word it from.
    fileprivate var apiValue: Fault {
        let values = problem.values
        return Fault(
            path: "line \(line), column \(column)", message: message, code: problem.code,
            values: values.isEmpty ? nil : values)
    }
}

extension RouteCall {
    /// The level that the path names.
    fileprivate var level: ZoneLevel {
        get throws(ZoneError) {
            ZoneLevel(try value(RouteParameters.level, or: ZoneError.unknown))
        }
    }

    /// The measure that the path names.
    fileprivate var measure: ZoneMeasure {
        get throws(ZoneError) {
            ZoneMeasure(try value(RouteParameters.measure, or: ZoneError.unknown))
        }
    }

    /// The file that the body is.
    fileprivate func file(as mediaTypes: [String]) async throws -> [UInt8] {
        let type = request.headers[.contentType]?.lowercased().prefix { $0 != ";" && $0 != " " }
        guard let type, mediaTypes.contains(String(type)) else { throw Refusal(.requestUnsupportedMediaType) }
        return Array(try await bodyBuffer().readableBytesView)
    }
}

extension ZoneAnswer {
    /// The answer, or 304 when the browser has it already.
    fileprivate func response(to call: RouteCall) -> Response {
        // To be asked for each time: an import shows at once, and asking costs a few bytes.
        let headers: HTTPFields = [.eTag: entityTag, .cacheControl: "no-cache", .contentType: "application/json"]
        let known = call.request.headers[.ifNoneMatch] ?? ""
        if known == "*" || known.split(separator: ",").contains(where: { $0.trimmedTag == entityTag }) {
            return Response(status: .notModified, headers: [.eTag: entityTag, .cacheControl: "no-cache"])
        }
        return Response(status: .ok, headers: headers, body: .init(byteBuffer: buffer))
    }
}

extension Substring {
    /// An entity tag of a list without spaces and without the mark of a weak one (RFC 9110 section 13.1.2).
    fileprivate var trimmedTag: Substring {
        let tag = drop { $0 == " " }
        let strong = tag.hasPrefix("W/") ? tag.dropFirst(2) : tag
        return Substring(String(strong.reversed().drop { $0 == " " }.reversed()))
    }
}
