// Written by `make api` from the table in API/; edit that, not this.
import HTTPTypes

extension Routes {
    /// Lists the beacons of a venue, with what is known of each and why something is wrong with it.
    package static let fleet = Endpoint<NoBody, FleetBody>(
        "fleet", .get, "/api/operator/{venue}/beacons",
        "Lists the beacons of a venue, with what is known of each and why something is wrong with it.",
        needsRole: .operator)
    /// Tells of one beacon what it did on each day: battery, clock, proofs and refusals, and with which others it was
    /// heard.
    package static let fleetBeacon = Endpoint<NoBody, FleetBeaconHistoryBody>(
        "fleetBeacon", .get, "/api/operator/{venue}/beacons/{beacon}",
        "Tells of one beacon what it did on each day: battery, clock, proofs and refusals, and with which others it was heard.",
        needsRole: .operator)
    /// Makes a claim, with which an installer gets what one device needs to be this beacon; its secret is told this
    /// once, and earlier claims of the beacon end.
    package static let makeClaim = Endpoint<NoBody, BeaconClaimBody>(
        "makeClaim", .post, "/api/operator/{venue}/beacons/{beacon}/claims",
        "Makes a claim, with which an installer gets what one device needs to be this beacon; its secret is told this once, and earlier claims of the beacon end.",
        needsRole: .operator, status: 201)
    /// Ends the claim of a beacon that nobody has used; one that was used stays so.
    package static let withdrawClaim = Endpoint<NoBody, NoBody>(
        "withdrawClaim", .post, "/api/operator/{venue}/beacons/{beacon}/claims/withdraw",
        "Ends the claim of a beacon that nobody has used; one that was used stays so.", needsRole: .operator)
    /// Forgets the new key of a beacon, as long as no code has been made of it: the old one stays.
    package static let undoRotation = Endpoint<NoBody, NoBody>(
        "undoRotation", .post, "/api/operator/{venue}/beacons/{beacon}/rotation/undo",
        "Forgets the new key of a beacon, as long as no code has been made of it: the old one stays.",
        needsRole: .operator)
    /// Counts the clock of a beacon as set right now, within 30 seconds, for a device whose clock was corrected; its
    /// key stays.
    package static let resetBeaconClock = Endpoint<NoBody, NoBody>(
        "resetBeaconClock", .post, "/api/operator/{venue}/beacons/{beacon}/clock/reset",
        "Counts the clock of a beacon as set right now, within 30 seconds, for a device whose clock was corrected; its key stays.",
        needsRole: .operator)
    /// Drops the keys of a beacon at once, for a device that was stolen; whatever it sends from now on proves nothing.
    package static let revokeBeacon = Endpoint<NoBody, BeaconDeploymentBody>(
        "revokeBeacon", .post, "/api/operator/{venue}/beacons/{beacon}/revoke",
        "Drops the keys of a beacon at once, for a device that was stolen; whatever it sends from now on proves nothing.",
        needsRole: .operator)
    /// Lists how far each beacon is: claimed, placed, verified, and what is missing before the venue can be handed
    /// over.
    package static let deployment = Endpoint<NoBody, DeploymentBody>(
        "deployment", .get, "/api/operator/{venue}/deployment",
        "Lists how far each beacon is: claimed, placed, verified, and what is missing before the venue can be handed over.",
        needsRole: .operator)
    /// Carries out what was done on a walk, in the order of its numbers and each number once; what was sent before is
    /// not done again.
    package static let recordDeployment = Endpoint<DeploymentActionsBody, DeploymentReceiptBody>(
        "recordDeployment", .post, "/api/operator/{venue}/deployment/{walk}",
        "Carries out what was done on a walk, in the order of its numbers and each number once; what was sent before is not done again.",
        needsRole: .operator, bodyBytes: 262_144)
    /// Tells whoever has a claim's secret what the device needs to be its beacon, with a new key; once, within a week.
    package static let useClaim = Endpoint<ClaimSecretBody, BeaconConfigurationBody>(
        "useClaim", .post, "/api/claims/{claim}",
        "Tells whoever has a claim's secret what the device needs to be its beacon, with a new key; once, within a week."
    )

    /// These, in the order in which documents list them.
    static let fleetRoutes: [Route] = [
        fleet.route, fleetBeacon.route, makeClaim.route, withdrawClaim.route, undoRotation.route,
        resetBeaconClock.route, revokeBeacon.route, deployment.route, recordDeployment.route, useClaim.route,
    ]
}
