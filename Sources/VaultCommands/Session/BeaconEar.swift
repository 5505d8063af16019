import Beacons
import ControllerRun
import Foundation
import Presence
import Radio
import Synchronization
import Vault
import VaultDevice

/// Listens for a beacon and for the code that it sends now.
enum BeaconEar {
    /// How long it listens: a beacon's code changes once a minute, and is sent many times before.
    private static let seconds = 20.0

    private struct Heard: Error {}

    /// What was heard of the beacon; nil when it was not, or sent no code.
    static func sighting(of beacon: PresenceFactor.Beacon, on transport: TransportAddress) async throws
        -> PresenceSighting?
    {
        let identity = try beacon.identity
        let ear = Mutex<(isNear: Bool, sighting: PresenceSighting?)>((false, nil))
        do {
            try await RadioRun.run(on: transport, role: HCIHost.Role(scan: true), seconds: seconds) { event in
                guard case .heard(let heard) = event else { return }
                let isComplete = ear.withLock { ear in
                    switch heard.frame {
                    case .iBeacon(let frame) where frame.identity == identity: ear.isNear = true
                    case .security(let frame) where frame.major == identity.major && frame.minor == identity.minor:
                        ear.sighting = PresenceSighting(identity: identity, code: frame.code, heardAt: heard.time)
                    default: break
                    }
                    return ear.isNear && ear.sighting != nil
                }
                if isComplete { throw Heard() }
            }
        } catch is Heard {}
        return ear.withLock { $0.isNear ? $0.sighting : nil }
    }
}
