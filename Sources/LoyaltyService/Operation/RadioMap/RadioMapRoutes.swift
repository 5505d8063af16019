import API
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore

extension RouteHandlers {
    /// Venues' radio maps: the one in force for everybody, the versions for operators.
    package mutating func addRadioMapRoutes(_ maps: RadioMapService) {
        respond(Routes.venueRadioMap) { call in
            let unknown = ServiceError.radioMap(.none)
            guard let venue = UUID128(try call.value(RouteParameters.uuid, or: unknown)) else { throw unknown }
            let (version, document) = try await maps.current(of: venue)
            let tag = "\"\(version)\""
            if let tags = call.request.headers[.ifNoneMatch], WebApp.matches(tags, tag) {
                return Response(status: .notModified, headers: [.eTag: tag, .cacheControl: "no-cache"])
            }
            let headers: HTTPFields = [.eTag: tag, .cacheControl: "no-cache", .contentType: "application/json"]
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: document)))
        }
        on(Routes.radioMapVersions) { call in
            try await maps.told(of: try call.ownVenue, to: try call.session.accountID)
        }
        respond(Routes.putRadioMap) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            let file = Array(try await call.bodyBuffer().readableBytesView)
            try await maps.replace(with: file, of: venue, match: try call.matchedNumber, by: account)
            return try .json(try await maps.told(of: venue, to: account))
        }
        respond(Routes.addRadioSurvey) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            let file = Array(try await call.bodyBuffer().readableBytesView)
            try await maps.add(file, of: venue, match: try call.matchedNumber, by: account)
            return try .json(try await maps.told(of: venue, to: account))
        }
        on(Routes.removeRadioMap) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            try await maps.remove(of: venue, match: try call.matchedNumber, by: account)
            return try await maps.told(of: venue, to: account)
        }
        on(Routes.restoreRadioMap) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            let number = Int64(
                try call.value(RouteParameters.planVersion, or: ServiceError.radioMap(.unknownVersion)))
            try await maps.restore(number, of: venue, match: try call.matchedNumber, by: account)
            return try await maps.told(of: venue, to: account)
        }
        addRadioRefinementRoutes(maps)
    }
}

extension RadioMapService {
    /// The versions as they travel.
    fileprivate func told(of venue: UUID128, to account: [UInt8]) async throws(ServiceError) -> RadioMapVersionsBody {
        let (number, versions, plan) = try await versions(of: venue, for: account)
        return RadioMapVersionsBody(
            number: Int(number), plan: plan?.hexadecimal,
            versions: versions.map { version in
                RadioMapVersionBody(
                    number: Int(version.number), at: version.at, by: version.email,
                    restored: version.restored.map { Int($0) }, places: version.places, scans: version.scans,
                    fits: version.plan != nil && version.plan == plan)
            })
    }
}
