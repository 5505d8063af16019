import API
import Basics
import HTTPKit
import Loyalty
import Presence
import ServiceKit

extension RouteHandlers {
    /// The health of a venue's beacons, claims and deployment; the table of routes asks for the role at each but one.
    package mutating func addFleetRoutes(_ operation: VenueOperationService) {
        on(Routes.fleet) { call in
            let (at, entries) = try await operation.fleet(of: try call.venue, by: try call.session.accountID)
            let venue = try await operation.loyalty.venue(try call.venue)
            return FleetBody(at: at, beacons: entries.map { FleetBeaconBody($0, in: venue) })
        }
        on(Routes.fleetBeacon) { call in
            try FleetBeaconHistoryBody(
                try await operation.history(
                    of: try call.beacon, in: try call.venue, by: try call.session.accountID))
        }
        addClaimRoutes(operation)
        on(Routes.deployment) { call in
            DeploymentBody(try await operation.deployment(of: try call.venue, by: try call.session.accountID))
        }
        on(Routes.recordDeployment) { call, body in
            let (venue, account) = (try call.venue, try call.session.accountID)
            let walk = try call.value(RouteParameters.walk).bytesOfDigits
            let (done, outcomes) = try await operation.record(
                body.actions.map(DeploymentAction.init), of: walk, in: venue, by: account)
            return DeploymentReceiptBody(
                done: Int(done), results: outcomes.map(DeploymentResultBody.init),
                deployment: DeploymentBody(try await operation.deployment(of: venue, by: account)))
        }
    }

    private mutating func addClaimRoutes(_ operation: VenueOperationService) {
        // It guesses a secret, though one of 128 bits.
        countSignIns(at: [Routes.useClaim.route])
        on(Routes.useClaim) { call, body in
            BeaconConfigurationBody(
                try await operation.useClaim(
                    try call.value(RouteParameters.claim).bytesOfDigits, secret: body.secret.bytesOfDigits))
        }
        on(Routes.makeClaim) { call in
            let claim = try await operation.makeClaim(
                for: try call.beacon, in: try call.venue, by: try call.session.accountID)
            return BeaconClaimBody(
                id: claim.id.hexadecimal, secret: claim.secret.hexadecimal, endsAt: claim.endsAt)
        }
        on(Routes.withdrawClaim) { call in
            try await operation.withdrawClaim(
                for: try call.beacon, in: try call.venue, by: try call.session.accountID)
        }
        on(Routes.undoRotation) { call in
            try await operation.undoRotation(
                of: try call.beacon, in: try call.venue, by: try call.session.accountID)
        }
        on(Routes.resetBeaconClock) { call in
            try await operation.resetClock(
                of: try call.beacon, in: try call.venue, by: try call.session.accountID)
        }
        on(Routes.revokeBeacon) { call in
            let (beacon, venue, account) = (try call.beacon, try call.venue, try call.session.accountID)
            try await operation.revoke(beacon, in: venue, by: account)
            let picture = try await operation.deployment(of: venue, by: account)
            guard let body = BeaconDeploymentBody(beacon, in: picture) else {
                throw ServiceError.venueOperation(.unknownBeacon)
            }
            return body
        }
    }
}

extension RouteCall {
    /// The venue that the path names; what is no UUID is looked after by nobody.
    var venue: UUID128 {
        get throws { UUID128(try value(RouteParameters.venue)) ?? UUID128(high: 0, low: 0) }
    }

    /// The beacon that the path names.
    fileprivate var beacon: BeaconRef {
        get throws {
            guard let beacon = BeaconRef(try value(RouteParameters.beacon)) else {
                throw ServiceError.venueOperation(.unknownBeacon)
            }
            return beacon
        }
    }
}

extension FleetReasonBody {
    fileprivate init(_ finding: BeaconFinding) {
        self.init(
            sign: FleetSign(rawValue: finding.sign.rawValue) ?? .silent,
            state: FleetState(rawValue: finding.state.rawValue) ?? .note, since: finding.since,
            value: finding.value.map(Self.rounded), expected: finding.expected.map(Self.rounded),
            other: finding.other?.description)
    }

