import API
import Basics
import HTTPKit
import HTTPTypes
import Hummingbird
import NIOCore
import Photos

extension RouteHandlers {
    /// The plans of venues, for their operators; and the pictures under them, for everybody.
    package mutating func addPlanRoutes(_ plans: PlanService) {
        addPlanReadingRoutes(plans)
        addPlanPictureRoutes(plans)
        on(Routes.savePlanDraft) { call, body in
            let venue = try call.ownVenue
            guard UUID128(body.uuid) == venue else { throw ServiceError.plan(.otherVenue) }
            let (draft, examination) = try await plans.saveDraft(
                String(decoding: try body.json(), as: UTF8.self), onto: Int64(try call.value(RouteParameters.onto)),
                of: venue, match: try call.matchedNumber, by: try call.session.accountID)
            return PlanDraftBody(draft, examination)
        }
        on(Routes.discardPlanDraft) { call in
            let draft = try await plans.discardDraft(
                of: try call.ownVenue, match: try call.matchedNumber, by: try call.session.accountID)
            return PlanDraftBody(draft, PlanService.Examination())
        }
        on(Routes.publishPlan) { call, body in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            try await plans.publish(venue, match: try call.matchedNumber, note: body.note, by: account)
            return try OperatorPlanBody(try await plans.overview(of: venue, for: account))
        }
        on(Routes.restorePlanVersion) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            try await plans.restore(
                try call.planVersion, of: venue, match: try call.matchedNumber, by: account)
            return try OperatorPlanBody(try await plans.overview(of: venue, for: account))
        }
    }

    private mutating func addPlanReadingRoutes(_ plans: PlanService) {
        on(Routes.operatorPlan) { call in
            try OperatorPlanBody(
                try await plans.overview(of: try call.ownVenue, for: try call.session.accountID))
        }
        on(Routes.planDifferences) { call in
            let (base, changes, losses) = try await plans.differences(
                of: try call.ownVenue, for: try call.session.accountID)
            return PlanDifferencesBody(
                base: Int(base), changes: changes.map(PlanChangeBody.init), losses: losses.map(PlanLossBody.init))
        }
        on(Routes.planVersions) { call in
            let versions = try await plans.versions(of: try call.ownVenue, for: try call.session.accountID)
            return PlanVersionsBody(versions: versions.map(PlanVersionBody.init))
        }
        on(Routes.planVersion) { call in
            let (version, document) = try await plans.version(
                try call.planVersion, of: try call.ownVenue, for: try call.session.accountID)
            return PlanVersionDocumentBody(
                version: PlanVersionBody(version), document: PlanDocumentBody(try PlanService.read(document)))
        }
        respond(Routes.planVersionFile) { call in
            let (venue, number) = (try call.ownVenue, try call.planVersion)
            let file = try await plans.file(of: number, of: venue, for: try call.session.accountID)
            let headers: HTTPFields = [
                .contentType: "application/json", .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(venue.description)-\(number).json\"",
            ]
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(string: file)))
        }
    }

    private mutating func addPlanPictureRoutes(_ plans: PlanService) {
        // What it is, its first bytes say; what a client calls it makes no difference.
        respond(Routes.addPlanPicture) { call in
            let (venue, account) = (try call.ownVenue, try call.session.accountID)
            let (address, picture) = try await plans.addPicture(of: venue, by: account) {
                Array(try await call.bodyBuffer().readableBytesView)
            }
            return try .json(PlanPictureBody(address: address, width: picture.width, height: picture.height))
        }
        respond(Routes.venuePicture) { call in
            let unknown = ServiceError.plan(.unknownPicture)
            guard let venue = UUID128(try call.value(RouteParameters.uuid, or: unknown)),
                let digest = [UInt8](hexadecimal: try call.value(RouteParameters.photo, or: unknown))
            else { throw unknown }
            // At one address there is never another picture.
            let headers: HTTPFields = [
                .contentType: "image/jpeg", .cacheControl: "public, max-age=31536000, immutable",
            ]
            let picture = try await plans.picture(digest, of: venue)
            return Response(status: .ok, headers: headers, body: .init(byteBuffer: ByteBuffer(bytes: picture)))
        }
    }
}

extension RouteCall {
    /// The version that the path names.
    fileprivate var planVersion: Int64 {
        get throws(ServiceError) {
            Int64(try value(RouteParameters.planVersion, or: ServiceError.plan(.unknownVersion)))
        }
    }
}
