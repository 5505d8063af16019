import API
import Basics
import Beacons
import Loyalty

extension DeploymentDistance {
    fileprivate init(_ distance: DistanceCheck.Distance) {
        self =
            switch distance {
            case .one: .one
            case .three: .three
            case .six: .six
            }
    }

    fileprivate var distance: DistanceCheck.Distance {
        switch self {
        case .one: .one
        case .three: .three
        case .six: .six
        }
    }
}

extension DeploymentCheckBody {
    fileprivate init(_ check: DistanceCheck, of beacon: VenueBeacon) {
        let power = Int(beacon.measuredPower)
        self.init(
            distance: DeploymentDistance(check.distance), readings: check.readings, seconds: check.seconds,
            median: Double(check.median), metres: (check.metres(measuredPower: power) * 100).rounded() / 100,
            isGood: check.isGood(measuredPower: power))
    }
}

extension BeaconDeploymentBody {
    /// How far a beacon is; nil when there is no such beacon.
    init?(_ reference: BeaconRef, in picture: DeploymentPicture) {
        guard let beacon = picture.venue.beacon(reference) else { return nil }
        self.init(beacon, in: picture)
    }

    fileprivate init(_ beacon: VenueBeacon, in picture: DeploymentPicture) {
        let stored = picture.deployments[beacon.reference] ?? StoredDeployment()
        self.init(
            beacon: beacon.reference.description, shop: picture.venue.shop(major: beacon.major)?.name,
            zone: beacon.zone.rawValue, planX: beacon.position.x, planY: beacon.position.y, x: stored.position?.x,
            y: stored.position?.y, height: stored.height,
            device: DeviceState(rawValue: stored.device.rawValue) ?? .hanging, claimEndsAt: stored.claimEndsAt,
            claimedAt: stored.claimedAt, rotationEndsAt: picture.rotations[beacon.reference],
            checks: stored.checks.sorted { $0.distance.rawValue < $1.distance.rawValue }
                .map { DeploymentCheckBody($0, of: beacon) },
            codeSeenAt: stored.codeAt,
            neighbours: stored.heard.intersection(beacon.neighbours).sorted().map(\.description),
            missing: stored.record.missing(for: beacon).compactMap { DeploymentStep(rawValue: $0.rawValue) })
    }
}

extension DeploymentBody {
    /// How far the beacons of a venue are.
    init(_ picture: DeploymentPicture) {
        let beacons = picture.venue.beacons.sorted { $0.reference < $1.reference }
            .map { BeaconDeploymentBody($0, in: picture) }
        self.init(beacons: beacons, ready: beacons.count { $0.missing.isEmpty })
    }
}

extension DeploymentResultBody {
    /// What became of an action.
    init(_ outcome: DeploymentOutcome) {
        self.init(
            number: Int(outcome.number),
            refusal: outcome.refusal.map { DeploymentRefusal(rawValue: $0.rawValue) ?? .invalid })
    }
}

extension DeploymentAction {
    /// The action that a body tells of; what is missing in it makes it invalid, since a queue goes on after it.
    init(_ body: DeploymentActionBody) {
        self.init(number: Int64(body.number), beacon: BeaconRef(body.beacon), kind: Self.kind(body) ?? .invalid)
    }

    private static func kind(_ body: DeploymentActionBody) -> Kind? {
        switch body.kind {
        case .place:
            guard let x = body.x, let y = body.y, x.isFinite, y.isFinite else { return nil }
            return .place(PlanPosition(x: x, y: y), height: body.height)
        case .unplace: return .unplace
        case .measure:
            guard let distance = body.distance, let seconds = body.seconds, (0...3600).contains(seconds) else {
                return nil
            }
            return DistanceCheck(distance.distance, seconds: seconds, readings: body.readings ?? []).map(Kind.measure)
        case .hear:
            guard let texts = body.neighbours else { return nil }
            let others = texts.compactMap { BeaconRef($0) }
            return others.count == texts.count ? .hear(Set(others)) : nil
        case .code: return body.code.flatMap { SecurityCode(hexadecimal: $0) }.map(Kind.code)
        case .forget: return .forget
        case .remove: return .remove
        case .restore: return .restore
        }
    }
}
