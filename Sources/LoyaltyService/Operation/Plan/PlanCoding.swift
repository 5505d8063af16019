import API
import Basics
import Beacons
import Loyalty

extension PlanVersionBody {
    init(_ version: PlanVersion) {
        self.init(
            number: Int(version.number), at: version.at, by: version.email, note: version.note,
            restored: version.restored.map { Int($0) }, shops: version.shops, beacons: version.beacons)
    }
}

extension PlanDraftBody {
    init(_ draft: PlanDraftRow, _ examination: PlanService.Examination) {
        self.init(
            number: Int(draft.number), isEmpty: draft.document == nil, base: Int(draft.base), savedAt: draft.at,
            savedBy: draft.email,
            faults: examination.faults.map { fault, place in
                PlanRemarkBody(path: fault.path, message: fault.message, x: place?.x, y: place?.y)
            },
            notices: examination.notices.map {
                PlanRemarkBody(path: $0.path, message: $0.message, x: $0.place.x, y: $0.place.y)
            })
    }
}

extension PlanDocumentBody {
    /// The plan of a document that is or was in force.
    init(_ plan: Venue) {
        self.init(
            name: plan.name, uuid: plan.uuid.description, timeZone: plan.timeZone,
            location: LocationBody(latitude: plan.location.latitude, longitude: plan.location.longitude),
            plan: PlanFloorBody(
                width: plan.plan.width, height: plan.plan.height, walls: plan.plan.walls.map(SegmentBody.init),
                doors: plan.plan.doors.map(SegmentBody.init), image: plan.plan.image,
                imageArea: plan.plan.imageArea.map(SegmentBody.init)),
            shops: plan.shops.map { shop in
                ShopBody(
                    major: Int(shop.major), name: shop.name, category: shop.category,
                    area: shop.area.map(PointBody.init))
            },
            beacons: plan.beacons.map(PlanBeaconBody.init),
            pointsForTime: plan.pointsForTime == 0 ? nil : plan.pointsForTime)
    }
}

extension PlanBeaconBody {
    fileprivate init(_ beacon: VenueBeacon) {
        self.init(
            major: Int(beacon.major), minor: Int(beacon.minor), x: beacon.position.x, y: beacon.position.y,
            zone: beacon.zone.rawValue, measuredPower: Int(beacon.measuredPower), period: Int(beacon.periodSeconds),
            accountsPerWindow: beacon.accountsPerWindow,
            neighbours: beacon.statedNeighbours.map { BeaconPairBody(major: Int($0.major), minor: Int($0.minor)) })
    }
}

extension SegmentBody {
    fileprivate init(_ segment: PlanSegment) {
        self.init(x1: segment.from.x, y1: segment.from.y, x2: segment.to.x, y2: segment.to.y)
    }
}

extension PointBody {
    fileprivate init(_ point: PlanPosition) {
        self.init(x: point.x, y: point.y)
    }
}

extension OperatorPlanBody {
    init(_ overview: PlanService.Overview) throws {
        self.init(
            version: overview.version.map(PlanVersionBody.init),
            document: try overview.document.map { PlanDocumentBody(try PlanService.read($0)) },
            draft: PlanDraftBody(overview.draft, overview.examination),
            draftDocument: try overview.draft.document.map { try PlanDocumentBody(json: Array($0.utf8)) })
    }
}

extension PlanChangeBody {
    init(_ change: VenueChange) {
        self.init(
            part: PlanPart(rawValue: change.part.rawValue) ?? .venue,
            kind: PlanChangeKind(rawValue: change.kind.rawValue) ?? .changed,
            major: change.major.map { Int($0) }, minor: change.minor.map { Int($0) }, name: change.name,
            before: change.before, fields: change.fields.isEmpty ? nil : change.fields, count: change.count,
            from: change.from.map(PointBody.init), to: change.to.map(PointBody.init))
    }
}

extension PlanLossBody {
    init(_ loss: PlanService.Loss) {
        self.init(
            kind: PlanLossKind(rawValue: loss.kind.rawValue) ?? .keys, major: Int(loss.major),
            minor: loss.minor.map { Int($0) }, name: loss.name, atLeast: loss.atLeast)
    }
}
