import Beacons
import Foundation
import Logging
import Presence
import Radio
import Vault

/// Listens for one beacon and for the code that it sends beside its position frame.
package struct BeaconListener: Sendable {
    /// Why there is nothing to prove presence with.
    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// The beacon was not heard, or not with a code, in the time given.
        case notHeard
        /// The radio does not work.
        case radio(String)
        /// The caller did not want to wait any longer.
        case stopped

        /// The reason in one line.
        package var description: String {
            switch self {
            case .notHeard: "the beacon and its code were not heard"
            case .radio(let reason): reason
            case .stopped: "stopped"
            }
        }
    }

    /// How long it goes on listening once there is a code, so that a nearer sender of one is not missed.
    private static let patience = Duration.milliseconds(500)

    private let controller: Controller

    /// A listener on the controller at `transport`.
    package init(transport: TransportAddress) {
        controller = Controller(
            transport: transport, role: HCIHost.Role(scan: true),
            logger: Logger(label: "cerca.vault", factory: { _ in SwiftLogNoOpLogHandler() }))
    }

    /// What the beacon says now: its strongest code, heard while its position frame was heard as well.
    ///
    /// A code of somebody else that pretends to be the beacon is possible; the server refuses it, and nothing is counted.
    package func sighting(
        of beacon: PresenceFactor.Beacon, within time: Duration
    ) async throws(Fault) -> PresenceSighting {
        let heard = HeardBeacon(BeaconEvidence(of: beacon))
        let end = ContinuousClock.now + time
        do {
            return try await withThrowingTaskGroup(of: PresenceSighting?.self) { group in
                defer { group.cancelAll() }
                group.addTask { [controller] in
                    try await controller.run { event in
                        switch event {
                        case .heard(let advertisement): await heard.hear(advertisement)
                        case .lost(let reason): throw Fault.radio("\(reason)")
                        case .ready, .back: break
                        }
                    }
                    return nil
                }
                group.addTask {
                    while ContinuousClock.now < end {
                        try await Task.sleep(for: .milliseconds(50))
                        guard await heard.sighting != nil else { continue }
                        try await Task.sleep(for: Self.patience)
                        return await heard.sighting
                    }
                    return nil
                }
                guard let sighting = try await group.next() ?? nil else { throw Fault.notHeard }
                return sighting
            }
        } catch let fault as Fault {
            throw fault
        } catch is CancellationError {
            throw .stopped
        } catch {
            throw .radio("\(error)")
        }
    }
}

/// What the radio's task hears and the waiting one asks for.
private actor HeardBeacon {
    private var evidence: BeaconEvidence

    init(_ evidence: BeaconEvidence) {
        self.evidence = evidence
    }

    var sighting: PresenceSighting? { evidence.sighting }

    func hear(_ advertisement: HeardAdvertisement) {
        evidence.hear(advertisement)
    }
}