    /// A figure to the thousandth.
    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}

extension FleetBatteryBody {
    fileprivate init(_ outlook: BatteryOutlook) {
        self.init(
            millivolts: outlook.newest.millivolts, celsius: outlook.newest.celsius,
            emptyOn: outlook.end.map { Timestamp(day: $0.day).dayText },
            earliest: outlook.end.map { Timestamp(day: $0.earliest).dayText },
            latest: outlook.end?.latest.map { Timestamp(day: $0).dayText })
    }
}

extension FleetBeaconBody {
    fileprivate init(_ entry: FleetEntry, in venue: Venue) {
        let beacon = entry.beacon
        self.init(
            beacon: beacon.reference.description, major: Int(beacon.major), minor: Int(beacon.minor),
            shop: venue.shop(major: beacon.major)?.name, zone: beacon.zone.rawValue, x: beacon.position.x,
            y: beacon.position.y,
            state: FleetState(rawValue: (entry.findings.map(\.state).max() ?? .good).rawValue) ?? .good,
            reasons: entry.findings.map(FleetReasonBody.init), battery: entry.outlook.map(FleetBatteryBody.init),
            lastProofAt: entry.lastProof, clockMilliseconds: entry.clock.map { Int($0) }, proofs: entry.today.proofs,
            disputed: entry.today.disputed, refused: entry.today.refused,
            expectedProofs: (entry.expected * 10).rounded() / 10)
    }
}

extension FleetBeaconHistoryBody {
    fileprivate init(_ history: BeaconHistory) throws {
        let (beacon, venue) = (history.entry.beacon, history.deployment.venue)
        guard let deployment = BeaconDeploymentBody(beacon.reference, in: history.deployment) else {
            throw ServiceError.venueOperation(.unknownBeacon)
        }
        let pairs = history.heard.compactMap { reference, heard -> FleetPairBody? in
            guard let other = venue.beacon(reference) else { return nil }
            return FleetPairBody(
                beacon: reference.description, heard: heard, isNeighbour: beacon.neighbours.contains(reference),
                metres: (other.position.distance(to: beacon.position) * 10).rounded() / 10)
        }
        self.init(
            beacon: FleetBeaconBody(history.entry, in: venue), days: history.days.map(FleetDayBody.init),
            pairs: Array(
                pairs.sorted { ($1.heard, $0.metres, $0.beacon) < ($0.heard, $1.metres, $1.beacon) }.prefix(200)),
            deployment: deployment)
    }
}

extension FleetDayBody {
    fileprivate init(_ day: FleetStore.Day) {
        self.init(
            day: Timestamp(day: day.day).dayText, proofs: day.outcomes.proofs,
            disputed: day.outcomes.disputed, mismatches: day.outcomes.mismatches, stale: day.outcomes.stale,
            otherRefusals: day.outcomes.others, millivolts: day.millivolts, celsius: day.celsius,
            clockMilliseconds: day.clock.map { Int($0) })
    }
}

extension BeaconConfigurationBody {
    fileprivate init(_ device: DeviceConfiguration) {
        let (beacon, energy) = (device.beacon, BeaconEnergy.usual)
        self.init(
            venue: device.venue.name, place: device.venue.shop(major: beacon.major)?.name ?? beacon.zone.rawValue,
            uuid: device.venue.uuid.description, major: Int(beacon.major), minor: Int(beacon.minor),
            key: device.key.bytes.hexadecimal, measuredPower: Int(beacon.measuredPower),
            positionMilliseconds: energy.positionMilliseconds, securityMilliseconds: energy.securityMilliseconds,
            telemetryMilliseconds: energy.telemetryMilliseconds ?? 10_000, periodSeconds: Int(beacon.periodSeconds),
            serverTime: device.at,
            oldKeyUntil: device.at.advanced(bySeconds: VenueOperationService.rotationSeconds))
    }
}

extension String {
    /// The bytes of hexadecimal digits that the table of the API has checked.
    fileprivate var bytesOfDigits: [UInt8] { [UInt8](hexadecimal: self) ?? [] }
}
